"""Somebody outside of the site holds its database: a copy that is being made, a host at work with sqlite3.

Whoever moves is told so in time, and nobody else waits: pages are shown meanwhile.
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

from tests.attacks.siege import Site, run
from tests.attacks.visitor import BID
from tests.web.visitor import Visitor

WRITERS: Final = 24
"""How many move at once, three at a table: more than there are threads for pages."""


class Held(NamedTuple):
    """How it was while the database was held: what movers were told and after how long; how long pages took."""

    statuses: Counter[int]
    told_later: bool
    slowest: float
    slowest_page: float
    after: Counter[int]


@contextmanager
def held(database: Path | str) -> Iterator[None]:
    """Nobody else can write."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def attack(site: Site) -> Held:
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
        with held(site.server.database):
            has_ended = threading.Event()
            watching = threading.Thread(target=_watch, args=(site, has_ended, pages))
            watching.start()
            told = list(threads.map(move, tables))
            has_ended.set()
            watching.join()
        after = Counter(status for status, _told, _seconds in threads.map(move, tables))
    return Held(
        Counter(status for status, _told, _seconds in told),
        all(is_told for _status, is_told, _seconds in told),
        max(seconds for _status, _told, seconds in told),
        max(pages),
        after,
    )


def _watch(site: Site, has_ended: threading.Event, seconds: list[float]) -> None:
    """Look at a table again and again."""
    visitor = Visitor(site.server.address)
    while not has_ended.is_set():
        began = time.monotonic()
        assert visitor.get(f"/t/{site.filled.table}/").status == 200
        seconds.append(time.monotonic() - began)
        time.sleep(0.05)


if __name__ == "__main__":
    run(attack)
