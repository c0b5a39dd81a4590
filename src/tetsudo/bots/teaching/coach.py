"""The coach: it plays like the search bot, and explains in the terms of the lessons."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.bots.search import SearchPlayer
from tetsudo.bots.teaching.lesson_reasons import lesson_reason
from tetsudo.core.actions import Descriptor
from tetsudo.engine.model.templates import EMPTY_PHRASE, Phrase
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
        if not taught.template:
            return Choice(action, reasons)
        if not reasons.lines:  # what the rules of thumb say is less exact than the lesson
            return Choice(action, reasons._replace(sentence=taught))
        return Choice(action, reasons._replace(sentence=taught, hope=_joined(reasons.sentence, reasons.hope)))


def _joined(first: Phrase, second: Phrase) -> Phrase:
    """Two sentences, of which either may be empty."""
    if first is EMPTY_PHRASE or second is EMPTY_PHRASE:
        return second if first is EMPTY_PHRASE else first
    return Phrase("{first} {second}", first=first, second=second)
