"""The notation for nodes, track and coordinates, and the importer of 18xx.games' notation."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, OFFBOARD, TOWN, Node
from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader
from tetsudo.titles.data import notation
from tetsudo.titles.data.notation import (
    from_18xx_games,
    node_text,
    parse_coordinate,
    parse_node,
    parse_track,
    track_text,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("city 2 40", Node(CITY, 2, (40,) * 6)),
        ("town 0", Node(TOWN, 0, (0,) * 6)),
        ("offboard yellow=30 brown=60 diesel=100", Node(OFFBOARD, 0, (30, 30, 30, 60, 60, 100))),
        ("offboard yellow=40 green=50 brown=60 grey=70", Node(OFFBOARD, 0, (40, 40, 50, 60, 70, 70))),
        ("junction", Node(JUNCTION, 0, (0,) * 6)),
    ],
)
def test_nodes(text: str, node: Node) -> None:
    assert parse_node(text) == node
    assert node_text(node) == text


@pytest.mark.parametrize(
    "text",
    ["", "village 10", "city 40", "city", "town", "town x", "town ²", "town 10 20", "offboard pink=10",
     "offboard yellow=x", "offboard yellow=1 yellow=2", "offboard diesel=9", "junction 10"],
)  # fmt: skip
def test_what_is_no_node(text: str) -> None:
    with pytest.raises(BadInput):
        parse_node(text)


def test_track() -> None:
    assert parse_track("3-0 n1-5 2-n0", 2) == ((0, 3), (2, NODE), (5, NODE + 1))
    assert parse_track("", 0) == ()


@pytest.mark.parametrize("text", ["0", "0-6", "0-n1", "0-0", "0-3 3-0", "a-b", "0-1-2"])
def test_what_is_no_track(text: str) -> None:
    with pytest.raises(BadInput):
        parse_track(text, 1)


def test_all_tiles_survive_being_written() -> None:
    for tile in loader.setup("1889", 4).tiles:
        assert tuple(parse_node(node_text(node)) for node in tile.nodes) == tile.nodes
        assert parse_track(track_text(tile.segments), len(tile.nodes)) == tile.segments


def test_coordinates() -> None:
    assert parse_coordinate("K4", flat_top=True) == (10, 3)
    assert parse_coordinate("K4", flat_top=False) == (3, 10)
    assert parse_coordinate("AA12", flat_top=True) == (26, 11)


@pytest.mark.parametrize("text", ["", "4K", "k4", "K0", "K-1", "K4a"])
def test_what_is_no_coordinate(text: str) -> None:
    with pytest.raises(BadInput):
        parse_coordinate(text, flat_top=True)


@pytest.mark.parametrize("steps", [notation.FLAT_STEPS, notation.POINTY_STEPS])
def test_opposite_sides_lead_back(steps: tuple[tuple[int, int], ...]) -> None:
    for side, (x, y) in enumerate(steps):
        assert steps[(side + 3) % 6] == (-x, -y)


# 18xx.games


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("blank", ""),
        ("path=a:0,b:3", 'track = "0-3"'),
        ("city=revenue:30,slots:2;path=a:1,b:_0;label=T", 'label = "T", nodes = ["city 2 30"], track = "1-n0"'),
        ("town=revenue:0;icon=image:1889/port", 'nodes = ["town 0"], icons = ["port"]'),
        ("upgrade=cost:80,terrain:water|mountain", 'cost = 80, terrain = ["mountain", "water"]'),
        ("border=edge:2,type:impassable;border=edge:4,type:province", 'borders = "2"'),
        ("junction;path=a:0,b:_0,terminal:1;path=a:_0,b:2", 'nodes = ["junction"], track = "0-n0 2-n0"'),
        ("town=revenue:10;town=revenue:20,loc:2.5;path=a:3,b:_1", 'nodes = ["town 10", "town 20"], track = "3-n1"'),
        ("offboard=revenue:yellow_40|brown_60|gray_70", 'nodes = ["offboard yellow=40 brown=60 grey=70"]'),
        ("frame=color:#800080;stub=edge:0;town", 'nodes = ["town 0"]'),
        # 18Chesapeake's Pittsburgh, in two hexes
        ("offboard=revenue:yellow_40|green_50|brown_60|gray_80,groups:Pittsburgh;path=a:0,b:_0;border=edge:1",
         'nodes = ["offboard yellow=40 green=50 brown=60 grey=80"], track = "0-n0", group = "Pittsburgh"'),
        ("city=revenue:yellow_40|brown_60,hide:1,groups:Pittsburgh;path=a:5,b:_0,terminal:1;border=edge:4",
         'nodes = ["city 1 yellow=40 brown=60 end"], track = "5-n0", group = "Pittsburgh"'),
        ("town=revenue:10,visit_cost:0;path=a:0,b:_0", 'nodes = ["town 10 length=0"], track = "0-n0"'),
        ("offboard=revenue:Yellow_40|Gray_70;partition=a:0,b:3,type:water", 'nodes = ["offboard yellow=40 grey=70"]'),
    ],
)  # fmt: skip
def test_texts_of_18xx_games(text: str, line: str) -> None:
    assert from_18xx_games(text).line() == line


@pytest.mark.parametrize(
    "text",
    ["path=a:0", "path=a:0,b:_0", "path=a:6,b:1", "city=revenue:x", "city=revenue:10,slots:two", "village=revenue:10",
     "upgrade=cost:many", "border=edge:9,type:impassable", "offboard=revenue:yellow_x",
     # more than drawing, and nothing that our maps can say
     "offboard=revenue:10,groups:East|South", "city=revenue:10,groups:A;city=revenue:10",
     "border=edge:2,type:water,cost:40", "border=edge:2,type:gauge_change", "path=a:0,b:3,track:narrow",
     "path=a:0,b:3,lanes:2", "path=a:2,b:4,a_lane:2.0", "path=a:0,b:3,ignore:1", "icon=image:x,blocks_lay:1",
     "future_label=label:B,color:brown", "partition=a:0,b:3,type:water,restrict:outer", "label=A;label=B",
     "city=revenue:10,route:optional", "city=revenue:10;path=a:0,b:_0,terminal:1;path=a:1,b:_0"],
)  # fmt: skip
def test_what_can_not_be_read(text: str) -> None:
    with pytest.raises(BadInput):
        from_18xx_games(text)


@pytest.fixture(scope="module")
def setup() -> Setup:
    return loader.setup("1889", 4)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("C4", "city=revenue:20;path=a:2,b:_0"),
        ("K4", "city=revenue:30;path=a:0,b:_0;path=a:1,b:_0;path=a:2,b:_0;label=T"),
        ("F1", "offboard=revenue:yellow_30|brown_60|diesel_100;path=a:0,b:_0;path=a:1,b:_0"),
        ("J7", "path=a:1,b:5"),
    ],
)
def test_hexes_written_both_ways_are_the_same(setup: Setup, name: str, text: str) -> None:
    face = setup.faces[setup.map.hexes[setup.map.by_name[name]].printed]
    drawing = from_18xx_games(text)
    assert (drawing.nodes, drawing.segments, drawing.label) == (face.nodes, face.segments, face.label)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("47", "path=a:0,b:3;path=a:1,b:4;path=a:1,b:3;path=a:0,b:4"),
        ("206", "city=revenue:30;path=a:0,b:_0;path=a:5,b:_0;path=a:3,b:_0"),
        ("611", "city=revenue:40,slots:2;path=a:0,b:_0;path=a:1,b:_0;path=a:2,b:_0;path=a:3,b:_0;path=a:4,b:_0"),
        ("437", "town=revenue:30;path=a:0,b:_0;path=a:2,b:_0;icon=image:port"),
    ],
)
def test_tiles_written_both_ways_are_the_same(setup: Setup, name: str, text: str) -> None:
    tile = next(tile for tile in setup.tiles if tile.name == name)
    drawing = from_18xx_games(text)
    assert (drawing.nodes, drawing.segments) == (tile.nodes, tile.segments)


# The page


def test_the_page_shows_what_happens() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


def test_the_pages_examples_are_toml() -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        tomllib.loads(block)


@pytest.mark.parametrize(
    "text", ["offboard 10 length=0", "city 1 yellow=20 green=30 end", "town 0 subsidy=40", "town 10 length=2 end"]
)
def test_what_is_said_of_a_node_after_its_value(text: str) -> None:
    node = parse_node(text)
    assert node_text(node) == text
    assert (node.length, node.end, node.subsidy) == {
        "offboard 10 length=0": (0, False, 0),
        "city 1 yellow=20 green=30 end": (1, True, 0),
        "town 0 subsidy=40": (1, False, 40),
        "town 10 length=2 end": (2, True, 0),
    }[text]
    assert node.is_end == (node.end or text.startswith("offboard"))
