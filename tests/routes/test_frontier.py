"""Trains without a limit where there are too many routes to write down: the same best runs, found otherwise."""

from __future__ import annotations

import pytest

from tests.board.builders import Board, random_board
from tests.routes.reference import compare_best_runs
from tetsudo.actions import Wish
from tetsudo.routes import search
from tetsudo.routes.wishes import Met, Unmet, best_through

TWO, THREE, FOUR, D, MIXED = 0, 1, 2, 4, 5
"""Trains of the boards; 2+1 is the last."""
MOST_WALKS = 150
FLEETS = ((D,), (D, D), (THREE, D), (FOUR, D), (TWO, THREE, D), (THREE, D, D), (D, D, D), (D, MIXED), (MIXED, MIXED))


@pytest.fixture(autouse=True)
def _always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that can be compared with brute force are small: nothing is written down even there."""
    monkeypatch.setattr(search, "MOST_ROUTES", -1)
    monkeypatch.setattr(search, "is_endless", lambda network, train: True)


def compared(seed: int, fleets: tuple[tuple[int, ...], ...]) -> int:
    """How many best runs of a random board are those of brute force."""
    return compare_best_runs(random_board(seed, size=5 + seed % 9, tokens=1 + seed % 5), fleets, seed % 4, MOST_WALKS)


@pytest.mark.parametrize("chunk", range(10))
def test_alone_and_beside_other_trains(chunk: int) -> None:
    found = sum(compared(seed, FLEETS) for seed in range(40 * chunk, 40 * chunk + 40))
    assert found > 40


@pytest.mark.parametrize("chunk", range(5))
def test_with_wishes_it_is_what_lists_give(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wishes for the train without a limit and for the other: what to call at, what to avoid, to stay at home."""
    answers = 0
    for seed in range(30 * chunk, 30 * chunk + 30):
        board = random_board(seed, size=6 + seed % 8, tokens=2 + seed % 4)
        for trains in ((D,), (THREE, D), (D, D), (D, MIXED)):
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
