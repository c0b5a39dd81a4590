"""Attack: another process holds the database, such as a backup or a host using sqlite3.

A player who moves is told in time, and nothing else waits: pages are still served.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import psycopg

from tests import two_servers
from tests.attacks.siege import Site, run
from tests.attacks.visitor import BID
from tests.server import database_url
from tests.web.visitor import Visitor

WRITERS: Final = 24
"""Number of simultaneous moves, three at a table: more than there are page threads."""


class LockResult(NamedTuple):
    """Result while the database is held: statuses of moves, whether a retry was announced, slowest move and page."""

    statuses: Counter[int]
    told_later: bool
    slowest: float
    slowest_page: float
    after: Counter[int]


@contextmanager
def hold_write_lock(database: Path | str) -> Iterator[None]:
    """Hold the write lock of the database."""
    if two_servers.IS_ON:
        from tetsudo.web.common.database.postgresql.base import WRITING

        with psycopg.connect(database_url(database)) as held:
            held.execute("SELECT pg_advisory_xact_lock(%s)", [WRITING])
            yield
        return
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def attack(site: Site) -> LockResult:
    """Move at several tables while the database is held, and again when it is not."""
    session = next(iter(site.filled.sessions.values()))
    tables = site.filled.tables * (WRITERS // len(site.filled.tables))

    def move(table: str) -> tuple[int, bool, float]:
        began = time.monotonic()
        answer = Visitor(site.server.address, session).act(table, 0, BID)
        later = {name.lower(): value for name, value in answer.headers.items()}.get("retry-after", "0")
        is_told = int(later) > 0 and "Nothing was lost." in answer.text
        return answer.status, is_told, time.monotonic() - began

    pages: list[float] = []
    with ThreadPoolExecutor(WRITERS) as threads:
        with hold_write_lock(site.server.database):
            has_ended = threading.Event()
            watching = threading.Thread(target=_watch, args=(site, has_ended, pages))
            watching.start()
            told = list(threads.map(move, tables))
            has_ended.set()
            watching.join()
        after = Counter(status for status, _told, _seconds in threads.map(move, tables))
    return LockResult(
        Counter(status for status, _told, _seconds in told),
        all(is_told for _status, is_told, _seconds in told),
        max(seconds for _status, _told, seconds in told),
        max(pages),
        after,
    )


def _watch(site: Site, has_ended: threading.Event, seconds: list[float]) -> None:
    """Fetch a table's page repeatedly."""
    visitor = Visitor(site.server.address)
    while not has_ended.is_set():
        began = time.monotonic()
        assert visitor.get(f"/t/{site.filled.table}/").status == 200
        seconds.append(time.monotonic() - began)
        time.sleep(0.05)


if __name__ == "__main__":
    run(attack)
