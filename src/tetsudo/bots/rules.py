"""A player by rules of thumb, for every title: a few milliseconds a decision."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.actions import Descriptor
from tetsudo.bots.player import PLAIN, Budget, Choice
from tetsudo.bots.policy import Habits, Policy
from tetsudo.model.title import Setup
from tetsudo.views import View

HABITS: Final = Habits(careful=True)


class RulesPlayer:
    """Decides by `Policy`, in a game as it may be."""

    def __init__(self, setup: Setup, rng: Random, habits: Habits = HABITS) -> None:
        self.rng = rng
        self.habits = habits
        self._policy: Policy | None = None

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """What the first rule wants."""
        game = view.what_if()
        if self._policy is None or self._policy.rules is not game.ruleset:
            self._policy = Policy(game.ruleset, self.rng, self.habits)
        return Choice(self._policy.choose(game.state, view.player, actions))
