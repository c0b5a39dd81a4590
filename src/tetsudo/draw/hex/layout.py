"""Positions of cities, towns and tracks on a hex.

A face only says what is joined to what. A single city stands in the middle, a town with two exits on the arc between
them. Several nodes each take a place near their exits, away from the others and from track that is not their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist
from typing import Final

from tetsudo.draw.hex.geometry import (
    Curve,
    Disc,
    Frame,
    Point,
    beads,
    curve_piece,
    direction,
    heading,
    line,
    overlap,
    point_at,
    polar,
    reversed_curve,
    side_to_side,
    side_to_spot,
)
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, OFFBOARD, TOWN, Node, Segment

CASING_WIDTH: Final = 100 / 9
"""Width of track with its casing: a ninth of a hex."""
TRACK_WIDTH: Final = 7.0
SLOT_RADIUS: Final = 14.0
"""Radius of a city's slot."""
TOWN_RADIUS: Final = 7.0
TOWN_BAR_SIZE: Final = (22.0, 7.5)
"""Size of a town on track: across it, and along it."""
OFFBOARD_TRACK_FRACTION: Final = 0.42
"""Fraction of an off-board location's track that is drawn, from the side inwards."""

MIN_STOP_GAP: Final = 7.0
"""Distance to keep free between two stops."""

_RADII: Final = {CITY: SLOT_RADIUS + 2.5, TOWN: TOWN_RADIUS + 2, OFFBOARD: 4.0, JUNCTION: CASING_WIDTH / 2}
_MAX_SWEEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """Position of a node. `angle`: direction of the track through a bar, or of a city's row of slots."""

    x: float
    y: float
    angle: float
    bar: bool

    @property
    def point(self) -> Point:
        """Centre of the node."""
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of a face. `curves` by segment, from its lower end."""

    spots: tuple[Spot, ...]
    curves: tuple[Curve, ...]
    bodies: tuple[tuple[Disc, ...], ...]  # space of each node

    def track_beads(self, radius: float = CASING_WIDTH / 2) -> list[Disc]:
        """All track as discs."""
        return [bead for curve in self.curves for bead in beads(curve, radius)]


@dataclass(frozen=True, slots=True)
class _Choice:
    """Possible position of a node, with the track that leads to it."""

    spot: Spot
    body: tuple[Disc, ...]
    curves: tuple[tuple[int, Curve], ...]  # by segment
    beads: tuple[Disc, ...]
    cost: float


@lru_cache(maxsize=4096)
def layout(nodes: tuple[Node, ...], segments: tuple[Segment, ...], frame: Frame) -> Layout:
    """Positions of the nodes, and curves of the segments."""
    plain = {index: side_to_side(frame, a, b) for index, (a, b) in enumerate(segments) if a < NODE and b < NODE}
    fixed = [bead for curve in plain.values() for bead in beads(curve, CASING_WIDTH / 2)]
    options = [_choices(nodes, segments, node, frame) for node in range(len(nodes))]
    chosen = _settle(options, fixed)
    curves = dict(plain)
    for choice in chosen:
        curves.update(choice.curves)
    for index, (a, b) in enumerate(segments):
        if a >= NODE:
            curves[index] = line(chosen[a - NODE].spot.point, chosen[b - NODE].spot.point)
    return Layout(
        spots=tuple(choice.spot for choice in chosen),
        curves=tuple(curves[index] for index in range(len(segments))),
        bodies=tuple(choice.body for choice in chosen),
    )


def _settle(options: list[list[_Choice]], fixed: list[Disc]) -> list[_Choice]:
    """Move each node in turn to its best position, until none moves."""
    few = len(options) < 3  # more start near their exits: from the middle they would push each other across the hex
    chosen = [choices[0] if few else min(choices[1:], key=lambda choice: choice.cost) for choices in options]
    for _ in range(_MAX_SWEEPS):
        before = list(chosen)
        for node, choices in enumerate(options):
            others = chosen[:node] + chosen[node + 1 :]
            chosen[node] = min(choices, key=lambda choice: choice.cost + _clash(choice, others, fixed))
        if chosen == before:
            break
    return chosen


def _clash(choice: _Choice, others: Sequence[_Choice], fixed: list[Disc]) -> float:
    """Conflict of a position with the other nodes."""
    clash = sum(overlap(disc, fixed) for disc in choice.body)
    for other in others:
        clash += sum(4 * overlap((x, y, r + MIN_STOP_GAP), other.body) for x, y, r in choice.body)
        clash += sum(overlap(disc, other.beads) for disc in choice.body)
        clash += sum(overlap(disc, choice.beads) for disc in other.body)
    return clash


def _choices(nodes: tuple[Node, ...], segments: tuple[Segment, ...], node: int, frame: Frame) -> list[_Choice]:
    """Possible positions of a node, first the one it would take on its own."""
    own = [(index, a) for index, (a, b) in enumerate(segments) if b == NODE + node and a < NODE]
    kind = nodes[node].kind
    sides = [side for _, side in own]
    found = []
    if len(own) == 2 and kind == TOWN:
        return [_arc_choice(nodes[node], own, frame, t / 20) for t in (10, 8, 12, 6, 14, 5, 15, 4, 16)]
    found.append(_inside_choice(nodes[node], own, frame, (0.0, 0.0), 0.0))
    if len(nodes) > 1:
        if len(own) == 2 and kind != TOWN:
            found += [_arc_choice(nodes[node], own, frame, t / 20) for t in (10, 7, 13)]
        for turn in range(0, 360, 15):
            for distance in _distances(kind, len(nodes)):
                spot = polar(180 + turn, distance)
                cost = 0.02 * turn + 0.2 * abs(distance - 24) + _detour(frame, sides, spot)
                found.append(_inside_choice(nodes[node], own, frame, spot, cost))
    return found


def _distances(kind: int, nodes: int) -> tuple[float, ...]:
    """Possible distances of a node from the middle: three cities need more room than two."""
    if kind != CITY:
        return (24.0, 30.0)
    return (18.0, 24.0, 28.0) if nodes < 3 else (18.0, 24.0, 28.0, 32.0)


def _detour(frame: Frame, sides: list[int], spot: Point) -> float:
    """Distance of a position from the node's own exits."""
    return sum(0.4 * dist(spot, frame.side(side)) for side in sides) + (3.0 if sides else 0.0)


def _arc_choice(node: Node, own: list[tuple[int, int]], frame: Frame, t: float) -> _Choice:
    """Node on the arc between its two exits."""
    (first, a), (second, b) = own
    arc = side_to_side(frame, a, b)
    x, y = point_at(arc, t)
    spot = Spot(x, y, heading(arc, t), bar=node.kind == TOWN)
    halves = ((first, curve_piece(arc, 0.0, t)), (second, reversed_curve(curve_piece(arc, t, 1.0))))
    cost = 30 * abs(t - 0.5)
    return _Choice(spot, _body(node, spot), halves, _curve_beads(halves), cost)


def _inside_choice(node: Node, own: list[tuple[int, int]], frame: Frame, at: Point, cost: float) -> _Choice:
    """Node anywhere, with a separate curve to each exit."""
    x, y = at
    angle = direction(at) + 90 if abs(x) + abs(y) > 1 and node.slots > 1 else 0.0
    spot = Spot(x, y, angle, bar=False)
    part = OFFBOARD_TRACK_FRACTION if node.kind == OFFBOARD else 1.0
    curves = tuple((index, curve_piece(side_to_spot(frame, side, at), 0.0, part)) for index, side in own)
    return _Choice(spot, _body(node, spot), curves, _curve_beads(curves), cost)


def _curve_beads(curves: Sequence[tuple[int, Curve]]) -> tuple[Disc, ...]:
    return tuple(bead for _, curve in curves for bead in beads(curve, CASING_WIDTH / 2))


def _body(node: Node, spot: Spot) -> tuple[Disc, ...]:
    """Space that a node takes at its position."""
    if node.kind == CITY:
        return tuple((x, y, _RADII[CITY]) for x, y in slot_points(spot, node.slots))
    if spot.bar:
        return tuple((spot.x + x, spot.y + y, TOWN_BAR_SIZE[1] / 2 + 1) for x, y in _bar_points(spot.angle))
    return ((spot.x, spot.y, _RADII[node.kind]),)


def _bar_points(angle: float) -> list[Point]:
    reach = (TOWN_BAR_SIZE[0] - TOWN_BAR_SIZE[1]) / 2
    return [polar(angle + 90, reach * part) for part in (-1, -0.5, 0, 0.5, 1)]


def slot_points(spot: Spot, slots: int) -> list[Point]:
    """Centres of a city's slots."""
    if slots <= 1:
        return [spot.point]
    if slots == 2:
        turns, reach = [180.0, 0.0], SLOT_RADIUS + 0.5
    else:
        turns = [-90 - (180 / slots if slots % 2 == 0 else 0) + 360 * i / slots for i in range(slots)]
        reach = {3: 16.8, 4: 20.5}.get(slots, 25.0)
    return [(spot.x + x, spot.y + y) for x, y in (polar(spot.angle + turn, reach) for turn in turns)]
