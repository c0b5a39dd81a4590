"""Fits the weights of `bots.value` on games of the rules of thumb against themselves, with other habits in each seat.

    python -m tetsudo.lab.fitting --games 30

plays at the tables below, and prints the weights and how much of what players are worth more than others in the end
they tell, by how many operating rounds are left. A minute on one core with the compiled engine. Linear algebra of
sixteen unknowns needs no library.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from tetsudo import collector
from tetsudo.bots.habits import (
    RUSHER,
    RUSHING_WITHHOLDER,
    SELLER,
    SELLING_WITHHOLDER,
    SIMPLE,
    USUAL,
    WAITER,
    WITHHOLDER,
)
from tetsudo.bots.playing import Rehearsal
from tetsudo.bots.value import FEATURES, features, rounds_left
from tetsudo.lab.table import Table
from tetsudo.odds import SECRET_BITS
from tetsudo.rules.rounds.standings import worth

HABITS: Final = (
    USUAL,
    USUAL,
    SIMPLE,
    RUSHER,
    WAITER,
    SELLER,
    WITHHOLDER,
    RUSHING_WITHHOLDER,
    SELLING_WITHHOLDER,
)

TABLES: Final = (
    *(Table("1889", players) for players in (2, 3, 4, 4, 5, 6)),
    *(Table("1888n", players) for players in (2, 3, 4, 5)),
    *(Table("1888", players) for players in (3, 4, 5)),
    *(Table("1890", players, scenario) for scenario in "ABCD" for players in (3,)),
    Table("1890", 4, "C"),
)
"""Each as often as the others."""

RIDGE: Final = 1e-3
"""Of the mean square of the features: it keeps those apart that say nearly the same."""

TREASURIES: Final = FEATURES.index("its share of treasuries")
FIXED: Final = {TREASURIES: 0.3, len(FEATURES) + TREASURIES: 0.0}
"""Weights that are not fitted: who has full treasuries plays worse, but not because of what is in them. With the weight
that games tell, less than nothing, a company was emptied for a train of another one."""

MOST_TURNS: Final = 60


class Sample(NamedTuple):
    """What a player has more than the mean of all, and will have in the end, by what all are worth then."""

    left: float
    features: tuple[float, ...]
    worth: float


def samples(table: Table, seed: int) -> Iterator[Sample]:
    """One for each player at the beginning of each game turn of a game."""
    random = Random(f"{table}-{seed}")
    secret = random.getrandbits(SECRET_BITS)
    game = table.game(secret, keep_positions=False)
    rules, state = game.ruleset, game.state
    habits = [random.choice(HABITS) for _ in range(table.players)]
    rehearsal = Rehearsal(rules, state, habits, secret)
    seen: list[tuple[float, list[list[float]]]] = []
    with collector.at_rest():
        for turn in range(2, MOST_TURNS):
            rehearsal.play(turn)
            if state.ended:
                break
            seen.append((rounds_left(rules, state), features(rules, state)))
    worths = [worth(rules, state, player).total for player in range(table.players)]
    mean = max(1.0, sum(worths) / len(worths))
    for left, amounts in seen:
        means = [sum(column) / len(amounts) for column in zip(*amounts, strict=True)]
        for row, end in zip(amounts, worths, strict=True):
            apart = tuple((each - middle) / mean for each, middle in zip(row, means, strict=True))
            yield Sample(left, apart, end / mean - 1)


def fit(every: Sequence[Sample], fixed: Mapping[int, float] = MappingProxyType({})) -> list[float]:
    """The weights that come nearest, by least squares with a ridge toward what amounts are worth by themselves.

    `fixed`: those that are known, by place.
    """
    size = len(every[0].features)
    prior = [fixed.get(i, 1.0 if i < size // 2 else 0.0) for i in range(size)]
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for each in every:
        row = each.features
        rest = each.worth - sum(weight * value for weight, value in zip(prior, row, strict=True))
        for i, value in enumerate(row):
            if value and i not in fixed:
                right[i] += value * rest
                line = matrix[i]
                for j in range(size):
                    line[j] += value * row[j]
    for i in range(size):
        matrix[i][i] += RIDGE * len(every) * 0.01 + 1e-9
        if i in fixed:
            matrix[i] = [float(i == j) for j in range(size)]
    return [before + more for before, more in zip(prior, solved(matrix, right), strict=True)]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The unknowns of as many equations, by elimination; the matrix is symmetric and positive."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for row in range(i + 1, size):
            factor = rows[row][i] / rows[i][i]
            rows[row] = [its - factor * mine for its, mine in zip(rows[row], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - known) / rows[i][i]
    return found


def told(every: Sequence[Sample], weights: Sequence[float]) -> float:
    """How much of the variance of what players are worth the weights tell."""
    rest = sum((each.worth - sum(map(_times, weights, each.features))) ** 2 for each in every)
    return 1 - rest / max(1e-9, sum(each.worth**2 for each in every))


def _times(weight: float, value: float) -> float:
    return weight * value


def main() -> None:
    """Play, fit, and print; what is printed last is what `bots/weights.py` holds."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=40, help="at each table")
    asked.add_argument("--title", default="", help="this one alone")
    said = asked.parse_args()
    tables = [table for table in TABLES if said.title in ("", table.title)]
    learned = [each for table in tables for seed in range(said.games) for each in samples(table, seed)]
    weights = fit(learned, FIXED)
    for table in tables:
        fresh = [each for seed in range(said.games, said.games + said.games // 4 + 1) for each in samples(table, seed)]
        parts = [
            f"{told(some, weights):.2f} of {len(some)}"
            for low, high in ((0, 3), (3, 6), (6, 10), (10, 99))
            if (some := [each for each in fresh if low <= each.left < high])
        ]
        print(table.title, table.scenario or "", table.players, *parts)
    for name, weight, late in zip(FEATURES, weights, weights[len(FEATURES) :], strict=False):
        print(f"{weight:7.2f} {late:+7.2f} {name}")
    print(f"WEIGHTS: Final = ({', '.join(f'{weight:.3f}' for weight in weights)})")


if __name__ == "__main__":
    main()
