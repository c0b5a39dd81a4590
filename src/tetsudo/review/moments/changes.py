"""Changes of what each player could expect, by round, from the values of the positions between the turns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.review.moments.results import RoundChange
from tetsudo.review.moments.segments import Segment
from tetsudo.review.moments.statistics import Mean
from tetsudo.review.moments.trials import VALUE, Results


def changes(
    segments: Sequence[Segment], players: Collection[PlayerId], known: Mapping[str, Results]
) -> Iterator[RoundChange]:
    """Change of each player's expected part in each round: by own decisions, by others', and what came anyway."""
    for number in sorted({segment.round for segment in segments}):
        those = [segment for segment in segments if segment.round == number]
        for player in players:
            own = [each for each in those if each.player == player]
            others = [each for each in those if each.player not in (player, NOBODY)]
            anyway = [each for each in those if each.player == NOBODY]
            yield RoundChange(number, player, *(_change(known, player, each) for each in (own, others, anyway)))


def _change(known: Mapping[str, Results], player: PlayerId, those: Sequence[Segment]) -> Mean:
    """Change of a player's expected part in some segments: the mean over the scenarios of the values."""
    rows = [(known[f"{VALUE}-{each.first}"][0], known[f"{VALUE}-{each.end}"][0]) for each in those]
    if not rows:
        return Mean(0.0, 0.0, 0)
    scenarios = range(len(rows[0][0]))
    return Mean.of([sum(after[each][player] - before[each][player] for before, after in rows) for each in scenarios])
