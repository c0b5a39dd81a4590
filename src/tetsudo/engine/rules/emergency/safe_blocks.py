"""Blocks of a company's shares after which an amount can still be raised (1889-EMR-08).

For sales one after another, each at the price of the moment. What one company brings does
not depend on what is sold of others, and most comes of one block, for prices only fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tetsudo.core.units import Money


def safe_blocks(prices: Sequence[Money], rests: Sequence[Money], others: Money, needed: Money) -> list[int]:
    """How many shares may be sold now, of all that may be sold in the end; every number if it is hopeless anyway.

    `prices`: what a share brings now, after one is sold, after two, ... after all. `rests`: what more
    blocks of the same company can bring after so many. `others`: the most that other companies bring.
    """
    most = len(prices) - 1
    counts = range(1, most + 1)
    if most * prices[0] + others < needed:
        return list(counts)
    return [count for count in counts if count * prices[0] + rests[count] + others >= needed]


def runs(counts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Rising numbers as ranges without gaps, each by its first and last."""
    for count in counts:
        if count - 1 not in counts:
            last = count
            while last + 1 in counts:
                last += 1
            yield count, last
