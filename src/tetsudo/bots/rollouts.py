"""The rollouts bot: it tries each candidate, plays out all seats by rules, and compares the results."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.bots.explanation import reasons
from tetsudo.bots.heuristics.candidates import candidates, waiting_margin
from tetsudo.bots.heuristics.parameters import RUSHER, SIMPLE, USUAL, WAITER
from tetsudo.bots.heuristics.policy import careful_policy
from tetsudo.bots.lookahead.sequential_halving import Line, Scenarios, compare
from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.bots.rule_based import choice_with_reason
from tetsudo.core import garbage
from tetsudo.core.actions import Descriptor
from tetsudo.engine.model.title import Setup
from tetsudo.game.views.table import View

DEFAULT_SECONDS: Final = 0.25
"""Default thinking time."""

OPPONENT_HABITS: Final = (USUAL, SIMPLE, RUSHER, WAITER)
"""Possible habits of the opponents."""


PLAYOUT_TURNS: Final = 2
"""Number of game turns, the current one included, before a playout is valued."""


class RolloutsPlayer:
    """Bot that tries the sensible candidates and picks the best result."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the best candidate."""
        thinking = budget.or_else(DEFAULT_SECONDS).begin()
        game, seed = view.what_if(), self.rng.getrandbits(64)
        policy = careful_policy(game.ruleset, seed, USUAL)
        usual = policy.choose(game.state, view.player, actions)
        plans = candidates(policy, game.state, view.player, actions, usual)
        if len(plans) == 1:
            return choice_with_reason(usual)
        lines = [Line(plan, USUAL, waiting_margin(plan, usual)) for plan in plans]
        with garbage.collect_rarely():
            best = compare(Scenarios(view, seed, OPPONENT_HABITS, (PLAYOUT_TURNS,)), lines, thinking)
        return Choice(best.action, reasons(best, lines, game.state))
