"""Positions in a hex of 18xx-maker, and curves of its track.

An element is placed by `angle` (degrees, clockwise on the screen, 0 is straight down) and `percent` (0: the middle, 1:
the middle of a side), then moved by `x` and `y` (75 units to a side). Its sides are numbered from 1: on tiles and
flat-top maps our side and one more; on pointy-top maps, which it turns by 90 degrees, our side, and 6 for our 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sin
from typing import Any, Final, NamedTuple

from tetsudo.lab.design.maker.fields import share

UNIT: Final = 75.0
"""Length of `percent` 1 in its units."""

SIDES_ACROSS: Final = {"sharp": 1, "gentle": 2, "straight": 3}
"""Number of sides that a track leads on, by its type."""

TYPES: Final = {number: name for name, number in SIDES_ACROSS.items()}

MIDDLES: Final = {"straight": (0.0, 0.0), "sharp": (30.0, 0.577), "gentle": (60.0, 0.268)}
"""Middle of a track that begins at side 1: angle and percent, as its documentation has them."""

NEAR: Final = 0.22
"""Distance from a track within which a stop is on it, as a fraction of the way to a side."""

SAMPLES: Final = 8


class Point(NamedTuple):
    """Point in a hex: the middle is the origin, and sides are at distance 1."""

    x: float
    y: float

    def distance(self, other: Point) -> float:
        """Distance between two points."""
        return hypot(self.x - other.x, self.y - other.y)


MIDDLE: Final = Point(0.0, 0.0)


def at(angle: float, percent: float) -> Point:
    """Point in a direction, clockwise from straight down."""
    return Point(-percent * sin(radians(angle)), percent * cos(radians(angle)))


class Sides(NamedTuple):
    """Numbers and directions of sides, on a flat-top map and on tiles, or on a pointy-top map."""

    flat_top: bool = True

    def number(self, side: int) -> int:
        """Its number of our side."""
        return side + 1 if self.flat_top else side or 6

    def ours(self, number: int) -> int:
        """Our side of its number."""
        return (number - 1) % 6 if self.flat_top else number % 6

    def angle(self, side: float) -> float:
        """Angle on the screen of our side."""
        return (60 * side + (0 if self.flat_top else 30)) % 360

    def point(self, side: int) -> Point:
        """Middle of our side."""
        return at(self.angle(side), 1.0)

    def middle(self, kind: str, side: int) -> tuple[float, float]:
        """Angle and percent of the middle of a track that begins at our side."""
        angle, percent = MIDDLES[kind]
        return (self.angle(side) + angle) % 360, percent

    def place(self, element: Mapping[str, Any]) -> Point:
        """Position of an element."""
        angle, percent = share(element.get("angle")), share(element.get("percent"))
        if element.get("mid") in MIDDLES:
            usual = self.middle(str(element["mid"]), self.ours(int(share(element.get("side"), 1))))
            angle = angle if "angle" in element else usual[0]
            percent = percent if "percent" in element else usual[1]
        x, y = at(angle, percent)
        return Point(x + share(element.get("x")) / UNIT, y + share(element.get("y")) / UNIT)

    def curve(self, kind: str, side: int) -> list[Point]:
        """Points of a track from our side, the far end last."""
        start, end = self.point(side), self.point((side + SIDES_ACROSS[kind]) % 6)
        middle = at(*self.middle(kind, side))
        pull = Point(2 * middle.x - (start.x + end.x) / 2, 2 * middle.y - (start.y + end.y) / 2)
        return [_bend(start, pull, end, step / SAMPLES) for step in range(SAMPLES + 1)]


def _bend(a: Point, b: Point, c: Point, t: float) -> Point:
    u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return Point(u * a.x + v * b.x + w * c.x, u * a.y + v * b.y + w * c.y)


def stops_on(spots: Sequence[Point], curves: Sequence[Sequence[Point]]) -> list[int | None]:
    """Index of the stop on each curve; None if there is none.

    Where curves cross at a stop, it belongs to the curve that has no other, and other curves to other stops.
    """
    near = [
        [index for index, spot in enumerate(spots) if min(spot.distance(point) for point in curve) <= NEAR]
        for curve in curves
    ]
    found: list[int | None] = [None] * len(curves)
    taken: set[int] = set()
    for curve in sorted(range(len(curves)), key=lambda index: len(near[index])):
        free = [spot for spot in near[curve] if spot not in taken] or near[curve]
        best = nearest([spots[index] for index in free], curves[curve], NEAR)
        if best is not None:
            found[curve] = free[best]
            taken.add(free[best])
    return found


def nearest(spots: Sequence[Point], points: Sequence[Point], within: float) -> int | None:
    """Index of the spot that is nearest to any of the points; None if none is near."""
    distances = [min(spot.distance(point) for point in points) for spot in spots]
    best = min(range(len(spots)), key=lambda index: distances[index], default=None)
    return best if best is not None and distances[best] <= within else None
