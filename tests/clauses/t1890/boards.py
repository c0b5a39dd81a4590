"""Boards that several tests of 1890 stand on."""

from __future__ import annotations

from typing import Any

from tests.builders import operate, phase, start, stock_round, token
from tetsudo.engine.state.state import remember_run
from tetsudo.game.game import Game


def board(scenario: str = "C", **options: Any) -> Game:
    """A stock round in which all privates are closed, so that they block nothing."""
    return stock_round(title="1890", scenario=scenario, **options)


def acting(game: Game, symbol: str, *at: str, step: str = "track", cash: int = 500, era: str = "") -> Game:
    """A company in turn, with tokens ("B17:2") where it says, else at home; it has run before.

    `era`: the phase, if it is not the first.
    """
    number = start(game, symbol, {0: 60}, cash=cash, tokens=[] if at else None)
    for place in at:
        name, _, city = place.partition(":")
        token(game, symbol, name, int(city or 0))
    remember_run(game.state, number, 0)
    if era:
        phase(game, era)
    return operate(game, symbol, step)


def by_name(lays: set[tuple[str, int]]) -> set[str]:
    """The tiles among lays, whatever their rotation."""
    return {name for name, _ in lays}
