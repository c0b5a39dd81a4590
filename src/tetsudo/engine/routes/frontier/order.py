"""The order in which places are looked at: such that few wires are open at once, since each makes twice the states.

First the straight way, from each place at an edge. Where that leaves much to do, some ways at a time are followed
further, the cheapest of each length: it leaves half of the states on full boards, for the time of some hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, TypeAlias

WIDTH_COSTS: Final = 2.2
"""How many times as many states a further open wire makes, about."""

UNMET_COSTS: Final = 1.7
"""How many times as many there are as long as a route may still come to an own token later."""

FEW_WIRES: Final = 2
"""Orders begin at places of so many wires at the most, at an edge: others leave no fewer states, by measure."""

MUCH: Final = 2000.0
"""What a straight way may cost before others are looked for."""

BREADTH: Final = 8
"""So many ways are followed at once; four leave a quarter more states, 100 no fewer."""

Way: TypeAlias = tuple[float, int, int, int, tuple[int, ...]]
"""What it has cost; the places that it has been to, the wires that are open, and the places beside, as bits; the places
in order."""


def order_of(wires: Sequence[int], has_token: Sequence[bool]) -> list[int]:
    """The order that leaves the fewest wires open, as far as it is looked for. `wires`: by place, as bits."""
    order, cost = _straight(wires, has_token)
    return order if cost <= MUCH else _broad(wires, has_token, cost) or order


def _edge(wires: Sequence[int]) -> Sequence[int]:
    """Where orders begin."""
    return [place for place, mine in enumerate(wires) if mine.bit_count() <= FEW_WIRES] or range(len(wires))


def _straight(wires: Sequence[int], has_token: Sequence[bool]) -> tuple[list[int], float]:
    """From an edge, always on to the next place that leaves the fewest wires open; what that costs."""
    size = len(wires)
    beside = [
        [(other, 2 * size * (theirs & mine).bit_count()) for other, theirs in enumerate(wires) if theirs & mine]
        for mine in wires
    ]
    # By place: how many wires more are open after it, times `size`, and its number.
    alone = [size * mine.bit_count() + place for place, mine in enumerate(wires)]
    costs = [WIDTH_COSTS**width for width in range(sum([mine.bit_count() for mine in wires]) + 1)]
    best: list[int] = []
    least = float("inf")
    met: dict[int, float] = {}  # by places looked at, as bits: what that has cost; how it goes on is the same
    for start in _edge(wires):
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
            cost += costs[width] * (UNMET_COSTS if tokens else 1)
            if cost >= met.get(seen, least):
                break
            met[seen] = cost
            for other, closes in beside[place]:
                if other in near:
                    near[other] -= closes
                elif not seen >> other & 1:
                    near[other] = alone[other] - closes
            if not near:  # what is left hangs together with nothing that was looked at
                rest = [key for key in alone if not seen >> key % size & 1]
                near = {min(rest) % size: min(rest)} if rest else {}
        else:
            best, least = order, cost
    return best, least


def _broad(wires: Sequence[int], has_token: Sequence[bool], least: float) -> list[int]:
    """The cheapest of some ways followed at once, if one costs less than `least`; else nothing."""
    size = len(wires)
    whole = (1 << size) - 1
    tokens = sum([1 << place for place, has in enumerate(has_token) if has])
    beside = [sum([1 << other for other, theirs in enumerate(wires) if theirs & mine]) for mine in wires]
    costs = [WIDTH_COSTS**width for width in range(sum([mine.bit_count() for mine in wires]) + 1)]
    ways: list[Way] = [(0.0, 0, 0, sum([1 << place for place in _edge(wires)]), ())]
    for _ in range(size):
        further: dict[int, Way] = {}
        for cost, seen, opened, near, order in ways:
            left = near or whole & ~seen
            while left:
                bit = left & -left
                left ^= bit
                place = bit.bit_length() - 1
                now = seen | bit
                then = opened ^ wires[place]
                more = cost + costs[then.bit_count()] * (UNMET_COSTS if tokens & ~now else 1.0)
                known = further.get(now)
                if more < least and (known is None or more < known[0]):
                    reached = near if seen else 0
                    further[now] = (more, now, then, (reached | beside[place]) & ~now, (*order, place))
        ways = sorted(further.values(), key=itemgetter(0, 1))[:BREADTH]
    return list(ways[0][4]) if ways else []
