"""The search bot: rollouts that also vary its own habits, against opponents of several kinds, with plans that persist.

A line is an action now and the bot's habits afterwards, such as saving for trains or buying more of them.
So it withholds a dividend if the train it pays for is worth it, and rushes trains if the opponents
are not ready. At the next decision it follows its plan unless another action is clearly better.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.bots.explanation import reasons, solved_reasons
from tetsudo.bots.heuristics.candidates import Plan, candidates, waiting_margin
from tetsudo.bots.heuristics.parameters import (
    HOLDING_BUILDER,
    JOINER,
    RUSHER,
    RUSHING_WITHHOLDER,
    SAVER,
    SAVING_HOLDING_BUILDER,
    SIMPLE,
    USUAL,
    WAITER,
    WITHHOLDER,
    Habits,
)
from tetsudo.bots.heuristics.policy import Policy, careful_policy
from tetsudo.bots.lookahead.endgame import Endgame, is_endgame
from tetsudo.bots.lookahead.playout import NO_TURN_LIMIT
from tetsudo.bots.lookahead.sequential_halving import Line, Scenarios, compare, margin
from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Choice
from tetsudo.bots.rule_based import choice_with_reason
from tetsudo.core import garbage
from tetsudo.core.actions import Action, BuyTrain, Descriptor, PlaceToken, SellShares
from tetsudo.core.frames import Stock
from tetsudo.core.open_actions import Bids, TrainOffers
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.game.views.table import View

DEFAULT_SECONDS: Final = 1.5
"""Default thinking time."""

TWO_PLAYER_OPPONENTS: Final = (USUAL, JOINER, SIMPLE, RUSHER, WITHHOLDER, RUSHING_WITHHOLDER)
"""Possible habits of opponents. None sells shares of a company about to lose its trains: that ruins the seller and
the other shareholders.
"""

MULTIPLAYER_OPPONENTS: Final = (USUAL, WITHHOLDER, HOLDING_BUILDER, SAVING_HOLDING_BUILDER)
"""Opponents' habits with more than two players. None sells shares to start a company, as the bot itself seldom does:
these foretell its games well (docs/bots-diary.md).
"""

BUILDER_MODEL_TURNS: Final = 2
"""Number of game turns, auction included, in which a two-player opponent is modelled as `HOLDING_BUILDER`. The auction
depends on a few yen: varying the opponent's habits between playouts made lines harder to tell apart
(docs/bots-diary.md).
"""

OWN_HABITS: Final = (USUAL, RUSHER, SAVER, RUSHING_WITHHOLDER, WAITER)
"""Habits that the bot may follow itself."""

HESITATION: Final = 0.08
SALE_HESITATION: Final = 0.2
"""Margins by which a line must beat the usual action, as parts of a won game; elsewhere the best line is taken
(docs/bots-diary.md). A sale without a purchase in a stock round changes operating order and what others can buy, so it
looks profitable in playouts where opponents do not respond to it.
"""

HESITANT_KINDS: Final[frozenset[type[Action]]] = frozenset({Bids, PlaceToken, BuyTrain, TrainOffers})
"""Kinds of actions offered in the auction, and when a company places a token or buys a train: the rules of thumb choose
these with more care than playouts do.
"""

FULL_HESITATION_OPPONENTS: Final = 3
"""Number of opponents for full hesitation. With fewer it is proportionally smaller, since fewer can respond."""

PLAYOUT_TURNS: Final = (2, 2, NO_TURN_LIMIT, NO_TURN_LIMIT, NO_TURN_LIMIT, NO_TURN_LIMIT, NO_TURN_LIMIT, NO_TURN_LIMIT)
"""Number of game turns, the current one included, that each playout lasts before it is valued. A playout to the end
takes two to four times as long; if time is short, only the better half of the lines gets these. A train bought
now pays off late.
"""

TWO_PLAYER_PLAYOUT_TURNS: Final = (2, 2, 3, 3)
"""The same for two-player games, without playouts to the end: they cost more and won no more (docs/bots-diary.md)."""

MIN_PLAYOUTS: Final = 6
"""Number of playouts per line before all lines may be dropped in favour of the usual action."""

ALTERNATIVE_HABIT_COUNT: Final = 2
"""Number of alternative habits that are tried."""


class SearchPlayer:
    """Bot that searches and remembers the rest of its plan."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self._planned: Plan = ()

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the first action of the best line."""
        thinking = budget.or_else(DEFAULT_SECONDS).begin()
        game, seed, player = view.what_if(), self.rng.getrandbits(64), view.player
        rules, state, own = game.ruleset, game.state, default_habits(game.state.players)
        policy = careful_policy(rules, seed, own)
        usual = self._planned_action(policy, state, player, actions)
        plans = candidates(policy, state, player, actions, usual)
        if len(plans) == 1:
            return choice_with_reason(usual)
        if is_endgame(rules, state):
            with garbage.collect_rarely():
                solved = Endgame(rules, own, thinking).solutions(state, plans)
            if solved:
                best = max(range(len(plans)), key=lambda each: margin(solved[each], player))
                return Choice(plans[best][0], solved_reasons(plans, solved, best))
        lines = possible_lines(rules, state, actions, plans, seed)
        turns = PLAYOUT_TURNS if state.players > 2 else TWO_PLAYER_PLAYOUT_TURNS
        with garbage.collect_rarely():
            line = compare(Scenarios(view, seed, opponent_habits(state), turns), lines, thinking, MIN_PLAYOUTS)
        self._planned = line.plan[1:]
        return Choice(line.action, reasons(line, lines, state))

    def _planned_action(self, policy: Policy, state: State, player: PlayerId, actions: Sequence[Descriptor]) -> Action:
        """Return the planned action if it is still allowed; else the rule-based one."""
        planned, self._planned = self._planned[:1], ()
        for action in planned:
            if any(offer.admits(action) for offer in actions):
                return action
        return policy.choose(state, player, actions)


def possible_lines(
    rules: Ruleset, state: State, actions: Sequence[Descriptor], plans: Sequence[Plan], seed: int
) -> list[Line]:
    """Lines to compare: the usual plan, what two other habits would do now and later, and the other plans."""
    player, own, (usual, *others) = plans[0][0].player, default_habits(state.players), plans
    ways = Random(seed).sample([habits for habits in OWN_HABITS if habits != own], ALTERNATIVE_HABIT_COUNT)
    tried: list[tuple[Plan, Habits]] = [
        ((careful_policy(rules, seed, each).choose(state, player, actions),), each) for each in ways
    ]
    tried += [(plan, own) for plan in others]
    whole = whole_hesitation(actions)
    return [Line(usual, own), *(Line(plan, habits, hesitation(plan, usual[0], state, whole)) for plan, habits in tried)]


def default_habits(players: int) -> Habits:
    """The bot's default habits; in two-player games, saving for trains loses.

    With more players saving also seems to cost in playouts, but won no less in real games; and if no player saves,
    games never reach the last trains (docs/bots-diary.md).
    """
    return SAVING_HOLDING_BUILDER if players > 2 else USUAL


def opponent_habits(state: State) -> Sequence[Habits]:
    """Assumed habits of the opponents."""
    if state.players > 2:
        return MULTIPLAYER_OPPONENTS
    return (HOLDING_BUILDER,) if state.turn < BUILDER_MODEL_TURNS else TWO_PLAYER_OPPONENTS


def whole_hesitation(actions: Sequence[Descriptor]) -> float:
    """Margin for this kind of decision against at least three opponents, sales apart."""
    return 0.0 if HESITANT_KINDS.isdisjoint({type(offer) for offer in actions}) else HESITATION


def hesitation(plan: Plan, usual: Action, state: State, whole: float) -> float:
    """Margin by which a plan must beat the usual action. Outside of stock rounds a sale pays for a forced train."""
    if type(state.stack[-1]) is Stock and len(plan) == 1 and isinstance(plan[0], SellShares):
        whole = SALE_HESITATION
    return max(whole * min(1.0, (state.players - 1) / FULL_HESITATION_OPPONENTS), waiting_margin(plan, usual))
