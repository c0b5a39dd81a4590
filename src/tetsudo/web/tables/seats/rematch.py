"""Rematches: the same game with the same players, in the same seats or with the seats rotated by one.

Players are seated only at their own request. The first to ask opens the table and takes their own seats; bots are
seated at once; the other seats are reserved under their players' names, who join by asking for the rematch too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.game.record import recorded_options
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.people import announcements
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down


def rematch(table: Table, guest: Guest, *, is_turned: bool) -> Table:
    """Join the rematch of a finished table, or open one if none is waiting, and return it.

    `NotAllowed` if the guest neither played there nor opened the table; BadInput if it cannot be opened any more.
    """
    seats = list(table.seats.all())
    if table.status != Table.Status.FINISHED or not _may_ask(table, seats, guest):
        raise NotAllowed(_("Only its players and the table's owner can ask for a rematch."))
    order = seats[1:] + seats[:1] if is_turned else seats
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)  # two players may ask at once
        waiting = waiting_rematch(table, guest)
        made = waiting or open_table(_plan(table, order, guest), guest)
        if waiting is None:
            made.rematch_of = table
            made.save(update_fields=["rematch_of"])
            if made.status == Table.Status.WAITING:
                _reserve_seats(made, order, guest)
    if waiting is not None:
        return _join(waiting, guest)
    events.notify(table.pk, events.TABLE, table.version)
    return made


def waiting_rematch(table: Table, guest: Guest | None) -> Table | None:
    """Rematch of a table that waits for players, or that the guest already plays; None if there is none."""
    found = Table.objects.filter(rematch_of=table).order_by("-pk")
    waiting = found.filter(status=Table.Status.WAITING).first()
    return waiting or found.filter(status=Table.Status.RUNNING, seats__guest=guest, seats__guest__isnull=False).first()


def rematch_context(table: Table, guest: Guest | None) -> dict[str, Any]:
    """Template context of a finished game: may the viewer ask for a rematch, the rematch, and is the viewer in it."""
    if table.status != Table.Status.FINISHED:
        return {"may_rematch": False, "rematch": None}
    waiting = waiting_rematch(table, guest)
    mine = waiting is not None and waiting.seats.filter(guest=guest, guest__isnull=False).exists()
    return {
        "may_rematch": guest is not None and _may_ask(table, list(table.seats.all()), guest),
        "rematch": waiting,
        "is_in_rematch": mine,
    }


def _may_ask(table: Table, seats: Sequence[Seat], guest: Guest) -> bool:
    return guest.pk == table.owner_id or any(_person(seat) == guest for seat in seats)


def _plan(table: Table, seats: Sequence[Seat], guest: Guest) -> TableSettings:
    return TableSettings(
        title=table.title,
        chairs=[_chair(seat, guest) for seat in seats],
        name=table.name,
        scenario=table.scenario,
        variants=table.variants,
        options=_options(table),
        undo=table.undo,
        best_routes=table.best_routes,
        auto_pass=table.auto_pass,
        cardboard=table.cardboard,
        is_listed=table.is_listed and all(_person(seat) == (None if seat.bot else guest) for seat in seats),
        talk=table.talk,
        deadline=table.deadline,
        advice=table.advice,
        pace=table.pace,
        tempo=table.tempo,
        language=table.language,
        clock_minutes=table.clock_minutes,
        clock_end=table.clock_end,
        clock_penalty=table.clock_penalty,
        vacation_days=table.vacation_days,
        deadline_end=table.deadline_end,
    )


def _options(table: Table) -> dict[str, Any]:
    """House rules of a table, without options that only preserve the old rules of a recorded game."""
    recorded = recorded_options(table.options)
    return {name: value for name, value in table.options.items() if name not in recorded}


def _chair(seat: Seat, guest: Guest) -> Chair:
    """Chair for a seat: the guest's own and bots' are taken at once; others are open, even if a bot stood in."""
    person = _person(seat)
    if seat.bot and person is None:
        return Chair(bot=seat.bot)
    return Chair(seat.name) if person == guest else Chair()


def _person(seat: Seat) -> Guest | None:
    """Guest who played a seat, or for whom a bot stood in; None otherwise."""
    return seat.guest or (seat.left_by if seat.bot else None)


def _reserve_seats(table: Table, seats: Sequence[Seat], by: Guest) -> None:
    """Reserve open seats for the previous players, under their names, and let them know who asks."""
    asked: set[int] = set()
    for held, before in zip(table.seats.all(), seats, strict=True):
        person = _person(before)
        if held.is_open and person is not None:
            held.name, held.left_by = before.name, person
            held.save(update_fields=["name", "left_by"])
            asked.add(person.pk)
    announcements.announce_rematch(table, by, asked - {by.pk})


def _join(table: Table, guest: Guest) -> Table:
    """Take all seats that are reserved for a guest."""
    for seat in table.seats.filter(left_by=guest):
        if seat.is_open:
            sit_down(seat, guest, seat.name)
    table.refresh_from_db()
    if table.status != Table.Status.WAITING and table.rematch_of is not None and table.rematch_of.is_listed:
        table.is_listed = True  # unlisted while waiting, to keep other guests out
        table.save(update_fields=["is_listed"])
    return table
