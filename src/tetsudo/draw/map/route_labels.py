"""Labels of routes: numbers at the stops, the revenue at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import Final, NamedTuple

from tetsudo.core.actions import Route
from tetsudo.core.units import NOBODY, HexId, Money, money_text
from tetsudo.draw.hex.free_space import Shape, pill
from tetsudo.draw.hex.geometry import Disc, Point, beads, overlap, polar, samples
from tetsudo.draw.hex.layout import CASING_WIDTH
from tetsudo.draw.map.route_lines import Leg, centre_of, layout_at, legs_of, plain_revenue
from tetsudo.draw.scene import Situation
from tetsudo.draw.style.theme import ROUTE_STYLES
from tetsudo.draw.svg import Markup, circle, element, group, label, rectangle, text_width

BADGE_RADIUS: Final = 6.2
FLAG_FONT_SIZE: Final = 11.0
FLAG_HEIGHT: Final = 17.0
MAX_FLAG_DISTANCE: Final = 66
"""Maximum distance of a revenue flag from its stop."""
DISTANCE_PENALTY: Final = 0.15
"""Penalty for each unit of distance from the stop."""
TRACK_PENALTY: Final = 0.2
"""Penalty for hiding a train's line; hiding anything else costs 1."""

SpaceOnHex = Callable[[HexId], Sequence[Disc]]
"""Space taken on a hex, relative to its centre."""


class _Run(NamedTuple):
    """Route with at least one stop, and the places of its numbers."""

    number: int  # among all routes, from 0
    legs: list[Leg]
    stops: list[Leg]
    points: list[Point]


def route_marks(table: Situation, routes: Sequence[Route], earned: Sequence[Money], taken: SpaceOnHex) -> Markup:
    """Labels of all routes, in a group that may be empty. `earned` by route; otherwise the plain sum of its stops."""
    amounts = earned if len(earned) == len(routes) else [plain_revenue(table, route) for route in routes]
    runs = [run for index, route in enumerate(routes) if (run := _run(table, index, route)).stops]
    used = [(x, y, BADGE_RADIUS) for run in runs for x, y in run.points]
    lines = [bead for run in runs for bead in _line_beads(table, run.legs)]
    drawn = []
    for run in runs:
        colour, _ = ROUTE_STYLES[run.number % len(ROUTE_STYLES)]
        flag = _Flag(money_text(table.setup.currency, amounts[run.number]), colour)
        at = _flag_point(table, run.stops[-1], flag, [*_protected_space(table, run.stops[-1].hex, taken), *used], lines)
        used += [(at[0] + dx, at[1] + dy, radius) for dx, dy, radius in flag.shape]
        badges = [_badge(str(number), point, colour) for number, point in enumerate(run.points, start=1)]
        train = table.setup.trains[routes[run.number].train].name
        drawn.append(group(*badges, flag.markup(at), class_="route-marks", data_route=run.number, data_train=train))
    return element("g", *drawn, class_="stops", pointer_events="none")


def _run(table: Situation, index: int, route: Route) -> _Run:
    legs = legs_of(table, route)
    stops = [leg for leg in legs if leg.node != NOBODY]
    return _Run(index, legs, stops, [_mark_point(table, leg, from_start=leg is legs[0]) for leg in stops])


def _mark_point(table: Situation, leg: Leg, *, from_start: bool) -> Point:
    """Point on the track just outside a stop, on the incoming side, or on the outgoing side at the start."""
    plan = layout_at(table, leg.hex)
    stop = plan.spots[leg.node].point
    points = [point for curve in leg.curves for point in samples(curve, 24)]
    nearest = min(range(len(points)), key=lambda i: dist(points[i], stop))
    outwards = points[nearest:] if from_start else points[nearest::-1]
    body = [(x, y, radius - 0.5) for x, y, radius in plan.bodies[leg.node]]
    x, y = next((point for point in outwards if not overlap((*point, BADGE_RADIUS), body)), outwards[-1])
    cx, cy = centre_of(table.setup.map, leg.hex)
    return (cx + x, cy + y)


def _badge(text: str, at: Point, colour: str) -> Markup:
    return circle(*at, BADGE_RADIUS, fill="#ffffff", stroke=colour, stroke_width=2.2) + label(
        text, *at, 8, font_weight=700, fill="#17140f"
    )


class _Flag(NamedTuple):
    """Revenue of a train, on a ground of the train's colour."""

    text: str
    colour: str

    @property
    def width(self) -> float:
        return text_width(self.text, FLAG_FONT_SIZE) + 10

    @property
    def shape(self) -> Shape:
        return pill(self.width, FLAG_HEIGHT)

    def markup(self, at: Point) -> Markup:
        ground = rectangle(*at, self.width, FLAG_HEIGHT, rx=8.5, fill=self.colour, stroke="#ffffff", stroke_width=1.4)
        return ground + label(self.text, *at, FLAG_FONT_SIZE, font_weight=700, fill="#ffffff")


def _line_beads(table: Situation, legs: Sequence[Leg]) -> list[Disc]:
    """Line of a route as discs."""
    found = []
    for leg in legs:
        cx, cy = centre_of(table.setup.map, leg.hex)
        found += [(cx + x, cy + y, r) for curve in leg.curves for x, y, r in beads(curve, CASING_WIDTH / 2)]
    return found


def _protected_space(table: Situation, hex: HexId, taken: SpaceOnHex) -> list[Disc]:
    """Space that must stay visible on a hex and its neighbours."""
    found = []
    for near in (hex, *table.setup.map.hexes[hex].neighbours):
        if near != NOBODY:
            cx, cy = centre_of(table.setup.map, near)
            found += [(cx + x, cy + y, radius) for x, y, radius in taken(near)]
    return found


def _flag_point(table: Situation, last: Leg, flag: _Flag, hidden: list[Disc], lines: list[Disc]) -> Point:
    """Point near the last stop where a flag hides least."""
    cx, cy = centre_of(table.setup.map, last.hex)
    spot = layout_at(table, last.hex).spots[last.node]
    stop, shape = (cx + spot.x, cy + spot.y), flag.shape
    reach = MAX_FLAG_DISTANCE + flag.width
    near_things, near_lines = ([d for d in discs if dist(d[:2], stop) < reach + d[2]] for discs in (hidden, lines))

    best, least = stop, float("inf")
    for distance in range(24, MAX_FLAG_DISTANCE, 6):
        if DISTANCE_PENALTY * distance >= least:
            break  # farther points are worse, even if they hide nothing
        for turn in range(0, 360, 15):
            x, y = polar(-90 + turn, distance)
            discs = [(stop[0] + x + dx, stop[1] + y + dy, radius) for dx, dy, radius in shape]
            cost = DISTANCE_PENALTY * distance
            for disc in discs:
                if cost < least:  # most places fail at their first disc
                    cost += overlap(disc, near_things) + TRACK_PENALTY * overlap(disc, near_lines)
            if cost < least:
                best, least = (stop[0] + x, stop[1] + y), cost
    return best
