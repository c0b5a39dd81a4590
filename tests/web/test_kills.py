"""The site killed while bots write moves: none is lost or doubled, and every game goes on."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.server import Server
from tests.web.filling import TableSpec, fill

ALONE = TableSpec(people=(), bots=("simple", "random", "simple"), count=4)
"""Bot-only tables."""

LONGEST = 250
"""Number of moves after which new tables replace the old ones."""


class Kept(NamedTuple):
    """Stored data of a table: its number of moves, their indices, and the snapshot's version."""

    version: int
    moves: list[int]
    snapshot: int


def kept(database: Path) -> dict[int, Kept]:
    """Stored data by table."""
    with sqlite3.connect(database, timeout=20) as connection:
        found = {pk: Kept(version, [], 0) for pk, version in connection.execute("select id, version from tables_table")}
        for pk, index in connection.execute('select table_id, "index" from tables_move order by "index"'):
            found[pk].moves.append(index)
        present = connection.execute("select table_id, version from tables_snapshot where begins = 0")
        return {**found, **{pk: found[pk]._replace(snapshot=version) for pk, version in present}}


def written(database: Path) -> int:
    """Number of stored moves."""
    return sum(len(each.moves) for each in kept(database).values())


def crash(database: Path, chance: Random) -> None:
    """Kill the site shortly after the bots have moved again."""
    before = kept(database)
    with Server.start(database, environment={"TETSUDO_MAX_BOT_TABLES": "100"}) as server:
        deadline = time.monotonic() + 60
        while written(database) <= sum(len(each.moves) for each in before.values()):
            assert time.monotonic() < deadline, "the bots do not go on"
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.15))
        server.kill()
    for pk, found in kept(database).items():
        assert found.moves == list(range(found.version))
        assert found.version == found.snapshot >= before[pk].version


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 30, 15))
def test_killed_thirty_times_while_bots_write(tmp_path: Path, first: int) -> None:
    """In chunks that can run in parallel."""
    database = tmp_path / "site.db"
    fill(database, ALONE)
    for number in range(first, first + 15):
        if max(each.version for each in kept(database).values()) > LONGEST:
            database = tmp_path / f"site-{number}.db"
            fill(database, ALONE)
        crash(database, Random(number))
