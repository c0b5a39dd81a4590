"""Vacation days: a player takes them with one press, no deadline runs for them meanwhile, and the chat says so."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.clocks import deadlines
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Seat, Table, Vacation
from tetsudo.web.tables.seats import leave


def take(seat: Seat, guest: Guest, days: int) -> None:
    """Take vacation days, from now or from the end of those taken before."""
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=seat.table_id)
        seat = Seat.objects.select_related("table", "guest").get(pk=seat.pk)
        _check(seat, guest, days)
        begins = deadlines.away_until(seat) or timezone.now()
        Vacation.objects.create(seat=seat, guest=guest, begins=begins, days=days)
        until = f"{begins + timedelta(days=days):%Y-%m-%d}"
        messages.post_system_message(seat.table, "vacation", guest, name=seat.name, date=until)
    events.notify(seat.table_id, events.TABLE, seat.table.version)


def _check(seat: Seat, guest: Guest, days: int) -> None:
    """Raise the refusal of vacation days, if there is one."""
    if seat.guest_id != guest.pk:
        raise NotAllowed(_("This seat is another player's."))
    if seat.table.status != Table.Status.RUNNING:
        raise BadInput(_("This game is not running."))
    if not (seat.table.deadline and seat.table.vacation_days):
        raise NotAllowed(_("This table has no vacation days: ask the others to wait, in the chat."))
    left = deadlines.days_left(seat)
    if not 1 <= days <= left:
        said = ngettext("You have {count} vacation day left.", "You have {count} vacation days left.", left)
        raise BadInput(said.format(count=left))
    if leave.is_overdue(seat):
        raise NotAllowed(_("Your deadline has passed already: make your move."))
