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

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.value import doubt, expected
from tetsudo.bots.player import Thinking
from tetsudo.bots.playout import MOST_STEPS, NEVER, Rehearsal
from tetsudo.core.actions import Action
from tetsudo.core.units import PlayerId
from tetsudo.engine.state.state import State
from tetsudo.game.chance import SECRET_BITS
from tetsudo.game.views.table import View

MOST_ROUNDS: Final = 40
"""How often a plan is tried, at most."""

SURE: Final = 3.0
"""By how many standard errors one plan must be better than all others for the others to be given up at once."""

ENOUGH: Final = 6
"""After how many games that is asked."""

FEW: Final = 4
"""So many lines are tried, however little time there is."""

LONG: Final = 800
"""After so many actions a game in a head goes on to the end of the turn only: where games are short they are played to
their end, where they are long nobody waits for it."""

SOON: Final = 2
"""After how many games it is asked whether any line comes near being worth doing, where nobody says otherwise."""


@dataclass(slots=True)
class Line:
    """A plan, how its player goes on after it, and how the games went that began with it."""

    plan: Plan
    habits: Habits
    hesitation: float = 0.0
    """How much more it must gain than what would be done anyway."""
    worths: list[tuple[float, ...]] = field(default_factory=list)
    """What every player was worth in the end, or could expect to be, by game."""
    gains: list[float] = field(default_factory=list)
    """How good each was for who decides: from -1, lost, to 1, won."""
    phases: list[int] = field(default_factory=list)
    """The last phase of each."""

    @property
    def action(self) -> Action:
        """What is done now."""
        return self.plan[0]

    def margins(self) -> list[float]:
        """What who decides had more than the best other one in each game, in money."""
        return [margin(worths, self.action.player) for worths in self.worths]

    @property
    def mean(self) -> float:
        """How good it is on average."""
        return fmean(self.gains) if self.gains else -inf

    @property
    def promise(self) -> float:
        """The same, less what somebody hesitates by to do it."""
        return self.mean - self.hesitation

    @property
    def spread(self) -> float:
        """The standard error of the margins; infinite after one game."""
        return stdev(self.margins()) / sqrt(len(self.worths)) if len(self.worths) > 1 else inf

    def note(self, worths: tuple[float, ...], doubt: float, phase: int) -> None:
        """Keep how a game went; `doubt`: how much of it is open yet, in parts of what players are worth."""
        self.worths.append(worths)
        self.gains.append(gain(worths, self.action.player, doubt))
        self.phases.append(phase)

    def forget(self) -> None:
        """Forget the last game."""
        for each in (self.worths, self.gains, self.phases):
            each.pop()


def margin(worths: tuple[float, ...], me: PlayerId) -> float:
    """What somebody is worth more than the best other one."""
    return worths[me] - max((*worths[:me], *worths[me + 1 :]), default=0)


def gain(worths: tuple[float, ...], me: PlayerId, doubt: float) -> float:
    """How likely somebody wins, from -1 to 1: a lead counts by what players are worth, and the more, the less is open.

    In money alone, who is behind would rather end the game, however, than be behind in a longer one.
    """
    apart = margin(worths, me) / max(1.0, fmean(worths)) / doubt
    return apart / (1 + abs(apart))


class Scenario(NamedTuple):
    """How a game may go on: the position, what chance brings, how everybody plays, and the turn before which it is
    valued."""

    number: int
    state: State
    secret: int
    habits: tuple[Habits, ...]
    until: int


class Scenarios:
    """By number; the same number gives the same again. In the first one all others have the first habits."""

    def __init__(self, view: View, seed: int, models: Sequence[Habits], turns: Sequence[int] = (NEVER,)) -> None:
        """`turns`: how many game turns are played before the position is valued, in the first scenario, the second and
        so on, and from the start again."""
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
        """Play a game that begins with a line, and keep what everybody is worth in its end.

        Where that game is long, it is valued before it ends, and the others of the same scenario before the same turn.
        """
        me: PlayerId = line.action.player
        habits = (*scenario.habits[:me], line.habits, *scenario.habits[me + 1 :])
        rehearsal = Rehearsal(self.rules, scenario.state.clone(), habits, scenario.secret)
        rehearsal.follow(line.plan)
        state, number = rehearsal.state, scenario.number
        rehearsal.play(self._until.get(number, scenario.until), MOST_STEPS if number in self._until else LONG)
        self._until.setdefault(number, scenario.until if state.ended else state.turn)
        line.note(expected(self.rules, state), doubt(self.rules, state), state.phase)


def compare(scenarios: Scenarios, lines: Sequence[Line], thinking: Thinking, patience: int = SOON) -> Line:
    """The one of some lines that promises most, of which the first is never given up. Those that there was no time to
    try are out.

    `patience`: in how many games lines are tried before all are given up for the first one.
    """
    left = _round(scenarios, lines, 0, thinking) or lines[:1]
    number, parts = 1, ceil(log2(len(left))) if len(left) > 1 else 0
    for part in range(parts):
        rounds = thinking.left() // (len(left) * (parts - part))
        for _ in range(min(rounds, MOST_ROUNDS - number)):
            done = _round(scenarios, left, number, thinking)
            if len(done) < len(left) or is_sure(left) or (number + 1 >= patience and is_even(left)):
                return _ranked(left)[0]
            number += 1
        left = _better(left, lines[0], len(left) // 2)
        if len(left) == 1:
            break
    return _ranked(left)[0]


def _better(lines: Sequence[Line], first: Line, count: int) -> list[Line]:
    """So many of the best lines, two at least; the first stays first. What went as that did in every game is out: it is
    what would be done anyway, in another order."""
    others = [line for line in lines if line.gains != first.gains]
    return [first, *[line for line in _ranked([first, *others])[: max(2, count)] if line is not first]]


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
            line.forget()
    return done


def _ranked(lines: Sequence[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: -line.promise)


def is_sure(lines: Sequence[Line]) -> bool:
    """Whether one line is clearly better than all others in the same scenarios."""
    best, *others = _ranked(lines)
    if len(best.worths) < ENOUGH:
        return False
    return all(_is_clear(best, other) for other in others)


def is_even(lines: Sequence[Line]) -> bool:
    """Whether none of some lines comes near being worth doing in place of the first one."""
    first = lines[0]
    return all(line.mean <= first.mean + line.hesitation / 4 for line in lines)


def _is_clear(best: Line, other: Line) -> bool:
    gains = [mine - its for mine, its in zip(best.gains, other.gains, strict=False)]
    return fmean(gains) >= SURE * stdev(gains) / sqrt(len(gains))


def lead(line: Line, other: Line) -> tuple[float, float]:
    """What one line leaves more than another in the scenarios that both have met, in money, and the standard error."""
    gains = [mine - its for mine, its in zip(line.margins(), other.margins(), strict=False)]
    return fmean(gains), stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else inf
