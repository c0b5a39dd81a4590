"""Tiles: the catalogue of common numbers, and upgrades that a title does not list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader
from tetsudo.titles.data import discovery
from tetsudo.titles.data.tiles import inferred_upgrades

VALLEY = Path(__file__).with_name("valley")


def upgrades(setup: Setup) -> dict[str, set[str]]:
    """Upgrades of each tile."""
    return {tile.name: set(tile.upgrades) for tile in setup.tiles}


def inferred(setup: Setup) -> dict[str, set[str]]:
    """Upgrades of each tile as they are inferred where a title lists none."""
    return {tile.name: set(inferred_upgrades(tile, setup.tiles)) for tile in setup.tiles}


@pytest.mark.parametrize("title", ["1889", "1888", "1888n"])
def test_the_rulebooks_charts_are_what_would_be_inferred(title: str) -> None:
    """These titles list their upgrades as the rulebooks do."""
    setup = loader.setup(title, 4)
    assert sum(map(len, upgrades(setup).values())) > 60
    assert inferred(setup) == upgrades(setup)


def test_1890_lists_fewer() -> None:
    """Its tiles for one hex follow only each other, and 43 follows neither 28 nor 29."""
    setup = loader.setup("1890", 3)
    listed, possible = upgrades(setup), inferred(setup)
    kept = {tile.name for tile in setup.tiles if tile.hexes}
    assert all(listed[name] <= possible[name] for name in listed)
    more = {(name, each) for name in listed for each in possible[name] - listed[name]}
    assert {(name, each) for name, each in more if not {name, each} & kept} == {("28", "43"), ("29", "43")}


def valley_with(folder: Path, monkeypatch: pytest.MonkeyPatch, tiles: str) -> Setup:
    """Four Valleys with other tiles."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    for path in VALLEY.glob("*.toml"):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (folder / "tiles.toml").write_text(tiles, "utf-8")
    return loader.setup(loader.add_title(folder).name, 3)


def test_a_title_need_not_list_its_upgrades(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four Valleys lists none. Compared by hand with the track of the tiles."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    found = upgrades(loader.setup(loader.add_title(VALLEY).name, 3))
    assert found["5"] == {"12", "14", "15"}
    assert found["6"] == {"12", "13", "14", "15"}
    assert found["57"] == {"14", "15"}
    assert found["7"] == {"26", "27", "28", "29"}
    assert found["8"] == {"23", "24", "25", "28", "29"}
    assert found["9"] == {"20", "23", "24", "26", "27"}
    assert found["12"] == found["15"] == {"448", "611"}
    assert found["13"] == found["14"] == {"611"}
    assert found["3"] == found["448"] == set()


def test_a_listed_upgrade_stands_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list replaces what would be inferred, also an empty one."""
    tiles = '[yellow]\n7 = { count = 1, upgrades = "26" }\n8 = { count = 1, upgrades = "" }\n9 = { count = 1 }\n'
    found = upgrades(valley_with(tmp_path, monkeypatch, tiles + "[green]\n26 = { count = 1 }\n23 = { count = 1 }\n"))
    assert (found["7"], found["8"], found["9"]) == ({"26"}, set(), {"23", "26"})


def test_towns_labels_and_special_tiles_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A town becomes no city, a label no other, and what only powers lay replaces nothing by itself."""
    tiles = """
[yellow]
58 = { count = 1 }
6 = { count = 1 }
H = { count = 1, label = "H", nodes = ["city 1 40"], track = "0-n0 2-n0" }
[green]
12 = { count = 1 }
13 = { count = 1, special = true }
T = { count = 1, nodes = ["town 20"], track = "0-n0 2-n0 3-n0" }
H2 = { count = 1, label = "H", nodes = ["city 2 50"], track = "0-n0 2-n0 3-n0" }
"""
    found = upgrades(valley_with(tmp_path, monkeypatch, tiles))
    assert (found["58"], found["6"], found["H"]) == ({"T"}, {"12"}, {"H2"})


def test_cities_merge_only_under_a_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cities become one on a brown OO tile; on a plain one they stay two."""
    tiles = """
[green]
8859 = { count = 1 }
X = { count = 1, nodes = ["city 1 40", "city 1 40"], track = "0-n0 3-n0 2-n1 5-n1" }
[brown]
O1 = { count = 1, label = "OO", nodes = ["city 2 50"], track = "0-n0 2-n0 3-n0 5-n0" }
O2 = { count = 1, label = "OO", nodes = ["city 1 50", "city 1 50"], track = "0-n0 3-n0 2-n1 5-n1" }
P1 = { count = 1, nodes = ["city 2 50"], track = "0-n0 2-n0 3-n0 5-n0" }
P2 = { count = 1, nodes = ["city 1 50", "city 1 50"], track = "0-n0 3-n0 2-n1 5-n1" }
"""
    found = upgrades(valley_with(tmp_path, monkeypatch, tiles))
    assert (found["8859"], found["X"]) == ({"O1", "O2"}, {"P2"})
