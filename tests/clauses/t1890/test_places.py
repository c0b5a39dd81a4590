"""1890: places with their own tiles, double cities, Nara, and dead ends of the small scenarios (10.3.1.6, V)."""

from __future__ import annotations

import pytest

from tests.builders import (
    code,
    company,
    hex_id,
    lay,
    lay_tile,
    lays_on,
    operate,
    play,
    set_phase,
    start,
    token,
)
from tests.clauses.t1890.boards import board, company_turn, tile_names
from tetsudo.engine.state.state import CLOSED, MAX_CITIES, set_status

# Places with their own tiles


@pytest.mark.rule("1890-10.3.1.6-a", "1890-10.3.1.6-d", "1890-10.3.1.6-f", "1890-V-d")
@pytest.mark.parametrize(
    ("place", "lays"),
    [
        ("G12", {("823", 1)}),
        ("H13", {("824", 4), ("824", 5)}),
        ("H11", {("12", 3)}),
        ("I12", {("821", 1), ("822", 0)}),
        ("F5", {("820", 0)}),
        ("B17", {("825", 0)}),
        ("H19", {("15", 0)}),
        ("E16", {("206", 0)}),
        ("J15", {("14", 0), ("14", 1), ("15", 1), ("15", 4), ("205", 1), ("205", 4), ("206", 1), ("206", 4)}),
    ],
)
def test_printed_yellow_turns_green_at_once(place: str, lays: set[tuple[str, int]]) -> None:
    who = "JR" if place == "H19" else "SY"  # Nara has slots for its homes only
    game = company_turn(board(), who, place)
    assert lays_on(game, who, place) == set()
    set_phase(game, "2")
    assert lays_on(game, who, place) == lays
    assert code(game, lay_tile(game, who, place, "14", 2)) != ""


@pytest.mark.rule("1890-10.3.1.6-b")
@pytest.mark.parametrize(
    ("place", "lays"),
    [
        ("E14", {("210", 0), ("211", 0)}),
        ("G14", {("210", 3), ("210", 4), ("211", 3), ("211", 4)}),
        ("J11", {("210", 3), ("211", 3)}),
    ],
)
def test_double_cities_begin_with_210_or_211(place: str, lays: set[tuple[str, int]]) -> None:
    game = company_turn(board(), "HK", place, era="2")
    assert lays_on(game, "HK", place) == lays
    for wrong in ("14", "15", "12", "820", "821"):
        assert code(game, lay_tile(game, "HK", place, wrong, 0)) == "tile_kind"


@pytest.mark.rule("1890-10.3.1.6-c", "1890-10.3.1.4-d")
def test_a_double_city_becomes_one_with_two_tokens() -> None:
    game = board()
    lay(game, "E14", "210", 0)
    start(game, "SY", {1: 60}, tokens=[])
    token(game, "SY", "E14", 1)
    company_turn(game, "HK", "E14:0", era="4")
    assert lays_on(game, "HK", "E14") == {("217", 3)}
    play(game, lay_tile(game, "HK", "E14", "217", 3))
    assert game.state.tokens.count(hex_id(game, "E14") * MAX_CITIES) == 2
    assert [node.slots for node in game.view(0).hex("E14").face.nodes] == [2]


@pytest.mark.rule("1890-10.3.1.6-d", "1890-V-e")
def test_amagasaki_has_its_own_tiles() -> None:
    game = company_turn(board(), "HK", "F11", era="4")
    assert lays_on(game, "HK", "F11") == {("202", turn) for turn in (1, 2, 3, 5)}
    assert code(game, lay_tile(game, "HK", "F11", "57", 1)) == "tile_kind"
    lay(game, "F11", "202", 1)
    assert lays_on(game, "HK", "F11") == {("822", 3), ("822", 5)}
    assert code(game, lay_tile(game, "HK", "F11", "15", 1)) == "tile_kind"
    lay(game, "F11", "822", 3)
    assert lays_on(game, "HK", "F11") == {("831", 3)}
    assert code(game, lay_tile(game, "HK", "F11", "63", 0)) == "tile_kind"


@pytest.mark.rule("1890-V-e", "1890-V-f")
@pytest.mark.parametrize("name", ["202", "820", "821", "822", "823", "824", "825", "210", "211"])
def test_tiles_with_a_name_lie_nowhere_else(name: str) -> None:
    game = company_turn(board(), "HK", "E10", era="2")
    assert code(game, lay_tile(game, "HK", "E10", name, 0)) == "tile_kind"
    lay(game, "E10", "57", 0)
    assert code(game, lay_tile(game, "HK", "E10", name, 0)) == "tile_kind"


@pytest.mark.rule("1890-V-f")
@pytest.mark.parametrize("name", ["833", "834", "835", "830", "839", "465", "831", "217"])
def test_brown_tiles_with_a_name_lie_nowhere_else(name: str) -> None:
    game = board()
    lay(game, "E10", "15", 2)  # Itami: 2, 3, 4, 5
    company_turn(game, "HK", "E10", era="4")
    assert tile_names(lays_on(game, "HK", "E10")) == {"74", "193"}  # the Muko blocks a side that tile 63 needs
    assert code(game, lay_tile(game, "HK", "E10", name, 0)) == "tile_kind"


@pytest.mark.rule("1890-10.3.1.6-e", "1890-V-d")
@pytest.mark.parametrize(("green", "turn"), [("12", 1), ("12", 2), ("15", 1), ("205", 1), ("206", 4)])
def test_nishinomiya_has_a_brown_tile_of_its_own(green: str, turn: int) -> None:
    game = company_turn(board(), "HK", "F9", era="4")
    assert tile_names(lays_on(game, "HK", "F9")) == {"57", "6"}
    lay(game, "F9", green, turn)
    assert lays_on(game, "HK", "F9") == {("465", 3)}
    for wrong in ("63", "74", "193"):
        assert code(game, lay_tile(game, "HK", "F9", wrong, 4)) == "tile_kind"


@pytest.mark.rule("1890-10.3.1.6-f")
def test_osaka_nishi_takes_12_then_839() -> None:
    game = company_turn(board(), "HK", "H11", era="4")
    for wrong in ("14", "15", "205", "206"):
        assert code(game, lay_tile(game, "HK", "H11", wrong, 0)) == "tile_kind"
    play(game, lay_tile(game, "HK", "H11", "12", 3))
    operate(game, "HK")
    assert lays_on(game, "HK", "H11") == {("839", 4)}


@pytest.mark.rule("1890-V-d")
def test_only_listed_upgrades() -> None:
    game = board()
    lay(game, "E12", "6", 0)  # a sharp curve: 12 would preserve its track and is a listed upgrade
    company_turn(game, "HK", era="2")
    assert tile_names(lays_on(game, "HK", "E12")) == {"12", "14", "15", "205", "206"}
    lay(game, "E10", "57", 0)
    company_turn(game, "SY", "E10", era="2")
    assert code(game, lay_tile(game, "SY", "E10", "12", 0)) == "tile_kind"
    # 43 would preserve the track of 28 and of 29, but neither lists it.
    assert {each.name: set(each.upgrades) for each in game.setup.tiles if each.name in ("28", "29")} == {
        "28": {"39", "46", "70"},
        "29": {"39", "45", "70"},
    }


# Nara: a slot for every token and every reserved home


@pytest.mark.rule("1890-10.3.1.4-d")
def test_nara_keeps_a_slot_for_each_home() -> None:
    game = company_turn(board(), "JR", "H19", era="2")
    assert code(game, lay_tile(game, "JR", "H19", "205", 0)) == "slots_lost"
    assert lays_on(game, "JR", "H19") == {("15", 0)}
    set_status(game.state, company(game, "NER"), CLOSED)
    assert lays_on(game, "JR", "H19") == {("15", 0), ("205", 0)}


@pytest.mark.rule("1890-10.3.1.4-d")
def test_nara_keeps_a_slot_for_each_token() -> None:
    game = board("D")
    start(game, "JR", {1: 60}, tokens=[])
    token(game, "JR", "H19", 0)
    company_turn(game, "KN", "H19:1", era="2")
    assert lays_on(game, "KN", "H19") == {("15", 0)}
    play(game, lay_tile(game, "KN", "H19", "15", 0))
    assert game.state.tokens.count(hex_id(game, "H19") * MAX_CITIES) == 2


# Dead ends of the small scenarios


@pytest.mark.rule("1890-A.2-a", "1890-10.3.1.6-d")
@pytest.mark.parametrize(
    ("scenario", "place", "green", "brown"),
    [
        ("A", "B17", {("825", 0)}, {("835", 0)}),
        ("A", "G12", {("823", 1)}, {("833", 1)}),
        ("B", "B17", {("825", 0)}, {("835", 0)}),
        ("B", "G12", {("823", 1)}, {("833", 1)}),
        ("B", "H13", {("824", 4), ("824", 5)}, {("834", 2), ("834", 3), ("834", 4), ("834", 5)}),
        ("B", "G14", {("210", 3), ("210", 4), ("211", 3), ("211", 4)}, {("217", 0), ("217", 1)}),
    ],
)
def test_tiles_of_a_place_may_point_out_of_the_scenario(
    scenario: str, place: str, green: set[tuple[str, int]], brown: set[tuple[str, int]]
) -> None:
    game = company_turn(board(scenario), "HK", place, era="4")
    assert lays_on(game, "HK", place) == green
    name, turn = min(green)
    lay(game, place, name, turn)
    found = lays_on(game, "HK", place)
    assert found
    assert found <= brown


@pytest.mark.rule("1890-B.2-a", "1890-10.3.1.6-a")
def test_hirakata_turns_green_in_the_small_scenario_too() -> None:
    game = company_turn(board("B"), "KH", era="2")
    assert lays_on(game, "KH", "E16") == {("206", 0)}  # south-west, north-east, and south-east out of the scenario


@pytest.mark.rule("1890-B.2-a", "1890-10.3.1.2-a")
def test_elsewhere_no_track_points_out_of_the_scenario() -> None:
    game = company_turn(board("B"), "KH", "E16", "C18", era="4")
    assert lays_on(game, "KH", "D17") == {("9", 0)}  # from Hirakata to Fushimi
    assert lays_on(game, "KH", "F15") == {("57", 0)}  # Neyagawa, on the way to Moriguchi
    lay(game, "F15", "57", 0)
    assert lays_on(game, "KH", "F15") == set()
