"""Parts of a title other than the map, tiles and market, and the setup of a table.

A `Setup` is everything fixed about one table: a title with its scenario, variants,
house rules and number of players applied. The engine reads nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tetsudo.core.actions import PAY, WITHHOLD
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money, Percent, PrivateId, TileId, TrainId
from tetsudo.engine.model.frozen import FrozenModel
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.market import Market
from tetsudo.engine.model.options import OptionValue, Settings
from tetsudo.engine.model.power_spec import PowerSpec
from tetsudo.engine.model.tiles import Face, Tile

MINOR: Final = "minor"
"""Kind of a company with a single certificate, bought in the auction at a fixed price and never sold."""


@dataclass(frozen=True, slots=True)
class PowerData(FrozenModel):
    """Data of a power: its class, the kind of its owner and the values of its keys.

    `owner_kind`: "player", "company" or "any" may use it; "company" for a company's own, "any" for the title's.
    """

    power: type[PowerSpec]
    owner_kind: str
    values: Mapping[str, object]

    @property
    def kind(self) -> str:
        """Name of its kind in data."""
        return self.power.kind


@dataclass(frozen=True, slots=True)
class Private(FrozenModel):
    """Private company. `low` and `high` bound the price that a company may pay for it."""

    id: PrivateId
    symbol: str
    name: str
    price: Money
    income: Money
    low: Money
    high: Money
    powers: tuple[PowerData, ...] = field(default=(), hash=False)
    letter: str = ""
    native: str = ""  # name in the title's own language, if written differently
    tokens: int = 0  # number of its own station tokens
    falls: Money = 0  # price drop, as for `Lot`
    face: Money = NOBODY  # value at the end of the game; NOBODY: its price
    late: bool = False  # not in the auction: bought from the bank in a later stock round
    minor: CompanyId = NOBODY  # minor that may convert into it; until then it is out of the game
    must: int = NOBODY  # phase from which the minor converts automatically; NOBODY: never
    counted: bool = True  # counts toward the certificate limit

    @property
    def mark(self) -> str:
        """Short name where space is limited: its letter, or its symbol."""
        return self.letter or self.symbol


@dataclass(frozen=True, slots=True)
class Member(FrozenModel):
    """Minor that merges into a company, for certificates that are reserved for its owner.

    `may`: phase from which its owner may declare the merger; NOBODY: never. `must`: phase from
    which it must merge; NOBODY: as soon as the company operates. `cash`: percentage of its
    treasury that the company gets, rounded up; its owner gets the rest. `president`: it brings
    the president's certificate instead of ordinary ones, and the company starts to operate.
    """

    minor: CompanyId
    may: int
    must: int
    certificates: int
    cash: Percent = 100
    president: bool = False


@dataclass(frozen=True, slots=True)
class Formation(FrozenModel):
    """Formation of a company from minors, in the order in which they must merge; its capital is `pars` times par."""

    members: tuple[Member, ...]
    pars: int


@dataclass(frozen=True, slots=True)
class Company(FrozenModel):
    """Company that operates. `token_prices`: in the order in which tokens are placed."""

    id: CompanyId
    symbol: str
    name: str
    homes: tuple[tuple[HexId, int], ...]
    token_prices: tuple[Money, ...]
    colour: str  # "#rrggbb"
    float_percent: Percent
    ordinary: int = 8  # number of certificates of one share, besides the president's
    president_shares: int = 2  # number of shares in the president's certificate
    share: Percent = 10  # size of one share
    kind: str = "corporation"
    native: str = ""  # as for privates
    lays_home: bool = False  # must lay a tile on its home in its first turn, with the option `home_tiles`
    destination: HexId = NOBODY  # a route from a home to this hex earns `bonus` in addition
    bonus: Money = 0
    payouts: tuple[int, ...] = (PAY, WITHHOLD)  # allowed dividends, of `actions.DIVIDENDS`
    half_step: Money = 2  # a half dividend pays half of each full step of the revenue; the rest is kept
    forms: Formation | None = None  # formed from minors: never floats by shares; its homes are those of the minors
    bearer: CompanyId = NOBODY  # company whose tokens also serve as its own
    powers: tuple[PowerData, ...] = field(default=(), hash=False)
    price: Money = 0  # face value of a minor
    capital: Money = 0  # amount that the bank pays a minor when it is bought
    reserved: int = 0  # number of ordinary certificates that are not for sale at the start
    president_reserved: bool = False  # the president's certificate is not for sale at the start
    pars: tuple[Money, ...] = ()  # allowed par prices; empty: all of the market's
    home_phases: tuple[int, ...] = ()  # phase from which each home takes its token, if home tokens come with phases
    chooses_home: bool = False  # takes one of its homes, in its first turn
    floats: Percent = 0  # percentage at which it floats, whatever the options say; 0: as they say

    @property
    def shares(self) -> int:
        """Number of shares of the company."""
        return 100 // self.share

    @property
    def home_tokens(self) -> int:
        """Number of its tokens, the first ones, that are for homes."""
        return 1 if self.chooses_home else len(self.homes)

    @property
    def reserved_homes(self) -> tuple[tuple[HexId, int], ...]:
        """Homes reserved for its tokens; the homes of a company formed from minors are reserved for the minors."""
        return self.homes if self.forms is None else ()


@dataclass(frozen=True, slots=True)
class Lot(FrozenModel):
    """Lot in the line-up of the opening auction: a private, or a company with a fixed price.

    One of `private` and `company` is NOBODY.
    """

    private: PrivateId
    company: CompanyId
    symbol: str
    name: str
    price: Money
    falls: Money = 0  # price drop for every turn in which it is not sold, if turns have auctions


@dataclass(frozen=True, slots=True)
class TrainKind(FrozenModel):
    """Row of the train table. `stops`: 0 for any number. `count`: -1 for any number."""

    id: TrainId
    name: str
    stops: int
    price: Money
    count: int
    rusted_by: TrainId
    available_from: TrainId  # on sale once one of these is sold; NOBODY: after the kinds before it
    trade_ins: tuple[TrainId, ...] = ()
    trade_in_price: Money = 0
    diesel: bool = False
    towns: int = -1  # limit of towns in n+n trains; -1: towns count as stops
    exported: bool = False  # may be exported at the end of a set of operating rounds


@dataclass(frozen=True, slots=True)
class Phase(FrozenModel):
    """Row of the phase table. `colour`: newest colour of tiles; `offboard`: colour of the revenue values in force."""

    name: str
    trigger: TrainId  # the first train of this kind starts the phase; NOBODY for the first phase
    train_limit: int
    colour: int
    offboard: int
    operating_rounds: int
    sells_privates: bool
    closes_privates: bool
    trades_trains: bool = True  # companies may buy trains from each other
    floats_fully: bool = False  # companies float by percentage and with full capital, whatever the options say
    # Exceptions by symbol or kind of company; a symbol takes precedence over a kind.
    train_limits: Mapping[str, int] = field(default_factory=dict)
    lays: Mapping[str, int] = field(default_factory=dict)  # number of tiles per turn; 1 by default
    payouts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # allowed dividends

    def limit_of(self, company: Company) -> int:
        """Number of trains that a company may own.

        1888-TRN-29, 1890-5-h, 1890-5-o, 1890-5-t, 1890-5-z.
        """
        return self.train_limits.get(company.symbol, self.train_limits.get(company.kind, self.train_limit))

    def lays_of(self, company: Company) -> int:
        """Number of tiles that a company may lay in a turn.

        1889-TRK-01, 1888*-TRK-04, 1890-5-g, 1890-5-n, 1890-5-s, 1890-5-y, 1890-10.3.1.1-a, 1890-VI.5-b.
        """
        return self.lays.get(company.symbol, self.lays.get(company.kind, 1))

    def payouts_of(self, company: Company) -> tuple[int, ...]:
        """Allowed dividends of a company (1890-C.10.10-a)."""
        return self.payouts.get(company.symbol, self.payouts.get(company.kind, company.payouts))


@dataclass(frozen=True, slots=True)
class Draw(FrozenModel):
    """Draw of one of some companies as a game is set up; `name` is for data only."""

    name: str
    companies: tuple[CompanyId, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Setup(FrozenModel):
    """Everything fixed about one table (1890-1-b). Equal only to itself, so it can be a cache key."""

    title: str
    name: str  # "Shikoku 1889"
    currency: str
    players: int
    variants: tuple[str, ...]
    options: Mapping[str, OptionValue]  # all, defaults included
    settings: Settings
    map: Map
    tiles: tuple[Tile, ...]
    faces: tuple[Face, ...]
    market: Market
    trains: tuple[TrainKind, ...]
    phases: tuple[Phase, ...]
    privates: tuple[Private, ...]
    companies: tuple[Company, ...]
    lots: tuple[Lot, ...]  # line-up of the auction, first to last
    deal: tuple[PrivateId, ...]  # privates dealt to players 0, 1, ... instead
    clauses: Mapping[str, str]  # clause id by reason code
    face_of: Mapping[tuple[TileId, int], FaceId]
    scenario: str = ""
    language: str = ""  # language of the native names: "ja"
    told_in: str = ENGLISH  # language of the viewer: of sentences, and of the names in them
    powers: tuple[PowerData, ...] = ()  # powers of the title itself, not of a private or company
    draws: tuple[Draw, ...] = ()
    drawn: tuple[CompanyId, ...] = ()  # company of each draw; their certificates are reserved where powers bring them
    drawn_by_default: bool = False  # deal and draws are not those of a game, but those of seed 0

    def __repr__(self) -> str:
        chosen = filter(None, (self.scenario, *self.variants))
        return f"<Setup of {' '.join((self.title, *chosen))}: {self.players} players>"

    @property
    def dealt(self) -> tuple[str, ...]:
        """Symbols of the privates dealt, by player, and of the companies drawn: what a record keeps of chance."""
        privates = (self.privates[private].symbol for private in self.deal)
        return (*privates, *(self.companies[company].symbol for company in self.drawn))

    def company(self, symbol: str) -> Company:
        """Company with a symbol. Raise KeyError if there is none."""
        return {company.symbol: company for company in self.companies}[symbol]
