"""Profile of a player over many games as plain data, for JSON, pages and the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypedDict

from tetsudo.review.moments.profile import KindCost
from tetsudo.review.report.moments import kind_name

DIGITS: Final = 2
"""Decimal places of a percentage."""


class CostData(TypedDict):
    """Cost of a kind of decisions, in percent of all players' worth.

    `game`: in a game, on average. `one`: of a decision, with its 95 % interval (None: too few). `decisions`: number of
    those looked at.
    """

    kind: str
    kind_name: str
    game: float
    one: float
    interval: tuple[float, float] | None
    decisions: int


def profile_data(costs: Sequence[KindCost], say: Callable[[str], str]) -> list[CostData]:
    """Costs by kind in the language of a translation."""
    return [
        {
            "kind": each.kind,
            "kind_name": kind_name(each.kind, say),
            "game": _percent(each.game),
            "one": _percent(each.one.value),
            "interval": _interval(each),
            "decisions": each.one.number,
        }
        for each in costs
    ]


def _interval(cost: KindCost) -> tuple[float, float] | None:
    if cost.one.number < 2:
        return None
    low, high = cost.one.interval
    return _percent(low), _percent(high)


def _percent(part: float) -> float:
    return round(100 * part, DIGITS)
