"""The small types that everything names.

They are plain integers, so that the state stays flat rows of ints; the names say
the unit. Ids count from 0 in the order of the title's data.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Money: TypeAlias = int
"""An amount in the title's currency (yen); may be negative only for a broken bank."""

Percent: TypeAlias = int
"""A part of a company, in percent of its shares."""

PlayerId: TypeAlias = int
"""A seat, clockwise from the one who opens the game."""

CompanyId: TypeAlias = int
"""A company that operates: a corporation or a minor."""

PrivateId: TypeAlias = int
LotId: TypeAlias = int
"""A place in the line-up of the opening auction."""

TrainId: TypeAlias = int
"""A kind of train: all 3-trains are one id."""

TileId: TypeAlias = int
"""A numbered tile, whatever its rotation."""

FaceId: TypeAlias = int
"""What lies on a hex: a tile in one rotation, or what is printed on the map."""

TokenId: TypeAlias = int
"""A token of a company or a private: its place in the list of all."""

HexId: TypeAlias = int
Edge: TypeAlias = int
"""A side of a hex, 0 to 5 clockwise; edge `e` meets edge `(e + 3) % 6` of the neighbour."""

CellId: TypeAlias = int
"""A cell of the stock market."""

OwnerId: TypeAlias = int
"""Who has cash, privates: players first, then companies, then the bank (see `state`)."""

PlaceId: TypeAlias = int
"""Where a certificate is: players first, then the places of `state` (IPO, MARKET, ...)."""

NOBODY: Final = -1
"""No player, no company, no hex, no cell: the one word for absence in integer fields."""

# Colours of what lies on a hex. A tile may replace what is one step paler.
WHITE: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
BROWN: Final = 3
GREY: Final = 4
RED: Final = 5
BLUE: Final = 6
COLOURS: Final = ("white", "yellow", "green", "brown", "grey", "red", "blue")
FIXED: Final = (GREY, RED, BLUE)
"""What is printed in these colours takes no tile, except by a power."""


HIDDEN: Final[Money] = 1 << 40
"""Stands for an amount that somebody does not know: more than anything costs, so what is added to it or taken off
leaves it hidden."""


def is_hidden(amount: Money) -> bool:
    """Whether an amount, or a part of it, is not known."""
    return abs(amount) > HIDDEN >> 1


def value_repr(value: object) -> str:
    """A value as programmers read it; ? if it is an amount that is hidden."""
    return "?" if isinstance(value, int) and is_hidden(value) else repr(value)


def row_repr(row: Any) -> str:
    """A named tuple as programmers read it, without amounts that are hidden."""
    values = (f"{name}={value_repr(value)}" for name, value in zip(row._fields, row, strict=True))
    return f"{type(row).__name__}({', '.join(values)})"


def money_text(currency: str, amount: Money) -> str:
    """An amount as players read it: ¥1,100, or −¥20; ¥? if it is hidden."""
    if is_hidden(amount):
        return f"{currency}?"
    return f"{'−' if amount < 0 else ''}{currency}{abs(amount):,}"
