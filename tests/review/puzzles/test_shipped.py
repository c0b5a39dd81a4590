"""Shipped puzzles: their number, and every answer derived a second, plain way."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from tests.review.puzzles.plain import WAYS, Plain
from tetsudo.core.errors import BadInput
from tetsudo.review import puzzles
from tetsudo.review.puzzles import KINDS, shelf
from tetsudo.review.puzzles.puzzle import Puzzle, render
from tetsudo.titles.loader import clauses

AT_LEAST = {"1889": 300, "1888": 100, "1888n": 100, "1890": 100}
EVERY = [each for title in shelf.titles() for each in puzzles.puzzles_of(title)]
AT_LEAST_OF_KIND = 10
SAMPLE = EVERY[::29]
MAX_DATA_BYTES = 300_000


def second_way(puzzle: Puzzle) -> tuple[int, ...]:
    """Answer of the plain code."""
    return WAYS[puzzle.kind](Plain(puzzle))


@pytest.mark.parametrize("title", AT_LEAST)
def test_there_are_enough_of_each_title(title: str) -> None:
    found = puzzles.puzzles_of(title)
    assert len(found) >= AT_LEAST[title]
    assert len({each.id for each in found}) == len({(each.position, each.kind) for each in found}) == len(found)
    assert len({each.level for each in found}) >= 3
    kinds = Counter(each.kind for each in found)
    assert {kind: kinds[kind] for kind in KINDS if kinds[kind] < AT_LEAST_OF_KIND} == {}


def test_the_data_are_small() -> None:
    assert 0 < sum(path.stat().st_size for path in shelf.DATA.iterdir()) < MAX_DATA_BYTES


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_a_sample_has_the_answers_of_engine_and_plain_code(puzzle: Puzzle) -> None:
    assert puzzles.check(puzzle)
    assert second_way(puzzle) == puzzle.answer


@pytest.mark.long
@pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.id)
def test_all_have_the_answers_of_engine_and_plain_code(puzzle: Puzzle) -> None:
    assert puzzles.check(puzzle)
    assert second_way(puzzle) == puzzle.answer


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_explanations_cite_clauses_of_the_title(puzzle: Puzzle) -> None:
    known = {clause.id for clause in clauses(puzzle.title)}
    solution = puzzles.solve(puzzle)
    cited = {clause for line in solution.lines for clause in line.clauses}
    assert cited
    assert cited <= known
    assert all("{" not in render(line.sentence) for line in solution.lines)


def test_the_daily_puzzle_depends_on_the_day_alone_and_repeats_late() -> None:
    first = date(2026, 11, 28)
    days = [puzzles.daily(first + timedelta(days=day), "1888") for day in range(100)]
    assert days[0] == puzzles.daily(first, "1888")
    assert max(Counter(days).values()) == 1
    assert puzzles.puzzle(puzzles.daily(first)).id == puzzles.daily(first)


def test_an_unknown_puzzle_is_refused() -> None:
    with pytest.raises(BadInput, match="There is no puzzle 1889:control:0"):
        puzzles.puzzle("1889:control:0")
