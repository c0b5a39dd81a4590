"""Actions of the players: one small class per kind.

An action is immutable. `player` is the id of the player who decides; the other fields are ids and amounts. A field
name has the same meaning in every class, so records, commands and events share one table of names
(`game/text/record.py`).

A descriptor stands for one or more legal actions and answers `admits(action)`. An action is its own descriptor;
descriptors of many actions are in `core/open_actions.py`.

Users may write symbols and names instead of ids, as in `BuyShare("Ann", "AR", "ipo")`. A `Game` or a `View`
resolves them (`language/identifiers.py`). The rules and the records use ids only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, cast, dataclass_transform

from tetsudo.core.units import NOBODY, Edge, Money, value_repr

Made = TypeVar("Made")


@dataclass_transform(field_specifiers=(field,))
def action(cls: type[Made]) -> type[Made]:
    """Make a frozen dataclass with slots whose type-checked constructor accepts names as well as ids.

    Its `__init__` sets the fields through their slots, which takes two thirds of the time of a frozen dataclass. The
    methods of a kind are compiled at once, for a faster import: `dataclass` compiles six of them one by one.
    """
    made: Any = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    for name, method in _compiled(made).items():
        setattr(made, name, method)
    made.__setattr__ = made.__delattr__ = _refuse
    if made.__reduce__ is object.__reduce__:
        made.__reduce__ = _reduce
    return cast(type[Made], made)


def _compiled(made: Any) -> dict[str, Any]:
    """Methods that read or write every field: the constructor, and the comparison by the fields that count."""
    given = {each.name: each.default for each in fields(made)}
    scope = {f"set_{name}": getattr(made, name).__set__ for name in given} | {"given": given}
    parameters = [name if value is MISSING else f"{name}=given[{name!r}]" for name, value in given.items()]
    counting = [each.name for each in fields(made) if each.compare]
    equal = " and ".join(f"self.{name} == other.{name}" for name in counting)
    lines = [
        f"def __init__(self, {', '.join(parameters)}):",
        *(f"    set_{name}(self, {name})" for name in given),
        "def __eq__(self, other):",
        f"    return {equal} if type(other) is type(self) else NotImplemented",
        "def __hash__(self):",
        f"    return hash(({''.join(f'self.{name}, ' for name in counting)}))",
    ]
    exec("\n".join(lines), scope)
    methods = {name: scope[name] for name in ("__init__", "__eq__", "__hash__")}
    methods["__init__"].__annotations__ = {each.name: each.type for each in fields(made)} | {"return": None}
    return methods


def _refuse(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"An action never changes, so {name!r} cannot be set.")


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), tuple(getattr(self, each.name) for each in fields(self))


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

else:
    Id, HexIds, Routes = int, tuple, tuple


PAY: Final = 0
WITHHOLD: Final = 1
HALF: Final = 2
DIVIDENDS: Final = ("pay", "withhold", "half")
"""Payout choices for the revenue of a run."""


@action
class Action:
    """Decision of `player`."""

    kind: ClassVar[str] = ""
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    player: Id

    def __repr__(self) -> str:
        shown = (f"{each.name}={value_repr(getattr(self, each.name))}" for each in fields(self) if each.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def admits(self, action: Action) -> bool:
        """True if this descriptor stands for `action`."""
        return self == action

    def example(self) -> Action:
        """One of the admitted actions."""
        return self


Descriptor: TypeAlias = Action
"""Item of `legal_actions`: an action, or an open form that stands for many."""


@action
class Pass(Action):
    """Pass a turn, or end the current step of a turn."""

    kind: ClassVar[str] = "pass"


@action
class Bid(Action):
    """Bid in the opening auction: buy the first lot at its price, bid on a later lot, or raise in a bid-off."""

    kind: ClassVar[str] = "bid"
    lot: Id
    price: Money


@action
class Par(Action):
    """Start a company: buy its president's certificate and set the par price of a share."""

    kind: ClassVar[str] = "par"
    company: Id
    price: Money


@action
class BuyShare(Action):
    """Buy one ordinary certificate from `source`, the IPO or the market."""

    kind: ClassVar[str] = "buy_share"
    company: Id
    source: Id


@action
class SellShares(Action):
    """Sell `count` shares of a company to the market, as one block."""

    kind: ClassVar[str] = "sell_shares"
    company: Id
    count: int


@action
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


@action
class LayPrivateTile(Action):
    """Lay a tile with the power of a private; `period` as for `LayTile`."""

    kind: ClassVar[str] = "lay_private_tile"
    private: Id
    hex: Id
    tile: Id
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


@action
class PlaceToken(Action):
    """Place a company's next station token in a city of a hex."""

    kind: ClassVar[str] = "place_token"
    company: Id
    hex: Id
    city: int


@action
class TakeBackToken(Action):
    """Take back a company's token that is waiting on a hex for a slot."""

    kind: ClassVar[str] = "take_back_token"
    company: Id
    hex: Id


@action
class BuyPassage(Action):
    """Pay to run past a private's token from now on, instead of placing a token."""

    kind: ClassVar[str] = "buy_passage"
    company: Id
    private: Id


@action
class Route:
    """Route of a train: the hexes it passes, in order, from stop to stop."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    train: Id
    hexes: HexIds

    def __repr__(self) -> str:
        return f"Route(train={self.train!r}, hexes={self.hexes!r})"


@action
class RunRoutes(Action):
    """Run a company's trains. A train without a route stays at home."""

    kind: ClassVar[str] = "run_routes"
    company: Id
    routes: Routes


@action
class Dividend(Action):
    """Pay, withhold or halve the revenue of the run (`DIVIDENDS`)."""

    kind: ClassVar[str] = "dividend"
    company: Id
    payout: Id


@action
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


@action
class DiscardTrain(Action):
    """Discard a train above the train limit."""

    kind: ClassVar[str] = "discard_train"
    company: Id
    train: Id


@action
class BuyPrivate(Action):
    """Buy a private from its owner, for a company."""

    kind: ClassVar[str] = "buy_private"
    company: Id
    private: Id
    price: Money


@action
class TakePrivate(Action):
    """Buy a private in a stock round, from the bank or from the player who owns it."""

    kind: ClassVar[str] = "take_private"
    private: Id
    price: Money


@action
class ExchangePrivate(Action):
    """Close a private in exchange for a share of a company from `source`."""

    kind: ClassVar[str] = "exchange_private"
    private: Id
    company: Id
    source: Id


@action
class Answer(Action):
    """Accept (1) or decline (0) an offer made to `player`."""

    kind: ClassVar[str] = "answer"
    accept: int


@action
class PassRound(Action):
    """Between turns: pass until the operating round ends, or something changes."""

    kind: ClassVar[str] = "pass_round"


@action
class Join(Action):
    """Between turns: merge a minor into the company that forms from it."""

    kind: ClassVar[str] = "join"
    company: Id


@action
class Convert(Action):
    """Convert a minor into a private, in its own turn."""

    kind: ClassVar[str] = "convert"
    company: Id


@action
class Bankrupt(Action):
    """Declare bankruptcy because a forced train purchase cannot be paid."""

    kind: ClassVar[str] = "bankrupt"
    company: Id


@action
class RestoreToken(Action):
    """Pay to turn a company's face-down token on a hex up again."""

    kind: ClassVar[str] = "restore_token"
    company: Id
    hex: Id


@action
class Chance(Action):
    """Result of a random event, counted from 1. No player takes this action: it is resolved automatically."""

    kind: ClassVar[str] = "chance"
    player: Id = field(default=NOBODY, compare=False, repr=False)  # type: ignore[assignment]
    result: int = 0


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
    """Names of the fields of a kind of action, without those that only descriptors use."""
    return tuple(each.name for each in fields(kind) if each.compare)
