"""What a company can reach: every arrival and stop of every simple walk from its tokens.

A walk uses no hexside, junction or stop twice (1889-CON-01), so that reaching is not mere
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

from tetsudo.engine.network.topology import StopId
from tetsudo.engine.network.track import Arc, Track

MOST_TRIED: Final = 64
"""Walks to one stop that the search through all of them compares new ones with."""


def walks_from(track: Track, starts: list[StopId], closed: int, avoided: int = 0) -> Walks:
    """The walks from some stops; remembered with the track, since many tokens change nothing for others.

    `avoided`: bits that no walk uses.
    """
    key = (closed, avoided, *starts)
    found = track.walks.get(key)
    if not isinstance(found, Walks):
        stop_bit = track.ground.stop_bit
        found = Walks(track, [stop for stop in starts if not stop_bit[stop] & avoided], closed, avoided)
        track.walks[key] = found
    return found


class Walks:
    """The search from some stops, with what it found: `entries` and `stops`."""

    __slots__ = (
        "_avoided",
        "_needed",
        "_out",
        "_proven",
        "_starts",
        "_stop_bit",
        "_touched",
        "_tried",
        "closed",
        "entries",
        "exhaustive",
        "stops",
    )

    def __init__(self, track: Track, starts: list[StopId], closed: int, avoided: int = 0) -> None:
        self._out: list[tuple[Arc, ...]] = track.out
        self._touched: list[int] = track.touched
        self._stop_bit: list[int] = track.ground.stop_bit
        self._starts: list[StopId] = starts
        self.closed: int = closed  # bits of the stops that no walk leaves
        self._avoided: int = avoided  # bits that count as used from the start
        self._needed: dict[StopId, int] = {}
        self._proven: dict[StopId, list[int]] = {}
        self._tried: dict[StopId, list[int]] = {}
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
        stop_bit = self._stop_bit
        needed = self._needed
        proven = self._proven
        closed = self.closed
        entries = 0
        clashes: list[tuple[StopId, Arc]] = []
        queue = list(self._starts)
        for stop in queue:
            needed[stop] = stop_bit[stop] | self._avoided
            proven[stop] = [stop_bit[stop] | self._avoided]
        waiting = 0  # bits of the stops that still stand in the queue
        for stop in queue:
            waiting &= ~stop_bit[stop]
            need = needed[stop]
            walks = proven[stop]
            walk = walks[-1] if walks else -1
            for arc in out[stop]:
                full = arc.full
                if need & full:
                    clashes.append((stop, arc))
                    continue
                along = -1 if walk & full else walk | full
                if along < 0:
                    clashes.append((stop, arc))
                    for other in walks:
                        if not other & full:
                            along = other | full
                if along >= 0:
                    entries |= arc.entries
                target = arc.target
                if target < 0:
                    continue
                before = needed.get(target)
                if before is None:
                    needed[target] = need | full
                    proven[target] = [along] if along >= 0 else []
                    if not stop_bit[target] & closed:
                        waiting |= stop_bit[target]
                        queue.append(target)
                    continue
                after = before & (need | full)
                if after != before:
                    needed[target] = after
                elif along < 0 or proven[target]:
                    continue
                if along >= 0:
                    proven[target].append(along)
                if not stop_bit[target] & (closed | waiting):
                    waiting |= stop_bit[target]
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
            need = needed[stop]
            if arc.steps[0][0] & need or not arc.entries & ~entries:
                continue
            most |= _beginning(arc, need)
            for walk in self._proven[stop]:
                entries |= _beginning(arc, walk)
        self.entries = entries
        return most | entries

    def surely_arrives(self, entry: int, avoided: int) -> bool:
        """Whether a walk that was found arrives at a hexside without using some bits; False says nothing."""
        touched = self._touched
        for stop, walks in self._proven.items():
            if not touched[stop] & entry or (self._stop_bit[stop] & self.closed and stop not in self._starts):
                continue
            for arc in self._out[stop]:
                if not arc.entries & entry:
                    continue
                before = _bits_to(arc, entry)
                if not before & avoided and any(not walk & (before | avoided) for walk in walks):
                    return True
        return False

    def surely_calls(self, stop: StopId, avoided: int) -> bool:
        """The same of a stop."""
        return any(not walk & avoided for walk in self._proven.get(stop, ()))

    def _try_all(self, most: int) -> None:
        """Every simple walk, until no more can be found."""
        self._tried = {}
        for start in self._starts:
            if self._leave(start, self._stop_bit[start] | self._avoided, most):
                return

    def _walk(self, stop: StopId, used: int, most: int) -> bool:
        """Come to a stop and go on in every way; whether everything has been found."""
        self.stops.add(stop)
        return not self._stop_bit[stop] & self.closed and self._leave(stop, used, most)

    def _leave(self, stop: StopId, used: int, most: int) -> bool:
        """Go on from a stop in every way, also from one where walks begin but that none goes through."""
        tried = self._tried.setdefault(stop, [])
        for less in tried:
            if less & used == less:  # whatever this walk can still do, that one could
                return False
        if len(tried) < MOST_TRIED:
            tried.append(used)
        for arc in self._out[stop]:
            if arc.full & used:
                self.entries |= _beginning(arc, used)
                continue
            self.entries |= arc.entries
            if arc.target >= 0 and self._walk(arc.target, used | arc.full, most):
                return True
        return self.entries == most and len(self.stops) == len(self._needed)


def _beginning(arc: Arc, used: int) -> int:
    """The arrivals of an arc before it meets what is used."""
    entries = 0
    for bits, entry in arc.steps:
        if bits & used:
            break
        entries |= entry
    return entries


def _bits_to(arc: Arc, entry: int) -> int:
    """What an arc uses up to an arrival."""
    used = 0
    for bits, there in arc.steps:
        used |= bits
        if there & entry:
            break
    return used
