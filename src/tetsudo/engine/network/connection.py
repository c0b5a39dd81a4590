"""Connection check of a tile lay: a verdict from the faces alone, or the walks that must be searched.

New track counts if a walk of the company can run over it without using any hexside, junction or
stop twice (1889-TRK-13, 1889-CON-01). Before a walk reaches new track, it runs over old track only.
So it is nearly always enough to know by which sides walks arrive. If an arriving walk may already
have used what comes next, the verdict lists the ways that must be searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.units import FaceId
from tetsudo.engine.model.tiles import JUNCTION, NODE, End, Face, Node
from tetsudo.engine.network.upgrades import Lays, Verdict

Course: TypeAlias = tuple[End, End, tuple[End, ...]]
"""Track of a hex: its start and end, each a side or a stop, and the junctions in between."""

SEARCH_WALKS: Final[Verdict] = ((-1, -1),)
"""Verdict: search the walks on the new face, since they may continue differently than on the old one."""

ANY_SIDE_BIT: Final = 1 << NODE
"""Bit in a set of sides that stands for any side."""


class NewWay(NamedTuple):
    """New way: one that the old face does not have."""

    start: End
    end: End
    junctions: tuple[End, ...]
    doubts: int
    """Sides by which a walk may arrive that has already used the end, so it cannot go on; see `_doubtful_sides`."""


class Extension(NamedTuple):
    """Changes when one face replaces another; they depend on the faces alone."""

    ways: tuple[NewWay, ...]
    ends: int  # ends of track on the new face, as bits
    moves: tuple[int, ...]  # see `Lays.city_moves`
    merged: int  # new nodes into which several old ones merge, as bits
    worth: tuple[int, ...]  # old nodes whose revenue differs on the new face
    shared: bool  # True if a new way leads through a junction that the old face has too


class Holdings(NamedTuple):
    """Nodes of a hex by what the tokens there mean for one company, as bits."""

    own: int  # old nodes with its token
    full: int  # old nodes that it may not pass
    full_after: int  # new nodes that it may not pass


NO_TOKENS: Final = Holdings(0, 0, 0)


def extension(lays: Lays, old: FaceId, new: FaceId) -> Extension:
    """Changes when one face replaces another; cached."""
    found = lays.extensions.get((old, new))
    if not isinstance(found, Extension):
        found = _find_extension(lays.ground.faces[old], lays.ground.faces[new], lays.city_moves(old, new))
        lays.extensions[old, new] = found
    return found


def lay_verdict(lays: Lays, old: FaceId, new: FaceId, edges: int, holdings: Holdings, rule: str) -> Verdict:
    """Verdict on a tile lay. `edges`: bits of the sides by which the company's track arrives."""
    brings = extension(lays, old, new)
    moves = brings.moves
    face = lays.ground.faces[new]
    nodes = _reached_nodes(face, edges, _new_nodes(holdings.own, moves), holdings.full_after) if face.nodes else 0
    through = nodes & ~holdings.full_after
    reached = edges | through << NODE
    if rule == "permissive":
        return bool(reached & brings.ends)  # 1888*-TRK-12, 1888*-UPG-06, 1888*-UPG-07, 1890-10.3.1-c
    touched = [way for way in brings.ways if reached >> way.start & 1]
    worth = brings.worth if rule == "semi-restrictive" else ()
    may_extend = bool(brings.ways or worth)
    if holdings.full_after and _closes_node(holdings, moves):
        return may_extend and SEARCH_WALKS
    # Merged cities can be passed only once, so track beyond them may no longer be reachable.
    merged = brings.merged & through
    if any(not merged or merged >> moves[n] & 1 for n in worth if nodes >> moves[n] & 1):
        return True
    arrives = edges | ANY_SIDE_BIT
    for way in touched:
        if not (way.doubts & arrives or brings.shared) and (not merged or _touches_node(way, merged)):
            return True
    if merged or _new_nodes(holdings.full, moves) & through:
        return may_extend and SEARCH_WALKS
    if touched and brings.shared:
        return SEARCH_WALKS
    before = {NODE + to: NODE + n for n, to in enumerate(moves)}
    return tuple((before.get(way.start, way.start), before.get(way.end, way.end)) for way in touched) or False


def _find_extension(was: Face, face: Face, moves: tuple[int, ...]) -> Extension:
    old_ways = _ways(was)
    kept = {(_new_end(start, moves), _new_end(end, moves)) for start, end, _ in old_ways}
    ways = tuple(
        NewWay(*way, _doubtful_sides(was, old_ways, way[0], way[1], moves))
        for way in _ways(face)
        if way[:2] not in kept
    )
    return Extension(
        ways=ways,
        ends=_bits(end for segment in face.segments for end in segment),
        moves=moves,
        merged=_bits(to for to in moves if to >= 0 and moves.count(to) > 1),
        worth=tuple(
            n for n, to in enumerate(moves) if to >= 0 and _stop_revenue(was.nodes[n]) != _stop_revenue(face.nodes[to])
        ),
        shared=any(NODE + to in way.junctions for way in ways for to in moves),
    )


def _doubtful_sides(was: Face, old_ways: list[Course], start: End, end: End, moves: tuple[int, ...]) -> int:
    """Sides by which a walk may arrive that has already used the end of a way, and so cannot take the way.

    If the end is a side, this requires old track at that side: a walk passes the side only over that track.
    If the end is a node, it requires that the start is a side with old track: otherwise a walk that passed the
    node could have taken the way from there.
    """
    if end >= NODE:
        is_free = start >= NODE or not was.exits >> start & 1 or end - NODE not in moves
        return 0 if is_free else ANY_SIDE_BIT
    if not was.exits >> end & 1:
        return 0
    return 1 << end | _bits(min(other, NODE) for other, to, _ in old_ways if to == end)


def _ways(face: Face) -> list[Course]:
    """All track of a face, in both directions."""
    junctions = {NODE + n for n, node in enumerate(face.nodes) if node.kind == JUNCTION}
    found: list[Course] = []
    for start in range(NODE + len(face.nodes)):
        todo: list[Course] = [] if start in junctions else [(start, start, ())]
        while todo:
            at, origin, passed = todo.pop()
            for end in face.ways_out(at):
                if end not in junctions:
                    found.append((start, end, passed))
                elif end != origin and end not in passed:
                    todo.append((end, at, (*passed, end)))
    return [course for course in found if course[0] != course[1]]


def _touches_node(way: NewWay, nodes: int) -> bool:
    """True if a way starts or ends at one of the given nodes."""
    return bool((1 << way.start | 1 << way.end) >> NODE & nodes)


def _closes_node(holdings: Holdings, moves: tuple[int, ...]) -> bool:
    """True if a node that could be passed becomes full by merging with another."""
    return any(holdings.full_after >> to & 1 and not holdings.full >> n & 1 for n, to in enumerate(moves) if to >= 0)


def _new_nodes(nodes: int, moves: tuple[int, ...]) -> int:
    """New nodes of the given old nodes, as bits."""
    return _bits(to for n, to in enumerate(moves) if to >= 0 and nodes >> n & 1) if nodes else 0


def _reached_nodes(face: Face, edges: int, nodes: int, full: int) -> int:
    """Nodes reached from the given sides and nodes, through every node that is not full."""
    while True:
        before = nodes
        for a, b in face.segments:
            reached = edges | (nodes & ~full) << NODE
            if b >= NODE and reached >> a & 1:
                nodes |= 1 << (b - NODE)
            if a >= NODE and reached >> b & 1:
                nodes |= 1 << (a - NODE)
        if nodes == before:
            return nodes


def _new_end(end: End, moves: tuple[int, ...]) -> End:
    """New end for an old end; -1 if there is none."""
    if end < NODE:
        return end
    return NODE + moves[end - NODE] if moves[end - NODE] >= 0 else -1


def _stop_revenue(node: Node) -> tuple[int, ...]:
    return node.revenue if node.kind != JUNCTION else ()


def _bits(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
