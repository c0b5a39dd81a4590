"""Enumeration of a company's routes up to some length, each once.

A route is grown from an own token in two arms: the first arm starts with one arc of the
token's city, the second with a later one. Routes through tokens that were processed before
are left out, so no route appears twice.

The length of a route is one number that counts down two budgets at once: stops in the low
byte and towns in the next, each biased so that exceeding it sets the byte's top bit.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Final, TypeAlias

from tetsudo.core.open_actions import Enough
from tetsudo.core.units import CompanyId, HexId, Money
from tetsudo.engine.model.tiles import TOWN
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.network.track import Arc
from tetsudo.engine.routes.revenue import Valuation

OVER_BUDGET_BITS: Final = 0x8080
"""Bits of a length that has exceeded its budget."""

MAX_BUDGET: Final = 127
NO_LIMIT: Final = 1 << 62
TOWN_UNIT: Final = 256

Grown: TypeAlias = tuple[int, StopId, Money, int, Any, Arc | None]
"""Grown route: bits used, last stop, value, length, the route that it grew from (a `Grown`
or None; mypyc does not support recursive types), the arc by which it grew."""

Step: TypeAlias = tuple[int, StopId, Money, int, Arc]
"""Step of a route: bits, stop, value and length that it adds, and its arc."""


def budget(stops: int, towns: int) -> int:
    """Length of an empty route for a train with limits of `stops` and `towns`; 0 stops: any number.

    `towns` of -1: towns count as stops (1889-RUN-07, 1889-RUN-08, 1889-RUN-09).

    1888*-RUN-02, 1888*-RUN-03, 1888*-RUN-04, 1890-10.5.2-b, 1890-12.1-a, 1890-12.1-b, 1890-12.1-c.
    """
    low = MAX_BUDGET - stops if 0 < stops <= MAX_BUDGET else 0
    high = MAX_BUDGET - towns if 0 <= towns <= MAX_BUDGET else 0
    return low + TOWN_UNIT * high


SQUARED_ARMS_PER_ROUTE: Final = 30
"""Estimated ratio of the squared number of arms to the number of routes; measured: 15 to 45."""


class TooMany(Exception):
    """More routes than the caller accepts."""


class Growth:
    """Growth of one company's routes, at one column of values."""

    __slots__ = (
        "_enough",
        "_last_stops",
        "_left",
        "_network",
        "_steps",
        "company",
        "found",
        "is_cut",
        "parts",
        "starts",
        "worth",
    )

    def __init__(self, network: Network, company: CompanyId, valuation: Valuation, column: int, apart: bool) -> None:
        """Prepare the steps. `apart`: towns have a budget of their own."""
        self._network: Network = network
        self.company: CompanyId = company
        self._left: int = NO_LIMIT
        self._enough: Enough | None = None
        self.found = 0
        """Number of routes found."""
        self.is_cut = False
        """True if the search stopped before it found all routes."""
        self.parts: list[tuple[int, int]] = []
        """By token: bits of earlier tokens, which its routes avoid and have set; the end of its routes in the list."""
        self.starts: list[StopId] = network.own_stops(company)  # 1889-TOK-07, 1888*-TOK-02
        self.worth: dict[StopId, tuple[Money, int]] = {}
        """Value and length of each stop that routes may reach."""
        self._last_stops: dict[StopId, list[Step]] = {}
        """Steps from those own tokens where routes may start but not pass."""
        self._steps: list[list[Step]] = self._make_steps(valuation, column, apart)

    def routes(self, empty: int, most: int = NO_LIMIT, enough: Enough | None = None) -> list[Grown]:
        """All routes within a budget, in an order that depends only on the position; or those found until `enough`.

        Raise TooMany if there are more than `most`, or if that many are foreseen.
        """
        self._left = most
        self._enough = enough
        banned = 0
        found: list[Grown] = []
        self.parts = []
        for start in self.starts:
            if self.is_cut:
                break
            ground = self._network.ground
            value, length = self.worth[start]
            found += self._routes_through((banned | ground.stop_bit[start], start, value, empty + length, None, None))
            self.parts.append((banned, len(found)))
            banned |= ground.own_bit[start]
        return found

    def _routes_through(self, seed: Grown) -> list[Grown]:
        """All routes through a token: one arm, or two where the second starts with a later arc."""
        found: list[Grown] = []
        first: list[Grown] = []  # arms that start with an earlier arc
        ends_here = seed[1] in self._last_stops
        for step in self._last_stops.get(seed[1], self._steps[seed[1]]):
            if self.is_cut:
                break
            again = [step]
            found += self._grow(first, again)
            arms = self._grow([seed], again)
            found += arms
            if not ends_here:
                first += arms
        return found

    def check_estimate(self, most: int) -> None:
        """Raise TooMany if the number of arms suggests more than `most` routes of any length."""
        self._left = isqrt(SQUARED_ARMS_PER_ROUTE * max(most, 0))
        self._enough = None
        banned = 0
        for start in self.starts:
            value, length = self.worth[start]
            self._grow([(banned | self.bit_of(start), start, value, length, None, None)], self.steps_from(start))
            banned |= self.own_bit_of(start)
        self.found = 0

    def _grow(self, level: list[Grown], start: list[Step]) -> list[Grown]:
        """All routes grown from those of `level` by a first step of `start` and any further steps."""
        steps = self._steps
        if len(level) > self._left:  # most can take the first step
            raise TooMany
        level = [
            (grown[0] | full, stop, grown[2] + value, grown[3] + length, grown, arc)
            for grown in level
            for full, stop, value, length, arc in start
            if not (grown[0] & full or (grown[3] + length) & OVER_BUDGET_BITS)
        ]
        found = list(level)
        while level and not self._must_stop(len(level)):
            before = len(level)
            level = [
                (grown[0] | full, stop, grown[2] + value, grown[3] + length, grown, arc)
                for grown in level
                for full, stop, value, length, arc in steps[grown[1]]
                if not (grown[0] & full or (grown[3] + length) & OVER_BUDGET_BITS)
            ]
            found += level
            # Foresee the next level, since it may be as large as all levels so far together.
            if len(found) + len(level) * len(level) // before > self._left:
                raise TooMany
        self._left -= len(found)
        return found

    def _must_stop(self, more: int) -> bool:
        """Count routes and return True if the search may stop. Not asked before a route is found."""
        self.found += more
        if self._enough is not None and self._enough(self.found):
            self.is_cut = True
        return self.is_cut

    def revenue_bound(self, stops: int) -> Money:
        """Upper bound of the revenue from a route's stops if `stops` of them count; 0: any number."""
        free = sum([value for value, length in self.worth.values() if not length])
        counting = sorted([value for value, length in self.worth.values() if length], reverse=True)
        return free + sum(counting[:stops] if stops else counting)

    def _make_steps(self, valuation: Valuation, column: int, apart: bool) -> list[list[Step]]:
        """Steps by which a route may leave each stop; only for stops that routes may reach."""
        network = self._network
        out = network.track.out
        nodes = network.track.nodes
        stop_bit = network.ground.stop_bit
        closed = network.closed_stop_bits(self.company)
        worth = self.worth
        made: list[list[Step]] = [[] for _ in out]
        todo = list(self.starts)
        for stop in todo:
            start = nodes[stop]
            worth[stop] = (valuation.worth(network, self.company, stop, column), 1 if start is None else start.length)
        for stop in todo:
            steps = made[stop]
            for arc in out[stop]:  # 1888*-DEF-08
                target = arc.target
                if target < 0:
                    continue
                if target not in worth:
                    node = nodes[target]
                    length = 1 if node is None else node.length
                    if apart and node is not None and node.kind == TOWN:
                        length *= TOWN_UNIT
                    worth[target] = (valuation.worth(network, self.company, target, column), length)
                    if not stop_bit[target] & closed:  # 1888*-TOK-04
                        todo.append(target)
                value, length = worth[target]
                steps.append((arc.full, target, value, length, arc))
        for stop in self.starts:
            if stop_bit[stop] & closed:
                self._last_stops[stop] = made[stop]
                made[stop] = []
        return made

    def steps_from(self, stop: StopId) -> list[Step]:
        """Steps by which a route may leave a stop, even one where it may start but not pass."""
        return self._last_stops.get(stop, self._steps[stop])

    def steps_after(self, stop: StopId) -> list[Step]:
        """Steps by which a route that has reached a stop may go on."""
        return self._steps[stop]

    def may_pass(self, start: StopId) -> bool:
        """True if a route may pass an own token, not only start there."""
        return start not in self._last_stops

    def bit_of(self, stop: StopId) -> int:
        """Bits of a stop."""
        return self._network.ground.stop_bit[stop]

    def own_bit_of(self, stop: StopId) -> int:
        """Bits of a stop that no other stop has."""
        return self._network.ground.own_bit[stop]

    def masks(self) -> list[int]:
        """Track of every arc that a route may use."""
        return [step[4].mask for steps in (*self._steps, *self._last_stops.values()) for step in steps]


def arms_of(grown: Grown) -> tuple[list[Arc], list[Arc]]:
    """Arcs of both arms of a route, each outward from the token; the second arm may be empty."""
    arcs: list[Arc] = []
    while True:
        arc = grown[5]
        before: Grown | None = grown[4]
        if arc is None or before is None:
            break
        arcs.append(arc)
        grown = before
    arcs.reverse()
    for n in range(1, len(arcs)):
        if arcs[n].source == arcs[0].source:
            return arcs[:n], arcs[n:]
    return arcs, []


def stops_of(grown: Grown) -> tuple[StopId, ...]:
    """Stops of a route, from end to end."""
    first, second = arms_of(grown)
    back = [arc.target for arc in reversed(first)]
    return (*back, first[0].source, *(arc.target for arc in second))


def hexes_of(grown: Grown) -> tuple[HexId, ...]:
    """Hexes that a route passes, from end to end, once for each time that it enters them."""
    first, second = arms_of(grown)
    hexes = [first[0].hexes[0]]
    for arc in first:
        hexes += arc.hexes[1:]
    hexes.reverse()
    for arc in second:
        hexes += arc.hexes[1:]
    return tuple(hexes)
