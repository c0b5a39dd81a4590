"""Removal of tables, deleted or unfinished. Moves that branches still read are kept in a hidden table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import models
from django.utils import timezone

from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import MasterRequest, PauseRequest, Table, UndoRequest

BATCH_SIZE: Final = 500
"""Number of rows removed in one transaction, to keep other writers' waits short."""


_keepers: Final[list[Callable[[Table], bool]]] = []
"""Conditions under which the whole game of a deleted table is kept. Branches need only its moves."""


def keep_games(condition: Callable[[Table], bool]) -> None:
    """Keep the moves and the names of deleted tables that meet a condition."""
    if condition not in _keepers:
        _keepers.append(condition)


def hide(table: Table) -> None:
    """Hide a table; `clear` then removes its data."""
    table.is_hidden, table.is_listed, table.name = True, False, ""
    table.save(update_fields=["is_hidden", "is_listed", "name"])


def clear(table: Table) -> None:
    """Remove a hidden table, except data that its branches read, and hidden ancestors that were kept only for it."""
    games.forget(table)
    for rows in (
        table.messages,
        table.read_marks,
        table.notes,
        table.note_lines,
        table.clock_events,
        table.invitations,
    ):
        _delete(rows.all())
    for request in (UndoRequest, PauseRequest, MasterRequest):
        request.objects.filter(table=table).delete()
    if any(keeps(table) for keeps in _keepers):
        table.seats.update(guest=None, left_by=None)  # only the names are needed
        return
    _delete(table.seats.all())
    if _has_heirs(table):
        return
    for kept in (table.moves, table.milestones, table.snapshots):
        _delete(kept.all())
    above = table.moves_of
    Table.everything.filter(pk=table.pk, is_hidden=True).delete()
    if above is not None and above.is_hidden:
        clear(above)


def sweep(age: timedelta = timedelta()) -> int:
    """Remove tables whose creation or removal was interrupted, and return their number.

    Only for the start of the site: a table that is being created is hidden too. With other processes at work, those
    that have not changed for some time (`age`).
    """
    hidden = Table.everything.filter(is_hidden=True, changed__lte=timezone.now() - age)
    left = [table for table in hidden if not _has_heirs(table)]
    for table in left:
        clear(table)
    return len(left)


def _has_heirs(table: Table) -> bool:
    return Table.everything.filter(moves_of=table).exists() or any(keeps(table) for keeps in _keepers)


def _delete(rows: models.QuerySet[Any]) -> None:
    """Delete rows in short transactions."""
    while True:
        some = list(rows.order_by().values_list("pk", flat=True)[:BATCH_SIZE])
        if some:
            rows.filter(pk__in=some).delete()
        if len(some) < BATCH_SIZE:
            return
