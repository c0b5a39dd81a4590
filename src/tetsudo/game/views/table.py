"""Read-only views: the position in the words of the table.

They are made on demand, and hold only the game and an id.
"""

from __future__ import annotations

from typing import NamedTuple

from tetsudo.core import frames
from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, LayTile, PlaceToken
from tetsudo.core.errors import IllegalAction
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId, PrivateId
from tetsudo.engine.rules.trains.depot import depot_trains, market_trains
from tetsudo.engine.rules.turn_order.float_on_first_turn import turn_order
from tetsudo.engine.state.ownership import (
    president_of,
    train_count,
)
from tetsudo.engine.state.state import (
    bank_cash,
)
from tetsudo.game.play import SAMPLE_SECRET, Play, Turn
from tetsudo.game.text import commands
from tetsudo.game.views import preview as trials
from tetsudo.game.views.hex import HexView
from tetsudo.game.views.owners import CompanyView, PlayerView, PrivateView, visible_amount
from tetsudo.game.views.presentation import presenters


class OfferView(NamedTuple):
    """Open offer: a company or a player wants to buy a train or a private at a price."""

    buyer: PlayerId  # player who makes the offer
    company: str  # symbol of the buying company; "" for the player themself
    what: str  # "train" or "private"
    name: str
    price: Money
    player: PlayerId  # player who answers


class View:
    """Game as one player sees it. Only the options of other players are missing if nothing is hidden.

    Hidden amounts (`hidden_cash` and similar options) do not influence anything here: lists, previews and refusals are
    computed without them. Once the game is over, nothing is hidden.
    """

    def __init__(self, game: Play, player: PlayerId) -> None:
        self._game = game
        self.player = player

    def __repr__(self) -> str:
        who = "a spectator" if self.player == NOBODY else self._game.names[self.player]
        return f"<View of {who} on {self._game!r}>"

    def _repr_html_(self) -> str:
        return presenters().game_html(self._game)

    def clone(self) -> View:
        """The same view of an independent game, which stays unchanged while the game goes on."""
        copy = self._game.with_chance(SAMPLE_SECRET)  # players may know neither the random events to come
        copy.forget_undone()  # nor the undone actions
        return View(copy, self.player)

    def preview(self, action: Action) -> View:
        """View of this player after an action. Raises `IllegalAction` if it is not legal."""
        then = self.clone()
        then._game.apply(action)
        return then

    def what_if(self, secret: int = SAMPLE_SECRET) -> Play:
        """Game for what-if play from here: random events and unknown amounts are drawn from `secret`.

        It has no past and keeps no positions, so it plays fast.
        """
        return trials.what_if(self._game, secret)

    def tried(self, action: LayTile | LayPrivateTile | PlaceToken) -> View:
        """View of this player with a tile or token placed, free of charge and without the rules."""
        return View(trials.with_build(self._game.with_chance(SAMPLE_SECRET), action), self.player)

    @property
    def to_act(self) -> Turn:
        """Player to act."""
        return self._game.to_act

    def legal_actions(self) -> list[Descriptor]:
        """Legal actions of this player."""
        return self._game.legal_actions(self.player) if self.player != NOBODY else []

    def is_legal(self, action: Action) -> bool:
        """True if an action is legal."""
        return self._game.is_legal(action)

    def why_not(self, action: Action) -> IllegalAction | None:
        """Refusal of an action; None if it is legal."""
        return self._game.why_not(action)

    def text(self, action: Action) -> str:
        """Command of an action, which `parse` reads."""
        return commands.example_command(self._game, action)

    def parse(self, text: str) -> Action:
        """Action of a command typed by this player."""
        return commands.parse(self._game, text, self.player)

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """Players in seat order."""
        return tuple(PlayerView(self._game, player) for player in range(self._game.setup.players))

    @property
    def companies(self) -> dict[str, CompanyView]:
        """Companies by symbol."""
        return {company.symbol: CompanyView(self._game, company.id) for company in self._game.setup.companies}

    @property
    def privates(self) -> dict[str, PrivateView]:
        """Privates by symbol."""
        return {private.symbol: PrivateView(self._game, private.id) for private in self._game.setup.privates}

    def company(self, symbol: str | CompanyId) -> CompanyView:
        """Company by symbol or name."""
        return CompanyView(self._game, self._game.id_of("company", symbol))

    def private(self, symbol: str | PrivateId) -> PrivateView:
        """Private by symbol or name."""
        return PrivateView(self._game, self._game.id_of("private", symbol))

    def hex(self, name: str | HexId) -> HexView:
        """Hex by coordinate."""
        return HexView(self._game, self._game.id_of("hex", name))

    @property
    def offer(self) -> OfferView | None:
        """Offer waiting for an answer, if any."""
        frame, setup = self._game.state.stack[-1], self._game.setup
        if not isinstance(frame, frames.Offer):
            return None
        buyer, what, which, _, price, player = frame.values()
        if what == frames.TAKE:
            return OfferView(buyer, "", "private", setup.privates[which].symbol, price, player)
        president, symbol = president_of(self._game.state, buyer), setup.companies[buyer].symbol
        if what == frames.TRAIN:
            return OfferView(president, symbol, "train", setup.trains[which].name, price, player)
        return OfferView(president, symbol, "private", setup.privates[which].symbol, price, player)

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self._game.events

    @property
    def bank(self) -> Money:
        """Cash left in the bank; `HiddenAmount` if anything is hidden."""
        return visible_amount("bank", bank_cash(self._game.state))

    @property
    def turn(self) -> int:
        """Turn of the game, from 1; 0 in an auction before the first turn."""
        return self._game.state.turn

    @property
    def phase(self) -> str:
        """Name of the phase."""
        return self._game.setup.phases[self._game.state.phase].name

    @property
    def operating_order(self) -> tuple[str, ...]:
        """Floated companies in operating order, and those that would float at their turn, if the title does that."""
        companies = self._game.setup.companies
        return tuple(companies[company].symbol for company in turn_order(self._game.ruleset, self._game.state))

    @property
    def depot(self) -> dict[str, int]:
        """Number of trains left in the depot, by name; -1 for unlimited."""
        state = self._game.state
        return {train.name: train_count(state, train.id, state.companies) for train in self._game.setup.trains}

    @property
    def on_sale(self) -> tuple[str, ...]:
        """Names of the trains that the bank sells now, from depot and market."""
        trains, state = self._game.setup.trains, self._game.state
        kinds = depot_trains(self._game.ruleset, state) + market_trains(state)
        return tuple(trains[kind].name for kind in kinds)
