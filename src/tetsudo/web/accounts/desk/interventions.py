"""Interventions at tables: an organiser closes one, opens it again, frees a seat, or puts a bot in it.

Each is announced in the table's chat with its reason, and written to the trace. Moves are never removed: only a table
at which no game has begun can be deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.web.accounts.desk import trace
from tetsudo.web.accounts.desk.models import Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat.messages import post_system_message
from tetsudo.web.tables.clocks import running
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games import removal
from tetsudo.web.tables.models import Seat, Table
from tetsudo.web.tables.moves.submit import hold_lock
from tetsudo.web.tables.seats import leave


@contextmanager
def _held(table: Table, status: Table.Status) -> Iterator[Table]:
    """The table's row, locked, in a transaction; open pages are told afterwards. `StaleRequest` in another state."""
    with hold_lock(table), transaction.atomic():
        held = Table.objects.select_for_update().get(pk=table.pk)
        if held.status != status:
            raise StaleRequest(_("The table has changed meanwhile. Look at it again."))
        yield held
    events.notify(table.pk, events.TABLE, held.version)


def close(table: Table, reason: str, by: User) -> None:
    """Close a table: its game stays, and no one can move any more. Its clocks stop."""
    with _held(table, Table.Status.RUNNING) as held:
        if held.clock_minutes and not held.paused_at:
            running.pause(held)
        Table.objects.filter(pk=held.pk).update(status=Table.Status.CLOSED)
        post_system_message(held, "closed", None, reason=reason)
        trace.record(by, Trace.Deed.CLOSE, reason, about=held)


def reopen(table: Table, reason: str, by: User) -> None:
    """Open a closed table again. Its clocks, if it has any, stay paused until a player resumes the game.

    Deadlines begin anew, since no one could move meanwhile.
    """
    with _held(table, Table.Status.CLOSED) as held:
        if held.clock_minutes and not held.paused_at:
            running.pause(held)
        Table.objects.filter(pk=held.pk).update(
            status=Table.Status.RUNNING, reopened=timezone.now(), overdue_version=None
        )
        post_system_message(held, "reopened", None, reason=reason)
        trace.record(by, Trace.Deed.REOPEN, reason, about=held)


def remove(table: Table, reason: str, by: User) -> None:
    """Delete a table that waits for players, as its owner could: there is no game that could be kept."""
    with _held(table, Table.Status.WAITING) as held:
        trace.record(by, Trace.Deed.REMOVE, reason, about=held)
        removal.hide(held)
    removal.clear(held)


def free_seat(table: Table, number: int, reason: str, by: User) -> None:
    """Free a seat for someone else, to whom the others send its new link. The player does not get it back."""
    with _held(table, Table.Status.RUNNING) as held:
        seat = _seat(held, number)
        post_system_message(held, "freed", None, name=seat.name, reason=reason)
        leave.vacate(seat, keeps_name=True, is_barred=True)
        trace.record(by, Trace.Deed.FREE, f"{seat.name}: {reason}", about=held)


def put_bot(table: Table, number: int, bot: str, reason: str, by: User) -> None:
    """Let a bot stand in for an absent player, who can take the seat back."""
    leave.check_bot(bot)
    with _held(table, Table.Status.RUNNING) as held:
        seat = _seat(held, number)
        worker.check_bot_limit(held.owner)
        post_system_message(held, "replaced", None, name=seat.name, reason=reason)
        leave.hand_to_bot(seat, bot, None)
        trace.record(by, Trace.Deed.REPLACE, f"{seat.name}, {bot}: {reason}", about=held)


def _seat(table: Table, number: int) -> Seat:
    found = Seat.objects.select_related("table__owner", "guest").filter(table=table, number=number).first()
    if found is None or found.bot:
        raise NotAllowed(_("No person has this seat."))
    return found
