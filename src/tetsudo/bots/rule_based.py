"""A rule-based bot for every title, with a few milliseconds per decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.policy import Policy
from tetsudo.bots.player import DEFAULT_BUDGET, NO_REASONS, Budget, Choice, Reasons
from tetsudo.core.actions import (
    WITHHOLD,
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Descriptor,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.model.title import Setup
from tetsudo.game.views.table import View

TWO_PLAYER_HABITS: Final = Habits(
    kept=1.1, careful=True, companies=3, rounds=5.0, swaps=True, cashes=True, granted=True
)
"""Habits for two-player games: in the auction, keep a tenth more than the cost to float a company at the lowest par.
Almost everywhere the higher par and treasury are worth more than another private. Lead at most three companies, and
start none with fewer than five operating rounds left: a late company does not earn back its shares and trains. At the
certificate limit, swap a share for a better one. Sell privates to companies when their price brings more in shares.
Count shares that privates bring towards a float.
"""

MULTIPLAYER_HABITS: Final = replace(TWO_PLAYER_HABITS, kept_of_lots=0.5, joins=0.0, companies=2, raises=True)
"""Habits for more players. Keeping half is enough if lots include companies, or companies pay any price for them, and
there are more companies than players. Buy shares of others' companies to float them together. Sell shares to start a
company; lead at most two. In two-player games the opponent would buy the sold shares.
"""


def habits_of_rules(players: int) -> Habits:
    """Habits of the `rules` bot by number of players."""
    return MULTIPLAYER_HABITS if players > 2 else TWO_PLAYER_HABITS


RULE_REASONS: Final[dict[type[Action], Reasons]] = {
    Bid: Reasons(Phrase("The lot is worth more than that, and you keep enough to start a company.")),
    Par: Reasons(Phrase("It has the best stops near its home of all companies you can float alone.")),
    BuyShare: Reasons(Phrase("It helps to float a company, or it earns most in the next runs.")),
    SellShares: Reasons(
        Phrase(
            "You sell to start a company, to buy a better share, to pay for a train or to get within a limit, and "
            "these shares are the least loss."
        )
    ),
    LayTile: Reasons(Phrase("This tile helps the company's runs most of all tiles tried.")),
    PlaceToken: Reasons(Phrase("It makes the company's runs earn more.")),
    RunRoutes: Reasons(Phrase("No better run was found.")),
    Dividend: Reasons(Phrase("A dividend pays the shareholders and raises the price.")),
    BuyTrain: Reasons(Phrase("The company needs two trains that do not rust soon.")),
    BuyPrivate: Reasons(Phrase("The company pays its president far more than face value.")),
    Pass: Reasons(Phrase("Nothing else is better than passing.")),
}
"""Reasons for the actions that the rules choose."""


class RulesPlayer:
    """Bot that decides by `Policy`, in a possible position."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self.habits = habits_of_rules(setup.players)
        self._policy: Policy | None = None

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = DEFAULT_BUDGET) -> Choice:
        """Return the choice of the first matching rule, with its reason."""
        game = view.what_if()
        if self._policy is None or self._policy.rules is not game.ruleset:
            self._policy = Policy(game.ruleset, self.rng, self.habits)
        return choice_with_reason(self._policy.choose(game.state, view.player, actions))


def choice_with_reason(action: Action) -> Choice:
    """Choice with the rules' reason for an action."""
    if isinstance(action, Dividend) and action.payout == WITHHOLD:
        return Choice(action)
    return Choice(action, RULE_REASONS.get(type(action), NO_REASONS))
