"""Whether a lay is connected: what the faces alone tell, and which walks have to be asked for.

New track counts where a walk of the company can run over it, which uses no hexside, junction or
stop twice (1889 TRK-13, CON-01). Until it comes to new track, a walk goes over what lay there
before; so that nearly always it is enough to know by which sides walks arrive. Where a walk that
arrives may have used what comes next, the answer is the ways that have to be asked about.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from tetsudo.board.lays import Lays
from tetsudo.model.tiles import JUNCTION, NODE, End, Face, Node
from tetsudo.units import FaceId

Way: TypeAlias = tuple[End, End]
"""Track of one hex in one direction, from a side or stop to another, by way of junctions or not."""

Verdict: TypeAlias = bool | tuple[Way, ...]
"""Connected or not; or connected if a walk that runs on the old face comes to one of some ways, of the
ends of the old face, without having used their other end."""

TRY: Final[Verdict] = ((-1, -1),)
"""The walks of the new face have to be asked, since it lets them go on where the old one did not."""


class Fresh(NamedTuple):
    """A way that only the new face has."""

    start: End
    end: End
    junctions: tuple[End, ...]


class Extension(NamedTuple):
    """What one face brings in place of another; facts of the faces alone."""

    ways: tuple[Fresh, ...]
    moves: tuple[int, ...]  # see `Lays.city_moves`
    merged: int  # new nodes that several old ones become, as bits
    worth: tuple[int, ...]  # old nodes that are worth something else on the new face
    shared: bool  # some new way leads through a junction that the old face has too


class Holdings(NamedTuple):
    """What tokens make of the nodes of a hex for one company, as bits."""

    own: int  # old nodes with its token
    full: int  # old nodes that it may not pass
    full_after: int  # new ones


def extension(lays: Lays, old: FaceId, new: FaceId) -> Extension:
    """What a face brings in place of another; remembered."""
    found = lays.extensions.get((old, new))
    if not isinstance(found, Extension):
        found = _extension(lays.ground.faces[old], lays.ground.faces[new], lays.city_moves(old, new))
        lays.extensions[old, new] = found
    return found


def _extension(was: Face, face: Face, moves: tuple[int, ...]) -> Extension:
    kept = {(_after_end(a, moves), _after_end(b, moves)) for a, b, _ in _ways(was)}
    ways = tuple(way for way in _ways(face) if way[:2] not in kept)
    merged = sum(1 << to for to in set(moves) if to >= 0 and moves.count(to) > 1)
    worth = tuple(n for n, to in enumerate(moves) if to >= 0 and _worth(was.nodes[n]) != _worth(face.nodes[to]))
    old_junctions = {NODE + to for n, to in enumerate(moves) if was.nodes[n].kind == JUNCTION}
    return Extension(ways, moves, merged, worth, any(old_junctions & set(way.junctions) for way in ways))


def _ways(face: Face) -> list[Fresh]:
    """All track of a face, each in both directions."""
    junctions = {NODE + n for n, node in enumerate(face.nodes) if node.kind == JUNCTION}
    found: list[Fresh] = []
    for start in range(NODE + len(face.nodes)):
        todo: list[tuple[End, End, tuple[End, ...]]] = [] if start in junctions else [(start, -1, ())]
        while todo:
            at, origin, passed = todo.pop()
            for end in face.ways_out(at):
                if end not in junctions:
                    found.append(Fresh(start, end, passed))
                elif end != origin and end not in passed:
                    todo.append((end, at, (*passed, end)))
    return [way for way in found if way.start != way.end]


def look(lays: Lays, old: FaceId, new: FaceId, edges: int, holdings: Holdings, rule: str) -> Verdict:
    """What can be said of a lay from the sides by which the company's track arrives, `edges` as bits."""
    was, face = lays.ground.faces[old], lays.ground.faces[new]
    brings = extension(lays, old, new)
    full = holdings.full_after
    nodes = _spread(face, edges, _after(holdings.own, brings.moves), full)
    through = nodes & ~full
    if rule == "permissive":
        return any(_touches(end, edges, through) for segment in face.segments for end in segment)
    touched = [way for way in brings.ways if _touches(way.start, edges, through)]
    worth = brings.worth if rule == "semi-restrictive" else ()
    raised = [n for n in worth if nodes >> brings.moves[n] & 1]
    if _closes(holdings, brings.moves):
        return TRY if brings.ways or worth else False
    merged = brings.merged & through
    if any(not merged or merged >> brings.moves[n] & 1 for n in raised):
        return True
    if not brings.shared and any(
        _is_sure(was, way, brings, edges) and (not merged or _is_at(way, merged)) for way in touched
    ):
        return True
    opened = _after(holdings.full, brings.moves) & through
    if merged or opened:
        return TRY if brings.ways or worth else False
    if brings.shared and touched:
        return TRY
    before = {NODE + to: NODE + n for n, to in enumerate(brings.moves)}
    return tuple((before.get(way.start, way.start), before.get(way.end, way.end)) for way in touched) or False


def _is_sure(was: Face, way: Fresh, brings: Extension, edges: int) -> bool:
    """Whether who comes to a way can go on over it, or has passed its other end and could have run it from there."""
    start, end, _ = way
    if end >= NODE:
        return start >= NODE or not was.exits >> start & 1 or end - NODE not in brings.moves
    if not was.exits >> end & 1:
        return True
    return not edges >> end & 1 and not any(
        _touches(other, edges, -1) for other, to, _ in _ways(was) if to == end
    )


def _is_at(way: Fresh, nodes: int) -> bool:
    """Whether a way begins or ends at one of some nodes."""
    return any(end >= NODE and nodes >> (end - NODE) & 1 for end in way[:2])


def _closes(holdings: Holdings, moves: tuple[int, ...]) -> bool:
    """Whether a node that could be passed can no longer be, since it has become one with another."""
    return any(
        holdings.full_after >> to & 1 and not holdings.full >> n & 1 for n, to in enumerate(moves) if to >= 0
    )


def _after(nodes: int, moves: tuple[int, ...]) -> int:
    """What some old nodes become, as bits."""
    bits = 0
    for n, to in enumerate(moves):
        if to >= 0 and nodes >> n & 1:
            bits |= 1 << to
    return bits


def _spread(face: Face, edges: int, nodes: int, full: int) -> int:
    """The nodes reached from sides and nodes, through all that is not full."""
    while True:
        before = nodes
        for a, b in face.segments:
            through = nodes & ~full
            if b >= NODE and _touches(a, edges, through):
                nodes |= 1 << (b - NODE)
            if a >= NODE and _touches(b, edges, through):
                nodes |= 1 << (a - NODE)
        if nodes == before:
            return nodes


def _touches(end: End, edges: int, nodes: int) -> bool:
    return bool(edges >> end & 1 if end < NODE else nodes >> (end - NODE) & 1)


def _after_end(end: End, moves: tuple[int, ...]) -> End:
    """What an old end becomes; -1 if nothing."""
    if end < NODE:
        return end
    return NODE + moves[end - NODE] if moves[end - NODE] >= 0 else -1


def _worth(node: Node) -> tuple[int, ...]:
    return node.revenue if node.kind != JUNCTION else ()
