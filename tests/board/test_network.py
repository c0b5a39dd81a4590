"""Networks and reach, on maps small enough to check by eye."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys

import pytest

from tests.board.builders import Board, random_board
from tetsudo.engine.network.cache import MAX_CACHED_NETWORKS, Atlas
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.track import Arc, Track
from tetsudo.engine.state.rows import tuple_with_value
from tetsudo.titles.loader import setup as load

END = "grey:city 20 1 | 0-a"
STRAIGHT = "| 0-3"
LAST = "grey:city 20 1 | 3-a"


def column(*faces: str) -> Board:
    """Hexes from north to south: side 0 of each meets side 3 of the next."""
    return Board({(0, 2 * n): face for n, face in enumerate(faces)})


@pytest.mark.rule("1889-CON-01")
def test_reach_follows_track_from_the_token() -> None:
    board = column(END, STRAIGHT, "city 30 1 | 0-a 3-a", "", LAST).token(0, (0, 0))
    reach = board.network.reach(0)
    assert reach.hexes() == board.hexes((0, 0), (0, 2), (0, 4), (0, 6))
    assert reach.entries[board.ids[0, 6]] == 1 << 3, "the bare hex is reached from its north"
    assert reach.entries[board.ids[0, 0]] == 0, "nothing comes back to the token"
    assert reach.cities == ((board.ids[0, 0], 0), (board.ids[0, 4], 0))
    assert reach.can_route


@pytest.mark.rule("1889-CON-02", "1889-TOK-08")
def test_a_city_full_of_others_ends_the_way() -> None:
    board = column(END, "city 30 1 | 0-a 3-a", LAST).token(0, (0, 0)).token(1, (0, 2))
    assert board.network.reach(0).cities == ((board.ids[0, 0], 0), (board.ids[0, 2], 0))
    assert board.network.reach(1).cities == tuple((hex, 0) for hex in board.hexes((0, 0), (0, 2), (0, 4)))
    assert not board.network.passable(0, board.network.ground.stop(board.ids[0, 2], 0))


def test_an_open_slot_or_an_own_token_lets_through() -> None:
    board = column(END, "city 30 2 | 0-a 3-a", LAST).token(0, (0, 0)).token(1, (0, 2))
    assert (board.ids[0, 4], 0) in board.network.reach(0).cities
    board.token(2, (0, 2))
    assert (board.ids[0, 4], 0) not in board.network.reach(0).cities
    assert (board.ids[0, 4], 0) in board.network.reach(2).cities


def test_a_power_may_ignore_tokens() -> None:
    spots = {(0, 0): END, (0, 2): "city 30 1 | 0-a 3-a", (0, 4): LAST}
    board = Board(spots, ignores=lambda company, hex, face, node, marks: company == 2)
    board.token(0, (0, 0)).token(2, (0, 0)).token(1, (0, 2))
    assert (board.ids[0, 4], 0) not in board.network.reach(0).cities
    assert (board.ids[0, 4], 0) in board.network.reach(2).cities


@pytest.mark.rule("1889-CON-03")
def test_no_way_reverses_at_a_fork() -> None:
    # A fork with its stem to the south: from the north the south is reached, never the other arm.
    board = Board({(0, 0): END, (0, 2): "| 0-3 0-4", (0, 4): LAST, (1, 1): "grey:city 20 1 | 1-a"}).token(0, (0, 0))
    assert board.network.reach(0).cities == tuple((hex, 0) for hex in sorted(board.hexes((0, 0), (0, 4))))


@pytest.mark.rule("1889-CON-01")
def test_a_way_may_come_back_to_a_fork_by_a_loop_but_not_leave_over_the_same_stem() -> None:
    # From the token south through the stem of a fork, round a loop of cities, and back to the
    # fork by its other arm: the stem is already used, so the walk ends there.
    board = Board(
        {
            (0, 0): END,
            (0, 2): "| 3-0 3-5",
            (0, 4): "city 20 1 | 3-a 4-a",
            (1, 3): "city 20 1 | 1-a 2-a",
        }
    ).token(0, (0, 0))
    reach = board.network.reach(0)
    assert reach.entries[board.ids[0, 2]] == 1 << 3 | 1 << 0 | 1 << 5
    assert reach.entries[board.ids[0, 0]] == 0


def test_an_off_board_location_is_not_passed() -> None:
    board = column(END, "red:offboard 30 | 0-a 3-a", LAST).token(0, (0, 0))
    assert board.network.reach(0).cities == ((board.ids[0, 0], 0),)
    assert board.network.reach(0).can_route


def test_alone_there_is_no_route() -> None:
    board = column(END, STRAIGHT, "").token(0, (0, 0))
    assert not board.network.reach(0).can_route
    assert not board.network.reach(1).can_route


def shape(arc: Arc) -> tuple[object, ...]:
    return arc.source, arc.exit, arc.target, arc.mask, arc.full, arc.entries, arc.steps, arc.hexes


@pytest.mark.parametrize("chunk", range(5))
def test_a_track_made_from_another_is_the_same_as_one_made_anew(chunk: int) -> None:
    for seed in range(20 * chunk, 20 * chunk + 20):
        rng = random.Random(seed)
        board = random_board(seed, size=12)
        track = board.network.track
        ground = board.network.ground
        tiles = list(track.tiles)
        for _ in range(10):
            for hex in rng.sample(range(len(tiles)), rng.randrange(1, 4)):
                tiles[hex] = rng.randrange(len(board.setup.faces))
            track = Track(ground, tuple(tiles), track)
            anew = Track(ground, tuple(tiles))
            for stop in range(max(len(track.out), len(anew.out))):
                left = [shape(arc) for arc in track.out[stop]] if stop < len(track.out) else []
                right = [shape(arc) for arc in anew.out[stop]] if stop < len(anew.out) else []
                assert left == right, (seed, stop)
            assert [n for n in track.nodes if n] == [n for n in anew.nodes if n]


def test_track_is_the_same_from_both_ends() -> None:
    for seed in range(200):
        track = random_board(seed, size=10).network.track
        there = sorted(
            (arc.source, arc.target, arc.mask, arc.hexes) for out in track.out for arc in out if arc.target >= 0
        )
        back = sorted(
            (arc.target, arc.source, arc.mask, arc.hexes[::-1]) for out in track.out for arc in out if arc.target >= 0
        )
        assert there == back, seed


def test_networks_are_shared_and_bounded() -> None:
    board = column(END, STRAIGHT, LAST).token(0, (0, 0))
    first = board.network
    copy = board.state.clone()
    assert board.atlas.network(copy) is first
    board.state.network = None
    assert board.atlas.network(board.state) is first
    for n in range(MAX_CACHED_NETWORKS + 10):
        board.state.tokens = tuple_with_value(board.state.tokens, -1, -1 - n)  # any other key
        board.state.network = None
        assert isinstance(board.network, Network)
    board.state.tokens = tuple_with_value(board.state.tokens, -1, -1)
    board.state.network = None
    assert board.network is not first


def test_networks_that_are_forgotten_leave_nothing_to_collect() -> None:
    """With its reach a network refers to itself. Of 20 only that of the position at hand stays."""
    board = column(END, STRAIGHT, LAST).token(0, (0, 0))
    seen = []
    gc.collect()
    gc.disable()
    try:
        for n in range(20):
            board.state.tokens = tuple_with_value(board.state.tokens, -1, -1 - n)
            board.state.network = None
            seen.append(board.network.reach(0).hexes())
        board.atlas.forget()
        assert networks(board) == [board.network]
    finally:
        gc.enable()
    board.state.network = None
    assert board.network.reach(0).hexes() == seen[0]


FREED_AT_EVERY_DEPTH = """
from tetsudo.engine.network.track import Arc

for depth in range(120):
    held = Arc(0, 0, 0, 0, 0, 0, (), ())
    for _ in range(depth):
        held = (held,)
    held = None
"""


def test_arcs_are_freed_however_deep_they_are_held() -> None:
    """Python puts off freeing what is held fifty levels deep, and checks here that no other memory is written to."""
    checked = {**os.environ, "PYTHONMALLOC": "debug"}
    subprocess.run([sys.executable, "-c", FREED_AT_EVERY_DEPTH], env=checked, check=True)


def networks(board: Board) -> list[Network]:
    """Networks of a board that are still in memory."""
    return [each for each in gc.get_objects() if isinstance(each, Network) and each.ground is board.atlas.ground]


def test_the_real_map_at_the_start() -> None:
    setup = load("1889", players=4)
    board = Board({(0, 0): ""})
    state = board.state
    state.tiles = tuple(hex.printed for hex in setup.map.hexes)
    state.tokens = (-1,) * sum(len(company.token_prices) for company in setup.companies)
    places = [hex * 8 + city for company in setup.companies for hex, city in company.homes]
    first = 0
    for company, place in zip(setup.companies, places, strict=True):
        state.tokens = tuple_with_value(state.tokens, first, place)
        first += len(company.token_prices)
    state.network = None
    network = Atlas(setup).network(state)
    by_name = setup.map.by_name
    uwajima = network.reach(setup.company("UR").id)
    assert {setup.map.hexes[hex].name for hex in uwajima.hexes()} == {"B7", "A8", "B5", "C8"}
    takamatsu = network.reach(setup.company("KO").id)
    assert {setup.map.hexes[hex].name for hex in takamatsu.hexes()} == {"K4", "K6", "J5", "J3"}
    assert takamatsu.entries[by_name["K6"]] == 1 << 3
    awa = network.reach(setup.company("AR").id)
    assert {setup.map.hexes[hex].name for hex in awa.hexes()} == {"K8"}
    assert not any(network.reach(company.id).can_route for company in setup.companies)
