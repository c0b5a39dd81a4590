"""Tables for Kinki's formation: minors owned by players, Kinki's price on the market, the start of a round.

Kanan is KAN, Osaka Electric OER, Osaka Railway ORY, Nara Electric NER, Kinki KN.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.builders import (
    assign_train,
    company,
    hex_id,
    new_game,
    par_cell,
    place_marker,
    set_cash,
    set_phase,
    set_treasury,
    token,
)
from tetsudo.core import frames
from tetsudo.core.actions import Join
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.tiles_and_tokens.tokens import next_token
from tetsudo.engine.state.ownership import (
    ipo_of,
    market_of,
    move_ordinary,
    move_president,
    ordinary_shares,
    president_of,
)
from tetsudo.engine.state.rows import filled, row_of, tuple_with_value
from tetsudo.engine.state.state import (
    CLOSED,
    FLOATED,
    MAX_CITIES,
    OPERATING_ROUND,
    OUT,
    RESERVED,
    STARTED,
    fix_par,
    set_status,
)
from tetsudo.game.game import Game

CLOCKWISE = {"OER": 0, "ORY": 1, "KAN": 2, "NER": 3}
"""An owner for each minor."""


def table(phase_name: str = "2", *, players: int = 4, turn: int = 3, **options: Any) -> Game:
    """Scenario C with all privates and minors closed and 500 for each player; no company has started."""
    game = new_game(players, title="1890", scenario="C", **options)
    state = game.state
    state.privates = filled(NOBODY, len(state.privates))
    state.turn = turn
    for each in game.setup.companies:
        if each.kind == "minor":
            set_status(state, each.id, CLOSED)
            move_president(state, each.id, state.players + OUT)
    set_phase(game, phase_name)
    for player in range(players):
        set_cash(game, player, 500)
    return game


def set_up_kinki(game: Game, par: int = 80, held: Mapping[int, int] | None = None, market: int = 0) -> None:
    """Set Kinki's par. `held`: 10 % certificates by player, of the four on offer; `market`: number in the market."""
    state, number = game.state, company(game, "KN")
    for place in range(state.players + 4):
        move_ordinary(state, number, place, ipo_of(state), ordinary_shares(state, number, place))
    move_ordinary(state, number, ipo_of(state), state.players + RESERVED, 4)
    move_president(state, number, state.players + RESERVED)
    for player, count in (held or {}).items():
        move_ordinary(state, number, ipo_of(state), player, count)
    move_ordinary(state, number, ipo_of(state), market_of(state), market)
    fix_par(state, number, par)
    set_status(state, number, STARTED)
    place_marker(game, "KN", par_cell(game, par))


def assign_minor(game: Game, symbol: str, owner: int, cash: int = 0, trains: Sequence[str] = ()) -> None:
    """Give a minor to a player, with its tokens on its homes."""
    state, number = game.state, company(game, symbol)
    set_status(state, number, FLOATED)
    move_president(state, number, owner)
    set_treasury(game, symbol, cash)
    for name in trains:
        assign_train(game, symbol, name)
    facts = game.setup.companies[number]
    if facts.bearer == NOBODY:
        for hex, city in facts.homes:
            token(game, symbol, game.setup.map.hexes[hex].name, city)


def assign_minors(game: Game, **cash: int) -> None:
    """Give Kinki's named minors to their owners in `CLOCKWISE`, each with the given treasury."""
    for symbol, amount in cash.items():
        assign_minor(game, symbol, CLOCKWISE[symbol], amount)


def start_operating_round(game: Game, *, operating_round: int = 1, rounds: int = 1) -> Game:
    """An operating round before its first turn."""
    state = game.state
    state.round, state.operating_round, state.operating_rounds = OPERATING_ROUND, operating_round, rounds
    state.acted = row_of([0 if status == FLOATED else NOBODY for status in state.status])
    state.stack = (frames.Operating(),)
    engine.settle(game.ruleset, state, [])
    return game


def join(game: Game, symbol: str) -> Join:
    """The declaration of a minor's owner to merge."""
    number = company(game, symbol)
    return Join(president_of(game.state, number), number)


def paid_token(game: Game, hex_name: str, city: int) -> None:
    """Place Kinki's next token in a city, in addition to those of its minors."""
    game.state.tokens = tuple_with_value(
        game.state.tokens,
        next_token(game.ruleset, game.state, company(game, "KN")),
        hex_id(game, hex_name) * MAX_CITIES + city,
    )
    game.state.network = None


def form_kinki(game: Game, railway: int | None = 1) -> None:
    """Kinki formed from Osaka Electric, whose owner 0 is president, and from a player's Osaka Railway, if any."""
    state, number = game.state, company(game, "KN")
    set_up_kinki(game)
    set_status(state, number, FLOATED)
    move_president(state, number, 0)
    token(game, "KN", "H13", 1)
    if railway is not None:
        move_ordinary(state, number, state.players + RESERVED, railway, 1)
