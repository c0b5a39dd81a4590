"""Cache of everything derived from a setup and its maps, shared by all positions of all its games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tetsudo.core.units import FaceId, HexId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import FaceDownRule, Ground, TokenPassRule
from tetsudo.engine.network.track import Track
from tetsudo.engine.network.upgrades import Lays
from tetsudo.engine.state.state import State

Marks: TypeAlias = Callable[[State], tuple[int, ...]]

MAX_CACHED_NETWORKS: Final = 512
"""Maximum number of networks in the cache, and of tracks."""


class Atlas:
    """Immutable facts and caches of one setup.

    `ignores`: true if a power lets a company pass the tokens in a city. `down`: true if a company's token on a
    hex lies face down. `marks`: everything besides tiles and tokens that these depend on. When a mark changes,
    `state.network` must be cleared.
    """

    def __init__(
        self,
        setup: Setup,
        ignores: TokenPassRule | None = None,
        marks: Marks | None = None,
        down: FaceDownRule | None = None,
    ) -> None:
        self.ground: Ground = Ground(setup, ignores, down)
        self._lays: Lays = Lays(setup, self.ground)
        self._marks: Marks | None = marks
        self._networks: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], Network] = {}
        self._tracks: dict[tuple[int, ...], Track] = {}
        self._last: Track | None = None

    def lays(self, hex: HexId, face: FaceId) -> tuple[FaceId, ...]:
        """Faces that may replace a face on a hex, by the manifest, the track to keep and the closed sides."""
        return self._lays.lays(hex, face)

    def upgrades(self, face: FaceId) -> tuple[FaceId, ...]:
        """Faces that may replace a tile on some hex, by the manifest and the track to keep."""
        return self._lays.upgrades(face)

    def fits(self, hex: HexId, face: FaceId) -> bool:
        """True if no track of a face points to a closed side of a hex."""
        return self._lays.fits(hex, face)

    def fits_special(self, hex: HexId, old: FaceId, face: FaceId, partners: tuple[HexId, ...]) -> bool:
        """True if a power may lay a tile on a printed face: all track is kept and the colour is the next one.

        On a grey, red or blue hex the colour stays the same. Track may point to `partners`, the other hexes
        on which the power lays.
        """
        return self._lays.fits_special(hex, old, face, partners)

    def city_moves(self, old: FaceId, new: FaceId) -> tuple[int, ...]:
        """New node of each old node; tokens follow their city."""
        return self._lays.city_moves(old, new)

    def network(self, state: State) -> Network:
        """Network of a position; cached in `state.network` until tiles, tokens or marks change."""
        kept = state.network
        if isinstance(kept, Network):
            return kept
        marks = () if self._marks is None else self._marks(state)
        key = (state.tiles, state.tokens, marks)
        found = self._networks.get(key)
        if found is None:
            with self.ground.lock:
                found = Network(self._track(state.tiles), state.tokens, self._lays, marks)
                if len(self._networks) >= MAX_CACHED_NETWORKS:
                    oldest = self._networks.pop(next(iter(self._networks)))
                    oldest.forget_reach()
                self._networks[key] = found
        state.network = found
        return found

    def forget(self) -> None:
        """Forget all networks. Each refers to itself: else only a collection of garbage would free it."""
        with self.ground.lock:
            networks, self._networks, self._tracks, self._last = self._networks, {}, {}, None
        for each in networks.values():
            each.forget_reach()

    def _track(self, tiles: tuple[int, ...]) -> Track:
        """Track of a map, built from the last one used, which usually differs by one tile lay."""
        found = self._tracks.get(tiles)
        if found is None:
            found = Track(self.ground, tiles, self._last)
            if len(self._tracks) >= MAX_CACHED_NETWORKS:
                del self._tracks[next(iter(self._tracks))]
            self._tracks[tiles] = found
        self._last = found
        return found
