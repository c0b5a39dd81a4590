"""Finding room in a hex for what must not lie on track, on a city, or on anything else.

A shape is a few discs. Where it goes is the first place, in an order of preference, at
which it touches nothing and stays within the hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import Final, TypeAlias

from tetsudo.draw.geometry import INRADIUS, RADIUS, Disc, Frame, Point, normals, overlap, polar

Shape: TypeAlias = tuple[Disc, ...]
"""Discs around the point at which something is placed."""

STEP: Final = 3
MARGIN: Final = 2.5
"""What stays free along the sides of a hex."""

Cell: TypeAlias = tuple[int, int]


def pill(width: float, height: float, columns: int = 0) -> Shape:
    """Something wide, as a row of discs on the grid."""
    radius = height / 2
    reach = max(0.0, (width - height) / 2)
    count = ceil(reach / STEP)
    every = max(1, round(radius * 0.9 / STEP))
    places = sorted({*range(-count, count + 1, every), count})
    return tuple((place * STEP, 0.0, radius) for place in places)


def stack(shapes: Sequence[Shape], pitch: int) -> Shape:
    """Shapes one below the other, centred; `pitch` in steps of the grid."""
    top = -(len(shapes) - 1) * pitch // 2
    return tuple((x, y + (top + row * pitch) * STEP, r) for row, shape in enumerate(shapes) for x, y, r in shape)


def round_points(centre: Point, start: float, stop: float, prefer: float = -60.0) -> list[Point]:
    """Points around a node, the nearest first; among equals those near the preferred direction."""
    points = []
    for distance in range(int(start * 2), int(stop * 2) + 1, 3):
        turns = sorted(range(0, 360, 15), key=lambda turn: min(turn, 360 - turn) + turn / 1000)
        for turn in turns:
            x, y = polar(prefer + turn, distance / 2)
            points.append((centre[0] + x, centre[1] + y))
    return points


@lru_cache(maxsize=4)
def _cells(frame: Frame) -> tuple[tuple[Cell, float], ...]:
    """The points of the grid in a hex, and how far each is from the nearest side."""
    span = int(RADIUS) // STEP
    cells = []
    for i in range(-span, span + 1):
        for j in range(-span, span + 1):
            depth = min(INRADIUS - (i * STEP * nx + j * STEP * ny) for nx, ny in normals(frame))
            if depth > MARGIN:
                cells.append(((i, j), depth - MARGIN))
    return tuple(cells)


class Room:
    """The free room of one hex; what is placed takes of it."""

    def __init__(self, frame: Frame, taken: Iterable[Disc] = ()) -> None:
        self.frame = frame
        self.taken = list(taken)
        self._free = dict(_cells(frame))
        for disc in self.taken:
            self._shrink(disc)

    def copy(self) -> Room:
        """The same room, to be furnished in another way."""
        other = Room.__new__(Room)
        other.frame, other.taken, other._free = self.frame, list(self.taken), dict(self._free)
        return other

    def _shrink(self, disc: Disc) -> None:
        x, y, radius = disc
        free = self._free
        for cell, depth in free.items():
            distance = hypot(cell[0] * STEP - x, cell[1] * STEP - y) - radius
            if distance < depth:
                free[cell] = distance

    def take(self, shape: Shape, at: Point) -> None:
        """Use the room, whether it is free or not."""
        for dx, dy, radius in shape:
            disc = (at[0] + dx, at[1] + dy, radius)
            self.taken.append(disc)
            self._shrink(disc)

    def first(self, shape: Shape, points: Iterable[Point], gap: float = 1.0) -> Point | None:
        """The first of some points where a shape fits, taken; None if it fits at none."""
        for point in points:
            if self._fits(shape, point, gap):
                self.take(shape, point)
                return point
        return None

    def _fits(self, shape: Shape, at: Point, gap: float) -> bool:
        for dx, dy, radius in shape:
            x, y = at[0] + dx, at[1] + dy
            if not self.frame.holds((x, y, radius), MARGIN):
                return False
            if any(hypot(ox - x, oy - y) < r + radius + gap for ox, oy, r in self.taken):
                return False
        return True

    def depth(self, disc: Disc) -> float:
        """How deep a disc would lie in what is there."""
        return overlap(disc, self.taken)

    def nearest(self, shape: Shape, anchors: Sequence[Point], gap: float = 1.0, stray: float = 200.0) -> Point | None:
        """The free point of the grid nearest to an anchor (the first anchors first), taken."""
        fitting = [cell for cell in self._free if self._fits_grid(shape, cell, gap)]
        if not fitting:
            return None
        points = [(i * STEP, j * STEP) for i, j in fitting]
        best: tuple[float, Point] = (stray, (0.0, 0.0))
        for rank, (ax, ay) in enumerate(anchors):
            for x, y in points:
                away = hypot(x - ax, y - ay) + 2 * rank
                if away < best[0]:
                    best = (away, (x, y))
        if best[0] >= stray:
            return None
        self.take(shape, best[1])
        return best[1]

    def _fits_grid(self, shape: Shape, cell: Cell, gap: float) -> bool:
        i, j = cell
        for dx, dy, radius in shape:
            if self._free.get((i + int(dx) // STEP, j + int(dy) // STEP), -1.0) < radius + gap:
                return False
        return True
