"""The site killed with -9 while moves are posted: `python -m tests.web.notices.site_killing --kills 500`.

Every player wants notices, by a webhook that is refused at once, so that each notice stays as a row. After each kill,
every stored move that made it another player's turn has its notice, exactly one.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import tetsudo
from tests.web.filling import OPTIONS, PEOPLE, SEED, TITLE, FilledDatabase, TableSpec, fill, random_actions
from tests.web.notices.killing import main
from tests.web.test_crash import crash, stored_moves
from tetsudo.core.units import NOBODY
from tetsudo.language.labels import action_from_data

TURN: Final = "turn"
OFFER: Final = "offer"
ASKING_STEPS: Final = ("offer", "forming")
"""Kinds of notices, and the steps in which a player answers another one. Not imported: Django has no settings here."""

WISH: Final = (
    "insert into notices_recipient (guest_id, is_active, language, site, zone, mail, push, webhook, kinds, cool_down, "
    "has_live_mail, address, is_confirmed, hook_address, hook_form) select id, 1, 'en', '', 'UTC', 'never', 'never', "
    """'always', '["turn", "offer", "over"]', 10, 0, '', 0, 'https://127.0.0.1/', 'json' from tables_guest"""
)
"""Wishes for every guest: a webhook at a private address, to which the site does not send."""

ROUND: Final = 100
"""Number of moves after which another game is started: later moves take longer."""


class Report(NamedTuple):
    """Result: kills, moves stored, and notices that are missing, or there twice."""

    kills: int
    moves: int
    missing: int
    doubled: int


@lru_cache
def turns() -> tuple[tuple[str, int] | None, ...]:
    """For each move of the known game, the kind of notice and the player who is told after it; None if nobody is."""
    game = tetsudo.new(TITLE, PEOPLE, seed=SEED, options=OPTIONS)
    found: list[tuple[str, int] | None] = []
    for data in random_actions():
        action, before = action_from_data(game.setup, game.names, data), game.to_act.player
        game.apply(action)
        turn = game.to_act
        is_told = not game.is_over and turn.player not in (NOBODY, before, action.player)
        found.append((OFFER if turn.doing in ASKING_STEPS else TURN, turn.player) if is_told else None)
    return tuple(found)


def new_site(folder: Path, number: int) -> tuple[Path, FilledDatabase]:
    """A database whose players all want notices."""
    database = folder / f"site-{number}.db"
    filled = fill(database, TableSpec())
    with sqlite3.connect(database) as connection:
        connection.execute(WISH)
    return database, filled


def notices(database: Path) -> Counter[tuple[int, str, int]]:
    """Number of notices by version, kind and seat."""
    with sqlite3.connect(database) as connection:
        return Counter(
            connection.execute(
                "select n.version, n.kind, s.number from notices_notice n join tables_seat s "
                "on s.table_id = n.table_id and s.guest_id = n.guest_id where n.kind in (?, ?)",
                (TURN, OFFER),
            )
        )


def expected(moves: int) -> set[tuple[int, str, int]]:
    """Notices of the first moves."""
    return {(index + 1, *told) for index, told in enumerate(turns()[:moves]) if told is not None}


def torment(folder: Path, kills: int, seed: int = 1) -> Report:
    """Kill the site again and again, and compare moves with notices after each kill."""
    chance, moves, missing, doubled = Random(seed), 0, 0, 0
    database, filled = new_site(folder, 0)
    for number in range(kills):
        if len(stored_moves(database)) > ROUND:
            moves += len(stored_moves(database))
            database, filled = new_site(folder, number)
        crash(database, filled, chance)
        found, wanted = notices(database), expected(len(stored_moves(database)))
        missing += len(wanted - set(found))
        doubled += sum(count - 1 for count in found.values()) + len(set(found) - wanted)
    return Report(kills, moves + len(stored_moves(database)), missing, doubled)


if __name__ == "__main__":
    main(torment, ("missing", "doubled"))
