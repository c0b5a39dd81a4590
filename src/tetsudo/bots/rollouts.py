"""Flat rollouts: each candidate is tried, all seats play on by rules of thumb, and what comes of it counts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.bots.explanation import reasons
from tetsudo.bots.heuristics.candidates import candidates, waiting
from tetsudo.bots.heuristics.parameters import RUSHER, SIMPLE, USUAL, WAITER
from tetsudo.bots.heuristics.policy import careful
from tetsudo.bots.player import PLAIN, Budget, Choice
from tetsudo.bots.rule_based import explained
from tetsudo.bots.sequential_halving import Line, Scenarios, compare
from tetsudo.core import gc_pause
from tetsudo.core.actions import Descriptor
from tetsudo.engine.model.title import Setup
from tetsudo.game.views.table import View

SECONDS: Final = 0.25
"""How long it thinks where nobody says so."""

MODELS: Final = (USUAL, SIMPLE, RUSHER, WAITER)
"""How others may play."""


TURNS: Final = 2
"""For how many game turns, the one that has begun among them, games are played on before they are valued."""


class RolloutsPlayer:
    """Tries what may be sensible, and does what comes out best."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """The best of the candidates."""
        thinking = budget.or_else(SECONDS).begin()
        game, seed = view.what_if(), self.rng.getrandbits(64)
        policy = careful(game.ruleset, seed, USUAL)
        usual = policy.choose(game.state, view.player, actions)
        plans = candidates(policy, game.state, view.player, actions, usual)
        if len(plans) == 1:
            return explained(usual)
        lines = [Line(plan, USUAL, waiting(plan, usual)) for plan in plans]
        with gc_pause.at_rest():
            best = compare(Scenarios(view, seed, MODELS, (TURNS,)), lines, thinking)
        return Choice(best.action, reasons(best, lines, game.state))
