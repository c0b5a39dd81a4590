"""Runs of a company's trains."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, Route, RunRoutes
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.open_actions import Enough, Proof, Runs, Wish, WishedRun
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.routes.constrained_run import WishFailure, best_constrained, proved_run
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.flow.step import Step, next_step
from tetsudo.engine.rules.refusals import build_wish_refusal
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.trains.run_income import checked_revenue, revenue_after_powers, run_revenue, subsidies_of
from tetsudo.engine.state.board import faces_on
from tetsudo.engine.state.ownership import company_trains, has_train
from tetsudo.engine.state.state import State


class _RunQueries:
    """Answers behind a `Runs` descriptor. They stay true of the listed position: their data never change."""

    __slots__ = ("company", "network", "offboard", "player", "rules", "trains")

    def __init__(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> None:
        self.rules = rules
        self.network = rules.atlas.network(state)
        self.company = company
        self.player = player
        self.trains = tuple(company_trains(state, company))
        self.offboard = rules.setup.phases[state.phase].offboard

    def valid(self, action: RunRoutes) -> bool:
        return not self._checked_revenue(action)[0]

    def earned(self, action: RunRoutes) -> tuple[Money, ...]:
        return self._checked_revenue(action)[1]

    def subsidies(self, action: RunRoutes) -> tuple[Money, ...]:
        return subsidies_of(self.rules, self.network.track.tiles, action.routes)

    def _checked_revenue(self, action: RunRoutes) -> tuple[str, tuple[Money, ...]]:
        return checked_revenue(self.rules, self.network, self.company, self.trains, action.routes, self.offboard)

    def best(self, enough: Enough | None) -> Proof:
        return proved_run(self.network, self.company, self.trains, self.offboard, self.rules.valuation, enough)

    def through(self, wishes: Sequence[Wish]) -> WishedRun:
        found = best_constrained(self.network, self.company, self.trains, self.offboard, wishes, self.rules.valuation)
        if isinstance(found, WishFailure):
            wish = wishes[found.wish] if found.wish != NOBODY else None
            raise build_wish_refusal(self.rules.setup, self.company, wish, found.code)
        action = RunRoutes(self.player, self.company, tuple(route for _, route in found.routes))
        if not action.routes and not self.rules.settings.idle_runs:
            raise build_wish_refusal(self.rules.setup, self.company, None, "run_nothing")
        return WishedRun(action, self.earned(action), tuple(place for place, _ in found.routes))


class RunStep(Step):
    """Step for running trains: the president chooses any valid routes (1889-RUN-15, 1890-10.5.1-a)."""

    name = "run"
    actions = (RunRoutes,)

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return has_train(state, company) and rules.atlas.network(state).reach(company).can_route  # 1890-10.5.3-c

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        log.append(events.DidNotRun(company))

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        return "must_run"

    def candidates(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        asked = _RunQueries(rules, state, company, player)
        return [
            Runs(player, company, asked.valid, asked.best, asked.earned, asked.subsidies, asked.through, asked.trains)
        ]

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return self.candidates(rules, state, company, player)  # the step waits only if there is a run

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, RunRoutes)
        return run_revenue(rules, state, company, action.routes)[0]

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, RunRoutes)
        _, amounts = run_revenue(rules, state, company, action.routes)
        for route, amount in zip(action.routes, amounts, strict=True):
            log.append(events.TrainRan(company, route.train, amount, route.hexes))
        earn(rules, state, company, action.routes, sum(amounts), log)


def earn(rules: Ruleset, state: State, company: CompanyId, routes: tuple[Route, ...], earned: Money, log: Log) -> None:
    """Record the joint revenue of a company's routes, and end its run step, which is on top.

    1888*-REV-01, 1890-10.5.3-a, 1890-10.5.3-b, 1890-C.8.2-o.
    """
    log.append(events.Ran(company, earned))
    state.revenue = revenue_after_powers(rules, state, company, earned)
    if state.revenue != earned:
        log.append(events.RevenueChanged(company, earned, state.revenue))
    subsidy = sum(subsidies_of(rules, faces_on(state), routes))
    if subsidy:
        replace_top(state, top_frame(state, Turn).with_subsidy(subsidy))
    next_step(state)
    for power in rules.powers.after_runs:  # a power that asks for a random result puts it on top
        power.after_run(rules, state, company, routes, log)
