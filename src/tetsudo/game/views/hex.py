"""A hex in the words of the table."""

from __future__ import annotations

from tetsudo.core.units import NOBODY, HexId
from tetsudo.engine.model.tiles import Face
from tetsudo.engine.state.board import face_on
from tetsudo.game.play import Play


class HexView:
    """A hex."""

    def __init__(self, game: Play, id: HexId) -> None:
        self._game = game
        self.id = id

    def __repr__(self) -> str:
        tile = f"tile {self.tile}, rotation {self.rotation}" if self.tile else "as printed"
        return shown(self.name, self._game.setup.map.hexes[self.id].place, tile)

    @property
    def name(self) -> str:
        """Its coordinate."""
        return self._game.setup.map.hexes[self.id].name

    @property
    def face(self) -> Face:
        """What it shows."""
        return self._game.setup.faces[face_on(self._game.state, self.id)]

    @property
    def tile(self) -> str | None:
        """The number of the tile on it, or None."""
        face = self.face
        return None if face.tile == NOBODY else face.name

    @property
    def rotation(self) -> int:
        """The tile's rotation, the smallest that looks alike."""
        return self.face.rotation


def shown(name: str, *facts: str) -> str:
    """A name, and what is to be said of it."""
    return f"<{name}: {', '.join(filter(None, facts))}>"
