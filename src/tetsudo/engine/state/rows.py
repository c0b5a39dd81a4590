"""Rows of a position: tuples of ints, or arrays of machine integers where the engine is compiled.

A row never changes: writing makes a copy. All other modules read rows by index, by slices without a step, by loops,
with `len` and `in`, and make them with the functions here: then the same source works on both. A row is not compared or
hashed; `values_of` gives a tuple for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

# Compiled modules come from a library, not from a source file. The build tells mypyc that this is always true, and
# mypy is told the opposite (`always_false`), so each reads one half of this module only.
UNBOXED: Final = not __file__.endswith(".py")

if UNBOXED:
    from librt.vecs import vec
    from mypy_extensions import i64

    Row: TypeAlias = "vec[i64]"
else:
    Row: TypeAlias = tuple[int, ...]

TupleRow: TypeAlias = tuple[int, ...]
"""Row that is a tuple in both builds: caches look it up, or what is not compiled reads it all the time."""


def row_of(values: Sequence[int]) -> Row:
    """Row of some values."""
    if UNBOXED:
        return vec[i64](values)
    else:
        return tuple(values)


def filled(value: int, length: int) -> Row:
    """Row with the same value everywhere."""
    if UNBOXED:
        return vec[i64]([value] * length)
    else:
        return (value,) * length


def values_of(row: Row) -> tuple[int, ...]:
    """Values of a row as a tuple, to compare or to hash."""
    if UNBOXED:
        return tuple(row)
    else:
        return row


def with_value(row: Row, place: int, value: int) -> Row:
    """Copy of a row with another value in one place."""
    if UNBOXED:
        copy = row[:]
        copy[place] = value
        return copy
    else:
        changed = list(row)  # twice as fast as joining slices
        changed[place] = value
        return tuple(changed)


def tuple_with_value(row: TupleRow, place: int, value: int) -> TupleRow:
    """Copy of a row that is a tuple with another value in one place."""
    changed = list(row)  # twice as fast as joining slices
    changed[place] = value
    return tuple(changed)


def with_transfer(row: Row, source: int, target: int, amount: int) -> Row:
    """Copy of a row with an amount moved from one place to another."""
    if UNBOXED:
        copy = row[:]
        copy[source] -= amount
        copy[target] += amount
        return copy
    else:
        changed = list(row)
        changed[source] -= amount
        changed[target] += amount
        return tuple(changed)


def column(row: Row, first: int, step: int) -> Row:
    """Every `step`th value of a row, from the one at `first` on."""
    if UNBOXED:
        length: i64 = 0
        if first < len(row):
            length = (len(row) - first + step - 1) // step
        found = vec[i64]([0] * length)
        place: i64 = first
        for number in range(length):
            found[number] = row[place]
            place += step
        return found
    else:
        return row[first::step]


def column_sum(row: Row, first: int, step: int) -> int:
    """Sum of every `step`th value of a row, from the one at `first` on."""
    if UNBOXED:
        total: i64 = 0
        place: i64 = first
        while place < len(row):
            total += row[place]
            place += step
        return total
    else:
        return sum(row[first::step])


def count_of(row: Row, value: int) -> int:
    """Number of times that a value stands in a row."""
    if UNBOXED:
        number: i64 = 0
        for each in row:
            if each == value:
                number += 1
        return number
    else:
        return row.count(value)
