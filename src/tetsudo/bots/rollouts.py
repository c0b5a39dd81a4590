"""Flat rollouts: each candidate is tried, all seats play on by rules of thumb to the end, and what comes of it counts.

Every candidate meets the same chance and the same draws of the policy, so that they differ by what they are (common
random numbers). With a number of rollouts as budget nothing depends on a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from tetsudo import collector
from tetsudo.actions import Action, Descriptor
from tetsudo.bots.candidates import candidates
from tetsudo.bots.player import PLAIN, Budget, Choice, Line, Reasons, Thinking
from tetsudo.bots.policy import Habits, Policy
from tetsudo.bots.rules import HABITS as CAREFUL
from tetsudo.frames import Draw
from tetsudo.model.phrases import Phrase, Value
from tetsudo.model.title import Setup
from tetsudo.odds import SECRET_BITS, drawn
from tetsudo.rules import engine
from tetsudo.rules.rounds.standings import worth
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import Money, PlayerId
from tetsudo.views import View

SECONDS: Final = 0.25
"""How long it thinks where nobody says so."""

MOST_STEPS: Final = 3000
"""After so many actions a rollout is broken off and valued as it stands."""

MOST_ROUNDS: Final = 8
"""How often the best candidates are tried, at most."""

SHOWN: Final = 4
"""How many lines the reasons have: the chosen one and three more."""

MODELS: Final = (Habits(), Habits(lasting=0), Habits(fleet=3), Habits(lasting=1, reserves=0.0))
"""How others may play: by the rules of thumb, as the simple player, as one who rushes trains or who waits."""


@dataclass(slots=True)
class Tried:
    """A candidate, and how the games went that began with it."""

    action: Action
    player: PlayerId
    worths: list[tuple[Money, ...]] = field(default_factory=list)

    def margins(self) -> list[float]:
        """What who decides gained: his worth less the best other's."""
        me = self.player
        return [worths[me] - max((*worths[:me], *worths[me + 1 :]), default=0) for worths in self.worths]

    @property
    def mean(self) -> float:
        """The same on average."""
        return fmean(self.margins()) if self.worths else -inf

    @property
    def spread(self) -> float:
        """The standard error of that; infinite after one game."""
        return stdev(self.margins()) / sqrt(len(self.worths)) if len(self.worths) > 1 else inf


class RolloutsPlayer:
    """Tries what may be sensible, and does what comes out best."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """The best of the candidates."""
        game = view.what_if(self.rng.getrandbits(SECRET_BITS))
        rules, state, seed = game.ruleset, game.state, self.rng.getrandbits(64)
        usual = Policy(rules, Random(seed), CAREFUL).choose(state, view.player, actions)
        found = candidates(rules, state, view.player, actions, usual)
        if len(found) == 1:
            return Choice(usual)
        if budget.seconds is None and budget.rollouts is None:
            budget = Budget(SECONDS, cancelled=budget.cancelled)
        tried = [Tried(action, view.player) for action in found]
        with collector.at_rest():
            best = compare(rules, state, tried, budget.begin(), seed)
        return Choice(best.action, reasons(best, tried))


def compare(rules: Ruleset, state: State, tried: Sequence[Tried], thinking: Thinking, seed: int) -> Tried:
    """The best of some candidates: all are tried once, the better half again, and so on, as long as there is time.

    A round that was not finished does not count, so that all that are compared met the same; in the first one the
    usual choice comes first, and what was not tried is out.
    """
    left = list(tried)
    for number in range(MOST_ROUNDS):
        found = _round(rules, state, left, thinking, Random(f"{seed}-{number}").getrandbits(SECRET_BITS), number)
        if number and len(found) < len(left):
            break
        for each, worths in zip(left, found, strict=False):
            each.worths.append(worths)
        left = sorted(left[: len(found) or 1], key=lambda each: -each.mean)
        if len(found) < 2:
            break
        left = left[: max(2, (len(left) + 1) // 2)]
    return left[0]


def _round(
    rules: Ruleset, state: State, left: Sequence[Tried], thinking: Thinking, secret: int, number: int
) -> list[tuple[Money, ...]]:
    """What everybody is worth at the end of a game for each candidate, as far as time allows."""
    drawn_models = Random(secret)
    models = [MODELS[0] if number == 0 else drawn_models.choice(MODELS) for _ in range(state.players)]
    found: list[tuple[Money, ...]] = []
    for each in left:
        if not thinking.allows():
            break
        policies = [Policy(rules, Random(secret), model) for model in models]
        end = played(policies, state.clone(), each.action, secret)
        thinking.rollouts += 1
        found.append(tuple(worth(rules, end, seat).total for seat in range(state.players)))
    return found


def played(policies: Sequence[Policy], state: State, action: Action, secret: int) -> State:
    """The position in which a game ends that goes on with an action, every seat following its policy."""
    rules = policies[0].rules
    engine.perform(rules, state, action, [])
    for _ in range(MOST_STEPS):
        if state.ended:
            break
        frame = state.stack[-1]
        if type(frame) is Draw:
            engine.perform(rules, state, drawn(secret, frame), [])
            continue
        player = engine.actor(rules, state)
        listed = engine.listing(rules, state, player)
        engine.perform(rules, state, policies[player].choose(state, player, listed), [])
    return state


def reasons(best: Tried, tried: Sequence[Tried]) -> Reasons:
    """What was expected of the best lines, the chosen one first."""
    ranked = sorted(filter(lambda each: each.worths, tried), key=lambda each: (each is not best, -each.mean))
    sentence = Phrase(
        "In {count} games played on from here it left the most over the best other player.",
        count=Value("number", len(best.worths)),
    )
    return Reasons(sentence, tuple(map(_line, ranked[:SHOWN])))


def _line(tried: Tried) -> Line:
    means = tuple(map(fmean, zip(*tried.worths, strict=True)))
    return Line(tried.action, means, tried.spread, len(tried.worths))
