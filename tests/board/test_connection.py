"""Whether new track is connected, against laying it and walking every walk."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.board.builders import Board, nodes_and_track, random_board
from tests.routes.reference import Reference
from tetsudo.board.atlas import Atlas
from tetsudo.model.tiles import CITY, JUNCTION, NODE, Face, exits_of, turned
from tetsudo.state import MAX_CITIES
from tetsudo.units import NOBODY, YELLOW

UPGRADES = (
    ("| 0-3", "| 0-3 0-2"),
    ("| 0-3", "| 0-3 1-4"),
    ("| 0-2", "| 0-2 0-4 2-4"),
    ("| 0-3 0-2", "| 0-3 0-2 2-3"),
    ("", "| 0-3"),
    ("city 0 1 |", "city 20 1 | 0-a 2-a"),
    ("city 20 1 | 0-a 3-a", "city 30 2 | 0-a 1-a 3-a 4-a"),
    ("city 20 1 | 0-a 3-a", "city 30 1 | 0-a 1-a 3-a"),
    ("town 10 | 0-a 2-a", "town 10 | 0-a 2-a 4-a"),
    ("city 40 1, city 50 1 | 0-a 1-a 3-b 4-b", "city 40 1, city 50 1 | 0-a 1-a 3-b 4-b 2-b"),
)


def walked(board: Board, company: int, target: int) -> set[tuple[int, ...]]:
    """The segments of a hex that some simple walk of a company comes to."""
    reference = Reference(board.setup, board.state)
    found: set[tuple[int, ...]] = set()

    def walk(hex: int, end: int, origin: int, used: frozenset[object]) -> None:
        for other in board.setup.faces[board.state.tiles[hex]].ways_out(end):
            if other == origin:
                continue
            if hex == target:
                found.add(tuple(sorted((end, other))))
            bit: tuple[object, ...] = ()
            if other < NODE:
                across, back = board.setup.map.neighbour(hex, other), (other + 3) % 6
                bit = ("side", *sorted(((hex, other), (across, back))))
                if across >= 0 and bit not in used:
                    walk(across, back, NOBODY, used | {bit})
                continue
            if end >= NODE:
                bit = ("inner", hex, *sorted((end, other)))
            place = (hex, other - NODE)
            if bit in used or place in used:
                continue
            further = used | {bit, place} if bit else used | {place}
            if reference.node(place).kind == JUNCTION:
                walk(hex, other, end, further)
            elif reference.passable(company, place):
                walk(hex, other, NOBODY, further)

    for place in reference.stops():
        if company in reference.holders(place):
            walk(place[0], NODE + place[1], NOBODY, frozenset({place}))
    return found


def with_upgrade(seed: int) -> tuple[Board, int, int, int]:
    """A random board on which a random hex shows a face that another may replace: hex, old, new."""
    board = random_board(seed, size=5 + seed % 8, tokens=1 + seed % 5)
    rng = random.Random(seed)
    hex, turn = rng.randrange(len(board.ids)), rng.randrange(6)
    first = len(board.setup.faces)
    faces = list(board.setup.faces)
    for text in rng.choice(UPGRADES):
        nodes, segments = nodes_and_track(text)
        segments = tuple(sorted(turned(segment, turn) for segment in segments))
        faces.append(Face(len(faces), NOBODY, turn, text, YELLOW, "", nodes, segments, exits_of(segments)))
    board.setup = replace(board.setup, faces=tuple(faces))
    board.atlas = Atlas(board.setup)
    board.state.tiles[hex] = first
    for n, place in enumerate(board.state.tokens):
        nodes, node = faces[first].nodes, place % MAX_CITIES
        if place >= 0 and place // MAX_CITIES == hex and (node >= len(nodes) or nodes[node].kind != CITY):
            board.state.tokens[n] = NOBODY
    board.state.network = None
    return board, hex, first, first + 1


@pytest.mark.rule("1889-TRK-02", "1889-CON-01", "1889-CON-03")
@pytest.mark.parametrize("chunk", range(10))
def test_new_track_is_connected_if_a_walk_comes_to_it(chunk: int) -> None:
    connected = 0
    for seed in range(150 * chunk, 150 * chunk + 150):
        board, hex, old, new = with_upgrade(seed)
        for company in range(3):
            allowed = board.network.reach(company).may_lay(hex, old, new, "restrictive")
            board.state.tiles[hex] = new
            expected = bool(walked(board, company, hex) - set(board.setup.faces[old].segments))
            board.state.tiles[hex] = old
            assert allowed == expected, (seed, company)
            connected += expected
    assert connected > 20
