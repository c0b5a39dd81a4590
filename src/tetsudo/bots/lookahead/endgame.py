"""Solution of the last operating rounds: every way to pay, withhold and buy trains, by all players, to the end.

Once the bank is broken or the last turn allowed has come, the number of rounds left is known, and money in a treasury
is worth only what it still buys. Players lay track and place tokens by the rules of thumb; they pay and buy so that
they lead by most, each knowing that the others do. Ways that cannot gain anything are left out, and large trees are not
solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.bots.lookahead.sequential_halving import margin
from tetsudo.bots.player import Thinking
from tetsudo.core.actions import Action, BuyTrain, Descriptor, Dividend, Pass
from tetsudo.core.frames import PendingDieRoll, Turn
from tetsudo.core.open_actions import TrainOffers
from tetsudo.core.units import PlayerId, TrainId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.rules.turn_order.round_sequence import is_last_set
from tetsudo.engine.state.ownership import company_trains, president_of
from tetsudo.engine.state.state import State

MAX_ENDS: Final = 64
"""Maximum number of ends of a tree that is solved, by the number of ways on its first path."""

Worths = tuple[float, ...]
"""Final worth of all players."""


def is_endgame(rules: Ruleset, state: State) -> bool:
    """True if the game ends with this set of operating rounds, without chance and hidden values."""
    return is_last_set(rules, state) and not rules.hides


class Endgame:
    """The rest of a game, in which all follow the same habits but where a way to pay or buy gains more."""

    def __init__(self, rules: Ruleset, habits: Habits, thinking: Thinking, most: int = MAX_ENDS) -> None:
        self.rules = rules
        self.habits = habits
        self.thinking = thinking
        self.most = most

    def solutions(self, state: State, plans: Sequence[Plan]) -> list[Worths]:
        """Final worths after each plan; empty if that takes more than `most` ends, or more than the budget has left."""
        if 2 * len(plans) > self.thinking.rollouts_left():
            return []
        after = [self._after(state, plan) for plan in plans]
        ends = 0
        for each in after:
            found = self.ends(each)
            ends += found
            if not found or ends > min(self.most, self.thinking.rollouts_left()):
                return []
        worths = [self.outcome(each) for each in after]
        return worths if self.thinking.allows(0) else []

    def _after(self, state: State, plan: Plan) -> State:
        playout = self._playout(state.clone())
        playout.apply_plan(plan)
        return playout.state

    def _playout(self, state: State) -> PolicyPlayout:
        return PolicyPlayout(self.rules, state, [self.habits] * state.players, 0)

    def ends(self, state: State) -> int:
        """Approximate number of ends: the ways at each decision of the first path, multiplied; 0 if chance decides."""
        playout, found = self._playout(state.clone()), 1
        while not playout.state.ended and found <= self.most:
            if type(playout.state.stack[-1]) is PendingDieRoll:
                return 0
            found *= len(self._step(playout))
        self.thinking.count()
        return found

    def outcome(self, state: State) -> Worths:
        """Final worths if each player takes the way with the largest lead. Changes the state."""
        rules, playout = self.rules, self._playout(state)
        while not state.ended:
            ways = self._step(playout, perform=False)
            if len(ways) > 1:
                return self._best(state, ways)
        self.thinking.count()
        return tuple([float(worth(rules, state, player).total) for player in range(state.players)])

    def _best(self, state: State, ways: Sequence[Action]) -> Worths:
        found: list[Worths] = []
        for way in ways:
            if found and not self.thinking.allows(0):
                break  # too late: what was found is not used
            after = state.clone()
            engine.perform(self.rules, after, way, [])
            found.append(self.outcome(after))
        return max(found, key=lambda worths: margin(worths, ways[0].player))

    def _step(self, playout: PolicyPlayout, *, perform: bool = True) -> list[Action]:
        """Ways at the next decision, the usual one first; performed if it is the only one, or if asked to."""
        rules, state = self.rules, playout.state
        if playout.step_automatically():
            return [rules.passing[0]]
        player = engine.actor(rules, state)
        listed = engine.listing(rules, state, player)
        usual = playout.policies[player].choose(state, player, listed)
        ways = ways_to_go(rules, state, player, listed, usual)
        if perform or len(ways) == 1:
            engine.perform(rules, state, ways[0], [])
        return ways


def ways_to_go(
    rules: Ruleset, state: State, player: PlayerId, listed: Sequence[Descriptor], usual: Action
) -> list[Action]:
    """Ways to pay or to buy trains that may gain something, the usual action first; only this at other decisions."""
    turn = state.stack[-1]
    if type(turn) is not Turn or president_of(state, turn.company) != player:
        return [usual]
    if state.operating_round == state.operating_rounds and not any(
        rusts_any(rules, state, kind) for kind in depot_trains(rules, state)[:1]
    ):
        return [usual]  # what is paid last leaves the president, who holds most, further ahead; no train runs again
    if isinstance(usual, Dividend):
        return _first(usual, [offer for offer in listed if type(offer) is Dividend])
    trains = [offer for offer in listed if type(offer) is BuyTrain]
    trains += [
        offer.at(offer.low)
        for offer in listed
        if type(offer) is TrainOffers and president_of(state, offer.seller) == player
    ]
    return _first(usual, [*trains, *[offer for offer in listed if type(offer) is Pass]] if trains else [])


def _first(usual: Action, others: Sequence[Action]) -> list[Action]:
    return list(dict.fromkeys([usual, *others]))


def rusts_any(rules: Ruleset, state: State, bought: TrainId) -> bool:
    """True if a company has a train that rusts with the first one of this kind."""
    kinds = rules.setup.trains
    return any(
        kinds[kind].rusted_by == bought for company in range(state.companies) for kind in company_trains(state, company)
    )
