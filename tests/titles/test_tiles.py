"""Tiles: the catalogue of common numbers, and upgrades that a title does not list."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from tetsudo.core.units import COLOURS
from tetsudo.engine.model.tiles import NODE, TOWN, Tile
from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader
from tetsudo.titles.data import discovery
from tetsudo.titles.data.tiles import build_tiles, catalogue, inferred_upgrades, shape, turned_track
from tetsudo.titles.data.toml_table import TomlTable

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
    """A town never becomes a city, nor a label another one; tiles that only powers lay are upgrades of none."""
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


# The catalogue


CATALOGUE = {
    tile.name: tile
    for tile in build_tiles(TomlTable({name: {**raw, "count": 1} for name, raw in catalogue().items()}, "tiles.toml"))
}

# Exits and values as printed in rulebooks and tile manifests: colour, label, stops with their slots and values, exits
# of each stop (of plain track, pairs of sides).
CITIES = {
    "yellow": {"5": "1x20:2", "6": "1x20:2", "57": "1x20:2", "201": "Y 1x30:2", "202": "Y 1x30:2", "621": "Y 1x30:2"},
    "green": {
        "10": "1x30:1 1x30:1", "12": "1x30:3", "13": "1x30:3", "14": "2x30:4", "15": "2x30:4", "53": "B 1x50:3",
        "54": "NY 1x60:2 1x60:2", "59": "OO 1x40:1 1x40:1", "205": "1x30:3", "206": "1x30:3", "207": "Y 2x40:4",
        "208": "Y 2x40:4", "592": "B 2x50:3", "619": "2x30:4", "622": "Y 2x40:4",
    },
    "brown": {
        "35": "1x40:2 1x40:2", "36": "1x40:2 1x40:2", "38": "2x40:4", "61": "B 1x60:4", "62": "NY 2x80:2 2x80:2",
        "63": "2x40:6", "64": "OO 1x50:2 1x50:2", "65": "OO 1x50:2 1x50:2", "66": "OO 1x50:2 1x50:2",
        "67": "OO 1x50:2 1x50:2", "68": "OO 1x50:2 1x50:2", "125": "2x40:5", "216": "Y 2x50:5", "448": "2x40:4",
        "449": "2x40:4", "450": "2x40:4", "593": "B 3x60:4", "611": "2x40:5", "623": "Y 2x50:6",
    },
    "grey": {
        "51": "2x50:5", "171": "3x60:6", "172": "2x60:6", "455": "3x50:6", "513": "3x60:6", "597": "B 3x80:5",
        "915": "3x50:5",
    },
}  # fmt: skip


def slots_of(tile: Tile) -> int:
    """Slots of all cities of a tile."""
    return sum(node.slots for node in tile.nodes)


@pytest.mark.parametrize("colour", CITIES)
def test_cities_of_the_catalogue_are_as_printed(colour: str) -> None:
    for name, said in CITIES[colour].items():
        tile = CATALOGUE[name]
        cities = [
            f"{node.slots}x{node.revenue[0]}:{sum(b == NODE + number for _, b in tile.segments)}"
            for number, node in enumerate(tile.nodes)
        ]
        assert " ".join(filter(None, (tile.label, *cities))) == said, name
        assert COLOURS[tile.colour] == colour
    cities_of = {name for name, tile in CATALOGUE.items() if COLOURS[tile.colour] == colour and slots_of(tile)}
    assert cities_of - {"8858", "8859", "8860", "8863", "8864", "8865"} == set(CITIES[colour])


def test_each_track_leads_from_a_side_to_a_side_or_a_stop() -> None:
    """No stop is without track, none has more than one track to a side, and each is joined to a side, not to a stop."""
    for name, tile in CATALOGUE.items():
        assert tile.segments, name
        assert len(set(tile.segments)) == len(tile.segments), name
        assert all(0 <= a < 6 and a < b for a, b in tile.segments), name
        assert all(any(b == NODE + number for _, b in tile.segments) for number in range(len(tile.nodes))), name


def test_colours_have_their_values() -> None:
    """Towns pay 10 on yellow and green tiles and 20 on brown ones; no city pays less than one of the colour before."""
    for name, tile in CATALOGUE.items():
        towns = {node.revenue[0] for node in tile.nodes if node.kind == TOWN}
        assert towns <= ({20} if COLOURS[tile.colour] == "brown" else {10}), name
        assert all(len(set(node.revenue)) == 1 for node in tile.nodes), name


def turned_shapes(tile: Tile) -> set[object]:
    """Track of a tile in all rotations, whatever the numbers of its stops."""
    return {shape(tile.nodes, turned_track(tile.segments, rotation)) for rotation in range(6)}


def mirrored(tile: Tile) -> Tile:
    """The tile seen in a mirror: side 1 becomes side 5."""

    def end(side: int) -> int:
        return (6 - side) % 6 if side < NODE else side

    return replace(tile, segments=tuple(sorted((min(end(a), end(b)), max(end(a), end(b))) for a, b in tile.segments)))


MIRRORED = [
    ("21", "22"), ("23", "24"), ("26", "27"), ("28", "29"), ("30", "31"), ("41", "42"), ("45", "46"), ("82", "83"),
    ("141", "142"), ("205", "206"), ("630", "631"), ("64", "65"), ("8864", "8865"), ("8858", "8858"), ("17", "17"),
    ("36", "36"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), MIRRORED)
def test_left_and_right_are_two_numbers(one: str, other: str) -> None:
    """23 branches to the left and 24 to the right, and so on; a tile that is its own image has one number."""
    assert shape(CATALOGUE[one].nodes, mirrored(CATALOGUE[one]).segments) in turned_shapes(CATALOGUE[other])


ALIKE = {("38", "450"), ("125", "611"), ("144", "203"), ("171", "513")}


def test_no_number_is_the_image_of_another() -> None:
    """Each tile without an image among `MIRRORED` is its own; and only some numbers are printed alike."""
    pairs = {frozenset(pair) for pair in MIRRORED}
    for name, tile in CATALOGUE.items():
        is_paired = any(name in pair and len(pair) == 2 for pair in pairs)
        is_own = shape(tile.nodes, mirrored(tile).segments) in turned_shapes(tile)
        assert is_own != is_paired, name
    alike = {
        (one, other)
        for one, other in combinations(CATALOGUE, 2)
        if (a := CATALOGUE[one]).colour == (b := CATALOGUE[other]).colour
        and (a.label, a.nodes) == (b.label, b.nodes)
        and turned_shapes(a) & turned_shapes(b)
    }
    assert alike == ALIKE


def test_plain_track_becomes_track_through_a_junction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """80 joins three sides beside each other, 81 every second one, 82 and 83 straight track and a branch."""
    lines = "[yellow]\n7 = { count = 1 }\n8 = { count = 1 }\n9 = { count = 1 }\n[green]\n"
    lines += "".join(f"{name} = {{ count = 1 }}\n" for name in (80, 81, 82, 83)) + "[brown]\n"
    lines += "".join(f"{name} = {{ count = 1 }}\n" for name in (544, 545, 546))
    found = upgrades(valley_with(tmp_path, monkeypatch, lines))
    assert (found["7"], found["8"], found["9"]) == ({"80", "82", "83"}, {"80", "81", "82", "83"}, {"82", "83"})
    assert (found["80"], found["81"], found["82"]) == ({"545", "546"}, {"546"}, {"544", "545", "546"})


@pytest.mark.parametrize("title", ["1889", "1888", "1890"])
def test_titles_print_a_number_as_the_catalogue_does(title: str) -> None:
    """Titles that draw a tile of a common number themselves give it the catalogue's track."""
    for tile in loader.setup(title, 3).tiles:
        known = CATALOGUE.get(tile.name)
        if known is not None and known.colour == tile.colour and len(known.nodes) == len(tile.nodes):
            assert turned_shapes(replace(known, nodes=tile.nodes)) & turned_shapes(tile), tile.name


def test_the_page_lists_the_numbers_of_the_catalogue() -> None:
    page = (VALLEY.parents[2] / "docs" / "notation.md").read_text("utf-8")
    for colour in CITIES:
        (listed,) = re.findall(rf"^\| {colour} \| ([\d, -]+) \|$", page, re.MULTILINE)
        numbers: set[int] = set()
        for part in listed.split(", "):
            first, _, last = part.partition("-")
            numbers.update(range(int(first), int(last or first) + 1))
        assert numbers == {int(name) for name, tile in CATALOGUE.items() if COLOURS[tile.colour] == colour}
