"""Points, shares and ranks of tournaments, with figures by hand."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from tetsudo.web.clubs.tournaments.scoring import POINTS, SHARE, Score, add_table, points, ranks, shares


def test_points_count_the_players_behind() -> None:
    assert points([5000, 7000, 4000, 6000]) == [1, 3, 0, 2]
    assert points([10, 20]) == [0, 1]


def test_a_tie_shares_the_points_of_its_places() -> None:
    half = Fraction(1, 2)
    assert points([7000, 7000, 4000, 1]) == [2 + half, 2 + half, 1, 0]  # 3 and 2, shared
    assert points([5, 5, 5]) == [1, 1, 1]  # 2, 1 and 0, shared
    assert points([5, 1, 1, 1]) == [3, 1, 1, 1]  # 2, 1 and 0, shared


def test_shares_are_parts_of_the_whole() -> None:
    assert shares([6000, 3000, 1000]) == [Fraction(6, 10), Fraction(3, 10), Fraction(1, 10)]
    assert shares([300, -50, 100]) == [Fraction(3, 4), 0, Fraction(1, 4)]
    assert shares([0, 0]) == [Fraction(1, 2), Fraction(1, 2)]


def test_scores_of_two_tables() -> None:
    scores: defaultdict[int, Score] = defaultdict(Score)
    add_table(scores, [1, 2, 3], [6000, 3000, 1000])
    add_table(scores, [2, 1], [5000, 5000])
    assert scores[1].games == scores[2].games == 2
    assert (scores[1].value(POINTS), scores[2].value(POINTS), scores[3].value(POINTS)) == (
        Fraction(5, 2),  # 2 and a half
        Fraction(3, 2),  # 1 and a half
        Fraction(0),
    )
    assert scores[1].value(SHARE) == Fraction(55, 100)  # 60 % and 50 %
    assert scores[2].value(SHARE) == Fraction(40, 100)  # 30 % and 50 %
    assert scores[3].value(SHARE) == Fraction(10, 100)  # of its only game
    assert Score().value(SHARE) == 0


def test_equal_values_have_the_same_rank() -> None:
    assert ranks([Fraction(3), Fraction(5), Fraction(3), Fraction(1)]) == [2, 1, 2, 4]
