"""Painting, rows and columns, orientation, homes, and a new title: what the files say afterwards."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tetsudo
from tests.conftest import ROOT
from tests.design.workbench import fill, title_texts
from tetsudo.core.errors import BadInput
from tetsudo.lab.design import Plan, find_problems, new_title
from tetsudo.lab.design.brushes import Paint, paint
from tetsudo.lab.design.grid import EDGES, add_line, bounds, remove_line, turn
from tetsudo.lab.design.hexes import name_of, place_of, read_map
from tetsudo.lab.design.homes import homes, set_home
from tetsudo.lab.random_play import play_random
from tetsudo.titles.loader import mistakes

T1889 = ROOT / "src" / "tetsudo" / "titles" / "t1889"
VALLEY = ROOT / "tests" / "titles" / "valley"
NOWHERE = Path("/nonexistent")


def painted(texts: dict[str, str], brush: str, *names: str, **settings: object) -> dict[str, dict[str, object]]:
    """Lines of the map after painting."""
    changes = paint(texts, brush, names, Paint(**settings))  # type: ignore[arg-type]
    return dict(read_map({**texts, **changes}).lines)


def test_brushes() -> None:
    texts = title_texts(VALLEY)
    assert painted(texts, "city", "B5")["B5"] == {"nodes": ["city 1 0"]}
    assert painted(texts, "towns", "C4")["C4"] == {"place": "Forge", "nodes": ["town 0", "town 0"]}
    assert painted(texts, "terrain", "B5", terrain="water", cost=60)["B5"] == {"cost": 60, "terrain": ["water"]}
    assert painted(texts, "terrain", "A6", terrain="water", cost=60)["A6"] == {"cost": 60, "terrain": ["hill", "water"]}
    assert painted(texts, "terrain", "A6", cost=0)["A6"] == {}
    assert painted(texts, "colour", "B5", colour="grey")["B5"] == {"colour": "grey"}
    assert painted(texts, "offboard", "A4")["A4"] == {"colour": "red", "nodes": ["offboard yellow=30 brown=60"]}
    assert painted(texts, "blank", "B3")["B3"] == {}
    assert "B3" not in painted(texts, "remove", "B3")
    copied = {"place": "Coast", "nodes": ["city 1 0"], "cost": 20}
    assert painted(texts, "copy", "D7", copied=copied)["D7"] == {
        "place": "Dale", "nodes": ["city 1 0"], "cost": 20
    }  # fmt: skip


def test_painting_an_empty_cell_makes_a_hex() -> None:
    assert painted(title_texts(VALLEY), "town", "B1", "G2")["G2"] == {"nodes": ["town 0"]}


@pytest.mark.parametrize(
    ("brush", "name", "settings", "said"),
    [
        ("lava", "A2", {}, "no brush 'lava'"),
        ("city", "A0", {}, "not a coordinate"),
        ("terrain", "A2", {"cost": 5000}, "from 0 to 1000"),
        ("colour", "A2", {"colour": "pink"}, "no colour 'pink'"),
    ],
)
def test_wrong_paint_is_refused(brush: str, name: str, settings: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        painted(title_texts(VALLEY), brush, name, **settings)


# The grid


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("title", ["t1888", "t1889", "t1890"])
def test_a_row_or_column_that_is_added_and_removed_again_leaves_the_files_as_they_were(title: str, edge: str) -> None:
    texts = title_texts(T1889.parent / title)
    larger = add_line(texts, edge)
    assert len(read_map(larger).lines) > len(read_map(texts).lines)
    assert remove_line(larger, edge) == texts


def test_a_column_at_the_left_moves_all_that_names_hexes() -> None:
    """K4 becomes L4: homes, powers, tiles kept for a hex, and hexes in variants. The title still loads."""
    texts = {**title_texts(T1889), **add_line(title_texts(T1889), "left")}
    assert 'homes = "L8"' in texts["companies.toml"]
    assert '{ kind = "blocks_hexes", owner = "player", hexes = "L4" }' in texts["companies.toml"]
    assert 'hexes = "C11 H10 J12 K9"' in texts["title.toml"]  # of the Mitsubishi Ferry in a variant
    assert {home.company: home.hex for home in homes(texts)}["KO"] == "L4"
    assert mistakes(texts) == ()


def test_the_last_row_stays() -> None:
    texts = {"map.toml": 'orientation = "flat-top"\n[hexes]\nA2 = {}\nB1 = {}\n'}
    with pytest.raises(BadInput, match="all there is"):
        remove_line(texts, "top")
    with pytest.raises(BadInput, match="no edge 'up'"):
        add_line(texts, "up")


@pytest.mark.parametrize("title", ["t1888", "t1889", "t1890"])
def test_a_turned_map_has_the_same_neighbours_and_turned_twice_is_the_same(title: str) -> None:
    texts = title_texts(T1889.parent / title)
    turned = {**texts, **turn(texts)}
    before, after = read_map(texts), read_map(turned)
    assert after.flat_top is not before.flat_top
    for name in before.places:
        around = {before.neighbour(name, side) for side in range(6)}
        assert around == {after.neighbour(name, side) for side in range(6)}
    assert read_map(turn(turned)) == before


def test_track_turns_with_the_map() -> None:
    """On a flat-top map side 0 is south: there is A4. Turned, A4 is in the east, side 4 (docs/notation.md)."""
    texts = {"map.toml": 'orientation = "flat-top"\n[hexes]\nA2 = { nodes = ["town 0"], track = "0-n0" }\nA4 = {}\n'}
    assert read_map(texts).neighbour("A2", 0) == "A4"
    after = read_map(turn(texts))
    assert after.lines["A2"]["track"] == "4-n0"
    assert after.neighbour("A2", 4) == "A4"


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize("name", ["A1", "K4", "Z10", "AA3", "AB12"])
def test_coordinates_both_ways(name: str, flat_top: bool) -> None:
    place = place_of(name, flat_top=flat_top)
    assert place is not None
    assert name_of(place, flat_top=flat_top) == name


# Homes


def test_a_company_moves_to_another_home() -> None:
    texts = title_texts(VALLEY)
    moved = {**texts, **set_home(texts, "ALD", "D7", 0, is_home=True)}
    assert {home.company: home.hex for home in homes(moved)} == {"ALD": "D7", "BRK": "C6", "DAL": "D7", "ELM": "E2"}
    assert 'share = 20, colour = "#b3202c"' in moved["companies.toml"]
    second = {**texts, **set_home(texts, "ALD", "D7", 1, is_home=True)}
    assert [home.city for home in homes(second) if home.company == "ALD"] == [1]
    with pytest.raises(BadInput, match="no company 'X'"):
        set_home(texts, "X", "D7", 0, is_home=True)


# A new title


@pytest.mark.parametrize(
    "plan",
    [
        Plan("Smallest", 3, 3, 2, 2),
        Plan('Quotes " and \\', 5, 4, 3, 5, flat_top=False),
        Plan("Usual"),
        Plan("大きい", 24, 3, 2, 8),
        Plan("Tall", 3, 24, 6, 6, flat_top=False),
    ],
    ids=lambda plan: plan.name,
)
def test_a_new_title_loads_and_plays(plan: Plan, tmp_path: Path) -> None:
    texts = dict(new_title(plan))
    assert find_problems(texts, NOWHERE) == ()
    known = read_map(texts)
    assert len(known.lines) == plan.columns * plan.rows
    left, top, right, bottom = bounds(known)
    wide, high = (right - left + 1, bottom - top + 1)
    assert (wide, -(-high // 2)) == (plan.columns, plan.rows) or (-(-wide // 2), high) == (plan.columns, plan.rows)
    folder = fill(tmp_path / f"new{plan.columns}x{plan.rows}", texts)
    game = tetsudo.new(folder, [f"P{seat}" for seat in range(plan.minimum_players)])
    assert play_random(game, Random(1), 300).actions == 300 or game.is_over


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"name": " "}, "needs a name"),
        ({"columns": 2}, "columns: must be from 3 to 24"),
        ({"rows": 99}, "rows: must be from 3 to 24"),
        ({"minimum_players": 5, "maximum_players": 3}, "fewest first"),
        ({"maximum_players": 9}, "players: must be from 2 to 8"),
    ],
)
def test_bad_plans_are_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Plan(**{"name": "New", **settings})  # type: ignore[arg-type]


# Problems


def test_problems_name_their_hex_or_tile() -> None:
    texts = title_texts(VALLEY)
    wrong = {**texts, "map.toml": texts["map.toml"].replace('["town 0"]', '["town x"]')}
    (found,) = find_problems(wrong, VALLEY)[:1]
    assert (found.file, found.key, found.hex, found.tile) == ("map.toml", "hexes.C4.nodes", "C4", "")
    wrong = {**texts, "tiles.toml": texts["tiles.toml"].replace("13 = { count = 2", "13 = { count = 0")}
    (found,) = find_problems(wrong, VALLEY)[:1]
    assert (found.file, found.hex, found.tile) == ("tiles.toml", "", "13")
