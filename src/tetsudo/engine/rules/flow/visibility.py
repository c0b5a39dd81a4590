"""Visibility of money in games with hidden amounts, and positions redacted for a viewer.

A redacted position contains no hidden amount, so nothing derived from it can reveal one. Skipping a step or a player
depends on public information only: it must be right for any hidden amounts.

1890-2.2-b, 1890-C.10.1-a, 1890-C.10.2-a.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tetsudo.core.frames import TRAIN, Offer
from tetsudo.core.units import HIDDEN, NOBODY, CompanyId, OwnerId, PlayerId
from tetsudo.engine.rules.flow.stack import current_turn, replace_top
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, bank_of, hide_declined_prices, owner_of_company, put_cash

NOTHING_HIDDEN: Final[frozenset[OwnerId]] = frozenset()


def hidden_owners(rules: Ruleset, state: State, player: PlayerId) -> frozenset[OwnerId]:
    """Owners whose cash a player (NOBODY: a spectator) cannot see; none once the game is over.

    If anything is hidden, the bank is hidden from all: what it lacks is what the others have together.
    """
    if not rules.hides or state.ended:
        return NOTHING_HIDDEN
    found = {bank_of(state)}
    if rules.settings.hidden_cash:  # 1890-C.10.1-a
        found.update(other for other in range(state.players) if other != player)
    if rules.hides_treasuries:  # 1890-2.2-b
        found.update(
            owner_of_company(state, company)
            for company in range(state.companies)
            if president_of(state, company) not in (player, NOBODY)
        )
    return frozenset(found)


def redacted_state(rules: Ruleset, state: State, player: PlayerId) -> State:
    """Position as a player sees it: a redacted copy, or the same one where nothing is hidden."""
    if not rules.hides:
        return state
    hidden = hidden_owners(rules, state, player)
    if not hidden:
        return state
    seen = state.clone()
    put_cash(seen, dict.fromkeys(hidden, HIDDEN))
    if rules.settings.hidden_train_prices:
        _hide_offer_prices(seen, hidden)
    return seen


def public_state(rules: Ruleset, state: State) -> State:
    """Position with public information only."""
    return redacted_state(rules, state, NOBODY)


def knows_deal(state: State, hidden: Collection[OwnerId], *companies: CompanyId) -> bool:
    """True if at least one company in a deal is not hidden from the viewer (1890-C.10.2-a)."""
    return any(owner_of_company(state, company) not in hidden for company in companies)


def _hide_offer_prices(state: State, hidden: Collection[OwnerId]) -> None:
    """Hide unknown prices of train offers, pending or declined in this turn."""
    offer, turn = state.stack[-1], current_turn(state)
    if isinstance(offer, Offer) and offer.what == TRAIN and not knows_deal(state, hidden, offer.buyer, offer.seller):
        replace_top(state, offer.replaced(price=HIDDEN))
    if turn is not None and not knows_deal(state, hidden, turn.company):
        hide_declined_prices(
            state, TRAIN, [each for each in range(state.companies) if not knows_deal(state, hidden, each)]
        )
