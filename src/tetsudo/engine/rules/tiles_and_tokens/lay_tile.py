"""Tile lays: changes on the board, whoever lays the tile."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.displaced_tokens import cities_on, place_waiting_tokens, put_tokens_back
from tetsudo.engine.state.board import (
    face_on,
    is_token_on,
    put_face,
    renumber_cities,
    return_tile,
    take_tile,
    tiles_left,
    tokens_on,
)
from tetsudo.engine.state.state import State


def cost_to_lay(rules: Ruleset, state: State, company: int, hex: HexId, colour: int) -> Money:
    """Cost for a company to lay a tile of a colour on a hex: terrain, and the cost printed on the old tile.

    1889-TRK-18, 1888*-TRK-15, 1890-10.3.1.5-a.
    """
    cost = rules.setup.map.hexes[hex].costs[colour] + rules.replacing[face_on(state, hex)]
    if cost:
        for power in rules.powers.discounts:
            cost = power.lay_cost(state, company, hex, cost)
    return cost


def apply_lay_effects(rules: Ruleset, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
    """Apply the effects of a lay by a company or (NOBODY) by a player's private: waiting tokens, powers."""
    place_waiting_tokens(rules, state, log, hex)
    for power in rules.powers.after_lays:
        power.after_lay(rules, state, company, hex, log)


def is_in_supply(state: State, tile: int) -> bool:
    """True if a copy of a tile is left (1889-TRK-12); a negative count means any number.

    1888*-CMP-02, 1890-10.3.1.4-e.
    """
    return tiles_left(state, tile) != 0


def lay(rules: Ruleset, state: State, hex: HexId, face: FaceId) -> None:
    """Replace the tile on a hex. The old tile returns to the supply; tokens follow their city."""
    faces = rules.setup.faces
    old = face_on(state, hex)
    if faces[old].tile != NOBODY:
        return_tile(state, faces[old].tile)  # 1889-TRK-04, 1888*-UPG-13, 1890-10.3.1-b, 1890-10.3.1.4-c
    take_tile(state, faces[face].tile)
    put_face(state, hex, face)
    if is_token_on(state, hex):
        renumber_cities(state, hex, rules.atlas.city_moves(old, face))  # 1890-10.3.1.4-d


def remove_tile(rules: Ruleset, state: State, log: Log, hex: HexId, order: Sequence[CompanyId]) -> None:
    """Return the tile of a hex to the supply, and restore the printed hex with its costs.

    Its tokens go back to the printed cities that became theirs, in company order, or wait: see `put_tokens_back`.

    1890-C.10.14-a, 1890-C.10.14-c.
    """
    old, printed = face_on(state, hex), rules.setup.map.hexes[hex].printed
    tile = rules.setup.faces[old].tile
    stood = tokens_on(state, hex)
    return_tile(state, tile)
    put_face(state, hex, printed)
    log.append(events.TileTakenBack(hex, tile))
    became = rules.atlas.city_moves(printed, old)
    was = {token: [each for each in cities_on(rules, state, hex) if became[each] == city] for token, city in stood}
    put_tokens_back(rules, state, log, hex, was, order)
