"""Removing tables, and what was never finished. What branches still read stays, though nobody sees the table."""

from __future__ import annotations

from typing import Any, Final

from django.db import models

from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table, UndoRequest

AT_ONCE: Final = 500
"""How many rows go in one transaction: nobody who wants to write waits for more."""


def hide(table: Table) -> None:
    """Let nobody find a table any more; `clear` then removes what is left of it."""
    table.is_hidden, table.is_listed, table.name = True, False, ""
    table.save(update_fields=["is_hidden", "is_listed", "name"])


def clear(table: Table) -> None:
    """Remove a table that is hidden, but for what its branches read; and ancestors that stayed only for it."""
    games.forget(table)
    for rows in (table.messages, table.read_marks, table.notes, table.seats):
        _delete(rows.all())
    UndoRequest.objects.filter(table=table).delete()
    if _has_heirs(table):
        return
    for kept in (table.moves, table.milestones, table.snapshots):
        _delete(kept.all())
    above = table.moves_of
    Table.everything.filter(pk=table.pk, is_hidden=True).delete()
    if above is not None and above.is_hidden:
        clear(above)


def sweep() -> int:
    """Remove what a process left that ended while it made or removed a table; how many tables that were.

    Only at a start: a table that is just being made is hidden too.
    """
    left = [table for table in Table.everything.filter(is_hidden=True) if not _has_heirs(table)]
    for table in left:
        clear(table)
    return len(left)


def _has_heirs(table: Table) -> bool:
    return Table.everything.filter(moves_of=table).exists()


def _delete(rows: models.QuerySet[Any]) -> None:
    """Rows in short transactions."""
    while True:
        some = list(rows.order_by().values_list("pk", flat=True)[:AT_ONCE])
        if some:
            rows.filter(pk__in=some).delete()
        if len(some) < AT_ONCE:
            return
