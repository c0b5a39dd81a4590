"""The coach: it plays like the search bot, and explains in the terms of the lessons."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice, Reasons
from tetsudo.bots.search import SearchPlayer
from tetsudo.bots.teaching.lesson_reasons import joined, lesson_reason
from tetsudo.core.actions import Descriptor
from tetsudo.engine.model.title import Setup
from tetsudo.game.views.table import View


class CoachPlayer:
    """Bot for learners: the search bot's action, what a lesson says of it, then how the playouts came out."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self._search = SearchPlayer(setup, rng)

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the search bot's action with the reasons of both."""
        action, reasons = self._search.decide(view, actions, budget)
        game = view.what_if()
        taught = lesson_reason(game.ruleset, game.state, action)
        if taught.template and not reasons.lines:  # a rule of thumb's reason is less exact than the lesson's
            return Choice(action, Reasons(taught))
        return Choice(action, reasons._replace(sentence=joined(taught, reasons.sentence)))
