"""Upgrades that the tiles themselves allow: the manifest, kept track, closed sides.

Facts of the tiles alone, cached by face. Phase, supply, powers and reach are checked elsewhere.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TypeAlias

from tetsudo.core.units import BROWN, FIXED, GREEN, GREY, NOBODY, WHITE, YELLOW, FaceId, HexId
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, TOWN, End, Face, Node, Tile
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.topology import Ground

Way: TypeAlias = tuple[End, End]
"""Track of one hex in one direction, from a side or stop to another, with or without junctions in between."""

Verdict: TypeAlias = bool | tuple[Way, ...]
"""Connected or not. Or ways between ends of the old face: connected if a walk on the old face reaches the
start of one of them without having used its end."""


class Lays:
    """Upgrades of one setup, with caches."""

    __slots__ = (
        "_claimed",
        "_lays",
        "_moves",
        "_setup",
        "_successors",
        "allowed",
        "connected",
        "doubtful",
        "extensions",
        "ground",
    )

    def __init__(self, setup: Setup, ground: Ground) -> None:
        self._setup: Setup = setup
        self.ground: Ground = ground
        self._lays: dict[tuple[HexId, FaceId], tuple[FaceId, ...]] = {}
        self._successors: dict[tuple[FaceId, tuple[str, ...]], tuple[FaceId, ...]] = {}
        self._claimed: set[tuple[str, int]] = {(hex, tile.colour) for tile in setup.tiles for hex in tile.hexes}
        self._moves: dict[tuple[FaceId, FaceId], tuple[int, ...]] = {}
        # Caches of `connection` and `network` for tile lays, by hex or faces, edges, track rule and tokens.
        self.extensions: dict[tuple[FaceId, FaceId], object] = {}
        self.connected: dict[tuple[int, int, int, str, tuple[int, ...]], tuple[FaceId, ...]] = {}
        self.doubtful: dict[tuple[int, int, int, str, tuple[int, ...]], tuple[tuple[FaceId, Verdict], ...]] = {}
        self.allowed: dict[tuple[int, int, int, str, tuple[int, ...]], Verdict] = {}

    def lays(self, hex: HexId, face: FaceId) -> tuple[FaceId, ...]:
        """Faces that may replace a face on a hex, lowest number first."""
        key = (hex, face)
        found = self._lays.get(key)
        if found is None:
            found = tuple(
                new for new in self._successors_of(hex, face) if self._may_lie_on(hex, new) and self.fits(hex, new)
            )
            self._lays[key] = found
        return found

    def upgrades(self, face: FaceId) -> tuple[FaceId, ...]:
        """Faces that may replace a tile on some hex, lowest number first."""
        tile = self._setup.faces[face].tile
        assert tile != NOBODY, "a printed face has a hex"
        return self._successors_by_name(face, self._setup.tiles[tile].upgrades)

    def fits(self, hex: HexId, face: FaceId) -> bool:
        """True if no track points to a closed side.

        1889-TRK-15, 1889-TRK-16, 1889-TRK-17, 1888*-TRK-18, 1888*-TRK-19, 1890-10.3.1.2-b, 1890-10.3.1.4-b.
        """
        return not self.ground.faces[face].exits & self.ground.closed[hex]

    def fits_special(self, hex: HexId, old: FaceId, face: FaceId, partners: tuple[HexId, ...]) -> bool:
        """See `Atlas.fits_special` (1888*-HS-08)."""
        was, new = self.ground.faces[old], self.ground.faces[face]
        follows = was.tile == NOBODY and new.colour == (was.colour if was.colour in FIXED else was.colour + 1)
        if not follows or kept_nodes(was, new) is None:
            return False
        neighbours = self.ground.neighbours[6 * hex : 6 * hex + 6]
        shared = sum(1 << side for side, other in enumerate(neighbours) if other in partners)
        return not new.exits & self.ground.closed[hex] & ~shared

    def city_moves(self, old: FaceId, new: FaceId) -> tuple[int, ...]:
        """New node of each node of the old face; -1 if there is none."""
        key = (old, new)
        found = self._moves.get(key)
        if found is None:
            faces = self._setup.faces
            kept = kept_nodes(faces[old], faces[new])
            found = kept if kept is not None else _moves_by_position(faces[old], faces[new])
            self._moves[key] = found
        return found

    def _successors_of(self, hex: HexId, face: FaceId) -> tuple[FaceId, ...]:
        """Faces that may replace a face, lowest number first, before closed sides and reserved hexes are checked."""
        if self._setup.faces[face].tile != NOBODY:
            return self.upgrades(face)
        return self._successors_by_name(face, self._setup.map.hexes[hex].upgrades)

    def _successors_by_name(self, face: FaceId, named: tuple[str, ...]) -> tuple[FaceId, ...]:
        """The same, among the tiles with these names; for a printed face, no names stand for its colour and label."""
        key = (face, named)
        found = self._successors.get(key)
        if found is None:
            found = self._find_successors(self._setup.faces[face], named)
            self._successors[key] = found
        return found

    def _find_successors(self, old: Face, named: tuple[str, ...]) -> tuple[FaceId, ...]:
        setup = self._setup
        found: set[FaceId] = set()
        for tile in setup.tiles:
            # 1889-TRK-11, 1888*-UPG-18, 1890-V-d
            follows = tile.name in named if named or old.tile != NOBODY else _follows_print(old, tile)
            if tile.special or not follows:
                continue
            for rotation in range(6):
                new = setup.face_of.get((tile.id, rotation), NOBODY)
                if new != NOBODY and new not in found and kept_nodes(old, setup.faces[new]) is not None:
                    found.add(new)
        return tuple(sorted(found))

    def _may_lie_on(self, hex: HexId, face: FaceId) -> bool:
        """True if the tile is not reserved for other hexes, nor the hex for other tiles of its colour.

        1890-10.3.1.6-d, 1890-10.3.1.6-e, 1890-10.3.1.6-f, 1890-V-e, 1890-V-f, 1890-C.10.8-a.
        """
        name = self._setup.map.hexes[hex].name
        tile = self._setup.tiles[self.ground.faces[face].tile]
        if tile.hexes:
            return name in tile.hexes
        return (not tile.only or name in tile.only) and (name, tile.colour) not in self._claimed


def _follows_print(old: Face, tile: Tile) -> bool:
    """True if a tile may replace a printed face for which the map names no tiles."""
    # 1889-TRK-05, 1889-TRK-06, 1889-TRK-07, 1889-TRK-08, 1888*-MAP-01, 1888*-MAP-03, 1888*-MAP-04, 1888*-TRK-01,
    # 1888*-TRK-02, 1888*-TRK-03, 1888*-TRK-05, 1888*-UPG-02, 1888*-UPG-14, 1890-3.2-a, 1890-3.2-d, 1890-10.3.1.1-d,
    # 1890-10.3.1.2-c, 1890-10.3.1.3-a
    if old.colour not in (WHITE, YELLOW, GREEN, BROWN) or tile.colour != old.colour + 1 or tile.colour > GREY:
        return False
    # With a label, nodes are not compared: Beijing's two printed cities become four.
    # 1889-TRK-09, 1889-TRK-10, 1888*-TRK-10, 1888*-TRK-11, 1888*-TRK-13, 1888*-TRK-14, 1888*-UPG-15, 1890-3.2-g,
    # 1890-3.2-h, 1890-10.3.1.3-b, 1890-10.3.1.3-c
    return tile.label == old.label and (bool(tile.label) or _node_counts(tile.nodes) == _node_counts(old.nodes))


def kept_nodes(old: Face, new: Face) -> tuple[int, ...] | None:
    """New node of each old node so that all track is kept (1889-TRK-14); None if that is impossible.

    One to one if the new face has enough nodes; otherwise nodes may merge. The first mapping found counts.

    1888*-UPG-08, 1888*-UPG-10, 1890-10.3.1.4-a, 1890-10.3.1.6-c.
    """
    if not old.nodes:
        return () if _keeps_track(old, new, ()) else None
    choices = [[n for n, node in enumerate(new.nodes) if node.kind == was.kind] for was in old.nodes]
    if len(old.nodes) <= len(new.nodes):
        for mapping in permutations(range(len(new.nodes)), len(old.nodes)):
            if all(to in choices[n] for n, to in enumerate(mapping)) and _keeps_track(old, new, mapping):
                return mapping
        return None
    for mapping in product(*choices):
        if _keeps_track(old, new, mapping):
            return mapping
    return None


def _node_counts(nodes: tuple[Node, ...]) -> tuple[int, int]:
    """Number of cities and of towns."""
    return sum(node.kind == CITY for node in nodes), sum(node.kind == TOWN for node in nodes)


def _moves_by_position(old: Face, new: Face) -> tuple[int, ...]:
    """New nodes by position, for a tile that does not keep the track (a power replaces a tile)."""
    return tuple(n if n < len(new.nodes) else len(new.nodes) - 1 for n in range(len(old.nodes)))


def _moved_segment(segment: tuple[End, End], moves: tuple[int, ...]) -> tuple[End, End]:
    a, b = (end if end < NODE else NODE + moves[end - NODE] for end in segment)
    return (a, b) if a < b else (b, a)


def _keeps_track(old: Face, new: Face, moves: tuple[int, ...]) -> bool:
    return all(_has_segment(new, _moved_segment(segment, moves)) for segment in old.segments)


def _has_segment(face: Face, segment: tuple[End, End]) -> bool:
    """True if a face has a segment, directly or through a junction."""
    if segment in face.segments:
        return True
    if segment[0] == segment[1]:  # between two cities that have merged
        return True
    for n, node in enumerate(face.nodes):
        if node.kind != JUNCTION:
            continue
        middle = NODE + n
        if (segment[0], middle) in face.segments and tuple(sorted((segment[1], middle))) in face.segments:
            return True
    return False
