"""Profile over many games: pooled means, and the order of the kinds."""

from __future__ import annotations

from math import inf, isclose

import pytest

from tetsudo.review.moments.profile import profile
from tetsudo.review.moments.statistics import Mean
from tetsudo.review.report.profile import profile_data

FIRST, SECOND = [0.01, 0.02, 0.06], [0.05, 0.0]


@pytest.mark.parametrize(
    "parts", [(FIRST, SECOND), (FIRST, [0.5]), ([0.1], [0.3]), (FIRST, []), (FIRST, SECOND, FIRST)]
)
def test_pooled_means_are_those_of_all_numbers_at_once(parts: tuple[list[float], ...]) -> None:
    pooled, whole = Mean.pooled([Mean.of(part) for part in parts]), Mean.of([each for part in parts for each in part])
    assert pooled.number == whole.number
    assert isclose(pooled.value, whole.value)
    assert isclose(pooled.error, whole.error)


def test_a_single_number_has_no_error_and_no_number_has_no_mean() -> None:
    assert Mean.pooled([Mean.of([0.2])]) == (0.2, inf, 1)
    assert Mean.pooled([]).number == 0


def test_the_kind_that_costs_most_in_a_game_comes_first() -> None:
    games = [{"lay": Mean.of(FIRST), "par": Mean.of([0.1])}, {"lay": Mean.of(SECOND)}, {}]
    found = profile(games)
    assert [(each.kind, each.one.number, each.games) for each in found] == [("lay", 5, 3), ("par", 1, 3)]
    assert isclose(found[0].game, 0.14 / 3)  # all that was lost, by three games
    assert isclose(found[1].game, 0.1 / 3)


def test_as_data_in_percent() -> None:
    lay, par = profile_data(profile([{"lay": Mean.of(FIRST), "par": Mean.of([0.01])}]), str.upper)
    assert (lay["kind_name"], lay["game"], lay["one"], lay["decisions"]) == ("LAYING TRACK", 9.0, 3.0, 3)
    assert lay["interval"] is not None
    low, high = lay["interval"]
    assert isclose(low + high, 6.0, abs_tol=0.011)
    assert par["interval"] is None
