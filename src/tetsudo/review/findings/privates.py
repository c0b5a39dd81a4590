"""Privates that closed unsold in the hands of a player whose company could have bought them."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.events import PrivateBought, PrivateClosed, PrivateExchanged
from tetsudo.core.open_actions import PrivateOffers
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, PrivateId
from tetsudo.engine.rules.rounds.operating.buy_privates import private_offers
from tetsudo.engine.state.ownership import president_of, private_owner
from tetsudo.review.findings.kinds import PrivateNotSold
from tetsudo.review.findings.past import Past, Step, turn_at

Chances = dict[tuple[PrivateId, PlayerId], tuple[Money, int, CompanyId]]
"""Best legal sale of a private of a player to a company of theirs: price, move, company."""


def privates_not_sold(past: Past) -> Iterator[PrivateNotSold]:
    """Privates that closed by the rules while a player owned them, and that a company of theirs could have bought.

    A private that its owner uses up or exchanges is not among them.
    """
    chances: Chances = {}
    for step in past.steps:
        _enter_offers(past, step, chances)
        for event in step.events:
            if isinstance(event, PrivateClosed) and not _is_used(step, event.private):
                yield from _not_sold(past, step, event.private, chances)


def _enter_offers(past: Past, step: Step, chances: Chances) -> None:
    """Enter the legal sales at the decision of a move, in a company's turn."""
    company, _ = turn_at(past, step)
    if company == NOBODY:
        return
    president = president_of(step.before, company)
    for offer in private_offers(past.rules, step.before, company, president):
        assert isinstance(offer, PrivateOffers)
        if private_owner(step.before, offer.private) == president:
            key = offer.private, president
            if offer.high > chances.get(key, (-1,))[0]:
                chances[key] = offer.high, step.move, company


def _is_used(step: Step, private: PrivateId) -> bool:
    """True if a private closes because of its owner's own action, or changes hands in the same move."""
    if getattr(step.action, "private", NOBODY) == private:
        return True
    return any(
        isinstance(event, PrivateBought | PrivateExchanged) and event.private == private for event in step.events
    )


def _not_sold(past: Past, step: Step, private: PrivateId, chances: Chances) -> Iterator[PrivateNotSold]:
    owner = private_owner(step.before, private)
    if (private, owner) in chances:
        price, earlier, company = chances[private, owner]
        yield PrivateNotSold(owner, company, step.move, past.clause("private_phase"), private, price, earlier)
