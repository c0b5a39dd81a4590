"""A company starts at a par price, and floats once enough of it is sold."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import bank_pays, pay_bank
from tetsudo.engine.rules.shares.market_cells import begin_to_operate, enter_cell
from tetsudo.engine.state.ownership import ipo_of, move_president, ordinary_shares, president_place, reserved_of
from tetsudo.engine.state.state import (
    FLOATED,
    OPERATING_ROUND,
    STARTED,
    State,
    become,
    fix_par,
    give_turn,
    is_floated,
    is_funded,
    move_cash,
    note_funded,
    owner_of_company,
    par_of,
    status_of,
    treasury,
)


def start(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, par: Money) -> None:
    """Buy the president's certificate at a par price.

    1889-BUY-01, 1889-BUY-02, 1889-BUY-03, 1889-BUY-04, 1889-BUY-05, 1888*-PAR-02, 1890-7.3.1-c.
    """
    pay_for_unsold(rules, state, log, player, company, par * rules.president_shares[company])
    set_par(rules, state, log, company, par)
    log.append(events.Started(player, company, par))
    take_presidency(rules, state, log, player, company)


def pay_for_unsold(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, price: Money) -> None:
    """What the offering sells is paid to the bank, or to a company that is paid for each share (1890-C.10.9-d).

    For one that is yet to form, the bank keeps it (1890-C.10.9-h).
    """
    is_there = is_floated(state, company) or rules.setup.companies[company].forms is None
    if is_there and is_paid_by_share(rules, state, company):
        owner = owner_of_company(state, company)
        move_cash(state, player, owner, price)
        log.append(events.Received(owner, price))
    else:
        pay_bank(state, player, price)


def is_paid_by_share(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether a company is paid for each of its shares, and not all of its capital at once.

    In a phase of full capital that goes on for those alone that floated before it (1890-C.10.9-f).
    """
    if not rules.incremental or is_funded(state, company):
        return False
    return is_floated(state, company) or not rules.setup.phases[state.phase].floats_fully


def set_par(rules: Ruleset, state: State, log: Log, company: CompanyId, par: Money) -> None:
    """Fix what a company's shares cost in the offering; its token goes to the market (1889-BUY-05, 1889-BUY-06)."""
    fix_par(state, company, par)  # 1890-3.12.4-a
    become(state, company, STARTED)  # 1890-C.8.4-t, 1890-C.8.4-u
    enter_cell(rules, state, company, rules.market.pars[par])  # 1888*-CO-04, 1888*-MKT-01, 1888*-PAR-04, 1890-7.3.1-d
    if rules.settings.prefunded:
        _pay_for_attached(rules, state, log, company)


def _pay_for_attached(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """The bank pays par for what is not in the offering as the par is set: what comes with privates (1890-C.10.9-e)."""
    if rules.setup.companies[company].forms is not None or not is_paid_by_share(rules, state, company):
        return
    offered = ordinary_shares(state, company, ipo_of(state))
    if president_place(state, company) == ipo_of(state):
        offered += rules.president_shares[company]
    amount = par_of(state, company) * (rules.shares[company] - offered)
    if amount:
        owner = owner_of_company(state, company)
        bank_pays(rules, state, log, owner, amount)
        log.append(events.Received(owner, amount))


def take_presidency(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId) -> None:
    """Hand the president's certificate over, which nobody has had before."""
    move_president(state, company, player)
    log.append(events.PresidentChanged(player, company))
    float_if_due(rules, state, log, company)


def found_minor(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId) -> None:
    """A minor operates from its purchase on, with a fixed capital from the bank.

    1890-7.2-a, 1890-7.2-c, 1890-11.3.1-b.
    """
    move_president(state, company, player)
    become(state, company, FLOATED)
    amount = rules.setup.companies[company].capital
    log.append(events.Floated(company, amount))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)


def sold_shares(rules: Ruleset, state: State, company: CompanyId) -> int:
    """How many shares of a company that is started count as sold, wherever they are now.

    1888*-PAR-06, 1890-7.3-a, 1890-11.4.2-a, 1890-11.4.2-b, 1890-C.8.4-f.
    """
    unsold = ordinary_shares(state, company, ipo_of(state))
    if not rules.settings.prefunded:  # 1890-C.10.9-e
        unsold += ordinary_shares(state, company, reserved_of(state))
    return rules.shares[company] - unsold


def float_if_due(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """A company floats when enough has left the offering (1889-BUY-12), where it is not asked at its first turn."""
    if status_of(state, company) != STARTED:
        return
    facts = rules.setup.companies[company]
    if facts.forms is not None:  # 1890-7.3-b
        return
    if rules.floats_by_train and not rules.setup.phases[state.phase].floats_fully:
        return
    if facts.share * sold_shares(rules, state, company) < facts.float_percent:
        return
    float_company(rules, state, log, company)
    # One that floats while an operating round runs waits for the next (1889-OR-06).
    give_turn(state, company, NOBODY if state.round == OPERATING_ROUND else 0)


def float_company(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """A company begins to operate, and gets par for each share (1889-BUY-14), but for those that were paid for."""
    amount = 0
    if not is_paid_by_share(rules, state, company):
        # All that it has, before it operates, is what it was paid for shares (1890-C.10.9-f).
        paid = treasury(state, company) if rules.incremental else 0
        amount = max(rules.shares[company] * par_of(state, company) - paid, 0)  # 1888*-PAR-08, 1890-7.3.2-b
        fund(rules, state, company)
    begin_to_operate(rules, state, company)  # 1888*-PAR-07
    log.append(events.Floated(company, amount))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)


def fund(rules: Ruleset, state: State, company: CompanyId) -> None:
    """A company has all of its capital: nothing more is paid to it for shares."""
    if rules.incremental:
        note_funded(state, company)
