"""Chance: intervals of one figure, and a test of all figures of two editions together.

The test is a permutation test of the largest difference (Westfall and Young, 1993): groups of games are dealt to the
two editions at random, as if these were the same, and the largest of all standardised differences is noted each time.
A figure's probability is the share of deals whose largest difference is at least its own. So if the editions are the
same, a report says with probability 95 % that nothing differs, however many figures it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from tetsudo.core.extras import require
from tetsudo.lab.compare.groups import Group
from tetsudo.lab.compare.measures import Key
from tetsudo.lab.ranking import Z_SCORE_95, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

LEVEL: Final = 0.05
"""Probability of a false report on two equal editions."""

DEALS: Final = 2000
"""Number of random deals of a test."""

MIN_GROUPS: Final = 5
"""Minimum number of groups of either edition that have a figure; fewer are not tested."""


class Estimate(NamedTuple):
    """Mean of a figure with its 95 % interval, and the number of games that have it."""

    mean: float
    low: float
    high: float
    games: int


def estimate(groups: Sequence[Group], key: Key, *, is_rate: bool) -> Estimate | None:
    """Estimate of a figure; None if no game has it. Rates have a Wilson interval, others one of the groups' means."""
    totals = [group.totals[key] for group in groups if key in group.totals]
    games = sum(total.games for total in totals)
    if not games:
        return None
    mean = sum(total.sum for total in totals) / games
    if is_rate:
        interval = wilson(mean * games, games)
        return Estimate(mean, interval.low, interval.high, games)
    half = _half_width([total.sum / total.games for total in totals])
    return Estimate(mean, mean - half, mean + half, games)


def _half_width(means: Sequence[float]) -> float:
    """Half the width of a 95 % interval: Student's quantile, approximated, times the standard error."""
    free = len(means) - 1
    if free < 1:
        return 0.0
    middle = sum(means) / len(means)
    error = sqrt(sum((each - middle) ** 2 for each in means) / free / len(means))
    return (Z_SCORE_95 + (Z_SCORE_95**3 + Z_SCORE_95) / (4 * free)) * error


def probabilities(
    first: Mapping[int, Sequence[Group]], second: Mapping[int, Sequence[Group]], seed: int
) -> dict[tuple[int, Key], float]:
    """Probability, by number of players and figure, that chance alone makes a difference as large as that found.

    `first` and `second`: groups of two editions by number of players. Figures that are too rare are left out.
    """
    require("lab", "A comparison", "numpy")
    import numpy as np

    rng = np.random.default_rng(seed)
    found: list[tuple[int, Key]] = []
    observed: list[Numbers] = []
    largest = np.zeros(DEALS)
    for players in sorted(set(first) & set(second)):
        pooled, count = [*first[players], *second[players]], len(first[players])
        keys, values, known = _tested(pooled, count)
        if not keys:
            continue
        dealt = np.zeros((DEALS + 1, len(pooled)))
        dealt[0, :count] = 1  # as they were played
        for row in dealt[1:]:
            row[rng.permutation(len(pooled))[:count]] = 1
        sizes = _standardised(dealt, values, known)
        found += [(players, key) for key in keys]
        observed.append(sizes[0])
        largest = np.maximum(largest, sizes[1:].max(axis=1))
    if not found:
        return {}
    reached = (largest[:, None] >= np.concatenate(observed)[None, :] - 1e-9).sum(axis=0)
    return dict(zip(found, ((1 + reached) / (1 + DEALS)).tolist(), strict=True))


def _tested(pooled: Sequence[Group], count: int) -> tuple[list[Key], Numbers, Numbers]:
    """Figures to test; their means by group, 0 where a group has none; and 1 where it has one. Constant ones are left
    out.
    """
    import numpy as np

    keys = list(dict.fromkeys(key for group in pooled for key in group.totals))
    known = np.array([[key in group.totals for key in keys] for group in pooled], float)
    values = np.array([[_mean(group, key) for key in keys] for group in pooled])
    enough = (known[:count].sum(axis=0) >= MIN_GROUPS) & (known[count:].sum(axis=0) >= MIN_GROUPS)
    centre = values.sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    values = (values - centre) * known
    spread = np.sqrt((values**2).sum(axis=0) / np.maximum(known.sum(axis=0), 1))
    chosen = enough & (spread > 1e-9)
    return (
        [key for key, is_chosen in zip(keys, chosen, strict=True) if is_chosen],
        values[:, chosen] / spread[chosen],
        known[:, chosen],
    )


def _mean(group: Group, key: Key) -> float:
    total = group.totals.get(key)
    return total.sum / total.games if total else 0.0


def _standardised(dealt: Numbers, values: Numbers, known: Numbers) -> Numbers:
    """Size of the difference between the two parts of each deal, by figure, in standard errors."""
    import numpy as np

    ones, sums = dealt @ known, dealt @ values
    others = known.sum(axis=0) - ones
    means = sums / np.maximum(ones, 1) - (values.sum(axis=0) - sums) / np.maximum(others, 1)
    errors = np.sqrt(1 / np.maximum(ones, 1) + 1 / np.maximum(others, 1))
    sizes: Numbers = np.where((ones >= 1) & (others >= 1), np.abs(means) / errors, 0.0)
    return sizes
