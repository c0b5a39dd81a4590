"""Runs below the best one."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import Route, RunRoutes
from tetsudo.core.units import CompanyId, Money
from tetsudo.engine.routes.best_run import revenue_of
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules.trains.run_income import subsidies_of
from tetsudo.engine.state.board import faces_on
from tetsudo.engine.state.ownership import company_trains
from tetsudo.review.findings.kinds import RunBelowBest
from tetsudo.review.findings.past import Past, Step


def runs_below_best(past: Past) -> Iterator[RunBelowBest]:
    """Runs that brought less, subsidy included, than the revenue of the proved best run, whatever a die shows later."""
    for step in past.steps:
        if isinstance(step.action, RunRoutes):
            found = _compare(past, step, step.action)
            if found.lost > _extra(past, step, found):
                yield found


def _compare(past: Past, step: Step, action: RunRoutes) -> RunBelowBest:
    """Comparison of a run with the best run."""
    rules, state, company = past.rules, step.before, action.company
    fleet, offboard = tuple(company_trains(state, company)), rules.setup.phases[state.phase].offboard
    best = proved_run(rules.atlas.network(state), company, fleet, offboard, rules.valuation)
    earned = route_revenues(past, step, company, action.routes)
    return RunBelowBest(
        player=action.player,
        company=company,
        move=step.move,
        clause=past.finding_clause("run_below_best"),
        revenue=sum(earned),
        subsidy=sum(subsidies_of(rules, faces_on(state), action.routes)),
        best=best.revenue,
        routes=action.routes,
        earned=earned,
        best_routes=best.routes,
        best_earned=route_revenues(past, step, company, best.routes),
    )


def _extra(past: Past, step: Step, found: RunBelowBest) -> Money:
    """Most that the run could bring beyond the best one by die rolls after it, such as those at 1890's port.

    A run is below the best one only if no roll can make up for it.
    """
    powers = past.rules.powers.adding
    most = sum(power.may_add(step.before, found.company, found.routes)[1] for power in powers)
    least = sum(power.may_add(step.before, found.company, found.best_routes)[0] for power in powers)
    return max(0, most - least)


def route_revenues(past: Past, step: Step, company: CompanyId, routes: tuple[Route, ...]) -> tuple[Money, ...]:
    """Revenue of each route of a valid run at the position before a move."""
    rules, state = past.rules, step.before
    fleet, offboard = tuple(company_trains(state, company)), rules.setup.phases[state.phase].offboard
    return revenue_of(rules.atlas.network(state), company, fleet, routes, offboard, rules.valuation)[1]
