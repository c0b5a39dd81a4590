"""The site killed while players move, pause and resume: the kept times are those of the stored moves and events.

As a program (`python -m tests.web.test_clock_kills FILE`) it prints the times of a database: kept, and counted again.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server import Server
from tests.web.filling import PEOPLE, ROOT, FilledDatabase, TableSpec, fill, random_actions
from tests.web.test_crash import Poster, stored_moves
from tests.web.visitor import Visitor


class Pauser(threading.Thread):
    """Asks for pauses, lets all agree, and resumes, between the moves, until the server stops answering."""

    def __init__(self, server: Server, filled: FilledDatabase, turn: threading.Lock) -> None:
        super().__init__(daemon=True)
        self._turn = turn  # a move between request and consent would end the request
        self._visitors = {name: Visitor(server.address, session) for name, session in filled.sessions.items()}
        self._filled = filled

    def run(self) -> None:
        try:
            while True:
                with self._turn:
                    self._pause()
                time.sleep(0.02)
        except (OSError, HTTPException):
            return  # the server was killed

    def _pause(self) -> None:
        version = len(stored_moves(self._filled.database or Path()))
        for name, deed in zip((*PEOPLE, PEOPLE[0]), ("ask", "agree", "agree", "resume"), strict=True):
            self.post(name, deed, version)

    def post(self, name: str, deed: str, version: int) -> None:
        """Post a player's deed."""
        path = f"/t/{self._filled.table}/pause/{deed}/"
        self._visitors[name].post(path, {"version": version}, Accept="application/json")


def times(database: Path) -> dict[str, Any]:
    """Times at the only table of a database: `kept` and `recounted`, and its number of pauses."""
    ours = ("DJANGO_SETTINGS_MODULE", "TETSUDO_WORKERS", "TETSUDO_BOT_WORKERS", "TETSUDO_PAGE_WAIT_SECONDS")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    command = [sys.executable, "-m", "tests.web.test_clock_kills", str(database)]
    done = subprocess.run(
        command, env={**environment, "PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_killed_while_players_move_and_pause(tmp_path: Path, seed: int) -> None:
    database, chance = tmp_path / "site.db", Random(seed)
    filled = fill(database, TableSpec())
    with sqlite3.connect(database) as connection:
        connection.execute("update tables_table set clock_minutes = 30")
    for _ in range(8):
        known = len(stored_moves(database))
        with Server.start(database) as server:
            turn = threading.Lock()
            poster, pauser = Poster(server, filled, known, turn), Pauser(server, filled, turn)
            pauser.post(PEOPLE[0], "resume", known)  # in case the last kill came during a pause
            poster.start()
            pauser.start()
            deadline = time.monotonic() + 60
            while poster.answered < known + 3 and poster.is_alive() and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.5))
            server.kill()
            poster.join(30)
            pauser.join(30)
        assert poster.refused is None, poster.refused
    found = times(database)
    assert found["kept"] == found["recounted"]
    assert found["moves"] == len(stored_moves(database)) <= len(random_actions())
    assert found["pauses"]


def _main() -> None:
    from tetsudo.web.server.run import prepare

    prepare(f"sqlite:///{sys.argv[1]}")

    from tests.web.clock import facts_of
    from tetsudo.web.tables.clocks.recount import Happened, recounted
    from tetsudo.web.tables.models import Table

    table = Table.objects.get()
    facts = facts_of(table)
    kept = {str(seat): used for seat, used in enumerate(table.used_ms) if used}
    again = {str(seat): used for seat, used in sorted(recounted(facts).items()) if used}
    pauses = sum(fact.kind == Happened.PAUSE for fact in facts)
    json.dump({"kept": kept, "recounted": again, "moves": table.version, "pauses": pauses}, sys.stdout)


if __name__ == "__main__":
    _main()
