"""Search for free space in a hex, for items that must not overlap track, cities or other items.

A shape is a few discs. It goes to the first place, in an order of preference, where it touches nothing and stays within
the hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import Final, TypeAlias

from tetsudo.draw.hex.geometry import INRADIUS, RADIUS, Disc, Frame, Point, normals, overlap, polar

Shape: TypeAlias = tuple[Disc, ...]
"""Discs around the point at which an item is placed."""

GRID_STEP: Final = 3
SIDE_MARGIN: Final = 2.5
"""Free margin along the sides of a hex."""

Cell: TypeAlias = tuple[int, int]


def pill(width: float, height: float, columns: int = 0) -> Shape:
    """Wide shape, as a row of discs on the grid."""
    radius = height / 2
    reach = max(0.0, (width - height) / 2)
    count = ceil(reach / GRID_STEP)
    every = max(1, round(radius * 0.9 / GRID_STEP))
    places = sorted({*range(-count, count + 1, every), count})
    return tuple((place * GRID_STEP, 0.0, radius) for place in places)


def stack(shapes: Sequence[Shape], pitch: int) -> Shape:
    """Shapes stacked vertically and centred; `pitch` in steps of the grid."""
    top = stack_top(len(shapes), pitch)
    return tuple((x, y + top + row * pitch * GRID_STEP, r) for row, shape in enumerate(shapes) for x, y, r in shape)


def stack_top(count: int, pitch: int) -> float:
    """Offset of the top item of a stack from its centre, on the grid."""
    return float(-(count - 1) * pitch // 2 * GRID_STEP)


def points_around(centre: Point, start: float, stop: float, prefer: float = -60.0) -> list[Point]:
    """Points around a node, nearest first; among equals, those near the preferred direction first."""
    x, y = centre
    return [(x + dx, y + dy) for dx, dy in _ring_points(start, stop, prefer)]


@lru_cache(maxsize=64)
def _ring_points(start: float, stop: float, prefer: float) -> tuple[Point, ...]:
    turns = sorted(range(0, 360, 15), key=lambda turn: min(turn, 360 - turn) + turn / 1000)
    distances = range(int(start * 2), int(stop * 2) + 1, 3)
    return tuple(polar(prefer + turn, distance / 2) for distance in distances for turn in turns)


@lru_cache(maxsize=4)
def _depths(frame: Frame) -> dict[Cell, float]:
    """Points of the grid in a hex, with their distances to the nearest side."""
    span = int(RADIUS) // GRID_STEP
    cells = {}
    for i in range(-span, span + 1):
        for j in range(-span, span + 1):
            depth = min(INRADIUS - (i * GRID_STEP * nx + j * GRID_STEP * ny) for nx, ny in normals(frame))
            if depth > SIDE_MARGIN:
                cells[i, j] = depth - SIDE_MARGIN
    return cells


@lru_cache(maxsize=1024)
def _cells_by_distance(frame: Frame, anchors: tuple[Point, ...], stray: float) -> tuple[Cell, ...]:
    """Points of the grid, those near an anchor first; a later anchor counts as slightly farther away."""
    found = []
    for cell in _depths(frame):
        x, y = cell[0] * GRID_STEP, cell[1] * GRID_STEP
        away = min(hypot(x - ax, y - ay) + 2 * rank for rank, (ax, ay) in enumerate(anchors))
        if away < stray:
            found.append((away, cell))
    return tuple(cell for _, cell in sorted(found))


class FreeSpace:
    """Free space of one hex; placed items use it up."""

    def __init__(self, frame: Frame, taken: Iterable[Disc] = ()) -> None:
        self.frame = frame
        self.taken = list(taken)
        self._depths = _depths(frame)
        self._known: dict[Cell, tuple[float, int]] = {}  # free distance, and number of discs considered

    def copy(self) -> FreeSpace:
        """Copy of the space, to be filled in another way."""
        other = FreeSpace(self.frame, self.taken)
        other._known = dict(self._known)
        return other

    def take(self, shape: Shape, at: Point) -> None:
        """Use up space, free or not."""
        self.taken += [(at[0] + dx, at[1] + dy, radius) for dx, dy, radius in shape]

    def take_first_fit(self, shape: Shape, points: Iterable[Point], gap: float = 1.0) -> Point | None:
        """Take the first of some points where a shape fits, and return it; None if it fits at none."""
        for point in points:
            if self._fits(shape, point, gap):
                self.take(shape, point)
                return point
        return None

    def _fits(self, shape: Shape, at: Point, gap: float) -> bool:
        for dx, dy, radius in shape:
            x, y = at[0] + dx, at[1] + dy
            if not self.frame.holds((x, y, radius), SIDE_MARGIN):
                return False
            if any(hypot(ox - x, oy - y) < r + radius + gap for ox, oy, r in self.taken):
                return False
        return True

    def overlap_depth(self, disc: Disc) -> float:
        """Depth of overlap between a disc and the taken space."""
        return overlap(disc, self.taken)

    def take_nearest_fit(
        self, shape: Shape, anchors: Sequence[Point], gap: float = 1.0, stray: float = 200.0
    ) -> Point | None:
        """Take the free grid point nearest to an anchor (earlier anchors first), and return it; None without any."""
        steps = [(int(dx) // GRID_STEP, int(dy) // GRID_STEP, radius + gap) for dx, dy, radius in shape]
        for i, j in _cells_by_distance(self.frame, tuple(anchors), stray):
            if all(self._clearance(i + di, j + dj) >= radius for di, dj, radius in steps):
                point = (float(i * GRID_STEP), float(j * GRID_STEP))
                self.take(shape, point)
                return point
        return None

    def _clearance(self, i: int, j: int) -> float:
        """Distance of a grid point from anything taken; negative outside the hex."""
        cell = (i, j)
        if cell not in self._depths:
            return -1.0
        free, heeded = self._known.get(cell, (self._depths[cell], 0))
        if heeded < len(self.taken):
            x, y = i * GRID_STEP, j * GRID_STEP
            free = min([free, *[hypot(ox - x, oy - y) - r for ox, oy, r in self.taken[heeded:]]])
            self._known[cell] = (free, len(self.taken))
        return free
