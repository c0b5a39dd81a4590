"""Distribution of a run's revenue."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core import events
from tetsudo.core.actions import HALF, PAY, WITHHOLD, Action, Descriptor, Dividend
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, CellId, CompanyId, Money, PlayerId
from tetsudo.engine.model.title import Company
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.flow.step import Step, next_step
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import bank_pays
from tetsudo.engine.rules.shares.price_moves import move_price
from tetsudo.engine.state.ownership import holding, ipo_of, market_of, ordinary_shares
from tetsudo.engine.state.state import State, cell_of, owner_of_company, record_run


class DividendStep(Step):
    """Step for a payout that the data allow (1889-DIV-01, 1888*-REV-05); a revenue of 0 is withheld automatically."""

    name = "dividend"
    actions = (Dividend,)

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return state.revenue > 0 and len(_payouts(rules, state, company)) > 1

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        # 1890-10.6-b, 1890-12.3-e, 1890-C.8.1-q
        distribute(rules, state, company, log, _payouts(rules, state, company)[0] if state.revenue else WITHHOLD)

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        return "must_distribute"

    def candidates(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
        for payout in rules.payouts[state.phase][company]:
            yield Dividend(player, company, payout)

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, Dividend)
        if action.payout in _payouts(rules, state, company):
            return ""
        return "no_half" if action.payout == HALF else "half_at_most"

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, Dividend)
        distribute(rules, state, company, log, action.payout)
        next_step(state)


def _payouts(rules: Ruleset, state: State, company: CompanyId) -> tuple[int, ...]:
    """Payouts allowed for the run's revenue; half is left out if it would pay nothing."""
    payouts = rules.payouts[state.phase][company]
    if HALF in payouts and len(payouts) > 1 and not half_payout(rules.setup.companies[company], state.revenue):
        return tuple(payout for payout in payouts if payout != HALF)
    return payouts


def half_payout(facts: Company, revenue: Money) -> Money:
    """Amount that a half payout pays; the company keeps the rest (1890-10.6.1-a, 1890-A.8.4-j)."""
    return revenue // facts.half_step * facts.half_step // 2


def distribute(rules: Ruleset, state: State, company: CompanyId, log: Log, payout: int) -> None:
    """Pay out the run's revenue, withhold it, or pay half; then move the price."""
    pay_subsidy(rules, state, company, log)
    revenue = state.revenue
    record_run(state, company, revenue)
    if payout == WITHHOLD:
        _pay_treasury(rules, state, company, log, revenue)
        # 1890-C.8.4-aa
        if not top_frame(state, Turn).special:  # no fall in a turn out of order
            # 1888*-DIV-06, 1888*-MKT-08, 1890-10.6.4-b, 1890-12.3-e
            _move_price(rules, state, company, log, rules.market.on_withhold)
        return
    paid = revenue if payout == PAY else half_payout(rules.setup.companies[company], revenue)
    _pay(rules, state, company, log, paid)
    _pay_treasury(rules, state, company, log, revenue - paid)
    # 1889-DIV-05, 1888*-DIV-04, 1888*-MKT-07, 1890-10.6.4-a, 1890-A.8.4-m, 1890-C.8.4-aa
    _move_price(rules, state, company, log, rules.market.on_payout)


def pay_subsidy(rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
    """Pay the run's subsidy into the treasury, whatever the payout (1888*-REV-06, 1888*-REV-08)."""
    turn = top_frame(state, Turn)
    subsidy = turn.subsidy
    if not subsidy:
        return
    replace_top(state, turn.with_subsidy(0))
    bank_pays(rules, state, log, owner_of_company(state, company), subsidy)
    log.append(events.Subsidised(company, subsidy))


def _pay(rules: Ruleset, state: State, company: CompanyId, log: Log, amount: Money) -> None:
    """Pay a dividend, the same on each share.

    Shares in the market, and those the company owns, pay the treasury; the bank's pay nothing.

    1889-DIV-02, 1889-DIV-03, 1889-DIV-04, 1888*-CO-07, 1888*-DIV-01, 1888*-DIV-02, 1888*-DIV-03, 1890-4.2.2-a,
    1890-6.1-c, 1890-10.6.2-a, 1890-10.6.2-b, 1890-10.6.2-c.
    """
    log.append(events.PaidOut(company, amount))
    weight, shares = rules.president_shares[company], rules.shares[company]
    for player in range(state.players):
        share = amount * holding(state, company, player, weight) // shares
        if share:
            bank_pays(rules, state, log, player, share)
            log.append(events.Received(player, share))
    share = amount * _treasury_shares(rules, state, company) // shares
    if share:
        owner = owner_of_company(state, company)
        bank_pays(rules, state, log, owner, share)
        log.append(events.Received(owner, share))


def _treasury_shares(rules: Ruleset, state: State, company: CompanyId) -> int:
    """Number of shares that pay the company itself: those in the market, and unsold ones if they are its own."""
    in_market = ordinary_shares(state, company, market_of(state))
    return in_market + (ordinary_shares(state, company, ipo_of(state)) if rules.own_shares else 0)


def _pay_treasury(rules: Ruleset, state: State, company: CompanyId, log: Log, amount: Money) -> None:
    """Pay the revenue that is not paid out, if any, into the treasury (1888*-DIV-05, 1890-10.6.3-a)."""
    if amount:
        bank_pays(rules, state, log, owner_of_company(state, company), amount)
        log.append(events.Withheld(company, amount))


def _move_price(rules: Ruleset, state: State, company: CompanyId, log: Log, moves: tuple[CellId, ...]) -> None:
    """Raise the price after a dividend, or lower it without one (1889-DIV-06); minors have no price (1890-10.3-i)."""
    cell = cell_of(state, company)
    if cell != NOBODY:
        move_price(rules, state, log, company, moves[cell])
