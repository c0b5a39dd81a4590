"""Whether a lay is connected: what the faces alone tell, and which walks have to be asked for.

New track counts where a walk of the company can run over it, which uses no hexside, junction or
stop twice (1889-TRK-13, 1889-CON-01). Until it comes to new track, a walk goes over what lay there
before; so that nearly always it is enough to know by which sides walks arrive. Where a walk that
arrives may have used what comes next, the answer is the ways that have to be asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.units import FaceId
from tetsudo.engine.model.tiles import JUNCTION, NODE, End, Face, Node
from tetsudo.engine.network.upgrades import Lays, Verdict

Course: TypeAlias = tuple[End, End, tuple[End, ...]]
"""Where track of a hex leads from and to, sides or stops, and the junctions on it."""

TRY: Final[Verdict] = ((-1, -1),)
"""The walks of the new face have to be asked, since it lets them go on where the old one did not."""

ALWAYS: Final = 1 << NODE
"""Among sides, as bits: whatever the side."""


class Fresh(NamedTuple):
    """A way that only the new face has."""

    start: End
    end: End
    junctions: tuple[End, ...]
    doubts: int
    """Sides by which a walk arrives that may have used the end before, so that it can not go on; see `_doubts`."""


class Extension(NamedTuple):
    """What one face brings in place of another; facts of the faces alone."""

    ways: tuple[Fresh, ...]
    ends: int  # of the new face, where it has track, as bits
    moves: tuple[int, ...]  # see `Lays.city_moves`
    merged: int  # new nodes that several old ones become, as bits
    worth: tuple[int, ...]  # old nodes that are worth something else on the new face
    shared: bool  # some new way leads through a junction that the old face has too


class Holdings(NamedTuple):
    """What tokens make of the nodes of a hex for one company, as bits."""

    own: int  # old nodes with its token
    full: int  # old nodes that it may not pass
    full_after: int  # new ones


NO_TOKENS: Final = Holdings(0, 0, 0)


def extension(lays: Lays, old: FaceId, new: FaceId) -> Extension:
    """What a face brings in place of another; remembered."""
    found = lays.extensions.get((old, new))
    if not isinstance(found, Extension):
        found = _extension(lays.ground.faces[old], lays.ground.faces[new], lays.city_moves(old, new))
        lays.extensions[old, new] = found
    return found


def look(lays: Lays, old: FaceId, new: FaceId, edges: int, holdings: Holdings, rule: str) -> Verdict:
    """What can be said of a lay from the sides by which the company's track arrives, `edges` as bits."""
    brings = extension(lays, old, new)
    moves = brings.moves
    face = lays.ground.faces[new]
    nodes = _spread(face, edges, _after(holdings.own, moves), holdings.full_after) if face.nodes else 0
    through = nodes & ~holdings.full_after
    reached = edges | through << NODE
    if rule == "permissive":
        return bool(reached & brings.ends)  # 1888*-TRK-12, 1888*-UPG-06, 1888*-UPG-07, 1890-10.3.1-c
    touched = [way for way in brings.ways if reached >> way.start & 1]
    worth = brings.worth if rule == "semi-restrictive" else ()
    may_extend = bool(brings.ways or worth)
    if holdings.full_after and _closes(holdings, moves):
        return may_extend and TRY
    # Two cities that became one can be passed once only, so that what lies beyond may no longer be reached.
    merged = brings.merged & through
    if any(not merged or merged >> moves[n] & 1 for n in worth if nodes >> moves[n] & 1):
        return True
    arrives = edges | ALWAYS
    for way in touched:
        if not (way.doubts & arrives or brings.shared) and (not merged or _is_at(way, merged)):
            return True
    if merged or _after(holdings.full, moves) & through:
        return may_extend and TRY
    if touched and brings.shared:
        return TRY
    before = {NODE + to: NODE + n for n, to in enumerate(moves)}
    return tuple((before.get(way.start, way.start), before.get(way.end, way.end)) for way in touched) or False


def _extension(was: Face, face: Face, moves: tuple[int, ...]) -> Extension:
    old_ways = _ways(was)
    kept = {(_moved(start, moves), _moved(end, moves)) for start, end, _ in old_ways}
    ways = tuple(
        Fresh(*way, _doubts(was, old_ways, way[0], way[1], moves)) for way in _ways(face) if way[:2] not in kept
    )
    return Extension(
        ways=ways,
        ends=_bits(end for segment in face.segments for end in segment),
        moves=moves,
        merged=_bits(to for to in moves if to >= 0 and moves.count(to) > 1),
        worth=tuple(n for n, to in enumerate(moves) if to >= 0 and _worth(was.nodes[n]) != _worth(face.nodes[to])),
        shared=any(NODE + to in way.junctions for way in ways for to in moves),
    )


def _doubts(was: Face, old_ways: list[Course], start: End, end: End, moves: tuple[int, ...]) -> int:
    """The sides by which walks arrive, one of which has to be, for a walk to have used the end of a way in vain.

    That is a side where old track ends, since one passes it only by that track. It is no node, but from a side
    with old track: else who has passed the node could have run over the way from there.
    """
    if end >= NODE:
        is_free = start >= NODE or not was.exits >> start & 1 or end - NODE not in moves
        return 0 if is_free else ALWAYS
    if not was.exits >> end & 1:
        return 0
    return 1 << end | _bits(min(other, NODE) for other, to, _ in old_ways if to == end)


def _ways(face: Face) -> list[Course]:
    """All track of a face, each in both directions."""
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


def _is_at(way: Fresh, nodes: int) -> bool:
    """Whether a way begins or ends at one of some nodes."""
    return bool((1 << way.start | 1 << way.end) >> NODE & nodes)


def _closes(holdings: Holdings, moves: tuple[int, ...]) -> bool:
    """Whether a node that could be passed can no longer be, since it has become one with another."""
    return any(holdings.full_after >> to & 1 and not holdings.full >> n & 1 for n, to in enumerate(moves) if to >= 0)


def _after(nodes: int, moves: tuple[int, ...]) -> int:
    """What some old nodes become, as bits."""
    return _bits(to for n, to in enumerate(moves) if to >= 0 and nodes >> n & 1) if nodes else 0


def _spread(face: Face, edges: int, nodes: int, full: int) -> int:
    """The nodes reached from sides and nodes, through all that is not full."""
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


def _moved(end: End, moves: tuple[int, ...]) -> End:
    """What an old end becomes; -1 if nothing."""
    if end < NODE:
        return end
    return NODE + moves[end - NODE] if moves[end - NODE] >= 0 else -1


def _worth(node: Node) -> tuple[int, ...]:
    return node.revenue if node.kind != JUNCTION else ()


def _bits(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
