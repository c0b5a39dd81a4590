"""Clocks on a table's page: what is left to each player, a pause, and the request for one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from tetsudo.core.units import PlayerId
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.clocks import budgets, pauses, running
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.own_seats import people


class PlayerClock(NamedTuple):
    """Time left to a player, in milliseconds and as text; negative once the budget is exceeded."""

    seat: PlayerId
    name: str
    left: int
    text: str
    is_running: bool


class PendingPause(NamedTuple):
    """A request to pause: who asked, and the viewer's part in it."""

    who: str
    is_mine: bool
    may_answer: bool


@dataclass(frozen=True)
class Clocks:
    """Clocks of a table for the viewer. `asks`: the others must agree to a pause; `starts_at`: a date yet to come."""

    players: list[PlayerClock]
    is_paused: bool
    is_player: bool
    asks: bool
    asked: PendingPause | None
    starts_at: datetime | None = None


def clocks(scene: Scene) -> Clocks | None:
    """Clocks of a running game; None without clocks, and in the past."""
    table = scene.table
    if not table.clock_minutes or scene.is_past or table.status != Table.Status.RUNNING:
        return None
    playing = people(table)
    guest = scene.guest if scene.guest and scene.guest.pk in playing else None
    return Clocks(
        _player_clocks(scene),
        is_paused=table.paused_at is not None,
        is_player=guest is not None,
        asks=guest is not None and bool(playing - {guest.pk}),
        asked=_pending_pause(scene, guest) if guest else None,
        starts_at=table.starts_at if table.starts_at and table.starts_at > timezone.now() else None,
    )


def _player_clocks(scene: Scene) -> list[PlayerClock]:
    """Clocks of all seats, without those of bots that no player may take back."""
    table, now = scene.table, timezone.now()
    reading = running.reading_of(table, scene.seats)
    used = reading.charged(now)
    runs = reading.is_person and reading.since is not None and reading.since <= now
    found = []
    for seat in scene.seats:
        if seat.bot and seat.left_by_id is None:
            continue
        left = budgets.left_ms(table, running.used_by(used, seat.number))
        is_running = runs and seat.number == table.to_act
        found.append(PlayerClock(seat.number, seat.name, left, clock_text(left), is_running))
    return found


def _pending_pause(scene: Scene, guest: Guest) -> PendingPause | None:
    found = pauses.request_of(scene.table)
    if found is None:
        return None
    is_mine = name_of(scene.table, guest) == found.asked_by and guest.pk in found.agreed
    return PendingPause(found.asked_by, is_mine, guest.pk not in found.agreed)


def clock_text(left: int) -> str:
    """Time left as "4:05" or "1:04:05", in started seconds; "−0:12" once it is exceeded. As clock.js writes it."""
    seconds = abs(-(-left // 1000))
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    sign = "−" if left < 0 and seconds else ""
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"
