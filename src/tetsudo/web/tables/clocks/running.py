"""Clocks of a running game: the time used by each player, kept with every move.

A table's row holds the milliseconds by seat, and the moment at which the clock of the player to act started. Every
move charges that player and starts the next clock in the UPDATE that it makes anyway. No time is charged to bots, to
open seats, for a plan's move, in a pause, or before the date of a live game. An undo gives no time back.

A change of the seats, a plan and a pause also read the clock, and leave a `ClockEvent`: `recount` computes the same
times from the moves and these events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import connection
from django.utils import timezone

from tetsudo.core.units import PlayerId
from tetsudo.web.tables.models import ClockEvent, Seat, Table

MILLISECOND: Final = timedelta(milliseconds=1)


CLOCKS: Final = """
SELECT id, used_ms, clock_since, to_act, EXISTS (
    SELECT 1 FROM tables_seat s WHERE s.table_id = t.id AND s.number = t.to_act AND s.guest_id IS NOT NULL
) AS is_person FROM tables_table t WHERE id = %s
"""
"""Clocks of a table. In SQL since every move reads them: building this query takes five times as long as running it."""


class Reading(NamedTuple):
    """State of a table's clocks. `is_person`: a guest has the seat to act."""

    used_ms: list[int]
    since: datetime | None
    to_act: PlayerId | None
    is_person: bool

    def charged(self, now: datetime) -> list[int]:
        """Milliseconds by seat at a time."""
        if self.since is None or self.to_act is None or not self.is_person:
            return self.used_ms
        used = self.used_ms + [0] * (self.to_act + 1 - len(self.used_ms))
        used[self.to_act] += milliseconds(self.since, now)
        return used


def milliseconds(since: datetime, now: datetime) -> int:
    """Whole milliseconds from one time to another; 0 if that is earlier."""
    return max(0, (now - since) // MILLISECOND)


def used_by(used_ms: Sequence[int], seat: PlayerId) -> int:
    """Milliseconds of a seat."""
    return used_ms[seat] if seat < len(used_ms) else 0


def start_of_clock(table: Table, now: datetime) -> datetime:
    """Start of a clock that is set going at a time: not before the date of a live game."""
    return max(now, table.starts_at) if table.starts_at else now


def locked_reading(table: Table) -> Reading:
    """Clocks of a table, whose row stays locked. Call within a transaction. `Table.DoesNotExist` if it was deleted."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    row: Any = next(iter(Table.everything.raw(CLOCKS + lock, [table.pk])), None)
    if row is None:
        raise Table.DoesNotExist
    return Reading(row.used_ms, row.clock_since, row.to_act, bool(row.is_person))


def reading_of(table: Table, seats: Sequence[Seat]) -> Reading:
    """Clocks of a table that has just been loaded, with its seats."""
    is_person = any(seat.number == table.to_act and seat.guest_id is not None for seat in seats)
    return Reading(table.used_ms, table.clock_since, table.to_act, is_person)


def fields_after_move(table: Table, now: datetime, is_over: bool, planned: PlayerId | None) -> dict[str, Any]:
    """Fields of a table's row after a move. The player who was to act is charged, unless a plan moved for that player.

    `planned`: the seat whose plan moved. Call within a transaction.
    """
    before = locked_reading(table)
    is_charged = planned is None or planned != before.to_act
    return {
        "used_ms": before.charged(now) if is_charged else before.used_ms,
        "clock_since": None if is_over else start_of_clock(table, now),
        "paused_at": None,
    }


def begin(table: Table) -> None:
    """Start the clocks of a new game."""
    now = timezone.now()
    table.used_ms, table.clock_since = [], start_of_clock(table, now)
    table.save(update_fields=["used_ms", "clock_since"])
    _record(table, now, ClockEvent.Kind.BEGIN, with_people=True)


@contextmanager
def seats_change(table: Table) -> Iterator[None]:
    """Charge the player to act before a change of the seats, and record who has them after it. Within a transaction."""
    now = timezone.now()
    has_begun = Table.everything.filter(pk=table.pk).exclude(status=Table.Status.WAITING).exists()
    _settle(table, now)
    yield
    if has_begun:
        _record(table, now, ClockEvent.Kind.SEATS, with_people=True)


def settle_for_plan(table: Table) -> None:
    """Charge the player to act for the time until they made a plan. Call within a transaction."""
    now = timezone.now()
    _settle(table, now)
    _record(table, now, ClockEvent.Kind.PLAN)


def pause(table: Table) -> None:
    """Stop all clocks. Call within a transaction."""
    now = timezone.now()
    used = locked_reading(table).charged(now)
    Table.objects.filter(pk=table.pk).update(used_ms=used, clock_since=None, paused_at=now)
    _record(table, now, ClockEvent.Kind.PAUSE)


def resume(table: Table) -> bool:
    """Start the clock of the player to act again; False if the clocks were not paused. Call within a transaction."""
    now = timezone.now()
    rows = Table.objects.filter(pk=table.pk, paused_at__isnull=False)
    if not rows.update(clock_since=start_of_clock(table, now), paused_at=None):
        return False
    _record(table, now, ClockEvent.Kind.RESUME)
    return True


def resumed_at(table: Table) -> datetime | None:
    """Time when the last pause was ended other than by a move; None if there was none."""
    found = ClockEvent.objects.filter(table=table, kind=ClockEvent.Kind.RESUME).order_by("-pk")
    return found.values_list("at", flat=True).first()


def _settle(table: Table, now: datetime) -> None:
    before = locked_reading(table)
    if before.since is not None:  # neither paused, nor waiting for players, nor over
        used, since = before.charged(now), start_of_clock(table, now)
        Table.objects.filter(pk=table.pk).update(used_ms=used, clock_since=since)


def _record(table: Table, now: datetime, kind: ClockEvent.Kind, with_people: bool = False) -> None:
    seated = Seat.objects.filter(table=table, guest__isnull=False).order_by("number")
    people = list(seated.values_list("number", flat=True)) if with_people else None
    ClockEvent.objects.create(table=table, at=now, kind=kind, people=people)
