"""The hexes of a search in the order in which they are looked at, and where each open hexside stands meanwhile.

The order is everything: with few hexsides open at once there are thousands of states where a sweep
over the map from one side to the other has ten times as many.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tetsudo.board.ground import StopId
from tetsudo.board.network import Network
from tetsudo.model.tiles import JUNCTION, NODE
from tetsudo.routes.frontier.shapes import Segments
from tetsudo.routes.grow import Growth
from tetsudo.units import HexId

WIDTH_COSTS: Final = 2.2
"""How many times as many states a further open hexside makes, about."""


class Place(NamedTuple):
    """A hex of the order."""

    hex: HexId
    segments: Segments  # those that routes may use
    junctions: tuple[int, ...]  # the ends of segments that are no stops
    known: tuple[tuple[int, int], ...]  # sides to hexes looked at before: side, and its slot
    slots: dict[int, int]  # the slots of all its sides


class Layout:
    """What all routes of a company may use, as places in order."""

    def __init__(self, network: Network, growth: Growth) -> None:
        self.network = network
        self.closed: int = network.closed_to(growth.company)
        self.width = 0
        """How many slots there are."""
        segments = self._segments(growth)
        sides = {
            hex: frozenset(network.ground.sides[6 * hex + end] for pair in pairs for end in pair if end < NODE)
            for hex, pairs in segments.items()
        }
        self.places: list[Place] = self._places(segments, _order(sides))

    def _segments(self, growth: Growth) -> dict[HexId, Segments]:
        """By hex, the segments that lie on the way from stop to stop."""
        ground = self.network.ground
        track = 0
        for stop in growth.worth:
            if stop in growth.starts or not ground.stop_bit[stop] & self.closed:
                for step in growth.leaving(stop):
                    track |= step[4].mask
        found: dict[HexId, Segments] = {}
        for hex, face in enumerate(self.network.track.tiles):
            segments = tuple(pair for pair in ground.faces[face].segments if self._is_used(hex, pair, track, growth))
            if segments:
                found[hex] = segments
        return found

    def _is_used(self, hex: HexId, segment: tuple[int, int], track: int, growth: Growth) -> bool:
        """Whether both ends of a segment can be come to by some track."""
        ground = self.network.ground
        nodes = ground.faces[self.network.track.tiles[hex]].nodes
        for end in segment:
            if end < NODE:
                used = bool(ground.sides[6 * hex + end] & track)
            elif nodes[end - NODE].kind == JUNCTION:
                used = bool(ground.inner_bit(hex, end, end) & track)
            else:
                used = ground.stop(hex, end - NODE) in growth.worth
            if not used:
                return False
        return segment[0] < NODE or bool(ground.inner_bit(hex, *segment) & track)

    def _places(self, segments: dict[HexId, Segments], order: list[HexId]) -> list[Place]:
        """The hexes with the slots of their sides; a slot that becomes free is used again."""
        ground = self.network.ground
        slot_of: dict[int, int] = {}
        free: list[int] = []
        places: list[Place] = []
        for hex in order:
            nodes = ground.faces[self.network.track.tiles[hex]].nodes
            ends = sorted({end for pair in segments[hex] for end in pair})
            bits = {end: ground.sides[6 * hex + end] for end in ends if end < NODE}
            known = tuple((side, slot_of[bit]) for side, bit in bits.items() if bit in slot_of)
            slots = dict(known)
            for side, bit in bits.items():
                if side not in slots:
                    if not free:
                        free.append(self.width)
                        self.width += 1
                    slots[side] = slot_of[bit] = free.pop()
            for side, slot in known:
                del slot_of[bits[side]]
                free.append(slot)
            junctions = tuple(end for end in ends if end >= NODE and nodes[end - NODE].kind == JUNCTION)
            places.append(Place(hex, segments[hex], junctions, known, slots))
        return places

    def track_of(self, hex: HexId, segments: Segments) -> int:
        """The bits of track that some segments of a hex use."""
        ground = self.network.ground
        nodes = ground.faces[self.network.track.tiles[hex]].nodes
        bits = 0
        for segment in segments:
            if segment[0] >= NODE:
                bits |= ground.inner_bit(hex, *segment)
            for end in segment:
                if end < NODE:
                    bits |= ground.sides[6 * hex + end]
                elif nodes[end - NODE].kind == JUNCTION:
                    bits |= ground.inner_bit(hex, end, end)
        return bits

    def stop(self, hex: HexId, node: int) -> StopId:
        """The stop at a node of a hex."""
        return self.network.ground.stop(hex, node)


def _order(sides: dict[HexId, frozenset[int]]) -> list[HexId]:
    """The order that leaves the fewest sides open: from each hex, always on to the next that leaves the fewest."""
    owners: dict[int, list[HexId]] = {}
    for hex, bits in sides.items():
        for bit in bits:
            owners.setdefault(bit, []).append(hex)
    beside = {hex: sorted({other for bit in bits for other in owners[bit]} - {hex}) for hex, bits in sides.items()}
    best: list[HexId] = []
    least = float("inf")
    for start in sides:
        cost = 0.0
        order: list[HexId] = []
        front: frozenset[int] = frozenset()
        near: set[HexId] = set()
        left = dict.fromkeys(sides)
        hex = start
        while True:
            order.append(hex)
            del left[hex]
            front ^= sides[hex]
            cost += WIDTH_COSTS ** len(front)
            if cost >= least:
                break
            if not left:
                best, least = order, cost
                break
            near.discard(hex)
            near.update(other for other in beside[hex] if other in left)
            hex = min(near or left, key=lambda other: (len(front ^ sides[other]), other))
    return best
