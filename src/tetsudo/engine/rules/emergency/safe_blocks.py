"""Blocks of a company's shares after which an amount can still be raised (1889-EMR-08).

For sales one after another, each at the current price. The proceeds of one company do not depend on sales of others.
One block brings the most, because prices only fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tetsudo.core.units import Money


def safe_blocks(prices: Sequence[Money], rests: Sequence[Money], others: Money, needed: Money) -> list[int]:
    """Numbers of shares that may be sold now; every number if the amount is out of reach anyway.

    `prices`: share price now, after one sale, after two, ... after all. `rests`: the most that further blocks of the
    same company can bring, by number sold now. `others`: the most that other companies bring.
    """
    most = len(prices) - 1
    counts = range(1, most + 1)
    if most * prices[0] + others < needed:
        return list(counts)
    return [count for count in counts if count * prices[0] + rests[count] + others >= needed]


def consecutive_ranges(counts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ranges without gaps in a list of rising numbers, each as first and last."""
    for count in counts:
        if count - 1 not in counts:
            last = count
            while last + 1 in counts:
                last += 1
            yield count, last
