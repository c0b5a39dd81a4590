"""Processing order of places, with few wires open at once, since each open wire doubles the number of states.

First a greedy order is tried from each place at an edge. If it is too expensive, several orders are extended at once,
keeping the cheapest of each length (beam search). On full boards that halves the states, for the time of some hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, TypeAlias

COST_PER_OPEN_WIRE: Final = 2.2
"""Estimated factor on the number of states for each further open wire."""

COST_OF_UNMET_TOKEN: Final = 1.7
"""Estimated factor on the number of states while a route may still meet an own token later."""

MAX_START_WIRES: Final = 2
"""Maximum number of wires of a starting place, at an edge; other starts leave no fewer states, as measured."""

MAX_GREEDY_COST: Final = 2000.0
"""Cost of the greedy order above which others are searched."""

BEAM_WIDTH: Final = 8
"""Number of orders followed at once; four leave a quarter more states, 100 no fewer."""

PartialOrder: TypeAlias = tuple[float, int, int, int, tuple[int, ...]]
"""Partial order: its cost; the places visited, the open wires and the adjacent places, as bits; the places in
order."""


def order_of(wires: Sequence[int], has_token: Sequence[bool]) -> list[int]:
    """Best order found, with few wires open at once. `wires`: by place, as bits."""
    order, cost = _greedy_order(wires, has_token)
    return order if cost <= MAX_GREEDY_COST else _beam_search(wires, has_token, cost) or order


def _starting_places(wires: Sequence[int]) -> Sequence[int]:
    """Places where orders may start."""
    return [place for place, mine in enumerate(wires) if mine.bit_count() <= MAX_START_WIRES] or range(len(wires))


def _greedy_order(wires: Sequence[int], has_token: Sequence[bool]) -> tuple[list[int], float]:
    """Greedy order from an edge, always on to the place that leaves the fewest wires open; and its cost."""
    size = len(wires)
    beside = [
        [(other, 2 * size * (theirs & mine).bit_count()) for other, theirs in enumerate(wires) if theirs & mine]
        for mine in wires
    ]
    # By place: number of additional open wires after it, times `size`, plus the number of the place.
    alone = [size * mine.bit_count() + place for place, mine in enumerate(wires)]
    costs = [COST_PER_OPEN_WIRE**width for width in range(sum([mine.bit_count() for mine in wires]) + 1)]
    best: list[int] = []
    least = float("inf")
    met: dict[int, float] = {}  # lowest cost by visited places, as bits; they continue alike
    for start in _starting_places(wires):
        cost = 0.0
        order: list[int] = []
        width = 0
        tokens = sum(has_token)
        seen = 0
        near = {start: alone[start]}
        while near:
            key = min(near.values())
            place = key % size
            del near[place]
            order.append(place)
            seen |= 1 << place
            width += key // size
            tokens -= has_token[place]
            cost += costs[width] * (COST_OF_UNMET_TOKEN if tokens else 1)
            if cost >= met.get(seen, least):
                break
            met[seen] = cost
            for other, closes in beside[place]:
                if other in near:
                    near[other] -= closes
                elif not seen >> other & 1:
                    near[other] = alone[other] - closes
            if not near:  # the remaining places are not connected to visited ones
                rest = [key for key in alone if not seen >> key % size & 1]
                near = {min(rest) % size: min(rest)} if rest else {}
        else:
            best, least = order, cost
    return best, least


def _beam_search(wires: Sequence[int], has_token: Sequence[bool], least: float) -> list[int]:
    """Cheapest order found by beam search, if it costs less than `least`; else an empty list."""
    size = len(wires)
    whole = (1 << size) - 1
    tokens = sum([1 << place for place, has in enumerate(has_token) if has])
    beside = [sum([1 << other for other, theirs in enumerate(wires) if theirs & mine]) for mine in wires]
    costs = [COST_PER_OPEN_WIRE**width for width in range(sum([mine.bit_count() for mine in wires]) + 1)]
    ways: list[PartialOrder] = [(0.0, 0, 0, sum([1 << place for place in _starting_places(wires)]), ())]
    for _ in range(size):
        further: dict[int, PartialOrder] = {}
        for cost, seen, opened, near, order in ways:
            left = near or whole & ~seen
            while left:
                bit = left & -left
                left ^= bit
                place = bit.bit_length() - 1
                now = seen | bit
                then = opened ^ wires[place]
                more = cost + costs[then.bit_count()] * (COST_OF_UNMET_TOKEN if tokens & ~now else 1.0)
                known = further.get(now)
                if more < least and (known is None or more < known[0]):
                    reached = near if seen else 0
                    further[now] = (more, now, then, (reached | beside[place]) & ~now, (*order, place))
        ways = sorted(further.values(), key=itemgetter(0, 1))[:BEAM_WIDTH]
    return list(ways[0][4]) if ways else []
