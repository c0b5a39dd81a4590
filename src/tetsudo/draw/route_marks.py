"""What tells routes apart and together: numbers at the stops, the revenue at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import Final

from tetsudo.actions import Route
from tetsudo.draw.geometry import Disc, Point, overlap, polar, samples
from tetsudo.draw.room import Shape, pill
from tetsudo.draw.route_lines import Leg, centre_of, layout_at, legs_of, plain_revenue
from tetsudo.draw.scene import Table
from tetsudo.draw.svg import Markup, circle, group, label, rectangle, text_width
from tetsudo.draw.theme import ROUTES
from tetsudo.units import NOBODY, HexId, Money

BADGE: Final = 6.2
FLAG: Final = 11.0

Taken = Callable[[HexId], Sequence[Disc]]
"""The room that is taken on a hex, from its centre."""


def route_marks(table: Table, routes: Sequence[Route], earned: Sequence[Money], taken: Taken) -> Markup:
    """The marks of all routes. `earned` by route, else the plain sum of its stops."""
    amounts = earned if len(earned) == len(routes) else [plain_revenue(table, route) for route in routes]
    badges, flags = [], []
    used: list[Disc] = []
    for index, route in enumerate(routes):
        legs = legs_of(table, route)
        stops = [leg for leg in legs if leg.node != NOBODY]
        if not stops:
            continue
        colour, _ = ROUTES[index % len(ROUTES)]
        points = [_mark_point(table, leg, from_start=leg is legs[0]) for leg in stops]
        used += [(x, y, BADGE) for x, y in points]
        badges += [_badge(str(number), point, colour) for number, point in enumerate(points, start=1)]
        flags.append((stops[-1], f"{table.setup.currency}{amounts[index]}", colour))
    return group(*badges, *(_flag(table, *flag, taken, used) for flag in flags), class_="stops")


def _mark_point(table: Table, leg: Leg, *, from_start: bool) -> Point:
    """On the track, just outside the stop: where the train comes in, or leaves at first."""
    plan = layout_at(table, leg.hex)
    stop = plan.spots[leg.node].point
    points = [point for curve in leg.curves for point in samples(curve, 24)]
    nearest = min(range(len(points)), key=lambda i: dist(points[i], stop))
    outwards = points[nearest:] if from_start else points[nearest::-1]
    body = [(x, y, radius - 0.5) for x, y, radius in plan.bodies[leg.node]]
    x, y = next((point for point in outwards if not overlap((*point, BADGE), body)), outwards[-1])
    cx, cy = centre_of(table.setup.map, leg.hex)
    return (cx + x, cy + y)


def _badge(text: str, at: Point, colour: str) -> Markup:
    return circle(*at, BADGE, fill="#ffffff", stroke=colour, stroke_width=2.2) + label(
        text, *at, 8, font_weight=700, fill="#17140f"
    )


def _flag(table: Table, last: Leg, text: str, colour: str, taken: Taken, used: list[Disc]) -> Markup:
    """The revenue near the last stop, where it hides least."""
    width = text_width(text, FLAG) + 10
    shape = pill(width, 17)
    x, y = _flag_point(table, last, shape, [*_nearby(table, last.hex, taken), *used])
    used += [(x + dx, y + dy, radius) for dx, dy, radius in shape]
    return rectangle(x, y, width, 17, rx=8.5, fill=colour, stroke="#ffffff", stroke_width=1.4) + label(
        text, x, y, FLAG, font_weight=700, fill="#ffffff"
    )


def _nearby(table: Table, hex: HexId, taken: Taken) -> list[Disc]:
    """What must not be hidden on a hex and around it."""
    found = []
    for near in (hex, *table.setup.map.hexes[hex].neighbours):
        if near != NOBODY:
            cx, cy = centre_of(table.setup.map, near)
            found += [(cx + x, cy + y, radius) for x, y, radius in taken(near)]
    return found


def _flag_point(table: Table, last: Leg, shape: Shape, hidden: list[Disc]) -> Point:
    cx, cy = centre_of(table.setup.map, last.hex)
    spot = layout_at(table, last.hex).spots[last.node]

    def cost(at: Point) -> float:
        deep = sum(overlap((at[0] + dx, at[1] + dy, radius), hidden) for dx, dy, radius in shape)
        return deep + 0.15 * dist(at, (cx + spot.x, cy + spot.y))

    turns = [polar(-90 + turn, distance) for turn in range(0, 360, 15) for distance in range(24, 66, 6)]
    return min(((cx + spot.x + x, cy + spot.y + y) for x, y in turns), key=cost)
