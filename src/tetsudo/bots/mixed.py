"""Bots that follow the rules of thumb, but leave some decisions to chance: the mixed bot for studies, the casual one.

Bots without chance play the same game every time, however many are asked for. Studies need games that differ as those
of people do, so `tetsudo simulate` and `tetsudo compare` seat mixed bots. The casual one is a level for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Final

from tetsudo.bots.heuristics.candidates import candidates
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.policy import Policy
from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.bots.rule_based import habits_of_rules
from tetsudo.core.actions import Descriptor
from tetsudo.engine.model.title import Setup
from tetsudo.game.views.table import View

CHANCE: Final = 0.03
CASUAL_CHANCE: Final = 0.04
"""Parts of the decisions of the mixed and the casual bot that are made by chance, among a few sensible actions of each
kind.
"""


class MixedPlayer:
    """Rule-based bot with habits of its own: how much it bids and keeps, how many trains and companies it wants,
    when it withholds, sells and swaps.
    """

    chance = CHANCE

    def __init__(self, setup: Setup, rng: Random, habits: Habits | None = None) -> None:
        self.rng = rng
        self.habits = habits or draw_habits(rng)
        self._policy: Policy | None = None

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the choice of the first matching rule, or one of a few sensible actions by chance."""
        game = view.what_if()
        if self._policy is None or self._policy.rules is not game.ruleset:
            self._policy = Policy(game.ruleset, self.rng, self.habits)
        usual = self._policy.choose(game.state, view.player, actions)
        if self.rng.random() >= self.chance:
            return Choice(usual)
        return Choice(self.rng.choice(candidates(self._policy, game.state, view.player, actions, usual))[0])


class CasualPlayer(MixedPlayer):
    """Bot like `rules`, but it lays track by eye, sells no shares to start a company, and slips now and then."""

    chance = CASUAL_CHANCE

    def __init__(self, setup: Setup, rng: Random) -> None:
        super().__init__(setup, rng, replace(habits_of_rules(setup.players), careful=False, raises=False))


def draw_habits(rng: Random) -> Habits:
    """Habits of a player, each drawn on its own, from the range in which people play."""
    return Habits(
        over=rng.uniform(1.1, 1.6),
        reserves=rng.choice((0.0, 0.2, 0.3, 0.5)),
        kept=rng.uniform(0.4, 1.1),
        kept_of_two=rng.uniform(0.5, 1.1),
        kept_of_lots=0.5,
        fleet=rng.choice((2, 2, 3, 4)),
        lasting=rng.choice((1, 2, 2)),
        careful=True,
        joins=rng.choice((0.0, 0.95, 0.95, inf)),
        horizon=rng.choice((3, 5, 7)),
        companies=rng.choice((2, 2, 3, 99)),
        rounds=rng.choice((0.0, 3.0, 5.0, 7.0)),
        raises=rng.random() < 2 / 3,
        par=rng.choice((0.0, 0.0, 0.75)),
        swaps=rng.random() < 1 / 2,
        sells=rng.random() < 1 / 2,
        keeps=rng.choice((0, 1)),
        saves=rng.choice((0, 3)),
    )
