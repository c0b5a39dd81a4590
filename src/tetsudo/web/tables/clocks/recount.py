"""The time used by each player, counted again from the whole course of a game: slow, plain, and without a database.

It must give what `running` has kept with each move. Tests compare the two, and a doubtful figure can be checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from tetsudo.core.units import PlayerId
from tetsudo.web.tables.clocks.running import milliseconds


class Happened(Enum):
    """Kind of a fact."""

    MOVE = "move"
    READ = "read"  # the clock was read, and goes on
    PAUSE = "pause"
    RESUME = "resume"


class Fact(NamedTuple):
    """Something that happened to a table's clocks, and how it stood after it.

    `to_act`: the seat to act, None once the game is over; `people`: the seats with a guest; `planned`: the seat whose
    plan moved.
    """

    at: datetime
    kind: Happened
    to_act: PlayerId | None
    people: frozenset[PlayerId]
    planned: PlayerId | None = None


def recounted(facts: Sequence[Fact], starts_at: datetime | None = None) -> Counter[PlayerId]:
    """Milliseconds by seat. The first fact is the beginning of the game; none counts before `starts_at`."""
    used: Counter[PlayerId] = Counter()
    for before, after in _intervals(facts):
        if before.to_act is None or before.to_act not in before.people:
            continue
        if after.kind == Happened.MOVE and after.planned == before.to_act:
            continue
        begun = max(before.at, starts_at) if starts_at else before.at
        used[before.to_act] += milliseconds(begun, after.at)
    return used


def _intervals(facts: Sequence[Fact]) -> Iterable[tuple[Fact, Fact]]:
    """Neighbouring facts between which the clocks were not paused. A move ends a pause too."""
    is_paused = False
    for before, after in pairwise(facts):
        if before.kind != Happened.READ:
            is_paused = before.kind == Happened.PAUSE
        if not is_paused:
            yield before, after
