"""What a run earns, whether it is enough, and the subsidy that comes besides."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core.actions import Action, Route, RunRoutes
from tetsudo.core.units import CompanyId, FaceId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import revenue_of
from tetsudo.engine.routes.mandatory_run import demanded
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import State


def run_revenue(
    rules: Ruleset, state: State, company: CompanyId, routes: tuple[Route, ...]
) -> tuple[str, tuple[Money, ...]]:
    """Why a set of routes is refused ("" if it is not), and what each earns."""
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
    """The same for trains on a network; where the highest revenue is compulsory, less is refused."""
    code, amounts = revenue_of(network, company, trains, routes, offboard, rules.valuation)
    if not code and not routes and not rules.settings.idle_runs:
        return "run_nothing", ()
    if not code and rules.settings.best_run:
        code = "" if sum(amounts) >= demand(rules, network, company, trains, routes, offboard) else "run_not_best"
    return code, amounts


def left_of(rules: Ruleset, state: State, company: CompanyId, revenue: Money) -> Money:
    """What powers leave of a revenue that a company's run earns."""
    for power in rules.powers.changing_revenue:
        revenue = power.revenue_of(state, company, revenue)
    return revenue


def demand(
    rules: Ruleset,
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: tuple[Route, ...],
    offboard: int,
) -> Money:
    """What a run with so many calls at subsidised hexes must earn (1888*-REV-04)."""
    subsidies = rules.subsidies
    exempt = frozenset(hex for hex, face in enumerate(network.track.tiles) if subsidies[face])
    return demanded(network, company, trains, routes, offboard, exempt, rules.valuation)


def subsidies_of(rules: Ruleset, tiles: Sequence[FaceId], routes: Sequence[Route]) -> tuple[Money, ...]:
    """What the bank pays into the treasury besides for each route: for its calls at subsidised stops.

    Such a stop is the only one of its tile, so that who passes the hex calls there.

    1888*-HS-05.
    """
    return tuple(sum(rules.subsidies[tiles[hex]] for hex in route.hexes) for route in routes)


def run_demand(rules: Ruleset, state: State, action: Action) -> Money:
    """What a run must earn to be accepted."""
    assert isinstance(action, RunRoutes)
    trains = tuple(company_trains(state, action.company))
    offboard = rules.setup.phases[state.phase].offboard
    return demand(rules, rules.atlas.network(state), action.company, trains, action.routes, offboard)
