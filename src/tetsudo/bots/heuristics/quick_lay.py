"""The most valuable lay of a company without a listing of all: for playouts."""

from __future__ import annotations

from tetsudo.bots.heuristics.map_potential import NO_LAY, Potential
from tetsudo.core.actions import LayTile
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, PlayerId
from tetsudo.engine.rules.rounds.operating.lay_track import LaysInTurn
from tetsudo.engine.state.state import State


def most_valuable_lay(potential: Potential, state: State, company: CompanyId, player: PlayerId) -> LayTile | None:
    """First of the listed lays with the highest value (`Potential.lay_value`); None if no tile can be laid.

    Hexes are looked at in the order of the highest value that any tile could have there, until no other can be better.
    """
    rules = potential.rules
    lays = LaysInTurn(rules, state, company)
    if not lays.is_any_left:
        return None
    network, faces = rules.atlas.network(state), rules.setup.faces
    reach, tiles = network.reach(company), network.track.tiles
    best: FaceId = NOBODY
    on: HexId = NOBODY
    most = NO_LAY
    for ranked in _ranked_hexes(potential, reach.entries, tiles):
        hex, top = ranked % len(tiles), -(ranked // len(tiles))
        if top < most or (top == most and hex > on):
            break
        for face in lays.payable_faces(hex, reach.lays(hex, tiles[hex], rules.track_rule)):
            value = potential.lay_value(hex, faces[face].tile, faces[face].rotation)
            if value > most or (value == most and hex < on):
                best, on, most = face, hex, value
    if best == NOBODY:
        return None
    tile = faces[best].tile
    return LayTile(player, company, on, tile, faces[best].rotation, rules.periods[tile])


def _ranked_hexes(potential: Potential, hexes: dict[HexId, int], tiles: tuple[FaceId, ...]) -> list[int]:
    """Hexes by the highest value that a tile could have there, best first, then in order.

    Each is one number, faster to compare than a tuple: the hex, minus the value times the number of hexes.
    """
    size = len(tiles)
    ranked: list[int] = []
    for hex in hexes:
        top = potential.max_lay_value(hex, tiles[hex])
        if top != NO_LAY:
            ranked.append(hex - top * size)
    ranked.sort()
    return ranked
