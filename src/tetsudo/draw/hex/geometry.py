"""Hexes and curves in the plane: x to the right, y downwards, a hex 100 wide from side to side.

All curves are cubic Béziers, so they can all be cut, measured and written in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, degrees, dist, hypot, pi, radians, sin, sqrt, tan
from typing import Final, TypeAlias

from tetsudo.core.units import Edge

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point, Point]
Disc: TypeAlias = tuple[float, float, float]
"""Centre and radius. Everything that takes space in a hex consists of discs."""

INRADIUS: Final = 50.0
"""Distance from the centre of a hex to the middle of a side."""
RADIUS: Final = INRADIUS * 2 / sqrt(3)
"""Distance from the centre of a hex to a corner."""

# Distance of an arc's control points from the sides, by the number of sides it turns over.
_CONTROL_DISTANCES: Final = {
    1: 4 / 3 * tan(pi / 6) * RADIUS / 2,
    2: 4 / 3 * tan(pi / 12) * RADIUS * 1.5,
    3: INRADIUS * 2 / 3,
}


def polar(angle: float, distance: float) -> Point:
    """Point in a direction, in degrees clockwise from the right."""
    return (distance * cos(radians(angle)), distance * sin(radians(angle)))


def direction(point: Point) -> float:
    """Direction of a point from the origin, in degrees clockwise from the right."""
    return degrees(atan2(point[1], point[0]))


def point_between(a: Point, b: Point, t: float) -> Point:
    """Point at fraction `t` of the way."""
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


@dataclass(frozen=True, slots=True)
class Frame:
    """Orientation of hexes: the position of side 0."""

    flat_top: bool

    def angle(self, edge: Edge) -> float:
        """Direction of the middle of a side."""
        return (90 if self.flat_top else 120) + 60 * edge

    def side(self, edge: Edge) -> Point:
        """Middle of a side."""
        return polar(self.angle(edge), INRADIUS)

    def corner(self, edge: Edge, radius: float = RADIUS) -> Point:
        """Corner between a side and the next one, clockwise."""
        return polar(self.angle(edge) + 30, radius)

    def corners(self, inset: float = 0.0) -> list[Point]:
        """Outline of a hex, or one smaller by `inset`."""
        return [self.corner(edge, (INRADIUS - inset) * 2 / sqrt(3)) for edge in range(6)]

    def centre(self, x: int, y: int) -> Point:
        """Centre of the hex at a position counted in half hexes."""
        return (1.5 * RADIUS * x, INRADIUS * y) if self.flat_top else (INRADIUS * x, 1.5 * RADIUS * y)

    def holds(self, disc: Disc, margin: float) -> bool:
        """True if a disc lies within a hex."""
        x, y, radius = disc
        reach = INRADIUS - margin - radius
        return all(x * nx + y * ny <= reach for nx, ny in normals(self))


@lru_cache(maxsize=4)
def normals(frame: Frame) -> tuple[Point, ...]:
    """Directions of the six sides."""
    return tuple(polar(frame.angle(edge), 1.0) for edge in range(6))


# Curves


def line(a: Point, b: Point) -> Curve:
    """Straight curve."""
    return (a, point_between(a, b, 1 / 3), point_between(a, b, 2 / 3), b)


def side_to_side(frame: Frame, a: Edge, b: Edge) -> Curve:
    """Arc or straight line that meets two sides at right angles."""
    turn = min((a - b) % 6, (b - a) % 6)
    pull = 1 - _CONTROL_DISTANCES[turn] / INRADIUS
    (ax, ay), (bx, by) = frame.side(a), frame.side(b)
    return ((ax, ay), (ax * pull, ay * pull), (bx * pull, by * pull), (bx, by))


def side_to_spot(frame: Frame, edge: Edge, spot: Point) -> Curve:
    """Curve from a side, at a right angle, to a point inside."""
    start = frame.side(edge)
    towards = point_between(start, (0.0, 0.0), min(0.6, 0.6 * dist(start, spot) / INRADIUS))
    return (start, towards, point_between(towards, spot, 0.5), spot)


def reversed_curve(curve: Curve) -> Curve:
    """The same curve from the other end."""
    return (curve[3], curve[2], curve[1], curve[0])


def point_at(curve: Curve, t: float) -> Point:
    """Point of a curve."""
    a, b, c, d = curve
    s = 1 - t
    wa, wb, wc, wd = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1])


def heading(curve: Curve, t: float) -> float:
    """Direction of a curve at a point, in degrees."""
    before, after = point_at(curve, max(0.0, t - 0.01)), point_at(curve, min(1.0, t + 0.01))
    return direction((after[0] - before[0], after[1] - before[1]))


def curve_piece(curve: Curve, start: float, end: float) -> Curve:
    """Piece of a curve between two fractions."""
    return _curve_start(
        reversed_curve(_curve_start(reversed_curve(_curve_start(curve, end)), 1 - start / end if end else 0.0)), 1.0
    )


def _curve_start(curve: Curve, t: float) -> Curve:
    a, b, c, d = curve
    ab, bc, cd = point_between(a, b, t), point_between(b, c, t), point_between(c, d, t)
    abc, bcd = point_between(ab, bc, t), point_between(bc, cd, t)
    return (a, ab, abc, point_between(abc, bcd, t))


def length(curve: Curve) -> float:
    """Approximate length of a curve."""
    points = samples(curve, 16)
    return sum(dist(a, b) for a, b in pairwise(points))


def samples(curve: Curve, count: int) -> list[Point]:
    """Points along a curve, both ends included."""
    return [point_at(curve, i / count) for i in range(count + 1)]


def beads(curve: Curve, radius: float) -> list[Disc]:
    """Row of discs along a curve, without gaps."""
    return [(x, y, radius) for x, y in samples(curve, max(2, ceil(length(curve) / radius)))]


def crossing(a: Curve, b: Curve, count: int = 24) -> tuple[float, float] | None:
    """Crossing of two curves, as a fraction of each; None if they do not cross."""
    first, second = samples(a, count), samples(b, count)
    for i in range(count):
        for j in range(count):
            met = _line_crossing(first[i], first[i + 1], second[j], second[j + 1])
            if met:
                return ((i + met[0]) / count, (j + met[1]) / count)
    return None


def _line_crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float] | None:
    """Crossing of two straight lines, as a fraction of each."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-9:
        return None
    qx, qy = c[0] - a[0], c[1] - a[1]
    t, u = (qx * sy - qy * sx) / cross, (qx * ry - qy * rx) / cross
    return (t, u) if 0 <= t < 1 and 0 <= u < 1 else None


def overlap(disc: Disc, others: Iterable[Disc]) -> float:
    """Total depth of overlap between a disc and others."""
    x, y, radius = disc
    return sum([deep for ox, oy, r in others if (deep := radius + r - hypot(ox - x, oy - y)) > 0])


def bounds(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )
