"""Time budgets of live games: what is left to a player, when it ends, and its price in money.

A player whose budget was used up before this turn has `GRACE_SECONDS` for it, so that one who returns can play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from tetsudo.core.units import Money, PlayerId
from tetsudo.web.tables.clocks.running import Reading, used_by
from tetsudo.web.tables.models import Table

CLOCK_MINUTES: Final = (0, 10, 15, 20, 30, 45, 60, 90, 120, 180)
"""Choices for each player's budget; 0: no clocks."""

PENALTIES: Final = (1, 2, 5, 10, 20, 50, 100)
DEFAULT_PENALTY: Final = 10
"""Choices for the price of a minute over the budget."""

GRACE_SECONDS: Final = 60
"""Seconds for a turn of a player whose budget was used up before it, until a bot decides."""


def left_ms(table: Table, used_ms: int) -> int:
    """Milliseconds left of a budget; negative once it is exceeded."""
    return table.clock_minutes * 60_000 - used_ms


def bot_due(table: Table, reading: Reading) -> datetime | None:
    """Time when a bot stands in for the player to act, if nothing happens before; None if that was not agreed."""
    is_agreed = table.clock_minutes and table.clock_end == Table.ClockEnd.BOT
    if not is_agreed or reading.since is None or reading.to_act is None or not reading.is_person:
        return None
    left = left_ms(table, used_by(reading.used_ms, reading.to_act))
    return reading.since + (timedelta(milliseconds=left) if left > 0 else timedelta(seconds=GRACE_SECONDS))


def penalty(table: Table, used_ms: int) -> Money:
    """Money that a player loses for the time over their budget, for each minute that has begun."""
    if not table.clock_minutes or table.clock_end != Table.ClockEnd.PENALTY:
        return 0
    over = -left_ms(table, used_ms)
    return -(-over // 60_000) * table.clock_penalty if over > 0 else 0


def penalties(table: Table) -> list[Money]:
    """Penalties by seat, up to the last seat that has used any time; empty if none is due."""
    found = [penalty(table, used_ms) for used_ms in table.used_ms]
    return found if any(found) else []


class Standing(NamedTuple):
    """A player in the final order: their net worth, and what they lose of it for the time over their budget."""

    player: PlayerId
    worth: Money
    penalty: Money

    @property
    def total(self) -> Money:
        """Net worth less the penalty."""
        return self.worth - self.penalty


def final_order(table: Table, worths: Iterable[tuple[PlayerId, Money]]) -> list[Standing]:
    """Players and their net worth, the richest first after penalties; ties keep their order."""
    lost = penalties(table)
    found = [Standing(player, worth, lost[player] if player < len(lost) else 0) for player, worth in worths]
    return sorted(found, key=lambda each: -each.total)


def result_after_penalties(table: Table, result: Mapping[str, Money], used_ms: Sequence[int]) -> dict[str, Money]:
    """A game's result by name, less the penalties, the richest first; ties keep their order."""
    lost = {seat.name: penalty(table, used_by(used_ms, seat.number)) for seat in table.seats.all()}
    totals = {name: worth - lost.get(name, 0) for name, worth in result.items()}
    return dict(sorted(totals.items(), key=lambda entry: -entry[1]))
