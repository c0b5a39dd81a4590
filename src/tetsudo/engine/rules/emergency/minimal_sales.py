"""The least that must be sold: shares of which every single one is necessary to raise an amount.

Each stake is some shares of one company at one price. What was chosen stays chosen; it is
asked what may be added so that the whole can still become such a sale.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tetsudo.core.units import Money


class Stake(NamedTuple):
    """Shares of a company: the price of one, how many may be sold in all, how many of these are chosen."""

    price: Money
    most: int
    chosen: int = 0


def raised(stakes: Sequence[Stake]) -> Money:
    """What the chosen shares bring."""
    return sum(stake.price * stake.chosen for stake in stakes)


def most_to_add(stakes: Sequence[Stake], place: int, needed: Money) -> int:
    """How many shares of one stake may be added at the most; fewer may be added as well.

    A sale that contains more of a stake is a way on from every smaller number of it.
    """
    stake = stakes[place]
    for count in range(stake.most - stake.chosen, 0, -1):
        with_them = (*stakes[:place], Stake(stake.price, stake.most, stake.chosen + count), *stakes[place + 1 :])
        if can_end(with_them, needed):
            return count
    return 0


def can_end(stakes: Sequence[Stake], needed: Money) -> bool:
    """Whether more shares, or none, make of the chosen ones a sale without a needless share.

    Such a sale brings the amount, but by less too much than its cheapest share.
    """
    missing = needed - raised(stakes)
    cheapest = min((stake.price for stake in stakes if stake.chosen), default=None)
    if missing <= 0:
        return cheapest is not None and -missing < cheapest
    margins = {stake.price for stake in stakes if stake.most and (cheapest is None or stake.price <= cheapest)}
    return any(_reaches(stakes, missing, margin) for margin in margins if margin)


def _reaches(stakes: Sequence[Stake], missing: Money, margin: Money) -> bool:
    """Whether further shares, none cheaper than the margin, bring what is missing and less than the margin more."""
    sums = 1  # a bit for each amount that can be raised
    for stake in stakes:
        if stake.price >= margin:
            for _ in range(stake.most - stake.chosen):
                sums |= sums << stake.price
    return bool(sums >> missing & ((1 << margin) - 1))
