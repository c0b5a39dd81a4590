"""Bot that plays the action after which the network expects most.

It tries the actions that the rollouts bot tries, but asks the network instead of playing the game out. After a tile, a
token or passing in a company's turn it looks on to the dividend, passing what may be passed, with the best run and the
highest dividend: the network does not see track, but it sees what the company earns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

from tetsudo.bots.heuristics.candidates import candidates
from tetsudo.bots.heuristics.policy import careful_policy
from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.bots.rule_based import habits_of_rules
from tetsudo.core.actions import Action, Descriptor, Dividend, Pass
from tetsudo.core.errors import BadInput
from tetsudo.core.frames import PendingDieRoll, Turn
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.engine import actor, listing, perform
from tetsudo.engine.rules.powers.random_results import SECRET_BITS, draw_result
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.state.state import State
from tetsudo.env.baseline.inputs import Inputs
from tetsudo.env.baseline.network import Network
from tetsudo.env.observation import Array, Observation
from tetsudo.game.play import ruleset_of
from tetsudo.game.views.table import View

WEIGHTS: Final = Path(__file__).parent / "weights.npz"
"""Weights for 1889 with three players, where they come with the package."""

MARGIN: Final = 0.05
"""Lead that an action must promise above the usual one: smaller differences are mostly errors of the network."""

MAX_LOOKAHEAD: Final = 20
"""Maximum number of actions from a tile to the dividend."""


class TableReader:
    """Observations and inputs of a table."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.observer = Observation(rules)
        self.inputs = Inputs(self.observer)

    def observations(self, states: Sequence[State], viewer: PlayerId) -> Array:
        """Observations of positions by one player, shape (positions, size)."""
        return self.observer.of_all(states, [viewer] * len(states))


@lru_cache(maxsize=4)
def table_reader(rules: Ruleset) -> TableReader:
    """Reader of a table, kept: it takes longer to make than a decision."""
    return TableReader(rules)


@lru_cache(maxsize=4)
def load_network(path: Path) -> Network:
    """Network of a file, kept."""
    return Network.load(path)


class NetworkPlayer:
    """Bot of a network's weights.

    Raises `BadInput` if there is no file of weights, or at a table of another kind than that of the training.
    """

    def __init__(self, setup: Setup, rng: Random, weights: Path = WEIGHTS) -> None:
        self.rng = rng
        if not weights.is_file():
            raise BadInput("there is no file {path}", "bot", path=str(weights))
        self.network = load_network(weights)
        if table_reader(ruleset_of(setup)).inputs.size != len(self.network.mean):
            raise BadInput("its network was trained for another title or number of players", "bot")

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the action after which the network expects most."""
        game = view.what_if(self.rng.getrandbits(SECRET_BITS))
        return Choice(self.choose(table_reader(game.ruleset), game.state, view.player, actions))

    def choose(self, reader: TableReader, state: State, player: PlayerId, offers: Sequence[Descriptor]) -> Action:
        """The usual action, or one after which the network expects clearly more; `state` stays as it is."""
        usual, *others = tried_actions(reader.rules, state, player, offers, self.rng)
        if not others:
            return usual
        values = self.values(reader, [after(reader.rules, state, each, self.rng) for each in (usual, *others)], player)
        best = int(values.argmax())
        return others[best - 1] if values[best] > values[0] + MARGIN else usual

    def values(self, reader: TableReader, states: Sequence[State], player: PlayerId) -> Array:
        """Expected lead of a player in some positions; the true one where the game is over."""
        inputs = reader.inputs.of(reader.observations(states, player), player)
        found = self.network.values(inputs)
        for number, state in enumerate(states):
            if state.ended:
                found[number] = leads(reader.rules, state)[player]
        return found


def tried_actions(
    rules: Ruleset, state: State, player: PlayerId, offers: Sequence[Descriptor], rng: Random
) -> list[Action]:
    """Sensible actions, as the rollouts bot tries them: first the usual one, that of the rules of thumb."""
    policy = careful_policy(rules, rng.getrandbits(SECRET_BITS), habits_of_rules(state.players))
    usual = policy.choose(state, player, offers)
    plans = candidates(policy, state, player, offers, usual)
    return list(dict.fromkeys(plan[0] for plan in plans if len(plan) == 1))


def after(rules: Ruleset, state: State, action: Action, rng: Random) -> State:
    """Position after an action and what follows by itself; in a company's turn before its run, after the dividend."""
    then = state.clone()
    company = _running_company(rules, state)
    perform(rules, then, action, [])
    roll(rules, then, rng)
    for _ in range(MAX_LOOKAHEAD):
        if company == NOBODY or _running_company(rules, then) != company:
            break
        player = actor(rules, then)
        move = _usual_action(listing(rules, then, player))
        if move is None:
            break
        perform(rules, then, move, [])
        roll(rules, then, rng)
    return then


def roll(rules: Ruleset, state: State, rng: Random) -> None:
    """Resolve the random events that are due, by chance."""
    while not state.ended and type(state.stack[-1]) is PendingDieRoll:
        perform(rules, state, draw_result(rng.getrandbits(SECRET_BITS), state.stack[-1]), [])


def leads(rules: Ruleset, state: State) -> list[float]:
    """Lead of each player in a position: net worth as a part of the average, less 1."""
    worths = [worth(rules, state, player).total for player in range(state.players)]
    average = max(sum(worths) / len(worths), 1)
    return [own / average - 1 for own in worths]


def _running_company(rules: Ruleset, state: State) -> int:
    """Company in a step of its turn before it buys trains; NOBODY if there is none."""
    if not state.ended:
        frame = state.stack[-1]
        if type(frame) is Turn and frame.step < rules.steps.index("trains"):
            return frame.company
    return NOBODY


def _usual_action(offers: Sequence[Descriptor]) -> Action | None:
    """Best run, highest dividend, or passing."""
    payouts: list[Dividend] = []
    for offer in offers:
        if isinstance(offer, Runs):
            return offer.best()
        if isinstance(offer, Dividend):
            payouts.append(offer)
    if payouts:
        return min(payouts, key=lambda each: each.payout)  # PAY is the lowest
    return next((offer for offer in offers if isinstance(offer, Pass)), None)
