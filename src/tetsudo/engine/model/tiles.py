"""Tiles and faces: what may lie on a hex.

A *tile* is a numbered piece at rotation 0. A *face* is what a hex shows: a tile in one
rotation, or what is printed on the map. Rotations are computed once, when the catalogue
is built; afterwards a face is a small int. Rotations that look alike are one face, the
one with the smallest rotation.

The ends of a segment of track are numbers: 0 to 5 are the sides of the hex, `NODE + n`
is node `n` of the face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tetsudo.core.units import FaceId, Money, TileId
from tetsudo.engine.model.frozen import FrozenModel

NODE: Final = 6

CITY: Final = 0
TOWN: Final = 1
OFFBOARD: Final = 2
JUNCTION: Final = 3
NODE_KINDS: Final = ("city", "town", "offboard", "junction")

End: TypeAlias = int
Segment: TypeAlias = tuple[End, End]


@dataclass(frozen=True, slots=True)
class Node(FrozenModel):
    """City, town or off-board location, or a junction of plain track.

    `revenue`: six amounts, by colour of the newest tiles (white .. grey, as in `units`), then
    for diesels. A node of constant value has the same amount six times.

    `length`: the part of a train's range that a stop here uses. `end`: routes end here, as they
    do at every off-board location. `subsidy`: paid by the bank into the treasury of a company
    for each of its trains that calls here; it does not count as revenue.
    """

    kind: int
    slots: int
    revenue: tuple[Money, ...]
    length: int = 1
    end: bool = False
    subsidy: Money = 0

    @property
    def is_stop(self) -> bool:
        """True if this node is a stop, not a junction."""
        return self.kind != JUNCTION

    @property
    def is_end(self) -> bool:
        """True if every route that reaches this node ends here."""
        return self.end or self.kind == OFFBOARD


@dataclass(frozen=True, slots=True)
class Tile(FrozenModel):
    """Numbered tile. `count`: number of copies; -1 for any number."""

    id: TileId
    name: str
    colour: int
    label: str
    nodes: tuple[Node, ...]
    segments: tuple[Segment, ...]
    count: int
    upgrades: tuple[str, ...]  # names of the tiles that may replace this one
    special: bool = False  # only laid by a power
    hexes: tuple[str, ...] = ()  # only allowed on these hexes, which take no other tile of its colour
    only: tuple[str, ...] = ()  # only allowed on these hexes, which may take other tiles of its colour
    cost: Money = 0  # cost of replacing it


@dataclass(frozen=True, slots=True)
class Face(FrozenModel):
    """Face that a hex shows. `tile` is NOBODY if the face is printed on the map."""

    id: FaceId
    tile: TileId
    rotation: int
    name: str
    colour: int
    label: str
    nodes: tuple[Node, ...]
    segments: tuple[Segment, ...]  # each with its lower end first, sorted
    exits: int  # bits of the sides by which track leaves

    def ways_out(self, end: End) -> tuple[End, ...]:
        """Other ends of the segments at `end`."""
        return tuple(b if a == end else a for a, b in self.segments if end in (a, b))


def rotate_segment(segment: Segment, rotation: int) -> Segment:
    """Segment after clockwise rotation, lower end first."""
    a, b = ((end + rotation) % 6 if end < NODE else end for end in segment)
    return (a, b) if a < b else (b, a)


def exits_of(segments: Sequence[Segment]) -> int:
    """Sides by which track leaves, as bits."""
    bits = 0
    for segment in segments:
        for end in segment:
            if end < NODE:
                bits |= 1 << end
    return bits
