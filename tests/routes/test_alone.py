"""A single train: the route joined from arms earns as much as the best of all listed routes."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.late_boards import late_board
from tetsudo.core.open_actions import Enough
from tetsudo.core.units import GREY, CompanyId
from tetsudo.engine.model.tiles import TOWN
from tetsudo.engine.model.title import TrainKind
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import prove, revenue_of
from tetsudo.engine.routes.enumeration import Growth, TooMany, budget
from tetsudo.engine.routes.revenue import PLAIN_VALUATION
from tetsudo.engine.routes.single_train import SingleTrainBest, best_single_route
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles.loader import setup

RULES = Ruleset(setup("1890", 4, scenario="C"))
TRAINS = [train for train in RULES.setup.trains if train.name in ("2+2", "4", "6", "D")]
LAYS = 68
"""Lays of a board with some hundreds or thousands of routes for an unlimited train."""


@cache
def board(seed: int, lays: int = LAYS) -> Network:
    return RULES.atlas.network(late_board(RULES, seed, lays))


def growth_of(seed: int, company: CompanyId, *, apart: bool = False, lays: int = LAYS) -> Growth:
    return Growth(board(seed, lays), company, PLAIN_VALUATION, GREY, apart)


def after(states: int) -> Enough:
    return lambda looked_at: looked_at > states


@pytest.mark.parametrize("train", TRAINS, ids=lambda train: train.name)
def test_what_is_joined_is_the_best_of_all_routes(train: TrainKind) -> None:
    joined = 0
    for seed in range(2):
        for company in RULES.setup.companies:
            growth = growth_of(seed, company.id, apart=train.towns >= 0)
            empty = budget(train.stops, train.towns)
            routes = growth.routes(empty)
            found = best_single_route(growth, empty, train.stops)
            assert found.total == found.bound == max((route[2] for route in routes), default=0), (seed, company.symbol)
            joined += bool(routes)
    assert joined > 4


def test_a_joined_route_is_one_that_the_train_may_run() -> None:
    """Its hexes are in order, and its stops and towns within both limits."""
    network = board(0)
    towns = 0
    for company in RULES.setup.companies:
        for train in TRAINS:
            found = prove(network, company.id, (train.id,), GREY, PLAIN_VALUATION)
            if found.routes:
                code, amounts = revenue_of(network, company.id, (train.id,), found.routes, GREY, PLAIN_VALUATION)
                assert (code, sum(amounts)) == ("", found.revenue), (company.symbol, train.name)
                hexes = found.routes[0].hexes
                nodes = [node for hex in hexes for node in RULES.setup.faces[network.track.tiles[hex]].nodes]
                towns += any(node.kind == TOWN for node in nodes)
    assert towns > 3


def test_what_is_stopped_bounds_the_best() -> None:
    """After any number of arms; a route is still found."""
    company = next(company.id for company in RULES.setup.companies if company.symbol == "HS")
    most = best_single_route(growth_of(1, company), 0, 0)
    assert most.looked_at > 100
    bounds: list[SingleTrainBest] = []
    for states in (0, 20, most.looked_at // 2, most.looked_at - 1):
        found = best_single_route(growth_of(1, company), 0, 0, enough=after(states))
        assert 0 < found.total <= most.total <= found.bound
        assert found.looked_at <= most.looked_at
        bounds.append(found)
    assert bounds[0].total < bounds[0].bound


def test_that_routes_are_too_many_is_foreseen_by_their_arms() -> None:
    company = next(company.id for company in RULES.setup.companies if company.symbol == "HS")
    with pytest.raises(TooMany):
        growth_of(0, company, lays=110).check_estimate(4_000)
    with pytest.raises(TooMany):
        best_single_route(growth_of(0, company, lays=110), 0, 0, most=300)
    few = growth_of(1, company)
    few.check_estimate(40 * len(few.routes(0)))
