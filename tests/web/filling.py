"""A database with tables in it, for a running site: `fill(file, Table(...))`.

It is written by a separate process (this module as a program), since Django can be set up with one database only, and
the tests' own process uses one in memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import tetsudo
from tests.server import database_url
from tetsudo.lab.random_play import play_random

ROOT: Final = Path(__file__).resolve().parents[2]
SEED: Final = 7
TITLE: Final = "1889"
PEOPLE: Final = ("Ann", "Bo", "Cy")
OPTIONS: Final = {"automatic_passes": False}
"""Options of the tables: players pass manually (`auto_pass="never"`)."""


@dataclass
class TableSpec:
    """Tables of one kind: a guest for each name, then bots."""

    people: Sequence[str] = PEOPLE
    bots: Sequence[str] = ()
    undo: str = "own"
    seed: int = SEED
    count: int = 1
    listed: bool = True
    actions: Sequence[Any] = ()  # moves already made
    record: Any = None  # a whole game instead of the other fields


@dataclass
class FilledDatabase:
    """Keys of the tables in order, and the session of each guest by name."""

    tables: list[str]
    sessions: dict[str, str]
    database: Path | None = None

    @property
    def table(self) -> str:
        """The first table's key."""
        return self.tables[0]


@lru_cache
def random_actions(people: tuple[str, ...] = PEOPLE, chance: int = 3) -> tuple[Any, ...]:
    """The actions of a random three-player game at such a table, in record format."""
    game = tetsudo.new(TITLE, people, seed=SEED, options=OPTIONS)
    play_random(game, Random(chance))
    return tuple(game.record().actions)


def fill(database: Path | str, *wanted: TableSpec) -> FilledDatabase:
    """Create a database (a file, or a URL) with such tables."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    ours = ("DJANGO_SETTINGS_MODULE", "TETSUDO_WORKERS", "TETSUDO_BOT_WORKERS", "TETSUDO_PAGE_WAIT_SECONDS")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.filling", database_url(database)],
        input=json.dumps([asdict(each) for each in wanted]),
        env={**environment, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return FilledDatabase(**json.loads(done.stdout), database=database if isinstance(database, Path) else None)


def _main() -> None:
    from tetsudo.web.server.run import prepare

    prepare(sys.argv[1])
    wanted = [TableSpec(**each) for each in json.load(sys.stdin)]
    names = sorted({name for each in wanted for name in each.people})
    guests = {name: _guest(name) for name in names}
    keys = [_create_table(each, guests) for each in wanted for _ in range(each.count)]
    json.dump({"tables": keys, "sessions": {name: session for name, (_, session) in guests.items()}}, sys.stdout)


def _guest(name: str) -> tuple[Any, str]:
    """A guest and their session."""
    from django.contrib.sessions.backends.db import SessionStore

    from tetsudo.web.tables.models import Guest
    from tetsudo.web.tables.seats.guests import KEY

    made = Guest.objects.create(name=name)
    session = SessionStore()
    session[KEY] = made.pk
    session.save()
    return made, str(session.session_key)


def _create_table(wanted: TableSpec, guests: dict[str, tuple[Any, str]]) -> str:
    from tetsudo.web.tables.games.from_record import create_from_game
    from tetsudo.web.tables.models import Guest
    from tetsudo.web.tables.moves import submit
    from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

    if wanted.record:
        return create_from_game(tetsudo.load(wanted.record), guests[wanted.people[0]][0], "").key
    owner = guests[wanted.people[0]][0] if wanted.people else Guest.objects.create(name="Nobody")
    chairs = [Chair(name if number == 0 else "") for number, name in enumerate(wanted.people)]
    chairs += [Chair(bot=bot) for bot in wanted.bots]
    wish = TableSettings(TITLE, chairs, undo=wanted.undo, seed=wanted.seed, is_listed=wanted.listed, auto_pass="never")
    table = open_table(wish, owner)
    for seat, name in zip(list(table.seats.all())[1:], wanted.people[1:], strict=False):
        sit_down(seat, guests[name][0], name)
    table.refresh_from_db()
    for version, action in enumerate(wanted.actions):
        submit.act(table, version, action, range(len(chairs)))
    return table.key


if __name__ == "__main__":
    _main()
