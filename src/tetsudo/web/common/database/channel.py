"""Channel between the processes of a site on PostgreSQL: each hears what the others say (LISTEN and NOTIFY).

It carries news by subject, of which only the latest counts. Nothing is promised: a process may end before it has said
something, and the database may be away. So every process also looks for itself, after each interruption and every
`LOOK_SECONDS` seconds.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Final, TypeAlias

from django.db import close_old_connections, connection

logger = logging.getLogger(__name__)

NAME: Final = "tetsudo"
LISTEN: Final = f"LISTEN {NAME}"
SAY: Final = f"SELECT pg_notify('{NAME}', text) FROM unnest(%s::text[]) AS said(text)"

LOOK_SECONDS: Final = 30.0
RETRY_SECONDS: Final = 1.0
"""Seconds between two looks, and before a connection is tried again."""

MAX_SAID: Final = 500
"""Maximum number of news in one statement."""

Subject: TypeAlias = tuple[int, str]
"""Table and kind of event."""


class Channel:
    """Channel of this process. `say` never waits: a thread sends, another listens."""

    def __init__(self, hear: Callable[[Subject, int], None], look: Callable[[bool], None]) -> None:
        """`hear`: called for news of another process; `look`: called when some may have been missed (True: because the
        connection was interrupted).
        """
        self._hear, self._look = hear, look
        self._own = secrets.token_hex(4)
        self._news: dict[Subject, int] = {}
        self._was_interrupted = False
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, args=(task,), name=f"channel-{name}", daemon=True)
            for name, task in (("say", self._send), ("hear", self._listen))
        ]

    def start(self) -> None:
        """Start both threads."""
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """True if both threads are running."""
        return all(thread.is_alive() for thread in self._threads)

    def say(self, subject: Subject, number: int) -> None:
        """Tell the other processes, soon."""
        with self._changed:
            self._add(subject, number)
            self._changed.notify()

    def _add(self, subject: Subject, number: int) -> None:
        self._news[subject] = max(number, self._news.get(subject, number))

    def _work(self, task: Callable[[], None]) -> None:
        while True:
            try:
                close_old_connections()
                task()
            except Exception as error:
                logger.warning("The channel between the site's processes is interrupted: %s", error)
                connection.close()
                self._was_interrupted = True
                time.sleep(RETRY_SECONDS)

    def _send(self) -> None:
        """Send what was said; it is kept if that fails."""
        with self._changed:
            while not self._news:
                self._changed.wait()
            sent = dict(list(self._news.items())[:MAX_SAID])
            self._news = {subject: number for subject, number in self._news.items() if subject not in sent}
        try:
            with connection.cursor() as cursor:
                cursor.execute(SAY, [[json.dumps([self._own, *subject, number]) for subject, number in sent.items()]])
        except Exception:
            with self._changed:
                for subject, number in sent.items():
                    self._add(subject, number)
            raise

    def _listen(self) -> None:
        """Listen until the connection fails."""
        with connection.cursor() as cursor:
            cursor.execute(LISTEN)
        while True:
            self._look(self._was_interrupted)
            self._was_interrupted = False
            until = time.monotonic() + LOOK_SECONDS
            while (left := until - time.monotonic()) > 0:
                for heard in connection.connection.notifies(timeout=left, stop_after=1):
                    self._take(heard.payload)

    def _take(self, text: str) -> None:
        sender, table, kind, number = json.loads(text)
        if sender != self._own:
            self._hear((table, kind), number)
