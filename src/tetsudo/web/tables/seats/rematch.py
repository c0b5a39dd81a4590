"""The same game again with the same people: at the same seats, or with the seats turned by one.

Nobody is seated who has not asked for it. Who asks opens the table and sits down on his seats; programs are there at
once; the seats of others bear their names and wait, and each sits down by asking for the rematch too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tetsudo.game.record import recorded_options
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotYours
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.join import Chair, Plan, open_table, sit_down


def rematch(table: Table, guest: Guest, *, is_turned: bool) -> Table:
    """The rematch of a finished table at which somebody now sits; opened if none waits for him.

    `NotYours` if he did not play there, nor open it; BadInput if it cannot be opened any more.
    """
    seats = list(table.seats.all())
    if table.status != Table.Status.FINISHED or not _may_ask(table, seats, guest):
        raise NotYours(_("Only who played here, or opened the table, asks for a rematch."))
    waiting = waiting_for(table, guest)
    if waiting is not None:
        return _join(waiting, guest)
    order = seats[1:] + seats[:1] if is_turned else seats
    made = open_table(_plan(table, order, guest), guest)
    made.rematch_of = table
    made.save(update_fields=["rematch_of"])
    if made.status == Table.Status.WAITING:
        _hold(made, order)
    events.tell(table.pk, events.TABLE, table.version)
    return made


def waiting_for(table: Table, guest: Guest | None) -> Table | None:
    """The rematch of a table that waits for players, or that somebody plays already; None if there is none."""
    found = Table.objects.filter(rematch_of=table).order_by("-pk")
    waiting = found.filter(status=Table.Status.WAITING).first()
    return waiting or found.filter(status=Table.Status.RUNNING, seats__guest=guest, seats__guest__isnull=False).first()


def asked(table: Table, guest: Guest | None) -> dict[str, Any]:
    """For the page of an end: whether who looks may ask for a rematch, and the one that waits, with who asked."""
    if table.status != Table.Status.FINISHED:
        return {"may_rematch": False, "rematch": None}
    waiting = waiting_for(table, guest)
    mine = waiting is not None and waiting.seats.filter(guest=guest, guest__isnull=False).exists()
    return {
        "may_rematch": guest is not None and _may_ask(table, list(table.seats.all()), guest),
        "rematch": waiting,
        "is_in_rematch": mine,
    }


def _may_ask(table: Table, seats: Sequence[Seat], guest: Guest) -> bool:
    return guest.pk == table.owner_id or any(_person(seat) == guest for seat in seats)


def _plan(table: Table, seats: Sequence[Seat], guest: Guest) -> Plan:
    return Plan(
        title=table.title,
        chairs=[_chair(seat, guest) for seat in seats],
        name=table.name,
        scenario=table.scenario,
        variants=table.variants,
        options=_options(table),
        undo=table.undo,
        best_routes=table.best_routes,
        auto_pass=table.auto_pass,
        is_listed=table.is_listed and all(_person(seat) == (None if seat.bot else guest) for seat in seats),
        talk=table.talk,
        deadline=table.deadline,
        advice=table.advice,
        pace=table.pace,
    )


def _options(table: Table) -> dict[str, Any]:
    """The house rules of a table, without those that only keep an old game as it was played."""
    recorded = recorded_options(table.options)
    return {name: value for name, value in table.options.items() if name not in recorded}


def _chair(seat: Seat, guest: Guest) -> Chair:
    """One's own seat and a program's are taken at once; all others are open, also where a program stands in."""
    person = _person(seat)
    if seat.bot and person is None:
        return Chair(bot=seat.bot)
    return Chair(seat.name) if person == guest else Chair()


def _person(seat: Seat) -> Guest | None:
    """Who played, or for whom a program did."""
    return seat.guest or (seat.left_by if seat.bot else None)


def _hold(table: Table, seats: Sequence[Seat]) -> None:
    """Let open seats bear the names of those for whom they are."""
    for held, before in zip(table.seats.all(), seats, strict=True):
        if held.is_open and _person(before) is not None:
            held.name, held.left_by = before.name, _person(before)
            held.save(update_fields=["name", "left_by"])


def _join(table: Table, guest: Guest) -> Table:
    """Sit down on all seats that are held for somebody."""
    for seat in table.seats.filter(left_by=guest):
        if seat.is_open:
            sit_down(seat, guest, seat.name)
    table.refresh_from_db()
    if table.status != Table.Status.WAITING and table.rematch_of is not None and table.rematch_of.is_listed:
        table.is_listed = True  # while it waited, nobody else was to take a seat
        table.save(update_fields=["is_listed"])
    return table
