"""Reports of runs, stop by stop; the best run of a company, and validation of a proposed run.

Only the rules for routes apply, not the turn order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tetsudo.core.actions import Route, RunRoutes
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Enough
from tetsudo.core.units import CompanyId, HexId, Money
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.best_run import revenue_of
from tetsudo.engine.rules.refusals import build_refusal
from tetsudo.engine.rules.trains.run_income import run_revenue, subsidies_of
from tetsudo.engine.state.board import faces_on
from tetsudo.engine.state.ownership import company_trains
from tetsudo.game.game import Game


class Stop(NamedTuple):
    """Stop of a train: the hex's coordinate and name, and its revenue."""

    hex: str
    place: str
    revenue: Money


@dataclass(frozen=True, slots=True)
class TrainRun:
    """Route of one train: its name, hexes, stops and revenue.

    `bonus`: revenue beyond the stops, for a destination or a call. `subsidy`: amount paid to the treasury, not part of
    the revenue.
    """

    train: str
    hexes: tuple[str, ...]
    stops: tuple[Stop, ...]
    bonus: Money
    revenue: Money
    subsidy: Money = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Run of a company's trains. `fleet`: all its trains, those that stay at home included.

    `routes`: the routes in the engine's form, for drawings.
    """

    company: str
    fleet: tuple[str, ...]
    trains: tuple[TrainRun, ...]
    revenue: Money
    routes: tuple[Route, ...]

    @property
    def earned(self) -> tuple[Money, ...]:
        """Revenue of each route."""
        return tuple(train.revenue for train in self.trains)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "company": self.company,
            "fleet": list(self.fleet),
            "revenue": self.revenue,
            "trains": [
                {
                    "train": train.train,
                    "hexes": list(train.hexes),
                    "stops": [stop._asdict() for stop in train.stops],
                    "bonus": train.bonus,
                    "revenue": train.revenue,
                    "subsidy": train.subsidy,
                }
                for train in self.trains
            ],
        }


class Best(NamedTuple):
    """Best run of a company found by a search. `bound`: upper bound on any revenue; `proved`: no run earns more.

    `looked_at`: number of states searched.
    """

    run: Run
    proved: bool
    bound: Money
    looked_at: int


def with_trains(game: Game, company: str, trains: Sequence[str] | None) -> Game:
    """The same position with exactly these trains for a company; None: its own trains."""
    return game if trains is None else game.with_board(trains={company: trains})


def best_of(game: Game, company: str, enough: Enough | None = None) -> Best:
    """Best run of a company's trains, or the best found when `enough` stops the search."""
    view = game.company(company)
    found = view.best_run(enough=enough)
    action = game.resolve(RunRoutes(0, 0, tuple(map(Route, found.trains, found.routes))))
    assert isinstance(action, RunRoutes)
    rules, offboard = game.ruleset, game.setup.phases[game.state.phase].offboard
    network, fleet = rules.atlas.network(game.state), tuple(company_trains(game.state, view.id))
    code, amounts = revenue_of(network, view.id, fleet, action.routes, offboard, rules.valuation)
    assert not code
    return Best(make_report(game, view.id, action.routes, amounts), found.proved, found.bound, found.looked_at)


def checked(game: Game, company: str, routes: Sequence[Route]) -> Run:
    """Report of a proposed run; `IllegalAction` says why it is not valid, with the clause."""
    id = game.company(company).id
    code, amounts = run_revenue(game.ruleset, game.state, id, tuple(routes))
    if code:
        action = RunRoutes(max(game.to_act.player, 0), id, tuple(routes))
        raise build_refusal(game.ruleset, game.state, action, code, game.names)
    return make_report(game, id, tuple(routes), amounts)


def why_not(game: Game, company: str, routes: Sequence[Route]) -> IllegalAction | None:
    """Reason why a run is not valid; None if it is."""
    try:
        checked(game, company, routes)
    except IllegalAction as refusal:
        return refusal
    return None


def make_report(game: Game, company: CompanyId, routes: tuple[Route, ...], amounts: Sequence[Money]) -> Run:
    """Report of a valid run with a revenue for each route, stop by stop."""
    setup = game.setup
    subsidies = subsidies_of(game.ruleset, faces_on(game.state), routes)
    stops = _stops(game, company, routes, amounts)
    trains = []
    for route, amount, subsidy, calls in zip(routes, amounts, subsidies, stops, strict=True):
        hexes = tuple(setup.map.hexes[hex].name for hex in route.hexes)
        bonus = amount - sum(call.revenue for call in calls)
        trains.append(TrainRun(setup.trains[route.train].name, hexes, calls, bonus, amount, subsidy))
    fleet = tuple(setup.trains[train].name for train in company_trains(game.state, company))
    return Run(setup.companies[company].symbol, fleet, tuple(trains), sum(amounts), routes)


# Stops of a route: it is written as hexes, and some hexes have two stops


def _stops(
    game: Game, company: CompanyId, routes: tuple[Route, ...], amounts: Sequence[Money]
) -> list[tuple[Stop, ...]]:
    """Stops of each route, in the best reading of its hexes that shares no track with the other routes."""
    network = game.ruleset.atlas.network(game.state)
    readings = [
        sorted(_readings(game, network, company, route), key=_reading_revenue, reverse=True) for route in routes
    ]
    chosen = _disjoint_readings(readings, 0) or [reading[0] for reading in readings]
    return [calls for calls, _track in chosen]


Reading = tuple[tuple[Stop, ...], int]
"""Stops, and the bits of the track between them."""


def _reading_revenue(reading: Reading) -> Money:
    return sum(call.revenue for call in reading[0])


def _disjoint_readings(readings: Sequence[list[Reading]], used: int) -> list[Reading] | None:
    """One reading of each route, best first, without common track."""
    if not readings:
        return []
    for reading in readings[0]:
        rest = None if reading[1] & used else _disjoint_readings(readings[1:], used | reading[1])
        if rest is not None:
            return [reading, *rest]
    return None


def _readings(game: Game, network: Network, company: CompanyId, route: Route) -> Iterator[Reading]:
    """Every reading of a route's hexes as stops that the company may pass."""
    ground, hexes = network.ground, game.setup.map.hexes
    valuation = game.ruleset.valuation
    column = valuation.column(network, route.train, game.setup.phases[game.state.phase].offboard)
    for start in ground.stops_on(route.hexes[0], network.track.tiles[route.hexes[0]]):
        for stops, track in _continuations(network, route.hexes, (start,), 0):
            if all(network.passable(company, stop) for stop in stops[1:-1]):
                places = [hexes[ground.stop_hex[stop]] for stop in stops]
                worth = [valuation.worth(network, company, stop, column) for stop in stops]
                yield tuple(Stop(hex.name, hex.place, each) for hex, each in zip(places, worth, strict=True)), track


def _continuations(
    network: Network, hexes: tuple[HexId, ...], stops: tuple[StopId, ...], track: int
) -> Iterator[tuple[tuple[StopId, ...], int]]:
    """Every continuation from the last stop along the remaining hexes to their end."""
    if len(hexes) == 1:
        yield stops, track
    for arc in network.track.out[stops[-1]]:
        if arc.target < 0 or arc.mask & track or arc.target in stops:
            continue
        if hexes[: len(arc.hexes)] == arc.hexes:
            yield from _continuations(network, hexes[len(arc.hexes) - 1 :], (*stops, arc.target), track | arc.mask)
