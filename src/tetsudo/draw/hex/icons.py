"""Small icons: terrain, ports and others, each centred on the origin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from tetsudo.draw.style.theme import Palette
from tetsudo.draw.svg import Markup, circle, element, group, path, rectangle

SIGN_WIDTH: Final = 20.0
SIGN_HEIGHT: Final = 12.0

Sign = Callable[[Palette], Markup]


def mountain(palette: Palette) -> Markup:
    """Two peaks, lit from the left."""
    lit, shaded = palette.mountain
    return (
        path("M-8.5,5.5L-1.5,-6L5.5,5.5Z", fill=lit)
        + path("M-1.5,-6L5.5,5.5L-0.5,5.5L0.4,1.5L-1.6,-1.5Z", fill=shaded)
        + path("M1.6,5.5L5.2,-1L8.8,5.5Z", fill=lit)
        + path("M5.2,-1L8.8,5.5L5.6,5.5L6,2.5Z", fill=shaded)
    )


def hill(palette: Palette) -> Markup:
    """Round hills."""
    lit, shaded = palette.mountain
    return path("M-8,5Q-3,-7 2,5Z", fill=lit) + path("M-1,5Q4,-4 8.5,5Z", fill=shaded)


def water(palette: Palette) -> Markup:
    """Three waves."""
    wave = "q2.1,-3.2 4.2,0t4.2,0t4.2,0t4.2,0"
    waves = f"M-8.4,-3.5{wave}M-8.4,0.8{wave}M-8.4,5.1{wave}"
    return path(waves, stroke=palette.river, stroke_width=1.5, stroke_linecap="round")


def urban(palette: Palette) -> Markup:
    """Roofs."""
    return path("M-8,5.5V-1L-4.5,-4.5L-1,-1V5.5ZM0.3,5.5V-6H7.5V5.5Z", fill=palette.city_sign) + path(
        "M2.2,-3.6h1.3M4.6,-3.6h1.3M2.2,-1h1.3M4.6,-1h1.3M2.2,1.6h1.3M4.6,1.6h1.3M-5.4,2h1.8",
        stroke=palette.slot,
        stroke_width=1.2,
    )


def wall(palette: Palette) -> Markup:
    """Battlements."""
    return path("M-8.5,5V-4h3.4v3h3.4v-3h3.4v3h3.4v-3h3.4V5Z", fill=palette.wall) + path(
        "M-8.5,1.6h17M-3.5,-1v2.6M3.5,-1v2.6M0,1.6V5", stroke=palette.faces[0], stroke_width=0.8
    )


def forest(palette: Palette) -> Markup:
    """Two trees."""
    trees = "M-6,5.5h-3L-4.5,-5L0,5.5h-3ZM4,5.5h-3L5,-3.5L9,5.5h-3Z"
    return path(trees, fill="#4f7a45", stroke=palette.ring, stroke_width=0.4)


def port(palette: Palette) -> Markup:
    """Anchor on a disc of water."""
    return group(
        circle(0, 0, 7.6, fill=palette.river),
        path(
            "M0,-2.8V4.6M-2.6,-0.9H2.6M-4.3,0.9Q-3.9,4.6 0,4.8Q3.9,4.6 4.3,0.9",
            stroke=palette.on_river,
            stroke_width=1.4,
            stroke_linecap="round",
        ),
        circle(0, -4.1, 1.3, fill="none", stroke=palette.on_river, stroke_width=1.2),
    )


def default_icon(palette: Palette) -> Markup:
    """Icon for kinds without their own."""
    return rectangle(0, 0, 9, 9, fill=palette.outside, transform="rotate(45)")


OTHER: Final = "other"
TERRAIN: Final[dict[str, Sign]] = {
    "mountain": mountain,
    "hill": hill,
    "hills": hill,
    "water": water,
    "river": water,
    "lake": water,
    "swamp": water,
    "urban": urban,
    "urban_or_river": urban,
    "wall": wall,
    "forest": forest,
    OTHER: default_icon,
}
ICONS: Final[dict[str, Sign]] = {"port": port}

HIGHLANDS: Final = frozenset({"mountain", "hill", "hills", "forest"})
"""Terrain that colours the ground."""


def terrain_signs(terrain: Sequence[str], palette: Palette, *, on_tile: bool) -> Markup:
    """Icons of a hex's terrain, side by side, each referring to its `sign_definitions`."""
    left = -(len(terrain) - 1) * SIGN_WIDTH / 2
    return "".join(
        element("use", href=f"#{_sign_id(kind, palette, on_tile=on_tile)}", x=left + i * SIGN_WIDTH)
        for i, kind in enumerate(terrain)
    )


def sign_definitions(terrain: Iterable[str], palette: Palette) -> Markup:
    """Icons of some terrain, for a picture's definitions: one for paper, one for tiles, where water is darker."""
    dark = replace(palette, river=palette.river_on_tile)
    return "".join(
        group(TERRAIN[kind](colours), id=_sign_id(kind, palette, on_tile=colours is dark))
        for kind in sorted({_known_terrain(kind) for kind in terrain})
        for colours in (palette, dark)
    )


def _sign_id(kind: str, palette: Palette, *, on_tile: bool) -> str:
    return f"tetsudo-{_known_terrain(kind)}-{palette.name}-{'tile' if on_tile else 'paper'}"


def _known_terrain(kind: str) -> str:
    return kind if kind in TERRAIN else OTHER


def icon(name: str, palette: Palette) -> Markup:
    """Icon of a hex."""
    return ICONS.get(name, default_icon)(palette)
