"""What a player can do: one small class per kind, and descriptors of many at once.

An action says who decides (`player`), and by ids what is done; it is never changed
after it was made. Fields mean the same everywhere, by name, so that records, texts
and events need one table of names (`record.py`).

A descriptor stands for one or more legal actions and answers `admits(action)`. A
closed action is its own descriptor. Open ones stand for a range of amounts, or for
every valid set of routes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import ClassVar, Final, NamedTuple, TypeAlias

from tetsudo.units import (
    CompanyId,
    Edge,
    HexId,
    LotId,
    Money,
    PlaceId,
    PlayerId,
    PrivateId,
    TileId,
    TrainId,
)

PAY: Final = 0
WITHHOLD: Final = 1
HALF: Final = 2
DIVIDENDS: Final = ("pay", "withhold", "half")
"""What a company may do with the revenue of its run."""


@dataclass(slots=True)
class Action:
    """Something that `player` decides."""

    kind: ClassVar[str] = ""
    player: PlayerId

    def admits(self, action: Action) -> bool:
        """Whether `action` is the one that this stands for."""
        return self == action

    def example(self) -> Action:
        """One action that is admitted."""
        return self


Descriptor: TypeAlias = Action
"""What `legal_actions` lists: an action, or an open form of one (below)."""


@dataclass(slots=True)
class Pass(Action):
    """Pass a turn, or end the present step of one."""

    kind: ClassVar[str] = "pass"


@dataclass(slots=True)
class Bid(Action):
    """In the opening auction: buy the topmost lot at its price, reserve another, raise in a bid-off."""

    kind: ClassVar[str] = "bid"
    lot: LotId
    price: Money


@dataclass(slots=True)
class Par(Action):
    """Start a company: buy its president's certificate and set its par price (per 10 %)."""

    kind: ClassVar[str] = "par"
    company: CompanyId
    price: Money


@dataclass(slots=True)
class BuyShare(Action):
    """Buy one ordinary certificate from `source` (IPO or market)."""

    kind: ClassVar[str] = "buy_share"
    company: CompanyId
    source: PlaceId


@dataclass(slots=True)
class SellShares(Action):
    """Sell `count` shares of 10 % of a company to the market, as one block."""

    kind: ClassVar[str] = "sell_shares"
    company: CompanyId
    count: int


@dataclass(slots=True)
class LayTile(Action):
    """Lay or upgrade a tile for a company. Rotation in steps of 60 degrees clockwise.

    `period`: after so many steps the tile looks the same. A listed lay admits every
    rotation that looks like its own.
    """

    kind: ClassVar[str] = "lay_tile"
    company: CompanyId
    hex: HexId
    tile: TileId
    rotation: Edge
    period: int = field(default=6, compare=False, repr=False)

    def admits(self, action: Action) -> bool:
        return (
            type(action) is LayTile
            and action.player == self.player
            and action.company == self.company
            and action.hex == self.hex
            and action.tile == self.tile
            and 0 <= action.rotation < 6
            and (action.rotation - self.rotation) % self.period == 0
        )


@dataclass(slots=True)
class LayPrivateTile(Action):
    """Lay a tile by the power of a private; `period` as for `LayTile`."""

    kind: ClassVar[str] = "lay_private_tile"
    private: PrivateId
    hex: HexId
    tile: TileId
    rotation: Edge
    period: int = field(default=6, compare=False, repr=False)

    def admits(self, action: Action) -> bool:
        return (
            type(action) is LayPrivateTile
            and action.player == self.player
            and action.private == self.private
            and action.hex == self.hex
            and action.tile == self.tile
            and 0 <= action.rotation < 6
            and (action.rotation - self.rotation) % self.period == 0
        )


@dataclass(slots=True)
class PlaceToken(Action):
    """Place a company's next station token in a city of a hex."""

    kind: ClassVar[str] = "place_token"
    company: CompanyId
    hex: HexId
    city: int


@dataclass(slots=True)
class BuyPassage(Action):
    """Pay, instead of placing a token, to pass a private's token from now on."""

    kind: ClassVar[str] = "buy_passage"
    company: CompanyId
    private: PrivateId


@dataclass(slots=True)
class Route:
    """A train's run: the hexes that it passes, in order, from stop to stop."""

    train: TrainId
    hexes: tuple[HexId, ...]


@dataclass(slots=True)
class RunRoutes(Action):
    """Run a company's trains. No route for a train means that it stays at home."""

    kind: ClassVar[str] = "run_routes"
    company: CompanyId
    routes: tuple[Route, ...]


@dataclass(slots=True)
class Dividend(Action):
    """Pay, withhold or halve the revenue of the run (`DIVIDENDS`)."""

    kind: ClassVar[str] = "dividend"
    company: CompanyId
    payout: int


@dataclass(slots=True)
class BuyTrain(Action):
    """Buy a train from the depot, the market, or a company (`seller`).

    `seller` is a train holder of `state`: a company, or its DEPOT or MARKET place.
    `trade_in` is the kind of train that is handed in, or NOBODY.
    """

    kind: ClassVar[str] = "buy_train"
    company: CompanyId
    train: TrainId
    seller: int
    price: Money
    trade_in: TrainId


@dataclass(slots=True)
class DiscardTrain(Action):
    """Discard a train that exceeds the train limit."""

    kind: ClassVar[str] = "discard_train"
    company: CompanyId
    train: TrainId


@dataclass(slots=True)
class BuyPrivate(Action):
    """A company buys a private from its owner."""

    kind: ClassVar[str] = "buy_private"
    company: CompanyId
    private: PrivateId
    price: Money


@dataclass(slots=True)
class TakePrivate(Action):
    """A player buys a private in a stock round: from the bank, or from the player who has it."""

    kind: ClassVar[str] = "take_private"
    private: PrivateId
    price: Money


@dataclass(slots=True)
class ExchangePrivate(Action):
    """Close a private for a share of a company, from `source`."""

    kind: ClassVar[str] = "exchange_private"
    private: PrivateId
    company: CompanyId
    source: PlaceId


@dataclass(slots=True)
class Answer(Action):
    """Accept (1) or decline (0) an offer that was made to `player`."""

    kind: ClassVar[str] = "answer"
    accept: int


@dataclass(slots=True)
class PassRound(Action):
    """Between turns: declare nothing until the operating round ends, or something changes."""

    kind: ClassVar[str] = "pass_round"


@dataclass(slots=True)
class Join(Action):
    """Between turns: declare that a minor becomes part of the company that forms from it."""

    kind: ClassVar[str] = "join"
    company: CompanyId


@dataclass(slots=True)
class Convert(Action):
    """Turn a minor into a private, in its own turn."""

    kind: ClassVar[str] = "convert"
    company: CompanyId


@dataclass(slots=True)
class Bankrupt(Action):
    """Declare that a forced train can not be paid."""

    kind: ClassVar[str] = "bankrupt"
    company: CompanyId


class Range(Action):
    """The actions that differ only in an amount, from `low` to `high`."""

    __slots__ = ()
    low: int
    high: int

    def at(self, amount: int) -> Action:
        """The action at one amount of the range."""
        raise NotImplementedError

    def example(self) -> Action:
        return self.at(self.low)


@dataclass(slots=True)
class Bids(Range):
    """Every `Bid` on a lot from `low` to `high`."""

    kind: ClassVar[str] = "bid"
    lot: LotId
    low: Money
    high: Money

    def admits(self, action: Action) -> bool:
        return (
            type(action) is Bid
            and action.player == self.player
            and action.lot == self.lot
            and self.low <= action.price <= self.high
        )

    def at(self, amount: int) -> Bid:
        return Bid(self.player, self.lot, amount)


@dataclass(slots=True)
class Sales(Range):
    """Every `SellShares` of a company from `low` to `high` shares."""

    kind: ClassVar[str] = "sell_shares"
    company: CompanyId
    low: int
    high: int

    def admits(self, action: Action) -> bool:
        return (
            type(action) is SellShares
            and action.player == self.player
            and action.company == self.company
            and self.low <= action.count <= self.high
        )

    def at(self, amount: int) -> SellShares:
        return SellShares(self.player, self.company, amount)


@dataclass(slots=True)
class TrainOffers(Range):
    """Every `BuyTrain` of one kind from another company at `low` to `high`."""

    kind: ClassVar[str] = "buy_train"
    company: CompanyId
    train: TrainId
    seller: int
    low: Money
    high: Money

    def admits(self, action: Action) -> bool:
        return (
            type(action) is BuyTrain
            and action.player == self.player
            and action.company == self.company
            and action.train == self.train
            and action.seller == self.seller
            and action.trade_in < 0
            and self.low <= action.price <= self.high
        )

    def at(self, amount: int) -> BuyTrain:
        return BuyTrain(self.player, self.company, self.train, self.seller, amount, -1)


@dataclass(slots=True)
class PrivateOffers(Range):
    """Every `BuyPrivate` of one private at `low` to `high`."""

    kind: ClassVar[str] = "buy_private"
    company: CompanyId
    private: PrivateId
    low: Money
    high: Money

    def admits(self, action: Action) -> bool:
        return (
            type(action) is BuyPrivate
            and action.player == self.player
            and action.company == self.company
            and action.private == self.private
            and self.low <= action.price <= self.high
        )

    def at(self, amount: int) -> BuyPrivate:
        return BuyPrivate(self.player, self.company, self.private, amount)


@dataclass(slots=True)
class PrivateTakes(Range):
    """Every `TakePrivate` of one private at `low` to `high`."""

    kind: ClassVar[str] = "take_private"
    private: PrivateId
    low: Money
    high: Money

    def admits(self, action: Action) -> bool:
        return (
            type(action) is TakePrivate
            and action.player == self.player
            and action.private == self.private
            and self.low <= action.price <= self.high
        )

    def at(self, amount: int) -> TakePrivate:
        return TakePrivate(self.player, self.private, amount)


Spot: TypeAlias = HexId | tuple[HexId, int]
"""What a route may pass: a hex, whatever it does there, or one stop of it, by its node in the face."""


@dataclass(slots=True)
class Wish:
    """What is asked of the run of one train; of several of a kind, in the order of the fleet.

    `route`: just this one, and nothing else counts. `idle`: it stays at home. `must` and
    `never`: what the route passes and avoids; a train that is only to avoid something may
    stay at home.
    """

    train: TrainId
    route: tuple[HexId, ...] | None = None
    must: frozenset[Spot] = frozenset()
    never: frozenset[Spot] = frozenset()
    idle: bool = False


class WishedRun(NamedTuple):
    """A run that meets wishes, what each of its routes earns, and whose each is: its train's place in the fleet."""

    action: RunRoutes
    earned: tuple[Money, ...]
    places: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Runs(Action):
    """Every valid `RunRoutes` of a company; `best()` searches only when it is asked.

    `fleet`: the trains, sorted by kind, each as often as the company has it.
    """

    kind: ClassVar[str] = "run_routes"
    company: CompanyId
    valid: Callable[[RunRoutes], bool]
    search: Callable[[], tuple[tuple[Route, ...], Money]]
    amounts: Callable[[RunRoutes], tuple[Money, ...]] = field(compare=False, repr=False)
    besides: Callable[[RunRoutes], tuple[Money, ...]] = field(compare=False, repr=False)
    wished: Callable[[Sequence[Wish]], WishedRun] = field(compare=False, repr=False)
    fleet: tuple[TrainId, ...] = field(compare=False)

    def admits(self, action: Action) -> bool:
        return (
            type(action) is RunRoutes
            and action.player == self.player
            and action.company == self.company
            and self.valid(action)
        )

    def best(self) -> RunRoutes:
        """The run of the highest revenue, proved."""
        return RunRoutes(self.player, self.company, self.search()[0])

    def revenue(self) -> Money:
        """What the best run earns."""
        return self.search()[1]

    def earned(self, action: RunRoutes) -> tuple[Money, ...]:
        """What each route of a valid run earns; nothing if it is not valid."""
        return self.amounts(action)

    def subsidies(self, action: RunRoutes) -> tuple[Money, ...]:
        """What the treasury receives besides for each route of a valid run, whatever becomes of the revenue."""
        return self.besides(action)

    def through(self, wishes: Sequence[Wish]) -> WishedRun:
        """The run of the highest revenue of all that meet some wishes, proved.

        Trains of which nothing is asked run as best they can beside the others. Raises
        `IllegalAction` if no valid run meets all wishes.
        """
        return self.wished(wishes)

    def example(self) -> RunRoutes:
        return self.best()


OPEN: Final[tuple[type[Action], ...]] = (Bids, Sales, TrainOffers, PrivateOffers, PrivateTakes, Runs)
"""The descriptors that stand for more than themselves."""

KINDS: Final[dict[str, type[Action]]] = {
    cls.kind: cls
    for cls in (
        Pass, Bid, Par, BuyShare, SellShares, LayTile, LayPrivateTile, PlaceToken, BuyPassage, RunRoutes, Dividend,
        BuyTrain, DiscardTrain, BuyPrivate, TakePrivate, ExchangePrivate, Answer, PassRound, Join, Convert, Bankrupt,
    )
}  # fmt: skip
"""Every kind of action by the word that records use."""


def fields_of(kind: type[Action]) -> tuple[str, ...]:
    """The names of what an action of a kind says: its fields, without what only descriptors use."""
    return tuple(each.name for each in fields(kind) if each.compare)
