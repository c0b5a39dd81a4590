"""Bounds of an amount, each with what is said beyond it: the same ones answer refusal and listing."""

from __future__ import annotations

from typing import Final, TypeAlias

Bound: TypeAlias = tuple[int, str]
"""An amount, and the code of the refusal of what lies beyond it."""

Bounds: TypeAlias = tuple[tuple[Bound, ...], tuple[Bound, ...]]
"""The bounds below which an amount is refused, and those above which it is; of each as many as there are."""

LEAST: Final = (-(1 << 40), "")
MOST: Final = (1 << 40, "")
"""Bounds that no amount is beyond."""


def breach(bounds: Bounds, amount: int) -> str:
    """The code of the first bound that an amount is beyond; "" if it is within all."""
    lows, highs = bounds
    for low, code in lows:
        if amount < low:
            return code
    for high, code in highs:
        if amount > high:
            return code
    return ""


def span(bounds: Bounds) -> tuple[int, int]:
    """From the lowest to the highest amount within all bounds; where there is none, the second is the lower."""
    lows, highs = bounds
    low = lows[0] if len(lows) == 1 else max(lows, default=LEAST)  # mostly there is one
    high = highs[0] if len(highs) == 1 else min(highs, default=MOST)
    return low[0], high[0]
