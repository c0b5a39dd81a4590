"""Which of some plans is best: each is played on in the same scenarios, the better ones more often.

A scenario is a position as it may be, its chance, and how the others play. All that are compared meet the same, so
that they differ by what they are (common random numbers); after each part of the time the worse half is out
(sequential halving). With a number of rollouts as budget nothing depends on a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, inf, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from tetsudo.actions import Action
from tetsudo.bots.candidates import Plan
from tetsudo.bots.habits import Habits
from tetsudo.bots.player import Thinking
from tetsudo.bots.playing import NEVER, Rehearsal
from tetsudo.bots.value import expected
from tetsudo.odds import SECRET_BITS
from tetsudo.state import State
from tetsudo.units import PlayerId
from tetsudo.views import View

MOST_ROUNDS: Final = 40
"""How often a plan is tried, at most."""

SURE: Final = 3.0
"""By how many standard errors one plan must be better than all others for the others to be given up at once."""

ENOUGH: Final = 6
"""After how many games that is asked."""


FEW: Final = 4
"""So many lines are tried, however little time there is."""


@dataclass(slots=True)
class Line:
    """A plan, how its player goes on after it, and how the games went that began with it."""

    plan: Plan
    habits: Habits
    worths: list[tuple[float, ...]] = field(default_factory=list)
    """What every player was worth in the end, or could expect to be, by game."""
    phases: list[int] = field(default_factory=list)
    """The last phase of each game."""

    @property
    def action(self) -> Action:
        """What is done now."""
        return self.plan[0]

    def margins(self) -> list[float]:
        """What who decides gained in each game: his worth less the best other's."""
        me = self.action.player
        return [worths[me] - max((*worths[:me], *worths[me + 1 :]), default=0) for worths in self.worths]

    @property
    def mean(self) -> float:
        """The same on average."""
        return fmean(self.margins()) if self.worths else -inf

    @property
    def spread(self) -> float:
        """The standard error of that; infinite after one game."""
        return stdev(self.margins()) / sqrt(len(self.worths)) if len(self.worths) > 1 else inf


class Scenario(NamedTuple):
    """How a game may go on: the position, what chance brings, and how everybody plays."""

    state: State
    secret: int
    habits: tuple[Habits, ...]


class Scenarios:
    """By number; the same number gives the same again. In the first one all others have the first habits."""

    def __init__(self, view: View, seed: int, models: Sequence[Habits], turns: int = NEVER) -> None:
        """`turns`: how many game turns are played before the position is valued."""
        self._view = view
        self._seed = seed
        self._models = models
        self._turns = turns
        self.rules = view.what_if().ruleset

    def __getitem__(self, number: int) -> Scenario:
        random = Random(f"{self._seed}-{number}")
        secret = random.getrandbits(SECRET_BITS)
        state = self._view.what_if(secret).state
        habits = tuple(random.choice(self._models) if number else self._models[0] for _ in range(state.players))
        return Scenario(state, secret, habits)

    def play(self, scenario: Scenario, line: Line) -> None:
        """Play a game that begins with a line, and keep what everybody is worth in its end."""
        me: PlayerId = line.action.player
        habits = (*scenario.habits[:me], line.habits, *scenario.habits[me + 1 :])
        rehearsal = Rehearsal(self.rules, scenario.state.clone(), habits, scenario.secret)
        rehearsal.follow(line.plan)
        rehearsal.play(scenario.state.turn + self._turns)
        line.worths.append(expected(self.rules, rehearsal.state))
        line.phases.append(rehearsal.state.phase)


def compare(scenarios: Scenarios, lines: Sequence[Line], thinking: Thinking) -> Line:
    """The best of some lines, of which the first is never given up. Those that there was no time to try are out."""
    left = _round(scenarios, lines, 0, thinking) or lines[:1]
    number, parts = 1, ceil(log2(len(left))) if len(left) > 1 else 0
    for part in range(parts):
        rounds = thinking.left() // (len(left) * (parts - part))
        for _ in range(min(rounds, MOST_ROUNDS - number)):
            if len(_round(scenarios, left, number, thinking)) < len(left) or is_sure(left):
                return _ranked(left)[0]
            number += 1
        best = _ranked(left)
        best = best[: max(2, len(best) // 2)]
        left = best if lines[0] in best else [lines[0], *best]
    return _ranked(left)[0]


def _round(scenarios: Scenarios, lines: Sequence[Line], number: int, thinking: Thinking) -> list[Line]:
    """The lines that were tried in a scenario; but for the first, none counts where there was no time for all.

    In the first, half of the time is kept to try the better ones again.
    """
    scenario = scenarios[number]
    done: list[Line] = []
    for line in lines:
        if not thinking.allows() or (not number and len(done) >= FEW and thinking.left() < len(done)):
            break
        scenarios.play(scenario, line)
        thinking.rollouts += 1
        done.append(line)
    if number and len(done) < len(lines):
        for line in done:
            line.worths.pop()
            line.phases.pop()
    return done


def _ranked(lines: Sequence[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: -line.mean)


def is_sure(lines: Sequence[Line]) -> bool:
    """Whether one line is clearly better than all others in the same scenarios."""
    best, *others = _ranked(lines)
    if len(best.worths) < ENOUGH:
        return False
    return all(gain > SURE * error for gain, error in (lead(best, other) for other in others))


def lead(line: Line, other: Line) -> tuple[float, float]:
    """What one line leaves more than another in the scenarios that both have met, and the standard error of that."""
    gains = [mine - its for mine, its in zip(line.margins(), other.margins(), strict=False)]
    return fmean(gains), stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else inf
