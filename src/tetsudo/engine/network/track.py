"""Track of one version of the map: stops joined by runs of track, as directed arcs.

An arc is the track that a train sees as it leaves a stop: hexside after hexside to the next
stop, or to the end of the track. A fork makes two arcs with a common beginning. An arc depends
only on the faces that it touches, so after a tile lay only nearby stops are traced again.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from tetsudo.core.units import FaceId, HexId
from tetsudo.engine.model.tiles import JUNCTION, NODE, Node
from tetsudo.engine.network.topology import ENTRY_BITS_PER_HEX, Ground, StopId

OPEN_END: Final = -1
"""Target of an arc whose track ends or returns to its start."""

Steps: TypeAlias = tuple[tuple[int, int], ...]
Branch: TypeAlias = tuple[HexId, int, int, int, int, int, Steps, tuple[HexId, ...]]

MAX_PATCHED_HEXES: Final = 4
"""Maximum number of changed hexes for which a track is built from an older one."""


class Arc:
    """Track from one stop to the next, in one direction."""

    __slots__ = ("entries", "exit", "full", "hexes", "mask", "source", "steps", "target")

    def __init__(
        self,
        source: StopId,
        exit: int,
        target: StopId,
        mask: int,
        full: int,
        entries: int,
        steps: Steps,
        hexes: tuple[HexId, ...],
    ) -> None:
        self.source: StopId = source
        self.exit: int = exit  # end to which its first segment leads
        self.target: StopId = target
        self.mask: int = mask  # hexsides, junctions and inner segments used
        self.full: int = full  # `mask` and the bit of the target stop
        self.entries: int = entries  # arrivals at hexes (`topology.ENTRY_BITS_PER_HEX`)
        self.steps: Steps = steps  # (bits used, arrival), in order
        self.hexes: tuple[HexId, ...] = hexes  # from the stop's own hex to the last one


class Track:
    """All arcs of a version of the map, by starting stop."""

    __slots__ = ("_ends", "ground", "nodes", "out", "tiles", "touched", "walks")

    def __init__(self, ground: Ground, tiles: tuple[FaceId, ...], base: Track | None = None) -> None:
        self.ground: Ground = ground
        self.tiles: tuple[FaceId, ...] = tiles
        self._ends: int = -1
        self.walks: dict[tuple[int, ...], object] = {}  # cache of `reach`
        self.out: list[tuple[Arc, ...]] = []
        self.nodes: list[Node | None] = []
        self.touched: list[int] = []  # all entries of each stop's arcs
        if base is not None:
            old = base.tiles
            changed = [hex for hex in range(ground.size) if old[hex] != tiles[hex]]
            if len(changed) <= MAX_PATCHED_HEXES:
                self._patch(base, changed)
                return
        for hex in range(ground.size):
            self._trace_hex(hex)

    def ends(self) -> int:
        """Bits of the locations that end every route, such as off-board locations.

        1889-RUN-13, 1888*-DEF-09, 1890-10.5.2-d.
        """
        if self._ends < 0:
            bits = 0
            for stop, node in enumerate(self.nodes):
                if node is not None and node.is_end:
                    bits |= self.ground.stop_bit[stop]
            self._ends = bits
        return self._ends

    def leads_from(self, stops: list[StopId]) -> bool:
        """True if track leads from any of the given stops to another stop."""
        for stop in stops:
            for arc in self.out[stop]:
                if arc.target >= 0 and not arc.full & self.ground.stop_bit[stop]:
                    return True
        return False

    def _patch(self, base: Track, changed: list[HexId]) -> None:
        """Copy the arcs that touch no changed hex, and trace the others again."""
        self.out = base.out[:]
        self.nodes = base.nodes[:]
        self.touched = base.touched[:]
        ground = self.ground
        near = 0
        for hex in changed:
            near |= 255 << (ENTRY_BITS_PER_HEX * hex)
            for stop in ground.stops_on(hex, base.tiles[hex]):
                self.out[stop] = ()
                self.nodes[stop] = None
                self.touched[stop] = 0
        again = [stop for stop, entries in enumerate(self.touched) if entries & near]
        for hex in changed:
            self._trace_hex(hex)
        for stop in again:
            if base.tiles[ground.stop_hex[stop]] == self.tiles[ground.stop_hex[stop]]:
                self._retrace(stop, near)

    def _retrace(self, stop: StopId, near: int) -> None:
        """Trace again those exits of a stop whose arcs touch a changed hex."""
        ground = self.ground
        arcs: list[Arc] = []
        for end in ground.links(self.tiles[ground.stop_hex[stop]])[NODE + ground.stop_node[stop]]:
            kept = [arc for arc in self.out[stop] if arc.exit == end]
            for arc in kept:
                if arc.entries & near:
                    kept = trace(ground, self.tiles, stop, end)
                    break
            arcs += kept
        self._set(stop, tuple(arcs))

    def _trace_hex(self, hex: HexId) -> None:
        face = self.tiles[hex]
        for stop in self.ground.stops_on(hex, face):
            while len(self.out) <= stop:
                self.out.append(())
                self.nodes.append(None)
                self.touched.append(0)
            self.nodes[stop] = self.ground.faces[face].nodes[self.ground.stop_node[stop]]
            arcs: list[Arc] = []
            for end in self.ground.links(face)[NODE + self.ground.stop_node[stop]]:
                arcs += trace(self.ground, self.tiles, stop, end)
            self._set(stop, tuple(arcs))

    def _set(self, stop: StopId, arcs: tuple[Arc, ...]) -> None:
        self.out[stop] = arcs
        touched = 0
        for arc in arcs:
            touched |= arc.entries
        self.touched[stop] = touched


def trace(ground: Ground, tiles: tuple[FaceId, ...], source: StopId, exit: int) -> list[Arc]:
    """All arcs that leave a stop by the segment to one end, in the order of the segments further on.

    Reversing is impossible (1889-CON-03): an arc leaves a segment by its other end. No arc uses
    a hexside or a junction twice (1889-CON-01).

    1888*-DEF-04, 1888*-DEF-06, 1888*-DEF-07, 1888*-RUN-05, 1888*-TOK-12, 1890-10.5.2-c, 1890-10.5.2-g, 1890-10.5.2-j.
    """
    sides = ground.sides
    neighbours = ground.neighbours
    hex = ground.stop_hex[source]
    arcs: list[Arc] = []
    # Branches still to follow: hex, end behind, end ahead, bits used, bits used since the
    # last hexside, arrivals, steps, hexes.
    todo: list[Branch] = [(hex, NODE + ground.stop_node[source], exit, 0, 0, 0, (), (hex,))]
    while todo:
        hex, origin, end, mask, inner, entries, steps, hexes = todo.pop()
        while end < NODE:
            bit = sides[6 * hex + end]
            if not bit or mask & bit:
                break
            hex = neighbours[6 * hex + end]
            origin = end + 3 if end < 3 else end - 3
            entry = 1 << (ENTRY_BITS_PER_HEX * hex + origin)
            mask |= bit
            entries |= entry
            steps = (*steps, (bit | inner, entry))
            inner = 0
            hexes = (*hexes, hex)
            onward = ground.links(tiles[hex])[origin]
            if not onward:
                break
            for further in onward[:0:-1]:
                todo.append((hex, origin, further, mask, 0, entries, steps, hexes))
            end = onward[0]
        else:
            if origin >= NODE:  # a segment between two nodes of one hex crosses no side: it has its own bit
                bit = ground.inner_bit(hex, origin, end)
                if mask & bit:
                    _end_open(arcs, source, exit, mask, entries, steps, hexes)
                    continue
                mask |= bit
                inner |= bit
            if ground.faces[tiles[hex]].nodes[end - NODE].kind != JUNCTION:
                target = ground.stop(hex, end - NODE)
                if target != source:
                    if inner:
                        steps = (*steps, (inner, 0))
                    arcs.append(Arc(source, exit, target, mask, mask | ground.stop_bit[target], entries, steps, hexes))
                    continue
            else:
                bit = ground.inner_bit(hex, end, end)
                branches = [further for further in ground.links(tiles[hex])[end] if further != origin]
                if branches and not mask & bit:
                    for further in reversed(branches):
                        todo.append((hex, end, further, mask | bit, inner | bit, entries, steps, hexes))
                    continue
        _end_open(arcs, source, exit, mask, entries, steps, hexes)
    return arcs


def _end_open(
    arcs: list[Arc],
    source: StopId,
    exit: int,
    mask: int,
    entries: int,
    steps: Steps,
    hexes: tuple[HexId, ...],
) -> None:
    """Add an open arc: track that leads to no stop still reaches the hexes that it touches."""
    if entries:
        arcs.append(Arc(source, exit, OPEN_END, mask, mask, entries, steps, hexes))
