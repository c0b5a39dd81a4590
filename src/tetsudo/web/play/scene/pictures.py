"""Cached pictures for a table's page: the map, company marks, tiles."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tetsudo.draw import map_size, map_svg, tile_svg, token_svg
from tetsudo.engine.model.title import Setup
from tetsudo.web.play.scene.fragment_cache import fragments
from tetsudo.web.play.scene.route_choice import ShownRun
from tetsudo.web.play.scene.scene import Scene


def map_of(scene: Scene) -> SafeString:
    """The map as a complete SVG, with its element id for swapping and the version of its looks."""
    key = ("map", scene.table.key, scene.map_version)
    return fragments.get(key, lambda: _draw_map(scene, scene.shown_run, scene.map_version))


def is_tall(setup: Setup) -> bool:
    """True if the map is taller than it is wide."""
    width, height = map_size(setup)
    return height > width


def map_with(scene: Scene, run: ShownRun) -> SafeString:
    """The map with a run that the player is arranging; its version matches no position."""
    return _draw_map(scene, run, -1)


def _draw_map(scene: Scene, run: ShownRun | None, number: int) -> SafeString:
    routes, earned = (run.action.routes, run.earned) if run else ((), ())
    return _with_map_id(map_svg(scene.game, routes=routes, earned=earned, theme="page", sized=False), number)


def _with_map_id(picture: str, number: int) -> SafeString:
    opening = format_html('<svg id="map" data-map="{}" hx-swap-oob="true" ', number)
    return mark_safe(picture.replace("<svg ", opening, 1))  # safe: drawn by tetsudo.draw


@lru_cache(maxsize=64)
def marks(setup: Setup) -> SafeString:
    """Marks of all companies as SVG symbols, with ids `mark-` and the company's symbol."""
    drawn = [(company.symbol, mark_safe(token_svg(company, hidden=True))) for company in setup.companies]
    return render_to_string("table/marks.html", {"marks": drawn})


@lru_cache(maxsize=64)
def tile_sprite(setup: Setup) -> SafeString:
    """Every tile as an SVG symbol, with the id `tile-` and its number."""
    flat = setup.map.flat_top
    drawn = [
        (
            tile.name,
            mark_safe(tile_svg(setup.faces[setup.face_of[tile.id, 0]], flat_top=flat, theme="page", sized=False)),
        )
        for tile in setup.tiles
    ]
    return render_to_string("table/map/tiles.svg", {"tiles": drawn})
