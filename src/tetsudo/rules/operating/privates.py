"""Companies buy privates from players (1889 PBY)."""

from __future__ import annotations

from tetsudo.actions import Action, BuyPrivate, Descriptor
from tetsudo.descriptors import PrivateOffers
from tetsudo.events import Log
from tetsudo.frames import PRIVATE, Offer
from tetsudo.rules.emergency.means import is_held_back
from tetsudo.rules.flow.step import Step
from tetsudo.rules.minors.forming import join_refusal
from tetsudo.rules.offers.offers import lowest_offer, propose
from tetsudo.rules.operating.track import beyond_home
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State, private_owner, treasury
from tetsudo.units import NOBODY, CompanyId, PlayerId, PrivateId


def _is_for_sale(rules: Ruleset, state: State, private: PrivateId) -> bool:
    """Whether a player has it and a company may have it; a price range of nothing says never."""
    if not 0 <= private_owner(state, private) < state.players or not rules.setup.privates[private].high:
        return False
    return all(power.may_be_sold(state) for power in rules.powers.of_private[private])


def may_buy_privates(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether a company may buy privates now; minors never do."""
    return rules.setup.phases[state.phase].sells_privates and not rules.is_minor[company]


def private_offers(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
    """Every private that a company may buy, at any point of its turn (1889-OR-09)."""
    if not may_buy_privates(rules, state, company) or is_held_back(rules, state, company):
        return []
    cash = beyond_home(rules, state, company)
    found: list[Descriptor] = []
    for number, owner in enumerate(state.privates):
        if not 0 <= owner < state.players or not _is_for_sale(rules, state, number):
            continue
        private = rules.setup.privates[number]
        low, high = lowest_offer(state, PRIVATE, number, owner, private.low), min(private.high, cash)
        if low <= high:
            found.append(PrivateOffers(player, company, number, low, high))
    return found


def offer_refusal(rules: Ruleset, state: State, company: CompanyId, action: BuyPrivate) -> str:
    """Why a company may not buy a private."""
    if not rules.setup.phases[state.phase].sells_privates:
        return "private_phase"
    if not may_buy_privates(rules, state, company):
        return "private_minor"
    if is_held_back(rules, state, company):
        return "sale_pays_bank"
    private = rules.setup.privates[action.private]
    if not private.high:
        return "private_never_sold"
    if not _is_for_sale(rules, state, action.private):
        return "private_not_for_sale"
    if not private.low <= action.price <= private.high:
        return "private_price"
    if action.price > treasury(state, company):
        return "private_cash"
    if action.price > beyond_home(rules, state, company):
        return "private_home_cost"
    lowest = lowest_offer(state, PRIVATE, action.private, private_owner(state, action.private), private.low)
    return "" if action.price >= lowest else "offer_declined"


def propose_private(rules: Ruleset, state: State, log: Log, action: BuyPrivate) -> None:
    """Ask the owner."""
    owner = private_owner(state, action.private)
    propose(rules, state, log, Offer(action.company, PRIVATE, action.private, owner, action.price, owner))


class PrivateStep(Step):
    """A last chance to buy privates, to use those that the company has, and to say what becomes of a minor."""

    name = "privates"

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        if company in rules.conversions:
            return True
        if any(power.delays_end(rules, state, company) for power in rules.powers.acting):
            return True
        if company in rules.joining_in_turn and not join_refusal(rules, state, company):
            return True
        return bool(private_offers(rules, state, company, NOBODY))

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return []  # the turn lists private offers in every step

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        return "not_this_step"
