"""What a player can do: one small class per kind.

An action says who decides (`player`), and by ids what is done; it is never changed
after it was made. Fields mean the same everywhere, by name, so that records, texts
and events need one table of names (`game/text/record.py`).

A descriptor stands for one or more legal actions and answers `admits(action)`. An action is
its own descriptor; those that stand for many are in `core/open_actions.py`.

People write symbols and names in the place of ids, `BuyShare("Ann", "AR", "ipo")`: whatever a `Game` or a
`View` is given it reads so (`language/identifiers.py`). The rules below them know ids only, and so do records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, cast, dataclass_transform

from tetsudo.core.units import NOBODY, Edge, Money, value_repr

Made = TypeVar("Made")


@dataclass_transform(field_specifiers=(field,))
def action(cls: type[Made]) -> type[Made]:
    """A frozen dataclass with slots, of which a type checker knows that it is made of names as well as of ids.

    It is made in two thirds of a frozen one's time, since its fields are set through their slots.
    """
    made: Any = dataclass(slots=True, frozen=True, repr=False)(cls)
    given = {each.name: each.default for each in fields(made)}
    scope = {f"set_{name}": getattr(made, name).__set__ for name in given} | {"given": given}
    parameters = [name if value is MISSING else f"{name}=given[{name!r}]" for name, value in given.items()]
    body = "".join(f"    set_{name}(self, {name})\n" for name in given)
    exec(f"def __init__(self, {', '.join(parameters)}):\n{body}", scope)
    scope["__init__"].__annotations__ = made.__init__.__annotations__
    made.__init__ = scope["__init__"]
    return cast(type[Made], made)


if TYPE_CHECKING:

    class Id:
        """An id, which may be written as a symbol or a name."""

        def __get__(self, action: object, owner: type | None = None) -> int: ...
        def __set__(self, action: object, written: int | str) -> None: ...

    class HexIds:
        """The ids of hexes, which may be written as coordinates."""

        def __get__(self, action: object, owner: type | None = None) -> tuple[int, ...]: ...
        def __set__(self, action: object, written: Sequence[int | str]) -> None: ...

    class Routes:
        """Routes, in any sequence."""

        def __get__(self, action: object, owner: type | None = None) -> tuple[Route, ...]: ...
        def __set__(self, action: object, written: Sequence[Route]) -> None: ...

else:
    Id, HexIds, Routes = int, tuple, tuple


PAY: Final = 0
WITHHOLD: Final = 1
HALF: Final = 2
DIVIDENDS: Final = ("pay", "withhold", "half")
"""What a company may do with the revenue of its run."""


@action
class Action:
    """Something that `player` decides."""

    kind: ClassVar[str] = ""
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    player: Id

    def __repr__(self) -> str:
        shown = (f"{each.name}={value_repr(getattr(self, each.name))}" for each in fields(self) if each.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def admits(self, action: Action) -> bool:
        """Whether `action` is the one that this stands for."""
        return self == action

    def example(self) -> Action:
        """One action that is admitted."""
        return self


Descriptor: TypeAlias = Action
"""What `legal_actions` lists: an action, or an open form of one."""


@action
class Pass(Action):
    """Pass a turn, or end the present step of one."""

    kind: ClassVar[str] = "pass"


@action
class Bid(Action):
    """In the opening auction: buy the topmost lot at its price, reserve another, raise in a bid-off."""

    kind: ClassVar[str] = "bid"
    lot: Id
    price: Money


@action
class Par(Action):
    """Start a company: buy its president's certificate and set its par price (of a share)."""

    kind: ClassVar[str] = "par"
    company: Id
    price: Money


@action
class BuyShare(Action):
    """Buy one ordinary certificate from `source` (IPO or market)."""

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
    """Lay or upgrade a tile for a company. Rotation in steps of 60 degrees clockwise.

    `period`: after so many steps the tile looks the same. A listed lay admits every
    rotation that looks like its own.
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
    """Lay a tile by the power of a private; `period` as for `LayTile`."""

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
    """Take back a company's token that waits on a hex for a place."""

    kind: ClassVar[str] = "take_back_token"
    company: Id
    hex: Id


@action
class BuyPassage(Action):
    """Pay, instead of placing a token, to pass a private's token from now on."""

    kind: ClassVar[str] = "buy_passage"
    company: Id
    private: Id


@action
class Route:
    """A train's run: the hexes that it passes, in order, from stop to stop."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    train: Id
    hexes: HexIds


@action
class RunRoutes(Action):
    """Run a company's trains. No route for a train means that it stays at home."""

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
    """Buy a train from the depot, the market, or a company (`seller`).

    `seller` is a train holder of `state`: a company, or its DEPOT or MARKET place.
    `trade_in` is the kind of train that is handed in, or NOBODY.
    """

    kind: ClassVar[str] = "buy_train"
    company: Id
    train: Id
    seller: Id
    price: Money
    trade_in: Id = field(default=NOBODY)  # type: ignore[assignment]  # the checker takes `field` at its word


@action
class DiscardTrain(Action):
    """Discard a train that exceeds the train limit."""

    kind: ClassVar[str] = "discard_train"
    company: Id
    train: Id


@action
class BuyPrivate(Action):
    """A company buys a private from its owner."""

    kind: ClassVar[str] = "buy_private"
    company: Id
    private: Id
    price: Money


@action
class TakePrivate(Action):
    """A player buys a private in a stock round: from the bank, or from the player who has it."""

    kind: ClassVar[str] = "take_private"
    private: Id
    price: Money


@action
class ExchangePrivate(Action):
    """Close a private for a share of a company, from `source`."""

    kind: ClassVar[str] = "exchange_private"
    private: Id
    company: Id
    source: Id


@action
class Answer(Action):
    """Accept (1) or decline (0) an offer that was made to `player`."""

    kind: ClassVar[str] = "answer"
    accept: int


@action
class PassRound(Action):
    """Between turns: declare nothing until the operating round ends, or something changes."""

    kind: ClassVar[str] = "pass_round"


@action
class Join(Action):
    """Between turns: declare that a minor becomes part of the company that forms from it."""

    kind: ClassVar[str] = "join"
    company: Id


@action
class Convert(Action):
    """Turn a minor into a private, in its own turn."""

    kind: ClassVar[str] = "convert"
    company: Id


@action
class Bankrupt(Action):
    """Declare that a forced train can not be paid."""

    kind: ClassVar[str] = "bankrupt"
    company: Id


@action
class RestoreToken(Action):
    """Pay for a company's token on a hex that lies face down, so that it serves again."""

    kind: ClassVar[str] = "restore_token"
    company: Id
    hex: Id


@action
class Chance(Action):
    """What chance decides: a result from 1 on. It is nobody's action, and comes by itself where it is waited for."""

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
"""Every kind of action by the word that records use."""


def fields_of(kind: type[Action]) -> tuple[str, ...]:
    """The names of what an action of a kind says: its fields, without what only descriptors use."""
    return tuple(each.name for each in fields(kind) if each.compare)
