"""The site killed during posts: every accepted move is stored once, and the game goes on."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.visitor import Visitor


class Poster(threading.Thread):
    """Posts the moves of a known game as fast as possible, from a version on, until the server stops answering.

    `turn`: held during each move, so that others may keep it waiting."""

    def __init__(
        self, server: Server, filled: FilledDatabase, version: int, turn: AbstractContextManager[Any] | None = None
    ) -> None:
        super().__init__(daemon=True)
        self._turn = turn or nullcontext()
        self._visitors = {name: Visitor(server.address, session) for name, session in filled.sessions.items()}
        self._table = filled.table
        self.answered = version
        self.refused: Any = None

    def run(self) -> None:
        try:
            for version in range(self.answered, len(random_actions())):
                action = random_actions()[version]
                with self._turn:
                    answer = self._visitors[action["player"]].act(self._table, version, action)
                if answer.status != 200:
                    self.refused = answer
                    return
                self.answered = version + 1
        except (OSError, HTTPException):
            return  # the server was killed


def stored_moves(database: Path) -> list[tuple[int, str]]:
    """The moves in the file: index and data."""
    with sqlite3.connect(database) as connection:
        return connection.execute('select "index", data from tables_move order by "index"').fetchall()


def crash(database: Path, filled: FilledDatabase, chance: Random) -> None:
    """Kill the site at a random moment, then check the database."""
    known = len(stored_moves(database))
    with Server.start(database) as server:
        poster = Poster(server, filled, known)
        poster.start()
        deadline = time.monotonic() + 30
        while poster.answered == known and poster.is_alive() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.25))
        server.kill()
        poster.join(30)
    assert poster.refused is None, poster.refused
    assert poster.answered > known
    check(database, poster.answered)


def check(database: Path, answered: int) -> None:
    """Check that every answered move is stored exactly once, and at most one unanswered move."""
    found = stored_moves(database)
    assert [index for index, _ in found] == list(range(len(found)))
    assert [json.loads(data) for _, data in found] == list(random_actions()[: len(found)])
    assert answered <= len(found) <= answered + 1


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 20, 10))
def test_killed_twenty_times_in_the_middle_of_posts(tmp_path: Path, first: int) -> None:
    """In chunks that can run in parallel."""
    database = tmp_path / "site.db"
    filled = fill(database, TableSpec())
    for number in range(first, first + 10):
        if len(stored_moves(database)) > len(random_actions()) - 150:
            database = tmp_path / f"site-{number}.db"  # the game is nearly over: start another
            filled = fill(database, TableSpec())
        crash(database, filled, Random(number))
    version = len(stored_moves(database))
    with Server.start(database) as server:
        action = random_actions()[version]
        visitor = Visitor(server.address, filled.sessions[action["player"]])
        assert visitor.get(f"/t/{filled.table}/").status == 200
        if version:
            assert visitor.act(filled.table, version - 1, random_actions()[version - 1]).status in (403, 409)
        assert visitor.act(filled.table, version, action).data == {"version": version + 1}
