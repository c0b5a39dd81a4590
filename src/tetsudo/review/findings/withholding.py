"""Withholding that brought nothing.

A period begins with a decision to withhold, and lasts until the company pays a dividend again, closes, or the game
ends. Decisions to withhold in between belong to it: the company may be saving. If everything the company paid in the
period was covered by what it had without the withheld money, the withholding bought nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tetsudo.core.actions import WITHHOLD, Dividend
from tetsudo.core.events import CompanyClosed, Event, Joined, PaidOut, Subsidised, Withheld
from tetsudo.core.units import CompanyId, Money, PlayerId
from tetsudo.engine.state.state import owner_of_company, treasury
from tetsudo.review.findings.kinds import UselessWithholding
from tetsudo.review.findings.past import Past, Step
from tetsudo.review.findings.payments import payments


@dataclass(slots=True)
class _Period:
    """Period of withholding. `treasury`: what the company had without the money withheld first."""

    player: PlayerId
    move: int
    treasury: Money
    amount: Money = 0
    runs: int = 0
    spent: Money = 0


def useless_withholdings(past: Past) -> Iterator[UselessWithholding]:
    """Periods of withholding in which the withheld money bought nothing."""
    open_periods: dict[CompanyId, _Period] = {}
    for step in past.steps:
        paid = payments(past, step)
        for company, period in open_periods.items():
            period.spent += max(0, paid[owner_of_company(step.before, company)])
        _enter_decision(open_periods, step)  # before the end: withholding may close a company
        for company in [company for company in open_periods if _ends(step, company)]:
            yield from _judge(past, company, open_periods.pop(company), step)
        for company in [company for company in open_periods if _is_merged(step, company)]:
            del open_periods[company]
    for company, period in open_periods.items():
        yield from _judge(past, company, period, past.steps[-1])


def _enter_decision(open_periods: dict[CompanyId, _Period], step: Step) -> None:
    """Enter a decision to withhold, if a move is one."""
    action = step.action
    if not isinstance(action, Dividend) or action.payout != WITHHOLD:
        return
    company = action.company
    amount = sum(event.price for event in step.events if isinstance(event, Withheld) and event.company == company)
    subsidy = sum(event.price for event in step.events if isinstance(event, Subsidised) and event.company == company)
    spared = treasury(step.before, company) + subsidy
    period = open_periods.setdefault(company, _Period(action.player, step.move, spared))
    period.amount += amount
    period.runs += 1


def _judge(past: Past, company: CompanyId, period: _Period, last: Step) -> Iterator[UselessWithholding]:
    if period.amount and period.spent <= period.treasury:
        yield UselessWithholding(
            period.player,
            company,
            period.move,
            past.finding_clause("useless_withholding"),
            period.amount,
            period.runs,
            period.spent,
            period.treasury,
            last.move,
        )


def _ends(step: Step, company: CompanyId) -> bool:
    """True if a company pays a dividend or closes in a move, and does not merge."""
    return not _is_merged(step, company) and any(_is_end(event, company) for event in step.events)


def _is_end(event: Event, company: CompanyId) -> bool:
    return (isinstance(event, PaidOut) and event.company == company and event.price > 0) or (
        isinstance(event, CompanyClosed) and event.company == company
    )


def _is_merged(step: Step, company: CompanyId) -> bool:
    """True if a company merges into another in a move, and brings its money."""
    return any(isinstance(event, Joined) and event.company == company for event in step.events)
