"""What a player that is a program must be able to do, how long it may think, and what it says of its choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, NamedTuple, Protocol, cast

from tetsudo.core.actions import Action, Descriptor
from tetsudo.engine.model.templates import NOTHING, Phrase
from tetsudo.game.views.table import View

MANY: Final = 100_000
"""So many rollouts are no limit."""


def never() -> bool:
    """Nobody cancels."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about one decision; without numbers, as long as it usually does.

    `rollouts`: how many games it may play to their end in its head. Where only these are given, the same seed gives
    the same decision on every machine. `cancelled` is asked now and then; once it says so, what was found so far is
    the answer.
    """

    seconds: float | None = None
    rollouts: int | None = None
    cancelled: Callable[[], bool] = never

    def or_else(self, seconds: float) -> Budget:
        """This budget; so many seconds where it has no numbers."""
        if self.seconds is None and self.rollouts is None:
            return Budget(seconds, cancelled=self.cancelled)
        return self

    def begin(self) -> Thinking:
        """The clock runs from now."""
        began = perf_counter()
        return Thinking(self, began, None if self.seconds is None else began + self.seconds)


@dataclass(slots=True)
class Thinking:
    """A budget that is being used up."""

    budget: Budget
    began: float
    deadline: float | None
    rollouts: int = 0

    def allows(self, rollouts: int = 1) -> bool:
        """Whether so many more may be played."""
        most = self.budget.rollouts
        if most is not None and self.rollouts + rollouts > most:
            return False
        if self.deadline is not None and perf_counter() >= self.deadline:
            return False
        return not self.budget.cancelled()

    def left(self) -> int:
        """How many more there will be: as many as are allowed and, by the time of those before, as can be played."""
        most = MANY if self.budget.rollouts is None else max(0, self.budget.rollouts - self.rollouts)
        if self.deadline is None or not self.rollouts:
            return most
        now = perf_counter()
        return min(most, max(0, int((self.deadline - now) * self.rollouts / max(now - self.began, 1e-6))))


PLAIN: Final = Budget()
"""As long as a player usually thinks."""


class Line(NamedTuple):
    """One of the things that might be done, and what is expected of it."""

    action: Action
    worths: tuple[float, ...]
    """What each player is expected to be worth in the end."""
    spread: float
    """The standard error of what the one who decides gains by it: his worth less the best other's; infinite after one
    game."""
    samples: int
    """How many games were played on from there."""


class Reasons(NamedTuple):
    """Why: a sentence, the best alternatives, the chosen one first, and what turn of the game the choice counts on.

    Nothing in it tells what the player may not know: it comes of games as they may be. `cards.tell` makes words of the
    sentences; one that is NOTHING, and no lines, mean that the player says no more.
    """

    sentence: Phrase = NOTHING
    lines: tuple[Line, ...] = ()
    hope: Phrase = NOTHING


NO_REASONS: Final = Reasons()


class Choice(NamedTuple):
    """What a player does, and why."""

    action: Action
    reasons: Reasons = NO_REASONS


class Player(Protocol):
    """Decides from what it may see. It is asked only while it has something to choose.

    Those of this package may be made anew for every decision, and keep no more than half a plan from one to the next;
    they are asked in one thread at a time, look at no clock but for a budget in seconds, and exceed that by
    little more than one rollout. Their answer is one that the actions admit.
    """

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """One action that one of `actions` admits."""
        ...


def decision(player: Player, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
    """What a player decides; one that somebody brought may answer with an action alone."""
    answer: object = player.decide(view, actions, budget)
    return answer if isinstance(answer, Choice) else Choice(cast("Action", answer))
