"""The best set of routes for several trains: branch and bound, exact.

Each train has its candidates, the most valuable first. Trains of one kind are alike, so
that the second never takes a route before that of the first. A branch is cut when the best
that the remaining trains could add, conflicts apart, does not beat what was found.
"""

from __future__ import annotations

from typing import TypeAlias

from tetsudo.routes.grow import Grown
from tetsudo.units import Money, TrainId

Candidate: TypeAlias = tuple[Money, int, Grown]
"""Value, track used, and the route itself."""

Chosen: TypeAlias = tuple[tuple[TrainId, Grown], ...]


def choose(fleet: list[tuple[TrainId, list[Candidate]]]) -> tuple[Chosen, Money]:
    """One route or none for each train, without common track (1889 RUN-05), for the highest sum.

    Candidates come sorted, the best first; trains of a kind stand together.
    """
    fleet = [(train, candidates) for train, candidates in fleet if candidates]
    if not fleet:
        return (), 0
    search = _Search()
    search.descend(fleet, (), 0)
    return search.best, search.total


class _Search:
    __slots__ = ("best", "total")

    def __init__(self) -> None:
        self.best: Chosen = ()
        self.total: Money = 0

    def descend(self, fleet: list[tuple[TrainId, list[Candidate]]], chosen: Chosen, total: Money) -> None:
        """Try every route for the first train, then none."""
        train, candidates = fleet[0]
        if len(fleet) == 1:
            if total + candidates[0][0] > self.total:
                self._take((*chosen, (train, candidates[0][2])), total + candidates[0][0])
            return
        if len(fleet) == 2:
            self._pair(fleet, chosen, total)
            return
        rest = sum(others[0][0] for _, others in fleet[1:])
        alike = sum(kind == train for kind, _ in fleet)
        for n, (value, used, route) in enumerate(candidates):
            if total + value + rest <= self.total:
                break
            further = self._without(fleet, n, alike, used)
            if not further:
                if total + value > self.total:
                    self._take((*chosen, (train, route)), total + value)
            elif total + value + sum(others[0][0] for _, others in further) > self.total:
                self.descend(further, (*chosen, (train, route)), total + value)
        if len(fleet) > alike and total + sum(others[0][0] for _, others in fleet[alike:]) > self.total:
            self.descend(fleet[alike:], chosen, total)

    def _without(
        self, fleet: list[tuple[TrainId, list[Candidate]]], taken: int, alike: int, used: int
    ) -> list[tuple[TrainId, list[Candidate]]]:
        """What is left for the other trains beside a route; those of the same kind look further on only."""
        further: list[tuple[TrainId, list[Candidate]]] = []
        last: TrainId = -1
        left: list[Candidate] = []
        for n, (train, candidates) in enumerate(fleet[1:], 1):
            if train != last:
                source = candidates[taken + 1 :] if n < alike else candidates
                left = [candidate for candidate in source if not candidate[1] & used]
                last = train
            if left:
                further.append((train, left))
        return further

    def _pair(self, fleet: list[tuple[TrainId, list[Candidate]]], chosen: Chosen, total: Money) -> None:
        """Two trains: for each route of one, the first of the other that fits beside it."""
        (train, firsts), (other, seconds) = fleet
        same = train == other
        top = seconds[0][0]
        for n, (value, used, route) in enumerate(firsts):
            if total + value + top <= self.total:
                break
            enough = self.total - total - value
            for worth, taken, second in seconds[n + 1 :] if same else seconds:
                if worth <= enough:
                    break
                if not used & taken:
                    self._take((*chosen, (train, route), (other, second)), total + value + worth)
                    break
        for kind, candidates in fleet:
            if total + candidates[0][0] > self.total:
                self._take((*chosen, (kind, candidates[0][2])), total + candidates[0][0])

    def _take(self, chosen: Chosen, total: Money) -> None:
        self.best = chosen
        self.total = total
