"""The search compared with brute force on random patches of track."""

from __future__ import annotations

import pytest

from tests.board.builders import TRAINS, random_board
from tests.routes.reference import Reference, compare_best_runs
from tests.routes.ways import for_both_methods
from tetsudo.core.actions import Route
from tetsudo.engine.routes.best_run import revenue_of

FLEETS: tuple[tuple[int, ...], ...] = ((0,), (2,), (4,), (0, 0), (1, 2), (4, 4), (0, 4), (5,), (1, 5), (0, 1, 2))
MOST_WALKS = 120


@for_both_methods(20)
@pytest.mark.usefixtures("way")
def test_best_is_the_brute_force_best(chunk: int) -> None:
    for seed in range(25 * chunk, 25 * chunk + 25):
        board = random_board(seed, size=4 + seed % 9, tokens=1 + seed % 5)
        compare_best_runs(board, FLEETS, seed % 4, MOST_WALKS)


@pytest.mark.parametrize("chunk", range(10))
def test_a_run_is_valid_where_the_reference_has_it(chunk: int) -> None:
    for seed in range(40 * chunk, 40 * chunk + 40):
        board = random_board(seed, size=5 + seed % 6)
        reference = Reference(board.setup, board.state)
        for company in range(3):
            routes = reference.routes(company)
            for train in (0, 2, 4, 5):
                kind = TRAINS[train]
                worth: dict[tuple[int, ...], int] = {}
                for walk in routes:
                    if reference.can_run(walk, kind):
                        value = reference.revenue(walk, kind, 1)
                        worth[walk.hexes] = max(value, worth.get(walk.hexes, 0), worth.get(walk.hexes[::-1], 0))
                tried = {walk.hexes for stop in reference.stops() for walk in reference.walks(company, stop)}
                for hexes in tried | set(worth):
                    expected = max(worth.get(hexes, -1), worth.get(hexes[::-1], -1))
                    code, amounts = revenue_of(board.network, company, (train,), (Route(train, hexes),), 1)
                    if expected < 0:
                        assert code, (seed, company, train, hexes)
                    else:
                        assert (code, amounts) == ("", (expected,)), (seed, company, train, hexes)
