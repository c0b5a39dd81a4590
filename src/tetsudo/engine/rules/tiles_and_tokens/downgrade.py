"""Downgrading of a tile to the previous colour."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, FaceId, HexId
from tetsudo.engine.model.tiles import Face
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import is_in_supply
from tetsudo.engine.rules.tiles_and_tokens.tokens import reserved_slots
from tetsudo.engine.state.board import face_on, put_face, renumber_cities, return_tile, take_tile, tokens_in
from tetsudo.engine.state.state import State


def downgrade_tile(rules: Ruleset, state: State, log: Log, hex: HexId) -> None:
    """Downgrade the tile on a hex to one that it could replace, and that has room for all its tokens.

    The choice is the tile with the most exits, then the first in the title's order. If there is none, nothing changes.
    """
    faces, old = rules.setup.faces, face_on(state, hex)
    found = [face.id for face in faces if _is_downgrade(rules, state, hex, face)]
    if not found:
        return
    new = min(found, key=lambda face: (-faces[face].exits.bit_count(), face))
    if faces[old].tile != NOBODY:
        return_tile(state, faces[old].tile)
    if faces[new].tile != NOBODY:
        take_tile(state, faces[new].tile)
    moves = _downgrade_moves(rules, old, new)
    put_face(state, hex, new)
    renumber_cities(state, hex, moves)
    log.append(events.TileLowered(hex))


def _is_downgrade(rules: Ruleset, state: State, hex: HexId, face: Face) -> bool:
    """True if a face has the previous colour, is available, and could be upgraded to what lies on the hex."""
    old = face_on(state, hex)
    if face.colour != rules.setup.faces[old].colour - 1:
        return False
    is_printed = face.id == rules.setup.map.hexes[hex].printed
    if (face.tile == NOBODY and not is_printed) or (face.tile != NOBODY and not is_in_supply(state, face.tile)):
        return False
    return old in rules.atlas.lays(hex, face.id) and _has_room(rules, state, hex, face)


def _has_room(rules: Ruleset, state: State, hex: HexId, face: Face) -> bool:
    """True if each city on the hex that holds anything has its own city in the lower face, with enough slots."""
    old = face_on(state, hex)
    moves = _downgrade_moves(rules, old, face.id)
    for city in range(len(rules.setup.faces[old].nodes)):
        held = tokens_in(state, hex, city) + reserved_slots(rules, state, NOBODY, hex, city)
        if held and (moves[city] == NOBODY or face.nodes[moves[city]].slots < held):
            return False
    return True


def _downgrade_moves(rules: Ruleset, old: FaceId, lower: FaceId) -> tuple[int, ...]:
    """By node of a face: the node of a lower one that becomes it; NOBODY if none or several do."""
    up = rules.atlas.city_moves(lower, old)
    nodes = range(len(rules.setup.faces[old].nodes))
    return tuple(up.index(node) if up.count(node) == 1 else NOBODY for node in nodes)
