"""Places of the copies of tiles, by 18xx.games ids: `57-0` is the first copy of tile 57."""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.core.units import Edge, HexId


class TileCopies:
    """Copies on the map, each with the rotation in which it was laid; all others are in the supply."""

    def __init__(self) -> None:
        self.on: dict[HexId, str] = {}
        self.rotations: dict[HexId, Edge] = {}
        self.returned: dict[str, int] = {}  # lay count at which each copy returned to the supply
        self._lays = 0

    def lay(self, hex: HexId, copy: str, rotation: Edge) -> None:
        """Record the lay of a copy. The replaced copy is free again, as the last of the free ones."""
        self._lays += 1
        if hex in self.on:
            self.returned[self.on[hex]] = self._lays
        self.on[hex] = copy
        self.rotations[hex] = rotation

    def hex_of(self, copy: str) -> HexId | None:
        """Hex of a copy."""
        return next((hex for hex, laid in self.on.items() if laid == copy), None)

    def free_copies(self, names: Iterable[str]) -> list[str]:
        """Free copies of a tile, the one that has been free longest first."""
        used = set(self.on.values())
        return sorted((copy for copy in names if copy not in used), key=lambda copy: self.returned.get(copy, 0))
