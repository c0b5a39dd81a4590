"""Rows of the state: tuples in pure Python, arrays where the engine is compiled, with the same values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tetsudo.core.units import HIDDEN
from tetsudo.engine.state.rows import column, column_sum, count_of, filled, row_of, values_of, with_transfer, with_value

NUMBERS = st.lists(st.integers(-HIDDEN, HIDDEN), max_size=40)
SOME_NUMBERS = st.lists(st.integers(-9, 9), min_size=1, max_size=40)


@given(NUMBERS)
def test_a_row_has_the_values_it_was_made_of(numbers: list[int]) -> None:
    row = row_of(numbers)
    assert values_of(row) == tuple(numbers)
    assert [*row] == numbers
    assert len(row) == len(numbers)
    assert values_of(row[1:-1]) == tuple(numbers[1:-1])
    assert [row[place] for place in range(-len(row), len(row))] == numbers * 2


@given(SOME_NUMBERS, st.data())
def test_writing_makes_a_copy(numbers: list[int], data: st.DataObject) -> None:
    places = st.integers(0, len(numbers) - 1)
    place, other, value = data.draw(places), data.draw(places), data.draw(st.integers(-HIDDEN, HIDDEN))
    row = row_of(numbers)
    written, moved = [*numbers], [*numbers]
    written[place] = value
    moved[place] -= 7
    moved[other] += 7
    assert values_of(with_value(row, place, value)) == tuple(written)
    assert values_of(with_transfer(row, place, other, 7)) == tuple(moved)
    assert values_of(row) == tuple(numbers)


@given(SOME_NUMBERS, st.integers(0, 45), st.integers(1, 12), st.integers(-9, 9))
def test_columns_and_counts(numbers: list[int], first: int, step: int, value: int) -> None:
    row = row_of(numbers)
    assert values_of(column(row, first, step)) == tuple(numbers[first::step])
    assert column_sum(row, first, step) == sum(numbers[first::step])
    assert count_of(row, value) == numbers.count(value)
    assert (value in row) == (value in numbers)


def test_a_filled_row_has_one_value_everywhere() -> None:
    assert values_of(filled(-1, 3)) == (-1, -1, -1)
    assert values_of(filled(5, 0)) == ()
