"""Places of a search in processing order, and the slots of their open wires.

A place is connected track of one hex where a route can choose: stops and forks. Plain track between places is a wire:
a route uses it from end to end or not at all. So there are half as many places as hexes.

The order (`order`) is decisive: with few wires open at once there are hundreds of states, while a sweep over the map
from one side to the other has ten times as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tetsudo.core.units import HexId
from tetsudo.engine.model.tiles import JUNCTION, NODE
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.enumeration import Growth
from tetsudo.engine.routes.frontier.hex_patterns import Segments
from tetsudo.engine.routes.frontier.order import order_of

Spot: TypeAlias = tuple[HexId, int]
"""Hex and one of its sides."""

Part: TypeAlias = tuple[HexId, Segments]
"""Connected track of one hex."""


class Wire(NamedTuple):
    """Plain track between two places."""

    bits: int
    """Bits of the hexsides."""
    track: tuple[tuple[HexId, tuple[int, int]], ...]
    """Segments between the two places."""


class Place(NamedTuple):
    """Track of a hex where a route can choose."""

    hex: HexId
    segments: Segments
    junctions: tuple[int, ...]
    """Ends of segments at junctions."""
    known: tuple[int, ...]
    """Sides whose wires lead to earlier places."""
    slots: dict[int, int]
    """Slot of the wire at each side."""
    wires: dict[int, Wire]
    """Wire at each side."""


class Layout:
    """Track that routes of a company may use, as places in order."""

    def __init__(self, network: Network, growth: Growth) -> None:
        self.network = network
        self.closed: int = network.closed_stop_bits(growth.company)
        self.width = 0
        """Number of slots."""
        graph = _Graph(network, self._parts(growth))
        own = {network.ground.stop_hex[stop] for stop in growth.starts}
        order = order_of(graph.wires_of, [hex in own for hex, _ in graph.places])
        self.places: list[Place] = self._places(graph, order)

    def _parts(self, growth: Growth) -> list[Part]:
        """Track on the way from stop to stop, in connected parts."""
        ground = self.network.ground
        tiles = self.network.track.tiles
        track = 0
        hexes: set[HexId] = set()
        for stop in growth.worth:
            if stop in growth.starts or not ground.stop_bit[stop] & self.closed:
                for step in growth.steps_from(stop):
                    track |= step[4].mask
                    hexes.update(step[4].hexes)
        found: list[Part] = []
        for hex in sorted(hexes):
            segments = ground.faces[tiles[hex]].segments
            used = tuple([pair for pair in segments if self._is_used(hex, pair, track, growth)])
            found += [(hex, part) for part in _connected_parts(used)]
        return found

    def _is_used(self, hex: HexId, segment: tuple[int, int], track: int, growth: Growth) -> bool:
        """True if a segment, with both of its ends, is on track between the stops."""
        ground = self.network.ground
        for end in segment:
            if end < NODE:
                used = bool(ground.sides[6 * hex + end] & track)
            elif self._is_junction(hex, end):
                used = bool(ground.inner_bit(hex, end, end) & track)
            else:
                used = ground.stop(hex, end - NODE) in growth.worth
            if not used:
                return False
        return segment[0] < NODE or bool(ground.inner_bit(hex, *segment) & track)

    def _is_junction(self, hex: HexId, end: int) -> bool:
        nodes = self.network.ground.faces[self.network.track.tiles[hex]].nodes
        return end >= NODE and nodes[end - NODE].kind == JUNCTION

    def _places(self, graph: _Graph, order: Sequence[int]) -> list[Place]:
        """Places with the slots of their wires; freed slots are reused."""
        slot_of: dict[int, int] = {}
        free: list[int] = []
        places: list[Place] = []
        for number in order:
            hex, segments = graph.places[number]
            wires = graph.wires_at[number]
            known = tuple(side for side, wire in wires.items() if wire in slot_of)
            slots = {side: slot_of[wires[side]] for side in known}
            for side, wire in wires.items():
                if side not in slots:
                    if not free:
                        free.append(self.width)
                        self.width += 1
                    slots[side] = slot_of[wire] = free.pop()
            for side in known:
                free.append(slot_of.pop(wires[side]))
            ends = sorted({end for pair in segments for end in pair})
            junctions = tuple(end for end in ends if self._is_junction(hex, end))
            by_side = {side: graph.wires[wire] for side, wire in wires.items()}
            places.append(Place(hex, segments, junctions, known, slots, by_side))
        return places


@lru_cache(maxsize=4096)
def _connected_parts(segments: Segments) -> tuple[Segments, ...]:
    """Segments of a hex in connected parts, joined by common ends."""
    parts: list[tuple[set[int], list[tuple[int, int]]]] = []
    for segment in segments:
        ends, joined = set(segment), [segment]
        apart: list[tuple[set[int], list[tuple[int, int]]]] = []
        for other in parts:
            if ends.isdisjoint(other[0]):
                apart.append(other)
            else:
                ends |= other[0]
                joined = other[1] + joined
        parts = [*apart, (ends, joined)]
    return tuple([tuple(sorted(joined)) for _, joined in parts])


class _Graph:
    """Places and the wires between them."""

    def __init__(self, network: Network, parts: Sequence[Part]) -> None:
        self._ground = network.ground
        self._plain: dict[Spot, tuple[int, int]] = {}
        """Plain segment at each side."""
        self._place_of: dict[Spot, int] = {}
        self.places: list[Part] = []
        self.wires: list[Wire] = []
        self.wires_at: list[dict[int, int]] = []
        """Wires of each place, by side."""
        for hex, segments in parts:
            if len(segments) == 1 and segments[0][1] < NODE:
                self._plain |= {(hex, side): segments[0] for side in segments[0]}
            else:
                self._add(hex, segments)
        for number, (hex, segments) in enumerate(self.places):  # the list grows meanwhile
            for side in sorted({end for segment in segments for end in segment if end < NODE}):
                if side not in self.wires_at[number]:
                    self._join(number, hex, side)
        self.wires_of: list[int] = [sum(1 << wire for wire in at.values()) for at in self.wires_at]
        """Wires of each place, as bits."""

    def _add(self, hex: HexId, segments: Segments) -> None:
        number = len(self.places)
        self.places.append((hex, segments))
        self.wires_at.append({})
        self._place_of |= {(hex, end): number for segment in segments for end in segment if end < NODE}

    def _join(self, number: int, hex: HexId, side: int) -> None:
        """Add the wire of plain track from a place to the next."""
        wire, end = self._trace_wire(hex, side)
        if self._place_of[end] == number and wire.track:  # a wire needs two places: turn plain track into one
            there, segment = wire.track[0]
            for back in segment:
                del self._plain[there, back]
            self._add(there, (segment,))
            wire, end = self._trace_wire(hex, side)
        self.wires_at[number][side] = len(self.wires)
        self.wires_at[self._place_of[end]][end[1]] = len(self.wires)
        self.wires.append(wire)

    def _trace_wire(self, hex: HexId, side: int) -> tuple[Wire, Spot]:
        """Wire that leaves a hex by a side, and the spot where it ends."""
        ground = self._ground
        bits = 0
        track: list[tuple[HexId, tuple[int, int]]] = []
        while True:
            bits |= ground.sides[6 * hex + side]
            hex = ground.neighbours[6 * hex + side]
            side = (side + 3) % 6
            segment = self._plain.get((hex, side))
            if segment is None:
                return Wire(bits, tuple(track)), (hex, side)
            track.append((hex, segment))
            side = segment[1] if side == segment[0] else segment[0]
