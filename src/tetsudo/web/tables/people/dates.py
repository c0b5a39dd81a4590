"""Dates of live games: the owner of a table may move one until the game starts, and all who sit there are told."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.people import announcements


def may_move(table: Table, guest: Guest | None) -> bool:
    """True if a guest may move the date: the owner, before it, and as long as the game waits or has no move."""
    if guest is None or guest.pk != table.owner_id or table.starts_at is None:
        return False
    if table.status == Table.Status.WAITING:
        return True
    return table.status == Table.Status.RUNNING and not table.version and table.starts_at > timezone.now()


def move(table: Table, by: Guest, starts_at: datetime) -> None:
    """Move the date. `NotAllowed` unless `may_move`."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        if not may_move(table, by):
            raise NotAllowed(_("Only the table's owner can move the date, until the game has started."))
        if table.starts_at == starts_at:
            return
        table.starts_at = starts_at
        table.save(update_fields=["starts_at", "changed"])
        # No clock runs before the date.
        Table.objects.filter(pk=table.pk, clock_since__isnull=False).update(clock_since=F("starts_at"))
        announcements.announce_new_date(table, by)
    events.notify(table.pk, events.TABLE, table.version)
