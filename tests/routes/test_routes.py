"""Runs on maps small enough to add up by hand."""

from __future__ import annotations

import pytest

from tests.board.builders import Board
from tetsudo.core.actions import Route
from tetsudo.core.units import CompanyId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.routes.revenue import Valuation

TWO, THREE, FOUR, FIVE, DIESEL, TWO_AND_ONE = range(6)
YELLOW, BROWN = 1, 3

END = "grey:city 20 1 | 0-a"
LAST = "grey:city 20 1 | 3-a"
OFFBOARD = "red:offboard 30/30/30/60/60/100 | 3-a"


def column(*faces: str) -> Board:
    """Hexes from north to south: side 0 of each meets side 3 of the next."""
    return Board({(0, 2 * n): face for n, face in enumerate(faces)})


def down(board: Board, first: int, last: int) -> tuple[int, ...]:
    """The hexes of a column, from one to another."""
    step = 1 if first <= last else -1
    return board.hexes(*((0, 2 * n) for n in range(first, last + step, step)))


def run(board: Board, *routes: tuple[int, tuple[int, ...]], company: int = 0) -> tuple[str, tuple[int, ...]]:
    """Revenue of a run in yellow phases; the company has exactly the trains that run."""
    trains = tuple(sorted(train for train, _ in routes))
    return revenue_of(board.network, company, trains, tuple(Route(*route) for route in routes), YELLOW)


@pytest.fixture
def line() -> Board:
    """20 - 60 - town 10 - 40 - offboard 30, with plain track between the last two; a token on 60."""
    return column(
        END, "city 60 2 | 0-a 3-a", "town 10 | 0-a 3-a", "city 40 1 | 0-a 3-a", "| 0-3", OFFBOARD
    ).token(0, (0, 2))  # fmt: skip


@pytest.mark.rule("1889-RUN-10", "1889-RUN-07", "1889-RUN-08")
def test_a_run_is_the_sum_of_all_its_stops(line: Board) -> None:
    assert run(line, (FIVE, down(line, 0, 5))) == ("", (20 + 60 + 10 + 40 + 30,))
    assert run(line, (FIVE, down(line, 5, 0))) == ("", (160,)), "either way round"
    assert run(line, (FOUR, down(line, 0, 3))) == ("", (130,))
    assert run(line, (FOUR, down(line, 0, 5))) == ("route_long", ())


@pytest.mark.rule("1889-RUN-07")
@pytest.mark.parametrize(
    ("train", "total", "hexes"), [(TWO, 80, (0, 1)), (THREE, 110, (1, 3)), (FOUR, 140, (1, 5)), (FIVE, 160, (0, 5))]
)
def test_the_best_run_of_one_train(line: Board, train: int, total: int, hexes: tuple[int, int]) -> None:
    routes, revenue = best(line.network, 0, (train,), YELLOW)
    assert revenue == total
    assert [route.train for route in routes] == [train]
    assert routes[0].hexes in (down(line, *hexes), down(line, *hexes[::-1]))


@pytest.mark.rule("1889-RUN-11", "1889-RUN-12", "1889-RUN-09")
def test_off_board_values_follow_the_phase_and_the_diesel(line: Board) -> None:
    assert best(line.network, 0, (FIVE,), YELLOW)[1] == 160
    assert best(line.network, 0, (FIVE,), BROWN)[1] == 190
    assert best(line.network, 0, (DIESEL,), YELLOW)[1] == 230


@pytest.mark.rule("1889-RUN-02")
def test_a_route_has_two_stops(line: Board) -> None:
    assert run(line, (TWO, down(line, 1, 1))) == ("route_short", ())
    alone = column(END, "| 0-3", "").token(0, (0, 0))
    assert best(alone.network, 0, (TWO, DIESEL), YELLOW) == ((), 0)


@pytest.mark.rule("1889-RUN-02")
def test_a_route_is_along_track(line: Board) -> None:
    assert run(line, (FIVE, down(line, 1, 1) + down(line, 3, 3))) == ("route_track", ())
    assert run(line, (FIVE, down(line, 1, 4))) == ("route_track", ()), "it ends on plain track"
    assert run(line, (FIVE, ())) == ("route_track", ())


@pytest.mark.rule("1889-RUN-03", "1889-TOK-07")
def test_a_route_needs_an_own_token(line: Board) -> None:
    assert run(line, (THREE, down(line, 2, 5))) == ("route_token", ())
    assert run(line, (TWO, down(line, 0, 1)), company=1) == ("route_token", ())
    assert best(line.network, 1, (DIESEL,), YELLOW) == ((), 0)


@pytest.mark.rule("1889-RUN-04", "1889-TOK-08")
def test_a_full_city_may_end_a_run_but_not_be_passed(line: Board) -> None:
    line.token(1, (0, 6))
    assert run(line, (THREE, down(line, 1, 3))) == ("", (110,))
    assert run(line, (FOUR, down(line, 1, 5))) == ("route_blocked", ())
    assert best(line.network, 0, (DIESEL,), YELLOW)[1] == 130
    assert run(line, (FIVE, down(line, 0, 5)), company=1) == ("", (160,)), "its own token lets it through"


@pytest.mark.rule("1889-RUN-13")
def test_an_off_board_location_ends_a_route() -> None:
    board = column(END, "red:offboard 30 | 0-a 3-a", LAST).token(0, (0, 0))
    assert run(board, (THREE, down(board, 0, 2))) == ("route_through_end", ())
    assert best(board.network, 0, (THREE,), YELLOW)[1] == 50


def ring() -> Board:
    """Three cities around a corner, each connected to both others; a token on the first."""
    return Board(
        {(0, 0): "city 20 2 | 0-a 5-a", (0, 2): "city 30 1 | 3-a 4-a", (1, 1): "city 40 1 | 1-a 2-a"}
    ).token(0, (0, 0))  # fmt: skip


@pytest.mark.rule("1889-RUN-14")
def test_no_stop_twice_in_a_route() -> None:
    board = ring()
    round_trip = board.hexes((0, 0), (0, 2), (1, 1), (0, 0))
    assert run(board, (DIESEL, round_trip)) == ("route_stop_twice", ())
    assert best(board.network, 0, (DIESEL,), YELLOW)[1] == 90


@pytest.mark.rule("1889-RUN-05", "1889-RUN-06")
def test_trains_share_cities_but_no_track() -> None:
    board = ring()
    west, east = board.hexes((0, 0), (0, 2)), board.hexes((0, 0), (1, 1))
    assert run(board, (TWO, west), (TWO, east)) == ("", (50, 60))
    assert run(board, (TWO, west), (TWO, west)) == ("route_reuse", ())
    assert run(board, (TWO, west), (THREE, (*west, *board.hexes((1, 1))))) == ("route_reuse", ())
    assert best(board.network, 0, (TWO, TWO), YELLOW)[1] == 110
    assert best(board.network, 0, (TWO, TWO, TWO), YELLOW)[1] == 110
    assert best(board.network, 0, (TWO, THREE), YELLOW)[1] == 150, "20 + 30 and 20 + 40 + 30"


@pytest.mark.rule("1889-RUN-05", "1889-CON-03")
def test_the_stem_of_a_fork_is_for_one_train() -> None:
    board = Board(
        {(0, 0): END, (0, 2): "| 3-0 3-5", (0, 4): LAST, (1, 3): "grey:city 50 1 | 2-a"}
    ).token(0, (0, 0))  # fmt: skip
    south, east = board.hexes((0, 0), (0, 2), (0, 4)), board.hexes((0, 0), (0, 2), (1, 3))
    assert run(board, (TWO, south)) == ("", (40,))
    assert run(board, (TWO, south), (TWO, east)) == ("route_reuse", ())
    assert best(board.network, 0, (TWO, TWO), YELLOW)[1] == 70
    back = board.hexes((0, 4), (0, 2), (1, 3))
    assert run(board, (TWO, back)) == ("route_track", ()), "no reversing at the fork"


def test_track_may_cross_itself_on_a_bridge() -> None:
    board = column(END, "| 0-3 1-4", LAST).token(0, (0, 0))
    assert run(board, (TWO, down(board, 0, 2))) == ("", (40,))


def test_a_train_runs_once(line: Board) -> None:
    routes = (Route(TWO, down(line, 0, 1)), Route(TWO, down(line, 1, 2)))
    assert revenue_of(line.network, 0, (TWO,), routes, YELLOW) == ("route_train", ())
    assert revenue_of(line.network, 0, (THREE,), routes[:1], YELLOW) == ("route_train", ())
    assert revenue_of(line.network, 0, (TWO, TWO), routes, YELLOW) == ("", (80, 70))
    assert revenue_of(line.network, 0, (TWO, TWO), (), YELLOW) == ("", ()), "trains may stay at home"


def test_towns_have_a_budget_of_their_own(line: Board) -> None:
    assert best(line.network, 0, (TWO_AND_ONE,), YELLOW)[1] == 110
    assert run(line, (TWO_AND_ONE, down(line, 1, 3))) == ("", (110,))
    assert run(line, (TWO_AND_ONE, down(line, 0, 3))) == ("route_long", ())


def test_several_cities_in_a_hex() -> None:
    board = column(END, "city 40 1, city 50 1 | 0-a 3-b", LAST).token(0, (0, 0))
    assert run(board, (TWO, down(board, 0, 1))) == ("", (70,))
    assert best(board.network, 0, (DIESEL,), YELLOW)[1] == 70, "the two halves are not joined"
    joined = column(END, "city 40 1, town 10 | 3-a a-b 0-b", LAST).token(0, (0, 0))
    assert run(joined, (FOUR, down(joined, 0, 2))) == ("", (90,))


def test_the_same_hexes_may_be_two_tracks() -> None:
    # Two towns that share the northern side: two routes match the same two hexes.
    board = column(END, "town 10, town 30 | 3-a 3-b").token(0, (0, 0))
    assert run(board, (TWO, down(board, 0, 1))) == ("", (50,)), "the better reading counts"
    assert run(board, (TWO, down(board, 0, 1)), (TWO, down(board, 0, 1))) == ("route_reuse", ())


def to_the_north(network: Network, company: CompanyId, train: TrainId, stops: tuple[StopId, ...]) -> Money:
    """A bonus of 50 for a route that ends in the first hex."""
    return 50 if 0 in (network.ground.stop_hex[stops[0]], network.ground.stop_hex[stops[-1]]) else 0


def test_a_bonus_changes_the_best_run(line: Board) -> None:
    assert best(line.network, 0, (THREE,), YELLOW)[1] == 110
    valuation = Valuation(1, bonus=to_the_north)
    routes, total = best(line.network, 0, (THREE,), YELLOW, valuation)
    assert total == 20 + 60 + 10 + 50
    assert revenue_of(line.network, 0, (THREE,), routes, YELLOW, valuation) == ("", (140,))
    assert best(line.network, 0, (THREE,), YELLOW)[1] == 110, "remembered apart"


def test_two_unlimited_trains_on_a_dense_board() -> None:
    # A block of big cities: enough routes for the block index to be used, compared with a plain search.
    spots = [(x, y) for x in range(4) for y in range(x % 2, 7, 2)]
    board = Board(dict.fromkeys(spots[:10], "city 20 2 | 0-a 1-a 2-a 3-a 4-a 5-a")).token(0, spots[4])
    routes, total = best(board.network, 0, (FIVE, FIVE), YELLOW)
    assert total == 200
    assert revenue_of(board.network, 0, (FIVE, FIVE), routes, YELLOW) == ("", (100, 100))
