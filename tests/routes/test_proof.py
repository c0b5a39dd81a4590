"""Proof of a best run, and the result of a search that is stopped early."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.late_boards import late_board
from tests.board.builders import random_board
from tests.routes.ways import FRONTIER, LISTS
from tetsudo.core.open_actions import Enough
from tetsudo.core.units import GREY
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import best, prove, revenue_of
from tetsudo.engine.routes.constrained_run import ConstrainedBest, best_constrained, proved_run
from tetsudo.engine.routes.revenue import Call, Calls, Valuation
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles.loader import setup

FLEETS = ((2,), (2, 4), (4, 4), (1, 2, 4), (4, 4, 4), (5, 5))


def after(states: int) -> Enough:
    """Stop after a number of states."""
    return lambda looked_at: looked_at > states


@pytest.mark.parametrize("way", [LISTS, FRONTIER], indirect=True)
@pytest.mark.usefixtures("way")
def test_what_is_stopped_is_a_valid_run_and_bounds_the_best() -> None:
    """After any number of states: the result is at least zero, and never above the bound, which holds for the best
    run."""
    stopped = 0
    for seed in range(12):
        for trains in FLEETS:
            most = best(random_board(seed, size=12, tokens=3).network, 0, trains, 1)[1]
            for states in (0, 30):
                network = random_board(seed, size=12, tokens=3).network
                found = prove(network, 0, trains, 1, enough=after(states))
                code, amounts = revenue_of(network, 0, trains, found.routes, 1)
                assert (code, sum(amounts)) == ("", found.revenue)
                assert found.revenue <= most <= found.bound, (seed, trains, states)
                assert found.proved == (found.revenue == found.bound)
                assert bool(found.routes) == bool(most), "where something can run, something does"
                stopped += not found.proved
    assert stopped > 5


def test_lists_of_routes_are_not_written_to_their_end_when_it_is_enough() -> None:
    """Limited trains on a late board, one of which has hundreds of routes."""
    rules = Ruleset(setup("1890", 4, scenario="C"))
    network = rules.atlas.network(late_board(rules, 1, 110))
    company = rules.setup.company("KH").id
    trains = tuple(train.id for train in rules.setup.trains if train.name in ("5", "6"))
    proved = prove(network, company, trains, GREY)
    assert proved.looked_at > 1000
    for states in (0, 10, 100):
        network.runs.clear()
        found = prove(network, company, trains, GREY, enough=after(states))
        assert found.looked_at < proved.looked_at / 2
        assert not found.proved
        assert sum(revenue_of(network, company, trains, found.routes, GREY)[1]) == found.revenue > 0
        assert found.revenue <= proved.revenue <= found.bound


def pays(hex: int) -> Calls:
    """Visiting a hex pays 70."""
    return lambda network, company: Call(hex, 70)


@pytest.mark.parametrize("way", [LISTS, FRONTIER], indirect=True)
@pytest.mark.usefixtures("way")
def test_where_a_call_pays_what_is_stopped_bounds_the_best() -> None:
    """The best run may have to change to make the call."""
    stopped = changed = 0
    for seed in range(12):
        board = random_board(seed, size=12, tokens=3)
        hexes = sorted({board.network.ground.stop_hex[stop] for stop in board.network.ground.stop_at.values()})
        valuation = Valuation(1, calls=pays(hexes[-1]))
        for trains in FLEETS:
            proved = proved_run(board.network, 0, trains, 1, valuation)
            assert proved.proved
            wished = best_constrained(board.network, 0, trains, 1, (), valuation)
            assert isinstance(wished, ConstrainedBest)
            assert proved.revenue == wished.total
            changed += proved.revenue > best(board.network, 0, trains, 1)[1]
            for states in (0, 30, 60):
                network = random_board(seed, size=12, tokens=3).network
                found = proved_run(network, 0, trains, 1, valuation, after(states))
                code, amounts = revenue_of(network, 0, trains, found.routes, 1, valuation)
                assert (code, sum(amounts)) == ("", found.revenue)
                assert found.revenue <= proved.revenue <= found.bound, (seed, trains, states)
                stopped += not found.proved
    assert stopped > 5
    assert changed > 5


@cache
def late(symbol: str) -> tuple[Network, int, tuple[int, int]]:
    """A late board, a company, and two unlimited trains."""
    rules = Ruleset(setup("1890", 4, scenario="C"))
    train = next(train.id for train in rules.setup.trains if train.name == "D")
    return rules.atlas.network(late_board(rules, 1, 110)), rules.setup.company(symbol).id, (train, train)


def test_more_states_bring_the_bound_nearer_until_it_is_met() -> None:
    bounds: list[int] = []
    for states in (0, 500, 1000, 1500, 100_000):
        found = prove(*late("KH"), GREY, enough=after(states))
        bounds.append(found.bound)
    assert found.proved
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] > bounds[-1] == found.revenue


def test_only_what_is_proved_is_remembered() -> None:
    stopped = prove(*late("KN"), GREY, enough=after(0))
    proved = prove(*late("KN"), GREY)
    assert not stopped.proved
    assert proved.proved
    assert stopped.revenue <= proved.revenue <= stopped.bound
    assert prove(*late("KN"), GREY, enough=after(0)) == proved
