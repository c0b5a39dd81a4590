"""Tiles: the catalogue, tiles of the title's own, and upgrades as the loader accepts them."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.design.workbench import title_texts
from tetsudo.core.errors import BadInput
from tetsudo.lab.design.tiles import (
    add_tile,
    candidates,
    catalogue,
    change_line,
    copy_tile,
    missing_from,
    read_tiles,
    toggle_upgrade,
    upgrades_of,
)
from tetsudo.titles.loader import mistakes, setup

TITLES = ROOT / "src" / "tetsudo" / "titles"
VALLEY = ROOT / "tests" / "titles" / "valley"


@pytest.mark.parametrize("title", ["t1888", "t1889", "t1890"])
def test_the_upgrades_of_shipped_titles_are_among_the_candidates(title: str) -> None:
    texts = title_texts(TITLES / title)
    tiles = read_tiles(texts)
    listed = {name: set(tile.upgrades) for name, tile in tiles.items() if tile.upgrades}
    assert len(listed) > 10
    for name, upgrades in listed.items():
        assert upgrades <= {tile.name for tile in candidates(texts, tiles[name])}, name


def test_candidates_of_a_sharp_curve() -> None:
    """7 joins two neighbouring sides. Of the green tiles of Four Valleys, 26 to 29 contain that, 23 to 25 do not."""
    texts = title_texts(VALLEY)
    assert [tile.name for tile in candidates(texts, read_tiles(texts)["7"])] == ["26", "27", "28", "29"]


def test_upgrades_are_listed_only_if_they_differ_from_what_follows() -> None:
    """7 of Four Valleys has no list: 26 to 29 may follow it."""
    texts = title_texts(VALLEY)
    before = texts["tiles.toml"]
    assert upgrades_of(texts)["7"] == ("26", "27", "28", "29")
    texts |= toggle_upgrade(texts, read_tiles(texts)["7"], "29")
    assert '7  = { count = 3, upgrades = "26 27 28" }' in texts["tiles.toml"]
    assert upgrades_of(texts)["7"] == ("26", "27", "28")
    texts |= toggle_upgrade(texts, read_tiles(texts)["7"], "29")
    assert texts["tiles.toml"] == before
    for name in ("26", "27", "28", "29"):
        texts |= toggle_upgrade(texts, read_tiles(texts)["7"], name)
    assert read_tiles(texts)["7"].own == {"count": 3, "upgrades": ""}  # none at all
    assert mistakes(texts) == ()


@pytest.mark.parametrize(("title", "players"), [("1889", 3), ("1888", 3), ("1890", 3)])
def test_upgrades_are_those_of_the_loader(title: str, players: int) -> None:
    game = setup(title, players)
    upgrades = upgrades_of(title_texts(TITLES / f"t{title}"))
    assert {tile.name: tile.upgrades for tile in game.tiles} == {tile.name: upgrades[tile.name] for tile in game.tiles}


def test_a_tile_of_the_catalogue() -> None:
    texts = title_texts(VALLEY)
    assert "19" in missing_from(texts)["green"]
    texts |= add_tile(texts, "19")
    assert read_tiles(texts)["19"].own == {"count": 1}
    assert read_tiles(texts)["19"].whole["track"] == catalogue()["19"]["track"]
    assert "19" not in missing_from(texts)["green"]
    assert "15 = { count = 3" in texts["tiles.toml"]
    assert "\n19 = { count = 1 }\n20 = { count = 1 }\n" in texts["tiles.toml"]  # in its place
    assert mistakes(texts) == ()


def test_a_tile_of_the_titles_own() -> None:
    texts = title_texts(VALLEY)
    texts |= add_tile(texts, "X1", "brown")
    assert read_tiles(texts)["X1"].is_own
    assert mistakes(texts) == ()
    name, changes = change_line(texts, "X1", 'X2 = { count = 2, nodes = ["city 3 60"], track = "0-n0 3-n0" }')
    texts |= changes
    assert name == "X2"
    assert "X1" not in read_tiles(texts)
    assert mistakes(texts) == ()


def test_a_copy_has_track_of_its_own() -> None:
    texts = title_texts(VALLEY)
    name, changes = copy_tile(texts, read_tiles(texts)["14"], "14b")
    copied = read_tiles({**texts, **changes})[name]
    assert copied.own == {"count": 1, "nodes": ["city 2 30"], "track": "0-n0 1-n0 3-n0 4-n0"}


@pytest.mark.parametrize(
    ("name", "colour", "said"),
    [
        ("57", "", "there is a tile 57 already"),
        ("19", "brown", "19 is green in the catalogue"),
        ("X1", "", "tiles are yellow"),
        ("X1", "red", "tiles are yellow"),
        ("a b", "green", "letters and digits"),
        ("", "green", "letters and digits"),
    ],
)
def test_wrong_tiles_are_refused(name: str, colour: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        add_tile(title_texts(VALLEY), name, colour)
