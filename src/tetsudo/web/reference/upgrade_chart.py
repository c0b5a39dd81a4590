"""Upgrade charts on pages: pictures and words for all that a hex or a tile may become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tetsudo.core.units import NOBODY, FaceId, HexId, Money
from tetsudo.engine.state.board import face_on
from tetsudo.game.game import Game
from tetsudo.game.views.upgrades import Upgrade, UpgradeStep, hex_upgrades, tile_upgrades
from tetsudo.language.labels import Labels
from tetsudo.web.reference.tile_pictures import tile_picture


class ChartFace(NamedTuple):
    """A tile in one rotation."""

    rotation: int
    picture: SafeString
    says: str


class ChartTile(NamedTuple):
    """A tile with every rotation that fits. `by`: the private whose power lays it, with its mark `letter`."""

    number: str
    name: str
    faces: Sequence[ChartFace]
    left: str
    is_gone: bool
    cost: str
    by: str
    letter: str
    hexes: str
    has_upgrades: bool


class ChartStep(NamedTuple):
    """Tiles of one colour. `cost`: the cost of every tile, if they cost the same; "" if nothing."""

    colour: str
    phase: str
    cost: str
    tiles: Sequence[ChartTile]


class Chart(NamedTuple):
    """A chart of a hex, or of a tile anywhere (`hex` is "").

    `lies`: the tile from which it starts, "" for the printed hex; `is_supposed`: another one lies there now.
    """

    hex: str
    place: str
    lies: str
    is_supposed: bool
    picture: SafeString
    steps: Sequence[ChartStep]


def hex_chart(game: Game, hex: HexId, face: FaceId = NOBODY) -> Chart:
    """Chart of a hex, from the face that lies there or from another one."""
    setup, lies = game.setup, face_on(game.state, hex)
    root = lies if face == NOBODY else face
    place, shape = setup.map.hexes[hex], setup.faces[root]
    number = "" if shape.tile == NOBODY else Labels(setup, game.names).label("tile", shape.tile)
    steps = _steps(game, hex_upgrades(game, hex, root), has_hexes=False)
    return Chart(place.name, place.place, number, root != lies, tile_picture(setup, root), steps)


def tile_chart(game: Game, number: str) -> Chart:
    """Chart of a tile anywhere."""
    setup, tile = game.setup, game.id_of("tile", number)
    picture = tile_picture(setup, setup.face_of[tile, 0])
    steps = _steps(game, tile_upgrades(game, tile), has_hexes=True)
    return Chart("", "", Labels(setup, game.names).label("tile", tile), False, picture, steps)


def _steps(game: Game, steps: Sequence[UpgradeStep], *, has_hexes: bool) -> list[ChartStep]:
    """Steps with pictures. `has_hexes`: name the hexes for which a tile is kept."""
    labels = Labels(game.setup, game.names)
    found = []
    for step in steps:
        costs = {tile.costs for tile in step.tiles if not tile.private}
        common = next(iter(costs)) if len(costs) == 1 else None
        tiles = [
            _tile(game, labels, tile, is_cost_said=tile.costs == common, has_hexes=has_hexes) for tile in step.tiles
        ]
        found.append(ChartStep(step.colour, step.phase, _cost(labels, common or ()), tiles))
    return found


def _tile(game: Game, labels: Labels, upgrade: Upgrade, *, is_cost_said: bool, has_hexes: bool) -> ChartTile:
    setup, tile = game.setup, game.id_of("tile", upgrade.tile)
    name = labels.label("tile", tile)
    private = next((each for each in setup.privates if each.symbol == upgrade.private), None)
    return ChartTile(
        number=upgrade.tile,
        name=name,
        faces=[
            ChartFace(
                rotation,
                tile_picture(setup, setup.face_of[tile, rotation]),
                f"{name}, {_('rotation %(rotation)s') % {'rotation': rotation}}",
            )
            for rotation in upgrade.rotations
        ],
        left="∞" if upgrade.left < 0 else str(upgrade.left),
        is_gone=upgrade.left == 0,
        cost="" if is_cost_said else _cost(labels, upgrade.costs),
        by=private.name if private else "",
        letter=private.mark if private else "",
        hexes=", ".join(upgrade.hexes) if has_hexes else "",
        has_upgrades=bool(upgrade.becomes),
    )


def _cost(labels: Labels, costs: Sequence[Money]) -> str:
    """Cost in words, or the lowest and highest; "" if it is nothing."""
    if not any(costs):
        return ""
    return "–".join(labels.money(cost) for cost in sorted({costs[0], costs[-1]}))
