"""Tiles in all rotations: equivalent rotations, and the data of a face."""

from __future__ import annotations

import pytest

from tetsudo.engine.model.tiles import NODE, exits_of
from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader
from tetsudo.titles.data.notation import parse_node, parse_track
from tetsudo.titles.data.tiles import shape, turned_track

DIFFERENT = {
    1: ("492",),
    2: ("13", "40", "439"),
    3: ("9", "14", "20", "47", "57"),
    6: ("5", "6", "7", "8", "12", "15", "16", "19", "23", "39", "45", "46", "205", "437", "448", "611"),
}


@pytest.fixture(scope="module")
def setup() -> Setup:
    return loader.setup("1889", 4)


@pytest.mark.parametrize(("count", "name"), [(count, name) for count, names in DIFFERENT.items() for name in names])
def test_rotations_that_look_alike_are_one_face(setup: Setup, count: int, name: str) -> None:
    tile = next(tile for tile in setup.tiles if tile.name == name)
    faces = [setup.face_of[tile.id, rotation] for rotation in range(6)]
    assert len(set(faces)) == count
    assert [setup.faces[face].rotation for face in faces] == [rotation % count for rotation in range(6)]


def test_faces_are_numbered_and_named_after_their_tiles(setup: Setup) -> None:
    assert [face.id for face in setup.faces] == list(range(len(setup.faces)))
    for (tile, rotation), id in setup.face_of.items():
        face = setup.faces[id]
        assert (face.tile, face.name, face.colour) == (tile, setup.tiles[tile].name, setup.tiles[tile].colour)
        assert face.segments == turned_track(setup.tiles[tile].segments, face.rotation)
        assert exits_of(turned_track(setup.tiles[tile].segments, rotation)) == face.exits
        assert all(a < b for a, b in face.segments)


def test_rotation_is_clockwise(setup: Setup) -> None:
    """Tile 58 has exits 0 and 2; after one step, 1 and 3."""
    tile = next(tile for tile in setup.tiles if tile.name == "58")
    face = setup.faces[setup.face_of[tile.id, 1]]
    assert face.segments == ((1, NODE), (3, NODE))
    assert face.exits == 0b1010


def different(nodes: list[str], track: str) -> int:
    parsed = tuple(parse_node(text) for text in nodes)
    segments = parse_track(track, len(parsed))
    return len({shape(parsed, turned_track(segments, rotation)) for rotation in range(6)})


def test_equal_nodes_may_change_places() -> None:
    """Tiles 1, 2 and 55: two towns that rotate into each other, or not."""
    assert different(["town 10", "town 10"], "1-n0 3-n0 0-n1 4-n1") == 3
    assert different(["town 10", "town 10"], "0-n0 3-n0 1-n1 4-n1") == 3
    assert different(["town 10", "town 10"], "0-n0 3-n0 1-n1 2-n1") == 6


def test_unequal_nodes_may_not() -> None:
    assert different(["town 10", "town 20"], "1-n0 3-n0 0-n1 4-n1") == 6
    assert different(["city 1 10", "town 10"], "1-n0 3-n0 0-n1 4-n1") == 6
