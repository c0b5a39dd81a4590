"""What is derived from a setup and its maps, and remembered for all positions of all games of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tetsudo.core.units import FaceId, HexId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import Down, Ground, Ignores
from tetsudo.engine.network.track import Track
from tetsudo.engine.network.upgrades import Lays
from tetsudo.engine.state.state import State

Marks: TypeAlias = Callable[[State], tuple[int, ...]]

NEWEST: Final = 512
"""How many networks are remembered."""


class Atlas:
    """One per setup: immutable facts and memos.

    `ignores` is the powers' say that a company is not blocked by tokens in a city, `down` that its token on a
    hex serves nobody; `marks` all that this depends on beside tiles and tokens. Where a mark changes,
    `state.network` is dropped.
    """

    def __init__(
        self, setup: Setup, ignores: Ignores | None = None, marks: Marks | None = None, down: Down | None = None
    ) -> None:
        self.ground: Ground = Ground(setup, ignores, down)
        self._lays: Lays = Lays(setup, self.ground)
        self._marks: Marks | None = marks
        self._networks: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], Network] = {}
        self._tracks: dict[tuple[int, ...], Track] = {}
        self._last: Track | None = None

    def lays(self, hex: HexId, face: FaceId) -> tuple[FaceId, ...]:
        """The faces that may replace a face on a hex: manifest, kept track, open sides."""
        return self._lays.lays(hex, face)

    def fits(self, hex: HexId, face: FaceId) -> bool:
        """Whether no track of a face points to a closed side of a hex."""
        return self._lays.fits(hex, face)

    def fits_special(self, hex: HexId, old: FaceId, face: FaceId, partners: tuple[HexId, ...]) -> bool:
        """Whether a tile that a power lays may replace a face: all track is kept, the colour follows.

        On what is printed for good the colour is its own; and track may point to the other hexes
        on which the power lays.
        """
        return self._lays.fits_special(hex, old, face, partners)

    def city_moves(self, old: FaceId, new: FaceId) -> tuple[int, ...]:
        """The new node of each old one; tokens follow their city."""
        return self._lays.city_moves(old, new)

    def network(self, state: State) -> Network:
        """The network of a position; kept in `state.network` until tiles or tokens change."""
        kept = state.network
        if isinstance(kept, Network):
            return kept
        marks = () if self._marks is None else self._marks(state)
        key = (state.tiles, state.tokens, marks)
        found = self._networks.get(key)
        if found is None:
            with self.ground.lock:
                found = Network(self._track(state.tiles), state.tokens, self._lays, marks)
                if len(self._networks) >= NEWEST:
                    del self._networks[next(iter(self._networks))]
                self._networks[key] = found
        state.network = found
        return found

    def _track(self, tiles: tuple[int, ...]) -> Track:
        """The track of a map, made from the one asked last, which mostly differs by one lay."""
        found = self._tracks.get(tiles)
        if found is None:
            found = Track(self.ground, tiles, self._last)
            if len(self._tracks) >= NEWEST:
                del self._tracks[next(iter(self._tracks))]
            self._tracks[tiles] = found
        self._last = found
        return found
