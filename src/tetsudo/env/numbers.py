"""Growing arrays of 64-bit integers, which numpy reads without looking at each number.

Where this is compiled, numbers go into memory as they are; a list would make an object of each (see `engine/state/rows`
for the two halves of this module).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TypeAlias

from tetsudo.engine.state.rows import UNBOXED, Row

if UNBOXED:
    from librt.strings import BytesWriter, write_i64_le

    Numbers: TypeAlias = BytesWriter
else:
    Numbers: TypeAlias = "array[int]"


def no_numbers() -> Numbers:
    """Array without numbers."""
    if UNBOXED:
        return BytesWriter()
    else:
        return array("q")


def add(numbers: Numbers, number: int) -> None:
    """Add a number at the end."""
    if UNBOXED:
        write_i64_le(numbers, number)
    else:
        numbers.append(number)


def add_row(numbers: Numbers, row: Row) -> None:
    """Add all numbers of a row."""
    if UNBOXED:
        for number in row:
            write_i64_le(numbers, number)
    else:
        numbers.extend(row)


def add_all(numbers: Numbers, more: Sequence[int]) -> None:
    """Add all numbers of a sequence."""
    if UNBOXED:
        for number in more:
            write_i64_le(numbers, number)
    else:
        numbers.extend(more)


def add_bytes(numbers: Numbers, more: bytes) -> None:
    """Add numbers that `bytes_of` gave."""
    if UNBOXED:
        numbers.write(more)
    else:
        numbers.frombytes(more)


def bytes_of(numbers: Numbers) -> bytes:
    """Numbers as bytes, in the order of this machine."""
    if UNBOXED:
        return numbers.getvalue()
    else:
        return numbers.tobytes()
