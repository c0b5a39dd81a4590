"""Views of upgrade charts: all that a hex or a tile may become, at any position of a table and for every viewer."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tetsudo.core.units import NOBODY, FaceId, HexId
from tetsudo.game.game import Game
from tetsudo.game.views.upgrades import may_lie_on
from tetsudo.web.play.pages import cache_for_an_hour
from tetsudo.web.play.scene.scene import scene_of, table_or_404
from tetsudo.web.reference.upgrade_chart import hex_chart, tile_chart

ROTATIONS: Final = frozenset("012345")


@require_GET
def hex_upgrades(request: HttpRequest, key: str, version: int, name: str) -> HttpResponse:
    """Chart of a hex as it was after `version` moves, or if `tile` lay there in `rotation`."""
    scene = scene_of(request, table_or_404(key), version)
    hexes = scene.game.setup.map
    if name not in hexes.by_name:
        raise Http404
    hex = hexes.by_name[name]
    chart = hex_chart(scene.game, hex, _supposed_face(request, scene.game, hex))
    return cache_for_an_hour(render(request, "table/map/upgrades.html", {"chart": chart, "hexes": hexes.hexes}), scene)


@require_GET
def tile_upgrades(request: HttpRequest, key: str, version: int, number: str) -> HttpResponse:
    """Chart of a tile, with the supply after `version` moves."""
    scene = scene_of(request, table_or_404(key), version)
    if not any(tile.name == number for tile in scene.game.setup.tiles):
        raise Http404
    shown = {"chart": tile_chart(scene.game, number)}
    return cache_for_an_hour(render(request, "table/map/upgrades.html", shown), scene)


def _supposed_face(request: HttpRequest, game: Game, hex: HexId) -> FaceId:
    """The face in the query, NOBODY if there is none. Raises `Http404` if it can never lie on the hex."""
    number, rotation = request.GET.get("tile", ""), request.GET.get("rotation", "0")
    if not number:
        return NOBODY
    tile = next((tile.id for tile in game.setup.tiles if tile.name == number), NOBODY)
    if tile == NOBODY or rotation not in ROTATIONS:
        raise Http404
    face = game.setup.face_of[tile, int(rotation)]
    if not may_lie_on(game, hex, face):
        raise Http404
    return face
