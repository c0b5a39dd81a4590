"""Trains without a limit where there are too many routes to write down: the same best runs, found otherwise."""

from __future__ import annotations

import pytest

from tests.board.builders import Board, random_board
from tests.routes.reference import Reference, compare_best_runs
from tetsudo.actions import Wish
from tetsudo.routes import endless, search
from tetsudo.routes.search import best, revenue_of
from tetsudo.routes.wishes import Met, Unmet, best_through

D, SHORT = 5, 1
MOST_WALKS = 150


@pytest.fixture(autouse=True)
def _always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that can be compared with brute force are small: nothing is written down even there."""
    monkeypatch.setattr(search, "MOST_ROUTES", -1)


def compared(seed: int, fleets: tuple[tuple[int, ...], ...]) -> int:
    """How many best runs of a random board are those of brute force."""
    return compare_best_runs(random_board(seed, size=5 + seed % 9, tokens=1 + seed % 5), fleets, seed % 4, MOST_WALKS)


@pytest.mark.parametrize("chunk", range(10))
def test_alone_and_beside_other_trains(chunk: int) -> None:
    found = sum(
        compared(seed, ((D,), (D, D), (SHORT, D), (2, D), (0, SHORT, D))) for seed in range(40 * chunk, 40 * chunk + 40)
    )
    assert found > 40


@pytest.mark.parametrize(("kept", "is_written"), [(2, 1 << 40), (10, 20)])
def test_several_beside_very_many_routes(kept: int, is_written: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found by turns is valid, no less than one train earns, and mostly the best there is."""
    monkeypatch.setattr(endless, "MOST_KEPT", kept)
    monkeypatch.setattr(endless, "MOST_WRITTEN", is_written)
    asked = reached = 0
    for seed in range(60):
        board = random_board(seed, size=6 + seed % 8, tokens=2 + seed % 4)
        reference = Reference(board.setup, board.state)
        if len(reference.routes(0)) > MOST_WALKS:
            continue
        for trains in ((D, D), (SHORT, D, D)):
            routes, total = best(board.network, 0, trains, 1)
            code, amounts = revenue_of(board.network, 0, trains, routes, 1)
            assert (code, sum(amounts)) == ("", total), (seed, trains)
            assert best(board.network, 0, (D,), 1)[1] <= total <= reference.best(0, trains, 1), (seed, trains)
            asked += 1
            reached += total == reference.best(0, trains, 1)
    assert asked > 40
    assert reached > 0.9 * asked


@pytest.mark.parametrize("chunk", range(5))
def test_with_wishes_it_is_what_lists_give(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wishes for the train without a limit and for the other: what to call at, what to avoid, to stay at home."""
    answers = 0
    for seed in range(30 * chunk, 30 * chunk + 30):
        board = random_board(seed, size=6 + seed % 8, tokens=2 + seed % 4)
        for trains in ((D,), (SHORT, D), (D, D)):
            for wishes in wishes_on(board, trains, seed):
                found = best_through(board.network, 0, trains, 1, wishes)
                with monkeypatch.context() as patched:
                    patched.setattr(search, "MOST_ROUTES", 1 << 40)
                    wanted = best_through(board.network, 0, trains, 1, wishes)
                assert isinstance(found, Unmet) == isinstance(wanted, Unmet), (seed, trains, wishes)
                if isinstance(found, Met) and isinstance(wanted, Met):
                    assert found.total == wanted.total, (seed, trains, wishes)
                    answers += 1
                else:
                    assert isinstance(found, Unmet)
                    assert isinstance(wanted, Unmet)
                    assert found.code == wanted.code, (seed, trains, wishes)
    assert answers > 100


def wishes_on(board: Board, trains: tuple[int, ...], seed: int) -> list[list[Wish]]:
    """Some wishes about hexes of a board."""
    hexes = sorted({board.network.ground.stop_hex[stop] for stop in board.network.own_stops(0)})
    size = len(board.setup.map.hexes)
    here, there = seed % size, (3 * seed + 1) % size
    first, last = trains[0], trains[-1]
    found = [
        [Wish(last, must=frozenset({here}))],
        [Wish(last, never=frozenset({here}))],
        [Wish(last, must=frozenset({here, there}))],
        [Wish(last, must=frozenset({here}), never=frozenset({there}))],
        [Wish(first, must=frozenset({there}))],
        [Wish(first, idle=True)],
    ]
    if len(trains) > 1:
        found.append([Wish(first, must=frozenset({here})), Wish(last, must=frozenset({there}))])
        found.append([Wish(last, idle=True)])
    return [wishes for wishes in found if hexes]
