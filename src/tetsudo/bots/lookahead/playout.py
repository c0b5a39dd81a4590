"""Playouts: games played on by policies in every seat, without asking any player."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.bots.heuristics.map_potential import potential_of
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.policy import Policy, can_afford_token
from tetsudo.bots.heuristics.quick_lay import most_valuable_lay
from tetsudo.core.actions import Action, Answer, Bid, BuyShare, ExchangePrivate, Par, SellShares, TakePrivate
from tetsudo.core.frames import PendingDieRoll, Turn
from tetsudo.core.units import CompanyId, PlayerId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.flow.stack import replace_top
from tetsudo.engine.rules.powers.random_results import draw_result
from tetsudo.engine.rules.rounds.operating.run import earn
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import company_trains, president_of
from tetsudo.engine.state.state import State

MAX_PLAYOUT_STEPS: Final = 3000
"""Maximum number of actions; after them a playout is stopped and valued."""

NO_TURN_LIMIT: Final = 1_000_000
"""A turn that no game reaches."""

BEFORE_LAYS: Final = frozenset({Answer, Bid, BuyShare, ExchangePrivate, Par, SellShares, TakePrivate})
"""Kinds of actions that policies prefer to a lay (`policy.RULES`)."""


class PolicyPlayout:
    """A playout in its own state. Every seat has its own habits; random events and the policies' draws come
    from a secret number.
    """

    def __init__(self, rules: Ruleset, state: State, habits: Sequence[Habits], secret: int) -> None:
        self.rules = rules
        self.state = state
        self.secret = secret
        self.potential = potential_of(rules)
        self.first_powers = [power for power in rules.powers.acting if not BEFORE_LAYS.isdisjoint(power.takes)]
        self.policies = [Policy(rules, Random(secret), each) for each in habits]

    def apply_plan(self, plan: Sequence[Action]) -> None:
        """Follow a plan, action by action; stop at the first action that is no longer allowed."""
        rules, state = self.rules, self.state
        engine.perform(rules, state, plan[0], [])
        for action in plan[1:]:
            if state.ended or engine.actor(rules, state) != action.player:
                return
            if not any(offer.admits(action) for offer in engine.listing(rules, state, action.player)):
                return
            engine.perform(rules, state, action, [])

    def play(self, until: int = NO_TURN_LIMIT, enough: int = MAX_PLAYOUT_STEPS) -> None:
        """Play to the end of the game or the start of game turn `until`; after `enough` actions, to the next turn."""
        rules, state = self.rules, self.state
        for step in range(MAX_PLAYOUT_STEPS):
            if state.ended or state.turn >= until:
                return
            if step == enough:
                until = min(until, state.turn + 1)
            if not self.step_automatically():
                player = engine.actor(rules, state)
                listed = engine.listing(rules, state, player)
                engine.perform(rules, state, self.policies[player].choose(state, player, listed), [])

    def step_automatically(self) -> bool:
        """Perform a step without a choice: a random event, or a company's automatic action. True if there was one."""
        frame = self.state.stack[-1]
        if type(frame) is PendingDieRoll:
            engine.perform(self.rules, self.state, draw_result(self.secret, frame), [])
            return True
        return type(frame) is Turn and self._act_automatically(frame)

    def _act_automatically(self, turn: Turn) -> bool:
        """Perform a company's automatic action before listing actions: a run, the most valuable lay, or skipping a
        token that would cost it a train. True if it did something.
        """
        rules, state, company = self.rules, self.state, turn.company
        step = rules.steps[turn.step]
        if step == "run":
            fleet = tuple(company_trains(state, company))
            network, offboard = rules.atlas.network(state), rules.setup.phases[state.phase].offboard
            best = self.potential.runs.best_run(network, company, fleet, offboard, rules.valuation)
            replace_top(state, turn.after_start())
            earn(rules, state, company, best.routes, best.revenue, [])
            engine.settle(rules, state, [])
            return True
        if step == "track":
            return self._lay(company)
        if step == "token" and not can_afford_token(rules, state, company):
            engine.perform(rules, state, rules.passing[president_of(state, company)], [])
            return True
        return False

    def _lay(self, company: CompanyId) -> bool:
        """Lay the tile that the policy chooses from the listing of actions. False if it may choose something else."""
        rules, state = self.rules, self.state
        player = president_of(state, company)
        if self.policies[player].habits.careful or self._may_come_first(player):
            return False
        lay = most_valuable_lay(self.potential, state, company, player)
        if lay is None:
            return False
        engine.perform(rules, state, lay, [])
        return True

    def _may_come_first(self, player: PlayerId) -> bool:
        """True if a player has a power with an action that policies prefer to a lay."""
        if not self.first_powers:
            return False
        return any(power in self.first_powers for power in self.rules.powers.usable_powers(self.state, player))
