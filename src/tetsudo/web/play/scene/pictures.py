"""Cached pictures for a table's page: the map, company marks, tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tetsudo.draw import map_size, map_svg, tile_svg, token_svg
from tetsudo.engine.model.title import Setup
from tetsudo.web.play.scene.fragment_cache import fragments
from tetsudo.web.play.scene.route_choice import ShownRun
from tetsudo.web.play.scene.scene import Scene, digest

MAP: Final = "map"
"""First part of the key of cached maps."""


def map_of(scene: Scene) -> SafeString:
    """The map as an SVG for swapping, or what differs from the one that the page shows, with the version of its looks.

    Empty if the page shows it already.
    """
    return _map_for_page(scene, scene.shown_run, scene.map_version)


def is_tall(setup: Setup) -> bool:
    """True if the map is taller than it is wide."""
    width, height = map_size(setup)
    return height > width


def map_with(scene: Scene, run: ShownRun) -> SafeString:
    """The map with a run that the player is arranging, as `map_of`."""
    routes = [(route.train, route.hexes) for route in run.action.routes]
    looks = digest(scene.map_version, routes, run.earned)
    return _map_for_page(scene, run, looks)


def _map_for_page(scene: Scene, run: ShownRun | None, looks: int) -> SafeString:
    if scene.shown_map == looks:
        return mark_safe("")
    drawn = fragments.get((MAP, scene.table.key, looks), lambda: _draw_map(scene, run))
    shown = fragments.peek((MAP, scene.table.key, scene.shown_map))
    changes = changed_lines(shown, drawn) if shown else None
    if changes is None:
        return _opened(drawn, format_html('<svg id="map" data-map="{}" hx-swap-oob="true" ', looks))
    parts = mark_safe("".join(changes))  # safe: drawn by tetsudo.draw
    changed = '<svg id="map-changes" data-map="{}" data-of="{}" hx-swap-oob="true">{}</svg>'
    return format_html(changed, looks, scene.shown_map, parts)


def _draw_map(scene: Scene, run: ShownRun | None) -> SafeString:
    routes, earned = (run.action.routes, run.earned) if run else ((), ())
    return mark_safe(map_svg(scene.game, routes=routes, earned=earned, theme="page", sized=False))


def _opened(picture: str, opening: str) -> SafeString:
    return mark_safe(picture.replace("<svg ", opening, 1))


def changed_lines(before: str, now: str) -> list[str] | None:
    """Hexes and layers of a map that differ from an earlier one; None if they cannot replace those one by one."""
    (first, *olds, last), (opening, *news, end) = before.split("\n"), now.split("\n")
    if (first, last, len(olds)) != (opening, end, len(news)):
        return None
    return [new for old, new in zip(olds, news, strict=True) if old != new]


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
