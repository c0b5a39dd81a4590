"""Minimal sales: sets of shares, all of them necessary to raise an amount.

Each stake is some shares of one company at one price. Chosen shares stay chosen. The question is how many may be added
so that the whole can still become a minimal sale.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tetsudo.core.units import Money


class Stake(NamedTuple):
    """Shares of a company: the price of one, the number that may be sold in all, and how many of these are chosen."""

    price: Money
    most: int
    chosen: int = 0


def chosen_proceeds(stakes: Sequence[Stake]) -> Money:
    """Amount that the chosen shares bring."""
    return sum(stake.price * stake.chosen for stake in stakes)


def max_shares_to_add(stakes: Sequence[Stake], place: int, needed: Money) -> int:
    """Maximum number of shares that may be added to one stake; any smaller number is allowed too.

    A sale with more shares of a stake can be reached from every smaller number of them.
    """
    stake = stakes[place]
    for count in range(stake.most - stake.chosen, 0, -1):
        with_them = (*stakes[:place], Stake(stake.price, stake.most, stake.chosen + count), *stakes[place + 1 :])
        if can_complete_sale(with_them, needed):
            return count
    return 0


def can_complete_sale(stakes: Sequence[Stake], needed: Money) -> bool:
    """True if the chosen shares, with or without more, can make a sale without a needless share.

    Such a sale brings the amount, with a surplus smaller than its cheapest share.
    """
    missing = needed - chosen_proceeds(stakes)
    cheapest = min((stake.price for stake in stakes if stake.chosen), default=None)
    if missing <= 0:
        return cheapest is not None and -missing < cheapest
    margins = {stake.price for stake in stakes if stake.most and (cheapest is None or stake.price <= cheapest)}
    return any(_can_raise(stakes, missing, margin) for margin in margins if margin)


def _can_raise(stakes: Sequence[Stake], missing: Money, margin: Money) -> bool:
    """True if more shares, none cheaper than the margin, bring what is missing with a surplus below the margin."""
    sums = 1  # one bit for each amount that can be raised
    for stake in stakes:
        if stake.price >= margin:
            for _ in range(stake.most - stake.chosen):
                sums |= sums << stake.price
    return bool(sums >> missing & ((1 << margin) - 1))
