"""Reach of a company, compared with trying walks one by one."""

from __future__ import annotations

import pytest

from tests.board.builders import Board, random_board
from tests.routes.reference import Reference
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE


def simple_walks(board: Board, company: int) -> tuple[dict[int, int], set[tuple[int, int]], bool]:
    """Sides of arrival by hex, cities, and whether another stop is reached, over all simple walks from all tokens."""
    reference = Reference(board.setup, board.state)
    entries: dict[int, int] = {}
    stops: set[tuple[int, int]] = set()
    runs = False

    def walk(hex: int, end: int, origin: int, used: frozenset[object]) -> None:
        nonlocal runs
        for there, to, bit in reference.steps(hex, end, origin):
            if bit and bit in used:
                continue
            further = used | {bit} if bit else used
            if to < NODE:
                entries[there] = entries.get(there, 0) | 1 << to
                walk(there, to, -1, further)
                continue
            place = (there, to - NODE)
            if place in used:
                continue
            if reference.node(place).kind == JUNCTION:
                walk(there, to, end, further | {place})
                continue
            stops.add(place)
            runs = True
            if reference.is_passable(company, place):
                walk(there, to, -1, further | {place})

    for place in reference.stops():
        if company in reference.holders(place):
            stops.add(place)
            entries.setdefault(place[0], 0)
            walk(place[0], NODE + place[1], -1, frozenset({place}))
    return entries, {place for place in stops if reference.node(place).kind == CITY}, runs


@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.rule("1889-CON-01")
@pytest.mark.rule("1889-CON-02")
def test_reach_is_all_simple_walks(chunk: int) -> None:
    exhaustive = 0
    for seed in range(100 * chunk, 100 * chunk + 100):
        board = random_board(seed, size=4 + seed % 12, tokens=1 + seed % 5)
        for company in range(3):
            reach = board.network.reach(company)
            entries, cities, runs = simple_walks(board, company)
            assert reach.entries == entries, (seed, company)
            assert set(reach.cities) == cities, (seed, company)
            assert reach.can_route == runs, (seed, company)
            exhaustive += reach.walks.exhaustive
    assert exhaustive < 100


@pytest.mark.parametrize("chunk", range(5))
def test_trying_all_walks_finds_the_same(chunk: int) -> None:
    for seed in range(100 * chunk, 100 * chunk + 100):
        board = random_board(seed, size=4 + seed % 12, tokens=1 + seed % 5)
        for company in range(3):
            walks = board.network.reach(company).walks
            entries, stops = walks.entries, set(walks.stops)
            walks.entries = 0
            walks.stops = set(board.network.own_stops(company))
            walks._search_all_walks(-1)
            assert (walks.entries, walks.stops) == (entries, stops), (seed, company)
