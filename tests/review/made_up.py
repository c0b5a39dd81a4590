"""Results of a search for moments that were not played: one decision was bad by far, all others cost nothing."""

from __future__ import annotations

from tetsudo.review.moments import Search
from tetsudo.review.moments.kept import Known
from tetsudo.review.moments.trials import VALUE, Shares, Trial

LEAD, NOISE = 0.1, 0.001
"""Lead of the best other plan, as a part of all worth, and the difference between scenarios."""


def one_moment(search: Search, players: int, move: int) -> Known:
    """Results of all trials, by which the decision at a move is the only moment."""
    player, found = search.decisions[move].player, Known()
    while trials := search.pending(found):
        found |= {trial.key: _results(trial, players, player if trial.move == move else None) for trial in trials}
    return found


def _results(trial: Trial, players: int, player: int | None) -> list[list[Shares]]:
    """Equal parts, but for a player whose other plans lead, the first one most."""
    rows = []
    for place, _plan in enumerate(trial.plans):
        lead = LEAD / place if place and player is not None and trial.stage != VALUE else 0.0
        rows.append(
            [_shares(players, player, lead + NOISE * (number % 2) * bool(lead)) for number in range(trial.scenarios)]
        )
    return rows


def _shares(players: int, player: int | None, lead: float) -> Shares:
    equal = 1 / players
    return tuple(equal + lead if each == player else equal - lead / (players - 1) for each in range(players))
