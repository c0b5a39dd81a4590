"""Profile of a player over many games: what their free decisions cost, the kind that costs most in a game first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple, TypeAlias

from tetsudo.core.units import PlayerId
from tetsudo.review.moments.decisions import DECISION_KINDS
from tetsudo.review.moments.statistics import Mean

ErrorRow: TypeAlias = tuple[PlayerId, str, float, float | None, int]
"""Player, kind, mean, its standard error (None: infinite) and number of decisions, as JSON can keep them."""


class KindCost(NamedTuple):
    """Cost of a kind of decisions, as a part of all players' worth.

    `one`: mean of a decision, over all games. `game`: the sum in a game, on average. `games`: number of all games.
    """

    kind: str
    one: Mean
    game: float
    games: int


def profile(games: Iterable[Mapping[str, Mean]]) -> list[KindCost]:
    """Costs from a player's errors by kind in each game."""
    those = list(games)
    found = []
    for kind in DECISION_KINDS:
        means = [each[kind] for each in those if kind in each]
        if means:
            one = Mean.pooled(means)
            found.append(KindCost(kind, one, one.value * one.number / len(those), len(those)))
    return sorted(found, key=lambda each: -each.game)


def rows_of(errors: Mapping[tuple[PlayerId, str], Mean]) -> list[ErrorRow]:
    """Rows to keep of a game's errors."""
    return [
        (player, kind, mean.value, mean.error if mean.number > 1 else None, mean.number)
        for (player, kind), mean in errors.items()
    ]


def errors_in(rows: Iterable[ErrorRow], player: PlayerId) -> dict[str, Mean]:
    """Errors of a player by kind, from kept rows."""
    return {
        kind: Mean(value, inf if error is None else error, number)
        for owner, kind, value, error, number in rows
        if owner == player
    }
