"""Figures of every edition with intervals, and what differs beyond chance, as sentences and data."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Final, NamedTuple

from tetsudo.lab.compare.editions import Edition
from tetsudo.lab.compare.figures import KINDS, name_of
from tetsudo.lab.compare.groups import Group, Plan, distinct_games
from tetsudo.lab.compare.measures import Key
from tetsudo.lab.compare.sentences import Difference, sentences
from tetsudo.lab.compare.significance import LEVEL, Estimate, estimate, probabilities

COLUMNS: Final = ("players", "kind", "of", "figure", "edition", "games", "mean", "low", "high", "probability")
"""Columns of the CSV file; `probability` that chance alone makes the difference to the first edition."""


class Figure(NamedTuple):
    """A figure with a number of players: an estimate of each edition, None if it has none there, and for each edition
    after the first the probability that chance alone makes such a difference to the first, None if it is not tested.
    """

    players: int
    key: Key
    estimates: tuple[Estimate | None, ...]
    probabilities: tuple[float | None, ...]


@dataclass(frozen=True)
class Results:
    """Editions, and the groups of games played of each. All others are compared to the first."""

    plan: Plan
    played: tuple[Group, ...]

    @property
    def editions(self) -> tuple[Edition, ...]:
        """Editions, the first of which the others are compared to."""
        return self.plan.editions

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the editions; equal ones are numbered."""
        texts = [str(edition) for edition in self.editions]
        return tuple(
            f"{text} ({texts[: at + 1].count(text)})" if texts.count(text) > 1 else text
            for at, text in enumerate(texts)
        )

    def groups(self, edition: int, players: int) -> list[Group]:
        """Groups of an edition with a number of players."""
        return [group for group in self.played if (group.edition, group.players) == (edition, players)]

    def games(self, edition: int, players: int) -> int:
        """Number of games of an edition with a number of players."""
        return sum(len(group.lengths) for group in self.groups(edition, players))

    def distinct(self, edition: int, players: int) -> int:
        """Number of those games that are not a copy of another."""
        return distinct_games(self.groups(edition, players))

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, by number of players and kind."""
        return tuple(self._figures())

    def _figures(self) -> Iterator[Figure]:
        by_players = [
            {players: self.groups(edition, players) for players in self.plan.players}
            for edition in range(len(self.editions))
        ]
        chances = [probabilities(by_players[0], other, self.plan.seed) for other in by_players[1:]]
        for players in self.plan.players:
            groups = [each[players] for each in by_players]
            for key in _keys(group for some in groups for group in some):
                is_rate = KINDS[key.kind].is_rate
                yield Figure(
                    players,
                    key,
                    tuple(estimate(some, key, is_rate=is_rate) for some in groups),
                    tuple(chance.get((players, key)) for chance in chances),
                )

    def differences(self, edition: int = 1) -> list[Difference]:
        """Differences of an edition from the first that are beyond chance."""
        found = []
        for figure in self.figures:
            base, other, chance = figure.estimates[0], figure.estimates[edition], figure.probabilities[edition - 1]
            if base is not None and other is not None and chance is not None and chance <= LEVEL:
                found.append(Difference(figure.players, figure.key, base.mean, other.mean))
        return found

    def sentences(self, edition: int = 1) -> list[str]:
        """A sentence for each difference of an edition from the first that is beyond chance."""
        return sentences(self.differences(edition))

    def to_data(self) -> dict[str, Any]:
        """Everything as plain data. Rates are from 0 to 1."""
        editions = range(len(self.editions))
        return {
            "editions": list(self.names),
            "players": list(self.plan.players),
            "seed": self.plan.seed,
            "bots": self.plan.bots,
            "games": [
                {
                    "players": players,
                    "games": [self.games(edition, players) for edition in editions],
                    "distinct": [self.distinct(edition, players) for edition in editions],
                }
                for players in self.plan.players
            ],
            "differences": [
                {"edition": self.names[edition], "sentences": self.sentences(edition)} for edition in editions[1:]
            ],
            "figures": [_figure_data(figure) for figure in self.figures],
        }

    def to_csv(self) -> str:
        """Table with a row for each number of players, figure and edition."""
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(COLUMNS)
        for figure in self.figures:
            for name, found, chance in zip(self.names, figure.estimates, (None, *figure.probabilities), strict=True):
                if found is not None:
                    numbers = (f"{value:.6g}" for value in (found.mean, found.low, found.high))
                    said = "" if chance is None else f"{chance:.4f}"
                    of = (figure.players, *figure.key, name_of(figure.key), name)
                    rows.writerow((*of, found.games, *numbers, said))
        return text.getvalue()


def _keys(groups: Iterable[Group]) -> list[Key]:
    """Figures that any group has, by kind, those of a kind as they come."""
    found = dict.fromkeys(key for group in groups for key in group.totals)
    order = {kind: place for place, kind in enumerate(KINDS)}
    return sorted(found, key=lambda key: (order[key.kind], _place(key)))


def _place(key: Key) -> float:
    """Place among figures of a kind: numbers in order, then names as they come."""
    return int(key.of) if key.of.isdigit() else inf


def _figure_data(figure: Figure) -> dict[str, Any]:
    return {
        "players": figure.players,
        "kind": figure.key.kind,
        "of": figure.key.of,
        "figure": name_of(figure.key),
        "estimates": [None if each is None else each._asdict() for each in figure.estimates],
        "probabilities": list(figure.probabilities),
    }
