"""The frames of the stack: which procedure asks, and what it has to remember.

A frame never changes; a procedure that learns something puts another in its place. `numbers` and
`read` are what the text of a position has of a frame: the number of its kind, then its values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, LotId, Money, PlayerId, row_repr


class Auction(NamedTuple):
    """The opening auction: who acts, and how many have passed in a row."""

    player: PlayerId
    passes: int
    kind: Literal[0] = 0


class BidOff(NamedTuple):
    """A bid-off: for which lot, and who acts."""

    lot: LotId
    player: PlayerId
    kind: Literal[1] = 1


class Stock(NamedTuple):
    """A player's turn of a stock round, after so many passes in a row."""

    player: PlayerId
    passes: int = 0
    bought: int = 0  # 1 once he has
    sold: int = 0  # bits of the companies sold in this turn
    sold_first: int = 0  # 1 if he sold before he bought
    kind: Literal[2] = 2


class Silence(NamedTuple):
    """Who declares nothing more in an operating round, as long as a phase lasts."""

    phase: int
    players: int  # bits


class Operating(NamedTuple):
    """An operating round: how many companies have begun their turn in it."""

    turns: int = 0
    silence: Silence | tuple[()] = ()
    kind: Literal[3] = 3


class Turn(NamedTuple):
    """A company's turn."""

    company: CompanyId
    step: int = 0
    begun: int = 0  # 1 once something was done
    special: int = 0  # 1 if it is out of order
    subsidy: Money = 0  # of the run, until its dividend
    laid: tuple[HexId, ...] = ()  # where it has laid tiles
    kind: Literal[4] = 4

    def at(self, step: int) -> Turn:
        """The same turn at another step: quicker than `_replace`, and asked at every step of every turn."""
        return Turn(self.company, step, self.begun, self.special, self.subsidy, self.laid)


class Discard(NamedTuple):
    """Trains above the limit are discarded."""

    kind: Literal[5] = 5


class FreeLay(NamedTuple):
    """A power's tiles: whose use it is, and where it has laid some already."""

    power: int
    player: PlayerId
    laid: tuple[HexId, ...] = ()
    kind: Literal[6] = 6


class Offer(NamedTuple):
    """What somebody is asked."""

    buyer: int  # a company or, where a private is taken in a stock round, the player whose turn it is
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
TAKE: Final = 2  # a private, by a player in his turn of a stock round


class Block(NamedTuple):
    """Shares of a company that are to be sold."""

    company: CompanyId
    shares: int


class ForcedSale(NamedTuple):
    """A sale for a company's train that is being chosen."""

    company: CompanyId
    blocks: tuple[Block, ...]
    kind: Literal[8] = 8


class Window(NamedTuple):
    """Owners may declare something between two turns; bits of those who have passed."""

    passed: int
    kind: Literal[9] = 9


class Forming(NamedTuple):
    """The same before the first turn of a company that has formed."""

    passed: int
    company: CompanyId
    kind: Literal[10] = 10


class SetPar(NamedTuple):
    """A player sets a company's par; `presidency`: 1 if he receives the president's certificate with it."""

    company: CompanyId
    player: PlayerId
    presidency: int
    kind: Literal[11] = 11


class Draw(NamedTuple):
    """Chance decides for a power: one of so many results. `number`: how often it has decided for it before."""

    power: int
    sides: int
    number: int
    kind: Literal[12] = 12


class Levy(NamedTuple):
    """Players pay what they owe to the bank; shares may be sold for it."""

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
    | Forming
    | SetPar
    | Draw
    | Levy
)

KINDS: Final[tuple[type[Frame], ...]] = (
    Auction, BidOff, Stock, Operating, Turn, Discard, FreeLay, Offer, ForcedSale, Window, Forming, SetPar,
    Draw, Levy,
)  # fmt: skip
"""By their numbers."""

OPEN: Final = (Operating, Turn, FreeLay, ForcedSale)
"""The kinds whose last value is a row of them."""


def numbers(frame: Frame) -> tuple[int, ...]:
    """The number of a frame's kind, then its values, without the nests."""
    return (frame.kind, *_flat(frame[:-1]))


def _flat(values: Sequence[object]) -> Iterator[int]:
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        else:
            assert isinstance(value, int)
            yield value


def read(given: Sequence[int]) -> Frame:
    """The frame of which these are the numbers. Raises ValueError if there is none."""
    number, *values = given
    if not 0 <= number < len(KINDS):
        raise ValueError(f"{number} is no kind of frame")
    kind: Any = KINDS[number]
    fixed = len(kind._fields) - 1 - (kind in OPEN)
    head, rest = values[:fixed], values[fixed:]
    if len(head) < fixed or not _fits(number, len(rest)):
        raise ValueError(f"a frame {number} has not {len(values)} numbers")
    frame: Frame = kind(*head, _nested(number, rest)) if kind in OPEN else kind(*head)
    return frame


def _fits(number: int, rest: int) -> bool:
    """Whether so many numbers may follow those that every frame of a kind has."""
    if number == KINDS.index(Operating):
        return rest in (0, 2)
    if number == KINDS.index(ForcedSale):
        return rest % 2 == 0
    return KINDS[number] in OPEN or not rest


def _nested(number: int, rest: Sequence[int]) -> object:
    """The last value of a frame of an open kind."""
    if number == KINDS.index(Operating):
        return Silence(*rest) if rest else ()
    if number == KINDS.index(ForcedSale):
        return tuple(Block(*pair) for pair in zip(rest[::2], rest[1::2], strict=True))
    return tuple(rest)
