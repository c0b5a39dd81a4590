"""The parts of a title that are not map, tiles or market, and the whole of a table.

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
from tetsudo.engine.model.frozen import Fixed
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.market import Market
from tetsudo.engine.model.options import OptionValue, Settings
from tetsudo.engine.model.power_spec import Declared
from tetsudo.engine.model.tiles import Face, Tile

MINOR: Final = "minor"
"""The kind of companies that are one certificate, bought in the auction for a fixed price and never sold."""


@dataclass(frozen=True, slots=True)
class PowerData(Fixed):
    """What data says of a power: of which class it is, whose, and the values of its keys.

    `owner_kind`: "player", "company" or "any" may use it; "company" for a company's own, "any" for the title's.
    """

    power: type[Declared]
    owner_kind: str
    values: Mapping[str, object]

    @property
    def kind(self) -> str:
        """The word for it in data."""
        return self.power.kind


@dataclass(frozen=True, slots=True)
class Private(Fixed):
    """A private company. `low` and `high` bound what a company may pay for it."""

    id: PrivateId
    symbol: str
    name: str
    price: Money
    income: Money
    low: Money
    high: Money
    powers: tuple[PowerData, ...] = field(default=(), hash=False)
    letter: str = ""
    native: str = ""  # the name in the title's own language, if it is written otherwise
    tokens: int = 0  # station tokens of its own
    falls: Money = 0  # as for lots
    face: Money = NOBODY  # what it counts in the end; NOBODY: its price
    late: bool = False  # no lot of the auction: bought from the bank in a later stock round
    minor: CompanyId = NOBODY  # what may turn into it; until then it is out of the game
    must: int = NOBODY  # from this phase on the minor turns into it by itself; NOBODY: never
    counted: bool = True  # counts toward the certificate limit

    @property
    def mark(self) -> str:
        """What stands for it where there is little room: its letter, or its symbol."""
        return self.letter or self.symbol


@dataclass(frozen=True, slots=True)
class Member(Fixed):
    """A minor that becomes part of a company, for certificates that are reserved for its owner.

    `may`: from this phase on its owner may declare it, NOBODY never; `must`: from this phase on
    it has to, NOBODY as soon as the company operates. `cash`: what of its treasury the company
    gets, rounded up; its owner has the rest. With the `president`'s certificate it makes the
    company operate, and brings no ordinary one.
    """

    minor: CompanyId
    may: int
    must: int
    certificates: int
    cash: Percent = 100
    president: bool = False


@dataclass(frozen=True, slots=True)
class Forming(Fixed):
    """How a company forms from minors: which, in the order in which they have to, and on what capital in par prices."""

    members: tuple[Member, ...]
    pars: int


@dataclass(frozen=True, slots=True)
class Company(Fixed):
    """A company that operates. Tokens by price in the order in which they are placed."""

    id: CompanyId
    symbol: str
    name: str
    homes: tuple[tuple[HexId, int], ...]
    token_prices: tuple[Money, ...]
    colour: str  # "#rrggbb"
    float_percent: Percent
    ordinary: int = 8  # certificates of one share, beside the president's
    president_shares: int = 2  # what the president's certificate counts, in shares
    share: Percent = 10  # what one share is of the company
    kind: str = "corporation"
    native: str = ""  # as for privates
    lays_home: bool = False  # has to lay a tile on its home in its first turn, where that is the rule
    destination: HexId = NOBODY  # a route from a home to it earns `bonus` besides
    bonus: Money = 0
    payouts: tuple[int, ...] = (PAY, WITHHOLD)  # what may become of a revenue, of `actions.DIVIDENDS`
    half_step: Money = 2  # of each full step of a revenue, half is paid where half is; the rest is kept
    forms: Forming | None = None  # it never floats by shares; its homes are those of the minors
    bearer: CompanyId = NOBODY  # whose token serves as its own too
    powers: tuple[PowerData, ...] = field(default=(), hash=False)
    price: Money = 0  # face value of a minor
    capital: Money = 0  # what the bank pays a minor when it is bought
    reserved: int = 0  # ordinary certificates that are not on offer at the start
    president_reserved: bool = False  # nor is the president's
    pars: tuple[Money, ...] = ()  # the only par prices that it may have; none: all of the market's
    home_phases: tuple[int, ...] = ()  # from when on each of its homes takes its token, where that comes with phases
    floats: Percent = 0  # how much of it must be sold before it floats, whatever the options say; 0: what they say

    @property
    def shares(self) -> int:
        """In how many shares it is divided."""
        return 100 // self.share

    @property
    def reserved_homes(self) -> tuple[tuple[HexId, int], ...]:
        """The homes that wait for its tokens; those of a company that forms from minors wait for theirs."""
        return self.homes if self.forms is None else ()


@dataclass(frozen=True, slots=True)
class Lot(Fixed):
    """A place in the line-up of the opening auction: a private, or a company with a fixed price.

    One of `private` and `company` is NOBODY.
    """

    private: PrivateId
    company: CompanyId
    symbol: str
    name: str
    price: Money
    falls: Money = 0  # what its price falls by with every turn in which it is not sold, where turns have auctions


@dataclass(frozen=True, slots=True)
class TrainKind(Fixed):
    """A row of the train table. `stops` and `count`: 0 stops means any number, -1 of them too."""

    id: TrainId
    name: str
    stops: int
    price: Money
    count: int
    rusted_by: TrainId
    available_from: TrainId  # on sale once one of these is sold; NOBODY: after those before it
    trade_ins: tuple[TrainId, ...] = ()
    trade_in_price: Money = 0
    diesel: bool = False
    towns: int = -1  # n+n trains: towns have a budget of their own
    exported: bool = False  # leaves the game at the end of a set of operating rounds, where trains do


@dataclass(frozen=True, slots=True)
class Phase(Fixed):
    """A row of the phase table. `colours`: the newest colour of tiles; `offboard`: of values."""

    name: str
    trigger: TrainId  # the first train of this kind begins it; NOBODY for the first
    train_limit: int
    colour: int
    offboard: int
    operating_rounds: int
    sells_privates: bool
    closes_privates: bool
    trades_trains: bool = True  # companies buy trains from each other
    floats_fully: bool = False  # companies float by percent and on full capital, whatever the options say
    # By symbol or kind of the companies that are apart from the others; a symbol goes before a kind.
    train_limits: Mapping[str, int] = field(default_factory=dict)
    lays: Mapping[str, int] = field(default_factory=dict)  # tiles in a turn; 1 where it is not said
    payouts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # what may become of a revenue

    def limit_of(self, company: Company) -> int:
        """How many trains a company may have.

        1888-TRN-29, 1890-5-h, 1890-5-o, 1890-5-t, 1890-5-z.
        """
        return self.train_limits.get(company.symbol, self.train_limits.get(company.kind, self.train_limit))

    def lays_of(self, company: Company) -> int:
        """How many tiles a company may lay in a turn.

        1889-TRK-01, 1888*-TRK-04, 1890-5-g, 1890-5-n, 1890-5-s, 1890-5-y, 1890-10.3.1.1-a, 1890-VI.5-b.
        """
        return self.lays.get(company.symbol, self.lays.get(company.kind, 1))

    def payouts_of(self, company: Company) -> tuple[int, ...]:
        """What may become of a company's revenue (1890-C.10.10-a)."""
        return self.payouts.get(company.symbol, self.payouts.get(company.kind, company.payouts))


@dataclass(frozen=True, slots=True, eq=False)
class Setup(Fixed):
    """Everything fixed about one table (1890-1-b). Equal only to itself, so that memos can be kept by it."""

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
    lots: tuple[Lot, ...]  # the line-up of the auction, first to last
    deal: tuple[PrivateId, ...]  # or what is dealt to players 0, 1, ...
    clauses: Mapping[str, str]  # clause id by reason code
    face_of: Mapping[tuple[TileId, int], FaceId]
    scenario: str = ""
    language: str = ""  # of native names: "ja"
    told_in: str = ENGLISH  # the language of who reads: of sentences, and of names in it
    powers: tuple[PowerData, ...] = ()  # of the title itself: of no private and no company

    def __repr__(self) -> str:
        chosen = filter(None, (self.scenario, *self.variants))
        return f"<Setup of {' '.join((self.title, *chosen))}: {self.players} players>"

    def company(self, symbol: str) -> Company:
        """The company with a symbol; KeyError if there is none."""
        return {company.symbol: company for company in self.companies}[symbol]
