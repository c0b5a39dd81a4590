"""Facts of a finished game for statistics: its length and end, pars, prices of privates, and first tiles.

Things are named by the words of records, so that facts of games under different options can be counted together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from tetsudo.core.actions import Action
from tetsudo.core.corrections import CORRECTIONS
from tetsudo.core.events import (
    Event,
    LotSold,
    OperatingRoundBegan,
    ParSet,
    PrivateDealt,
    Started,
    StockRoundBegan,
    TileLaid,
    TurnBegan,
)
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.model.title import Setup
from tetsudo.game.game import Game

BOOK_DEPTH: Final = 3
"""Number of tiles at the beginning of a game that its opening line has."""

Par: TypeAlias = list[Any]
Sale: TypeAlias = list[Any]
Lay: TypeAlias = list[Any]
"""Rows of the facts, lists as in JSON: [company, price, seat], [private or lot, price, seat], [company, hex, tile,
seat]."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts of a finished game. Seats are numbers from 0."""

    title: str
    scenario: str
    variants: list[str]
    players: int
    actions: int
    stock_rounds: int
    operating_rounds: int
    end: str  # as `Play.end_reason`
    worths: list[int]  # by seat
    is_corrected: bool  # a player changed the position by hand, as the companion of a game on cardboard allows
    pars: list[Par]  # in order; one of each company
    sales: list[Sale]  # privates sold in the auction or dealt, in order
    first_tiles: list[Lay]  # first tile that each company laid, in order; the seat is its president's
    line: list[Lay]  # first tiles of the game, by any company

    def to_data(self) -> dict[str, Any]:
        """Facts as plain data, which `GameFacts(**data)` reads back."""
        return asdict(self)

    def win_share(self, seat: int) -> float:
        """Share of a seat in the win: 1 for the only winner, 1/2 for one of two, 0 for the others."""
        best = max(self.worths)
        return 1 / self.worths.count(best) if self.worths[seat] == best else 0.0


def facts_of(game: Game) -> GameFacts:
    """Facts of a finished game that knows all its actions."""
    game.check_whole()
    setup, events = game.setup, game.events
    worths = {each.player: each.total for each in game.standings()}
    lays = list(_lays(setup, events))
    return GameFacts(
        title=setup.title,
        scenario=setup.scenario,
        variants=list(setup.variants),
        players=len(game.names),
        actions=game.length,
        stock_rounds=sum(isinstance(event, StockRoundBegan) for event in events),
        operating_rounds=sum(isinstance(event, OperatingRoundBegan) for event in events),
        end=game.end_reason,
        worths=[worths[seat] for seat in range(len(game.names))],
        is_corrected=any(_is_correction(action) for action in game.actions),
        pars=_pars(setup, events),
        sales=list(_sales(setup, events)),
        first_tiles=_first_of_each(lays),
        line=lays[:BOOK_DEPTH],
    )


def _is_correction(action: Action) -> bool:
    return action.kind in CORRECTIONS


def _pars(setup: Setup, events: list[Event]) -> list[Par]:
    """First par of each company, by whoever chose it."""
    found: dict[str, Par] = {}
    for event in events:
        if isinstance(event, ParSet | Started):
            symbol = setup.companies[event.company].symbol
            found.setdefault(symbol, [symbol, event.price, event.player])
    return list(found.values())


def _sales(setup: Setup, events: list[Event]) -> Iterator[Sale]:
    for event in events:
        if isinstance(event, LotSold):
            yield [setup.lots[event.lot].symbol, event.price, event.player]
        elif isinstance(event, PrivateDealt):
            yield [setup.privates[event.private].symbol, event.price, event.player]


def _lays(setup: Setup, events: list[Event]) -> Iterator[Lay]:
    """Tiles that companies laid in their turns."""
    president: PlayerId = NOBODY
    for event in events:
        if isinstance(event, TurnBegan):
            president = event.player
        elif isinstance(event, TileLaid) and president != NOBODY:
            tile, hex = setup.tiles[event.tile].name, setup.map.hexes[event.hex].name
            yield [setup.companies[event.company].symbol, hex, tile, president]


def _first_of_each(lays: list[Lay]) -> list[Lay]:
    found: dict[str, Lay] = {}
    for lay in lays:
        found.setdefault(lay[0], lay)
    return list(found.values())
