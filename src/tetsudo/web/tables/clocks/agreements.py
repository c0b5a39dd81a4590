"""Sentences about the pace, the clocks and the absences that a table has agreed on."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core.units import money_text
from tetsudo.web.tables.models import Table

BY_TURN = (Table.Tempo.BRISK, Table.Tempo.DAILY, Table.Tempo.RELAXED)
"""Paces of games that are not played in one sitting."""


def tempo_text(table: Table) -> str:
    """Pace of a table; "" if it is not said."""
    return "" if table.tempo == Table.Tempo.UNSAID else str(Table.Tempo(table.tempo).label)


def minutes_text(minutes: int) -> str:
    """Label of a time budget."""
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def vacation_text(days: int) -> str:
    """Label of a number of vacation days."""
    return ngettext("{count} day for each player", "{count} days for each player", days).format(count=days)


def agreements(table: Table, currency: str = "") -> list[str]:
    """Sentences about a table's pace, clocks and deadline. `currency`: the title's."""
    return [*_pace(table), *_clocks(table, currency), *_deadline(table)]


def _pace(table: Table) -> Iterator[str]:
    if tempo := tempo_text(table):
        yield _("Pace: {pace}.").format(pace=tempo)


def _clocks(table: Table, currency: str) -> Iterator[str]:
    if not table.clock_minutes:
        return
    minutes = minutes_text(table.clock_minutes)
    yield {
        Table.ClockEnd.SHOWN: _("Each player has {minutes} for the whole game. Time over that is only shown."),
        Table.ClockEnd.PENALTY: _(
            "Each player has {minutes} for the whole game. Each minute over that costs {price} at the end."
        ),
        Table.ClockEnd.BOT: _(
            "Each player has {minutes} for the whole game. After that a bot plays until the player returns."
        ),
    }[Table.ClockEnd(table.clock_end)].format(minutes=minutes, price=money_text(currency, table.clock_penalty))


def _deadline(table: Table) -> Iterator[str]:
    if not table.deadline:
        return
    yield _deadline_sentence(Table.DeadlineEnd(table.deadline_end), table.deadline)
    if days := table.vacation_days:
        yield ngettext(
            "Each player has {count} vacation day, in which no deadline runs.",
            "Each player has {count} vacation days, in which no deadline runs.",
            days,
        ).format(count=days)


def _deadline_sentence(end: Table.DeadlineEnd, days: int) -> str:
    if end == Table.DeadlineEnd.REMINDER:
        said = ngettext(
            "A player who keeps the game waiting for a day is reminded.",
            "A player who keeps the game waiting for %(days)s days is reminded.",
            days,
        )
    elif end == Table.DeadlineEnd.BOT:
        said = ngettext(
            "For a player who keeps the game waiting for a day, a bot plays until they return.",
            "For a player who keeps the game waiting for %(days)s days, a bot plays until they return.",
            days,
        )
    elif end == Table.DeadlineEnd.OWNER:
        said = ngettext(
            "The table's owner may replace a player who keeps the game waiting for a day.",
            "The table's owner may replace a player who keeps the game waiting for %(days)s days.",
            days,
        )
    else:
        said = ngettext(
            "A player who keeps the game waiting for a day may be replaced: the others may then open that seat.",
            "A player who keeps the game waiting for %(days)s days may be replaced: the others may then open that"
            " seat.",
            days,
        )
    return said % {"days": days}
