"""Boards shared by tests of 1890."""

from __future__ import annotations

from typing import Any

from tests.builders import operate, set_phase, start, stock_round, token
from tetsudo.engine.state.state import record_run
from tetsudo.game.game import Game


def board(scenario: str = "C", **options: Any) -> Game:
    """A stock round with all privates closed, so that they block no hex."""
    return stock_round(title="1890", scenario=scenario, **options)


def company_turn(game: Game, symbol: str, *at: str, step: str = "track", cash: int = 500, era: str = "") -> Game:
    """A company in its turn, with tokens in the given places ("B17:2"), otherwise at home; it has run before.

    `era`: the phase, if not the first.
    """
    number = start(game, symbol, {0: 60}, cash=cash, tokens=[] if at else None)
    for place in at:
        name, _, city = place.partition(":")
        token(game, symbol, name, int(city or 0))
    record_run(game.state, number, 0)
    if era:
        set_phase(game, era)
    return operate(game, symbol, step)


def tile_names(lays: set[tuple[str, int]]) -> set[str]:
    """Tile names of the lays, without rotation."""
    return {name for name, _ in lays}
