"""Closing of companies, which leave the game without compensation."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.shares.market_cells import leave_market
from tetsudo.engine.state.board import remove_token
from tetsudo.engine.state.ownership import (
    company_trains,
    give_private,
    move_ordinary,
    move_president,
    move_train,
    ordinary_shares,
    place_count,
    privates_of,
)
from tetsudo.engine.state.state import (
    CLOSED,
    DISCARDED,
    OUT,
    State,
    fix_par,
    is_floated,
    owner_of_company,
    set_status,
    treasury,
)


def close_company(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Close a company and remove it from the game.

    Its shares are void, its cash goes to the bank, its trains to the market, and its tokens leave the board. Its
    privates leave the game too. If it is in turn, the turn ends automatically.
    """
    log.append(events.CompanyClosed(company))
    out = state.players + OUT
    for place in range(place_count(state)):
        move_ordinary(state, company, place, out, ordinary_shares(state, company, place))  # 1890-7.4-c
    move_president(state, company, out)
    fix_par(state, company, 0)
    leave_market(state, company)
    owner = owner_of_company(state, company)
    pay_bank(state, owner, treasury(state, company))  # 1890-7.4-d, 1890-A.8.3-c, 1890-C.8.4-ag
    for train in company_trains(state, company):
        move_train(state, train, company, state.companies + DISCARDED)  # 1890-7.4-e, 1890-A.8.3-c, 1890-C.8.4-ag
    set_status(state, company, CLOSED)  # 1890-7.4-g
    _remove_tokens(rules, state, company)
    for private in privates_of(state, owner):  # 1890-7.4-h
        give_private(state, private, NOBODY)
        log.append(events.PrivateClosed(private))


def _remove_tokens(rules: Ruleset, state: State, company: CompanyId) -> None:
    """Take a company's tokens off the board, unless they serve another company that operates.

    1890-7.4-f, 1890-10.4-a, 1890-A.8.3-c, 1890-C.8.4-ag.
    """
    companies = rules.setup.companies
    bearer = company if companies[company].bearer == NOBODY else companies[company].bearer
    if any(is_floated(state, each.id) for each in companies if bearer in (each.id, each.bearer)):
        return
    for token in range(rules.tokens_from[bearer], rules.tokens_from[bearer + 1]):
        remove_token(state, token)
