"""Profile over many games: pooled means, and the order of the kinds."""

from __future__ import annotations

import json
from math import inf, isclose

import pytest

from tetsudo.review.moments.profile import errors_in, profile, rows_of
from tetsudo.review.moments.results import KindErrors
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
    games = [{"lay": errors(FIRST), "par": errors([0.1])}, {"lay": errors(SECOND)}, {}]
    found = profile(games)
    assert [(each.kind, each.one.number) for each in found] == [("lay", 5), ("par", 1)]
    assert isclose(found[0].game, 0.14 / 3)  # all that was lost, by three games
    assert isclose(found[1].game, 0.1 / 3)


def test_decisions_that_were_not_looked_at_cost_as_much_as_the_others() -> None:
    """In the first game 0.03 by each of nine, of which three were looked at; in the second 0.025 by each of two."""
    (lay,) = profile([{"lay": KindErrors(Mean.of(FIRST), 9)}, {"lay": errors(SECOND)}])
    assert isclose(lay.game, (9 * 0.03 + 2 * 0.025) / 2)
    assert (lay.one.number, isclose(lay.one.value, 0.14 / 5)) == (5, True)


def test_errors_are_kept_as_rows() -> None:
    kept = {(0, "lay"): KindErrors(Mean.of(FIRST), 9), (1, "par"): errors([0.1])}
    rows = json.loads(json.dumps(rows_of(kept), allow_nan=False))
    assert errors_in(rows, 0) == {"lay": kept[0, "lay"]}
    assert errors_in(rows, 1) == {"par": kept[1, "par"]}


def errors(numbers: list[float]) -> KindErrors:
    """Errors of decisions that were all looked at."""
    return KindErrors(Mean.of(numbers), len(numbers))


def test_as_data_in_percent() -> None:
    lay, par = profile_data(profile([{"lay": errors(FIRST), "par": errors([0.01])}]), str.upper)
    assert (lay["kind_name"], lay["game"], lay["one"], lay["decisions"]) == ("LAYING TRACK", 9.0, 3.0, 3)
    assert lay["interval"] is not None
    low, high = lay["interval"]
    assert isclose(low + high, 6.0, abs_tol=0.011)
    assert par["interval"] is None
