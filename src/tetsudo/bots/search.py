"""Search: rollouts that ask, too, how one goes on oneself, against others of several kinds; plans are kept to.

A line is what is done now and the habits with which one plays on after it: to save for trains, or to buy more of them.
So a dividend is withheld where the train that it pays is worth it, and trains are rushed where the others
are not ready. What was planned to come next is what is done at the next decision, unless something is clearly better.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.bots.explanation import reasons
from tetsudo.bots.heuristics.candidates import Plan, candidates, waiting
from tetsudo.bots.heuristics.parameters import (
    BUILDER,
    JOINER,
    RUSHER,
    RUSHING_WITHHOLDER,
    SAVER,
    SAVING_BUILDER,
    SIMPLE,
    USUAL,
    WAITER,
    WITHHOLDER,
    Habits,
)
from tetsudo.bots.heuristics.policy import Policy, careful
from tetsudo.bots.player import PLAIN, Budget, Choice
from tetsudo.bots.playout import NEVER
from tetsudo.bots.rule_based import explained
from tetsudo.bots.sequential_halving import Line, Scenarios, compare
from tetsudo.core import gc_pause
from tetsudo.core.actions import Action, Descriptor, SellShares
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.state import State
from tetsudo.game.views.table import View

SECONDS: Final = 1.5
"""How long it thinks where nobody says so."""

KINDS: Final = (USUAL, JOINER, SIMPLE, RUSHER, WITHHOLDER, RUSHING_WITHHOLDER)
"""How others may play. None sells what rusts: who does is ruined, and all who hold the same with him."""

OTHERS: Final = (*KINDS, BUILDER, BUILDER, BUILDER)
"""The same where more than two play: every third is a builder. Of what was tried that foretold best how games end
(docs/bots-diary.md)."""

FIRST_TURNS: Final = 2
"""So many game turns, the auction among them, the other one of two players is thought to play as `BUILDER`. The auction
hangs on a few yen: where he played otherwise in each game in a head, lines were told apart worse
(docs/bots-diary.md)."""

OWN: Final = (USUAL, RUSHER, SAVER, RUSHING_WITHHOLDER, WAITER)
"""How it may play on itself."""

HESITATION: Final = 0.08
BEFORE_SALES: Final = 0.2
"""By how much a line must be better than the usual one, of a whole game won: somebody who does now and then what is
only nearly as good loses by it; and if it is a sale with which nothing is bought. That changes who operates first and
what all others can buy, so that it seems to bring much where nobody answers it."""

MANY_OTHERS: Final = 3
"""Against so many others it hesitates so; against fewer, less, since fewer can answer what it does."""

TURNS: Final = (2, 2, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER)
"""For how many game turns, the one that has begun among them, games are played on before they are valued. To the end a
game costs two to four times as much: who has little time spends that on the better half of the lines alone. A train
bought now is paid for by what it earns late."""

TURNS_OF_TWO: Final = (2, 2, 3, 3)
"""The same of two players; to the end, which costs more, they won no more (docs/bots-diary.md)."""

PATIENCE: Final = 6
"""In how many games lines are tried before all are given up for what it would do anyway."""

SOME: Final = 2
"""How many other ways to play on are tried."""


class SearchPlayer:
    """Remembers what it meant to do next."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self._planned: Plan = ()

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """The first action of the best line."""
        thinking = budget.or_else(SECONDS).begin()
        game, seed, player = view.what_if(), self.rng.getrandbits(64), view.player
        rules, state, own = game.ruleset, game.state, its_own(game.state.players)
        policy = careful(rules, seed, own)
        usual = self._usual(policy, state, player, actions)
        first, *plans = candidates(policy, state, player, actions, usual)
        if not plans:
            return explained(usual)
        others = Random(seed).sample([habits for habits in OWN if habits != own], SOME)
        ways: list[tuple[Plan, Habits]] = [(plan, own) for plan in plans]
        ways[:0] = [((careful(rules, seed, each).choose(state, player, actions),), each) for each in others]
        tried = (Line(plan, habits, hesitation(plan, usual, state.players)) for plan, habits in ways)
        lines = [Line(first, own), *tried]
        turns = TURNS if state.players > 2 else TURNS_OF_TWO
        with gc_pause.at_rest():
            best = compare(Scenarios(view, seed, how_others_play(state), turns), lines, thinking, PATIENCE)
        self._planned = best.plan[1:]
        return Choice(best.action, reasons(best, lines, state))

    def _usual(self, policy: Policy, state: State, player: PlayerId, actions: Sequence[Descriptor]) -> Action:
        """What was planned, if it may still be done; else what the rules of thumb want."""
        planned, self._planned = self._planned[:1], ()
        for action in planned:
            if any(offer.admits(action) for offer in actions):
                return action
        return policy.choose(state, player, actions)


def its_own(players: int) -> Habits:
    """How it plays on where nothing else is better; of two players who saves for trains loses by it.

    Where more play it seems to cost, too, as far as heads can tell, but at the table it won no less; and where nobody
    saves, nobody comes to the last trains (docs/bots-diary.md).
    """
    return SAVING_BUILDER if players > 2 else USUAL


def how_others_play(state: State) -> Sequence[Habits]:
    """How others may play, as far as it thinks."""
    if state.players > 2:
        return OTHERS
    return (BUILDER,) if state.turn < FIRST_TURNS else KINDS


def hesitation(plan: Plan, usual: Action, players: int) -> float:
    """By how much a plan must gain more than the usual action."""
    whole = BEFORE_SALES if len(plan) == 1 and isinstance(plan[0], SellShares) else HESITATION
    return max(whole * min(1.0, (players - 1) / MANY_OTHERS), waiting(plan, usual))
