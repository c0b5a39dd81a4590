"""Fair queueing of bots' moves, so that one owner's many tables do not delay those of others.

The time that bots spend is counted for each party. Of the parties with a table due, the one that used least is next.
A new party starts at the lowest level in use, so that idle parties do not save up time.
"""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Callable
from math import inf
from threading import Condition
from typing import Final, NamedTuple

BOTS_ONLY_WEIGHT: Final = 10.0
"""Weight of a second at a table where only bots sit: no person waits there."""

MAX_PARTIES: Final = 1000
"""Number of parties whose used time is kept before parties without a debt are forgotten."""


class Party(NamedTuple):
    """Party that bots move for: the owner of a table; `is_alone` if only bots sit there."""

    owner: int
    is_alone: bool


class Turns:
    """Queue of tables where a bot has to move, each with the time when it is due."""

    def __init__(self, party_of: Callable[[int], Party], clock: Callable[[], float] = time.monotonic) -> None:
        """`party_of` is called for a table when it is due, in the thread that calls `take`."""
        self._party_of, self._clock = party_of, clock
        self._changed = Condition()
        self._later: list[tuple[float, int]] = []
        self._queued: dict[int, float] = {}  # when each is due; other entries of `_later` are void
        self._due: dict[Party, deque[int]] = {}
        self._used: dict[Party, float] = {}
        self._least = 0.0
        self._rest = 0.0

    def put(self, table: int, due: float) -> None:
        """Queue a table for a time, unless it is queued for that time or an earlier one."""
        with self._changed:
            if table not in self._queued or due < self._queued[table]:
                self._queued[table] = due
                heapq.heappush(self._later, (due, table))
                self._changed.notify()

    def take(self) -> tuple[int, Party]:
        """Wait until a table is due, and return it with its party."""
        while True:
            self._queue_due_tables()
            with self._changed:
                party = min(self._ready_parties(), key=self._used.__getitem__, default=None)
                if party is not None:
                    return self._pop_table(party), party
                self._changed.wait(self._wait_seconds())

    def charge(self, party: Party, seconds: float) -> None:
        """Charge time to a party. After it, tables with bots only pause for as long, to leave time to pages."""
        with self._changed:
            self._used[party] = self._used.get(party, self._least) + seconds * (
                BOTS_ONLY_WEIGHT if party.is_alone else 1
            )
            if party.is_alone:
                self._rest = self._clock() + seconds
            if len(self._used) > MAX_PARTIES:
                self._used = {
                    each: spent for each, spent in self._used.items() if each in self._due or spent > self._least
                }

    def _queue_due_tables(self) -> None:
        """Move tables that have become due to the queue of their party."""
        with self._changed:
            found: list[int] = []
            while self._later and self._later[0][0] <= self._clock():
                due, table = heapq.heappop(self._later)
                if self._queued.get(table) == due:
                    self._queued[table] = -inf
                    found.append(table)
        for table in found:
            party = self._party_of(table)
            with self._changed:
                if party not in self._due:
                    self._due[party] = deque()
                    self._used[party] = max(self._used.get(party, 0.0), self._least)
                self._due[party].append(table)

    def _ready_parties(self) -> list[Party]:
        rests = self._clock() < self._rest
        return [party for party in self._due if not (rests and party.is_alone)]

    def _pop_table(self, party: Party) -> int:
        self._least = max(self._least, self._used[party])
        table = self._due[party].popleft()
        if not self._due[party]:
            del self._due[party]
        del self._queued[table]
        return table

    def _wait_seconds(self) -> float | None:
        """Seconds until a table may be due; None if no table is queued."""
        moments = [self._later[0][0]] if self._later else []
        if self._due:
            moments.append(self._rest)
        return max(0.0, min(moments) - self._clock()) if moments else None
