"""Search: rollouts that ask, too, how one goes on oneself, against others of several kinds; plans are kept to.

A line is what is done now and the habits with which one plays on after it: to save for trains, to buy more of them, to
sell in time. So a dividend is withheld where the train that it pays is worth it, and trains are rushed where the others
are not ready. What came out best is tried first at the next decision, and what is hardly better than that is not done.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo import collector
from tetsudo.actions import Action, Descriptor, SellShares
from tetsudo.bots.candidates import Plan, candidates
from tetsudo.bots.comparing import Line, Scenarios, compare
from tetsudo.bots.habits import (
    JOINER,
    RUSHER,
    RUSHING_WITHHOLDER,
    SELLER,
    SELLING_WITHHOLDER,
    SIMPLE,
    USUAL,
    WAITER,
    WITHHOLDER,
    Habits,
)
from tetsudo.bots.player import PLAIN, Budget, Choice
from tetsudo.bots.policy import Policy, careful
from tetsudo.bots.rules import explained
from tetsudo.bots.telling import reasons
from tetsudo.model.title import Setup
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import PlayerId
from tetsudo.views import View

SECONDS: Final = 1.5
"""How long it thinks where nobody says so."""

OTHERS: Final = (USUAL, JOINER, SIMPLE, RUSHER, SELLER, WITHHOLDER, RUSHING_WITHHOLDER)
"""How others may play."""

OWN: Final = (USUAL, RUSHER, WITHHOLDER, RUSHING_WITHHOLDER, SELLING_WITHHOLDER, WAITER)
"""How it may play on itself."""

HESITATION: Final = 0.08
BEFORE_SALES: Final = 0.2
"""By how much a line must be better than the usual one, of a whole game won: somebody who does now and then what is
only nearly as good loses by it; and if it is a sale with which nothing is bought. That changes who operates first and
what all others can buy, so that it seems to bring much where nobody answers it."""

MANY_OTHERS: Final = 3
"""Against so many others it hesitates so; against fewer, less, since fewer can answer what it does."""

TURNS: Final = (2, 2, 2, 2, 3, 3, 3, 3)
"""For how many game turns, the one that has begun among them, games are played on before they are valued: a longer game
costs more than half as much again, and tells more only where short ones have said what they can."""

SOME: Final = 2
"""How many other ways to play on are tried."""


class SearchPlayer:
    """Remembers how it meant to go on."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self._habits = RUSHING_WITHHOLDER
        self._planned: Plan = ()

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """The first action of the best line."""
        thinking = budget.or_else(SECONDS).begin()
        game, seed = view.what_if(), self.rng.getrandbits(64)
        policy = careful(game.ruleset, seed, self._habits)
        usual = self._usual(policy, game.state, view.player, actions)
        plans = candidates(policy, game.state, view.player, actions, usual)
        if len(plans) == 1:
            return explained(usual)
        lines = [Line(plan, self._habits, hesitation(plan, game.state.players)) for plan in plans]
        lines[0].hesitation = 0.0
        others = self._others(game.ruleset, game.state, view.player, actions, seed)
        lines = [lines[0], *others, *lines[1:]]
        with collector.at_rest():
            scenarios = Scenarios(view, seed, OTHERS, TURNS)
            best = compare(scenarios, lines, thinking)
        self._habits, self._planned = best.habits, best.plan[1:]
        return Choice(best.action, reasons(best, lines, game.state))

    def _usual(self, policy: Policy, state: State, player: PlayerId, actions: Sequence[Descriptor]) -> Action:
        """What was planned, if it may still be done; else what the rules of thumb want."""
        planned, self._planned = self._planned[:1], ()
        for action in planned:
            if any(offer.admits(action) for offer in actions):
                return action
        return policy.choose(state, player, actions)

    def _others(
        self, rules: Ruleset, state: State, player: PlayerId, actions: Sequence[Descriptor], seed: int
    ) -> list[Line]:
        """What somebody of other habits would do, and go on doing."""
        other = Random(seed).sample([habits for habits in OWN if habits != self._habits], SOME)
        plans: list[tuple[Plan, Habits]] = [
            ((careful(rules, seed, each).choose(state, player, actions),), each) for each in other
        ]
        return [Line(plan, habits, hesitation(plan, state.players)) for plan, habits in plans]


def hesitation(plan: Plan, players: int) -> float:
    """By how much a plan must gain more than what would be done anyway."""
    whole = BEFORE_SALES if len(plan) == 1 and isinstance(plan[0], SellShares) else HESITATION
    return whole * min(1.0, (players - 1) / MANY_OTHERS)
