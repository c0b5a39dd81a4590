"""Consequences of a budget or a deadline that a player lets pass, as the table has agreed: the bots' worker acts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.bot_levels import DEFAULT_BOT
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.clocks import budgets, deadlines, running
from tetsudo.web.tables.models import Seat, Table
from tetsudo.web.tables.seats import leave

logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 300.0
"""Seconds until a stand-in is tried again that the limit of bots did not allow."""

_WITH_DUTIES: Final = Q(clock_minutes__gt=0, clock_end=Table.ClockEnd.BOT) | Q(
    deadline__gt=0, deadline_end__in=deadlines.NEEDS_WORKER
)


def carry_out(pk: int) -> float | None:
    """Do what is due at a table. Returns the seconds until something will be, if no one moves; None for never."""
    try:
        return _carry_out(pk)
    except BadInput as refusal:  # bots play at too many tables of the owner
        logger.info("No one stands in at table %s yet: %s", pk, refusal)
        return RETRY_SECONDS


def _carry_out(pk: int) -> float | None:
    if not Table.objects.filter(_WITH_DUTIES, pk=pk, status=Table.Status.RUNNING, paused_at=None).exists():
        return None
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=pk)
        seated = Seat.objects.select_related("table__owner", "guest").filter(guest__isnull=False)
        seat = seated.filter(table=pk, number=table.to_act).first() if table.to_act is not None else None
        if seat is None:
            return None
        found = [(at, do) for find, do in _DUTIES if (at := find(seat)) is not None]
        due = [do for at, do in found if at <= timezone.now()]
        if due:
            due[0](seat)
    if not due:
        return min(((at - timezone.now()).total_seconds() for at, _do in found), default=None)
    events.notify(pk, events.TABLE, table.version)
    return 0.0


def _bot_due(seat: Seat) -> datetime | None:
    return budgets.bot_due(seat.table, running.reading_of(seat.table, [seat]))


def _deadline_due(seat: Seat) -> datetime | None:
    """End of the deadline, unless its consequence was announced already or needs a player's press."""
    table = seat.table
    if table.deadline_end not in deadlines.NEEDS_WORKER or table.overdue_version == table.version:
        return None
    return leave.deadline_of(seat)


def _let_bot_play(seat: Seat, why: str) -> None:
    worker.check_bot_limit(seat.table.owner)
    leave.hand_to_bot(seat, DEFAULT_BOT, None, why)


def _end_time(seat: Seat) -> None:
    _let_bot_play(seat, "time-out")


def _end_deadline(seat: Seat) -> None:
    """Announce a deadline that has passed, once, or let a bot play."""
    Table.objects.filter(pk=seat.table_id).update(overdue_version=seat.table.version)
    if seat.table.deadline_end == Table.DeadlineEnd.BOT:
        _let_bot_play(seat, "late-bot")
    else:
        messages.post_system_message(seat.table, f"late-{seat.table.deadline_end}", None, name=seat.name)


_DUTIES: Final[tuple[tuple[Callable[[Seat], datetime | None], Callable[[Seat], None]], ...]] = (
    (_bot_due, _end_time),
    (_deadline_due, _end_deadline),
)
"""Each kind of duty: the time when it is due for the seat to act, and what is done then."""

DUTIES: Final = worker.Duties(_WITH_DUTIES, carry_out)
