"""Cities that form one location with other hexes: a route visits it once, and a token serves one of its cities only.

Compared with brute force on random patches of track, and worked out by hand on a small one.
"""

from __future__ import annotations

import random

import pytest

from tests.board.builders import GROUP_POOL, TRAINS, Board, random_board
from tests.routes.reference import Reference, compare_best_runs
from tests.routes.test_wishes import assert_best, random_wish
from tests.routes.ways import for_both_methods
from tetsudo.core.actions import Route
from tetsudo.engine.routes.best_run import best, revenue_of

FLEETS: tuple[tuple[int, ...], ...] = ((0,), (2,), (4,), (0, 0), (1, 2), (4, 4), (5,), (0, 1, 2))
MOST_WALKS = 120


def grouped_board(seed: int) -> Board:
    groups = ("", "north", "north", "south", "south")
    return random_board(seed, size=5 + seed % 8, tokens=2 + seed % 6, pool=GROUP_POOL, groups=groups)


@for_both_methods(6)
@pytest.mark.usefixtures("way")
def test_best_is_the_brute_force_best(chunk: int) -> None:
    found = sum(
        compare_best_runs(grouped_board(seed), FLEETS, seed % 4, MOST_WALKS)
        for seed in range(40 * chunk, 40 * chunk + 40)
    )
    assert found > 100


@pytest.mark.parametrize("chunk", range(5))
def test_a_run_is_valid_where_the_reference_has_it(chunk: int) -> None:
    for seed in range(30 * chunk, 30 * chunk + 30):
        board = grouped_board(seed)
        reference = Reference(board.setup, board.state)
        for company in range(3):
            routes = reference.routes(company)
            assert board.network.reach(company).can_route == bool(routes), (seed, company)
            for train in (0, 4):
                kind = TRAINS[train]
                runs = {walk.hexes for walk in routes if reference.can_run(walk, kind)}
                for hexes in {walk.hexes for stop in reference.stops() for walk in reference.walks(company, stop)}:
                    code, _ = revenue_of(board.network, company, (train,), (Route(train, hexes),), 1)
                    assert (not code) == (hexes in runs or hexes[::-1] in runs), (seed, company, train, hexes)


def two_cities(*, grouped: bool) -> Board:
    """A line of four hexes: a city of 60 with the token of C0, a city of 20, a city of 30, a city of 70.

    The outer two end routes; they are one location if `grouped`.
    """
    hexes = {
        (0, 0): "red:city 60 1 end | 0-a",
        (0, 2): "city 20 1 | 0-a 3-a",
        (0, 4): "city 30 1 | 0-a 3-a",
        (0, 6): "red:city 70 1 end | 3-a",
    }
    ends = {(0, 0): "Pittsburgh", (0, 6): "Pittsburgh"}
    return Board(hexes, groups=ends if grouped else {}).token(0, (0, 0))


def test_a_location_of_two_cities_counts_once() -> None:
    """From one of the cities the run ends before the other: 60 + 20 + 30, instead of another 70."""
    assert best(two_cities(grouped=False).network, 0, (3,), 1)[1] == 60 + 20 + 30 + 70
    board = two_cities(grouped=True)
    routes, total = best(board.network, 0, (3,), 1)
    assert total == 60 + 20 + 30
    assert [sorted(route.hexes) for route in routes] == [[*board.hexes((0, 0), (0, 2), (0, 4))]]
    whole = Route(3, board.hexes((0, 0), (0, 2), (0, 4), (0, 6)))
    assert revenue_of(board.network, 0, (3,), (whole,), 1)[0] == "route_stop_twice"


def test_a_token_serves_only_routes_that_end_in_its_city() -> None:
    """20 + 30 + 70 passes no token, though it calls at the location in which one stands."""
    board = two_cities(grouped=True)
    far = Route(3, board.hexes((0, 2), (0, 4), (0, 6)))
    assert revenue_of(board.network, 0, (3,), (far,), 1)[0] == "route_token"


def test_tokens_elsewhere_reach_both_cities() -> None:
    """With a second token in the city of 20, one train ends at the 60 and another at the 70, on tracks of their own."""
    board = two_cities(grouped=True).token(0, (0, 2))
    routes, total = best(board.network, 0, (0, 1), 1)
    assert total == (20 + 60) + (20 + 30 + 70)
    ways = [{*board.hexes((0, 0), (0, 2))}, {*board.hexes((0, 2), (0, 4), (0, 6))}]
    assert [{*route.hexes} for route in routes] == ways


@for_both_methods(4)
@pytest.mark.usefixtures("way")
def test_the_best_that_meets_wishes_is_that_of_brute_force(chunk: int) -> None:
    tried = 0
    for seed in range(40 * chunk, 40 * chunk + 40):
        rng, board = random.Random(seed), grouped_board(seed)
        reference = Reference(board.setup, board.state)
        for company in range(3):
            walks = reference.routes(company)
            for trains in FLEETS:
                if len(walks) ** len(trains) > MOST_WALKS**2:
                    continue
                kinds = rng.sample(trains, rng.randint(1, len(trains)))
                wishes = [random_wish(rng, board, reference, walks, kind) for kind in kinds]
                tried += assert_best(board, reference, walks, company, trains, wishes)
    assert tried > 50
