"""A player by rules of thumb, for every title: a few milliseconds a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.policy import Policy
from tetsudo.bots.player import NO_REASONS, PLAIN, Budget, Choice, Reasons
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

OF_TWO: Final = Habits(kept=1.1, careful=True, companies=3, rounds=5.0)
"""A tenth more is kept in the auction than what floats a company at the lowest par: almost everywhere the higher par
and the treasury are worth more than another private. Three companies at the most, and none begun once fewer than five
operating rounds are left: a late one does not earn what its shares and trains cost."""

OF_MORE: Final = replace(OF_TWO, kept_of_lots=0.5, joins=0.95, companies=2, rounds=7.0, raises=True)
"""Besides, half is enough where lots are companies, too, or companies pay any price for them, and there are more
companies than players; and shares are sold to begin a company; a second one at the most, and only while seven operating
rounds are left. Of two players the other would buy what is sold."""

WHY: Final[dict[type[Action], Reasons]] = {
    Bid: Reasons(Phrase("The lot brings more than that, and enough is left for a company.")),
    Par: Reasons(Phrase("Of the companies that float so, it has the best stops near its home.")),
    BuyShare: Reasons(Phrase("It floats a company of one's own, or it brings most in the next runs.")),
    SellShares: Reasons(
        Phrase("It begins a company, pays a train or keeps to a limit, and of what may be sold it is missed least.")
    ),
    LayTile: Reasons(Phrase("Of the tiles that were tried, this one helps the company's runs most.")),
    PlaceToken: Reasons(Phrase("The company's runs earn more by it.")),
    RunRoutes: Reasons(Phrase("No better run was found.")),
    Dividend: Reasons(Phrase("A dividend pays the shareholders, and the price rises.")),
    BuyTrain: Reasons(Phrase("The company wants two trains that do not rust soon.")),
    BuyPrivate: Reasons(Phrase("The company pays its president far more than face value.")),
    Pass: Reasons(Phrase("Nothing else is better than to leave it.")),
}
"""What the rules of thumb mean by what they do."""


class RulesPlayer:
    """Decides by `Policy`, in a game as it may be."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self.habits = OF_MORE if setup.players > 2 else OF_TWO
        self._policy: Policy | None = None

    def decide(self, view: View, actions: Sequence[Descriptor], budget: Budget = PLAIN) -> Choice:
        """What the first rule wants, and what that rule means."""
        game = view.what_if()
        if self._policy is None or self._policy.rules is not game.ruleset:
            self._policy = Policy(game.ruleset, self.rng, self.habits)
        return explained(self._policy.choose(game.state, view.player, actions))


def explained(action: Action) -> Choice:
    """An action, and what the rules of thumb mean by it."""
    if isinstance(action, Dividend) and action.payout == WITHHOLD:
        return Choice(action)
    return Choice(action, WHY.get(type(action), NO_REASONS))
