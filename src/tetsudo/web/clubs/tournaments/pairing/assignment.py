"""Assignment of people to places at the least cost, by the Hungarian method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

INFINITE: Final = 1 << 60


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Column of each row, all different, with the least sum of costs. `costs`: a square matrix of whole numbers."""
    size = len(costs)
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    row_of = [0] * (size + 1)  # row of each column, both counted from 1; 0: none
    for row in range(1, size + 1):
        row_of[0] = row
        _augment(costs, row_of, row_price, column_price)
    found = [0] * size
    for column in range(1, size + 1):
        found[row_of[column] - 1] = column - 1
    return found


def _augment(costs: Sequence[Sequence[int]], row_of: list[int], row_price: list[int], column_price: list[int]) -> None:
    """Assign the row in `row_of[0]`, along the cheapest chain of changes to the others."""
    size = len(costs)
    slack, came_from, seen = [INFINITE] * (size + 1), [0] * (size + 1), [False] * (size + 1)
    column = 0
    while row_of[column]:
        seen[column] = True
        row, step, best = row_of[column], INFINITE, 0
        for other in range(1, size + 1):
            if seen[other]:
                continue
            cost = costs[row - 1][other - 1] - row_price[row] - column_price[other]
            if cost < slack[other]:
                slack[other], came_from[other] = cost, column
            if slack[other] < step:
                step, best = slack[other], other
        for other in range(size + 1):
            if seen[other]:
                row_price[row_of[other]] += step
                column_price[other] -= step
            else:
                slack[other] -= step
        column = best
    while column:
        row_of[column] = row_of[came_from[column]]
        column = came_from[column]
