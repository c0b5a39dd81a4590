"""Sets of track segments that a route may use together in one hex."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tetsudo.engine.model.tiles import NODE

ROUTE_END: Final = -1
"""End of a piece at a stop where the route ends."""

FIRST_INNER_BIT: Final = 14
"""Bit of the first segment from node to node; lower bits are for sides and nodes."""

Segments: TypeAlias = tuple[tuple[int, int], ...]
"""Segments of track, each between two ends: sides, or nodes from `NODE` on."""


class Shape(NamedTuple):
    """Set of segments of a hex that a route may use together."""

    segments: Segments
    used: tuple[int, ...]  # all their ends
    pieces: tuple[tuple[int, int], ...]  # by piece of track: side or `ROUTE_END` at either end
    ends: tuple[int, ...]  # stops where the route ends
    passed: tuple[int, ...]  # stops that it passes
    calls: tuple[int, ...]  # `ends` and `passed`


class Pattern(NamedTuple):
    """Shapes of a hex with some sides that lead back to earlier places."""

    by_used: dict[int, list[int]]
    """Numbers of the shapes by the known sides that they use, as bits."""
    track: tuple[int, ...]
    """By shape: bits of the newly used track, which no other train may use."""


@lru_cache(maxsize=4096)
def shapes(segments: Segments, junctions: tuple[int, ...]) -> tuple[Shape, ...]:
    """Shapes that a route may form from some segments; the empty one first. `junctions`: nodes that are not stops."""
    chosen: list[Segments] = [()]
    for segment in segments:
        chosen += [(*before, segment) for before in chosen if _may_add(before, segment)]
    found = [_shape(each, junctions) for each in chosen]
    return tuple(shape for shape in found if shape is not None)


@lru_cache(maxsize=4096)
def pattern(segments: Segments, junctions: tuple[int, ...], known: tuple[int, ...]) -> Pattern:
    """Shapes of a hex by the `known` sides that they use."""
    by_used: dict[int, list[int]] = {}
    track: list[int] = []
    for number, shape in enumerate(shapes(segments, junctions)):
        used = sum([1 << end for end in shape.used if end in known])
        by_used.setdefault(used, []).append(number)
        new = sum([1 << end for end in shape.used if end not in known and (end < NODE or end in junctions)])
        inner = [
            1 << FIRST_INNER_BIT + n for n, pair in enumerate(segments) if pair[0] >= NODE and pair in shape.segments
        ]
        track.append(new + sum(inner))
    return Pattern(by_used, tuple(track))


def _may_add(before: Segments, segment: tuple[int, int]) -> bool:
    """True if a route may use one more segment: a side is crossed once, a node has at most two ways in."""
    for end in segment:
        used = sum(end in other for other in before)
        if used >= (1 if end < NODE else 2):
            return False
    return True


def _shape(segments: Segments, junctions: tuple[int, ...]) -> Shape | None:
    """Shape of some segments; None if they form a circle, end at a junction or have more than two ends at stops."""
    beside: dict[int, list[int]] = {}
    for a, b in segments:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    ends = tuple(sorted(end for end, others in beside.items() if end >= NODE and len(others) == 1))
    if len(ends) > 2 or any(end in junctions for end in ends):
        return None
    pieces: list[tuple[int, int]] = []
    seen: set[int] = set()
    for end, others in beside.items():
        if len(others) > 1 or end in seen:
            continue
        seen.add(end)
        before, at = end, others[0]
        while len(beside[at]) > 1:
            seen.add(at)
            first, second = beside[at]
            before, at = at, second if first == before else first
        seen.add(at)
        pieces.append((_side(end), _side(at)))
    if len(seen) < len(beside):
        return None
    passed = tuple(sorted(end for end, others in beside.items() if len(others) > 1 and end not in junctions))
    return Shape(segments, tuple(beside), tuple(pieces), ends, passed, ends + passed)


def _side(end: int) -> int:
    return end if end < NODE else ROUTE_END
