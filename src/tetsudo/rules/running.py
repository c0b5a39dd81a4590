"""Running trains and distributing what they earn (1889 RUN, DIV)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tetsudo.actions import PAY, WITHHOLD, Action, Descriptor, Dividend, Route, RunRoutes, Runs, Wish, WishedRun
from tetsudo.events import Event, Log
from tetsudo.routes.search import best
from tetsudo.routes.wishes import Unmet, best_through
from tetsudo.rules import frames
from tetsudo.rules.money import bank_pays
from tetsudo.rules.prices import move_to
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
from tetsudo.units import NOBODY, CompanyId, Money, PlayerId

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
        return best(self.network, self.company, self.trains, self.offboard, self.rules.valuation)

    def through(self, wishes: Sequence[Wish]) -> WishedRun:
        found = best_through(self.network, self.company, self.trains, self.offboard, wishes, self.rules.valuation)
        if isinstance(found, Unmet):
            wish = wishes[found.wish] if found.wish != NOBODY else None
            raise refused_wish(self.rules.setup, self.company, wish, found.code)
        action = RunRoutes(self.player, self.company, tuple(route for _, route in found.routes))
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
        subsidy = sum(subsidies_of(rules, state.tiles, action.routes))
        if subsidy:
            state.stack[-1] = (*state.stack[-1], subsidy)
        next_step(state)


class DividendStep(Step):
    """All is paid or all is kept (1889 DIV-01); a run of nothing is kept by itself."""

    name = "dividend"
    actions = (Dividend,)
    must = "must_distribute"

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return state.revenue > 0

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        pay_subsidy(rules, state, company, log)
        withhold(rules, state, company, log)

    def may_pass(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return False

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return [Dividend(player, company, PAY), Dividend(player, company, WITHHOLD)]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, Dividend)
        return "" if action.payout in (PAY, WITHHOLD) else "no_half"

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, Dividend)
        pay_subsidy(rules, state, company, log)
        if action.payout == PAY:
            pay_dividend(rules, state, company, log)
        else:
            withhold(rules, state, company, log)
        next_step(state)


def pay_subsidy(rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
    """The run's subsidy goes to the treasury, whatever becomes of the revenue."""
    frame = state.stack[-1]
    if len(frame) <= frames.SUBSIDY:
        return
    state.stack[-1] = frame[: frames.SUBSIDY]
    bank_pays(rules, state, log, owner_of_company(state, company), frame[frames.SUBSIDY])
    log.append(Event("subsidised", (company, frame[frames.SUBSIDY])))


def pay_dividend(rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
    """A tenth for each share of 10 %; the market's go to the treasury, the offering's to nobody."""
    revenue = state.revenue
    log.append(Event("paid_out", (company, revenue)))
    weight = rules.president_shares[company]
    for player in range(state.players):
        amount = revenue * holding(state, company, player, weight) // 10
        if amount:
            bank_pays(rules, state, log, player, amount)
            log.append(Event("received", (player, amount)))
    amount = revenue * ordinary(state, company, market_of(state)) // 10
    if amount:
        owner = owner_of_company(state, company)
        bank_pays(rules, state, log, owner, amount)
        log.append(Event("received", (owner, amount)))
    state.last_run[company] = revenue
    move_to(rules, state, log, company, rules.market.on_payout[cell_of(state, company)])


def withhold(rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
    """The treasury keeps what was earned, if anything; the price falls (1889 DIV-06)."""
    if state.revenue:
        bank_pays(rules, state, log, owner_of_company(state, company), state.revenue)
        log.append(Event("withheld", (company, state.revenue)))
    state.last_run[company] = state.revenue
    move_to(rules, state, log, company, rules.market.on_withhold[cell_of(state, company)])
