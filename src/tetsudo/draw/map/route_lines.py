"""Track of routes: each route hex by hex, and its lines over the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tetsudo.core.actions import Route
from tetsudo.core.units import NOBODY, HexId, Money
from tetsudo.draw.hex.geometry import Curve, Frame, Point, length, reversed_curve
from tetsudo.draw.hex.layout import CASING_WIDTH, Layout, layout
from tetsudo.draw.hex.track import curve_path, seamless_curves
from tetsudo.draw.scene import Situation
from tetsudo.draw.style.theme import ROUTE_STYLES
from tetsudo.draw.svg import Markup, group, path, title
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.tiles import NODE, Face
from tetsudo.engine.state.board import face_on


@dataclass(frozen=True, slots=True)
class Leg:
    """Route within one hex, relative to its centre. `node`: the stop there, or NOBODY."""

    hex: HexId
    curves: tuple[Curve, ...]
    node: int


def face_at(table: Situation, hex: HexId) -> Face:
    """Face of a hex."""
    return table.setup.faces[face_on(table.state, hex)]


def layout_at(table: Situation, hex: HexId) -> Layout:
    """Layout of a hex's face."""
    face = face_at(table, hex)
    return layout(face.nodes, face.segments, Frame(table.setup.map.flat_top))


def centre_of(map: Map, hex: HexId) -> Point:
    """Centre of a hex on the map."""
    place = map.hexes[hex]
    return Frame(map.flat_top).centre(place.x, place.y)


def legs_of(table: Situation, route: Route) -> list[Leg]:
    """Legs of a route, hex by hex; hexes without joining track are left out."""
    found = []
    for i, hex in enumerate(route.hexes):
        enter = _side_towards(table, hex, route.hexes[i - 1]) if i else NOBODY
        leave = _side_towards(table, hex, route.hexes[i + 1]) if i + 1 < len(route.hexes) else NOBODY
        ends = [side for side in (enter, leave) if side != NOBODY]
        way = _shortest_track(face_at(table, hex), ends[0], ends[1] if len(ends) == 2 else NOBODY) if ends else []
        if way:
            found.append(_leg(table, hex, way if enter != NOBODY else way[::-1]))
    return found


def _side_towards(table: Situation, hex: HexId, other: HexId) -> int:
    sides = table.setup.map.hexes[hex].neighbours
    return sides.index(other) if other in sides else NOBODY


def _shortest_track(face: Face, start: int, goal: int) -> list[int]:
    """Shortest track from a side to another, or to a stop (goal NOBODY): its ends in order."""
    ways = [[start]]
    while ways:
        way = ways.pop(0)
        at = way[-1]
        if at == goal or (goal == NOBODY and at >= NODE and face.nodes[at - NODE].is_stop):
            return way
        if at < NODE and len(way) > 1:
            continue
        ways += [[*way, end] for end in face.ways_out(at) if end not in way]
    return []


def _leg(table: Situation, hex: HexId, way: list[int]) -> Leg:
    face, plan = face_at(table, hex), layout_at(table, hex)
    curves = tuple(_curve(face, plan, a, b) for a, b in pairwise(way))
    stops = [end - NODE for end in way if end >= NODE and face.nodes[end - NODE].is_stop]
    return Leg(hex, curves, stops[0] if stops else NOBODY)


def _curve(face: Face, plan: Layout, a: int, b: int) -> Curve:
    curve = plan.curves[face.segments.index((min(a, b), max(a, b)))]
    return curve if a < b else reversed_curve(curve)


def route_pieces(table: Situation, routes: Sequence[Route]) -> dict[HexId, Markup]:
    """Lines of the trains over the track of each hex, each with its own dash pattern."""
    pieces: dict[HexId, Markup] = {}
    for index, route in enumerate(routes):
        colour, dash = ROUTE_STYLES[index % len(ROUTE_STYLES)]
        name = table.setup.trains[route.train].name
        run = 0.0
        for leg in legs_of(table, route):
            d = curve_path(seamless_curves(leg.curves))
            line = path(d, stroke=colour, stroke_width=CASING_WIDTH, stroke_linejoin="round")
            mark = path(d, stroke="#ffffff", stroke_width=2.4, stroke_dasharray=dash, stroke_dashoffset=run)
            drawn = group(title(f"Train {name}"), line, mark, class_="route", data_route=index, data_train=name)
            pieces[leg.hex] = pieces.get(leg.hex, "") + drawn
            run += sum(length(curve) for curve in leg.curves)
    return pieces


def plain_revenue(table: Situation, route: Route) -> Money:
    """Plain sum of a route's stops, without a title's bonuses."""
    train = table.setup.trains[route.train]
    column = -1 if train.diesel else table.setup.phases[table.state.phase].offboard
    stops = [leg for leg in legs_of(table, route) if leg.node != NOBODY]
    return sum(face_at(table, leg.hex).nodes[leg.node].revenue[column] for leg in stops)
