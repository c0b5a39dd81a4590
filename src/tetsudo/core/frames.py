"""Frames of the stack: the active procedures and what each has to remember.

A frame is immutable; a procedure replaces its frame when something changes. The text of a position stores a frame as
`numbers` and restores it with `read`: the number of its kind, then its values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, LotId, Money, PlayerId, row_repr


class Auction(NamedTuple):
    """Opening auction: the player to act, and the number of passes in a row."""

    player: PlayerId
    passes: int
    kind: Literal[0] = 0


class BidOff(NamedTuple):
    """Bid-off for a lot: the lot, and the player to act."""

    lot: LotId
    player: PlayerId
    kind: Literal[1] = 1


class Stock(NamedTuple):
    """Player's turn of a stock round, after a number of passes in a row."""

    player: PlayerId
    passes: int = 0
    bought: int = 0  # 1 once the player has bought
    sold: int = 0  # bits of the companies sold in this turn
    sold_first: int = 0  # 1 if the player sold before buying
    kind: Literal[2] = 2


class RoundPasses(NamedTuple):
    """Players who pass for the rest of an operating round, as long as the phase lasts."""

    phase: int
    players: int  # bits


class Operating(NamedTuple):
    """Operating round: the number of companies that have started their turn."""

    turns: int = 0
    silence: RoundPasses | tuple[()] = ()
    kind: Literal[3] = 3


class Turn(NamedTuple):
    """Company's turn."""

    company: CompanyId
    step: int = 0
    begun: int = 0  # 1 once anything was done
    special: int = 0  # 1 if it is out of order
    subsidy: Money = 0  # subsidy of the run, until the dividend is settled
    laid: tuple[HexId, ...] = ()  # hexes of the tiles laid in this turn
    kind: Literal[4] = 4

    def at_step(self, step: int) -> Turn:
        """The same turn at another step. Called at every step of every turn, so faster than `_replace`."""
        return Turn(self.company, step, self.begun, self.special, self.subsidy, self.laid)


class Discard(NamedTuple):
    """Discard of trains above the limit."""

    kind: Literal[5] = 5


class FreeLay(NamedTuple):
    """Tile lays of a power: the player who uses it, and the hexes already laid."""

    power: int
    player: PlayerId
    laid: tuple[HexId, ...] = ()
    kind: Literal[6] = 6


class Offer(NamedTuple):
    """Open offer."""

    buyer: int  # a company or, if a private is bought in a stock round, the player whose turn it is
    what: int  # TRAIN, PRIVATE or TAKE
    which: int
    seller: int
    price: Money
    answering: PlayerId
    kind: Literal[7] = 7

    def __repr__(self) -> str:
        return row_repr(self)


TRAIN: Final = 0
PRIVATE: Final = 1
TAKE: Final = 2  # a private, by a player in their turn of a stock round


class Block(NamedTuple):
    """Block of a company's shares to sell."""

    company: CompanyId
    shares: int


class ForcedSale(NamedTuple):
    """Share sale being chosen to pay for a company's train."""

    company: CompanyId
    blocks: tuple[Block, ...]
    kind: Literal[8] = 8


class Window(NamedTuple):
    """Pause between two turns in which owners may declare something; `passed`: bits of those who have passed."""

    passed: int
    kind: Literal[9] = 9


class FormationWindow(NamedTuple):
    """The same pause before the first turn of a newly formed company."""

    passed: int
    company: CompanyId
    kind: Literal[10] = 10


class SetPar(NamedTuple):
    """Choice of a company's par; `presidency`: 1 if the player receives the president's certificate with it."""

    company: CompanyId
    player: PlayerId
    presidency: int
    kind: Literal[11] = 11


class PendingDieRoll(NamedTuple):
    """Pending random event of a power with `sides` results. `number`: how often it has been resolved before."""

    power: int
    sides: int
    number: int
    kind: Literal[12] = 12


class DebtCollection(NamedTuple):
    """Payment of debts to the bank; players may sell shares for it."""

    kind: Literal[13] = 13


Frame: TypeAlias = (
    Auction
    | BidOff
    | Stock
    | Operating
    | Turn
    | Discard
    | FreeLay
    | Offer
    | ForcedSale
    | Window
    | FormationWindow
    | SetPar
    | PendingDieRoll
    | DebtCollection
)

KINDS: Final[tuple[type[Frame], ...]] = (
    Auction, BidOff, Stock, Operating, Turn, Discard, FreeLay, Offer, ForcedSale, Window, FormationWindow, SetPar,
    PendingDieRoll, DebtCollection,
)  # fmt: skip
"""Kinds of frame, by number."""

VARIADIC_KINDS: Final = (Operating, Turn, FreeLay, ForcedSale)
"""Kinds of frame whose last value is a row of values."""


def numbers(frame: Frame) -> tuple[int, ...]:
    """Number of a frame's kind, followed by its values, flattened."""
    return (frame.kind, *_flatten(frame[:-1]))


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
    fixed = len(kind._fields) - 1 - (kind in VARIADIC_KINDS)
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
