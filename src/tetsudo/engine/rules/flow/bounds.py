"""Bounds of an amount, each with a refusal code. Refusals and listings share them."""

from __future__ import annotations

from typing import Final, TypeAlias

Bound: TypeAlias = tuple[int, str]
"""An amount, and the refusal code of amounts beyond it."""

Bounds: TypeAlias = tuple[tuple[Bound, ...], tuple[Bound, ...]]
"""Lower bounds and upper bounds of an amount, any number of each."""

NO_MINIMUM: Final = (-(1 << 40), "")
NO_MAXIMUM: Final = (1 << 40, "")
"""Bounds within which every amount lies."""


ALL: Final = 1 << 20
"""Number of things to find where all are wanted."""


def breach(bounds: Bounds, amount: int) -> str:
    """Refusal code of the first bound that an amount violates; "" if it is within all."""
    lows, highs = bounds
    for low, code in lows:
        if amount < low:
            return code
    for high, code in highs:
        if amount > high:
            return code
    return ""


def span(bounds: Bounds) -> tuple[int, int]:
    """Lowest and highest amount within all bounds; the second is lower than the first if there is none."""
    lows, highs = bounds
    lowest, highest = NO_MINIMUM[0], NO_MAXIMUM[0]
    for low, _code in lows:
        lowest = max(lowest, low)
    for high, _code in highs:
        highest = min(highest, high)
    return lowest, highest
