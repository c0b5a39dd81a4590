"""Public games: those that the archive and the statistics may contain."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q, QuerySet

from tetsudo.web.results.statistics.models import ArchiveWish
from tetsudo.web.tables.models import Seat, Snapshot, Table
from tetsudo.web.tables.people import admission

BATCH_SIZE = 200
"""Number of tables read from the database at once."""


def public_tables() -> QuerySet[Table]:
    """Finished tables that are listed, of games that are there from their first move on and have it themselves.

    Left out: tables of anyone who has asked for it, branches, and games from a position made by hand: its text has
    the players' names. A table of a tournament may still be closed: see `open_tables`.
    """
    unwilling = ArchiveWish.objects.values("guest")
    theirs = Seat.objects.filter(Q(guest__in=unwilling) | Q(left_by__in=unwilling), table=OuterRef("pk"))
    restarted = Snapshot.objects.filter(table=OuterRef("pk"), begins=True)
    found = Table.objects.filter(status=Table.Status.FINISHED, is_listed=True, moves_of=None, start="")
    return found.filter(~Exists(theirs), ~Exists(restarted)).order_by("pk")


def open_tables(found: QuerySet[Table]) -> Iterator[Table]:
    """Tables, out of some, that are not closed to the public, one batch in memory after another."""
    last = 0
    while batch := list(found.filter(pk__gt=last).order_by("pk")[:BATCH_SIZE]):
        yield from (table for table in batch if not admission.is_closed(table))
        last = batch[-1].pk
