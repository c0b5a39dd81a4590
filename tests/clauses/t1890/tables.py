"""Tables of 1890 for tests of its operating rounds: ownership, and a bit of track by the sea.

Sanyo (SY) at Akashi (F3), JR at Kobe (F5) and elsewhere, Kobe Electric (KER, a minor) at Tanigami (D5), Hankyu (HK),
Nankai (NK), the Subway (OS). Himeji (F1) is off-board, 40 in the first phases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.builders import assign_train, company, lay, set_phase, set_treasury, stock_round, token, train
from tetsudo.engine.state.ownership import move_president, move_train
from tetsudo.engine.state.state import CLOSED, DEPOT, FLOATED, OUT, SCRAPPED, set_status
from tetsudo.game.game import Game

PHASES = ("1", "1.5", "2", "2.5", "3", "4", "5", "6")
"""Phases of the full game; A and B have no halves."""

TRAINS = ("2", "2+2", "3", "3+3", "4", "5", "6", "D")


def table(scenario: str = "A", in_phase: str = "1", *, players: int = 4, cash: int = 500, **more: Any) -> Game:
    """A stock round of the second game turn with all privates and minors closed and no company started."""
    game = stock_round(players, title="1890", scenario=scenario, cash=cash, **more)
    for each in game.setup.companies:
        if each.kind == "minor":
            set_status(game.state, each.id, CLOSED)
            move_president(game.state, each.id, players + OUT)
    set_phase(game, in_phase)
    return game


def put_in_depot(game: Game, name: str) -> None:
    """Put a train that is out of the game into the depot."""
    move_train(game.state, train(game, name), game.state.companies + SCRAPPED, game.state.companies + DEPOT)


def assign_minor(game: Game, symbol: str, owner: int, *, cash: int = 0, trains: Sequence[str] = ()) -> None:
    """Give a minor to a player, with its tokens on its homes."""
    state, number = game.state, company(game, symbol)
    move_president(state, number, owner)
    set_status(state, number, FLOATED)
    set_treasury(game, symbol, cash)
    for name in trains:
        assign_train(game, symbol, name)
    for hex, city in game.setup.companies[number].homes:
        token(game, symbol, game.setup.map.hexes[hex].name, city)


def join_akashi(game: Game) -> None:
    """A yellow city at Akashi, connected to Himeji in the west and Kobe in the east: 20, 40 and 30."""
    lay(game, "F3", "57", 1)
