"""Samples of positions: what each player leads by at the start of a turn, and how games go on from there.

Players who always follow the rules would never show the value of other actions. So each seat sometimes, with its own
frequency, plays another candidate action. Each position is played on several times, since one result is mostly chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan
from random import Random
from statistics import fmean, variance
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.candidates import candidates
from tetsudo.bots.heuristics.parameters import (
    BUILDER,
    JOINER,
    RUSHER,
    RUSHING_WITHHOLDER,
    SAVER,
    SAVING_BUILDER,
    SIMPLE,
    USUAL,
    WAITER,
    WITHHOLDER,
    Habits,
)
from tetsudo.bots.heuristics.value import read
from tetsudo.bots.lookahead.playout import MAX_PLAYOUT_STEPS, PolicyPlayout
from tetsudo.core import garbage
from tetsudo.core.extras import require
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.state.state import State
from tetsudo.lab.fitting.network import Network, Samples
from tetsudo.lab.table_spec import Table

HABITS: Final[tuple[Habits, ...]] = (
    *(USUAL, JOINER, SIMPLE, RUSHER, WITHHOLDER, RUSHING_WITHHOLDER, SAVER, WAITER),
    *(BUILDER, BUILDER, BUILDER, SAVING_BUILDER, SAVING_BUILDER, SAVING_BUILDER),
)
"""Habits of the players, drawn for each seat and game: every kind, and builders for nearly half of them."""

EXPLORATION_RATES: Final = (0.0, 0.05, 0.15, 0.3)
"""Probabilities of playing another candidate."""

PLAYOUTS: Final = 6
LATE_PLAYOUTS: Final = 3
LATE_TURN: Final = 7
"""Number of playouts from a position, and from one in this turn or later, where results differ less."""

MIN_SIGNAL: Final = 0.1
"""Part of the variance of results that must not be the playouts' chance to say what explains it."""


class Sample(NamedTuple):
    """A player's leads at the start of a turn, the stage of the game, and the player's lead at the end."""

    game: int
    turn: int
    players: int
    stage: tuple[float, ...]
    leads: tuple[float, ...]
    result: float
    """Mean final lead over the average player, as a part of the average worth."""
    noise: float
    """Variance of this mean."""


@dataclass(frozen=True)
class Games:
    """Games at a table, by number."""

    table: Table

    def samples(self, number: int) -> list[Sample]:
        """Samples of a game: one per player and game turn, from the second on."""
        random = Random(f"{self.table}-{number}")
        game = self.table.game(random.getrandbits(SECRET_BITS), keep_positions=False)
        with garbage.collect_rarely():
            return [
                sample
                for state in _turns(game.ruleset, game.state, random)
                for sample in _samples(game.ruleset, state, number, random)
            ]


def _playout(rules: Ruleset, state: State, random: Random) -> PolicyPlayout:
    return PolicyPlayout(rules, state, random.choices(HABITS, k=state.players), random.getrandbits(SECRET_BITS))


def _turns(rules: Ruleset, state: State, random: Random) -> Iterator[State]:
    """Play a game and yield its state at the beginning of each turn after the first."""
    playout, turn = _playout(rules, state, random), 1
    curious = random.choices(EXPLORATION_RATES, k=state.players)
    for _ in range(MAX_PLAYOUT_STEPS):
        if state.ended:
            return
        if state.turn > turn:
            turn = state.turn
            yield state
        if playout.step_automatically():
            continue
        player = engine.actor(rules, state)
        listed, policy = engine.listing(rules, state, player), playout.policies[player]
        action = policy.choose(state, player, listed)
        if random.random() < curious[player]:
            action = random.choice(candidates(policy, state, player, listed, action))[0]
        engine.perform(rules, state, action, [])


def _samples(rules: Ruleset, state: State, number: int, random: Random) -> list[Sample]:
    """Samples of a position, one per player; it is played on several times."""
    reading = read(rules, state)
    now = tuple(reading.stage)
    ends = [_result(rules, state, random) for _ in range(LATE_PLAYOUTS if state.turn >= LATE_TURN else PLAYOUTS)]
    return [
        Sample(
            number,
            state.turn,
            state.players,
            now,
            tuple(row),
            fmean(found),
            variance(found) / len(found),
        )
        for row, found in zip(reading.leads, zip(*ends, strict=True), strict=True)
    ]


def _result(rules: Ruleset, state: State, random: Random) -> list[float]:
    """Final lead of each player over the average, as a part of it, in one playout."""
    playout = _playout(rules, state.clone(), random)
    playout.play()
    return worth_leads(rules, playout.state)


def worth_leads(rules: Ruleset, state: State) -> list[float]:
    """Lead of each player over the average in worth, as a part of it."""
    worths = [worth(rules, state, player).total for player in range(state.players)]
    mean = max(1.0, fmean(worths))
    return [each / mean - 1 for each in worths]


def arrays(samples: Sequence[Sample]) -> Samples:
    """Samples as arrays."""
    require("lab", "Fitting", "numpy")
    import numpy as np

    return Samples(
        np.array([each.leads for each in samples]),
        np.array([each.stage for each in samples]),
        np.array([each.result for each in samples]),
    )


def explained_variance(samples: Sequence[Sample], network: Network) -> float:
    """Share of the variance of results that the network explains, the playouts' chance apart.

    Not a number if nearly all of the variance is the playouts' chance.
    """
    import numpy as np

    leads, stages, found = arrays(samples)
    noise = np.array([each.noise for each in samples])
    values = network.values(leads, stages).reshape(-1, samples[0].players)
    rest = (found - (values - values.mean(1, keepdims=True)).ravel()) ** 2 - noise
    every, signal = float((found**2).sum()), float((found**2 - noise).sum())
    return 1 - float(rest.sum()) / signal if signal > MIN_SIGNAL * every else nan
