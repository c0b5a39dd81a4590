"""The least that must be sold, against every sale that there is."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tetsudo.rules.least_sale import Lot, can_end, most_to_add

PRICES = st.sampled_from([10, 30, 35, 65, 70, 100, 170])


@st.composite
def lots(draw: st.DrawFn) -> list[Lot]:
    found = []
    for _ in range(draw(st.integers(1, 4))):
        most = draw(st.integers(0, 4))
        found.append(Lot(draw(PRICES), most, draw(st.integers(0, most))))
    return found


def ends(given_lots: list[Lot], needed: int) -> list[tuple[int, ...]]:
    """Every sale with what is chosen in it that raises the amount, and would not without any one of its shares."""
    prices = [lot.price for lot in given_lots]
    found = []
    for counts in product(*(range(lot.chosen, lot.most + 1) for lot in given_lots)):
        total = sum(price * count for price, count in zip(prices, counts, strict=True))
        sold = [price for price, count in zip(prices, counts, strict=True) if count]
        if sold and total >= needed and all(total - price < needed for price in sold):
            found.append(counts)
    return found


@given(lots(), st.integers(1, 700))
def test_a_sale_can_end_exactly_if_there_is_an_end(given_lots: list[Lot], needed: int) -> None:
    assert can_end(given_lots, needed) == bool(ends(given_lots, needed))


@given(lots(), st.integers(1, 700))
def test_the_most_that_may_be_added_leads_to_an_end(given_lots: list[Lot], needed: int) -> None:
    for place, lot in enumerate(given_lots):
        most = max((counts[place] for counts in ends(given_lots, needed)), default=lot.chosen)
        assert most_to_add(given_lots, place, needed) == most - lot.chosen


@given(lots(), st.integers(1, 700))
def test_where_all_together_is_enough_there_is_a_way_from_the_start(given_lots: list[Lot], needed: int) -> None:
    fresh = [Lot(lot.price, lot.most) for lot in given_lots]
    assert can_end(fresh, needed) == (sum(lot.price * lot.most for lot in fresh) >= needed)


def test_a_share_that_another_makes_needless_is_not_sold() -> None:
    """100 are needed of one share at 10 and one at 100: the first would be sold for nothing."""
    both = [Lot(10, 1), Lot(100, 1)]
    assert [most_to_add(both, place, 100) for place in (0, 1)] == [0, 1]
    assert [most_to_add(both, place, 101) for place in (0, 1)] == [1, 1]
