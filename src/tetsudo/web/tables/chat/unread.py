"""Unread chat messages: the last message that each guest has read at a table, and the number since.

A mark belongs to a guest, not to a browser, so that reading on one device counts on all. Players and the owner of the
table have read nothing before their first mark; for players who join later, earlier messages count as read.
Spectators count from their first look at the chat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from django.db.models import Count, Q

from tetsudo.web.tables.models import Guest, Message, ReadMark, Table
from tetsudo.web.tables.people.blocks import blocked_rows


def last_read(table: Table, guest: Guest) -> int | None:
    """Last message that a guest has read, 0 for none; None for a spectator who has not opened the chat yet."""
    mark = ReadMark.objects.filter(table=table, guest=guest).values_list("message", flat=True).first()
    return 0 if mark is None and _is_party(table, guest) else mark


def counts(tables: Sequence[Table], guest: Guest | None) -> Mapping[int, int]:
    """Number of unread messages by table id; tables without any are left out."""
    starts = _starts(tables, guest) if guest else {}
    if guest is None or not starts:
        return {}
    later = reduce(or_, (Q(table=table, pk__gt=start) for table, start in starts.items()))
    found = Message.objects.filter(later).exclude(guest=guest).exclude(guest__in=blocked_rows(guest)).order_by()
    return dict(found.values_list("table").annotate(Count("pk")))


def _starts(tables: Sequence[Table], guest: Guest) -> dict[int, int]:
    """Last message that a guest has read, by id of each table where messages count as unread for them."""
    marks = dict(ReadMark.objects.filter(table__in=tables, guest=guest).values_list("table", "message"))
    own = {table.pk for table in tables if _is_party(table, guest)}
    return {table.pk: marks.get(table.pk, 0) for table in tables if table.pk in own or table.pk in marks}


def _is_party(table: Table, guest: Guest) -> bool:
    return table.owner_id == guest.pk or any(seat.guest_id == guest.pk for seat in table.seats.all())


def mark_read(table: Table, guest: Guest, message: int) -> None:
    """Mark messages as read up to `message`, or up to the last one that exists. Marks never move back."""
    last = min(message, _last_message(table))
    mark = ReadMark.objects.filter(table=table, guest=guest).first()
    if mark is None:
        mark, _made = ReadMark.objects.get_or_create(table=table, guest=guest, defaults={"message": last})
    if mark.message < last:
        ReadMark.objects.filter(pk=mark.pk, message__lt=last).update(message=last)


def mark_earlier_read(table: Table, guest: Guest) -> None:
    """Mark the messages from before a guest sat down as read, unless they have a mark already."""
    ReadMark.objects.get_or_create(table=table, guest=guest, defaults={"message": _last_message(table)})


def _last_message(table: Table) -> int:
    return Message.objects.filter(table=table).order_by("-pk").values_list("pk", flat=True).first() or 0
