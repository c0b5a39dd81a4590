"""Lays of a power that fit and where tiles are left: apart from the powers, which are not compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tetsudo.core.actions import LayPrivateTile
from tetsudo.core.units import FaceId, HexId, PlayerId, PrivateId, TileId
from tetsudo.engine.rules.flow.bounds import ALL
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.board import face_on, tiles_left
from tetsudo.engine.state.state import State

Ways: TypeAlias = dict[tuple[HexId, FaceId], tuple[tuple[TileId, int], ...]]
"""Tiles and their rotations that fit on a hex where a face lies, as far as they are known."""


def lays_in_supply(
    rules: Ruleset,
    state: State,
    player: PlayerId,
    private: PrivateId,
    hexes: Sequence[HexId],
    known: Ways,
    find: Callable[[HexId, FaceId], tuple[tuple[TileId, int], ...]],
    enough: int = ALL,
) -> list[LayPrivateTile]:
    """Lays on some hexes with tiles of which a copy is left; the first `enough`.

    `find`: what fits on a hex where that is not known.
    """
    found: list[LayPrivateTile] = []
    for hex in hexes:
        face = face_on(state, hex)
        fitting = known.get((hex, face))
        if fitting is None:
            fitting = find(hex, face)
        for tile, rotation in fitting:
            if tiles_left(state, tile):
                found.append(LayPrivateTile(player, private, hex, tile, rotation, rules.periods[tile]))
                if len(found) == enough:
                    return found
    return found


def is_joined(rules: Ruleset, state: State, hex: HexId, face: FaceId, others: Sequence[HexId]) -> bool:
    """True if track of a face on a hex leads into track on one of the other hexes."""
    return any(leads_into(rules, hex, face, other, face_on(state, other)) for other in others)


def leads_into(rules: Ruleset, hex: HexId, face: FaceId, other: HexId, other_face: FaceId) -> bool:
    """True if track of a face on a hex leads into track of a face on another hex."""
    exits, other_exits = rules.setup.faces[face].exits, rules.setup.faces[other_face].exits
    for side, neighbour in enumerate(rules.setup.map.hexes[hex].neighbours):
        if neighbour == other and exits >> side & 1 and other_exits >> (side + 3) % 6 & 1:
            return True
    return False
