"""Unread chat: up to which message each person has read a table's chat, and how many came since.

A mark belongs to a person, not to a browser, so that what was read on one device is read on all. Players, and who
opened the table, have read nothing before their first mark; whoever takes a seat later has read what was there.
Spectators count from their first look at the chat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from django.db.models import Count, Q

from tetsudo.web.tables.models import Guest, Message, ReadMark, Table


def last_read(table: Table, guest: Guest) -> int | None:
    """The last message that a guest has read, 0 for none; None if he watches and has not looked at the chat yet."""
    mark = ReadMark.objects.filter(table=table, guest=guest).values_list("message", flat=True).first()
    return 0 if mark is None and _is_party(table, guest) else mark


def counts(tables: Sequence[Table], guest: Guest | None) -> Mapping[int, int]:
    """The number of unread messages by table id; tables without any are left out."""
    starts = _starts(tables, guest) if guest else {}
    if not starts:
        return {}
    later = reduce(or_, (Q(table=table, pk__gt=start) for table, start in starts.items()))
    found = Message.objects.filter(later).exclude(guest=guest).order_by()
    return dict(found.values_list("table").annotate(Count("pk")))


def _starts(tables: Sequence[Table], guest: Guest) -> dict[int, int]:
    """The last message that a guest has read, by table, where any may be unread to him."""
    marks = dict(ReadMark.objects.filter(table__in=tables, guest=guest).values_list("table", "message"))
    own = {table.pk for table in tables if _is_party(table, guest)}
    return {table.pk: marks.get(table.pk, 0) for table in tables if table.pk in own or table.pk in marks}


def _is_party(table: Table, guest: Guest) -> bool:
    return table.owner_id == guest.pk or any(seat.guest_id == guest.pk for seat in table.seats.all())


def mark_read(table: Table, guest: Guest, message: int) -> None:
    """Remember that a guest has read up to a message, or to the last one there is. Marks never go back."""
    last = min(message, _last(table))
    mark = ReadMark.objects.filter(table=table, guest=guest).first()
    if mark is None:
        mark, _made = ReadMark.objects.get_or_create(table=table, guest=guest, defaults={"message": last})
    if mark.message < last:
        ReadMark.objects.filter(pk=mark.pk, message__lt=last).update(message=last)


def join(table: Table, guest: Guest) -> None:
    """Count the messages from before a guest sat down as read, unless he has a mark already."""
    ReadMark.objects.get_or_create(table=table, guest=guest, defaults={"message": _last(table)})


def _last(table: Table) -> int:
    return Message.objects.filter(table=table).order_by("-pk").values_list("pk", flat=True).first() or 0
