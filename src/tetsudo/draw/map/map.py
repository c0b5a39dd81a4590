"""Whole map as one SVG: ground, tiles, tokens, highlights and routes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from tetsudo.core.actions import Route
from tetsudo.core.translation import translator
from tetsudo.core.units import NOBODY, HexId, Money
from tetsudo.core.unknown_names import unknown_name
from tetsudo.draw.hex.geometry import INRADIUS, RADIUS, Frame, Point, bounds
from tetsudo.draw.hex.hex import hatch_patterns, highlight_outline
from tetsudo.draw.hex.icons import sign_definitions
from tetsudo.draw.map.hex_cache import MapHex, layers, map_hexes, taken_space
from tetsudo.draw.map.route_labels import route_marks
from tetsudo.draw.map.route_lines import centre_of, route_pieces
from tetsudo.draw.scene import Situation
from tetsudo.draw.style.theme import Palette
from tetsudo.draw.style.theme import palette as palette_of
from tetsudo.draw.svg import Markup, element, group, number, path, picture, rectangle
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.title import Setup

PADDING: Final = 26.0
BACKGROUNDS: Final = ("sea", "land")

Corner: TypeAlias = tuple[int, int]
"""Corner, in multiples of the smallest distances between corners, across and down."""


def map_svg(
    table: Situation,
    *,
    lit: Collection[HexId] = (),
    routes: Sequence[Route] = (),
    earned: Sequence[Money] = (),
    theme: str = "light",
    beyond: str = "sea",
    scale: float = 1.0,
    sized: bool = True,
) -> str:
    """Map of a game or a `Position`.

    `lit` hexes are highlighted. `routes` are drawn over the track; `earned` gives the revenue of each, if it is more
    than the plain sum of its stops. `beyond`: ground around the hexes. Each hex and each layer has a line of its own:
    pages replace only those that changed.
    """
    if beyond not in BACKGROUNDS:
        raise unknown_name("ground", beyond, BACKGROUNDS, "beyond")
    palette, shown, say = palette_of(theme), map_hexes(table), translator(table.setup.told_in)
    left, top, _right, _bottom = _extent(table.setup)
    width, height = map_size(table.setup)
    return picture(
        width,
        height,
        say("Map of {title}").format(title=table.setup.name),
        element("defs", hatch_patterns(palette), sign_definitions(_terrain(table.setup.map), palette)),
        rectangle(width / 2, height / 2, width, height, fill=palette.sea if beyond == "sea" else palette.land),
        _lines(
            _coast(table.setup, theme) if beyond == "sea" else "",
            *_hexes(table, shown, theme, routes),
            *(_highlight(table.setup, hex, palette) for hex in sorted(set(lit))),
            element("g", class_="glows", pointer_events="none"),  # empty: for highlights by a page's script
            route_marks(table, routes, earned, lambda hex: taken_space(shown[hex])),
            transform=f"translate({PADDING - left:.2f} {PADDING - top:.2f})",
        ),
        scale=scale,
        sized=sized,
    )


def _lines(*layers: Markup, transform: str) -> Markup:
    """Group of layers, one on each line."""
    return group(*(f"\n{layer}" for layer in layers if layer), "\n", transform=transform)


def _terrain(map: Map) -> set[str]:
    return {kind for hex in map.hexes for kind in hex.terrain}


def map_size(setup: Setup) -> tuple[float, float]:
    """Width and height of a map."""
    left, top, right, bottom = _extent(setup)
    return right - left + 2 * PADDING, bottom - top + 2 * PADDING


@lru_cache(maxsize=64)
def _extent(setup: Setup) -> tuple[float, float, float, float]:
    points = [point for outline in _outlines(setup.map) for point in outline]
    return bounds(points) if points else (0.0, 0.0, RADIUS, RADIUS)


def _outlines(map: Map) -> list[list[Point]]:
    """Corners of each hex, at its position."""
    frame = Frame(map.flat_top)
    centres = [frame.centre(hex.x, hex.y) for hex in map.hexes]
    return [[(x + dx, y + dy) for dx, dy in frame.corners()] for x, y in centres]


@lru_cache(maxsize=64)
def _coast(setup: Setup, theme: str) -> Markup:
    """Shallows around the land: its outline, drawn twice."""
    outline = _outline(setup.map)
    shallows = [
        path(outline, stroke=colour, stroke_width=width, stroke_linejoin="round")
        for colour, width in zip(palette_of(theme).coast, (22.0, 7.0), strict=True)
    ]
    return group(*shallows, class_="coast")


def _outline(map: Map) -> str:
    """Path data of the sides that belong to only one hex, joined end to end."""
    wide, high = (RADIUS / 2, INRADIUS) if map.flat_top else (INRADIUS, RADIUS / 2)  # corners are multiples of these
    sides: set[tuple[Corner, Corner]] = set()
    for outline in _outlines(map):
        corners = [(round(x / wide), round(y / high)) for x, y in outline]
        sides |= set(zip(corners, corners[1:] + corners[:1], strict=True))
    onward = {begin: end for begin, end in sorted(sides) if (end, begin) not in sides}
    parts: list[str] = []
    while onward:
        begin, at = onward.popitem()
        line = [begin]
        while at != begin:
            line.append(at)
            at = onward.pop(at)
        parts.append(f"M{' '.join(f'{number(x * wide)},{number(y * high)}' for x, y in line)}Z")
    return "".join(parts)


def _hexes(table: Situation, shown: Sequence[MapHex], theme: str, routes: Sequence[Route]) -> list[Markup]:
    """Hexes of the map. All grounds come first, so that no border crosses a neighbour's track."""
    pieces = route_pieces(table, routes)
    offboard = table.setup.phases[table.state.phase].offboard
    grounds: dict[str, list[str]] = {}
    drawn = []
    for each, corners in zip(shown, _outlines(table.setup.map), strict=True):
        ground, below, above = layers(each, theme, offboard)
        name, face = table.setup.map.hexes[each.hex].name, table.setup.faces[each.face]
        tile = face.name if face.tile != NOBODY else ""
        grounds.setdefault(ground, []).append(_outline_path(corners))
        inside = (below, pieces.get(each.hex, ""), above)
        drawn.append(_hex_group(table.setup, each.hex, *inside, class_="hex", data_hex=name, data_tile=tile))
    border = palette_of(theme).border
    filled = [path("".join(parts), fill=colour) for colour, parts in grounds.items()]
    return [group(*filled, stroke=border, stroke_width=0.9, class_="grounds"), *drawn]


def _outline_path(corners: Sequence[Point]) -> str:
    """Path data of an outline, each corner relative to the one before."""
    steps = [f"l{number(x - u)},{number(y - v)}" for (u, v), (x, y) in pairwise(corners)]
    return f"M{number(corners[0][0])},{number(corners[0][1])}{''.join(steps)}z"


def _hex_group(setup: Setup, hex: HexId, *drawn: Markup, **attributes: str) -> Markup:
    x, y = centre_of(setup.map, hex)
    return group(*drawn, transform=f"translate({number(x)} {number(y)})", **attributes)


def _highlight(setup: Setup, hex: HexId, palette: Palette) -> Markup:
    outline = highlight_outline(palette, Frame(setup.map.flat_top))
    return _hex_group(setup, hex, outline, class_="lit", data_lit=setup.map.hexes[hex].name, pointer_events="none")
