"""What a route may do in one hex: which segments of track it uses there, together."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tetsudo.engine.model.tiles import NODE

LOOSE: Final = -1
"""The end of a piece that is an end of the route, at a stop."""

INNER: Final = 14
"""The bit of the first segment from node to node; bits below are of sides and nodes."""

Segments: TypeAlias = tuple[tuple[int, int], ...]
"""Track between two ends each: sides, or nodes from `NODE` on."""


class Shape(NamedTuple):
    """Some segments of a hex that a route may use together."""

    segments: Segments
    used: tuple[int, ...]  # all their ends
    pieces: tuple[tuple[int, int], ...]  # by piece of track: the side or `LOOSE` at either end
    ends: tuple[int, ...]  # the stops where the route ends
    passed: tuple[int, ...]  # the stops that it passes
    calls: tuple[int, ...]  # both


class Pattern(NamedTuple):
    """The shapes of a hex of which some sides lead back to where a route was before."""

    by_used: dict[int, list[int]]
    """By those sides that a route uses, as bits: the numbers of the shapes."""
    track: tuple[int, ...]
    """By shape: bits of what no other train may use that was free before."""


@lru_cache(maxsize=4096)
def shapes(segments: Segments, junctions: tuple[int, ...]) -> tuple[Shape, ...]:
    """All that a route may do with some segments; first, nothing. `junctions`: the nodes that are no stops."""
    chosen: list[Segments] = [()]
    for segment in segments:
        chosen += [(*before, segment) for before in chosen if _fits(before, segment)]
    found = [_shape(each, junctions) for each in chosen]
    return tuple(shape for shape in found if shape is not None)


@lru_cache(maxsize=4096)
def pattern(segments: Segments, junctions: tuple[int, ...], known: tuple[int, ...]) -> Pattern:
    """The same shapes by what they use of some sides."""
    by_used: dict[int, list[int]] = {}
    track: list[int] = []
    for number, shape in enumerate(shapes(segments, junctions)):
        used = sum([1 << end for end in shape.used if end in known])
        by_used.setdefault(used, []).append(number)
        new = sum([1 << end for end in shape.used if end not in known and (end < NODE or end in junctions)])
        inner = [1 << INNER + n for n, pair in enumerate(segments) if pair[0] >= NODE and pair in shape.segments]
        track.append(new + sum(inner))
    return Pattern(by_used, tuple(track))


def _fits(before: Segments, segment: tuple[int, int]) -> bool:
    """Whether a route may use a segment more: a side is crossed once, a node has two ways in at the most."""
    for end in segment:
        used = sum(end in other for other in before)
        if used >= (1 if end < NODE else 2):
            return False
    return True


def _shape(segments: Segments, junctions: tuple[int, ...]) -> Shape | None:
    """What some segments are to a route; None where they run in a circle, or end at a junction."""
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
    return end if end < NODE else LOOSE
