"""Tiles and faces: what may lie on a hex.

A *tile* is a numbered piece at rotation 0. A *face* is what a hex shows: a tile in one
rotation, or what is printed on the map. Rotating is done once, when the catalogue is
made; afterwards a face is a small int. Rotations that look alike are one face, the one
with the smallest rotation.

The ends of a segment of track are numbers: 0 to 5 are the sides of the hex, `NODE + n`
is node `n` of the face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tetsudo.core.units import FaceId, Money, TileId
from tetsudo.engine.model.frozen import Fixed

NODE: Final = 6

CITY: Final = 0
TOWN: Final = 1
OFFBOARD: Final = 2
JUNCTION: Final = 3
NODE_KINDS: Final = ("city", "town", "offboard", "junction")

End: TypeAlias = int
Segment: TypeAlias = tuple[End, End]


@dataclass(frozen=True, slots=True)
class Node(Fixed):
    """A city, town or off-board location, or a junction of plain track.

    `revenue` is by colour of the newest tiles (white .. grey, as in `units`), then for
    diesels: six amounts. A node of plain value has the same six times.

    `length`: what a stop here takes of a train's range. `end`: routes end here, as they do at
    every off-board location. `subsidy`: what the bank pays into the treasury of a company for
    each of its trains that calls; it is no revenue.
    """

    kind: int
    slots: int
    revenue: tuple[Money, ...]
    length: int = 1
    end: bool = False
    subsidy: Money = 0

    @property
    def is_stop(self) -> bool:
        """Whether a train that comes here must count it."""
        return self.kind != JUNCTION

    @property
    def is_end(self) -> bool:
        """Whether every route that comes here ends here."""
        return self.end or self.kind == OFFBOARD


@dataclass(frozen=True, slots=True)
class Tile(Fixed):
    """A numbered tile. `count` copies; -1 for any number."""

    id: TileId
    name: str
    colour: int
    label: str
    nodes: tuple[Node, ...]
    segments: tuple[Segment, ...]
    count: int
    upgrades: tuple[str, ...]  # names of the tiles that may replace it
    special: bool = False  # laid by a power only
    hexes: tuple[str, ...] = ()  # it lies only there, and there nothing else of its colour lies
    only: tuple[str, ...] = ()  # it lies only there, but others of its colour may too
    cost: Money = 0  # what it costs to replace it


@dataclass(frozen=True, slots=True)
class Face(Fixed):
    """What a hex shows. `tile` is NOBODY for what is printed on the map."""

    id: FaceId
    tile: TileId
    rotation: int
    name: str
    colour: int
    label: str
    nodes: tuple[Node, ...]
    segments: tuple[Segment, ...]  # each with its lower end first, sorted
    exits: int  # bits of the sides that track leaves by

    def ways_out(self, end: End) -> tuple[End, ...]:
        """The other ends of the segments at `end`."""
        return tuple(b if a == end else a for a, b in self.segments if end in (a, b))


def turned(segment: Segment, rotation: int) -> Segment:
    """A segment after clockwise rotation, lower end first."""
    a, b = ((end + rotation) % 6 if end < NODE else end for end in segment)
    return (a, b) if a < b else (b, a)


def exits_of(segments: Sequence[Segment]) -> int:
    """The sides that track leaves by, as bits."""
    bits = 0
    for segment in segments:
        for end in segment:
            if end < NODE:
                bits |= 1 << end
    return bits
