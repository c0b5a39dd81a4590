"""The parts of a title that are not map, tiles or market, and the whole of a table.

A `Setup` is everything fixed about one table: a title with its scenario, variants,
house rules and number of players applied. The engine reads nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tetsudo.model.map import Map
from tetsudo.model.market import Market
from tetsudo.model.tiles import Face, Tile
from tetsudo.units import NOBODY, CompanyId, FaceId, HexId, Money, Percent, PrivateId, TileId, TrainId

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class PowerData:
    """What data says of a power: which one, whose, and its numbers.

    `owner_kind`: "player", "company" or "any" may use it.
    """

    kind: str
    owner_kind: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Private:
    """A private company. `low` and `high` bound what a company may pay for it."""

    id: PrivateId
    symbol: str
    name: str
    price: Money
    income: Money
    low: Money
    high: Money
    powers: tuple[PowerData, ...] = ()
    letter: str = ""
    native: str = ""  # the name in the title's own language, if it is written otherwise

    @property
    def mark(self) -> str:
        """What stands for it where there is little room: its letter, or its symbol."""
        return self.letter or self.symbol


@dataclass(frozen=True, slots=True)
class Company:
    """A company that operates. Tokens by price in the order in which they are placed."""

    id: CompanyId
    symbol: str
    name: str
    homes: tuple[tuple[HexId, int], ...]
    token_prices: tuple[Money, ...]
    colour: str  # "#rrggbb"
    float_percent: Percent
    ordinary: int = 8  # certificates of 10 %, beside the president's of 20 %
    president_shares: int = 2  # what the president's certificate counts, in shares of 10 %
    kind: str = "corporation"
    native: str = ""  # as for privates
    lays_home: bool = False  # has to lay a tile on its home in its first turn, where that is the rule
    destination: HexId = NOBODY  # a route from a home to it earns `bonus` besides
    bonus: Money = 0


@dataclass(frozen=True, slots=True)
class TrainKind:
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
class Phase:
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


@dataclass(frozen=True, slots=True)
class Rules:
    """Numbers and switches of the rules, house rules applied.

    Percents of the whole company; `market_limit` and `hold_limit` bound what the market
    and a player may have of one. Switches name how unclear clauses are read; each is an
    option of the title, and its values stand in the title's data.
    """

    bank: Money
    cash: Money  # of each player at the start
    certificate_limit: int
    hold_limit: Percent
    market_limit: Percent
    bid_step: Money
    pars: tuple[Money, ...]
    unlimited_trains: bool
    bank_breaks_at_zero: bool  # or only when a payment exceeds what is left
    bid_off_order: str  # "clockwise" or "lowest"
    forced_lot: str  # "round" or "at_once"
    early_bankruptcy: bool  # offered from the start of the company's turn
    offers: str  # "ask" or "agreed"
    auction: bool  # False: privates are dealt
    home_tokens: str  # "round" or "turn"
    must_own_train: str  # "route" or "always"
    tile_colours: str  # "phase" or "any"
    track: str  # "semi-restrictive", "restrictive" or "permissive"
    turn_limit: int  # 0 for none
    final_privates: bool  # count at face value in the end
    steps: tuple[str, ...]  # of a company's turn
    all_pass: str  # "income" or "round": what follows when everybody passes in the auction
    stock_turn: str  # "any" or "sell_buy"
    sale_blocks: str  # of one company in a turn: "one" or "many"
    home_tiles: bool  # companies that have to must lay a tile on their home
    best_run: bool  # the highest revenue is compulsory
    exports: str  # "none", "sold" or "set"
    forced_sales: str  # "keep" or "others": whose presidency they may change
    bankrupt_cash: str  # "bank" or "kept"


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """Everything fixed about one table. Equal only to itself, so that memos can be kept by it."""

    title: str
    name: str  # "Shikoku 1889"
    currency: str
    players: int
    variants: tuple[str, ...]
    options: Mapping[str, OptionValue]  # all, defaults included
    rules: Rules
    map: Map
    tiles: tuple[Tile, ...]
    faces: tuple[Face, ...]
    market: Market
    trains: tuple[TrainKind, ...]
    phases: tuple[Phase, ...]
    privates: tuple[Private, ...]
    companies: tuple[Company, ...]
    lots: tuple[PrivateId, ...]  # the line-up of the auction, cheapest first
    deal: tuple[PrivateId, ...]  # or what is dealt to players 0, 1, ...
    clauses: Mapping[str, str]  # clause id by reason code
    face_of: Mapping[tuple[TileId, int], FaceId]
    scenario: str = ""
    language: str = ""  # of native names: "ja"

    def company(self, symbol: str) -> Company:
        """The company with a symbol; KeyError if there is none."""
        return {company.symbol: company for company in self.companies}[symbol]
