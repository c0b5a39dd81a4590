"""What a player can do: one small class per kind.

An action says who decides (`player`), and by ids what is done; it is never changed
after it was made. Fields mean the same everywhere, by name, so that records, texts
and events need one table of names (`record.py`).

A descriptor stands for one or more legal actions and answers `admits(action)`. An action is
its own descriptor; those that stand for many are in `descriptors.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import ClassVar, Final, TypeAlias

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
"""What `legal_actions` lists: an action, or an open form of one."""


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
