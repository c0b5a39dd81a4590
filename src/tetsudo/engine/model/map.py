"""The map: hexes, what is printed on them, who starts where."""

from __future__ import annotations

from dataclasses import dataclass

from tetsudo.core.units import NOBODY, Edge, FaceId, HexId, Money
from tetsudo.engine.model.frozen import Fixed


@dataclass(frozen=True, slots=True)
class Hex(Fixed):
    """A hex of the map.

    `neighbours` by edge (NOBODY: off the map). `costs` is what a lay of each colour
    costs here, by colour (as in `units`); `terrain` says why, as a
    power may ask. `closed` are bits of the sides that no track may point to.
    """

    id: HexId
    name: str  # the coordinate, "K4"
    place: str  # "Takamatsu", or ""
    printed: FaceId
    neighbours: tuple[HexId, ...]
    costs: tuple[Money, ...]
    terrain: frozenset[str]
    closed: int
    x: int  # column, in half hexes; y likewise: for drawing only
    y: int
    icons: tuple[str, ...] = ()  # "port", ...
    native: str = ""  # the place's name in the title's own language
    group: str = ""  # off-board hexes of a group are one location: a route visits it once
    upgrades: tuple[str, ...] = ()  # the tiles that may replace what is printed, if it says which
    dead_ends: int = 0  # bits of the sides off the map to which track may point nevertheless


@dataclass(frozen=True, slots=True)
class Map(Fixed):
    """All hexes, by id, and how they are drawn."""

    hexes: tuple[Hex, ...]
    flat_top: bool
    by_name: dict[str, HexId]

    def neighbour(self, hex: HexId, edge: Edge) -> HexId:
        """The hex across an edge, or NOBODY."""
        return self.hexes[hex].neighbours[edge] if hex != NOBODY else NOBODY
