"""Minimum forced sales, compared with every possible sale."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tetsudo.engine.rules.emergency.minimal_sales import Stake, can_complete_sale, max_shares_to_add

PRICES = st.sampled_from([10, 30, 35, 65, 70, 100, 170])


@st.composite
def stakes(draw: st.DrawFn) -> list[Stake]:
    found = []
    for _ in range(draw(st.integers(1, 4))):
        most = draw(st.integers(0, 4))
        found.append(Stake(draw(PRICES), most, draw(st.integers(0, most))))
    return found


def ends(held: list[Stake], needed: int) -> list[tuple[int, ...]]:
    """Every sale that includes the chosen shares, raises the amount, and has no surplus share."""
    prices = [stake.price for stake in held]
    found = []
    for counts in product(*(range(stake.chosen, stake.most + 1) for stake in held)):
        total = sum(price * count for price, count in zip(prices, counts, strict=True))
        sold = [price for price, count in zip(prices, counts, strict=True) if count]
        if sold and total >= needed and all(total - price < needed for price in sold):
            found.append(counts)
    return found


@given(stakes(), st.integers(1, 700))
def test_a_sale_can_end_exactly_if_there_is_an_end(held: list[Stake], needed: int) -> None:
    assert can_complete_sale(held, needed) == bool(ends(held, needed))


@given(stakes(), st.integers(1, 700))
def test_the_most_that_may_be_added_leads_to_an_end(held: list[Stake], needed: int) -> None:
    for place, stake in enumerate(held):
        most = max((counts[place] for counts in ends(held, needed)), default=stake.chosen)
        assert max_shares_to_add(held, place, needed) == most - stake.chosen


@given(stakes(), st.integers(1, 700))
def test_where_all_together_is_enough_there_is_a_way_from_the_start(held: list[Stake], needed: int) -> None:
    fresh = [Stake(stake.price, stake.most) for stake in held]
    assert can_complete_sale(fresh, needed) == (sum(stake.price * stake.most for stake in fresh) >= needed)


def test_a_share_that_another_makes_needless_is_not_sold() -> None:
    """100 are needed, from one share at 10 and one at 100: the first would be sold for nothing."""
    both = [Stake(10, 1), Stake(100, 1)]
    assert [max_shares_to_add(both, place, 100) for place in (0, 1)] == [0, 1]
    assert [max_shares_to_add(both, place, 101) for place in (0, 1)] == [1, 1]
