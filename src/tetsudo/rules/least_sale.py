"""The least that must be sold: shares of which every single one is necessary to raise an amount.

Each lot is some shares of one company at one price. What was chosen stays chosen; it is
asked what may be added so that the whole can still become such a sale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tetsudo.units import Money


@dataclass(frozen=True, slots=True)
class Lot:
    """Shares of a company: the price of one, how many may be sold in all, how many of these are chosen."""

    price: Money
    most: int
    chosen: int = 0


def raised(lots: Sequence[Lot]) -> Money:
    """What the chosen shares bring."""
    return sum(lot.price * lot.chosen for lot in lots)


def most_to_add(lots: Sequence[Lot], place: int, needed: Money) -> int:
    """How many shares of one lot may be added at the most; fewer may be added as well.

    A sale that contains more of a lot is a way on from every smaller number of it.
    """
    lot = lots[place]
    for count in range(lot.most - lot.chosen, 0, -1):
        with_them = (*lots[:place], replace(lot, chosen=lot.chosen + count), *lots[place + 1 :])
        if can_end(with_them, needed):
            return count
    return 0


def can_end(lots: Sequence[Lot], needed: Money) -> bool:
    """Whether more shares, or none, make of the chosen ones a sale without a needless share.

    Such a sale brings the amount, but by less too much than its cheapest share.
    """
    missing = needed - raised(lots)
    cheapest = min((lot.price for lot in lots if lot.chosen), default=None)
    if missing <= 0:
        return cheapest is not None and -missing < cheapest
    margins = {lot.price for lot in lots if lot.most and (cheapest is None or lot.price <= cheapest)}
    return any(_reaches(lots, missing, margin) for margin in margins if margin)


def _reaches(lots: Sequence[Lot], missing: Money, margin: Money) -> bool:
    """Whether further shares, none cheaper than the margin, bring what is missing and less than the margin more."""
    sums = 1  # a bit for each amount that can be raised
    for lot in lots:
        if lot.price >= margin:
            for _ in range(lot.most - lot.chosen):
                sums |= sums << lot.price
    return bool(sums >> missing & ((1 << margin) - 1))
