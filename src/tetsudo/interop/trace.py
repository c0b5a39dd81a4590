"""Position after each action, in the format of recorded test games.

A trace is the first position and, for each action, the changed entries in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tetsudo.core import frames
from tetsudo.core.actions import Action, BuyShare, ExchangePrivate, Par, RunRoutes, SellShares
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId
from tetsudo.engine.rules.shares.market_cells import operating_order
from tetsudo.engine.state.board import faces_on
from tetsudo.engine.state.ownership import train_count
from tetsudo.engine.state.state import AUCTION_ROUND, DEPOT, DISCARDED, STOCK_ROUND, State, bank_cash
from tetsudo.game.game import Game
from tetsudo.game.views.owners import CompanyView, PlayerView
from tetsudo.interop.game_setup import names_for_title

Position = dict[str, Any]
RenamedTiles = Mapping[HexId, tuple[str, int]]
"""Tiles with another name in a file, and their rotation there."""

KEYED_ENTRIES: Final = ("players", "corps", "tiles")
WHOLE_ENTRIES: Final = ("depot", "order", "open_companies")


class Tracer:
    """Recorder of a game's trace, which `document()` returns."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.opener = game.state.priority
        self.begun: list[CompanyId] = []
        self.shown: PlayerId = NOBODY
        self.initial = position(game, self.opener)
        self.entries: list[Position] = []
        self.latest = self.initial

    def add(self, action: Action, events: list[Event], odd_tiles: RenamedTiles | None = None) -> None:
        """Record the position after one more action."""
        self._track_round(events)
        self._track_priority(action, events)
        now = position(self.game, self.opener, self.begun, odd_tiles)
        if self.shown != NOBODY:
            now["priority"] = self.game.names[self.shown]
        entry: Position = {"i": len(self.entries)}
        for key, value in now.items():
            if key in KEYED_ENTRIES:
                changed = {name: each for name, each in value.items() if self.latest[key].get(name) != each}
                if changed:
                    entry[key] = changed
            elif key not in WHOLE_ENTRIES or value != self.latest[key]:
                entry[key] = value
        if isinstance(action, RunRoutes):
            entry["revenue"] = sum(event.price for event in events if event.kind == "ran")
            entry["subsidy"] = _subsidy(self.game, events)
        self.entries.append(entry)
        self.latest = now

    def _track_round(self, events: list[Event]) -> None:
        """Track the opener of the stock round, and the companies that have started their turn in the round."""
        for event in events:
            if event.kind == "stock_round_began":
                self.opener = self.game.state.priority
            elif event.kind == "operating_round_began":
                self.begun = []
            elif event.kind == "turn_began":
                self.begun.append(event.company)

    def _track_priority(self, action: Action, events: list[Event]) -> None:
        """Track the priority deal as 18xx.games shows it.

        An exchange moves it there only at the next purchase or sale, or at the end of the round.
        """
        if isinstance(action, ExchangePrivate) and self.game.state.round == STOCK_ROUND:
            self.shown = self.game.names.index(self.latest["priority"])
        elif isinstance(action, BuyShare | SellShares | Par):
            self.shown = NOBODY
        if any(event.kind == "priority_moved" for event in events):
            self.shown = NOBODY

    def document(self) -> Position:
        """Whole trace, as JSON data."""
        return {
            "title": self.game.setup.title,
            "players": list(self.game.names),
            "initial": self.initial,
            "trace": self.entries,
            "complete": self.game.is_over,
        }


def _subsidy(game: Game, events: list[Event]) -> Money:
    """Subsidy of a run: waiting for the dividend, or already paid."""
    frame = game.state.stack[-1]
    waits = frame.subsidy if isinstance(frame, frames.Turn) else 0
    return waits + sum(event.price for event in events if event.kind == "subsidised")


def position(
    game: Game, opener: PlayerId = 0, begun: Sequence[CompanyId] = (), odd_tiles: RenamedTiles | None = None
) -> Position:
    """Complete position.

    The state lacks three facts of a trace: the player who opened the stock round (`opener`), the companies that have
    started their turn in this round, in order (`begun`), and the tiles with other names in the file (`odd_tiles`).
    """
    state = game.state
    return {
        "round": _round(game),
        "turn": max(state.turn, 1),
        "phase": _phase(game),
        "active": _active(game),
        "bank": bank_cash(state),
        "priority": game.names[_priority(state)],
        "players": {player.name: _player(game, player) for player in game.players},
        "corps": {symbol: _company(company) for symbol, company in game.companies.items()},
        "depot": _depot(game),
        "order": _order(game, opener, begun),
        "open_companies": [symbol for symbol, private in game.privates.items() if not private.is_closed],
        "tiles": _tiles(game, odd_tiles or {}),
    }


def _phase(game: Game) -> str:
    """Name of the phase on 18xx.games."""
    name = game.setup.phases[game.state.phase].name
    found = names_for_title(game.setup.title)
    return found[2].phases.get(name, name) if found else name


def _round(game: Game) -> str:
    state = game.state
    if state.round == AUCTION_ROUND:
        return "ISR"
    if state.round == STOCK_ROUND:
        return f"SR {state.turn}"
    return f"OR {state.turn}.{state.operating_round}"


def _priority(state: State) -> PlayerId:
    """Holder of the priority deal, skipping a bankrupt player."""
    return (state.priority + (state.priority == state.bankrupt)) % state.players


def _active(game: Game) -> str | None:
    """Actor: a player, a company, or the private that lays its tile."""
    turn = game.to_act
    if turn.player == NOBODY:
        return None
    frame = game.state.stack[-1]
    if isinstance(frame, frames.FreeLay):
        power = game.ruleset.powers.all[frame.power]
        return game.setup.privates[power.private].symbol
    if turn.company != NOBODY:
        return game.setup.companies[turn.company].symbol
    return game.names[turn.player]


def _player(game: Game, player: PlayerView) -> Position:
    shares = player.shares
    companies = game.companies
    value = sum(percent // 10 * companies[symbol].price for symbol, percent in shares.items())
    told = {
        "cash": player.cash,
        "shares": shares,
        "companies": list(player.privates),
        "value": player.cash + value + sum(game.privates[symbol].price for symbol in player.privates),
        "certs": player.certificates,
    }
    return told | {"bankrupt": True} if player.id == game.state.bankrupt else told


def _company(company: CompanyView) -> Position:
    row, column = company.cell or (None, None)
    president = company.president
    return {
        "cash": company.cash,
        "price": company.price or None,
        "row": row,
        "col": column,
        "par": company.par or None,
        "floated": company.is_floated,
        "president": president and president.name,
        "trains": list(company.trains),
        "tokens": list(company.tokens),
        "tokens_left": list(company.token_prices_left),
        "ipo": company.in_offering,
        "market": company.in_market,
        "companies": list(company.privates),
    }


def _depot(game: Game) -> Position:
    """Trains in the depot and in the market by name; one for an unlimited kind."""
    state = game.state
    upcoming: list[str] = []
    discarded: list[str] = []
    for train in game.setup.trains:
        left = train_count(state, train.id, state.companies + DEPOT)
        upcoming += [train.name] * (1 if train.count < 0 else left)
        discarded += [train.name] * train_count(state, train.id, state.companies + DISCARDED)
    return {"upcoming": upcoming, "discarded": discarded}


def _order(game: Game, opener: PlayerId, begun: Sequence[CompanyId]) -> list[str]:
    """Players from the opener on; or companies, first those that have acted, then the rest by price."""
    state = game.state
    if state.round in (AUCTION_ROUND, STOCK_ROUND):
        return [*game.names[opener:], *game.names[:opener]]
    order = [*begun, *(each for each in operating_order(game.ruleset, state) if each not in begun)]
    return [game.setup.companies[company].symbol for company in order]


def _tiles(game: Game, odd: RenamedTiles) -> Position:
    faces = game.setup.faces
    return {
        hex.name: list(odd.get(hex.id, (faces[face].name, faces[face].rotation)))
        for hex, face in zip(game.setup.map.hexes, faces_on(game.state), strict=True)
        if faces[face].tile != NOBODY
    }
