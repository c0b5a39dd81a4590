"""Actions of the players: one small class per kind.

An action never changes. `player` is the id of the player who decides; the other fields are ids and amounts. A field
name has the same meaning in every class, so records, commands and events share one table of names
(`game/text/record.py`).

A descriptor stands for one or more legal actions and answers `admits(action)`. An action is its own descriptor;
descriptors of many actions are in `core/open_actions.py`.

Users may write symbols and names instead of ids, as in `BuyShare("Ann", "AR", "ipo")`. A `Game` or a `View`
resolves them (`language/identifiers.py`). The rules and the records use ids only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

from msgspec import Struct, field, structs

from tetsudo.core.units import NOBODY, Edge, Money, value_repr

if TYPE_CHECKING:

    class Id:
        """Id that may be written as a symbol or a name."""

        def __get__(self, action: object, owner: type | None = None) -> int: ...
        def __set__(self, action: object, written: int | str) -> None: ...

    class HexIds:
        """Ids of hexes, which may be written as coordinates."""

        def __get__(self, action: object, owner: type | None = None) -> tuple[int, ...]: ...
        def __set__(self, action: object, written: Sequence[int | str]) -> None: ...

    class Routes:
        """Routes, in any kind of sequence."""

        def __get__(self, action: object, owner: type | None = None) -> tuple[Route, ...]: ...
        def __set__(self, action: object, written: Sequence[Route]) -> None: ...

    Unchanging: TypeAlias = Struct  # for mypy, what is frozen is read as what may be written: `int | str`

else:
    Id, HexIds, Routes = int, tuple, tuple

    class Unchanging(Struct, frozen=True, gc=False):
        """Base of all actions. They are part of no cycle, so the garbage collector need not know them."""


PAY: Final = 0
WITHHOLD: Final = 1
HALF: Final = 2
DIVIDENDS: Final = ("pay", "withhold", "half")
"""Payout choices for the revenue of a run."""


class Action(Unchanging):
    """Decision of `player`."""

    kind: ClassVar[str] = ""
    unwritten: ClassVar[tuple[str, ...]] = ()  # fields that are no part of what is decided
    player: Id

    def __repr__(self) -> str:
        shown = (f"{name}={value_repr(getattr(self, name))}" for name in fields_of(type(self)))
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def replaced(self, **changes: Any) -> Self:
        """The same action with other values, by name."""
        return structs.replace(self, **changes)

    def admits(self, action: Action) -> bool:
        """True if this descriptor stands for `action`."""
        return self == action

    def example(self) -> Action:
        """One of the admitted actions."""
        return self


def _is_equal(self: Action, other: object) -> bool:
    """True if two actions of a kind with unwritten fields are equal in all others."""
    return type(other) is type(self) and all(
        getattr(self, name) == getattr(other, name) for name in fields_of(type(self))
    )


def _hash(self: Action) -> int:
    return hash(tuple(getattr(self, name) for name in fields_of(type(self))))


Descriptor: TypeAlias = Action
"""Item of `legal_actions`: an action, or an open form that stands for many."""


class Pass(Action):
    """Pass a turn, or end the current step of a turn."""

    kind: ClassVar[str] = "pass"


class Bid(Action):
    """Bid in the opening auction: buy the first lot at its price, bid on a later lot, or raise in a bid-off."""

    kind: ClassVar[str] = "bid"
    lot: Id
    price: Money


class Par(Action):
    """Start a company: buy its president's certificate and set the par price of a share."""

    kind: ClassVar[str] = "par"
    company: Id
    price: Money


class BuyShare(Action):
    """Buy one ordinary certificate from `source`, the IPO or the market."""

    kind: ClassVar[str] = "buy_share"
    company: Id
    source: Id


class SellShares(Action):
    """Sell `count` shares of a company to the market, as one block."""

    kind: ClassVar[str] = "sell_shares"
    company: Id
    count: int


class LayTile(Action):
    """Lay or upgrade a tile for a company. `rotation` counts steps of 60 degrees clockwise.

    `period`: number of steps after which the tile looks the same. A listed lay admits every rotation that looks the
    same as its own.
    """

    kind: ClassVar[str] = "lay_tile"
    company: Id
    hex: Id
    tile: Id
    rotation: Edge
    unwritten: ClassVar[tuple[str, ...]] = ("period",)
    period: int = 6

    __eq__, __hash__ = _is_equal, _hash

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


class LayPrivateTile(Action):
    """Lay a tile with the power of a private; `period` as for `LayTile`."""

    kind: ClassVar[str] = "lay_private_tile"
    private: Id
    hex: Id
    tile: Id
    rotation: Edge
    unwritten: ClassVar[tuple[str, ...]] = ("period",)
    period: int = 6

    __eq__, __hash__ = _is_equal, _hash

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


class PlaceToken(Action):
    """Place a company's next station token in a city of a hex."""

    kind: ClassVar[str] = "place_token"
    company: Id
    hex: Id
    city: int


class TakeBackToken(Action):
    """Take back a company's token that is waiting on a hex for a slot."""

    kind: ClassVar[str] = "take_back_token"
    company: Id
    hex: Id


class BuyPassage(Action):
    """Pay to run past a private's token from now on, instead of placing a token."""

    kind: ClassVar[str] = "buy_passage"
    company: Id
    private: Id


class Route(Unchanging):
    """Route of a train: the hexes it passes, in order, from stop to stop."""

    train: Id
    hexes: HexIds

    def __repr__(self) -> str:
        return f"Route(train={self.train!r}, hexes={self.hexes!r})"


class RunRoutes(Action):
    """Run a company's trains. A train without a route stays at home."""

    kind: ClassVar[str] = "run_routes"
    company: Id
    routes: Routes


class Dividend(Action):
    """Pay, withhold or halve the revenue of the run (`DIVIDENDS`)."""

    kind: ClassVar[str] = "dividend"
    company: Id
    payout: Id


class BuyTrain(Action):
    """Buy a train from the depot, the market or another company.

    `seller` is a train holder of `engine/state/state.py`: a company, or the depot or the market. `trade_in` is the
    kind of train traded in, or NOBODY.
    """

    kind: ClassVar[str] = "buy_train"
    company: Id
    train: Id
    seller: Id
    price: Money
    trade_in: Id = field(default=NOBODY)  # type: ignore[assignment]  # the type checker treats `field` as the value


class DiscardTrain(Action):
    """Discard a train above the train limit."""

    kind: ClassVar[str] = "discard_train"
    company: Id
    train: Id


class BuyPrivate(Action):
    """Buy a private from its owner, for a company."""

    kind: ClassVar[str] = "buy_private"
    company: Id
    private: Id
    price: Money


class TakePrivate(Action):
    """Buy a private in a stock round, from the bank or from the player who owns it."""

    kind: ClassVar[str] = "take_private"
    private: Id
    price: Money


class ExchangePrivate(Action):
    """Close a private in exchange for a share of a company from `source`."""

    kind: ClassVar[str] = "exchange_private"
    private: Id
    company: Id
    source: Id


class Answer(Action):
    """Accept (1) or decline (0) an offer made to `player`."""

    kind: ClassVar[str] = "answer"
    accept: int


class PassRound(Action):
    """Between turns: pass until the operating round ends, or something changes."""

    kind: ClassVar[str] = "pass_round"


class Join(Action):
    """Between turns: merge a minor into the company that forms from it."""

    kind: ClassVar[str] = "join"
    company: Id


class Convert(Action):
    """Convert a minor into a private, in its own turn."""

    kind: ClassVar[str] = "convert"
    company: Id


class Bankrupt(Action):
    """Declare bankruptcy because a forced train purchase cannot be paid."""

    kind: ClassVar[str] = "bankrupt"
    company: Id


class RestoreToken(Action):
    """Pay to turn a company's face-down token on a hex up again."""

    kind: ClassVar[str] = "restore_token"
    company: Id
    hex: Id


class Chance(Action):
    """Result of a random event, counted from 1. No player takes this action: it is resolved automatically."""

    kind: ClassVar[str] = "chance"
    unwritten: ClassVar[tuple[str, ...]] = ("player",)
    player: Id = field(default=NOBODY)  # type: ignore[assignment]
    result: int = 0

    __eq__, __hash__ = _is_equal, _hash


KINDS: Final[dict[str, type[Action]]] = {
    cls.kind: cls
    for cls in (
        Pass, Bid, Par, BuyShare, SellShares, LayTile, LayPrivateTile, PlaceToken, TakeBackToken, BuyPassage, RunRoutes,
        Dividend, BuyTrain, DiscardTrain, BuyPrivate, TakePrivate, ExchangePrivate, Answer, PassRound, Join, Convert,
        Bankrupt, RestoreToken, Chance,
    )
}  # fmt: skip
"""Every kind of action by the word used in records."""


def fields_of(kind: type[Action]) -> tuple[str, ...]:
    """Names of the fields of a kind of action that say what is decided."""
    return tuple(name for name in kind.__struct_fields__ if name not in kind.unwritten)
