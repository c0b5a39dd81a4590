"""Who sees which amounts of money, where not all lie open, and a position as somebody knows it.

Nothing that is hidden is in such a position: whatever is made from it can tell nothing. A step or a player is
passed over by what everybody sees: only if it would be whatever the hidden amounts are.

1890-2.2-b, 1890-C.10.1-a, 1890-C.10.2-a.
"""

from __future__ import annotations

from collections.abc import Collection

from tetsudo.core.frames import TRAIN, Offer
from tetsudo.core.units import HIDDEN, NOBODY, CompanyId, OwnerId, PlayerId
from tetsudo.engine.rules.flow.stack import replace_top, turn_on
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, bank_of, cover_declined, owner_of_company, put_cash

EVERYTHING: frozenset[OwnerId] = frozenset()


def unseen(rules: Ruleset, state: State, player: PlayerId) -> frozenset[OwnerId]:
    """The owners of whom a player (NOBODY: an onlooker) does not know what they have; none once the game is over.

    Of the bank nobody does where anything is hidden: what it lacks is what the others have together.
    """
    if not rules.hides or state.ended:
        return EVERYTHING
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


def as_seen(rules: Ruleset, state: State, player: PlayerId) -> State:
    """A position as a player knows it: another one, or the same where nothing is hidden."""
    hidden = unseen(rules, state, player)
    if not hidden:
        return state
    seen = state.clone()
    put_cash(seen, dict.fromkeys(hidden, HIDDEN))
    if rules.settings.hidden_train_prices:
        _cover_offers(seen, hidden)
    return seen


def in_public(rules: Ruleset, state: State) -> State:
    """A position as everybody knows it."""
    return as_seen(rules, state, NOBODY)


def knows_deal(state: State, hidden: Collection[OwnerId], *companies: CompanyId) -> bool:
    """Whether who does not see some treasuries sees one of those between which money changes hands (1890-C.10.2-a)."""
    return any(owner_of_company(state, company) not in hidden for company in companies)


def _cover_offers(state: State, hidden: Collection[OwnerId]) -> None:
    """Put what is not known in the place of prices at which trains are offered, or were declined in this turn."""
    offer, turn = state.stack[-1], turn_on(state)
    if isinstance(offer, Offer) and offer.what == TRAIN and not knows_deal(state, hidden, offer.buyer, offer.seller):
        replace_top(state, offer._replace(price=HIDDEN))
    if turn is not None and not knows_deal(state, hidden, turn.company):
        cover_declined(state, TRAIN, [each for each in range(state.companies) if not knows_deal(state, hidden, each)])
