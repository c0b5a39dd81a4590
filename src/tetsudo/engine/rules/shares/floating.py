"""Start of a company at a par price, and its float once enough shares are sold."""

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
    fix_par,
    is_floated,
    is_funded,
    mark_funded,
    move_cash,
    owner_of_company,
    par_of,
    set_status,
    set_turn_number,
    status_of,
    treasury,
)


def start(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, par: Money) -> None:
    """Start a company: buy its president's certificate at a par price.

    1889-BUY-01, 1889-BUY-02, 1889-BUY-03, 1889-BUY-04, 1889-BUY-05, 1888*-PAR-02, 1890-7.3.1-c.
    """
    pay_for_unsold(rules, state, log, player, company, par * rules.president_shares[company])
    set_par(rules, state, log, company, par)
    log.append(events.Started(player, company, par))
    take_presidency(rules, state, log, player, company)


def pay_for_unsold(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, price: Money) -> None:
    """Pay for shares from the IPO: to the company if it is paid per share, else to the bank (1890-C.10.9-d).

    For a company that has yet to form, the bank keeps the money (1890-C.10.9-h).
    """
    is_there = is_floated(state, company) or rules.setup.companies[company].forms is None
    if is_there and is_paid_by_share(rules, state, company):
        owner = owner_of_company(state, company)
        move_cash(state, player, owner, price)
        log.append(events.Received(owner, price))
    else:
        pay_bank(state, player, price)


def is_paid_by_share(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company is paid for each of its shares, not all of its capital at once.

    In a phase of full capital, this holds only for companies that floated before it (1890-C.10.9-f).
    """
    if not rules.incremental or is_funded(state, company):
        return False
    return is_floated(state, company) or not rules.setup.phases[state.phase].floats_fully


def set_par(rules: Ruleset, state: State, log: Log, company: CompanyId, par: Money) -> None:
    """Set a company's par price and put its token on the market (1889-BUY-05, 1889-BUY-06)."""
    fix_par(state, company, par)  # 1890-3.12.4-a
    set_status(state, company, STARTED)  # 1890-C.8.4-t, 1890-C.8.4-u
    enter_cell(rules, state, company, rules.market.pars[par])  # 1888*-CO-04, 1888*-MKT-01, 1888*-PAR-04, 1890-7.3.1-d
    if rules.settings.prefunded:
        _pay_for_attached(rules, state, log, company)


def _pay_for_attached(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Pay a company par for shares outside the IPO when par is set: those that come with privates (1890-C.10.9-e)."""
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
    """Give the president's certificate to its first owner."""
    move_president(state, company, player)
    log.append(events.PresidentChanged(player, company))
    float_if_due(rules, state, log, company)


def start_minor(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId) -> None:
    """Put a minor into operation when it is bought, with a fixed capital from the bank.

    1890-7.2-a, 1890-7.2-c, 1890-11.3.1-b.
    """
    move_president(state, company, player)
    set_status(state, company, FLOATED)
    amount = rules.setup.companies[company].capital
    log.append(events.Floated(company, amount))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)


def sold_shares(rules: Ruleset, state: State, company: CompanyId) -> int:
    """Number of a started company's shares that count as sold, wherever they are now.

    1888*-PAR-06, 1890-7.3-a, 1890-11.4.2-a, 1890-11.4.2-b, 1890-C.8.4-f.
    """
    unsold = ordinary_shares(state, company, ipo_of(state))
    if not rules.settings.prefunded:  # 1890-C.10.9-e
        unsold += ordinary_shares(state, company, reserved_of(state))
    return rules.shares[company] - unsold


def float_if_due(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Float a company if enough has left the IPO (1889-BUY-12), unless it floats only at its first turn."""
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
    # A company that floats during an operating round waits for the next one (1889-OR-06).
    set_turn_number(state, company, NOBODY if state.round == OPERATING_ROUND else 0)


def float_company(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Float a company and pay it par for each share (1889-BUY-14), less what it was already paid for shares."""
    amount = 0
    if not is_paid_by_share(rules, state, company):
        # Before it operates, its treasury is what it was paid for shares (1890-C.10.9-f).
        paid = treasury(state, company) if rules.incremental else 0
        amount = max(rules.shares[company] * par_of(state, company) - paid, 0)  # 1888*-PAR-08, 1890-7.3.2-b
        mark_fully_paid(rules, state, company)
    begin_to_operate(rules, state, company)  # 1888*-PAR-07
    log.append(events.Floated(company, amount))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)


def mark_fully_paid(rules: Ruleset, state: State, company: CompanyId) -> None:
    """Record that a company has all of its capital, and is paid nothing more for shares."""
    if rules.incremental:
        mark_funded(state, company)
