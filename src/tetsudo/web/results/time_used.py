"""Time that each player has used: from the move before to each of their own."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from tetsudo.core.units import PlayerId
from tetsudo.web.tables.models import Move, Table

LEAST_SECONDS = 60
"""Seconds of all players together below which nothing is shown: an imported game took none here."""


class TimeUsed(NamedTuple):
    """A player's name and their time in words."""

    name: str
    time: str


def time_used(table: Table) -> list[TimeUsed]:
    """Time of each player at a table, the longest first; empty if there is hardly any.

    The first move is not counted, and a branch does not count the moves of its parent.
    """
    seconds = seconds_used(table)
    if sum(seconds.values()) < LEAST_SECONDS:
        return []
    names = dict(table.seats.values_list("number", "name"))
    return [TimeUsed(names[seat], duration_text(taken)) for seat, taken in seconds.most_common() if seat in names]


def seconds_used(table: Table) -> Counter[PlayerId]:
    """Seconds by seat. Undone moves count, automatic ones do not."""
    seconds: Counter[PlayerId] = Counter()
    moves = Move.objects.filter(table=table).order_by("index").values_list("seat", "at")
    for (_seat, before), (seat, at) in pairwise(moves):
        if seat is not None:
            seconds[seat] += round((at - before).total_seconds())
    return seconds


def duration_text(seconds: float) -> str:
    """A time in the two largest units that it has: "3 d 4 h", "1 h 12 min", "5 min"."""
    minutes = round(seconds / 60)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours % 24)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes % 60)
    return _("{minutes} min").format(minutes=minutes)
