"""Log lines that repeat are counted, not written: an attack must not fill the disk."""

from __future__ import annotations

import logging
import time
from threading import Lock, Timer
from typing import Final, TypeAlias

from tetsudo.web.server.logs import ACCESS, LONGEST

WRITTEN: Final = 5
WINDOW: Final = 60.0
"""So many lines from one place of the program are written in so many seconds."""

Place: TypeAlias = tuple[object, ...]


class Counted(logging.Filter):
    """Lets the first lines of a place of the program through, counts the others, and tells how many there were."""

    def __init__(self, written: int = WRITTEN, window: float = WINDOW) -> None:
        super().__init__()
        self._written, self._window = written, window
        self._began: dict[Place, float] = {}
        self._counts: dict[Place, int] = {}
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if getattr(record, "is_count", False) or record.name == ACCESS:
            return True
        place = _place(record)
        with self._lock:
            now = time.monotonic()
            is_over = now - self._began.get(place, float("-inf")) > self._window
            if is_over and self._counts.get(place, 0) <= self._written:  # or `tell` is about to
                self._began[place], self._counts[place] = now, 0
            self._counts[place] += 1
            if self._counts[place] == self._written + 1:
                self._tell_later(place, record)
            return self._counts[place] <= self._written

    def _tell_later(self, place: Place, record: logging.LogRecord) -> None:
        """When the time is over, say how many there were."""
        name, level, text = record.name, record.levelno, record.getMessage()[:LONGEST]

        def tell() -> None:
            with self._lock:
                more = self._counts.pop(place) - self._written
                del self._began[place]
            said = "%d more like this within %g s: %s"
            logging.getLogger(name).log(level, said, more, self._window, text, extra={"is_count": True})

        timer = Timer(self._window, tell)
        timer.daemon = True
        timer.start()


def _place(record: logging.LogRecord) -> Place:
    """Which line of the program says it, and of which fault; asyncio says all that it has to say in one."""
    fault = record.exc_info[0] if record.exc_info else None
    about = str(record.msg)[:40] if record.name == "asyncio" else ""
    return record.name, record.levelno, record.pathname, record.lineno, fault, about
