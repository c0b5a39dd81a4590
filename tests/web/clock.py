"""A clock for tests that is set by hand, and the course of a table as `recount` wants it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from django.utils import timezone

from tetsudo.core.units import NOBODY
from tetsudo.web.tables.clocks.recount import Fact, Happened
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import ClockEvent, Table

START: Final = datetime(2027, 3, 1, 12, tzinfo=UTC)

KINDS: Final[dict[str, Happened]] = {
    ClockEvent.Kind.BEGIN: Happened.READ,
    ClockEvent.Kind.SEATS: Happened.READ,
    ClockEvent.Kind.PLAN: Happened.READ,
    ClockEvent.Kind.PAUSE: Happened.PAUSE,
    ClockEvent.Kind.RESUME: Happened.RESUME,
}


class Clock:
    """The time, as the site reads it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def wait(self, seconds: float = 0, *, minutes: float = 0, days: float = 0) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds, minutes=minutes, days=days)


def facts_of(table: Table) -> list[Fact]:
    """Changes of a table's clocks, from its moves and events; the player to act is that of the replayed game."""
    entries: list[tuple[datetime, int, int, Any]]
    entries = [(event.at, 0, event.pk, event) for event in table.clock_events.all()]
    entries += [(move.at, 1, move.index, move) for move in table.moves.all()]
    to_act, people, facts = player_to_act(table, 0), frozenset[int](), list[Fact]()
    for at, is_move, _order, entry in sorted(entries, key=lambda each: each[:3]):
        if is_move:
            to_act = player_to_act(table, entry.index + 1)
            facts.append(Fact(at, Happened.MOVE, to_act, people, entry.seat if entry.is_planned else None))
        else:
            people = people if entry.people is None else frozenset(entry.people)
            facts.append(Fact(at, KINDS[entry.kind], to_act, people))
    return facts


def player_to_act(table: Table, version: int) -> int | None:
    """The player to act after a number of moves; None if the game was over."""
    player = games.at_version(table, version).game.to_act.player
    return None if player == NOBODY else player
