"""Frames of the stack: the active procedures and what each has to remember.

A frame never changes; a procedure replaces its frame when something does. The text of a position stores a frame as
`numbers` and restores it with `read`: the number of its kind, then its values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Self

from tetsudo.core.units import CompanyId, HexId, LotId, Money, PlayerId, value_repr


class Frame:
    """Active procedure, and what it remembers. `__match_args__` names its values, in their order."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[int] = -1

    def values(self) -> tuple[Any, ...]:
        """Values in their order."""
        return tuple(getattr(self, name) for name in type(self).__match_args__)

    def replaced(self, **changes: Any) -> Self:
        """The same frame with other values, by name."""
        kept = dict(zip(type(self).__match_args__, self.values(), strict=True))
        return type(self)(**(kept | changes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and type(other) is type(self) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self).kind, self.values()))

    def __repr__(self) -> str:
        values = zip(type(self).__match_args__, self.values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value_repr(value)}' for name, value in values)})"

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), self.values()


class Auction(Frame):
    """Opening auction: the player to act, and the number of passes in a row."""

    __slots__ = ("passes", "player")
    __match_args__: ClassVar[tuple[str, ...]] = ("player", "passes")
    kind: ClassVar[int] = 0

    def __init__(self, player: PlayerId, passes: int) -> None:
        self.player = player
        self.passes = passes


class BidOff(Frame):
    """Bid-off for a lot: the lot, and the player to act."""

    __slots__ = ("lot", "player")
    __match_args__: ClassVar[tuple[str, ...]] = ("lot", "player")
    kind: ClassVar[int] = 1

    def __init__(self, lot: LotId, player: PlayerId) -> None:
        self.lot = lot
        self.player = player


SEVERAL: Final = 2
"""With a company's id added: value of `Stock.bought` while the player may buy more shares of that company."""


class Stock(Frame):
    """Player's turn of a stock round, after a number of passes in a row."""

    __slots__ = ("bought", "passes", "player", "sold", "sold_first")
    __match_args__: ClassVar[tuple[str, ...]] = ("player", "passes", "bought", "sold", "sold_first")
    kind: ClassVar[int] = 2

    def __init__(self, player: PlayerId, passes: int = 0, bought: int = 0, sold: int = 0, sold_first: int = 0) -> None:
        self.player = player
        self.passes = passes
        self.bought = bought  # 0 before the purchase, then 1, or SEVERAL + the company of which more may be bought
        self.sold = sold  # bits of the companies sold in this turn
        self.sold_first = sold_first  # 1 if the player sold before buying


class RoundPasses(NamedTuple):
    """Players who pass for the rest of an operating round, as long as the phase lasts."""

    phase: int
    players: int  # bits


class Operating(Frame):
    """Operating round: the number of companies that have started their turn."""

    __slots__ = ("silence", "turns")
    __match_args__: ClassVar[tuple[str, ...]] = ("turns", "silence")
    kind: ClassVar[int] = 3

    def __init__(self, turns: int = 0, silence: RoundPasses | tuple[()] = ()) -> None:
        self.turns = turns
        self.silence = silence


class Turn(Frame):
    """Company's turn."""

    __slots__ = ("begun", "company", "laid", "special", "step", "subsidy")
    __match_args__: ClassVar[tuple[str, ...]] = ("company", "step", "begun", "special", "subsidy", "laid")
    kind: ClassVar[int] = 4

    def __init__(
        self,
        company: CompanyId,
        step: int = 0,
        begun: int = 0,
        special: int = 0,
        subsidy: Money = 0,
        laid: tuple[HexId, ...] = (),
    ) -> None:
        self.company = company
        self.step = step
        self.begun = begun  # 1 once anything was done
        self.special = special  # 1 if it is out of order
        self.subsidy = subsidy  # subsidy of the run, until the dividend is settled
        self.laid = laid  # hexes of the tiles laid in this turn

    def at_step(self, step: int) -> Turn:
        """The same turn at another step."""
        return Turn(self.company, step, self.begun, self.special, self.subsidy, self.laid)

    def after_start(self) -> Turn:
        """The same turn once anything was done."""
        return Turn(self.company, self.step, 1, self.special, self.subsidy, self.laid)

    def after_lay(self, hex: HexId) -> Turn:
        """The same turn with another tile laid."""
        return Turn(self.company, self.step, self.begun, self.special, self.subsidy, (*self.laid, hex))

    def with_subsidy(self, subsidy: Money) -> Turn:
        """The same turn with another subsidy of its run."""
        return Turn(self.company, self.step, self.begun, self.special, subsidy, self.laid)


class Discard(Frame):
    """Discard of trains above the limit."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[int] = 5


class FreeLay(Frame):
    """Tile lays of a power: the player who uses it, and the hexes already laid."""

    __slots__ = ("laid", "player", "power")
    __match_args__: ClassVar[tuple[str, ...]] = ("power", "player", "laid")
    kind: ClassVar[int] = 6

    def __init__(self, power: int, player: PlayerId, laid: tuple[HexId, ...] = ()) -> None:
        self.power = power
        self.player = player
        self.laid = laid


class Offer(Frame):
    """Open offer."""

    __slots__ = ("answering", "buyer", "price", "seller", "what", "which")
    __match_args__: ClassVar[tuple[str, ...]] = ("buyer", "what", "which", "seller", "price", "answering")
    kind: ClassVar[int] = 7

    def __init__(self, buyer: int, what: int, which: int, seller: int, price: Money, answering: PlayerId) -> None:
        self.buyer = buyer  # a company or, if a private is bought in a stock round, the player whose turn it is
        self.what = what  # TRAIN, PRIVATE or TAKE
        self.which = which
        self.seller = seller
        self.price = price
        self.answering = answering


TRAIN: Final = 0
PRIVATE: Final = 1
TAKE: Final = 2  # a private, by a player in their turn of a stock round


class Block(NamedTuple):
    """Block of a company's shares to sell."""

    company: CompanyId
    shares: int


class ForcedSale(Frame):
    """Share sale being chosen to pay for a company's train."""

    __slots__ = ("blocks", "company")
    __match_args__: ClassVar[tuple[str, ...]] = ("company", "blocks")
    kind: ClassVar[int] = 8

    def __init__(self, company: CompanyId, blocks: tuple[Block, ...]) -> None:
        self.company = company
        self.blocks = blocks


class Window(Frame):
    """Pause between two turns in which owners may declare something; `passed`: bits of those who have passed."""

    __slots__ = ("passed",)
    __match_args__: ClassVar[tuple[str, ...]] = ("passed",)
    kind: ClassVar[int] = 9

    def __init__(self, passed: int) -> None:
        self.passed = passed


class FormationWindow(Frame):
    """The same pause before the first turn of a newly formed company."""

    __slots__ = ("company", "passed")
    __match_args__: ClassVar[tuple[str, ...]] = ("passed", "company")
    kind: ClassVar[int] = 10

    def __init__(self, passed: int, company: CompanyId) -> None:
        self.passed = passed
        self.company = company


class SetPar(Frame):
    """Choice of a company's par; `presidency`: 1 if the player receives the president's certificate with it."""

    __slots__ = ("company", "player", "presidency")
    __match_args__: ClassVar[tuple[str, ...]] = ("company", "player", "presidency")
    kind: ClassVar[int] = 11

    def __init__(self, company: CompanyId, player: PlayerId, presidency: int) -> None:
        self.company = company
        self.player = player
        self.presidency = presidency


class PendingDieRoll(Frame):
    """Pending random event of a power with `sides` results. `number`: how often it has been resolved before."""

    __slots__ = ("number", "power", "sides")
    __match_args__: ClassVar[tuple[str, ...]] = ("power", "sides", "number")
    kind: ClassVar[int] = 12

    def __init__(self, power: int, sides: int, number: int) -> None:
        self.power = power
        self.sides = sides
        self.number = number


class DebtCollection(Frame):
    """Payment of debts to the bank; players may sell shares for it."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[int] = 13


KINDS: Final[tuple[type[Frame], ...]] = (
    Auction, BidOff, Stock, Operating, Turn, Discard, FreeLay, Offer, ForcedSale, Window, FormationWindow, SetPar,
    PendingDieRoll, DebtCollection,
)  # fmt: skip
"""Kinds of frame, by number."""

VARIADIC_KINDS: Final = (Operating, Turn, FreeLay, ForcedSale)
"""Kinds of frame whose last value is a row of values."""


def numbers(frame: Frame) -> tuple[int, ...]:
    """Number of a frame's kind, followed by its values, flattened."""
    return (type(frame).kind, *_flatten(frame.values()))


def _flatten(values: Sequence[object]) -> Iterator[int]:
    for value in values:
        if isinstance(value, tuple):
            yield from _flatten(value)
        else:
            assert isinstance(value, int)
            yield value


def read(given: Sequence[int]) -> Frame:
    """Frame with these numbers. Raises ValueError if they form none."""
    number, *values = given
    if not 0 <= number < len(KINDS):
        raise ValueError(f"{number} is no kind of frame")
    kind: Any = KINDS[number]
    fixed = len(kind.__match_args__) - (kind in VARIADIC_KINDS)
    head, rest = values[:fixed], values[fixed:]
    if len(head) < fixed or not _may_follow(number, len(rest)):
        raise ValueError(f"a frame {number} has not {len(values)} numbers")
    frame: Frame = kind(*head, _last_value(number, rest)) if kind in VARIADIC_KINDS else kind(*head)
    return frame


def _may_follow(number: int, rest: int) -> bool:
    """True if `rest` numbers may follow the fixed ones of a kind."""
    if number == KINDS.index(Operating):
        return rest in (0, 2)
    if number == KINDS.index(ForcedSale):
        return rest % 2 == 0
    return KINDS[number] in VARIADIC_KINDS or not rest


def _last_value(number: int, rest: Sequence[int]) -> object:
    """Last value of a frame of an open kind."""
    if number == KINDS.index(Operating):
        return RoundPasses(*rest) if rest else ()
    if number == KINDS.index(ForcedSale):
        return tuple(Block(*pair) for pair in zip(rest[::2], rest[1::2], strict=True))
    return tuple(rest)
