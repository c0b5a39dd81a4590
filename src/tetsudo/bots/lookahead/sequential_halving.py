"""Comparison of plans: each is played out in the same scenarios, the better ones more often.

A scenario is a possible position, its random events, and the opponents' habits. All plans are played in the same
scenarios, so only the plans differ (common random numbers). After each part of the time, the worse half is dropped
(sequential halving). With a number of rollouts as budget, the result does not depend on a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, inf, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.value import doubt, expected_worths
from tetsudo.bots.lookahead.playout import MAX_PLAYOUT_STEPS, NO_TURN_LIMIT, PolicyPlayout
from tetsudo.bots.player import Thinking
from tetsudo.core.actions import Action
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.state.state import State
from tetsudo.game.views.table import View

MAX_PLAYOUTS: Final = 40
"""Maximum number of playouts per plan."""

SURE_LEAD_ERRORS: Final = 3.0
"""Number of standard errors by which a plan must lead all others to win at once."""

MIN_PLAYOUTS_TO_WIN: Final = 6
"""Minimum number of playouts before that test."""

MIN_TRIED_LINES: Final = 4
"""Number of lines that are always tried, even if time is short."""

LONG_PLAYOUT_STEPS: Final = 800
"""Number of actions after which a playout ends with the current turn: short games are played to the end, long ones
would take too much time.
"""

DEFAULT_MIN_PLAYOUTS: Final = 2
"""Default number of playouts before testing if any line is worth considering."""


@dataclass(slots=True)
class Line:
    """A plan, the habits of its player afterwards, and the results of its playouts."""

    plan: Plan
    habits: Habits
    hesitation: float = 0.0
    """Margin by which its gain must exceed that of the usual action."""
    worths: list[tuple[float, ...]] = field(default_factory=list)
    """Final or expected worth of all players, by playout."""
    gains: list[float] = field(default_factory=list)
    """Gain of the deciding player in each playout, from -1 (lost) to 1 (won)."""
    phases: list[int] = field(default_factory=list)
    """Last phase of each playout."""

    @property
    def action(self) -> Action:
        """Action to take now."""
        return self.plan[0]

    def margins(self) -> list[float]:
        """Lead of the deciding player over the best opponent in each playout, in money."""
        return [margin(worths, self.action.player) for worths in self.worths]

    @property
    def mean(self) -> float:
        """Average gain."""
        return fmean(self.gains) if self.gains else -inf

    @property
    def cautious_mean(self) -> float:
        """Average gain minus hesitation."""
        return self.mean - self.hesitation

    @property
    def spread(self) -> float:
        """Standard error of the margins; infinite after one playout."""
        return stdev(self.margins()) / sqrt(len(self.worths)) if len(self.worths) > 1 else inf

    def add_playout(self, worths: tuple[float, ...], doubt: float, phase: int) -> None:
        """Record a playout; `doubt`: its open part, as a fraction of the players' average worth."""
        self.worths.append(worths)
        self.gains.append(gain(worths, self.action.player, doubt))
        self.phases.append(phase)

    def remove_last_playout(self) -> None:
        """Remove the last playout."""
        for each in (self.worths, self.gains, self.phases):
            each.pop()


def margin(worths: tuple[float, ...], me: PlayerId) -> float:
    """Lead of a player over the best opponent."""
    return worths[me] - max((*worths[:me], *worths[me + 1 :]), default=0)


def gain(worths: tuple[float, ...], me: PlayerId, doubt: float) -> float:
    """Likelihood of winning, from -1 to 1: the lead relative to average worth, weighted more the less is still open.

    With money alone, a trailing player would rather end the game than trail in a longer one.
    """
    apart = margin(worths, me) / max(1.0, fmean(worths)) / doubt
    return apart / (1 + abs(apart))


class Scenario(NamedTuple):
    """A possible course of the game: position, random events, habits of all players, and the turn before which it is
    valued.
    """

    number: int
    state: State
    secret: int
    habits: tuple[Habits, ...]
    until: int


class Scenarios:
    """Scenarios by number; each number is reproducible. In the first, all opponents have the first habits."""

    def __init__(
        self, view: View, seed: int, models: Sequence[Habits], turns: Sequence[int] = (NO_TURN_LIMIT,)
    ) -> None:
        """Set the number of game turns to play before valuation (`turns`), cycling through the scenarios."""
        self._view = view
        self._seed = seed
        self._models = models
        self._turns = turns
        self._until: dict[int, int] = {}
        self.rules = view.what_if().ruleset

    def __getitem__(self, number: int) -> Scenario:
        random = Random(f"{self._seed}-{number}")
        secret = random.getrandbits(SECRET_BITS)
        state = self._view.what_if(secret).state
        habits = tuple(random.choice(self._models) if number else self._models[0] for _ in range(state.players))
        until = state.turn + self._turns[number % len(self._turns)]
        return Scenario(number, state, secret, habits, until)

    def play(self, scenario: Scenario, line: Line) -> None:
        """Play out a line and record all players' worth at the end.

        A long game is valued before its end. The other lines of the scenario are then valued before the same turn.
        """
        me: PlayerId = line.action.player
        habits = (*scenario.habits[:me], line.habits, *scenario.habits[me + 1 :])
        playout = PolicyPlayout(self.rules, scenario.state.clone(), habits, scenario.secret)
        playout.apply_plan(line.plan)
        state, number = playout.state, scenario.number
        playout.play(
            self._until.get(number, scenario.until), MAX_PLAYOUT_STEPS if number in self._until else LONG_PLAYOUT_STEPS
        )
        self._until.setdefault(number, scenario.until if state.ended else state.turn)
        line.add_playout(expected_worths(self.rules, state), doubt(self.rules, state), state.phase)


def compare(
    scenarios: Scenarios, lines: Sequence[Line], thinking: Thinking, patience: int = DEFAULT_MIN_PLAYOUTS
) -> Line:
    """Return the most promising line. The first one is never dropped; lines for which there was no time
    are.

    `patience`: number of playouts per line before all may be dropped in favour of the first.
    """
    left = _play_round(scenarios, lines, 0, thinking) or lines[:1]
    number, parts = 1, ceil(log2(len(left))) if len(left) > 1 else 0
    for part in range(parts):
        rounds = thinking.rollouts_left() // (len(left) * (parts - part))
        for _ in range(min(rounds, MAX_PLAYOUTS - number)):
            if len(_play_round(scenarios, left, number, thinking)) < len(left):
                break  # there may be time for half of them
            if is_sure(left) or (number + 1 >= patience and is_even(left)):
                return _ranked_lines(left)[0]
            number += 1
        left = _best_lines(left, lines[0], len(left) // 2)
        if len(left) == 1:
            break
    return _ranked_lines(left)[0]


def _best_lines(lines: Sequence[Line], first: Line, count: int) -> list[Line]:
    """Best `count` lines, at least two, with the first still first. Lines with the same gains as the first in every
    playout are dropped: they only reorder the usual actions.
    """
    others = [line for line in lines if line.gains != first.gains]
    return [first, *[line for line in _ranked_lines([first, *others])[: max(2, count)] if line is not first]]


def _play_round(scenarios: Scenarios, lines: Sequence[Line], number: int, thinking: Thinking) -> list[Line]:
    """Play the lines in a scenario and return those played; after the first scenario, none counts if there is no time
    for all of them.
    """
    scenario = scenarios[number]
    done: list[Line] = []
    for line in lines:
        if not (thinking.fits(len(lines) - len(done)) if number else _may_try(thinking, len(done))):
            break
        scenarios.play(scenario, line)
        thinking.count()
        done.append(line)
    if number and len(done) < len(lines):
        for line in done:
            line.remove_last_playout()
    return done


def _may_try(thinking: Thinking, tried: int) -> bool:
    """True if a further line may be tried: half of the time is kept for further playouts of the better lines."""
    return thinking.allows() and (tried < MIN_TRIED_LINES or thinking.rollouts_left() >= tried)


def _ranked_lines(lines: Sequence[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: -line.cautious_mean)


def is_sure(lines: Sequence[Line]) -> bool:
    """True if one line is clearly better than all others in the same scenarios."""
    best, *others = _ranked_lines(lines)
    if len(best.worths) < MIN_PLAYOUTS_TO_WIN:
        return False
    return all(_is_clear(best, other) for other in others)


def is_even(lines: Sequence[Line]) -> bool:
    """True if no line comes close to being worth choosing over the first."""
    first = lines[0]
    return all(line.mean <= first.mean + line.hesitation / 4 for line in lines)


def _is_clear(best: Line, other: Line) -> bool:
    gains = [mine - its for mine, its in zip(best.gains, other.gains, strict=False)]
    return fmean(gains) >= SURE_LEAD_ERRORS * stdev(gains) / sqrt(len(gains))


def lead(line: Line, other: Line) -> tuple[float, float]:
    """Average lead of one line over another in their common scenarios, in money, with its standard error."""
    gains = [mine - its for mine, its in zip(line.margins(), other.margins(), strict=False)]
    return fmean(gains), stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else inf
