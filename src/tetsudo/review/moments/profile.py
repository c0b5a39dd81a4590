"""Profile of a player over many games: what their free decisions cost, the kind that costs most in a game first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple, TypeAlias

from tetsudo.core.units import PlayerId
from tetsudo.review.moments.decisions import DECISION_KINDS
from tetsudo.review.moments.results import KindErrors
from tetsudo.review.moments.statistics import Mean

ErrorRow: TypeAlias = tuple[PlayerId, str, float, float | None, int, int]
"""Errors as JSON can keep them: player, kind, mean, its standard error (None: infinite), number of decisions looked at,
and of all."""


class KindCost(NamedTuple):
    """Cost of a kind of decisions, as a part of all players' worth.

    `one`: mean of the decisions looked at. `game`: sum over all decisions of a game, on average.
    """

    kind: str
    one: Mean
    game: float


def profile(games: Iterable[Mapping[str, KindErrors]]) -> list[KindCost]:
    """Costs from a player's errors by kind in each game."""
    those = list(games)
    found = []
    for kind in DECISION_KINDS:
        errors = [each[kind] for each in those if kind in each]
        if errors:
            whole = sum(each.one.value * each.decisions for each in errors)
            found.append(KindCost(kind, Mean.pooled([each.one for each in errors]), whole / len(those)))
    return sorted(found, key=lambda each: -each.game)


def rows_of(errors: Mapping[tuple[PlayerId, str], KindErrors]) -> list[ErrorRow]:
    """Rows to keep of a game's errors."""
    return [
        (player, kind, one.value, one.error if one.number > 1 else None, one.number, decisions)
        for (player, kind), (one, decisions) in errors.items()
    ]


def errors_in(rows: Iterable[ErrorRow], player: PlayerId) -> dict[str, KindErrors]:
    """Errors of a player by kind, from kept rows."""
    return {
        kind: KindErrors(Mean(value, inf if error is None else error, number), decisions)
        for owner, kind, value, error, number, decisions in rows
        if owner == player
    }
