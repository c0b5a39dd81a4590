"""Trials: plans of a decision played out in the same scenarios.

A scenario is the habits of every player and the random events. A plan's result is the expected share of its player in
the final worth of all players. Fresh scenarios are played to the end of the game. Those before it end after the next
game turn, as the bots' do, and are valued by the weights fitted on whole games. A run's playouts always end with its
own game turn: its money is all that differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.heuristics.parameters import RUSHER, SIMPLE, USUAL, WAITER
from tetsudo.bots.heuristics.value import expected_worths
from tetsudo.bots.playout import NO_TURN_LIMIT, PolicyPlayout
from tetsudo.core import gc_pause
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.review.moments.decisions import Decision

HABITS: Final = (USUAL, SIMPLE, RUSHER, WAITER)
"""Habits that players may have in a playout."""

STAGE_TURNS: Final[Mapping[str, int]] = {"screen": 2, "check": 2, "fresh": NO_TURN_LIMIT}
"""Number of game turns, the current one included, before a playout of a stage is valued."""

RUN_TURNS: Final = 1
"""The same for a run, in every stage."""

MAX_STEPS: Final = 800
"""Number of actions after which a playout ends with its turn."""

Shares: TypeAlias = list[list[float]]
"""Share of the player in all worth, by plan and scenario."""


class Trial(NamedTuple):
    """Playouts to be made: a number of scenarios of a stage at a decision, for the plans with some numbers."""

    stage: str
    move: int
    plans: tuple[int, ...]
    scenarios: int

    @property
    def key(self) -> str:
        """Name by which the result is kept."""
        return f"{self.stage}-{self.move}"

    @property
    def playouts(self) -> int:
        """Number of playouts."""
        return len(self.plans) * self.scenarios


def play_trial(rules: Ruleset, state: State, decision: Decision, trial: Trial, seed: int) -> Shares:
    """Results of a trial; the same on every machine. Stages have different scenarios."""
    turns = RUN_TURNS if decision.kind == "run" else STAGE_TURNS[trial.stage]
    randoms = [f"{seed}-{trial.key}-{number}" for number in range(trial.scenarios)]
    with gc_pause.pause_gc():
        return [
            [_share(rules, state, decision.plans[plan], decision.player, text, turns) for text in randoms]
            for plan in trial.plans
        ]


def _share(rules: Ruleset, state: State, plan: Plan, player: PlayerId, text: str, turns: int) -> float:
    """Share of a player in all worth after a plan, in the scenario of a text."""
    random = Random(text)
    secret = random.getrandbits(SECRET_BITS)
    habits = [random.choice(HABITS) for _ in range(state.players)]
    playout = PolicyPlayout(rules, state.clone(), habits, secret)
    playout.apply_plan(plan)
    playout.play(state.turn + turns, MAX_STEPS)
    worths = expected_worths(rules, playout.state)
    return worths[player] / max(1.0, sum(worths))


def leads(shares: Sequence[Sequence[float]], plan: int) -> list[float]:
    """Lead of a plan over the first one in each scenario."""
    return [other - played for other, played in zip(shares[plan], shares[0], strict=True)]
