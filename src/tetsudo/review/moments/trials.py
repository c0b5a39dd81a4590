"""Trials: playouts from a position of a finished game, after each of some plans or without one.

A scenario is the habits of every player and the random events. A result is the part of all players' expected final
worth that each of them gets. Players go on as the strongest bot does and expects others to (`bots.search`). Stages have
different scenarios; all plans, and all positions that are valued, meet the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.heuristics.parameters import BUILDER, SIMPLE, Habits
from tetsudo.bots.heuristics.value import expected_worths
from tetsudo.bots.lookahead.playout import NO_TURN_LIMIT, PolicyPlayout
from tetsudo.bots.search import OWN_HABITS, default_habits, opponent_habits
from tetsudo.core import garbage
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.review.moments.confirming import PLAYOUTS_A_DECISION, play_on

SCREEN: Final = "screen"
CHECK: Final = "check"
FRESH: Final = "fresh"
OPINION: Final = "opinion"
CONFIRM: Final = "confirm"
VALUE: Final = "value"
"""Stages: the first look at all plans, the second at the best one, the third at the worst decisions, the fourth at
those that look like mistakes, with players of other habits, the last at those that still do, with the search bot; and
the values of positions."""

STAGE_TURNS: Final[Mapping[str, int]] = {
    SCREEN: 2,
    CHECK: 2,
    FRESH: NO_TURN_LIMIT,
    OPINION: NO_TURN_LIMIT,
    CONFIRM: NO_TURN_LIMIT,
    VALUE: 2,
}
"""Number of game turns, the current one included, before a playout of a stage is valued."""

WAYS: Final[tuple[Sequence[Habits], ...]] = (OWN_HABITS, (SIMPLE,), (BUILDER,))
"""Ways to go on in `OPINION`: habits of the player whose decision it is, one of them at random. With the first way the
others have their usual habits, with any other way the same. Scenario number N has way N modulo their number."""

RUN_TURNS: Final = 1
"""The same for a run, in every stage: its money is all that differs."""

MAX_STEPS: Final = 800
"""Number of actions after which a playout ends with its turn."""

DIGITS: Final = 5
"""Decimal places of a result."""

Shares: TypeAlias = tuple[float, ...]
"""Part of each player in all expected worth, from 0 to 1."""

Results: TypeAlias = list[list[Shares]]
"""Results of a trial, by plan and scenario."""


class Trial(NamedTuple):
    """Playouts to be made before a move: a number of scenarios of a stage, for the plans with some numbers.

    `searched`: number of decisions that the search bot makes in each playout; only in `CONFIRM`, where a trial is a
    `part` of those before the move.
    """

    stage: str
    move: int
    plans: tuple[int, ...]
    scenarios: int
    part: int = 0
    searched: int = 0

    @property
    def key(self) -> str:
        """Name by which the results are kept."""
        return f"{self.stage}-{self.move}-{self.part}" if self.stage == CONFIRM else f"{self.stage}-{self.move}"

    @property
    def playouts(self) -> int:
        """Number of playouts, at most: with those of the search bot."""
        return len(self.plans) * self.scenarios * (1 + self.searched * PLAYOUTS_A_DECISION)


class Start(NamedTuple):
    """Start of playouts: the position, the player of the plans (NOBODY: there are none), and whether they are runs."""

    state: State
    player: PlayerId = NOBODY
    plans: Sequence[Plan] = ((),)
    is_run: bool = False


def play_trial(rules: Ruleset, start: Start, trial: Trial, seed: int) -> Results:
    """Results of a trial; the same on every machine."""
    turns = RUN_TURNS if start.is_run else STAGE_TURNS[trial.stage]
    name = trial.stage if trial.stage == VALUE else trial.key
    scenarios = [
        Scenario(f"{seed}-{name}-{number}", turns, number % len(WAYS) if trial.stage == OPINION else None)
        for number in range(trial.scenarios)
    ]
    with garbage.collect_rarely():
        return [[_played(rules, start, plan, each, trial.searched) for each in scenarios] for plan in trial.plans]


class Scenario(NamedTuple):
    """A course of the game, by a text: its number of turns, and the number of one of `WAYS`; None for the usual way."""

    text: str
    turns: int
    way: int | None


def _played(rules: Ruleset, start: Start, plan: int, scenario: Scenario, searched: int) -> Shares:
    """Result of one playout, in a scenario. `searched`: number of decisions that the search bot makes."""
    random, state = Random(scenario.text), start.state.clone()
    secret = random.getrandbits(SECRET_BITS)
    habits = _habits(state, start.player, random, scenario.way)
    playout, until = PolicyPlayout(rules, state, habits, secret), state.turn + scenario.turns
    if start.plans[plan]:
        playout.apply_plan(start.plans[plan])
    play_on(playout, random, searched, MAX_STEPS)
    playout.play(until, MAX_STEPS)
    worths = [max(0.0, worth) for worth in expected_worths(rules, state)]
    return tuple(round(worth / max(1.0, sum(worths)), DIGITS) for worth in worths)


def _habits(state: State, own: PlayerId, random: Random, way: int | None) -> list[Habits]:
    """Habits of all players in a scenario; `own`: the player whose decision it is."""
    chosen = default_habits(state.players) if way is None else random.choice(WAYS[way])
    if way:
        return [chosen] * state.players
    others = opponent_habits(state)
    return [chosen if player == own else random.choice(others) for player in range(state.players)]


def opinions(leads: Sequence[float]) -> list[float]:
    """Mean lead by each way of going on, from the leads of an `OPINION` trial."""
    return [fmean(leads[way :: len(WAYS)]) for way in range(len(WAYS))]


def leads(results: Results, plan: int, player: PlayerId) -> list[float]:
    """Lead of a plan over the first one for a player, in each scenario."""
    return [other[player] - played[player] for other, played in zip(results[plan], results[0], strict=True)]
