"""The interface of bots: thinking budgets, choices and their reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, NamedTuple, Protocol, cast

from tetsudo.core.actions import Action, Descriptor
from tetsudo.engine.model.templates import EMPTY_PHRASE, Phrase
from tetsudo.game.views.table import View

UNLIMITED_ROLLOUTS: Final = 100_000
"""Number of rollouts used as "no limit"."""


def never_cancelled() -> bool:
    """Default for `cancelled`."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """Thinking limits for one decision; without numbers, the bot's default time.

    `rollouts` is the maximum number of playouts. If only it is given, the same seed gives the same decision on every
    machine. `cancelled` is polled now and then; once it returns True, the bot answers with its best action so far.
    """

    seconds: float | None = None
    rollouts: int | None = None
    cancelled: Callable[[], bool] = never_cancelled

    def or_else(self, seconds: float) -> Budget:
        """This budget, or the given number of seconds if it has no numbers."""
        if self.seconds is None and self.rollouts is None:
            return Budget(seconds, cancelled=self.cancelled)
        return self

    def begin(self) -> Thinking:
        """Start the clock."""
        began = perf_counter()
        return Thinking(self, began, None if self.seconds is None else began + self.seconds, began)


@dataclass(slots=True)
class Thinking:
    """A budget in use."""

    budget: Budget
    began: float
    deadline: float | None
    counted: float
    """Time of the last count."""
    rollouts: int = 0
    pace: float = 0.0
    """Seconds that the last rollout took; 0 without a deadline."""

    def allows(self, rollouts: int = 1) -> bool:
        """True if this many more rollouts may be played."""
        most = self.budget.rollouts
        if most is not None and self.rollouts + rollouts > most:
            return False
        if self.deadline is not None and perf_counter() >= self.deadline:
            return False
        return not self.budget.cancelled()

    def fits(self, rollouts: int) -> bool:
        """True if this many more rollouts, each as long as the last one, end within the budget."""
        return self.allows(rollouts) and (
            self.deadline is None or perf_counter() + rollouts * self.pace < self.deadline
        )

    def count(self) -> None:
        """Count a rollout that has just ended."""
        self.rollouts += 1
        if self.deadline is not None:
            before, self.counted = self.counted, perf_counter()
            self.pace = self.counted - before

    def rollouts_left(self) -> int:
        """Number of further rollouts: within the budget and, at the speed so far, before the deadline."""
        most = UNLIMITED_ROLLOUTS if self.budget.rollouts is None else max(0, self.budget.rollouts - self.rollouts)
        if self.deadline is None or not self.rollouts:
            return most
        now = perf_counter()
        return min(most, max(0, int((self.deadline - now) * self.rollouts / max(now - self.began, 1e-6))))


DEFAULT_BUDGET: Final = Budget()
"""A bot's default thinking time."""


class Line(NamedTuple):
    """A compared action and its expected result."""

    action: Action
    worths: tuple[float, ...]
    """Expected final worth of each player."""
    spread: float
    """Standard error of the player's lead over the best opponent; infinite after one playout."""
    samples: int
    """Number of playouts from this action."""


class Reasons(NamedTuple):
    """Reasons for a choice: a sentence, the best alternatives with the chosen one first, and the phase it counts on.

    They reveal no hidden information: playouts start from possible positions.
    `language.power_sentences.phrase_text` formats the phrases. EMPTY_PHRASE and no lines mean that the bot gives no
    reasons.
    """

    sentence: Phrase = EMPTY_PHRASE
    lines: tuple[Line, ...] = ()
    hope: Phrase = EMPTY_PHRASE


NO_REASONS: Final = Reasons()


class Choice(NamedTuple):
    """An action and its reasons."""

    action: Action
    reasons: Reasons = NO_REASONS


class Player(Protocol):
    """A bot: it decides from a view of the game. It is asked only if it has a choice.

    The bots of this package may be created anew for each decision, and keep at most the rest of a plan between
    decisions. They are called from one thread at a time, use no clock without a budget in seconds, and exceed that
    budget by little more than one rollout. Their action is always admitted by one of `actions`.
    """

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return one action admitted by one of `actions`."""
        ...


def ask_for_choice(
    player: Player, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET
) -> Choice:
    """Ask a player for its choice; a third-party bot may return a bare action."""
    answer: object = player.decide(view, actions, budget)
    return answer if isinstance(answer, Choice) else Choice(cast("Action", answer))
