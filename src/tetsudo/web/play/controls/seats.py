"""Notices about a table's seats: requests for consent, overdue seats that may be opened, bots that play for the
viewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.bot_levels import label_of
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.models import Guest, Seat, SeatRequest, Table
from tetsudo.web.tables.seats import leave


class Notice(NamedTuple):
    """A sentence about a seat; `seat`: the number of a seat that the viewer may take back."""

    sentence: str
    seat: int | None = None


def seat_notices(scene: Scene) -> list[Notice]:
    """Notices for the viewer, if they hold or held a seat at the table."""
    guest, table = scene.guest, scene.table
    if guest is None or scene.is_past or table.status != Table.Status.RUNNING:
        return []
    back = list(_return_notices(scene, guest))
    return [*back, *_request_notices(table, guest), *_overdue_notices(table, guest)] if scene.own_seats else back


def _return_notices(scene: Scene, guest: Guest) -> Iterator[Notice]:
    for seat in scene.seats:
        if leave.may_come_back(seat, guest):
            bot = str(label_of(seat.bot))
            yield Notice(_("{bot} plays for {name}: that is you.").format(bot=bot, name=seat.name), seat.number)


def _request_notices(table: Table, guest: Guest) -> Iterator[Notice]:
    for found in SeatRequest.objects.filter(seat__table=table).select_related("seat__table", "asked_by"):
        seat = found.seat
        if guest.pk in found.agreed or guest.pk == seat.guest_id or leave.request_of(seat) is None:
            continue
        who = name_of(table, found.asked_by)
        said = _("{who} asks to let a bot play for {name}.") if found.bot else _("{who} asks to open {name}'s seat.")
        yield Notice(said.format(who=who, name=seat.name))


def _overdue_notices(table: Table, guest: Guest) -> Iterator[Notice]:
    if not table.deadline or table.to_act is None:
        return
    seat = Seat.objects.filter(table=table, number=table.to_act).select_related("table").first()
    if seat and seat.guest_id != guest.pk and leave.is_overdue(seat):
        yield Notice(_("{name} has been inactive for too long: the seat can be opened.").format(name=seat.name))
