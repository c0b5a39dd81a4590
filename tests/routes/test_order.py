"""The order of places: the computed cost is right, and on small boards no cheaper order was discarded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest

from tetsudo.engine.routes.frontier import order

pytestmark = pytest.mark.pure  # patches the limit


@pytest.fixture(autouse=True)
def _always_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "MAX_GREEDY_COST", 0.0)


def board(rng: Random, places: int) -> tuple[list[int], list[bool]]:
    """Wires by place, as bits, and the places with tokens."""
    wires = [0] * places
    for number, (one, other) in enumerate(combinations(range(places), 2)):
        if rng.random() < 0.6:
            wires[one] |= 1 << number
            wires[other] |= 1 << number
    return wires, [rng.random() < 0.3 for _ in wires]


def cost(order_: Sequence[int], wires: Sequence[int], has_token: Sequence[bool]) -> float:
    """Cost of an order, computed again: open wires after each place, and a token still to come."""
    total = 0.0
    for length in range(1, len(order_) + 1):
        seen = order_[:length]
        opened = {wire for wire in range(36) if sum(wires[place] >> wire & 1 for place in seen) == 1}
        still = any(has for place, has in enumerate(has_token) if place not in seen)
        total += 2.2 ** len(opened) * (1.7 if still else 1)
    return total


def hangs_together(order_: Sequence[int], wires: Sequence[int]) -> bool:
    """True if the order starts at an edge and continues with adjacent places as long as there are any."""
    edge = [place for place, mine in enumerate(wires) if mine.bit_count() <= 2] or list(range(len(wires)))
    if order_[0] not in edge:
        return False
    for length in range(1, len(order_)):
        seen, rest = order_[:length], order_[length:]
        beside = [place for place in rest if any(wires[place] & wires[other] for other in seen)]
        if beside and order_[length] not in beside:
            return False
    return True


@pytest.mark.parametrize("seed", range(60))
def test_on_four_places_nothing_is_cheaper(seed: int) -> None:
    wires, has_token = board(Random(seed), 4)
    found = order.order_of(wires, has_token)
    allowed = [each for each in permutations(range(4)) if hangs_together(each, wires)]
    assert cost(found, wires, has_token) == pytest.approx(min(cost(each, wires, has_token) for each in allowed))


@pytest.mark.parametrize("seed", range(40))
def test_each_place_is_looked_at_once_and_no_worse_than_straight_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wires, has_token = board(Random(seed), 9)
    found = order.order_of(wires, has_token)
    assert sorted(found) == list(range(9))
    monkeypatch.setattr(order, "MAX_GREEDY_COST", float("inf"))
    straight = order.order_of(wires, has_token)
    assert cost(found, wires, has_token) <= cost(straight, wires, has_token)
