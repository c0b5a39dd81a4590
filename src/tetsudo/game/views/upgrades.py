"""Upgrade charts: every tile that a hex or a tile may become, colour by colour.

A chart is about the tiles alone. It leaves out everything that changes during a game: the phase, blocked hexes, tokens,
discounts and what a company can reach. The supply is shown, but no tile is left out because none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tetsudo.core.units import COLOURS, NOBODY, FaceId, HexId, Money, TileId
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.board import face_on, tiles_left
from tetsudo.engine.state.ownership import is_open
from tetsudo.game.play import Play

Replaced: TypeAlias = Mapping[FaceId, Sequence[FaceId]]
"""Faces of a chart, each with the faces that it may replace there."""


class Upgrade(NamedTuple):
    """Tile in an upgrade chart.

    `rotations`: those that fit, each by the smallest that looks the same. `left`: copies in the supply; -1 for any
    number. `costs`: costs of laying it, without discounts, lowest first; several if they depend on the tile that it
    replaces. `becomes`: the tiles that may replace it in turn. `private`: the private that alone can lay it; "" if
    every company can. `hexes`: the only hexes on which it may lie; empty for any.
    """

    tile: str
    rotations: tuple[int, ...]
    left: int
    costs: tuple[Money, ...]
    becomes: tuple[str, ...] = ()
    private: str = ""
    hexes: tuple[str, ...] = ()


class UpgradeStep(NamedTuple):
    """Tiles of one colour in an upgrade chart. `phase`: the first phase in which companies may lay it; "" for none."""

    colour: str
    phase: str
    tiles: tuple[Upgrade, ...]


def hex_upgrades(game: Play, hex: HexId, face: FaceId = NOBODY) -> tuple[UpgradeStep, ...]:
    """Chart of a hex: what it may become from the face that lies there, or from another one."""
    root = face_on(game.state, hex) if face == NOBODY else face
    costs = game.setup.map.hexes[hex].costs
    return _steps(game, _faces_on_hex(game, hex, root), _special_faces(game, hex, root), costs)


def tile_upgrades(game: Play, tile: TileId | str, rotation: int = 0) -> tuple[UpgradeStep, ...]:
    """Chart of a tile: what it may become on some hex. Rotations go with its own; costs are without terrain."""
    root = game.setup.face_of[game.id_of("tile", tile), rotation % 6]
    return _steps(game, _reachable(root, game.ruleset.atlas.upgrades), {}, (0,) * len(COLOURS))


def may_lie_on(game: Play, hex: HexId, face: FaceId) -> bool:
    """True if a face lies on a hex, is printed there, or is in the chart of one of these."""
    roots = {face_on(game.state, hex), game.setup.map.hexes[hex].printed}
    return face in roots or any(face in _faces_on_hex(game, hex, root) for root in roots)


def _faces_on_hex(game: Play, hex: HexId, root: FaceId) -> Replaced:
    atlas, special = game.ruleset.atlas, _special_faces(game, hex, root)
    return _reachable(root, lambda old: (*atlas.lays(hex, old), *(special if old == root else ())))


def _reachable(root: FaceId, successors: Callable[[FaceId], Iterable[FaceId]]) -> Replaced:
    """Faces that a face may become in any number of lays, breadth first."""
    found: dict[FaceId, list[FaceId]] = {}
    queue = [root]
    for old in queue:
        for new in successors(old):
            if new not in found:
                queue.append(new)
            found.setdefault(new, []).append(old)
    return found


def _special_faces(game: Play, hex: HexId, old: FaceId) -> Mapping[FaceId, LaysTile]:
    """Faces of special tiles that a private may lay over another face, with its power, while the private is open.

    Only a printed face takes them.
    """
    rules, setup = game.ruleset, game.setup
    return {
        setup.face_of[tile, rotation]: power
        for power in rules.powers.all
        if isinstance(power, LaysTile) and hex in power.hexes and is_open(game.state, power.private)
        for tile, rotation in power.fitting_tiles(rules, hex, old)
        if setup.tiles[tile].special
    }


def _steps(
    game: Play, replaced: Replaced, special: Mapping[FaceId, LaysTile], terrain: Sequence[Money]
) -> tuple[UpgradeStep, ...]:
    """Chart made of its faces. `terrain`: terrain cost by colour."""
    faces = game.setup.faces
    by_colour: dict[int, dict[TileId, list[FaceId]]] = {}
    for face in sorted(replaced):
        by_colour.setdefault(faces[face].colour, {}).setdefault(faces[face].tile, []).append(face)
    becomes = _names_by_replaced_tile(game, replaced)

    def upgrade(tile: TileId, those: Sequence[FaceId], cost: Money) -> Upgrade:
        facts, power = game.setup.tiles[tile], special.get(those[0])
        rotations = tuple(faces[face].rotation for face in those)
        costs = {cost + game.ruleset.replacing[old] for face in those for old in replaced[face]}
        if power is not None and not power.pays:
            costs = {0}
        private = game.setup.privates[power.private].symbol if power is not None else ""
        left = tiles_left(game.state, tile)
        after = tuple(becomes.get(tile, ()))
        return Upgrade(facts.name, rotations, left, tuple(sorted(costs)), after, private, facts.hexes or facts.only)

    return tuple(
        UpgradeStep(
            COLOURS[colour],
            _first_phase(game.ruleset, colour),
            tuple(upgrade(tile, those, terrain[colour]) for tile, those in sorted(tiles.items())),
        )
        for colour, tiles in sorted(by_colour.items())
    )


def _names_by_replaced_tile(game: Play, replaced: Replaced) -> Mapping[TileId, Sequence[str]]:
    """Names of the tiles that may replace each tile of a chart, in the order of the title."""
    faces, tiles = game.setup.faces, game.setup.tiles
    pairs = {(faces[old].tile, faces[new].tile) for new, those in replaced.items() for old in those}
    found: dict[TileId, list[str]] = {}
    for old, new in sorted(pairs):
        found.setdefault(old, []).append(tiles[new].name)
    return found


def _first_phase(rules: Ruleset, colour: int) -> str:
    """Name of the first phase in which companies may lay tiles of a colour; "" if there is none."""
    if rules.settings.tile_colours == "any":
        return rules.setup.phases[0].name
    return next((phase.name for phase in rules.setup.phases if phase.colour >= colour), "")
