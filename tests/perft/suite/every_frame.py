"""Positions that show each kind of frame on top of the stack, found in games of simple players with random moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tests.perft.make import counts, numbers_of_players, positions, scenarios
from tests.perft.suite.content import Data
from tetsudo.core.frames import KINDS
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table

MARK: Final = "frame"
GAMES: Final = 60
"""Maximum number of games that are looked through for a scenario."""
RANDOM_MOVE_RATE: Final = 1 / 3
MAX_COUNT: Final = 2_000


def frame_positions(title: str, kept: Mapping[str, str], named: Sequence[Data]) -> dict[str, Data]:
    """Text and counts of a position for each kind of frame that no named position has, by id.

    `kept`: positions found earlier, by id, which stay.
    """
    found = {id: text for id, text in kept.items() if f"/{MARK}-" in id}
    if not found:
        shown = {top_frame(position.read(each["position"])) for each in named}
        found = dict(_search(title, shown))
    return {id: {"position": text, "counts": counts(text, MAX_COUNT)} for id, text in found.items()}


def top_frame(game: Game) -> str:
    """Name of the kind of frame on top of the stack."""
    return KINDS[game.state.stack[-1].kind].__name__


def _search(title: str, shown: set[str]) -> Iterator[tuple[str, str]]:
    seen = set(shown)
    for scenario in scenarios(title):
        players = numbers_of_players(title, scenario)[-1]
        for game in _games(Table(title, players, scenario)):
            kind = top_frame(game)
            if kind not in seen and game.legal_actions():
                seen.add(kind)
                yield "/".join(filter(None, (title, scenario, f"{MARK}-{kind}", str(players)))), game.position()


def _games(table: Table) -> Iterator[Game]:
    for seed in range(GAMES):
        yield from positions(table, seed, RANDOM_MOVE_RATE)
