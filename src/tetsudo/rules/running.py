"""Running trains and distributing what they earn (1889 RUN, DIV)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tetsudo.actions import HALF, PAY, WITHHOLD, Action, Descriptor, Dividend, Route, RunRoutes, Runs, Wish, WishedRun
from tetsudo.events import Event, Log
from tetsudo.model.title import Company
from tetsudo.routes.wishes import Unmet, best_run, best_through
from tetsudo.rules import frames
from tetsudo.rules.money import bank_pays
from tetsudo.rules.moving import move_to
from tetsudo.rules.reasons import refused_wish
from tetsudo.rules.revenue import checked_revenue, run_revenue, subsidies_of
from tetsudo.rules.steps import Step, next_step
from tetsudo.state import (
    State,
    cell_of,
    company_trains,
    has_train,
    holding,
    market_of,
    ordinary,
    owner_of_company,
)
from tetsudo.units import NOBODY, CellId, CompanyId, Money, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


class _Asked:
    """What a `Runs` is asked. It stays true of the position in which it was listed: what it looks at never changes."""

    __slots__ = ("company", "network", "offboard", "player", "rules", "trains")

    def __init__(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> None:
        self.rules = rules
        self.network = rules.atlas.network(state)
        self.company = company
        self.player = player
        self.trains = tuple(company_trains(state, company))
        self.offboard = rules.setup.phases[state.phase].offboard

    def valid(self, action: RunRoutes) -> bool:
        return not self._checked(action)[0]

    def earned(self, action: RunRoutes) -> tuple[Money, ...]:
        return self._checked(action)[1]

    def subsidies(self, action: RunRoutes) -> tuple[Money, ...]:
        return subsidies_of(self.rules, self.network.track.tiles, action.routes)

    def _checked(self, action: RunRoutes) -> tuple[str, tuple[Money, ...]]:
        return checked_revenue(self.rules, self.network, self.company, self.trains, action.routes, self.offboard)

    def best(self) -> tuple[tuple[Route, ...], Money]:
        return best_run(self.network, self.company, self.trains, self.offboard, self.rules.valuation)

    def through(self, wishes: Sequence[Wish]) -> WishedRun:
        found = best_through(self.network, self.company, self.trains, self.offboard, wishes, self.rules.valuation)
        if isinstance(found, Unmet):
            wish = wishes[found.wish] if found.wish != NOBODY else None
            raise refused_wish(self.rules.setup, self.company, wish, found.code)
        action = RunRoutes(self.player, self.company, tuple(route for _, route in found.routes))
        if not action.routes and not self.rules.numbers.idle_runs:
            raise refused_wish(self.rules.setup, self.company, None, "run_nothing")
        return WishedRun(action, self.earned(action), tuple(place for place, _ in found.routes))


class RunStep(Step):
    """The president chooses any valid routes (1889 RUN-15)."""

    name = "run"
    actions = (RunRoutes,)
    must = "must_run"

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return has_train(state, company) and rules.atlas.network(state).reach(company).can_route

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        log.append(Event("did_not_run", (company,)))

    def may_pass(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return False

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        asked = _Asked(rules, state, company, player)
        return [
            Runs(player, company, asked.valid, asked.best, asked.earned, asked.subsidies, asked.through, asked.trains)
        ]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, RunRoutes)
        return run_revenue(rules, state, company, action.routes)[0]

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, RunRoutes)
        _, amounts = run_revenue(rules, state, company, action.routes)
        for route, amount in zip(action.routes, amounts, strict=True):
            log.append(Event("train_ran", (company, route.train, amount, route.hexes)))
        state.revenue = sum(amounts)
        log.append(Event("ran", (company, state.revenue)))
        for power in rules.after_runs:
            power.after_run(rules, state, company, action.routes, log)
        subsidy = sum(subsidies_of(rules, state.tiles, action.routes))
        if subsidy:
            state.stack[-1] = frames.with_value(state.stack[-1], frames.SUBSIDY, subsidy)
        next_step(state)


class DividendStep(Step):
    """What the company's data allow is paid (1889 DIV-01); a run of nothing is kept by itself."""

    name = "dividend"
    actions = (Dividend,)
    must = "must_distribute"

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return state.revenue > 0 and len(_payouts(rules, state, company)) > 1

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        distribute(rules, state, company, log, _payouts(rules, state, company)[0] if state.revenue else WITHHOLD)

    def may_pass(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return False

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return [Dividend(player, company, payout) for payout in _payouts(rules, state, company)]

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
    """What may become of the revenue of the run; a half of nothing is no choice."""
    facts = rules.setup.companies[company]
    if HALF in facts.payouts and len(facts.payouts) > 1 and not paid_half(facts, state.revenue):
        return tuple(payout for payout in facts.payouts if payout != HALF)
    return facts.payouts


def paid_half(facts: Company, revenue: Money) -> Money:
    """The half of a revenue that is paid; the company keeps what is over."""
    return revenue // facts.half_step * facts.half_step // 2


def distribute(rules: Ruleset, state: State, company: CompanyId, log: Log, payout: int) -> None:
    """Pay the revenue of the run, keep it, or half and half; the price moves."""
    pay_subsidy(rules, state, company, log)
    revenue = state.revenue
    state.last_run[company] = revenue
    if payout == WITHHOLD:
        _keep(rules, state, company, log, revenue)
        if not state.stack[-1][frames.SPECIAL]:  # in a turn out of order nothing falls
            _move_price(rules, state, company, log, rules.market.on_withhold)
        return
    paid = revenue if payout == PAY else paid_half(rules.setup.companies[company], revenue)
    _pay(rules, state, company, log, paid)
    _keep(rules, state, company, log, revenue - paid)
    _move_price(rules, state, company, log, rules.market.on_payout)


def pay_subsidy(rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
    """The run's subsidy goes to the treasury, whatever becomes of the revenue."""
    frame = state.stack[-1]
    subsidy = frame[frames.SUBSIDY]
    if not subsidy:
        return
    state.stack[-1] = frames.with_value(frame, frames.SUBSIDY, 0)
    bank_pays(rules, state, log, owner_of_company(state, company), subsidy)
    log.append(Event("subsidised", (company, subsidy)))


def _pay(rules: Ruleset, state: State, company: CompanyId, log: Log, amount: Money) -> None:
    """A tenth for each share of 10 %; the market's go to the treasury, the offering's to nobody."""
    log.append(Event("paid_out", (company, amount)))
    weight = rules.president_shares[company]
    for player in range(state.players):
        share = amount * holding(state, company, player, weight) // 10
        if share:
            bank_pays(rules, state, log, player, share)
            log.append(Event("received", (player, share)))
    share = amount * ordinary(state, company, market_of(state)) // 10
    if share:
        owner = owner_of_company(state, company)
        bank_pays(rules, state, log, owner, share)
        log.append(Event("received", (owner, share)))


def _keep(rules: Ruleset, state: State, company: CompanyId, log: Log, amount: Money) -> None:
    """The treasury keeps what is not paid, if anything."""
    if amount:
        bank_pays(rules, state, log, owner_of_company(state, company), amount)
        log.append(Event("withheld", (company, amount)))


def _move_price(rules: Ruleset, state: State, company: CompanyId, log: Log, moves: tuple[CellId, ...]) -> None:
    """The price rises with a dividend and falls without one (1889 DIV-06), if the company has one."""
    cell = cell_of(state, company)
    if cell != NOBODY:
        move_to(rules, state, log, company, moves[cell])
