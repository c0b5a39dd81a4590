"""Moments of generated games, for pictures and for tests of every kind of decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import tetsudo
from tests.browser.games import decision_is, first_position, simple_game
from tests.rules.test_windows import over_the_limit
from tetsudo.core.actions import LayTile
from tetsudo.core.open_actions import TrainOffers
from tetsudo.core.units import NOBODY
from tetsudo.engine.state.ownership import company_trains
from tetsudo.game.game import Game

MANY_TILES: Final = 20
"""Lays of tiles in one hex, in all rotations, for a moment with many."""
FOUR_TRAINS: Final = 4
MANY_SELLERS: Final = 3


def late_game() -> Game:
    """A complete game, for scenes late in it."""
    return simple_game(1, whims=0.3)


def late_game_1888n() -> Game:
    """The same for 1888-N."""
    return simple_game(4, whims=0.3, title="1888n")


def six_player_game() -> Game:
    """The 1888 prototype with the maximum number of players."""
    return simple_game(3, ("Ann", "Bo", "Cy", "Di", "Edward", "Fatima"), whims=0.3, title="1888")


def late_game_1890() -> Game:
    """A complete four-player game of 1890, with few random actions."""
    return simple_game(1, ("Ann", "Bo", "Cy", "Di"), whims=0.1, title="1890", scenario="C")


def new_game_1890(scenario: str) -> Game:
    """Another scenario of 1890 before its first move."""
    return tetsudo.new("1890", ("Ann", "Bo", "Cy"), scenario=scenario)


def _tiles_of_hex(game: Game) -> int:
    """The most lays in one hex."""
    if game.to_act.doing != "track":
        return 0
    hexes = [offer.hex for offer in game.legal_actions() if isinstance(offer, LayTile)]
    return max((hexes.count(hex) for hex in set(hexes)), default=0)


def _trains_in_turn(game: Game) -> tuple[int, ...]:
    """Trains of the company in turn."""
    company = game.to_act.company
    return () if company == NOBODY else tuple(company_trains(game.state, company))


def _sellers(game: Game) -> int:
    """Number of trains that other companies may sell."""
    return sum(isinstance(offer, TrainOffers) for offer in game.legal_actions())


def has_action(game: Game, kind: str) -> bool:
    """True if an action of this kind is legal now."""
    return any(offer.kind == kind for offer in game.legal_actions())


def seven_player_game() -> Game:
    """1890 with the maximum number of players."""
    return simple_game(2, ("Ann", "Bo", "Cy", "Di", "Edward", "Fatima", "Gus"), whims=0.2, title="1890", scenario="C")


MOMENTS: Final[dict[str, Callable[[], Game]]] = {
    "auction": lambda: first_position(simple_game(4, whims=0.3), lambda game: game.length == 4),
    "stock-early": lambda: first_position(simple_game(), lambda game: game.state.turn == 1 and game.length >= 9),
    "track-early": lambda: first_position(simple_game(), decision_is("track")),
    "stock-late": lambda: first_position(late_game(), decision_is("stock", 11)),
    "track-late": lambda: first_position(
        late_game(), lambda game: game.state.turn >= 11 and has_action(game, "lay_tile")
    ),
    "token": lambda: first_position(late_game(), lambda game: game.state.turn >= 2 and has_action(game, "place_token")),
    "run": lambda: first_position(late_game(), decision_is("run", 12)),
    "dividend": lambda: first_position(late_game(), decision_is("dividend", 12)),
    "trains": lambda: first_position(late_game(), decision_is("trains", 3)),
    "discard": lambda: first_position(simple_game(3, whims=0.3), decision_is("discard")),
    "bid-off": lambda: first_position(simple_game(4, whims=0.3), decision_is("bid-off", 0)),
    "many-tiles": lambda: first_position(
        simple_game(6, ("Ann", "Bo", "Cy", "Di"), whims=0.3, title="1890", scenario="C"),
        lambda game: _tiles_of_hex(game) >= MANY_TILES,
    ),
    "four-trains": lambda: first_position(
        late_game_1890(), lambda game: game.to_act.doing == "run" and len(_trains_in_turn(game)) >= FOUR_TRAINS
    ),
    "train-offers": lambda: first_position(
        late_game_1890(), lambda game: game.to_act.doing == "trains" and _sellers(game) >= MANY_SELLERS
    ),
    "forced-sale": lambda: first_position(
        simple_game(2, whims=0.3), lambda game: game.to_act.doing == "trains" and has_action(game, "sell_shares")
    ),
    "free-lay": lambda: first_position(late_game(), decision_is("free lay")),
    "offer": lambda: first_position(late_game(), decision_is("offer")),
    "finished": lambda: late_game(),
    "1888n-auction": lambda: first_position(late_game_1888n(), lambda game: game.length == 4),
    "1888n-stock-early": lambda: first_position(
        late_game_1888n(), lambda game: game.state.turn == 1 and has_action(game, "par")
    ),
    "1888n-track-early": lambda: first_position(late_game_1888n(), decision_is("track")),
    "1888n-private-tile": lambda: first_position(late_game_1888n(), lambda game: has_action(game, "lay_private_tile")),
    "1888n-run": lambda: first_position(late_game_1888n(), decision_is("run", 9)),
    "1888n-finished": late_game_1888n,
    "1888-auction": lambda: first_position(six_player_game(), lambda game: game.length == 7),
    "1888-stock": lambda: first_position(six_player_game(), decision_is("stock", 5)),
    "1888-track": lambda: first_position(six_player_game(), decision_is("track", 5)),
    "1888-dividend": lambda: first_position(six_player_game(), decision_is("dividend", 7)),
    "1890-auction": lambda: first_position(late_game_1890(), lambda game: game.length == 4),
    "1890-par": lambda: first_position(late_game_1890(), decision_is("par")),
    "1890-stock": lambda: first_position(
        late_game_1890(), lambda game: game.to_act.doing == "stock" and has_action(game, "take_private")
    ),
    "1890-track": lambda: first_position(late_game_1890(), decision_is("track", 2)),
    "1890-window": lambda: first_position(late_game_1890(), decision_is("window")),
    "1890-forming": lambda: first_position(late_game_1890(), decision_is("forming")),
    "1890-convert": lambda: first_position(late_game_1890(), lambda game: has_action(game, "convert")),
    "1890-passage": lambda: first_position(late_game_1890(), lambda game: has_action(game, "buy_passage")),
    "1890-run": lambda: first_position(late_game_1890(), decision_is("run", 5)),
    "1890-dividend": lambda: first_position(
        late_game_1890(),
        lambda game: (
            game.to_act.doing == "dividend"
            and len(game.legal_actions()) == 2
            and game.setup.companies[game.to_act.company].symbol == "JR"
        ),
    ),
    "1890-trains": lambda: first_position(late_game_1890(), decision_is("trains", 4)),
    "1890-finished": late_game_1890,
    "seven-auction": lambda: first_position(seven_player_game(), lambda game: game.length == 9),
    "seven-stock": lambda: first_position(seven_player_game(), decision_is("stock", 3)),
    "seven-track": lambda: first_position(seven_player_game(), decision_is("track", 3)),
    "1890-discard": over_the_limit,
    "1890-private-tile": lambda: first_position(late_game_1890(), lambda game: has_action(game, "lay_private_tile")),
    **{f"1890-{scenario}": partial(new_game_1890, scenario) for scenario in "ABD"},
}
