"""Views of players, companies and privates, as one player sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tetsudo.core.errors import HiddenAmount
from tetsudo.core.open_actions import Enough
from tetsudo.core.units import NOBODY, CompanyId, Money, Percent, PlayerId, PrivateId, is_hidden, money_text
from tetsudo.engine.model.title import MINOR
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules.shares.floating import sold_shares
from tetsudo.engine.rules.shares.limits import certificates
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.rules.tiles_and_tokens.tokens import token_price
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float
from tetsudo.engine.state.board import token_place, token_places, waiting_spot
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
)
from tetsudo.engine.state.state import (
    MAX_CITIES,
    RESERVED,
    RETURNED,
    UNPLACED,
    WAITING,
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
from tetsudo.game.play import Play
from tetsudo.game.views.hex import view_repr
from tetsudo.game.views.presentation import presenters
from tetsudo.language.identifiers import id_of


class PlayerView:
    """Player at the table."""

    def __init__(self, game: Play, id: PlayerId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        shares = [f"{percent} % of {symbol}" for symbol, percent in self.shares.items()]
        cash = cash_of(self._game.state, self.id)
        return view_repr(self.name, _money(self._game, cash), *shares, *self.privates)

    @property
    def name(self) -> str:
        """Name of the player at this table."""
        return self._game.names[self.id]

    @property
    def cash(self) -> Money:
        """Cash of the player, bids included; `HiddenAmount` if it is hidden from the viewer."""
        return visible_amount(self.name, cash_of(self._game.state, self.id))

    @property
    def due(self) -> Money:
        """Amount due to the bank by the end of the next stock round (1890-C.10.13-h); usually 0."""
        return due_of(self._game.state, self.id)

    @property
    def shares(self) -> dict[str, Percent]:
        """Percent of each company that the player holds, by symbol."""
        weights = self._game.ruleset.president_shares
        held = {
            company.symbol: company.share * holding(self._game.state, company.id, self.id, weights[company.id])
            for company in self._game.setup.companies
        }
        return {symbol: percent for symbol, percent in held.items() if percent}

    @property
    def privates(self) -> tuple[str, ...]:
        """Symbols of the player's privates."""
        privates = privates_of(self._game.state, self.id)
        return tuple(self._game.setup.privates[private].symbol for private in privates)

    @property
    def certificates(self) -> int:
        """Number of certificates that count toward the limit."""
        return certificates(self._game.ruleset, self._game.state, self.id)

    @property
    def worth(self) -> Money:
        """Net worth: cash, shares at market price, and privates if they count; `HiddenAmount` if the cash is hidden."""
        return visible_amount(self.name, next(each.total for each in self._game.standings() if each.player == self.id))


class BestRun(NamedTuple):
    """Best run of a company's trains."""

    revenue: Money
    routes: tuple[tuple[str, ...], ...]  # coordinates of the hexes on each train's route
    trains: tuple[str, ...]  # name of each train
    proved: bool  # True if no run earns more
    bound: Money  # upper bound on the revenue of any run
    looked_at: int  # number of states searched


class CompanyView:
    """Company that operates."""

    def __init__(self, game: Play, id: CompanyId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        president = [f"president {self.president.name}"] if self.president else []
        price = [f"price {_money(self._game, self.price)}"] if self.price else []
        cash = treasury(self._game.state, self.id)
        return view_repr(
            self.symbol, _money(self._game, cash), *price, *president, *(f"{t}-train" for t in self.trains)
        )

    def _repr_html_(self) -> str:
        return presenters().company_html(self._game, self.id)

    def best_run(self, trains: Iterable[str] | None = None, enough: Enough | None = None) -> BestRun:
        """Best run on the current map, with the company's trains or others, by name; a KeyError for an unknown train.

        `enough` is called from time to time and stops the search when it returns True; otherwise the run is proved
        best. Further conditions on a legal run (idle trains, highest revenue) are in `legal_actions`.
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
        """Symbol of the company."""
        return self._game.setup.companies[self.id].symbol

    @property
    def name(self) -> str:
        """Full name of the company."""
        return self._game.setup.companies[self.id].name

    @property
    def last_revenue(self) -> Money | None:
        """Revenue of the last run; None before the first."""
        revenue = last_run_of(self._game.state, self.id)
        return None if revenue == NOBODY else revenue

    @property
    def cash(self) -> Money:
        """Treasury of the company; `HiddenAmount` if it is hidden from the viewer."""
        return visible_amount(self.symbol, treasury(self._game.state, self.id))

    @property
    def par(self) -> Money:
        """Par price; 0 while unset."""
        return par_of(self._game.state, self.id)

    @property
    def price(self) -> Money:
        """Market price; 0 while the company has none."""
        return price_of(self._game.ruleset, self._game.state, self.id)

    @property
    def is_floated(self) -> bool:
        """True if the company operates."""
        return is_floated(self._game.state, self.id)

    @property
    def president(self) -> PlayerView | None:
        """President of the company."""
        player = president_of(self._game.state, self.id)
        return None if player == NOBODY else PlayerView(self._game, player)

    @property
    def trains(self) -> tuple[str, ...]:
        """Names of the company's trains."""
        return tuple(self._game.setup.trains[kind].name for kind in company_trains(self._game.state, self.id))

    @property
    def tokens(self) -> tuple[str, ...]:
        """Coordinates of the company's tokens, in the order of the company's token list."""
        hexes = self._game.setup.map.hexes
        return tuple(hexes[place // MAX_CITIES].name for place in self._tokens() if place >= 0)

    @property
    def waiting_tokens(self) -> tuple[str, ...]:
        """Coordinates of the hexes on which tokens wait for a slot."""
        hexes = self._game.setup.map.hexes
        return tuple(hexes[waiting_spot(place)[0]].name for place in self._tokens() if place <= WAITING)

    @property
    def token_prices_left(self) -> tuple[Money, ...]:
        """Prices of the tokens not yet placed."""
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
        """Price of a share in the IPO; 0 while there is no par price."""
        state = self._game.state
        return share_price(self._game.ruleset, state, self.id, ipo_of(state)) if self.par else 0

    @property
    def share(self) -> Percent:
        """Percent of one share."""
        return self._game.setup.companies[self.id].share

    @property
    def in_offering(self) -> Percent:
        """Percent in the IPO, the president's certificate included."""
        state = self._game.state
        return self.share * (ordinary_shares(state, self.id, ipo_of(state)) + self._unsold_president())

    def _unsold_president(self) -> int:
        state = self._game.state
        return self._game.ruleset.president_shares[self.id] if president_place(state, self.id) == ipo_of(state) else 0

    @property
    def sold(self) -> Percent:
        """Percent that counts as sold: out of the IPO, wherever it is now; 0 before the company is started."""
        return self.share * sold_shares(self._game.ruleset, self._game.state, self.id) if self.par else 0

    @property
    def floats_at(self) -> Percent:
        """Percent that must be sold to float, as things stand; 0 for a company that does not float by shares."""
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
        """Percent that is reserved, the president's certificate included."""
        state, place = self._game.state, self._game.state.players + RESERVED
        return self.share * holding(state, self.id, place, self._game.ruleset.president_shares[self.id])

    @property
    def privates(self) -> tuple[str, ...]:
        """Symbols of the company's privates."""
        owner = self._game.state.players + self.id
        return tuple(self._game.setup.privates[each].symbol for each in privates_of(self._game.state, owner))

    @property
    def cell(self) -> tuple[int, int] | None:
        """Row and column of the company's token on the market, from 0."""
        cell = cell_of(self._game.state, self.id)
        market = self._game.setup.market
        return None if cell == NOBODY else (market.rows[cell], market.columns[cell])


class PrivateView:
    """Private company."""

    def __init__(self, game: Play, id: PrivateId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        owner = "closed" if self.is_closed else f"of {self.owner.name}" if self.owner else "unsold"
        return view_repr(self._game.setup.privates[self.id].symbol, self.name, owner)

    @property
    def name(self) -> str:
        """Full name of the private."""
        return self._game.setup.privates[self.id].name

    @property
    def price(self) -> Money:
        """Face value of the private."""
        return self._game.setup.privates[self.id].price

    @property
    def owner(self) -> PlayerView | CompanyView | None:
        """Owner of the private; None while it is unsold, and once it is closed."""
        state = self._game.state
        owner = private_owner(state, self.id)
        if owner in (NOBODY, bank_of(state)):
            return None
        company = company_of_owner(state, owner)
        return PlayerView(self._game, owner) if company == NOBODY else CompanyView(self._game, company)

    @property
    def is_closed(self) -> bool:
        """True if the private has closed."""
        return not is_open(self._game.state, self.id)


def visible_amount(name: str, amount: Money) -> Money:
    """The amount; raises `HiddenAmount` if it is hidden."""
    if is_hidden(amount):
        raise HiddenAmount("What {name} has is hidden.", name=name)
    return amount


def _money(game: Play, amount: Money) -> str:
    return money_text(game.setup.currency, amount)
