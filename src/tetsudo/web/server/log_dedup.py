"""Deduplication of log lines: repeated ones are counted instead of written, so that an attack cannot fill the disk."""

from __future__ import annotations

import logging
import time
from threading import Lock, Timer
from typing import Final, TypeAlias

from tetsudo.web.server.logs import ACCESS, MAX_VISITOR_TEXT_LENGTH

MAX_LINES_PER_WINDOW: Final = 5
WINDOW_SECONDS: Final = 60.0
"""Maximum number of lines from one place in the code, within a number of seconds."""

Place: TypeAlias = tuple[object, ...]


class DedupFilter(logging.Filter):
    """Filter that passes the first lines from a place in the code, counts the others, and logs their number."""

    def __init__(self, written: int = MAX_LINES_PER_WINDOW, window: float = WINDOW_SECONDS) -> None:
        super().__init__()
        self._written, self._window = written, window
        self._began: dict[Place, float] = {}
        self._counts: dict[Place, int] = {}
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """True if a line is to be written."""
        if getattr(record, "is_count", False) or record.name == ACCESS:
            return True
        place = _place(record)
        with self._lock:
            now = time.monotonic()
            is_over = now - self._began.get(place, float("-inf")) > self._window
            if is_over and self._counts.get(place, 0) <= self._written:  # otherwise `log_summary` is about to
                self._began[place], self._counts[place] = now, 0
            self._counts[place] += 1
            if self._counts[place] == self._written + 1:
                self._schedule_summary(place, record)
            return self._counts[place] <= self._written

    def _schedule_summary(self, place: Place, record: logging.LogRecord) -> None:
        """Log the number of suppressed lines once the window is over."""
        name, level, text = record.name, record.levelno, record.getMessage()[:MAX_VISITOR_TEXT_LENGTH]

        def log_summary() -> None:
            with self._lock:
                more = self._counts.pop(place) - self._written
                del self._began[place]
            said = "%d more like this within %g s: %s"
            logging.getLogger(name).log(level, said, more, self._window, text, extra={"is_count": True})

        timer = Timer(self._window, log_summary)
        timer.daemon = True
        timer.start()


def _place(record: logging.LogRecord) -> Place:
    """Place in the code that logs a line, and the type of its exception; asyncio logs everything from one line."""
    fault = record.exc_info[0] if record.exc_info else None
    about = str(record.msg)[:40] if record.name == "asyncio" else ""
    return record.name, record.levelno, record.pathname, record.lineno, fault, about
