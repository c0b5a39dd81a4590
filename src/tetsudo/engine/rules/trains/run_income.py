"""Revenue of a run, its required minimum, and its subsidy."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core.actions import Action, Route, RunRoutes
from tetsudo.core.units import CompanyId, FaceId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import revenue_of
from tetsudo.engine.routes.mandatory_run import minimum_revenue
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import State


def run_revenue(
    rules: Ruleset, state: State, company: CompanyId, routes: tuple[Route, ...]
) -> tuple[str, tuple[Money, ...]]:
    """Refusal code of a set of routes ("" if they are legal), and the revenue of each."""
    trains = tuple(company_trains(state, company))
    offboard = rules.setup.phases[state.phase].offboard  # 1889-PHS-09, 1888*-MAP-06
    return checked_revenue(rules, rules.atlas.network(state), company, trains, routes, offboard)


def checked_revenue(
    rules: Ruleset,
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: tuple[Route, ...],
    offboard: int,
) -> tuple[str, tuple[Money, ...]]:
    """The same for trains on a network. Where the highest revenue is compulsory, less is refused."""
    code, amounts = revenue_of(network, company, trains, routes, offboard, rules.valuation)
    if not code and not routes and not rules.settings.idle_runs:
        return "run_nothing", ()
    if not code and rules.settings.best_run:
        code = (
            ""
            if sum(amounts) >= minimum_run_revenue(rules, network, company, trains, routes, offboard)
            else "run_not_best"
        )
    return code, amounts


def revenue_after_powers(rules: Ruleset, state: State, company: CompanyId, revenue: Money) -> Money:
    """Revenue of a company's run, as changed by powers."""
    for power in rules.powers.changing_revenue:
        revenue = power.revenue_of(state, company, revenue)
    return revenue


def minimum_run_revenue(
    rules: Ruleset,
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: tuple[Route, ...],
    offboard: int,
) -> Money:
    """Minimum revenue of a run, given its number of calls at subsidised hexes (1888*-REV-04)."""
    subsidies = rules.subsidies
    exempt = frozenset(hex for hex, face in enumerate(network.track.tiles) if subsidies[face])
    return minimum_revenue(network, company, trains, routes, offboard, exempt, rules.valuation)


def subsidies_of(rules: Ruleset, tiles: Sequence[FaceId], routes: Sequence[Route]) -> tuple[Money, ...]:
    """Subsidy that the bank pays into the treasury for each route, for calls at subsidised stops.

    Such a stop is the only one of its tile, so a route through the hex calls there.

    1888*-HS-05.
    """
    return tuple(sum(rules.subsidies[tiles[hex]] for hex in route.hexes) for route in routes)


def action_minimum(rules: Ruleset, state: State, action: Action) -> Money:
    """Minimum revenue for a run to be accepted."""
    assert isinstance(action, RunRoutes)
    trains = tuple(company_trains(state, action.company))
    offboard = rules.setup.phases[state.phase].offboard
    return minimum_run_revenue(rules, rules.atlas.network(state), action.company, trains, action.routes, offboard)
