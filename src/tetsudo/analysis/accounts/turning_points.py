"""The moments that decided a game: plain arithmetic, no bot's opinion.

The *lead* is what the winner is worth less what the best of the others is worth. A round counts for as much as the lead
changed in it, divided by the square root of what all players are worth together after it: a hundred early is more than
a hundred late, but not by as much as the game has grown. The five rounds that count most decided; of each, the action
that changed the lead most in the same direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from tetsudo.analysis.accounts.rounds import Accounts
from tetsudo.core.units import Money, PlayerId

MOST: Final = 5
"""How many are told."""


class TurningPoint(NamedTuple):
    """A round that decided, by its place among the rounds, and the action in it (from 1) that did most.

    The lead before and after the round, and what the action changed of it.
    """

    round: int
    action: int
    before: Money
    after: Money
    change: Money


def turning_points(kept: Accounts, winner: PlayerId, most: int = MOST) -> list[TurningPoint]:
    """The rounds that count most for a winner's lead, first to last; none where anything is hidden."""
    found: list[tuple[float, TurningPoint]] = []
    worths = tuple(each.total for each in kept.rounds[0].standing.worths)
    if len(worths) < 2:
        return []
    for at, round in enumerate(kept.rounds):
        leads = [lead(each, winner) for each in (worths, *round.course)]
        worths = round.course[-1] if round.course else worths
        if leads[-1] == leads[0]:
            continue
        changes = [after - before for before, after in pairwise(leads)]
        change = max(changes) if leads[-1] > leads[0] else min(changes)
        action = round.start + 1 + changes.index(change)
        point = TurningPoint(at, action, leads[0], leads[-1], change)
        found.append((abs(leads[-1] - leads[0]) / sqrt(max(1, sum(worths))), point))
    found.sort(key=lambda each: -each[0])
    return sorted(point for _weight, point in found[:most])


def lead(worths: Sequence[Money], winner: PlayerId) -> Money:
    """What a player is worth less what the best of the others is worth."""
    return worths[winner] - max(each for player, each in enumerate(worths) if player != winner)
