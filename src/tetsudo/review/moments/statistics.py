"""Means of a few numbers with their errors, and how many errors are enough when many decisions are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

STANDARD_ERRORS: Final = 3.0
"""Number of standard errors by which a single decision must be worse, with many playouts."""

INTERVAL_ERRORS: Final = 1.96
"""Number of standard errors of a 95 % interval, with many decisions."""


class Mean(NamedTuple):
    """Mean of a number of values, and its standard error: infinite below two values."""

    value: float
    error: float
    number: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Mean:
        """Mean of numbers; 0 of none."""
        count = len(numbers)
        error = stdev(numbers) / sqrt(count) if count > 1 else inf
        return cls(fmean(numbers) if numbers else 0.0, error, count)

    @classmethod
    def pooled(cls, means: Sequence[Mean]) -> Mean:
        """Mean of all numbers behind some means, as if they had been given at once."""
        count = sum(each.number for each in means)
        if not count:
            return cls(0.0, inf, 0)
        value = sum(each.value * each.number for each in means) / count
        within = sum(each.error**2 * each.number * (each.number - 1) for each in means if each.number > 1)
        between = sum(each.number * (each.value - value) ** 2 for each in means)
        error = sqrt((within + between) / (count - 1) / count) if count > 1 else inf
        return cls(value, error, count)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval."""
        around = students(INTERVAL_ERRORS, self.number) * self.error
        return self.value - around, self.value + around


def needed_errors(looks: int, count: int) -> float:
    """Standard errors that a mean of `count` numbers must exceed 0 by, if `looks` such means are looked at.

    The chance that any of them does so by accident is that of one normal mean beyond `STANDARD_ERRORS` (Bonferroni).
    """
    chance = NormalDist().cdf(-STANDARD_ERRORS) / max(1, looks)
    return students(-NormalDist().inv_cdf(chance), count)


def students(errors: float, count: int) -> float:
    """Quantile of Student's distribution at that of the normal one, for the mean of `count` numbers."""
    if count < 2:
        return inf
    free = count - 1
    first = (errors**3 + errors) / 4
    second = (5 * errors**5 + 16 * errors**3 + 3 * errors) / 96
    third = (3 * errors**7 + 19 * errors**5 + 17 * errors**3 - 15 * errors) / 384
    return errors + first / free + second / free**2 + third / free**3
