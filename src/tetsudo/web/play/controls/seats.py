"""Notices about a table's seats: requests for consent, overdue seats that may be opened, bots that play for the
viewer, players who are away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.bot_levels import label_of
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.clocks import deadlines
from tetsudo.web.tables.models import Guest, Seat, SeatRequest, Table
from tetsudo.web.tables.seats import leave, master_mode


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
    told = [*back, *_vacation_notices(scene, guest)]
    if not scene.own_seats:
        return told
    asked = [*_master_notices(table, guest), *_request_notices(scene, guest)]
    return [*told, *asked, *_overdue_notices(table, guest), *_away_notices(scene, guest)]


def _return_notices(scene: Scene, guest: Guest) -> Iterator[Notice]:
    for seat in scene.seats:
        if leave.may_come_back(seat, guest):
            bot = str(label_of(seat.bot))
            yield Notice(_("{bot} plays for {name}: that is you.").format(bot=bot, name=seat.name), seat.number)


def _request_notices(scene: Scene, guest: Guest) -> Iterator[Notice]:
    seats = {seat.pk: seat for seat in scene.seats}
    for found in SeatRequest.objects.filter(seat__in=seats).select_related("asked_by"):
        seat = seats[found.seat_id]
        if guest.pk in found.agreed or guest.pk == seat.guest_id or leave.request_of(seat) is None:
            continue
        who = name_of(scene.table, found.asked_by)
        said = _("{who} asks to let a bot play for {name}.") if found.bot else _("{who} asks to open {name}'s seat.")
        yield Notice(said.format(who=who, name=seat.name))


def _master_notices(table: Table, guest: Guest) -> Iterator[Notice]:
    """Request for master mode, until the viewer has agreed. Once it is in force, decisions need the space."""
    if guest.pk in master_mode.missing(table):
        who = name_of(table, table.owner)
        yield Notice(_("{who} asks to move for every player (master mode).").format(who=who))


def _vacation_notices(scene: Scene, guest: Guest) -> Iterator[Notice]:
    """The vacation of the player to act, unless that is the viewer."""
    for seat in scene.seats if scene.table.vacation_days else ():
        until = deadlines.away_until(seat) if seat.number == scene.table.to_act else None
        if until and seat.guest_id != guest.pk:
            yield Notice(_("{name} is on vacation until {date}.").format(name=seat.name, date=f"{until:%Y-%m-%d}"))


def _overdue_notices(table: Table, guest: Guest) -> Iterator[Notice]:
    if not table.deadline or table.to_act is None:
        return
    seat = Seat.objects.filter(table=table, number=table.to_act).select_related("table").first()
    if seat is None or seat.guest_id == guest.pk or not leave.is_overdue(seat):
        return
    if leave.may_expire(seat, guest):
        yield Notice(_("{name} has been inactive for too long: the seat can be opened.").format(name=seat.name))
    else:
        yield Notice(_("{name} has let the deadline pass.").format(name=seat.name))


def _away_notices(scene: Scene, guest: Guest) -> Iterator[Notice]:
    for seat in scene.seats:
        person = seat.guest
        if person is not None and person.pk != guest.pk and person.away_note:
            yield Notice(_("{name} is away: {note}").format(name=seat.name, note=person.away_note))
