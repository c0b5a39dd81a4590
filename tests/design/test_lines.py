"""Lines of hexes and tiles: what is read and written again means the same, and nothing else of the file changes."""

from __future__ import annotations

import tomllib
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.design.workbench import title_texts
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY
from tetsudo.lab.design.hexes import change_hexes, change_line, read_map, toggle_border, toggle_track, without_node
from tetsudo.lab.design.pictures import face_of
from tetsudo.lab.design.tiles import read_tiles
from tetsudo.lab.design.toml_text import line_text, parse_line, with_lines
from tetsudo.titles.data.variants import changed_table
from tetsudo.titles.loader import setup

TITLES = ROOT / "src" / "tetsudo" / "titles"
SHIPPED = [TITLES / "t1889", TITLES / "t1888", TITLES / "t1890", ROOT / "tests" / "titles" / "valley"]
"""Titles with whole files; 1888-N has only the differences from 1888."""

each_title = pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)


def changed_lines(before: str, after: str) -> list[str]:
    """Lines that went and came, with - and +."""
    found = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in found if line[0] in "+-" and not line.startswith(("+++", "---"))]


@each_title
def test_each_hex_and_tile_is_the_same_after_it_was_written_and_read(folder: Path) -> None:
    texts = title_texts(folder)
    hexes, tiles = read_map(texts).lines, read_tiles(texts)
    assert len(hexes) > 10
    for name, raw in (*hexes.items(), *((tile.name, tile.own) for tile in tiles.values())):
        assert parse_line(line_text(name, raw)) == (name, raw)


@each_title
def test_all_hexes_written_at_once_change_only_the_way_they_are_written(folder: Path) -> None:
    """Comments and the other tables stay, and the file means the same."""
    texts = title_texts(folder)
    before = texts["map.toml"]
    after = change_hexes(texts, read_map(texts).lines)["map.toml"]
    assert tomllib.loads(after) == tomllib.loads(before)
    assert [line for line in before.splitlines() if line.startswith("#")] == [
        line for line in after.splitlines() if line.startswith("#")
    ]


@pytest.mark.parametrize(("title", "players"), [("1889", 3), ("1888", 3), ("1888N", 3), ("1890", 3)])
def test_faces_are_those_of_the_loader(title: str, players: int) -> None:
    """The editor draws each hex with the nodes and the track that the loader reads."""
    game = setup(title, players)
    lines = changed_table(game.title, game.scenario, (), "map").table("hexes").raw
    assert len(game.map.hexes) > 50
    for hex in game.map.hexes:
        face, printed = face_of(hex.name, lines[hex.name]), game.faces[hex.printed]
        assert (face.colour, face.label, face.nodes, face.segments, face.exits, face.tile) == (
            *(printed.colour, printed.label, printed.nodes, printed.segments, printed.exits),
            NOBODY,
        )


def test_one_hex_is_one_line_of_difference() -> None:
    texts = title_texts(TITLES / "t1889")
    after = change_hexes(texts, {"I4": {"cost": 40}, "B5": None, "E10": {"nodes": ["town 0"]}})["map.toml"]
    went, came = (
        [line[1:].partition("=")[0].strip() for line in changed_lines(texts["map.toml"], after) if line[0] == sign]
        for sign in "-+"
    )
    assert went == ["B5", "I4"]
    assert came == ["E10", "I4"]
    assert "# 1889-TRK-10\nI4  = { cost = 40 }\n" in after  # the comment above it stays
    assert "E8  = {}\nE10 = { nodes" in after  # in its place among the others


def test_comments_behind_a_line_stay() -> None:
    text = "[hexes]\nA2 = {} # the mine\nA4 = {}\n\n[other]\nx = 1 # kept\n"
    assert with_lines(text, "hexes", {"A2": {"cost": 40}}) == text.replace("A2 = {}", "A2 = { cost = 40 }")


def test_unknown_keys_stay() -> None:
    """A key of a newer version, or a typo, is for the loader to tell."""
    texts = {"map.toml": '[hexes]\nA2 = { river = "new", nodes = ["town 0"] }\n'}
    raw = read_map(texts).lines["A2"]
    assert line_text("A2", toggle_track(raw, "0", "n0")) == (
        'A2 = { river = "new", nodes = ["town 0"], track = "0-n0" }'
    )


def test_hexes_as_tables_of_their_own_are_kept_so() -> None:
    text = "orientation = 'flat-top'\n[hexes.A2]\ncost = 40 # mud\n[hexes.A4]\n"
    assert read_map({"map.toml": text}).lines == {"A2": {"cost": 40}, "A4": {}}
    after = with_lines(text, "hexes", {"A4": {"cost": 80}})
    assert tomllib.loads(after)["hexes"] == {"A2": {"cost": 40}, "A4": {"cost": 80}}
    assert "cost = 40 # mud" in after


def test_texts_with_quotes_backslashes_and_other_scripts_survive() -> None:
    raw = {"place": 'A "b" \\ c\x7f', "native": "鳴門・淡路", "nodes": ["city 1 0"]}
    assert parse_line(line_text("K4", raw)) == ("K4", raw)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A2 = {", "not a line of TOML"),
        ("A2 = {}\nA4 = {}", "exactly one line"),
        ("A2 = 40", "write braces"),
        ("A0 = {}", "not a coordinate"),
        ("A4 = {}", "there is a hex A4 already"),
    ],
)
def test_a_wrong_line_changes_nothing(line: str, said: str) -> None:
    texts = {"map.toml": 'orientation = "flat-top"\n[hexes]\nA2 = {}\nA4 = {}\n'}
    with pytest.raises(BadInput, match=said):
        change_line(texts, "A2", line)


def test_a_line_may_get_another_coordinate() -> None:
    texts = {"map.toml": 'orientation = "flat-top"\n[hexes]\nA2 = { cost = 40 }\nA4 = {}\n'}
    name, changes = change_line(texts, "A2", "A6 = { cost = 40 }")
    assert name == "A6"
    assert changes["map.toml"] == 'orientation = "flat-top"\n[hexes]\nA4 = {}\nA6 = { cost = 40 }\n'


def test_a_second_click_takes_track_away() -> None:
    raw = toggle_track({"track": "0-3"}, "3", "1")
    assert raw == {"track": "0-3 1-3"}
    assert toggle_track(raw, "3", "0") == {"track": "1-3"}
    with pytest.raises(BadInput, match="two different ones"):
        toggle_track(raw, "3", "3")


def test_a_stop_goes_with_its_track_and_the_others_move_up() -> None:
    raw = {"nodes": ["city 1 10", "town 20", "city 1 30"], "track": "0-n0 1-n1 2-n2 3-4"}
    assert without_node(raw, 1) == {"nodes": ["city 1 10", "city 1 30"], "track": "0-n0 2-n1 3-4"}


def test_an_impassable_side_is_named_on_both_hexes() -> None:
    """The loader demands it (docs/notation.md, `borders`). A2's south side, 0, is A4's north side, 3."""
    texts = {"map.toml": 'orientation = "flat-top"\n[hexes]\nA2 = {}\nA4 = { borders = "1" }\n'}
    texts = {**texts, **toggle_border(texts, "A2", 0)}
    assert read_map(texts).lines == {"A2": {"borders": "0"}, "A4": {"borders": "1 3"}}
    texts = {**texts, **toggle_border(texts, "A4", 3)}
    assert read_map(texts).lines == {"A2": {}, "A4": {"borders": "1"}}
    with pytest.raises(BadInput, match="edge of the map"):
        toggle_border(texts, "A2", 2)


def test_a_broken_file_is_told_and_stays() -> None:
    with pytest.raises(BadInput, match="not TOML, so repair it under Files"):
        change_hexes({"map.toml": "[hexes\n"}, {"A2": {}})
