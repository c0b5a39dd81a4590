"""Reach of a company: every arrival and stop of every simple walk from its tokens.

A walk uses no hexside, junction or stop twice (1889-CON-01), so reach is not mere
connectedness: the way back through a fork may need track that the way there has used. The
search keeps two bounds at each stop and is done when they meet, as they nearly always do:

- `proven`: walks that were found, as masks of what they use;
- `needed`: bits that every simple walk to the stop must use. It is the intersection over
  the arcs that may lead there, hence at most what any real walk uses. An arc that conflicts
  with the needs of its starting stop is part of no walk.

If the bounds do not meet, all simple walks are tried.
"""

from __future__ import annotations

from typing import Final

from tetsudo.engine.network.topology import StopId
from tetsudo.engine.network.track import Arc, Track

MAX_COMPARED_WALKS: Final = 64
"""Maximum number of walks to one stop with which the exhaustive search compares a new one."""


def walks_from(track: Track, starts: list[StopId], closed: int, avoided: int = 0) -> Walks:
    """Walks from some stops; cached with the track, since many tokens change nothing for other companies.

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
    """Search for walks from some stops, with its results `entries` and `stops`."""

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
        self.closed: int = closed  # bits of the stops that no walk passes
        self._avoided: int = avoided  # bits that count as used from the start
        self._needed: dict[StopId, int] = {}
        self._proven: dict[StopId, list[int]] = {}
        self._tried: dict[StopId, list[int]] = {}
        self.entries: int = 0
        self.stops: set[StopId] = set(starts)
        self.exhaustive: bool = False
        clashes = self._propagate_bounds()
        most = self._entries_bound(clashes)
        if self.entries != most or len(self.stops) != len(self._needed):
            self.exhaustive = True
            self._search_all_walks(most)

    def _propagate_bounds(self) -> list[tuple[StopId, Arc]]:
        """Propagate both bounds along the arcs until nothing changes; return the arcs that ever conflicted."""
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
        waiting = 0  # bits of the stops still in the queue
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

    def _entries_bound(self, clashes: list[tuple[StopId, Arc]]) -> int:
        """Upper bound of `entries`, to which it first adds what the beginnings of conflicting arcs prove."""
        entries = self.entries
        most = entries
        needed = self._needed
        for stop, arc in clashes:
            need = needed[stop]
            if arc.steps[0][0] & need or not arc.entries & ~entries:
                continue
            most |= _free_arrivals(arc, need)
            for walk in self._proven[stop]:
                entries |= _free_arrivals(arc, walk)
        self.entries = entries
        return most | entries

    def has_known_arrival(self, entry: int, avoided: int) -> bool:
        """True if a known walk arrives at a hexside without using some bits; False proves nothing."""
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

    def has_known_call(self, stop: StopId, avoided: int) -> bool:
        """True if a known walk reaches a stop without using some bits; False proves nothing."""
        return any(not walk & avoided for walk in self._proven.get(stop, ()))

    def _search_all_walks(self, most: int) -> None:
        """Try every simple walk, until there is nothing more to find."""
        self._tried = {}
        for start in self._starts:
            if self._leave_stop(start, self._stop_bit[start] | self._avoided, most):
                return

    def _enter_stop(self, stop: StopId, used: int, most: int) -> bool:
        """Enter a stop and continue in every direction; return True once everything has been found."""
        self.stops.add(stop)
        return not self._stop_bit[stop] & self.closed and self._leave_stop(stop, used, most)

    def _leave_stop(self, stop: StopId, used: int, most: int) -> bool:
        """Continue from a stop in every direction, even from a starting stop that walks may not pass."""
        tried = self._tried.setdefault(stop, [])
        for less in tried:
            if less & used == less:  # that walk could do everything that this one can still do
                return False
        if len(tried) < MAX_COMPARED_WALKS:
            tried.append(used)
        for arc in self._out[stop]:
            if arc.full & used:
                self.entries |= _free_arrivals(arc, used)
                continue
            self.entries |= arc.entries
            if arc.target >= 0 and self._enter_stop(arc.target, used | arc.full, most):
                return True
        return self.entries == most and len(self.stops) == len(self._needed)


def _free_arrivals(arc: Arc, used: int) -> int:
    """Arrivals of an arc before it meets used bits."""
    entries = 0
    for bits, entry in arc.steps:
        if bits & used:
            break
        entries |= entry
    return entries


def _bits_to(arc: Arc, entry: int) -> int:
    """Bits that an arc uses up to an arrival."""
    used = 0
    for bits, there in arc.steps:
        used |= bits
        if there & entry:
            break
    return used
