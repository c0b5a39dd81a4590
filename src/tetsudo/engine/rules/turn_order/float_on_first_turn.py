"""Floating at the first turn: the next train in the depot decides how many shares must be sold."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.floating import float_company, sold_shares
from tetsudo.engine.rules.shares.market_cells import operating_order
from tetsudo.engine.rules.tiles_and_tokens.tokens import place_due_homes_of, place_homes
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.state.state import (
    OPERATING_ROUND,
    STARTED,
    State,
    is_floated,
    set_turn_number,
    status_of,
    turn_in_round,
)


def may_operate(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company has a turn in an operating round that starts, or is checked for floating in it."""
    return is_floated(state, company) or _is_float_candidate(rules, state, company)


def _is_float_candidate(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a started company is checked for floating at its first turn. One that forms from minors is not."""
    is_waiting = rules.floats_by_train and status_of(state, company) == STARTED
    return is_waiting and rules.setup.companies[company].forms is None  # 1890-C.10.9-h


def shares_to_float(rules: Ruleset, state: State, company: CompanyId) -> int:
    """Number of a company's shares that must be sold for it to float, as things stand.

    As many as the next train of the depot has stops, not counting towns, unless the phase or the company has its own
    rule.

    1890-C.10.9-a, 1890-C.10.9-c, 1890-C.10.9-f, 1890-C.10.9-g.
    """
    facts = rules.setup.companies[company]
    if rules.floats_by_train and not facts.floats and not rules.setup.phases[state.phase].floats_fully:
        on_offer = depot_trains(rules, state)
        rank = rules.setup.trains[on_offer[0]].stops if on_offer else 0
        if rank:  # 0: any number of stops
            return min(rank, facts.shares)
    return -(-facts.float_percent // facts.share)


def float_or_skip(rules: Ruleset, state: State, log: Log, company: CompanyId) -> bool:
    """Float a company whose first turn would come now, or skip it in this round; True if it floats (1890-C.10.9-b)."""
    sold, needed = sold_shares(rules, state, company), shares_to_float(rules, state, company)
    if sold < needed:
        set_turn_number(state, company, NOBODY)
        log.append(events.StayedUnfloated(company, sold, needed))
        return False
    float_company(rules, state, log, company)
    if rules.settings.home_tokens == "round":
        place_homes(rules, state, log, company)
    if company in rules.homes_by_phase:
        place_due_homes_of(rules, state, log, company)
    return True


def turn_order(rules: Ruleset, state: State) -> list[CompanyId]:
    """Companies in operating order, including those that would float if their turn came now."""
    return [
        company
        for company in operating_order(rules, state, rules.least_asked)
        if is_floated(state, company) or _would_float(rules, state, company)
    ]


def _would_float(rules: Ruleset, state: State, company: CompanyId) -> bool:
    if state.round == OPERATING_ROUND and turn_in_round(state, company) == NOBODY:
        return False
    is_enough = sold_shares(rules, state, company) >= shares_to_float(rules, state, company)
    return is_enough and _is_float_candidate(rules, state, company)
