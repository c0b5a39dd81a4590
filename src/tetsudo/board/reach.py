"""What a company can reach: every arrival and stop of every simple walk from its tokens.

A walk uses no hexside, junction or stop twice (1889 CON-01), so that reaching is not mere
connectedness: a way back through a fork may need track that the way there has used. The
search keeps two bounds at each stop and is done when they meet, which is nearly always:

- `proven`: walks that were found, as masks of what they use;
- `needed`: bits that every simple walk to the stop must use. It is the intersection over
  the arcs that may lead there, hence at most what any real walk uses; an arc that meets
  what its beginning needs can be in no walk.

Where they do not meet, all simple walks are tried.
"""

from __future__ import annotations

from typing import Final

from tetsudo.board.ground import StopId
from tetsudo.board.track import Arc, Track

MOST_PROVEN: Final = 4
"""Walks to one stop that the first search remembers."""


class Walks:
    """The search from some stops, with what it found: `entries` and `stops`."""

    __slots__ = ("_closed", "_needed", "_out", "_proven", "_starts", "_stop_bit", "entries", "exhaustive", "stops")

    def __init__(self, track: Track, starts: list[StopId], closed: int) -> None:
        self._out: list[tuple[Arc, ...]] = track.out
        self._stop_bit: list[int] = track.ground.stop_bit
        self._starts: list[StopId] = starts
        self._closed: int = closed  # bits of the stops that no walk leaves
        self._needed: dict[StopId, int] = {}
        self._proven: dict[StopId, list[int]] = {}
        self.entries: int = 0
        self.stops: set[StopId] = set(starts)
        self.exhaustive: bool = False
        clashes = self._spread()
        most = self._most(clashes)
        if self.entries != most or len(self.stops) != len(self._needed):
            self.exhaustive = True
            self._try_all(most)

    def _spread(self) -> list[tuple[StopId, Arc]]:
        """Carry both bounds along the arcs until nothing changes; the arcs that ever clashed."""
        out = self._out
        needed = self._needed
        proven = self._proven
        closed = self._closed
        entries = 0
        clashes: list[tuple[StopId, Arc]] = []
        for stop in self._starts:
            needed[stop] = self._stop_bit[stop]
            proven[stop] = [self._stop_bit[stop]]
        queue = list(self._starts)
        waiting = set(queue)
        for stop in queue:
            waiting.discard(stop)
            need = needed[stop]
            walks = proven[stop]
            for arc in out[stop]:
                full = arc.full
                if need & full:
                    clashes.append((stop, arc))
                    continue
                target = arc.target
                if target < 0:
                    for walk in walks:
                        if not walk & full:
                            entries |= arc.entries
                            break
                    else:
                        clashes.append((stop, arc))
                    continue
                before = needed.get(target)
                if before is None:
                    needed[target] = need | full
                    proven[target] = []
                    news = True
                else:
                    after = before & (need | full)
                    news = after != before
                    needed[target] = after
                found = False
                for walk in walks:
                    if not walk & full:
                        found = True
                        if _remember(proven[target], walk | full):
                            news = True
                if found:
                    entries |= arc.entries
                else:
                    clashes.append((stop, arc))
                if news and target not in waiting and not self._stop_bit[target] & closed:
                    waiting.add(target)
                    queue.append(target)
        self.entries = entries
        self.stops = {stop for stop, walks in proven.items() if walks}
        return clashes

    def _most(self, clashes: list[tuple[StopId, Arc]]) -> int:
        """The most that may be reached; what the beginnings of clashing arcs prove is added to `entries`."""
        entries = self.entries
        most = entries
        needed = self._needed
        for stop, arc in clashes:
            if not arc.entries & ~entries:
                continue
            most |= _beginning(arc, needed[stop])
            for walk in self._proven[stop]:
                entries |= _beginning(arc, walk)
        self.entries = entries
        return most | entries

    def _try_all(self, most: int) -> None:
        """Every simple walk, until no more can be found."""
        for start in self._starts:
            if self.entries == most and len(self.stops) == len(self._needed):
                return
            self._walk(start, self._stop_bit[start], most)

    def _walk(self, stop: StopId, used: int, most: int) -> None:
        self.stops.add(stop)
        if self._stop_bit[stop] & self._closed:
            return
        for arc in self._out[stop]:
            if arc.full & used:
                self.entries |= _beginning(arc, used)
                continue
            self.entries |= arc.entries
            if arc.target >= 0:
                self._walk(arc.target, used | arc.full, most)
            if self.entries == most and len(self.stops) == len(self._needed):
                return


def _remember(walks: list[int], walk: int) -> bool:
    """Keep a walk, unless one that uses less is kept already."""
    for kept in walks:
        if kept & walk == kept:
            return False
    if len(walks) >= MOST_PROVEN:
        return False
    walks.append(walk)
    return True


def _beginning(arc: Arc, used: int) -> int:
    """The arrivals of an arc before it meets what is used."""
    entries = 0
    for bits, entry in arc.steps:
        if bits & used:
            break
        entries |= entry
    return entries
