"""Scores of a table, and their sum over a tournament.

Points: one for each player at the table who ends with less, and half for each who ends with the same. So a table of
four gives 3, 2, 1 and 0, and a tie shares the points of its places. Share: a player's part of all the net worth at the
table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

POINTS: Final = "points"
SHARE: Final = "share"
"""Kinds of standings."""


def points(worths: Sequence[int]) -> list[Fraction]:
    """Points of each seat, for the net worth of each."""
    return [
        Fraction(2 * sum(other < own for other in worths) + sum(other == own for other in worths) - 1, 2)
        for own in worths
    ]


def shares(worths: Sequence[int]) -> list[Fraction]:
    """Share of each seat in the table's net worth. A debt counts as nothing; if no one has anything, all are equal."""
    owned = [max(0, worth) for worth in worths]
    total = sum(owned)
    return [Fraction(own, total) if total else Fraction(1, len(owned)) for own in owned]


@dataclass
class Score:
    """Score of a person: finished games, sum of points, and sum of shares."""

    games: int = 0
    points: Fraction = field(default_factory=Fraction)
    shares: Fraction = field(default_factory=Fraction)

    @property
    def share(self) -> Fraction:
        """Average share of a game."""
        return self.shares / self.games if self.games else Fraction()

    def value(self, kind: str) -> Fraction:
        """Value that the standings of this kind are ordered by."""
        return self.share if kind == SHARE else self.points


def add_table(scores: Mapping[int, Score], people: Sequence[int], worths: Sequence[int]) -> None:
    """Add a finished table to the scores of the people there, both in order of the seats."""
    for person, won, part in zip(people, points(worths), shares(worths), strict=True):
        score = scores[person]
        score.games += 1
        score.points += won
        score.shares += part


def ranks(values: Sequence[Fraction]) -> list[int]:
    """Rank of each value; equal ones have the same."""
    return [1 + sum(other > own for other in values) for own in values]
