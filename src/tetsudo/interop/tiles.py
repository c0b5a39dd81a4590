"""Which copy of a tile lies where, by that program's ids: `57-0` is the first copy of tile 57."""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.units import Edge, HexId


class TileCopies:
    """The copies on the map, each in the rotation in which it was laid; all others are in the supply."""

    def __init__(self) -> None:
        self.on: dict[HexId, str] = {}
        self.rotations: dict[HexId, Edge] = {}

    def lay(self, hex: HexId, copy: str, rotation: Edge) -> None:
        """A copy is laid; the one that lay there is free again."""
        self.on[hex] = copy
        self.rotations[hex] = rotation

    def hex_of(self, copy: str) -> HexId | None:
        """Where a copy lies."""
        return next((hex for hex, laid in self.on.items() if laid == copy), None)

    def free(self, names: Iterable[str]) -> str:
        """The first of a tile's copies that lies nowhere."""
        used = set(self.on.values())
        return next(copy for copy in names if copy not in used)
