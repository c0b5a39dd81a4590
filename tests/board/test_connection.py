"""Connection of lays, compared with laying the tile and trying every walk."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.board.builders import DENSE_POOL, POOL, Board, nodes_and_track, random_board
from tests.routes.reference import Reference
from tetsudo import interop
from tetsudo.core.units import NOBODY, YELLOW
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, Face, exits_of, rotate_segment
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.cache import Atlas
from tetsudo.engine.state.board import put_token
from tetsudo.engine.state.rows import tuple_with_value
from tetsudo.engine.state.state import MAX_CITIES, State

RULES = ("restrictive", "semi-restrictive", "permissive")

Piece = tuple[int, int]
"""Track of one hex between two of its sides or stops, possibly through junctions."""


class Upgrade(NamedTuple):
    """Two faces, and the new number of each node of the old one; unchanged by default."""

    old: str
    new: str
    moves: tuple[int, ...] = (0, 1)


UPGRADES = (
    Upgrade("", "| 0-3"),
    Upgrade("| 0-3", "| 0-3 0-2"),
    Upgrade("| 0-3", "| 0-3 1-4"),
    Upgrade("| 0-2", "| 0-2 0-4 2-4"),
    Upgrade("| 0-3 0-2", "| 0-3 0-2 2-3"),
    Upgrade("| 0-3 0-4", "| 0-3 0-4 2-4 2-3"),
    Upgrade("| 0-3 0-4", "| 0-3 1-4 1-3 0-4"),
    Upgrade("| 0-3 1-4", "| 0-3 1-4 0-1 3-4"),
    Upgrade("| 0-3 2-4", "| 0-3 2-4 0-4 2-3"),
    Upgrade("city 0 1 |", "city 20 1 | 0-a 2-a"),
    Upgrade("city 20 1 | 0-a 3-a", "city 30 2 | 0-a 1-a 3-a 4-a"),
    Upgrade("city 20 1 | 0-a 3-a", "city 30 1 | 0-a 1-a 3-a"),
    Upgrade("city 30 1 | 0-a 1-a 2-a", "city 40 2 | 0-a 1-a 2-a"),
    Upgrade("city 20 1 | 0-a 1-4", "city 20 1 | 0-a 1-a 1-4"),
    Upgrade("city 20 1 | 0-a 1-4 2-4", "city 20 2 | 0-a 1-4 1-2 2-4"),
    Upgrade("city 20 1 | 0-a 3-a 1-4", "city 20 2 | 0-a 3-a 1-4 2-4 1-2"),
    Upgrade("city 20 1, town 10 | 0-a 1-b a-b", "city 20 1, town 10 | 0-a 1-b a-b 0-1"),
    Upgrade("town 10, city 20 1 | 0-a 1-b 3-b", "town 10, city 20 1 | 0-a 1-b 3-b a-b"),
    Upgrade("town 10 | 0-a 2-a", "town 10 | 0-a 2-a 4-a"),
    Upgrade("town 10, town 10 | 0-a 3-a 1-b 4-b", "town 10, town 10 | 0-a 3-a 1-b 4-b 0-b"),
    Upgrade("city 40 1, city 50 1 | 0-a 1-a 3-b 4-b", "city 40 1, city 50 1 | 0-a 1-a 3-b 4-b 2-b"),
    Upgrade("city 40 1, city 50 1 | 0-a 1-a 3-b 4-b", "city 40 2, city 50 1 | 0-a 1-a 3-b 4-b 1-4"),
    Upgrade("city 40 1, city 50 1 | 0-a 1-a 3-b 4-b", "city 40 2, city 50 2 | 0-a 1-a 3-b 4-b 3-4"),
    Upgrade("city 40 1, city 40 1 | 0-a 2-a 1-b 3-b", "city 50 2 | 0-a 1-a 2-a 3-a", (0, 0)),
    Upgrade("city 40 1, city 40 1 | 0-a 2-a 1-b 3-b", "city 50 2 | 0-a 1-a 2-a 3-a 4-a 5-a", (0, 0)),
    Upgrade("city 40 1, city 40 1 | 0-a 2-a 1-b 3-b", "city 50 1 | 0-a 1-a 2-a 3-a 4-a", (0, 0)),
    Upgrade("city 40 1, city 40 1 | 0-a 2-a 1-b 3-b", "city 40 1 | 0-a 1-a 2-a 3-a 1-2 4-5", (0, 0)),
    Upgrade("| 0-3", "junction | 0-a 2-a 3-a"),
    Upgrade("| 0-3 0-2", "junction | 0-a 2-a 3-a"),
    Upgrade("junction | 0-a 2-a 3-a", "junction | 0-a 1-a 2-a 3-a"),
    Upgrade("city 10 1, junction | 0-b a-b 2-b 3-a", "city 20 1, junction | 0-b a-b 2-b 3-a 4-b"),
    Upgrade("city 10 1, junction | 0-b a-b 3-a", "city 20 2, junction | 0-b a-b 2-b 3-a"),
)


def pieces(face: Face) -> set[Piece]:
    """All track of a face."""
    return {piece for end in range(NODE + len(face.nodes)) for piece, _ in ways(face, end)}


def ways(face: Face, end: int) -> Iterator[tuple[Piece, tuple[int, ...]]]:
    """The track leading from an end, with the junctions on it."""
    if end >= NODE and face.nodes[end - NODE].kind == JUNCTION:
        return
    todo: list[tuple[int, int, tuple[int, ...]]] = [(end, NOBODY, ())]
    while todo:
        at, origin, passed = todo.pop()
        for other in face.ways_out(at):
            if other == origin or other in passed:
                continue
            if other >= NODE and face.nodes[other - NODE].kind == JUNCTION:
                todo.append((other, at, (*passed, other)))
            else:
                yield (min(end, other), max(end, other)), passed


class Table(NamedTuple):
    """A position of a title."""

    setup: Setup
    state: State


class TooManyWalks(Exception):
    """A search that exceeds the test's limit."""


def walked_track(board: Board | Table, company: int, target: int, most: int) -> tuple[set[Piece], set[int]]:
    """The track of a hex used to its end by some simple walk of a company, and the nodes where it stops.

    `most`: limit on the parts of walks tried.
    """
    reference = Reference(board.setup, board.state)
    found: set[Piece] = set()
    called: set[int] = set()
    tried = 0

    def walk(hex: int, end: int, used: frozenset[object]) -> None:
        nonlocal tried
        tried += 1
        if tried > most:
            raise TooManyWalks
        for piece, junctions in ways(board.setup.faces[board.state.tiles[hex]], end):
            other = piece[0] if piece[1] == end else piece[1]
            passed: set[object] = {("junction", hex, junction) for junction in junctions}
            place = (hex, other - NODE)
            taken: set[object]
            across, back = NOBODY, (other + 3) % 6
            if other < NODE:
                across = board.setup.map.neighbour(hex, other)
                comes = ("side", *sorted(((hex, other), (across, back)))) if across >= 0 else ()
                taken = {comes} if comes else set()
            else:
                taken = {place} | ({("inner", hex, *piece)} if end >= NODE else set())
            if (passed | taken) & used:
                continue
            if hex == target:
                found.add(piece)
                if other >= NODE:
                    called.add(other - NODE)
            if across >= 0:
                walk(across, back, used | passed | taken)
            elif other >= NODE and reference.is_passable(company, place):
                walk(hex, other, used | passed | taken)

    for place in reference.stops():
        if company in reference.holders(place):
            if place[0] == target:
                called.add(place[1])
            walk(place[0], NODE + place[1], frozenset({place}))
    return found, called


def expected_verdicts(
    board: Board | Table, company: int, hex: int, new: int, moves: tuple[int, ...], most: int = 10**9
) -> dict[str, bool]:
    """Legality of a lay under each track rule, found by laying the tile and trying every walk."""
    tiles, tokens = board.state.tiles, board.state.tokens
    was, face = board.setup.faces[tiles[hex]], board.setup.faces[new]
    board.state.tiles = tuple_with_value(board.state.tiles, hex, new)
    first = hex * MAX_CITIES
    board.state.tokens = tuple(
        first + moves[place - first] if first <= place < first + MAX_CITIES else place for place in tokens
    )
    try:
        found, called = walked_track(board, company, hex, most)
    finally:
        board.state.tiles, board.state.tokens = tiles, tokens
    kept = {tuple(sorted(end if end < NODE else NODE + moves[end - NODE] for end in piece)) for piece in pieces(was)}
    extends = bool(found - kept)
    worth_more = any(
        moves[n] in called and node.kind != JUNCTION and node.revenue != face.nodes[moves[n]].revenue
        for n, node in enumerate(was.nodes)
    )
    return {"restrictive": extends, "semi-restrictive": extends or worth_more, "permissive": bool(found)}


def with_upgrade(seed: int) -> tuple[Board, int, int, int, tuple[int, ...]]:
    """A random board with a hex whose face can be replaced: hex, old face, new face, moves."""
    rng = random.Random(seed)
    upgrade, meets = UPGRADES[seed % len(UPGRADES)], seed // len(UPGRADES) % 2
    if meets:
        board = patch()
        cover(board, seed)
        hex = board.ids[0, 0]
    else:
        board = random_board(seed, 5 + seed % 7, 1 + seed % 5, (POOL, DENSE_POOL)[seed // 2 % 2])
        hex = rng.randrange(len(board.ids))
    first = len(board.setup.faces)
    faces = list(board.setup.faces)
    for turn in range(6):
        for text in upgrade[:2]:
            nodes, segments = nodes_and_track(text)
            segments = tuple(sorted(rotate_segment(segment, turn) for segment in segments))
            faces.append(Face(len(faces), NOBODY, turn, text, YELLOW, "", nodes, segments, exits_of(segments)))
    board.setup = replace(board.setup, faces=tuple(faces))
    board.atlas = Atlas(board.setup)
    olds = range(first, len(faces), 2)
    old = max(olds, key=lambda face: meeting(board, hex, face)) if meets else rng.choice(olds)
    board.state.tiles = tuple_with_value(board.state.tiles, hex, old)
    settle_tokens(board, rng, hex)
    board.state.network = None
    return board, hex, old, old + 1, upgrade.moves


def settle_tokens(board: Board, rng: random.Random, hex: int) -> None:
    """Remove the tokens of a hex and put some into its cities, so that a city is often full."""
    nodes = board.setup.faces[board.state.tiles[hex]].nodes
    for n, place in enumerate(board.state.tokens):
        if place >= 0 and place // MAX_CITIES == hex:
            board.state.tokens = tuple_with_value(board.state.tokens, n, NOBODY)
    for node, shown in enumerate(nodes):
        if shown.kind == CITY and rng.random() < 0.5:
            for company in rng.sample(range(3), rng.randint(1, shown.slots)):
                if NOBODY in board.state.tokens[4 * company : 4 * company + 4]:
                    put_token(board.state, board.state.tokens.index(NOBODY, 4 * company), hex, node)


def compare(seeds: range) -> None:
    """Compare the legality of single lays with the result of trying all walks."""
    for seed in seeds:
        board, hex, old, new, moves = with_upgrade(seed)
        for company in range(3):
            reach = board.network.reach(company)
            right = expected_verdicts(board, company, hex, new, moves)
            for rule in RULES:
                assert reach.may_lay(hex, old, new, rule) == right[rule], (seed, company, rule)


TILES = {
    "8": ("yellow", "| 0-2", "16 23 24 25"), "9": ("yellow", "| 0-3", "20 23 24"),
    "57": ("yellow", "city 20 1 | 0-a 3-a", "14"), "5": ("yellow", "city 20 1 | 0-a 1-a", "14 12"),
    "12": ("green", "city 30 1 | 0-a 1-a 2-a", "611"), "14": ("green", "city 30 2 | 0-a 1-a 3-a 4-a", "611"),
    "16": ("green", "| 0-2 1-3", "70"), "20": ("green", "| 0-3 1-4", "44 47"), "23": ("green", "| 0-3 0-4", "41 45 47"),
    "24": ("green", "| 0-3 0-2", "42 47 43"), "25": ("green", "| 0-2 0-4", "40 45"),
    "40": ("brown", "| 0-2 0-4 2-4", ""), "41": ("brown", "| 0-3 0-1 1-3", ""), "42": ("brown", "| 0-3 3-5 0-5", ""),
    "43": ("brown", "| 0-3 0-2 1-3 1-2", ""), "44": ("brown", "| 0-3 1-4 0-1 3-4", ""),
    "45": ("brown", "| 0-3 2-4 0-4 2-3", ""), "47": ("brown", "| 0-3 1-4 1-3 0-4", ""),
    "70": ("brown", "| 0-1 0-2 1-3 2-3", ""),
    "611": ("brown", "city 40 2 | 0-a 1-a 2-a 3-a 4-a", ""),
}  # fmt: skip
"""Green and brown track as on the tiles of 1889, where new track may join track that a walk has used."""

SPOTS = [(x, y) for x in range(-2, 3) for y in range(-3, 4) if (x + y) % 2 == 0]
CITIES = ((0, -2), (0, 2), (-2, 0))


def patch() -> Board:
    """Five columns of hexes with three cities."""
    return Board({spot: "city 0 1 |" if spot in CITIES else "" for spot in SPOTS}, TILES)


def cover(board: Board, seed: int) -> None:
    """Lay tiles whose track mostly connects, and place tokens."""
    rng = random.Random(seed)
    board.state.tiles = tuple(hex.printed for hex in board.setup.map.hexes)
    for spot, hex in board.ids.items():
        tiles = [tile for tile in board.setup.tiles if bool(tile.nodes) == (spot in CITIES) and tile.colour != YELLOW]
        faces = [board.face(rng.choice(tiles).name, rng.randrange(6)) for _ in range(6)]
        board.state.tiles = tuple_with_value(
            board.state.tiles, hex, max(faces, key=lambda face: meeting(board, hex, face))
        )
    board.state.tokens = (NOBODY,) * len(board.state.tokens)
    for company, spot in enumerate(rng.sample(CITIES, 3)):
        board.token(company, spot)


def meeting(board: Board, hex: int, face: int) -> int:
    """Number of exits of a face that meet track, minus the dead ends and the missing exits."""
    exits = board.setup.faces[face].exits
    found = 0
    for side in range(6):
        other = board.setup.map.neighbour(hex, side)
        leads_here = other >= 0 and board.setup.faces[board.state.tiles[other]].exits >> (side + 3) % 6 & 1
        found += (1 if leads_here else -1) if exits >> side & 1 else -leads_here
    return found


def is_doubtful(board: Board | Table, hex: int, new: int, edges: int) -> bool:
    """True if new plain track starts where a company arrives and ends only at sides with old track."""
    was, face = board.setup.faces[board.state.tiles[hex]], board.setup.faces[new]
    added = [way for segment in set(face.segments) - set(was.segments) for way in (segment, segment[::-1])]
    ends = [end for start, end in added if start < NODE and edges >> start & 1]
    return bool(ends) and all(end < NODE and was.exits >> end & 1 for end in ends)


def compare_listed(seeds: range) -> int:
    """Compare the listed lays of many positions with all walks; number of lays that only seemed connected."""
    board = patch()
    useless = 0
    for seed in seeds:
        cover(board, seed)
        tiles, rule, company = board.state.tiles[:], RULES[seed % 2], seed % 3
        reach = board.network.reach(company)
        listed = dict(reach.all_lays(rule))
        for spot, hex in board.ids.items():
            every, edges = board.atlas.lays(hex, tiles[hex]), reach.entries.get(hex, 0)
            doubtful = [new for new in every if is_doubtful(board, hex, new, edges)]
            if not doubtful and hex != seed % len(tiles):
                continue
            right = tuple(new for new in every if expected_verdicts(board, company, hex, new, (0,))[rule])
            assert listed.get(hex, ()) == right, (seed, spot)
            useless += len(set(doubtful) - set(right))
    return useless


@pytest.mark.rule("1889-TRK-13", "1889-CON-01")
def test_lays_are_listed_if_a_walk_runs_over_what_they_bring() -> None:
    assert compare_listed(range(1_000)) >= 3


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(40))
def test_lays_are_listed_at_many_positions(chunk: int) -> None:
    compare_listed(range(1_000 + 500 * chunk, 1_500 + 500 * chunk))


@pytest.mark.rule("1889-TRK-02", "1889-TRK-13", "1889-CON-01", "1889-CON-03")
@pytest.mark.parametrize("chunk", range(10))
def test_a_lay_is_connected_if_a_walk_runs_over_what_it_brings(chunk: int) -> None:
    compare(range(150 * chunk, 150 * chunk + 150))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(30))
def test_many_lays_are_connected_if_a_walk_runs_over_what_they_bring(chunk: int) -> None:
    compare(range(2_000 + 500 * chunk, 2_500 + 500 * chunk))


def compare_game(file: Path, most: int) -> int:
    """Compare the listed lays of a recorded game with all walks, on doubtful hexes and some others; number compared."""
    imported = interop.read(json.loads(file.read_bytes()))
    game, compared = imported.game, 0
    atlas = game.ruleset.atlas
    while imported.remaining:
        if game.to_act.doing == "track":
            table = Table(game.setup, game.state)
            tiles, company = table.state.tiles[:], game.to_act.company
            reach = atlas.network(table.state).reach(company)
            for hex, listed in reach.all_lays("semi-restrictive"):
                every, edges = atlas.lays(hex, tiles[hex]), reach.entries[hex]
                doubtful = any(is_doubtful(table, hex, new, edges) for new in every)
                if not doubtful and hex != compared % len(tiles):
                    continue
                try:
                    right = [
                        new
                        for new in every
                        if expected_verdicts(table, company, hex, new, (0,), most)["semi-restrictive"]
                    ]
                except TooManyWalks:
                    continue
                assert list(listed) == right, (game.setup.map.hexes[hex].name, company)
                compared += 1
        imported.step()
    return compared


@pytest.mark.shared("games/random/1889-5p-605.json")
def test_lays_in_a_recorded_game_are_connected_if_a_walk_runs_over_what_they_bring(shared_file: Path) -> None:
    assert compare_game(shared_file, 500)


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json", "games/random/1889-*.json")
def test_lays_in_all_recorded_games(shared_file: Path) -> None:
    compare_game(shared_file, 20_000)
