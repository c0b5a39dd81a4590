"""Tree of branches: the game that a branch started from, and the viewer's own branches of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.models import Guest, Table

MAX_TABLES: Final = 40
"""Maximum number of tables in a tree."""

MAX_INDENT: Final = 6
"""Maximum indentation level; deeper branches are not indented further."""


@dataclass(frozen=True)
class TreeEntry:
    """A table in the tree."""

    table: Table
    depth: int
    is_here: bool


def context(scene: Scene) -> dict[str, Any]:
    """Template context for the tree; empty if there are no branches."""
    line = _line(scene.table)
    twigs = _tree(line, scene.guest)
    return {"tree": twigs if len(twigs) > 1 else [], "goes_on_from": line[-2] if len(line) > 1 else None}


def _line(table: Table) -> list[Table]:
    """Games from the original one down to a table, each a branch of the one before. Starts after any deleted game."""
    line = [table]
    while line[0].branch_of_id is not None and len(line) < MAX_TABLES:
        before = Table.objects.filter(pk=line[0].branch_of_id).first()
        if before is None:
            break
        line.insert(0, before)
    return line


def _tree(line: list[Table], guest: Guest | None) -> list[TreeEntry]:
    """The first game of a line and its branches, depth first: those in the line, and the guest's own."""
    beside: dict[int, list[Table]] = {}
    known = {table.pk for table in line}
    for one, other in pairwise(line):
        beside[one.pk] = [other]
    level = list(line)
    while guest and level and len(known) < MAX_TABLES:
        found = Table.objects.filter(branch_of__in=level, owner=guest).exclude(pk__in=known)
        level = list(found.order_by("-pk")[: MAX_TABLES - len(known)])
        for table in level:
            beside.setdefault(table.branch_of_id or 0, []).append(table)
        known |= {table.pk for table in level}
    return list(_depth_first(line[0], beside, line[-1], 0))


def _depth_first(table: Table, beside: dict[int, list[Table]], here: Table, depth: int) -> Iterator[TreeEntry]:
    yield TreeEntry(table, min(depth, MAX_INDENT), table.pk == here.pk)
    for branch in sorted(beside.get(table.pk, ()), key=lambda each: (each.branch_version, each.pk)):
        yield from _depth_first(branch, beside, here, depth + 1)
