"""Purchase of players' privates by companies."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import BuyPrivate, Descriptor
from tetsudo.core.events import Log
from tetsudo.core.frames import PRIVATE, Offer
from tetsudo.core.open_actions import PrivateOffers
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, PrivateId
from tetsudo.engine.rules.emergency.funds import is_treasury_reserved
from tetsudo.engine.rules.flow.step import Step
from tetsudo.engine.rules.offers.offers import lowest_offer, propose
from tetsudo.engine.rules.rounds.minors.formation import join_refusal
from tetsudo.engine.rules.rounds.operating.lay_track import spendable_on_lay
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import private_owner
from tetsudo.engine.state.state import State, treasury


def _private_refusal(rules: Ruleset, state: State, private: PrivateId) -> str:
    """Refusal code if no company may buy a private now, at any price; "" otherwise. A maximum of 0 means never.

    1889-PBY-04, 1890-10.9-b, 1890-C.8.1-n.
    """
    if not rules.setup.privates[private].high:
        return "private_never_sold"
    if not 0 <= private_owner(state, private) < state.players:
        return "private_not_for_sale"
    for power in rules.powers.forbidding_sale[private]:
        if not power.may_be_sold(state):  # 1890-C.8.1-f
            return "private_not_for_sale"
    return ""


def private_candidates(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[PrivateOffers]:
    """Offers to try, for each private that a player owns."""
    spendable = spendable_on_lay(rules, state, company)
    for private, owner in enumerate(state.privates):
        if 0 <= owner < state.players:
            yield PrivateOffers(player, company, private, *_span(rules, state, company, private, spendable))


def private_offers(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
    """Legal offers for privates, at any point of a company's turn (1889-OR-09, 1888*-ACT-07, 1890-10.3-h)."""
    if _buyer_refusal(rules, state, company):
        return []
    found: list[Descriptor] = []
    spendable = spendable_on_lay(rules, state, company)
    for private, owner in enumerate(state.privates):
        # What no player owns is skipped first.
        if 0 <= owner < state.players and not _private_refusal(rules, state, private):
            low, high = _span(rules, state, company, private, spendable)
            if low <= high:
                found.append(PrivateOffers(player, company, private, low, high))
    return found


def offer_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyPrivate) -> str:
    """Refusal code for a company to buy a private; "" if allowed."""
    code = _buyer_refusal(rules, state, company) or _private_refusal(rules, state, action.private)
    if code:
        return code
    return _price_refusal(rules, state, company, action)


def _buyer_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Refusal code if a company may not buy any private now; "" otherwise. Minors never may.

    1889-PBY-01, 1888*-PRV-04, 1890-5-p, 1890-10.9-h.
    """
    if not rules.setup.phases[state.phase].sells_privates:
        return "private_phase"
    if rules.is_minor[company]:
        return "private_minor"
    return "sale_pays_bank" if is_treasury_reserved(rules, state, company) else ""


def _price_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyPrivate) -> str:
    """Refusal code of a price outside the span; "" within it."""
    facts = rules.setup.privates[action.private]
    low, high = _span(rules, state, company, action.private, spendable_on_lay(rules, state, company))
    if action.price < low:
        return "private_price" if action.price < facts.low else "offer_declined"
    if action.price <= high:
        return ""
    if action.price > facts.high:
        return "private_price"
    return "private_cash" if action.price > treasury(state, company) else "private_home_cost"


def _span(
    rules: Ruleset, state: State, company: CompanyId, private: PrivateId, spendable: Money
) -> tuple[Money, Money]:
    """Lowest and highest price that a company may pay for a private; the second is lower if there is none.

    `spendable`: see `spendable_on_lay`.
    """
    facts = rules.setup.privates[private]
    low = lowest_offer(state, PRIVATE, private, private_owner(state, private), 0)
    cash = treasury(state, company)
    high = cash if cash < spendable else spendable
    return low if low > facts.low else facts.low, high if high < facts.high else facts.high


def propose_private(rules: Ruleset, state: State, log: Log, action: BuyPrivate) -> None:
    """Make the owner an offer."""
    owner = private_owner(state, action.private)
    propose(rules, state, log, Offer(action.company, PRIVATE, action.private, owner, action.price, owner))


class PrivateStep(Step):
    """Last chance to buy privates, to use the company's own, and to merge or convert a minor."""

    name = "privates"

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        if company in rules.conversions:
            return True
        if rules.powers.delays_end(rules, state, company):
            return True
        if company in rules.joining_in_turn and not join_refusal(rules, state, company):
            return True
        return bool(private_offers(rules, state, company, NOBODY))
