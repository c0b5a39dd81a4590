"""The best routes of several trains: their tables together, hex by hex.

First only the most promising states are followed, so that the full search has a run to measure by. Then a state
is dropped as soon as its trains could not earn more than that run even if they did not meet again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import Final, TypeAlias

from tetsudo.routes.frontier.shapes import Segments
from tetsudo.routes.frontier.table import NO_WAY, RouteStates
from tetsudo.routes.grow import NO_END
from tetsudo.units import Money

FEW: Final = 60
"""So many states are followed at first."""

States: TypeAlias = tuple[int, ...]
"""The state of each train; trains of one table are alike, and stand in the order of their states."""

Step: TypeAlias = tuple[int, Money, Segments]
"""What a train does in a place: the state after it, its value, the segments."""

Reached: TypeAlias = dict[States, tuple[Money, States]]
"""By states: the most that was earned on the way there, and the states before."""


def best_fleet(tables: Sequence[RouteStates]) -> tuple[Money, list[list[Segments]]] | None:
    """The highest sum, and by train what its route does in each place of the layout; None if it cannot be.

    Trains that are alike share a table, and stand together.
    """
    if any(table.best == NO_WAY for table in tables):
        return None
    search = _Search(tables)
    found = search.follow(NO_WAY, FEW)
    better = search.follow(NO_WAY if found is None else search.total(found), NO_END)
    found = found if better is None else better
    return None if found is None else (search.total(found), search.told(found))


class _Search:
    """The tables of a fleet."""

    def __init__(self, tables: Sequence[RouteStates]) -> None:
        self._tables = tables
        self._alike: list[tuple[int, int]] = []
        """Where trains begin and end that are alike and more than one."""
        first = 0
        for n in range(1, len(tables) + 1):
            if n == len(tables) or tables[n] is not tables[first]:
                if n - first > 1:
                    self._alike.append((first, n))
                first = n

    def follow(self, floor: Money, most: int) -> list[Reached] | None:
        """The best way through all places, if it earns more than `floor`; `most`: of so many states before each."""
        way: list[Reached] = [{tuple(table.start for table in self._tables): (0, ())}]
        for at in range(len(self._tables[0].turns)):
            states = way[-1]
            if len(states) > most:
                states = self._promising(at, states, most)
            after: Reached = {}
            for before, (value, _) in states.items():
                for earned, following in self._further(at, before, value, floor):
                    known = after.get(following)
                    if known is None or known[0] < earned:
                        after[following] = (earned, before)
            if not after:
                return None
            way.append(after)
        return way

    def _promising(self, at: int, states: Reached, most: int) -> Reached:
        """The states that promise most."""
        endings = [table.endings[at] for table in self._tables]

        def promise(item: tuple[States, tuple[Money, States]]) -> Money:
            return item[1][0] + sum(rest[state] for rest, state in zip(endings, item[0], strict=True))

        return dict(nlargest(most, states.items(), key=promise))

    def _further(self, at: int, before: States, value: Money, floor: Money) -> list[tuple[Money, States]]:
        """What was earned, and the states that follow in one place, where more than `floor` may come of it."""
        bound = value + sum(table.endings[at][state] for table, state in zip(self._tables, before, strict=True))
        partial: list[tuple[Money, int, Money, States]] = [(bound, 0, value, ())]
        for table, state in zip(self._tables, before, strict=True):
            turns = table.turns[at][state]
            ending = turns[0][0]
            longer: list[tuple[Money, int, Money, States]] = []
            for bound, used, earned, following in partial:
                slack = bound - ending
                for best, further, more, track, _ in turns:
                    if slack + best <= floor:
                        break
                    if not track & used:
                        longer.append((slack + best, used | track, earned + more, (*following, further)))
            partial = longer
        return [(earned, self._sorted(following)) for _, _, earned, following in partial]

    def _sorted(self, states: States) -> States:
        """Trains that are alike in the order of their states."""
        for first, end in self._alike:
            states = (*states[:first], *sorted(states[first:end]), *states[end:])
        return states

    def total(self, way: list[Reached]) -> Money:
        """What the best way earns."""
        return max(value for value, _ in way[-1].values())

    def told(self, way: list[Reached]) -> list[list[Segments]]:
        """By train, what its route does in each place on the best way."""
        states = max(way[-1], key=lambda states: way[-1][states][0])
        steps: list[States] = [states]
        for reached in reversed(way[1:]):
            steps.append(reached[steps[-1]][1])
        steps.reverse()
        done: list[list[Segments]] = [[] for _ in self._tables]
        seats = list(range(len(self._tables)))  # which train stands where in the states
        for at, (before, after) in enumerate(pairwise(steps)):
            gain = way[at + 1][after][0] - way[at][before][0]
            turns = next(self._ways(at, before, after, gain, 0))
            for seat, (_, _, segments) in zip(seats, turns, strict=True):
                done[seat].append(segments)
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
        for _, further, value, track, segments in self._tables[place].turns[at][before[place]]:
            if not track & used:
                more = (further, value, segments)
                yield from self._ways(at, before, after, gain - value, used | track, (*turns, more))
