"""View of a hex."""

from __future__ import annotations

from tetsudo.core.units import NOBODY, HexId
from tetsudo.engine.model.tiles import Face
from tetsudo.engine.state.board import face_on
from tetsudo.game.play import Play
from tetsudo.game.views.upgrades import UpgradeStep, hex_upgrades


class HexView:
    """Hex of the map."""

    def __init__(self, game: Play, id: HexId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        tile = f"tile {self.tile}, rotation {self.rotation}" if self.tile else "as printed"
        return view_repr(self.name, self._game.setup.map.hexes[self.id].place, tile)

    @property
    def name(self) -> str:
        """Coordinate of the hex."""
        return self._game.setup.map.hexes[self.id].name

    @property
    def face(self) -> Face:
        """Face of the hex: its tile or the printed map."""
        return self._game.setup.faces[face_on(self._game.state, self.id)]

    @property
    def tile(self) -> str | None:
        """Number of the tile on the hex, or None."""
        face = self.face
        return None if face.tile == NOBODY else face.name

    @property
    def rotation(self) -> int:
        """Rotation of the tile, the smallest that looks the same."""
        return self.face.rotation

    def upgrades(self, tile: str | None = None, rotation: int = 0) -> tuple[UpgradeStep, ...]:
        """Tiles that the hex may become, colour by colour, or would if another tile lay there."""
        face = NOBODY
        if tile is not None:
            face = self._game.setup.face_of[self._game.id_of("tile", tile), rotation % 6]
        return hex_upgrades(self._game, self.id, face)


def view_repr(name: str, *facts: str) -> str:
    """Name with some facts."""
    return f"<{name}: {', '.join(filter(None, facts))}>"
