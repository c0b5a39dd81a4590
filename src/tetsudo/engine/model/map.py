"""Map of a title: its hexes and their printed faces."""

from __future__ import annotations

from dataclasses import dataclass

from tetsudo.core.units import NOBODY, Edge, FaceId, HexId, Money
from tetsudo.engine.model.frozen import FrozenModel


@dataclass(frozen=True, slots=True)
class Hex(FrozenModel):
    """Hex of the map.

    `neighbours`: by edge (NOBODY: off the map). `costs`: terrain cost of a tile lay, by
    colour (as in `units`). `terrain`: names of the terrain that causes it, for powers.
    `closed`: bits of the sides that no track may point to.
    """

    id: HexId
    name: str  # coordinate: "K4"
    place: str  # "Takamatsu", or ""
    printed: FaceId
    neighbours: tuple[HexId, ...]
    costs: tuple[Money, ...]
    terrain: frozenset[str]
    closed: int
    x: int  # column, in half hexes, for drawing only; y likewise
    y: int
    icons: tuple[str, ...] = ()  # "port", ...
    native: str = ""  # name of the place in the title's own language
    group: str = ""  # hexes of a group, where routes end, are one location: a route visits it once
    upgrades: tuple[str, ...] = ()  # names of the tiles that may replace the printed face, if it names them
    dead_ends: int = 0  # bits of the sides off the map to which track may point anyway


@dataclass(frozen=True, slots=True)
class Map(FrozenModel):
    """All hexes by id, and their orientation."""

    hexes: tuple[Hex, ...]
    flat_top: bool
    by_name: dict[str, HexId]

    def neighbour(self, hex: HexId, edge: Edge) -> HexId:
        """Hex across an edge, or NOBODY."""
        return self.hexes[hex].neighbours[edge] if hex != NOBODY else NOBODY
