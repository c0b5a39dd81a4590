"""Small types used everywhere.

They are plain integers, so that the state stays flat rows of ints; the names give the unit. Ids count from 0 in the
order of the title's data.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Money: TypeAlias = int
"""Amount in the title's currency (yen); negative only for a broken bank."""

Percent: TypeAlias = int
"""Part of a company, in percent of its shares."""

PlayerId: TypeAlias = int
"""Seat, clockwise from the player who opens the game."""

CompanyId: TypeAlias = int
"""Company that operates: a corporation or a minor."""

PrivateId: TypeAlias = int
LotId: TypeAlias = int
"""Position in the line-up of the opening auction."""

TrainId: TypeAlias = int
"""Kind of train: all 3-trains share one id."""

TileId: TypeAlias = int
"""Numbered tile, in any rotation."""

FaceId: TypeAlias = int
"""Face of a hex: a tile in one rotation, or the printed map."""

TokenId: TypeAlias = int
"""Token of a company or a private: its index in the list of all tokens."""

HexId: TypeAlias = int
Edge: TypeAlias = int
"""Side of a hex, 0 to 5 clockwise; edge `e` meets edge `(e + 3) % 6` of the neighbour."""

CellId: TypeAlias = int
"""Cell of the stock market."""

OwnerId: TypeAlias = int
"""Owner of cash or privates: players first, then companies, then the bank (see `engine/state/state.py`)."""

PlaceId: TypeAlias = int
"""Place of a certificate: players first, then the places of `engine/state/state.py` (IPO, MARKET, ...)."""

NOBODY: Final = -1
"""Absence of a player, company, hex or cell in every integer field."""

# Colours of the face of a hex. A tile may replace one that is a step paler.
WHITE: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
BROWN: Final = 3
GREY: Final = 4
RED: Final = 5
BLUE: Final = 6
COLOURS: Final = ("white", "yellow", "green", "brown", "grey", "red", "blue")
FIXED: Final = (GREY, RED, BLUE)
"""Printed colours that take no tile, except by a power."""


HIDDEN: Final[Money] = 1 << 40
"""Stand-in for a hidden amount: larger than any price, so adding to it or subtracting from it leaves it hidden."""


def is_hidden(amount: Money) -> bool:
    """True if an amount, or a part of it, is hidden."""
    return abs(amount) > HIDDEN >> 1


def value_repr(value: object) -> str:
    """Value in Python's notation; ? for a hidden amount."""
    return "?" if isinstance(value, int) and is_hidden(value) else repr(value)


def row_repr(row: Any) -> str:
    """Named tuple in Python's notation, with ? for hidden amounts."""
    values = (f"{name}={value_repr(value)}" for name, value in zip(row._fields, row, strict=True))
    return f"{type(row).__name__}({', '.join(values)})"


def money_text(currency: str, amount: Money) -> str:
    """Amount as players read it: ¥1,100 or −¥20; ¥? if it is hidden."""
    if is_hidden(amount):
        return f"{currency}?"
    return f"{'−' if amount < 0 else ''}{currency}{abs(amount):,}"
