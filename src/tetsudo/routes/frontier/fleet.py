"""The best routes of several trains: their tables together, place by place.

First only the most promising states are followed, so that the full search has a run to measure by. Then a state
is dropped as soon as its trains could not earn more than that run even if they did not meet again. Where that
leaves too many states, track gets prices (`prices`), and it is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.descriptors import Enough
from tetsudo.routes.choose import Stopped
from tetsudo.routes.frontier.prices import Prices
from tetsudo.routes.frontier.states import NOTHING
from tetsudo.routes.frontier.table import NO_WAY, RouteStates
from tetsudo.routes.grow import NO_END
from tetsudo.units import Money

FEW: Final = 20
"""So many states are followed before each place at first."""

MANY: Final = 1500
"""So many states are looked at with the first prices; each time that it is not enough, `MORE` times as many."""

MORE: Final = 6

States: TypeAlias = tuple[int, ...]
"""The state of each train; trains of one table are alike, and stand in the order of their states."""

Step: TypeAlias = tuple[int, Money, int]
"""What a train does in a place: the state after it, what it earns, the option."""

Ranked: TypeAlias = tuple[Money, States, Money, int, int]
"""The same, and what may come of it: that first, then the state, what it earns, bits of track, the option."""

Reached: TypeAlias = dict[States, tuple[Money, States]]
"""By states: the most that was earned on the way there, and the states before."""

Way: TypeAlias = list[Reached]
"""By place, from before the first to after the last."""


class TooMany(Exception):
    """More states than were allowed."""


class Together(NamedTuple):
    """What some trains do together."""

    total: Money
    bound: Money
    """They cannot earn more."""
    options: list[list[int]]
    """By train, its option in each place."""


class Fleet:
    """The tables of some trains. Those that are alike share a table, and stand together."""

    def __init__(self, tables: Sequence[RouteStates]) -> None:
        self._tables = tables
        self._prices = Prices(tables)
        self._alike: list[tuple[int, int]] = []
        """Where trains begin and end that are alike and more than one."""
        self.looked_at = 0
        first = 0
        for n in range(1, len(tables) + 1):
            if n == len(tables) or tables[n] is not tables[first]:
                if n - first > 1:
                    self._alike.append((first, n))
                first = n
        self._ranked: dict[RouteStates, list[dict[int, list[Ranked]]]] = {}
        self._forget()

    def best(self, enough: Enough | None = None) -> Together | None:
        """What the trains do best together; None if they cannot. If they may stay at home: until it is enough."""
        if any(table.best == NO_WAY for table in self._tables):
            return None
        found = self._one_alone()
        if found is not None and len(self._tables) == 1:
            return found
        floor = NO_WAY if found is None else found.total
        better = self._follow(floor, FEW)
        limit = MANY
        try:
            while True:
                if better is not None:
                    floor = self._total(better)
                    found = Together(floor, floor, self._told(better))
                try:
                    better = self._follow(floor, NO_END, limit, enough if found is not None else None)
                    break
                except TooMany:
                    self._prices.improve(floor)
                    self._forget()
                    limit *= MORE
                    better = self._follow(floor, FEW)
        except Stopped as stopped:
            return found and found._replace(bound=max(floor, stopped.bound))
        if better is None:
            return found
        floor = self._total(better)
        return Together(floor, floor, self._told(better))

    def _one_alone(self) -> Together | None:
        """The best that a single train does, if the others may stay at home."""
        must_run = [table for table in self._tables if not table.may_stay]
        if len(must_run) > 1:
            return None
        most = max(must_run or self._tables, key=lambda table: table.best)
        alone = self._tables.index(most)
        home = [NOTHING] * len(most.turns)
        options = [home] * len(self._tables)
        options[alone] = most.along(self._prices.costs, most.endings)
        return Together(most.best, most.best, options)

    def _forget(self) -> None:
        """Rank anew, since prices have changed."""
        self._ranked = {table: [{} for _ in table.turns] for table in self._tables}

    def _follow(self, floor: Money, most: int, limit: int = NO_END, enough: Enough | None = None) -> Way | None:
        """The best way through all places, if it earns more than `floor`; `most`: of so many states before each.

        TooMany if more states are met than `limit`; Stopped if it is enough.
        """
        way: Way = [{tuple(table.start for table in self._tables): (0, ())}]
        for at in range(len(self._tables[0].turns)):
            states = way[-1]
            if len(states) > most:
                states = self._promising(at, states, most)
            after = self._further(at, states, floor)
            if not after:
                return None
            self.looked_at += len(after)
            limit -= len(after)
            way.append(after)
            if enough is not None and enough(self.looked_at):
                raise Stopped(max(map(self._promise(at + 1), after.items())))
            if limit < 0:
                raise TooMany
        return way

    def _promising(self, at: int, states: Reached, most: int) -> Reached:
        """The states that promise most."""
        return dict(nlargest(most, states.items(), key=self._promise(at)))

    def _promise(self, at: int) -> Callable[[tuple[States, tuple[Money, States]]], Money]:
        """What may come of states before a place at best."""
        endings = [self._prices.endings[table][at] for table in self._tables]
        still = self._prices.still[at]

        def promise(item: tuple[States, tuple[Money, States]]) -> Money:
            return item[1][0] + still + sum([rest[state] for rest, state in zip(endings, item[0], strict=True)])

        return promise

    def _further(self, at: int, states: Reached, floor: Money) -> Reached:
        """The states after a place of which more than `floor` may come."""
        reached: Reached = {}
        alike = self._alike
        floor -= self._prices.still[at]
        *firsts, lasts = [self._ranked[table][at] for table in self._tables]
        final = len(firsts)
        for before, (value, _) in states.items():
            least = floor - value  # what the trains together have to promise more than
            last = lasts.get(before[-1]) or self._rank(final, at, before[-1])
            top = last[0][0]
            if final == 1:
                together = firsts[0].get(before[0]) or self._rank(0, at, before[0])
            else:
                ways = [each.get(before[n]) or self._rank(n, at, before[n]) for n, each in enumerate(firsts)]
                together = _together(ways, least - top)
            for promise, following, earned, used, _ in together:
                short = least - promise
                if top <= short:
                    break
                earned += value
                for further_promise, further, more, track, _ in last:
                    if further_promise <= short:
                        break
                    if track & used:
                        continue
                    after = following + further
                    if alike:
                        after = self._sorted(after)
                    total = earned + more
                    known = reached.get(after)
                    if known is None or known[0] < total:
                        reached[after] = (total, before)
        return reached

    def _rank(self, train: int, at: int, state: int) -> list[Ranked]:
        """What a train may do in a state, what promises most first."""
        table = self._tables[train]
        after = self._prices.endings[table][at + 1]
        cost = self._prices.costs[at]
        options = table.options[at]
        found: list[Ranked] = [
            (value - cost[n] + after[further], (further,), value, options[n].track, n)
            for further, value, n in table.turns[at][state]
        ]
        found.sort(key=itemgetter(0), reverse=True)
        self._ranked[table][at][state] = found
        return found

    def _sorted(self, states: States) -> States:
        """Trains that are alike in the order of their states."""
        if self._alike and len(states) == 2:
            return states if states[0] <= states[1] else states[::-1]
        for first, end in self._alike:
            states = (*states[:first], *sorted(states[first:end]), *states[end:])
        return states

    def _total(self, way: Way) -> Money:
        """What the best way earns."""
        return max(value for value, _ in way[-1].values())

    def _told(self, way: Way) -> list[list[int]]:
        """By train, its options on the best way."""
        states = max(way[-1], key=lambda states: way[-1][states][0])
        steps: list[States] = [states]
        for reached in reversed(way[1:]):
            steps.append(reached[steps[-1]][1])
        steps.reverse()
        done: list[list[int]] = [[] for _ in self._tables]
        seats = list(range(len(self._tables)))  # which train stands where in the states
        for at, (before, after) in enumerate(pairwise(steps)):
            gain = way[at + 1][after][0] - way[at][before][0]
            turns = next(self._ways(at, before, after, gain, 0))
            for seat, (_, _, option) in zip(seats, turns, strict=True):
                done[seat].append(option)
            for first, end in self._alike:
                order = sorted(range(first, end), key=lambda place: turns[place][0])
                seats[first:end] = [seats[place] for place in order]
        return done

    def _ways(
        self, at: int, before: States, after: States, gain: Money, used: int, turns: tuple[Step, ...] = ()
    ) -> Iterator[tuple[Step, ...]]:
        """How trains may come from some states to others in one place, with so much gain."""
        place = len(turns)
        if place == len(before):
            if not gain and self._sorted(tuple(turn[0] for turn in turns)) == after:
                yield turns
            return
        table = self._tables[place]
        for further, value, option in table.turns[at][before[place]]:
            track = table.options[at][option].track
            if not track & used:
                more = (further, value, option)
                yield from self._ways(at, before, after, gain - value, used | track, (*turns, more))


def _together(trains: Sequence[list[Ranked]], floor: Money) -> list[Ranked]:
    """What several trains may do that promises more than `floor` together, what promises most first."""
    rest = sum([turns[0][0] for turns in trains])
    found: list[Ranked] = [(0, (), 0, 0, 0)]
    for turns in trains:
        rest -= turns[0][0]
        found = [
            (promise + further_promise, following + further, earned + more, used | track, 0)
            for promise, following, earned, used, _ in found
            for further_promise, further, more, track, _ in turns
            if promise + further_promise + rest > floor and not used & track
        ]
    found.sort(key=itemgetter(0), reverse=True)
    return found
