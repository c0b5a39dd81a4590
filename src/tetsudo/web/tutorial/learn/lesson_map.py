"""Map of a lesson: the part that matters, with hexes as links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tetsudo.analysis.lessons.lesson import Step
from tetsudo.core.actions import RunRoutes
from tetsudo.draw import map_svg
from tetsudo.draw.hex.geometry import INRADIUS, RADIUS, Frame
from tetsudo.game.game import Game

EMPTY_LAYER: Final = '<g class="glows" pointer-events="none"/>'
"""Layer of the map for what pages draw over the hexes."""

SHIFT: Final = re.compile(r'transform="translate\((-?[\d.]+) (-?[\d.]+)\)"')
VIEW: Final = re.compile(r'viewBox="[^"]*"')
MARGIN: Final = 16.0


class Link(NamedTuple):
    """A hex that can be chosen."""

    hex: str
    address: str


def lesson_map(game: Game, step: Step, links: Sequence[Link], run: RunRoutes | None) -> SafeString:
    """Map of a position; `run`: the routes to draw over it."""
    lit = [game.setup.map.by_name[name] for name in step.highlight]
    drawn = map_svg(game, lit=lit, routes=run.routes if run else (), theme="page", sized=False)
    if links:
        drawn = drawn.replace(EMPTY_LAYER, _link_layer(game, links), 1).replace('role="img"', 'role="group"', 1)
    if step.near:
        drawn = VIEW.sub(f'viewBox="{_view(game, step.near, drawn)}"', drawn, count=1)
    return mark_safe(drawn)  # our SVG


def _link_layer(game: Game, links: Sequence[Link]) -> str:
    frame = Frame(game.setup.map.flat_top)
    shapes = format_html_join(
        "",
        '<a href="{}" aria-label="{}"><polygon points="{}"/></a>',
        ((link.address, link.hex, _points(game, frame, link.hex)) for link in links),
    )
    return format_html('<g class="choosable">{}</g>', shapes)


def _points(game: Game, frame: Frame, name: str) -> str:
    hex = game.setup.map.hexes[game.setup.map.by_name[name]]
    x, y = frame.centre(hex.x, hex.y)
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in frame.corners(2.0))


def _view(game: Game, near: Sequence[str], drawn: str) -> str:
    """View box around some hexes."""
    frame, map, shift = Frame(game.setup.map.flat_top), game.setup.map, SHIFT.search(drawn)
    left, top = (float(part) for part in shift.groups()) if shift else (0.0, 0.0)
    centres = [frame.centre(map.hexes[map.by_name[name]].x, map.hexes[map.by_name[name]].y) for name in near]
    xs, ys = [x + left for x, _y in centres], [y + top for _x, y in centres]
    reach_x, reach_y = (RADIUS, INRADIUS) if map.flat_top else (INRADIUS, RADIUS)
    low_x, low_y = min(xs) - reach_x - MARGIN, min(ys) - reach_y - MARGIN
    width, height = max(xs) - min(xs) + 2 * (reach_x + MARGIN), max(ys) - min(ys) + 2 * (reach_y + MARGIN)
    return f"{low_x:.0f} {low_y:.0f} {width:.0f} {height:.0f}"
