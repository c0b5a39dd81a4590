"""Time that each player has used, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.core.units import PlayerId
from tetsudo.web.tables.clocks import running
from tetsudo.web.tables.models import Seat, Table

MIN_SHOWN_MS: Final = 60_000
"""Milliseconds of all players together below which nothing is shown: an imported game took none here."""


class TimeUsed(NamedTuple):
    """A player's name and their time in words."""

    name: str
    time: str


def time_used(table: Table, seats: Sequence[Seat] | None = None) -> list[TimeUsed]:
    """Time of each player at a table, the longest first; empty if there is hardly any. `seats`: if they are known."""
    seats = list(table.seats.all()) if seats is None else seats
    used_ms: list[int] = table.used_ms
    if sum(used_ms) < MIN_SHOWN_MS:
        return []
    timed = sorted((seat for seat in seats), key=lambda seat: -running.used_by(used_ms, seat.number))
    return [
        TimeUsed(seat.name, duration_text(taken / 1000))
        for seat in timed
        if (taken := running.used_by(used_ms, seat.number))
    ]


def seconds_used(table: Table, seats: Sequence[Seat]) -> dict[PlayerId, float]:
    """Seconds by seat at this moment, with those of the clock that runs."""
    used = running.reading_of(table, seats).charged(timezone.now())
    return {seat.number: running.used_by(used, seat.number) / 1000 for seat in seats}


def duration_text(seconds: float) -> str:
    """A time in the two largest units that it has: "3 d 4 h", "1 h 12 min", "5 min"."""
    minutes = round(seconds / 60)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours % 24)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes % 60)
    return _("{minutes} min").format(minutes=minutes)
