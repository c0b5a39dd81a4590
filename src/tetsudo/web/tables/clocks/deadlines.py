"""Deadlines by turn: their end, extended by vacation days, and who may act on it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from tetsudo.web.tables.models import Guest, Seat, Table, Vacation

VACATIONS: Final = (0, 3, 7, 14)
"""Choices for the vacation days of each player."""

NEEDS_WORKER: Final = frozenset({Table.DeadlineEnd.REMINDER, Table.DeadlineEnd.BOT, Table.DeadlineEnd.OWNER})
"""Consequences of a deadline that are carried out, or announced, without anyone's press."""


class Absence(NamedTuple):
    """A time in which no deadline runs."""

    begins: datetime
    ends: datetime


def absences(seat: Seat) -> list[Absence]:
    """Vacations of the guest in a seat, in order."""
    taken = Vacation.objects.filter(seat=seat, guest=seat.guest_id)
    return [Absence(each.begins, each.begins + timedelta(days=each.days)) for each in taken]


def end_of(since: datetime, days: int, away: Iterable[Absence]) -> datetime:
    """End of a deadline: its days after `since`, of which those of absences do not count. Absences are in order."""
    end = since + timedelta(days=days)
    for absence in away:
        begins = max(absence.begins, since)
        if begins < end and absence.ends > begins:
            end += absence.ends - begins
    return end


def days_left(seat: Seat) -> int:
    """Vacation days that the guest in a seat has not taken yet."""
    taken = Vacation.objects.filter(seat=seat, guest=seat.guest_id).values_list("days", flat=True)
    return max(0, seat.table.vacation_days - sum(taken)) if seat.guest_id is not None else 0


def away_until(seat: Seat) -> datetime | None:
    """End of the vacation that the guest in a seat is on; None if they are on none."""
    last = absences(seat)[-1:] if seat.table.vacation_days and seat.guest_id is not None else []
    return last[0].ends if last and last[0].ends > timezone.now() else None


def may_end_seat(table: Table, guest: Guest, seat: Seat, bot: str) -> bool:
    """True if a player or the owner may act on a deadline that has passed: let `bot` stand in, or open the seat ("").

    The owner cannot decide about their own seat; then the others can.
    """
    agreed = table.deadline_end
    if agreed == Table.DeadlineEnd.OWNER:
        return table.owner_id in (guest.pk, seat.guest_id)
    if agreed == Table.DeadlineEnd.BOT:
        return bool(bot)
    return agreed == Table.DeadlineEnd.PLAYERS
