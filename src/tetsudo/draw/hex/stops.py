"""Drawing of cities with their slots, tokens and reserved homes, and of towns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from tetsudo.draw.hex.geometry import Point, line
from tetsudo.draw.hex.layout import SLOT_RADIUS, TOWN_BAR_SIZE, TOWN_RADIUS, Spot, slot_points
from tetsudo.draw.hex.track import curve_path
from tetsudo.draw.scene import Occupant
from tetsudo.draw.style.theme import Palette, ink_on
from tetsudo.draw.svg import Markup, circle, group, label, path, polygon, rectangle
from tetsudo.engine.model.tiles import Node


class Bearer(Protocol):
    """Owner of a token."""

    @property
    def symbol(self) -> str:
        """Symbol on the token."""

    @property
    def colour(self) -> str:
        """Colour of the token: "#rrggbb"."""


TOKEN_RADIUS: Final = SLOT_RADIUS - 1.2
CLICK_TARGET_RADIUS: Final = 15.0
"""Radius of a stop's click target; a city's outline is a little wider."""


def town(index: int, spot: Spot, palette: Palette) -> Markup:
    """Bar across the track, or dot."""
    target = circle(spot.x, spot.y, CLICK_TARGET_RADIUS, fill="none", pointer_events="all", class_="target")
    return group(target, _town_mark(spot, palette), class_="stop town", data_node=index)


def _town_mark(spot: Spot, palette: Palette) -> Markup:
    if not spot.bar:
        return circle(spot.x, spot.y, TOWN_RADIUS, fill=palette.track, stroke=palette.casing, stroke_width=2)
    across, along = TOWN_BAR_SIZE
    turned = f"rotate({spot.angle + 90:.1f} {spot.x:.2f} {spot.y:.2f})"
    return rectangle(
        spot.x, spot.y, across, along,
        rx=1.5, fill=palette.track, stroke=palette.casing, stroke_width=1.6, transform=turned,
    )  # fmt: skip


def city(index: int, node: Node, spot: Spot, here: Sequence[Occupant], palette: Palette) -> Markup:
    """City: white slots with a dark ring, joined if there are several, with their occupants.

    Occupants beyond the number of slots, such as a reserved home beside tokens, are not drawn.
    """
    points = slot_points(spot, node.slots)
    return group(
        _slots_outline(points, palette),
        *(_slot(point, palette) for point in points),
        *(occupant(who, point, palette) for who, point in zip(here, points, strict=False)),
        class_="stop city",
        data_node=index,
        data_city=index,
    )


def _slots_outline(points: Sequence[Point], palette: Palette) -> Markup:
    """Filled outline that joins the slots."""
    if len(points) == 1:
        return circle(*points[0], SLOT_RADIUS + 2, fill=palette.casing, class_="target", pointer_events="all")
    target = {"class_": "target", "pointer_events": "all"}
    if len(points) == 2:
        d = curve_path([line(*points)])
        return path(
            d, stroke=palette.casing, stroke_width=2 * SLOT_RADIUS + 4, stroke_linecap="round", **target
        ) + path(d, stroke=palette.ring, stroke_width=2 * SLOT_RADIUS * 0.62)
    joined = {"stroke_linejoin": "round", "fill": palette.casing, "stroke": palette.casing}
    inner = {"stroke_linejoin": "round", "fill": palette.ring, "stroke": palette.ring}
    return polygon(points, stroke_width=2 * SLOT_RADIUS + 4, **joined, **target) + polygon(
        points, stroke_width=6, **inner
    )


def _slot(point: Point, palette: Palette) -> Markup:
    return circle(*point, SLOT_RADIUS - 0.8, fill=palette.slot, stroke=palette.ring, stroke_width=1.6, class_="slot")


def occupant(who: Occupant, at: Point, palette: Palette) -> Markup:
    """Token, or the ring of a reserved home."""
    return home(who, at, palette) if who.reserved else token(who, at)


def token(bearer: Bearer, at: Point, radius: float = TOKEN_RADIUS, edge: str = "#17140f") -> Markup:
    """Disc in the owner's colour with its symbol; the edge is dark, as slots are light in every theme."""
    ink = ink_on(bearer.colour)
    return group(
        circle(*at, radius, fill=bearer.colour, stroke=edge, stroke_width=1.2),
        circle(*at, radius * 0.84, fill="none", stroke=ink, stroke_width=0.8, stroke_opacity=0.55),
        label(bearer.symbol, *at, symbol_size(bearer.symbol, radius), font_weight=700, fill=ink),
        class_="token",
        data_company=bearer.symbol,
    )


def home(bearer: Bearer, at: Point, palette: Palette) -> Markup:
    """Ring in the owner's colour with its symbol."""
    return group(
        circle(
            *at, TOKEN_RADIUS - 1.4, fill="none", stroke=bearer.colour, stroke_width=2.8, stroke_dasharray="4.2 2.4"
        ),
        label(bearer.symbol, *at, symbol_size(bearer.symbol, TOKEN_RADIUS) * 0.9, font_weight=600, fill=palette.ink),
        class_="home",
        data_company=bearer.symbol,
    )


def symbol_size(symbol: str, radius: float) -> float:
    """Font size of a symbol in a disc."""
    return radius * {1: 1.15, 2: 0.92, 3: 0.7}.get(len(symbol), 2.1 / max(4, len(symbol)))
