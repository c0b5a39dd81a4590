"""Decisive moments of a game: plain arithmetic, without a bot's opinion.

The *lead* is the winner's net worth minus the best of the others. A round weighs as much as the lead changed in it,
divided by the square root of the total net worth of all players after it. So a change of 100 weighs more early than
late, but less than in proportion to the growth of the game. The five heaviest rounds are the turning points; each
comes with the action that changed the lead most in the same direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from tetsudo.analysis.accounts.rounds import Accounts
from tetsudo.core.units import Money, PlayerId

MAX_TURNING_POINTS: Final = 5
"""Maximum number of turning points."""


class TurningPoint(NamedTuple):
    """Decisive round, by index, and its most decisive action (from 1).

    `before` and `after`: the lead before and after the round. `change`: the change of the lead by the action.
    """

    round: int
    action: int
    before: Money
    after: Money
    change: Money


def turning_points(kept: Accounts, winner: PlayerId, most: int = MAX_TURNING_POINTS) -> list[TurningPoint]:
    """Heaviest rounds for a winner's lead, in order; none if anything is hidden."""
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
    """A player's net worth minus the best of the others."""
    return worths[winner] - max(each for player, each in enumerate(worths) if player != winner)
