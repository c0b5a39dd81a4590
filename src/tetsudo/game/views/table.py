"""Thin read-only views: the position in the words of the table.

They are made on demand and hold nothing but the game and an id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tetsudo.core import frames
from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, LayTile, PlaceToken
from tetsudo.core.errors import HiddenAmount, IllegalAction
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Enough
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, Percent, PlayerId, PrivateId, is_hidden, money_text
from tetsudo.engine.model.title import MINOR
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules.shares.floating import sold_shares
from tetsudo.engine.rules.shares.limits import certificates
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.rules.tiles_and_tokens.tokens import token_price
from tetsudo.engine.rules.trains.depot import depot_trains, market_trains
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float, turn_order
from tetsudo.engine.state.board import token_place, token_places, wait_of
from tetsudo.engine.state.ownership import (
    company_trains,
    holding,
    ipo_of,
    is_open,
    market_of,
    ordinary_shares,
    president_of,
    president_place,
    private_owner,
    privates_of,
    train_count,
)
from tetsudo.engine.state.state import (
    MAX_CITIES,
    RESERVED,
    RETURNED,
    UNPLACED,
    WAITING,
    bank_cash,
    bank_of,
    cash_of,
    cell_of,
    company_of_owner,
    due_of,
    is_floated,
    last_run_of,
    par_of,
    treasury,
)
from tetsudo.game.play import SAMPLE, Play, Turn
from tetsudo.game.text import commands
from tetsudo.game.views import preview as trials
from tetsudo.game.views.hex import HexView, shown
from tetsudo.language.identifiers import id_of


class PlayerView:
    """A player."""

    def __init__(self, game: Play, id: PlayerId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        shares = [f"{percent} % of {symbol}" for symbol, percent in self.shares.items()]
        cash = cash_of(self._game.state, self.id)
        return shown(self.name, _money(self._game, cash), *shares, *self.privates)

    @property
    def name(self) -> str:
        """The name at this table."""
        return self._game.names[self.id]

    @property
    def cash(self) -> Money:
        """Money in hand, bids included; `HiddenAmount` if it is hidden from who looks."""
        return _known(self.name, cash_of(self._game.state, self.id))

    @property
    def due(self) -> Money:
        """What the player must pay to the bank by the end of the next stock round (1890-C.10.13-h); mostly 0."""
        return due_of(self._game.state, self.id)

    @property
    def shares(self) -> dict[str, Percent]:
        """Percent of each company of which the player has any, by symbol."""
        weights = self._game.ruleset.president_shares
        held = {
            company.symbol: company.share * holding(self._game.state, company.id, self.id, weights[company.id])
            for company in self._game.setup.companies
        }
        return {symbol: percent for symbol, percent in held.items() if percent}

    @property
    def privates(self) -> tuple[str, ...]:
        """Symbols of the privates that the player has."""
        privates = privates_of(self._game.state, self.id)
        return tuple(self._game.setup.privates[private].symbol for private in privates)

    @property
    def certificates(self) -> int:
        """Certificates that count toward the limit."""
        return certificates(self._game.ruleset, self._game.state, self.id)

    @property
    def worth(self) -> Money:
        """Cash, shares at market price, and privates if they count; `HiddenAmount` if the cash is hidden."""
        return _known(self.name, next(each.total for each in self._game.standings() if each.player == self.id))


class BestRun(NamedTuple):
    """The run of the highest revenue that a company's trains can make."""

    revenue: Money
    routes: tuple[tuple[str, ...], ...]  # the coordinates of the hexes that each train passes
    trains: tuple[str, ...]  # and its name
    proved: bool  # that no run earns more
    bound: Money  # no run earns more than this
    looked_at: int  # how many states the search has looked at


class CompanyView:
    """A company that operates."""

    def __init__(self, game: Play, id: CompanyId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        president = [f"president {self.president.name}"] if self.president else []
        price = [f"price {_money(self._game, self.price)}"] if self.price else []
        cash = treasury(self._game.state, self.id)
        return shown(self.symbol, _money(self._game, cash), *price, *president, *(f"{t}-train" for t in self.trains))

    def best_run(self, trains: Iterable[str] | None = None, enough: Enough | None = None) -> BestRun:
        """The best run on the map as it is, of the trains that it has or of others, by name; a KeyError for no train.

        `enough` is asked now and then whether the search may stop with what it has; else the run is proved.
        What a run must be besides (all trains at home, the highest revenue) is asked of `legal_actions`.
        """
        rules, state = self._game.ruleset, self._game.state
        names = self.trains if trains is None else trains
        fleet = tuple(sorted(id_of(rules.setup, (), "train", name) for name in names))
        offboard = rules.setup.phases[state.phase].offboard
        found = proved_run(rules.atlas.network(state), self.id, fleet, offboard, rules.valuation, enough)
        hexes = rules.setup.map.hexes
        return BestRun(
            found.revenue,
            tuple(tuple(hexes[hex].name for hex in route.hexes) for route in found.routes),
            tuple(rules.setup.trains[route.train].name for route in found.routes),
            found.proved,
            found.bound,
            found.looked_at,
        )

    @property
    def symbol(self) -> str:
        """Its short name."""
        return self._game.setup.companies[self.id].symbol

    @property
    def name(self) -> str:
        """Its full name."""
        return self._game.setup.companies[self.id].name

    @property
    def last_revenue(self) -> Money | None:
        """What its last run earned; None before the first."""
        revenue = last_run_of(self._game.state, self.id)
        return None if revenue == NOBODY else revenue

    @property
    def cash(self) -> Money:
        """Its treasury; `HiddenAmount` if it is hidden from who looks."""
        return _known(self.symbol, treasury(self._game.state, self.id))

    @property
    def par(self) -> Money:
        """Its par price; 0 while unset."""
        return par_of(self._game.state, self.id)

    @property
    def price(self) -> Money:
        """Its market price; 0 while it has none."""
        return price_of(self._game.ruleset, self._game.state, self.id)

    @property
    def is_floated(self) -> bool:
        """Whether it operates."""
        return is_floated(self._game.state, self.id)

    @property
    def president(self) -> PlayerView | None:
        """Who decides for it."""
        player = president_of(self._game.state, self.id)
        return None if player == NOBODY else PlayerView(self._game, player)

    @property
    def trains(self) -> tuple[str, ...]:
        """Names of its trains."""
        return tuple(self._game.setup.trains[kind].name for kind in company_trains(self._game.state, self.id))

    @property
    def tokens(self) -> tuple[str, ...]:
        """Coordinates of its tokens, in the order in which they were placed."""
        hexes = self._game.setup.map.hexes
        return tuple(hexes[place // MAX_CITIES].name for place in self._tokens() if place >= 0)

    @property
    def waiting_tokens(self) -> tuple[str, ...]:
        """Coordinates of the hexes on which tokens wait for a place."""
        hexes = self._game.setup.map.hexes
        return tuple(hexes[wait_of(place)[0]].name for place in self._tokens() if place <= WAITING)

    @property
    def token_prices_left(self) -> tuple[Money, ...]:
        """Prices of the tokens that it has not placed."""
        rules, state = self._game.ruleset, self._game.state
        first, after = rules.tokens_from[self.id : self.id + 2]
        return tuple(
            token_price(rules, state, self.id, token)
            for token in range(first, after)
            if token_place(state, token) in (UNPLACED, RETURNED)
        )

    def _tokens(self) -> tuple[int, ...]:
        bearer = self._game.setup.companies[self.id].bearer
        owner = self.id if bearer == NOBODY else bearer
        first, after = self._game.ruleset.tokens_from[owner : owner + 2]
        return token_places(self._game.state, first, after)

    @property
    def offering_price(self) -> Money:
        """What a share costs in the offering; 0 while it has no par price."""
        state = self._game.state
        return share_price(self._game.ruleset, state, self.id, ipo_of(state)) if self.par else 0

    @property
    def share(self) -> Percent:
        """What one share is of it."""
        return self._game.setup.companies[self.id].share

    @property
    def in_offering(self) -> Percent:
        """Percent in the initial offering, the president's certificate included."""
        state = self._game.state
        return self.share * (ordinary_shares(state, self.id, ipo_of(state)) + self._unsold_president())

    def _unsold_president(self) -> int:
        state = self._game.state
        return self._game.ruleset.president_shares[self.id] if president_place(state, self.id) == ipo_of(state) else 0

    @property
    def sold(self) -> Percent:
        """Percent that counts as sold: it has left the offering, wherever it is now; 0 before it is started."""
        return self.share * sold_shares(self._game.ruleset, self._game.state, self.id) if self.par else 0

    @property
    def floats_at(self) -> Percent:
        """Percent that must be sold before it floats, as things stand; 0 for one that does not float by shares."""
        facts = self._game.setup.companies[self.id]
        if facts.kind == MINOR or facts.forms is not None:
            return 0
        return self.share * shares_to_float(self._game.ruleset, self._game.state, self.id)

    @property
    def in_market(self) -> Percent:
        """Percent in the market."""
        return self.share * ordinary_shares(self._game.state, self.id, market_of(self._game.state))

    @property
    def reserved(self) -> Percent:
        """Percent that is kept for somebody, the president's certificate included."""
        state, place = self._game.state, self._game.state.players + RESERVED
        return self.share * holding(state, self.id, place, self._game.ruleset.president_shares[self.id])

    @property
    def privates(self) -> tuple[str, ...]:
        """Symbols of the privates that it has."""
        owner = self._game.state.players + self.id
        return tuple(self._game.setup.privates[each].symbol for each in privates_of(self._game.state, owner))

    @property
    def cell(self) -> tuple[int, int] | None:
        """Row and column of its token in the market, from 0."""
        cell = cell_of(self._game.state, self.id)
        market = self._game.setup.market
        return None if cell == NOBODY else (market.rows[cell], market.columns[cell])


class PrivateView:
    """A private company."""

    def __init__(self, game: Play, id: PrivateId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        owner = "closed" if self.is_closed else f"of {self.owner.name}" if self.owner else "unsold"
        return shown(self._game.setup.privates[self.id].symbol, self.name, owner)

    @property
    def name(self) -> str:
        """Its full name."""
        return self._game.setup.privates[self.id].name

    @property
    def price(self) -> Money:
        """Its face value."""
        return self._game.setup.privates[self.id].price

    @property
    def owner(self) -> PlayerView | CompanyView | None:
        """Who has it; None while it is unsold or once it is closed."""
        state = self._game.state
        owner = private_owner(state, self.id)
        if owner in (NOBODY, bank_of(state)):
            return None
        company = company_of_owner(state, owner)
        return PlayerView(self._game, owner) if company == NOBODY else CompanyView(self._game, company)

    @property
    def is_closed(self) -> bool:
        """Whether it has left the game."""
        return not is_open(self._game.state, self.id)


def _known(name: str, amount: Money) -> Money:
    """An amount, if it is known; `HiddenAmount` else."""
    if is_hidden(amount):
        raise HiddenAmount("What {name} has is hidden.", name=name)
    return amount


def _money(game: Play, amount: Money) -> str:
    return money_text(game.setup.currency, amount)


class OfferView(NamedTuple):
    """An offer that waits for an answer: a company or a player wants a train or a private for a price."""

    buyer: PlayerId  # who asks
    company: str  # for which; "" if for himself
    what: str  # "train" or "private"
    name: str
    price: Money
    player: PlayerId  # who answers


class View:
    """A game as one player sees it. In open games everything but other players' choices.

    Where amounts are hidden (`hidden_cash` and its like), they are in nothing that is asked here: what a view lists,
    previews and refuses is worked out without them. Once the game is over all lies open.
    """

    def __init__(self, game: Play, player: PlayerId) -> None:
        self._game = game
        self.player = player

    def __repr__(self) -> str:
        who = "an onlooker" if self.player == NOBODY else self._game.names[self.player]
        return f"<View of {who} on {self._game!r}>"

    def clone(self) -> View:
        """The same view of an independent game, which stays as it is while the game goes on."""
        copy = self._game.with_chance(SAMPLE)  # what chance has still to bring is not for players to know,
        copy.forget_undone()  # nor what somebody did and took back
        return View(copy, self.player)

    def preview(self, action: Action) -> View:
        """What this player would see after an action. Raises `IllegalAction` if it is not legal."""
        then = self.clone()
        then._game.apply(action)
        return then

    def what_if(self, secret: int = SAMPLE) -> Play:
        """A game that may be played on from here, as it may be: chance decides by `secret`, as whatever this player
        does not know is drawn by it. It has no past, and keeps no positions, so that it is quick to play."""
        return trials.what_if(self._game, secret)

    def tried(self, action: LayTile | LayPrivateTile | PlaceToken) -> View:
        """What this player would see if a tile lay, or a token stood there, whoever may put it there and for what."""
        return View(trials.tried(self._game.with_chance(SAMPLE), action), self.player)

    @property
    def to_act(self) -> Turn:
        """Who must decide."""
        return self._game.to_act

    def legal_actions(self) -> list[Descriptor]:
        """What this player may do now."""
        return self._game.legal_actions(self.player) if self.player != NOBODY else []

    def is_legal(self, action: Action) -> bool:
        """Whether an action would be taken."""
        return self._game.is_legal(action)

    def why_not(self, action: Action) -> IllegalAction | None:
        """Why an action would be refused; None if it would not."""
        return self._game.why_not(action)

    def text(self, action: Action) -> str:
        """An action in the words that `parse` reads."""
        return commands.offered(self._game, action)

    def parse(self, text: str) -> Action:
        """The action that this player has typed."""
        return commands.parse(self._game, text, self.player)

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """The players in seat order."""
        return tuple(PlayerView(self._game, player) for player in range(self._game.setup.players))

    @property
    def companies(self) -> dict[str, CompanyView]:
        """The companies by symbol."""
        return {company.symbol: CompanyView(self._game, company.id) for company in self._game.setup.companies}

    @property
    def privates(self) -> dict[str, PrivateView]:
        """The privates by symbol."""
        return {private.symbol: PrivateView(self._game, private.id) for private in self._game.setup.privates}

    def company(self, symbol: str | CompanyId) -> CompanyView:
        """A company by its symbol or name."""
        return CompanyView(self._game, self._game.id_of("company", symbol))

    def private(self, symbol: str | PrivateId) -> PrivateView:
        """A private by its symbol or name."""
        return PrivateView(self._game, self._game.id_of("private", symbol))

    def hex(self, name: str | HexId) -> HexView:
        """A hex by its coordinate."""
        return HexView(self._game, self._game.id_of("hex", name))

    @property
    def offer(self) -> OfferView | None:
        """The offer that waits for an answer, if one does."""
        frame, setup = self._game.state.stack[-1], self._game.setup
        if not isinstance(frame, frames.Offer):
            return None
        buyer, what, which, _, price, player, _ = frame
        if what == frames.TAKE:
            return OfferView(buyer, "", "private", setup.privates[which].symbol, price, player)
        president, symbol = president_of(self._game.state, buyer), setup.companies[buyer].symbol
        if what == frames.TRAIN:
            return OfferView(president, symbol, "train", setup.trains[which].name, price, player)
        return OfferView(president, symbol, "private", setup.privates[which].symbol, price, player)

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return self._game.events

    @property
    def bank(self) -> Money:
        """What is left in the bank; `HiddenAmount` where anything is hidden."""
        return _known("bank", bank_cash(self._game.state))

    @property
    def turn(self) -> int:
        """Which turn of the game it is, from 1; 0 in an auction that comes before them."""
        return self._game.state.turn

    @property
    def phase(self) -> str:
        """The phase's name."""
        return self._game.setup.phases[self._game.state.phase].name

    @property
    def operating_order(self) -> tuple[str, ...]:
        """Floated companies, first to act first; also those that would float now, where it is asked at their turn."""
        companies = self._game.setup.companies
        return tuple(companies[company].symbol for company in turn_order(self._game.ruleset, self._game.state))

    @property
    def depot(self) -> dict[str, int]:
        """Trains left in the depot by name; -1 for any number."""
        state = self._game.state
        return {train.name: train_count(state, train.id, state.companies) for train in self._game.setup.trains}

    @property
    def on_sale(self) -> tuple[str, ...]:
        """Names of the trains that the bank sells now, from depot and market."""
        trains, state = self._game.setup.trains, self._game.state
        kinds = depot_trains(self._game.ruleset, state) + market_trains(self._game.ruleset, state)
        return tuple(trains[kind].name for kind in kinds)
