"""1890: the tile manifest, and the map and tiles of each scenario (V, A.2, A.3, B.2 to D.3)."""

from __future__ import annotations

import pytest

from tests.builders import best_run, code, lay, lay_tile, lays_on, operate, set_phase, start
from tests.clauses.t1890.boards import board, company_turn
from tetsudo.core.units import BROWN, GREEN, YELLOW
from tetsudo.engine.model.tiles import Tile
from tetsudo.titles import loader

NAMED = {"824": "H13", "834": "H13", "823": "G12", "833": "G12", "820": "F5", "830": "F5", "825": "B17", "835": "B17"}


def tiles_of(scenario: str) -> dict[str, Tile]:
    return {tile.name: tile for tile in loader.setup("1890", 3, scenario=scenario).tiles}


def counts(scenario: str, colour: int) -> dict[str, int]:
    return {tile.name: tile.count for tile in tiles_of(scenario).values() if tile.colour == colour}


def each(names: str, count: int) -> dict[str, int]:
    return dict.fromkeys(names.split(), count)


YELLOWS = {**each("202 1 2 56 69", 1), **each("6 3", 2), **each("4 58", 3), **each("57 7", 4), "8": 8, "9": 7}
GREENS = {
    **each("824 823 820 825 210 211 821 822 205 206 18", 1),
    **each("14 15 12 16 19 20 26 27 28 29", 2),
    **each("23 24 25", 3),
}
BROWNS = {
    **each("834 833 839 830 835 465 74 39 40 43 70", 1),
    **each("217 831 41 42 44 45 46 47", 2),
    **each("63 193", 3),
}


@pytest.mark.rule("1890-V-a", "1890-V-b", "1890-V-c", "1890-V-j", "1890-C.3-a", "1890-D.3-a")
@pytest.mark.parametrize("scenario", ["C", "D"])
def test_all_tiles(scenario: str) -> None:
    assert counts(scenario, YELLOW) == YELLOWS
    assert counts(scenario, GREEN) == GREENS
    assert counts(scenario, BROWN) == BROWNS
    assert (sum(YELLOWS.values()), sum(GREENS.values()), sum(BROWNS.values())) == (38, 40, 33)


@pytest.mark.rule("1890-V-k", "1890-3.5-a")
def test_no_tile_is_grey() -> None:
    assert {tile.colour for tile in tiles_of("C").values()} == {YELLOW, GREEN, BROWN}


@pytest.mark.rule("1890-A.3-a", "1890-B.3-a")
def test_tiles_of_places_that_are_not_played_are_missing() -> None:
    everything = set(YELLOWS) | set(GREENS) | set(BROWNS)
    assert everything - set(tiles_of("A")) == {"824", "834", "839"}  # Osaka Higashi and Nishi
    assert everything - set(tiles_of("B")) == {"839"}


@pytest.mark.rule("1890-V-d")
def test_the_upgrades_that_are_listed() -> None:
    listed = {name: set(tile.upgrades) for name, tile in tiles_of("C").items() if tile.colour == YELLOW}
    assert {name: upgrades for name, upgrades in listed.items() if upgrades} == {
        "57": {"14", "15", "205", "206"},
        "6": {"12", "14", "15", "205", "206"},
        "202": {"821", "822"},
        "7": {"18", "26", "27", "28", "29"},
        "8": {"16", "19", "23", "24", "25", "28", "29"},
        "9": {"18", "19", "20", "23", "24", "26", "27"},
    }
    cities = {name: set(tiles_of("C")[name].upgrades) for name in ("14", "15", "12", "205", "206")}
    assert cities == {
        "14": {"63", "74"},
        "15": {"63", "74", "193", "465"},
        "12": {"63", "74", "193", "465", "839"},
        "205": {"63", "74", "193", "465"},
        "206": {"63", "74", "193", "465"},
    }
    plain = {name: set(tiles_of("C")[name].upgrades) for name in ("16", "18", "19", "20", "23", "24", "25", "26", "27")}
    assert plain == {
        "16": {"43", "70"},
        "18": {"43"},
        "19": {"45", "46"},
        "20": {"44", "47"},
        "23": {"41", "43", "45", "47"},
        "24": {"42", "43", "46", "47"},
        "25": {"40", "45", "46"},
        "26": {"42", "44", "45"},
        "27": {"41", "44", "46"},
    }


@pytest.mark.rule("1890-V-e", "1890-V-f")
def test_tiles_that_serve_named_places_only() -> None:
    places = {name: set(tile.hexes) for name, tile in tiles_of("C").items() if tile.hexes}
    assert places == {
        **{name: {place} for name, place in NAMED.items()},
        "839": {"H11"}, "465": {"F9"}, "202": {"F11"},
        **{name: {"F11", "I12"} for name in ("821", "822", "831")},
        **{name: {"E14", "G14", "J11"} for name in ("210", "211", "217")},
    }  # fmt: skip
    assert set(tiles_of("C")["202"].upgrades) == {"821", "822"}
    assert tiles_of("C")["821"].upgrades == tiles_of("C")["822"].upgrades == ("831",)


@pytest.mark.rule("1890-V-g", "1890-V-h")
@pytest.mark.parametrize(
    ("names", "values", "slots"),
    [
        (("824", "834"), (50, 80), (3, 3)),  # Osaka Higashi
        (("823", "833"), (50, 80), (3, 3)),  # Osaka Kita
        (("820", "830"), (50, 60), (2, 3)),  # Kobe
        (("825", "835"), (50, 60), (3, 3)),  # Kyoto
        (("821", "831"), (40, 50), (2, 2)),  # Amagasaki and Osaka Minami
        (("822", "831"), (40, 50), (2, 2)),
        (("12", "839"), (30, 50), (1, 2)),  # Osaka Nishi
        (("15", "465"), (30, 40), (2, 3)),  # Nishinomiya
    ],
)
def test_values_and_slots_of_named_cities(
    names: tuple[str, str], values: tuple[int, int], slots: tuple[int, int]
) -> None:
    nodes = [tiles_of("C")[name].nodes[0] for name in names]
    assert tuple(node.revenue[YELLOW] for node in nodes) == values
    assert tuple(node.slots for node in nodes) == slots


@pytest.mark.rule("1890-V-j")
def test_the_third_copy_of_the_brown_k_is_the_last() -> None:
    game = board()
    for place, green, brown in (("D9", 5, 5), ("E10", 2, 2), ("F7", 1, 1)):
        lay(game, place, "15", green)
        lay(game, place, "193", (brown + 3) % 6)
    lay(game, "E12", "15", 0)
    company_turn(game, "SY", "E12", era="4")
    assert {name for name, _ in lays_on(game, "SY", "E12")} == {"63", "74"}
    assert code(game, lay_tile(game, "SY", "E12", "193", 3)) == "tile_supply"


# Maps


WEST = """
A14 A16 B7 B9 B11 B13 B15 B17 C4 C6 C8 C10 C12 C14 C16 D3 D5 D7 D9 D11 D13 D15 E2 E4 E6 E8 E10 E12 E14
F1 F3 F5 F7 F9 F11 F13 G12
"""
EAST_BANK = "C18 D17 E16 F15 G14"
RED = ("A14", "A20", "B7", "B21", "F1", "K20", "M6", "M14", "N7")


@pytest.mark.rule("1890-A.2-a", "1890-B.2-a", "1890-C.2-a", "1890-D.2-a")
def test_the_hexes_of_each_scenario() -> None:
    played = {name: set(loader.setup("1890", 3, scenario=name).map.by_name) for name in "ABCD"}
    assert played["A"] == set(WEST.split())
    assert played["B"] == played["A"] | set(EAST_BANK.split()) | {"H13", "B19", "A20", "B21"}
    assert played["C"] == played["D"]
    assert played["B"] < played["C"]
    rows = {letter: sorted(int(name[1:]) for name in played["C"] if name[0] == letter) for letter in "ABCDEFGHIJKLMN"}
    assert rows == {
        "A": [14, 16, 20],
        "B": [7, 9, 11, 13, 15, 17, 19, 21],
        "C": [4, 6, 8, 10, 12, 14, 16, 18],
        "D": [3, 5, 7, 9, 11, 13, 15, 17, 19],
        "E": [2, 4, 6, 8, 10, 12, 14, 16, 18],
        "F": [1, 3, 5, 7, 9, 11, 13, 15, 17, 19],
        "G": [12, 14, 16, 18, 20],
        "H": [11, 13, 15, 17, 19],
        "I": [12, 14, 16, 18],
        "J": [11, 13, 15, 17, 19],
        "K": [10, 12, 14, 16, 18, 20],
        "L": [9, 11, 13, 15, 17],
        "M": [6, 8, 10, 12, 14],
        "N": [7],
    }


@pytest.mark.rule("1890-10.3.1.6-a", "1890-10.5.3-a", "1890-C.2-a")
def test_values_of_printed_cities() -> None:
    setup = loader.setup("1890", 3, scenario="C")
    nodes = {hex.name: setup.faces[hex.printed].nodes for hex in setup.map.hexes}
    values = {name: {node.revenue[0] for node in found} for name, found in nodes.items() if found}
    assert {name: found for name, found in values.items() if found != {0} and name not in RED} == {
        "G12": {40}, "H13": {40}, "H11": {30}, "I12": {40}, "F5": {30}, "B17": {40},
        "H19": {20}, "E16": {20}, "J15": {20}, "D5": {20}, "D19": {20},
    }  # fmt: skip


@pytest.mark.rule("1890-10.3.1.2-c", "1890-C.2-a")
@pytest.mark.parametrize(
    ("name", "track"),
    [
        ("D5", {(0, 6), (1, 6), (4, 6)}),  # Tanigami: its city to the south-west, west and east
        ("D19", {(2, 6), (0, 2)}),  # Uji: its city to the north-west, and track past it from there to the south-west
        ("G20", {(0, 2)}),  # Kizu
        ("B19", {(0, 1)}),  # east of Kyoto
    ],
)
def test_printed_track_beside_the_cities(name: str, track: set[tuple[int, int]]) -> None:
    setup = loader.setup("1890", 3, scenario="C")
    assert set(setup.faces[setup.map.hexes[setup.map.by_name[name]].printed].segments) == track


@pytest.mark.rule("1890-10.3.1.2-a", "1890-A.2-b")
def test_rivers_are_closed_from_both_sides() -> None:
    setup = loader.setup("1890", 3, scenario="C")
    rivers = {
        "C16-C18", "C16-D17", "D15-D17", "D15-E16", "E14-E16", "E14-F15", "F13-F15", "F13-G14",  # the Yodo
        "D17-D19", "E16-E18", "E18-F17",  # its arm
        "E8-E10",  # the Muko
    }  # fmt: skip
    for pair in rivers:
        one, other = (setup.map.hexes[setup.map.by_name[name]] for name in pair.split("-"))
        side = one.neighbours.index(other.id)
        assert one.closed >> side & 1
        assert other.closed >> (side + 3) % 6 & 1


@pytest.mark.rule("1890-5-k", "1890-5-ad", "1890-5-al")
@pytest.mark.parametrize(
    ("places", "left", "middle", "right"),
    [
        (("A14", "B7"), 10, 20, 30),
        (("A20", "B21"), 30, 30, 40),
        (("F1",), 40, 50, 70),
        (("K20",), 20, 30, 40),
        (("M6",), 0, 0, 50),
        (("M14",), 20, 20, 30),
        (("N7",), 20, 30, 40),
    ],
)
def test_off_board_values(places: tuple[str, ...], left: int, middle: int, right: int) -> None:
    setup = loader.setup("1890", 3, scenario="C")
    printed = {place: setup.faces[setup.map.hexes[setup.map.by_name[place]].printed].nodes[0] for place in places}
    values = {
        (place, phase.name): node.revenue[phase.offboard] for place, node in printed.items() for phase in setup.phases
    }
    by_phase = dict.fromkeys(("1", "1.5", "2", "2.5", "3"), left) | dict.fromkeys(("4", "5"), middle) | {"6": right}
    assert values == {(place, name): value for place in places for name, value in by_phase.items()}


@pytest.mark.rule("1890-5-k", "1890-5-ad", "1890-5-al")
@pytest.mark.parametrize(
    ("era", "earned"), [("1", 60), ("1.5", 60), ("2", 60), ("2.5", 60), ("3", 60), ("4", 70), ("5", 70), ("6", 90)]
)
def test_a_run_from_akashi_to_himeji(era: str, earned: int) -> None:
    game = board()
    lay(game, "F3", "57", 1)  # 20, and Himeji 40, 50 or 70
    start(game, "SY", {0: 60}, trains=["2"])
    set_phase(game, era)
    assert best_run(operate(game, "SY", "run")) == earned
