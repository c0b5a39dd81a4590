"""Which table's programs move next, so that nobody's many tables keep another's waiting.

Fair queueing: whoever opened tables has used so much of the programs' time, and of those whose tables are due
the one who has used least is next. Who comes anew begins with what the least has used, so that nobody saves up time.
"""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Callable
from threading import Condition
from typing import Final, NamedTuple

ALONE: Final = 10.0
"""How much more a second counts at a table where nobody sits but programs: nobody waits there."""

REMEMBERED: Final = 1000
"""Of how many parties the time is remembered before those that have nothing to make up for are forgotten."""


class Party(NamedTuple):
    """For whom programs move: who opened a table, and whether they play there alone."""

    owner: int
    is_alone: bool


class Turns:
    """Tables at which programs are to move, each from a moment on."""

    def __init__(self, party_of: Callable[[int], Party], clock: Callable[[], float] = time.monotonic) -> None:
        """`party_of` is asked for a table when it is due, by whoever calls `take`."""
        self._party_of, self._clock = party_of, clock
        self._changed = Condition()
        self._later: list[tuple[float, int]] = []
        self._queued: set[int] = set()
        self._due: dict[Party, deque[int]] = {}
        self._used: dict[Party, float] = {}
        self._least = 0.0
        self._rest = 0.0

    def put(self, table: int, due: float) -> None:
        """Let a table wait from a moment on, unless it waits already."""
        with self._changed:
            if table not in self._queued:
                self._queued.add(table)
                heapq.heappush(self._later, (due, table))
                self._changed.notify()

    def take(self) -> tuple[int, Party]:
        """The next table, as soon as one is due."""
        while True:
            self._sort_in()
            with self._changed:
                party = min(self._ready(), key=self._used.__getitem__, default=None)
                if party is not None:
                    return self._taken(party), party
                self._changed.wait(self._until())

    def used(self, party: Party, seconds: float) -> None:
        """So much time has gone to a party. Programs that play alone leave as much to the pages."""
        with self._changed:
            self._used[party] = self._used.get(party, self._least) + seconds * (ALONE if party.is_alone else 1)
            if party.is_alone:
                self._rest = self._clock() + seconds
            if len(self._used) > REMEMBERED:
                self._used = {
                    each: spent for each, spent in self._used.items() if each in self._due or spent > self._least
                }

    def _sort_in(self) -> None:
        """Put what has become due to the others of its party."""
        with self._changed:
            found: list[int] = []
            while self._later and self._later[0][0] <= self._clock():
                found.append(heapq.heappop(self._later)[1])
        for table in found:
            party = self._party_of(table)
            with self._changed:
                if party not in self._due:
                    self._due[party] = deque()
                    self._used[party] = max(self._used.get(party, 0.0), self._least)
                self._due[party].append(table)

    def _ready(self) -> list[Party]:
        rests = self._clock() < self._rest
        return [party for party in self._due if not (rests and party.is_alone)]

    def _taken(self, party: Party) -> int:
        self._least = max(self._least, self._used[party])
        table = self._due[party].popleft()
        if not self._due[party]:
            del self._due[party]
        self._queued.discard(table)
        return table

    def _until(self) -> float | None:
        """Seconds until something may be due."""
        moments = [self._later[0][0]] if self._later else []
        if self._due:
            moments.append(self._rest)
        return max(0.0, min(moments) - self._clock()) if moments else None
