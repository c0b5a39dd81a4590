"""The frontier method, for unlimited trains with too many routes to list, finds the same best runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.late_boards import late_board
from tests.board.builders import Board, random_board
from tests.routes.reference import compare_best_runs
from tests.routes.ways import FRONTIER
from tetsudo.core.actions import Route
from tetsudo.core.open_actions import Runs, Wish
from tetsudo.core.units import GREY
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes import best_run
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.routes.constrained_run import ConstrainedBest, WishFailure, best_constrained
from tetsudo.engine.routes.enumeration import Growth
from tetsudo.engine.routes.revenue import PLAIN_VALUATION
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.game import position
from tetsudo.titles.loader import setup

TWO, THREE, FOUR, D, MIXED = 0, 1, 2, 4, 5
"""Trains of the boards; 2+1 is the last."""
MOST_WALKS = 150
FLEETS = ((D,), (D, D), (THREE, D), (FOUR, D), (TWO, THREE, D), (THREE, D, D), (D, D, D), (D, MIXED), (MIXED, MIXED))


def compared(seed: int, fleets: tuple[tuple[int, ...], ...]) -> int:
    """Number of best runs of a random board that were compared with brute force."""
    return compare_best_runs(random_board(seed, size=5 + seed % 9, tokens=1 + seed % 5), fleets, seed % 4, MOST_WALKS)


@pytest.mark.parametrize("chunk", [*range(3), *(pytest.param(n, marks=pytest.mark.long) for n in range(3, 30))])
@pytest.mark.parametrize("way", [FRONTIER], indirect=True)
@pytest.mark.usefixtures("way")
def test_alone_and_beside_other_trains(chunk: int) -> None:
    found = sum(compared(seed, FLEETS) for seed in range(40 * chunk, 40 * chunk + 40))
    assert found > 40


SMALL = 10_000
"""Number of boards, each with one fleet; the sample has a fiftieth of them."""


@pytest.mark.parametrize("chunk", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 50))])
@pytest.mark.parametrize("way", [FRONTIER], indirect=True)
@pytest.mark.usefixtures("way")
def test_on_ten_thousand_small_boards(chunk: int) -> None:
    found = 0
    for seed in range(chunk * SMALL // 50, (chunk + 1) * SMALL // 50):
        board = random_board(20_000 + seed, size=4 + seed % 5, tokens=1 + seed % 4)
        found += compare_best_runs(board, (FLEETS[seed % len(FLEETS)],), seed % 4, 60)
    assert found > 100


LATE = 110
"""Number of lays on a board as full as in a long game."""


def asked(rules: Ruleset, seed: int, symbol: str, fleet: str) -> tuple[Network, int, tuple[int, ...]]:
    """A late board, a company, and its trains."""
    kinds = {train.name: train.id for train in rules.setup.trains}
    trains = tuple(sorted(kinds[name] for name in fleet.split()))
    return rules.atlas.network(late_board(rules, seed, LATE)), rules.setup.company(symbol).id, trains


@pytest.mark.rule("1890-10.5.2-k", "1890-10.5.3-a")
def test_two_trains_without_a_limit_earn_what_a_valid_run_earns() -> None:
    """Optimizing one train at a time finds at most 660: both trains' routes must change together."""
    rules = Ruleset(setup("1890", 4, scenario="C"))
    network, company, trains = asked(rules, 0, "OS", "D D")
    assert len(Growth(network, company, PLAIN_VALUATION, GREY, False).routes(0)) > max(best_run.MAX_ROUTES_BY_METHOD)
    by_name = rules.setup.map.by_name
    routes = tuple(
        Route(train, tuple(by_name[name] for name in hexes.split()))
        for train, hexes in zip(
            trains, ("H11 G12 F13 E12 F11 F9 F7 F5 F3", "H11 H13 G14 G16 H17 H15 G16 F15 F17 E16"), strict=True
        )
    )
    code, amounts = revenue_of(network, company, trains, routes, GREY)
    assert (code, sum(amounts)) == ("", 690)
    found, total = best(network, company, trains, GREY)
    assert total >= 690
    assert sum(revenue_of(network, company, trains, found, GREY)[1]) == total


@pytest.mark.parametrize("seed", range(2))
def test_both_ways_agree_where_either_may_be_taken(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards with hundreds or thousands of routes for an unlimited train, too many for brute force."""
    rules = Ruleset(setup("1890", 4, scenario="C"))
    kinds = {train.name: train.id for train in rules.setup.trains}
    network = rules.atlas.network(late_board(rules, seed, 62))
    for company in rules.setup.companies:
        for fleet in ("D", "6 D", "D D") if network.own_stops(company.id) else ():
            trains = tuple(sorted(kinds[name] for name in fleet.split()))
            found = []
            for most in (-1, 1 << 40):
                network.runs.clear()
                monkeypatch.setattr(best_run, "MAX_ROUTES_BY_METHOD", (most,) * 3)
                found.append(best(network, company.id, trains, GREY)[1])
            assert found[0] == found[1], (seed, company.symbol, fleet)


@pytest.mark.shared("audit/positions.json")
def test_a_late_game_with_two_trains_without_a_limit(shared_file: Path) -> None:
    """Sanyo with two D-trains on a full board; the expected 1,540 comes from an independent integer program."""
    game = position.read(json.loads(shared_file.read_text())["dear-1890c"])
    (runs,) = (offer for offer in game.legal_actions() if isinstance(offer, Runs))
    assert runs.revenue() == 1540
    assert sum(runs.earned(runs.best())) == 1540


def test_what_is_found_does_not_depend_on_what_was_asked_before() -> None:
    """Bits and stops are numbered as boards are met; the routes still agree to the last hex."""
    questions = (("OS", "D D"), ("JR", "6 D"), ("HS", "D D D"))
    first, other = (Ruleset(setup("1890", 4, scenario="C")) for _ in range(2))
    best(*asked(other, 7, "KH", "D"), GREY)
    for symbol, fleet in questions:
        assert best(*asked(first, 0, symbol, fleet), GREY) == best(*asked(other, 0, symbol, fleet), GREY)


@pytest.mark.parametrize("chunk", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 10))])
@pytest.mark.parametrize("way", [FRONTIER], indirect=True)
@pytest.mark.usefixtures("way")
def test_with_wishes_it_is_what_lists_give(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Constraints for both trains, unlimited and limited: stops to visit, stops to avoid, staying at home."""
    answers = 0
    for seed in range(30 * chunk, 30 * chunk + 30):
        board = random_board(seed, size=6 + seed % 8, tokens=2 + seed % 4)
        for trains in ((D,), (THREE, D), (D, D), (D, MIXED)):
            for wishes in wishes_on(board, trains, seed):
                found = best_constrained(board.network, 0, trains, 1, wishes)
                with monkeypatch.context() as patched:
                    patched.setattr(best_run, "MAX_ROUTES_BY_METHOD", (1 << 40,) * 3)
                    wanted = best_constrained(board.network, 0, trains, 1, wishes)
                assert isinstance(found, WishFailure) == isinstance(wanted, WishFailure), (seed, trains, wishes)
                if isinstance(found, ConstrainedBest) and isinstance(wanted, ConstrainedBest):
                    assert found.total == wanted.total, (seed, trains, wishes)
                    answers += 1
                else:
                    assert isinstance(found, WishFailure)
                    assert isinstance(wanted, WishFailure)
                    assert found.code == wanted.code, (seed, trains, wishes)
    assert answers > 100


def wishes_on(board: Board, trains: tuple[int, ...], seed: int) -> list[list[Wish]]:
    """Some route constraints about hexes of a board."""
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
