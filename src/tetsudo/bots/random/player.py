"""The random player. Not compiled, so that other bots can subclass it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.bots.random.choices import choose, sample
from tetsudo.core.actions import Descriptor
from tetsudo.game.views.table import View


class RandomPlayer:
    """Bot that plays random legal actions from its own generator."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return any legal action."""
        return Choice(sample(choose([*actions], self.rng), self.rng))
