"""Bounds of an amount, each with what is said beyond it: one list of them answers refusal and listing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

MOST: Final = 1 << 40
LEAST: Final = -MOST
"""Beyond any amount; nobody reads them."""

Bound: TypeAlias = tuple[str, int, int]
"""The code of a refusal, and from where to where an amount is not refused by it."""


def breach(bounds: Iterable[Bound], amount: int) -> str:
    """The code of the first bound that an amount is beyond; "" if it is within all."""
    for code, low, high in bounds:
        if not low <= amount <= high:
            return code
    return ""


def span(bounds: Iterable[Bound]) -> tuple[int, int]:
    """The lowest and the highest amount within all bounds.

    Where there is none, the first is the amount that comes nearest: the one that only those bounds refuse that
    leave nothing of what the ones before them allow. The second is below it.
    """
    lowest, highest = LEAST, MOST
    for _, low, high in bounds:
        if low > highest or low > high:
            nearest = min(highest, low)
            return nearest, nearest - 1
        if high < lowest:
            return lowest, lowest - 1
        lowest = max(lowest, low)
        highest = min(highest, high)
    return lowest, highest
