"""Fitting of the weights of `bots.heuristics.value` on self-play of the rule-based policies, with varied habits.

    python -m tetsudo.lab.fitting --games 100 --jobs 2

plays at every table, and prints the weights and the share of the variance of final worth that they explain, by game
turn. Players who always follow the rules would never show the value of other actions. So each seat sometimes, with
its own frequency, plays another candidate action.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tetsudo.bots.heuristics.candidates import candidates
from tetsudo.bots.heuristics.parameters import (
    JOINER,
    RUSHER,
    RUSHING_WITHHOLDER,
    SELLER,
    SELLING_WITHHOLDER,
    SIMPLE,
    USUAL,
    WAITER,
    WITHHOLDER,
)
from tetsudo.bots.heuristics.value import FEATURES, STAGES, feature_leads, features, rounds_left, stage
from tetsudo.bots.lookahead.playout import MAX_PLAYOUT_STEPS, PolicyPlayout
from tetsudo.core import garbage
from tetsudo.core.extras import require
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.lab.table_spec import Table, tables
from tetsudo.lab.workers.jobs import results

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

HABITS: Final = (
    USUAL,
    JOINER,
    SIMPLE,
    RUSHER,
    WAITER,
    SELLER,
    WITHHOLDER,
    RUSHING_WITHHOLDER,
    SELLING_WITHHOLDER,
)

EXPLORATION_RATES: Final = (0.0, 0.03, 0.08, 0.15)
"""Probabilities of playing another candidate; doubled in the auction."""

RIDGE_PENALTY: Final = 3e-4
"""Strength of the ridge penalty on the weights, scaled with the number of samples."""

VALIDATION_INTERVAL: Final = 4
"""Interval of held-out games: one in this many is used for validation only."""


class Sample(NamedTuple):
    """A player's lead in each feature, the stage of the game, and the player's final lead, as parts of
    the average worth.
    """

    game: int
    turn: int
    stage: tuple[float, ...]
    apart: tuple[float, ...]
    worth: float


@dataclass(frozen=True)
class Games:
    """Games at a table, by number."""

    table: Table

    def samples(self, number: int) -> list[Sample]:
        """Samples of a game: one per player and game turn, at its beginning."""
        random = Random(f"{self.table}-{number}")
        secret = random.getrandbits(SECRET_BITS)
        game = self.table.game(secret, keep_positions=False)
        habits = [random.choice(HABITS) for _ in range(self.table.players)]
        playout = PolicyPlayout(game.ruleset, game.state, habits, secret)
        with garbage.collect_rarely():
            seen = list(_turn_features(playout, random))
        worths = [worth(game.ruleset, game.state, player).total for player in range(self.table.players)]
        mean = max(1.0, sum(worths) / len(worths))
        return [
            Sample(number, turn, now, row, end / mean - 1)
            for turn, now, rows in seen
            for row, end in zip(rows, worths, strict=True)
        ]


def _turn_features(
    playout: PolicyPlayout, random: Random
) -> Iterator[tuple[int, tuple[float, ...], list[tuple[float, ...]]]]:
    """Play a game and yield its features at the beginning of each turn."""
    rules, state, turn = playout.rules, playout.state, 0
    curious = [random.choice(EXPLORATION_RATES) for _ in range(state.players)]
    for _ in range(MAX_PLAYOUT_STEPS):
        if state.ended:
            return
        if state.turn > turn:
            turn, left = state.turn, rounds_left(rules, state)
            yield turn, stage(rules, state, left), list(map(tuple, feature_leads(features(rules, state, left))[1]))
        if playout.step_automatically():
            continue
        player = engine.actor(rules, state)
        listed = engine.listing(rules, state, player)
        policy = playout.policies[player]
        action = policy.choose(state, player, listed)
        if random.random() < curious[player] * (1 if turn else 2):
            action = random.choice(candidates(policy, state, player, listed, action))[0]
        engine.perform(rules, state, action, [])


def fit(samples: Sequence[Sequence[Sample]]) -> Numbers:
    """Least-squares weights by feature and stage; each table counts by the square root of its number of samples."""
    require("lab", "Fitting", "numpy")
    import numpy as np

    every = [_rows(each) for each in samples if each]
    rows = np.concatenate([rows / len(worths) ** 0.25 for rows, worths in every])
    worths = np.concatenate([worths / len(worths) ** 0.25 for _, worths in every])
    size = rows.shape[1]
    scale = sum(len(each) ** 0.5 for each in samples)
    weights = np.linalg.solve(rows.T @ rows + RIDGE_PENALTY * scale * np.eye(size), rows.T @ worths)
    return weights.reshape(len(samples[0][0].apart), -1)


def _rows(samples: Sequence[Sample]) -> tuple[Numbers, Numbers]:
    """Products of features and stage terms by sample, and the final leads."""
    import numpy as np

    amounts, stages = np.array([each.apart for each in samples]), np.array([each.stage for each in samples])
    rows = (amounts[:, :, None] * stages[:, None, :]).reshape(len(samples), -1)
    return rows, np.array([each.worth for each in samples])


def explained_variance(samples: Sequence[Sample], weights: Numbers) -> float:
    """Share of the variance of final worth that the weights explain."""
    rows, worths = _rows(samples)
    rest: Any = worths - rows @ weights.ravel()
    return 1 - float(rest @ rest) / max(1e-9, float(worths @ worths))


def main() -> None:
    """Play, fit, and print; the last output is the content of `bots/heuristics/weights.py`."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=100, help="at each table")
    asked.add_argument("--title", default="", help="this one alone")
    asked.add_argument("--jobs", type=int, default=1)
    said = asked.parse_args()
    places = [table for table in tables() if said.title in ("", table.title)]
    every = [
        [each for game in results(Games(table).samples, range(said.games), said.jobs) for each in game]
        for table in places
    ]
    weights = fit([[each for each in samples if each.game % VALIDATION_INTERVAL] for samples in every])
    for table, samples in zip(places, every, strict=True):
        fresh = [each for each in samples if not each.game % VALIDATION_INTERVAL]
        parts = [
            f"{explained_variance(some, weights):.2f}"
            for low, high in ((1, 2), (2, 3), (3, 4), (4, 6), (6, 99))
            if (some := [each for each in fresh if low <= each.turn < high])
        ]
        print(table.title, table.scenario or "", table.players, *parts)
    print("WEIGHTS: Final = (")
    print(f"    # {', '.join(STAGES)}")
    for name, row in zip(FEATURES, weights.tolist(), strict=True):
        print(f"    ({', '.join(f'{weight:.3f}' for weight in row)}),  # {name}")
    print(")")


if __name__ == "__main__":
    # Called through its module name, so that its classes can be sent to other processes.
    import_module("tetsudo.lab.fitting").main()
