"""Which copy of a tile lies where, by that program's ids: `57-0` is the first copy of tile 57."""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.core.units import Edge, HexId


class TileCopies:
    """The copies on the map, each in the rotation in which it was laid; all others are in the supply."""

    def __init__(self) -> None:
        self.on: dict[HexId, str] = {}
        self.rotations: dict[HexId, Edge] = {}
        self.returned: dict[str, int] = {}  # after how many lays each copy came back to the supply
        self._lays = 0

    def lay(self, hex: HexId, copy: str, rotation: Edge) -> None:
        """A copy is laid; the one that lay there is free again, behind all that are free."""
        self._lays += 1
        if hex in self.on:
            self.returned[self.on[hex]] = self._lays
        self.on[hex] = copy
        self.rotations[hex] = rotation

    def hex_of(self, copy: str) -> HexId | None:
        """Where a copy lies."""
        return next((hex for hex, laid in self.on.items() if laid == copy), None)

    def free(self, names: Iterable[str]) -> list[str]:
        """Of a tile's copies those that lie nowhere, first the one that has done so for longest."""
        used = set(self.on.values())
        return sorted((copy for copy in names if copy not in used), key=lambda copy: self.returned.get(copy, 0))
