"""Pauses of the clocks, which all players agree on. A move voids a request and ends a pause; anyone may resume."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.chat.messages import name_of, post_system_message
from tetsudo.web.tables.clocks import running
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.models import Guest, PauseRequest, Table
from tetsudo.web.tables.own_seats import people


def request_of(table: Table) -> PauseRequest | None:
    """Pending request to pause; None if there is none."""
    if not table.clock_minutes or table.paused_at or table.status != Table.Status.RUNNING:
        return None
    return PauseRequest.objects.filter(table=table, version=table.version).first()


def ask(table: Table, version: int, guest: Guest) -> None:
    """Ask the others to agree to a pause. It begins at once if there are no others."""
    with transaction.atomic():
        held = _locked(table, version, guest)
        values = {"version": version, "asked_by": name_of(held, guest), "agreed": [guest.pk]}
        found, _made = PauseRequest.objects.update_or_create(table=held, defaults=values)
        _decide(held, found, guest)
    events.notify(table.pk, events.TABLE, version)
    table.refresh_from_db()


def agree(table: Table, version: int, guest: Guest) -> None:
    """Agree to a pause, which begins once all have agreed."""
    with transaction.atomic():
        held = _locked(table, version, guest)
        found = request_of(held)
        if found is None:
            raise StaleRequest(_("This request no longer exists."))
        found.agreed = sorted({*found.agreed, guest.pk})
        found.save(update_fields=["agreed"])
        _decide(held, found, guest)
    events.notify(table.pk, events.TABLE, version)
    table.refresh_from_db()


def decline(table: Table, guest: Guest) -> None:
    """Withdraw or refuse a request to pause."""
    _check_player(table, guest)
    PauseRequest.objects.filter(table=table).delete()
    events.notify(table.pk, events.TABLE, table.version)


def resume(table: Table, guest: Guest) -> None:
    """End a pause. Not at a closed table: no one could move there while the clock runs."""
    with transaction.atomic():
        held = Table.objects.select_for_update().get(pk=table.pk)
        _check_player(held, guest)
        if held.status != Table.Status.RUNNING:
            raise NotAllowed(_("This game is not running."))
        if not running.resume(held):
            raise StaleRequest(_("The game is not paused any more."))
        post_system_message(held, "resumed", guest, who=name_of(held, guest))
    events.notify(table.pk, events.TABLE, table.version)
    table.refresh_from_db()


def _locked(table: Table, version: int, guest: Guest) -> Table:
    """The table's row, locked; raises the refusal of a pause."""
    held = Table.objects.select_for_update().get(pk=table.pk)
    _check_player(held, guest)
    if not held.clock_minutes:
        raise NotAllowed(_("This table has no clocks to pause."))
    if held.status != Table.Status.RUNNING:
        raise BadInput(_("This game is not running."))
    if held.paused_at:
        raise BadInput(_("The game is paused already: anyone can resume it."))
    if held.version != version:
        raise StaleRequest(_("The game has moved on: here is the current position."))
    return held


def _check_player(table: Table, guest: Guest) -> None:
    if guest.pk not in people(table):
        raise NotAllowed(_("Only players can pause and resume the clocks."))


def _decide(table: Table, request: PauseRequest, by: Guest) -> None:
    if people(table) <= set(request.agreed):
        request.delete()
        running.pause(table)
        post_system_message(table, "paused", by)
