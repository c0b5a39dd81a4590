"""What the page of a table says about its seats: consent that is asked for, and seats that may be emptied."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tetsudo.web.table.scene import Scene
from tetsudo.web.tables import vacating
from tetsudo.web.tables.models import Guest, Seat, SeatRequest, Table
from tetsudo.web.tables.talking import name_of


def news_of(scene: Scene) -> list[str]:
    """Sentences for who looks, if he has a say about the table's seats."""
    guest, table = scene.guest, scene.table
    if guest is None or scene.is_past or table.status != Table.Status.RUNNING or not scene.own:
        return []
    return [*_asked(table, guest), *_overdue(table, guest)]


def _asked(table: Table, guest: Guest) -> Iterator[str]:
    for found in SeatRequest.objects.filter(seat__table=table).select_related("seat__table", "asked_by"):
        seat = found.seat
        if guest.pk in found.agreed or guest.pk == seat.guest_id or vacating.request_of(seat) is None:
            continue
        who = name_of(table, found.asked_by)
        said = (
            _("{who} asks to let a bot play for {name}.") if found.bot else _("{who} asks to open the seat of {name}.")
        )
        yield said.format(who=who, name=seat.name)


def _overdue(table: Table, guest: Guest) -> Iterator[str]:
    if not table.deadline or table.to_act is None:
        return
    seat = Seat.objects.filter(table=table, number=table.to_act).select_related("table").first()
    if seat and seat.guest_id != guest.pk and vacating.is_overdue(seat):
        yield _("{name} has let the game wait for too long: the seat may be opened.").format(name=seat.name)
