"""1890: laying and upgrading track on its map (3.2, 5, 10.3.1, A.2)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    code,
    company,
    hex_id,
    lay,
    lay_tile,
    lays_on,
    operate,
    play,
    private,
    set_phase,
    set_treasury,
    start,
    tile,
    token,
)
from tests.clauses.t1890.boards import board, company_turn, tile_names
from tetsudo.core.actions import LayTile, Pass
from tetsudo.engine.rules.rounds.operating.lay_track import closed_hexes
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.state import MAX_CITIES, bank_of
from tetsudo.game.game import Game


def left(game: Game, symbol: str) -> int:
    """A company's treasury."""
    return game.companies[symbol].cash


def supply(game: Game, name: str) -> int:
    return game.state.supply[tile(game, name)]


# The map as printed


@pytest.mark.rule("1890-3.2-a")
def test_tiles_lie_on_the_hexes_of_the_map_only() -> None:
    game = company_turn(board(), "HK")
    assert "A2" not in game.setup.map.by_name
    outside = LayTile(0, company(game, "HK"), len(game.setup.map.hexes), tile(game, "57"), 0)
    assert code(game, outside) == "unknown_id"
    play(game, lay_tile(game, "HK", "E12", "57", 2))
    assert game.view(0).hex("E12").tile == "57"


@pytest.mark.rule("1890-3.2-d", "1890-10.3.1.2-c")
@pytest.mark.parametrize("name", ["A14", "A20", "B7", "B21", "F1", "K20", "M6", "M14", "N7", "D5", "D19", "G20"])
def test_red_and_grey_hexes_take_no_tile(name: str) -> None:
    game = company_turn(board(), "HK", era="4")
    assert code(game, lay_tile(game, "HK", name, "57", 0)) == "hex_closed"
    assert code(game, lay_tile(game, "HK", name, "8", 0)) == "hex_closed"


@pytest.mark.rule("1890-3.2-g")
def test_plain_hexes_take_plain_tiles_and_are_upgraded() -> None:
    game = board()
    lay(game, "E12", "57", 2)  # Toyonaka, from D11 to F13
    company_turn(game, "HK")
    assert lays_on(game, "HK", "D11") == {("9", 2), ("8", 3), ("8", 5), ("7", 4), ("7", 5)}
    assert code(game, lay_tile(game, "HK", "D11", "57", 2)) == "tile_kind"
    assert code(game, lay_tile(game, "HK", "D11", "4", 2)) == "tile_kind"
    play(game, lay_tile(game, "HK", "D11", "9", 2))
    set_phase(game, "2")
    operate(game, "HK")
    assert tile_names(lays_on(game, "HK", "D11")) == {"18", "19", "20", "23", "24", "26", "27"}


@pytest.mark.rule("1890-3.2-h", "1890-10.3.1.3-b")
def test_cities_take_city_tiles() -> None:
    game = company_turn(board(), "HK")
    assert tile_names(lays_on(game, "HK", "E12")) == {"57", "6"}
    for wrong in ("9", "4", "56"):
        assert code(game, lay_tile(game, "HK", "E12", wrong, 0)) == "tile_kind"
    play(game, lay_tile(game, "HK", "E12", "57", 2))
    set_phase(game, "2")
    operate(game, "HK")
    assert tile_names(lays_on(game, "HK", "E12")) == {"14", "15", "205", "206"}


@pytest.mark.rule("1890-10.3.1.3-c")
def test_a_town_takes_a_tile_with_one_town() -> None:
    game = company_turn(board(), "HK", "D5")  # Tanigami's track leads to Arima
    assert lays_on(game, "HK", "D7") == {("3", 0), ("3", 1), ("4", 1), ("58", 1), ("58", 5)}
    assert code(game, lay_tile(game, "HK", "D7", "9", 1)) == "tile_kind"
    assert code(game, lay_tile(game, "HK", "D7", "56", 1)) == "tile_kind"


@pytest.mark.rule("1890-3.2-k", "1890-3.2-l", "1890-10.3.1.3-c")
def test_daito_and_shijonawate_are_two_towns_for_80() -> None:
    game = board()
    double = [hex.name for hex in game.setup.map.hexes if len(game.setup.faces[hex.printed].nodes) == 2]
    assert [name for name in double if game.view(0).hex(name).face.nodes[0].slots == 0] == ["G16"]
    lay(game, "H15", "57", 0)  # Higashi-Osaka: from I14 to G16
    company_turn(game, "SY", "H15")
    assert tile_names(lays_on(game, "SY", "G16")) == {"1", "2", "56", "69"}
    assert code(game, lay_tile(game, "SY", "G16", "4", 0)) == "tile_kind"
    play(game, lay_tile(game, "SY", "G16", "2", 0))
    assert left(game, "SY") == 500 - 80


@pytest.mark.rule("1890-10.3.1.3-a", "1890-10.3.1.1-d")
@pytest.mark.parametrize("name", ["E14", "G14", "J11", "F5", "E16", "J15", "H13"])
def test_no_yellow_tile_on_yellow(name: str) -> None:
    game = company_turn(board(), "HK", name)
    assert lays_on(game, "HK", name) == set()
    for yellow in ("57", "6"):
        assert code(game, lay_tile(game, "HK", name, yellow, 0)) == "tile_kind"


@pytest.mark.rule("1890-10.3.1.3-d", "1890-V-i")
@pytest.mark.parametrize(("name", "turn", "place"), [("4", 1, "D7"), ("58", 1, "D7"), ("3", 0, "D7"), ("2", 0, "G16")])
def test_town_tiles_are_final(name: str, turn: int, place: str) -> None:
    game = board()
    lay(game, place, name, turn)
    company_turn(game, "HK", "D5", "H15", era="4")
    assert all(not each.upgrades for each in game.setup.tiles if each.name in ("1", "2", "56", "69", "3", "4", "58"))
    assert lays_on(game, "HK", place) == set()
    assert code(game, lay_tile(game, "HK", place, "14", 0)) == "tile_kind"


# Colours


@pytest.mark.rule("1890-5-f", "1890-5-m", "1890-5-x", "1890-5-af")
def test_colours_by_phase() -> None:
    game = board()
    lay(game, "E12", "57", 2)
    company_turn(game, "HK")
    green, brown = lay_tile(game, "HK", "E12", "14", 1), lay_tile(game, "HK", "E12", "63", 0)
    assert code(game, green) == "tile_colour"
    set_phase(game, "1.5")
    assert code(game, green) == "tile_colour"
    for era in ("2", "2.5", "3"):
        set_phase(game, era)
        assert (code(game, green), code(game, brown)) == ("", "tile_colour")
    lay(game, "E12", "14", 1)
    for era in ("4", "5", "6"):
        set_phase(game, era)
        assert code(game, brown) == ""


@pytest.mark.rule("1890-10.3.1.1-d")
def test_no_colour_is_skipped() -> None:
    game = company_turn(board(), "HK", era="4")
    assert code(game, lay_tile(game, "HK", "E12", "14", 0)) == "tile_kind"
    assert code(game, lay_tile(game, "HK", "E12", "63", 0)) == "tile_kind"
    lay(game, "E12", "57", 2)
    assert code(game, lay_tile(game, "HK", "E12", "63", 0)) == "tile_kind"
    assert code(game, lay_tile(game, "HK", "E12", "14", 1)) == ""


# Connection of a lay


@pytest.mark.rule("1890-10.3.1-a", "1890-10.3.1.1-a")
def test_one_tile_or_none() -> None:
    game = company_turn(board(), "HK")
    assert code(game, Pass(0)) == ""
    play(game, lay_tile(game, "HK", "E12", "57", 2))
    assert code(game, lay_tile(game, "HK", "D11", "9", 2)) in ("one_tile", "not_this_step")


@pytest.mark.rule("1890-10.3.1.1-c")
def test_a_lay_joins_the_companys_track_however_far() -> None:
    game = board()
    lay(game, "E12", "57", 2)
    lay(game, "D11", "9", 2)
    lay(game, "C10", "9", 2)
    company_turn(game, "HK")
    assert lays_on(game, "HK", "B9") == {("7", 4), ("7", 5), ("8", 5)}
    assert code(game, lay_tile(game, "HK", "B9", "9", 1)) == "track_unconnected"
    assert code(game, lay_tile(game, "HK", "F7", "57", 1)) == "track_unconnected"


@pytest.mark.rule("1890-10.3.1.1-c")
def test_a_city_full_of_others_ends_the_companys_track() -> None:
    game = board()
    lay(game, "E12", "57", 2)
    lay(game, "F13", "57", 2)  # Suita, from E12 to G14
    lay(game, "D11", "9", 2)
    company_turn(game, "HK", "E12")
    start(game, "SY", {1: 60}, tokens=["F13"])
    assert lays_on(game, "HK", "G14") == set()
    assert tile_names(lays_on(game, "HK", "C10")) == {"7", "8", "9"}


@pytest.mark.rule("1890-10.3.1.1-c")
def test_an_upgrade_need_only_be_reached() -> None:
    game = board()
    lay(game, "E12", "57", 2)
    lay(game, "D11", "9", 2)
    company_turn(game, "HK", era="2")
    # 19 adds track from D9 to C12, unconnected to the company's own track.
    assert code(game, lay_tile(game, "HK", "D11", "19", 2)) == ""


# Sides without track


@pytest.mark.rule("1890-10.3.1.2-a", "1890-10.3.1.4-b")
@pytest.mark.parametrize(
    ("at", "bad", "good", "reason"),
    [
        (("C4", "8"), 1, 4, "track_off_map"),  # land to the north-west
        (("F7", "57"), 2, 1, "track_off_map"),  # Osaka Bay
        (("B13", "9"), 0, 1, "track_closed_side"),  # a blank side of San'in
        (("C6", "9"), 0, 1, "track_closed_side"),  # a black edge of Tanigami
        (("F13", "57"), 1, 0, "track_closed_side"),  # the Yodo
        (("E8", "9"), 1, 0, "track_closed_side"),  # the Muko
        (("D17", "9"), 1, 0, "track_closed_side"),  # both rivers
    ],
)
def test_sides_that_take_no_track(at: tuple[str, str], bad: int, good: int, reason: str) -> None:
    game = company_turn(board(), "HK")
    place, name = at
    assert code(game, lay_tile(game, "HK", place, name, bad)) == reason
    assert code(game, lay_tile(game, "HK", place, name, good)) == "track_unconnected"


@pytest.mark.rule("1890-10.3.1.2-a")
def test_no_track_to_hexes_outside_the_scenario() -> None:
    game = company_turn(board("B"), "HK")
    assert code(game, lay_tile(game, "HK", "C18", "57", 2)) == "track_off_map"  # to Uji
    whole = company_turn(board("C"), "HK")
    assert code(whole, lay_tile(whole, "HK", "C18", "57", 2)) == "track_unconnected"


@pytest.mark.rule("1890-A.2-b")
@pytest.mark.parametrize(("place", "name", "turn"), [("F13", "57", 1), ("D15", "57", 2), ("C16", "9", 1)])
def test_no_track_towards_the_yodo_in_a(place: str, name: str, turn: int) -> None:
    game = company_turn(board("A"), "HK")
    assert code(game, lay_tile(game, "HK", place, name, turn)) == "track_off_map"


@pytest.mark.rule("1890-10.3.1.4-b")
def test_no_upgrade_towards_the_sea() -> None:
    game = board()
    lay(game, "F7", "57", 1)
    company_turn(game, "HK", "F7", era="2")
    assert code(game, lay_tile(game, "HK", "F7", "15", 1)) == ""
    assert code(game, lay_tile(game, "HK", "F7", "15", 4)) == "track_off_map"


# Hexes of privates


@pytest.mark.rule("1890-10.3.1.2-b", "1890-10.3.1.2-d")
def test_a_private_blocks_its_hexes_but_not_the_sides_towards_them() -> None:
    game = board()
    assign_private(game, "AR", 1)
    company_turn(game, "HK", "D5", "D9")
    assert code(game, lay_tile(game, "HK", "D7", "4", 1)) == "hex_blocked"
    assert code(game, lay_tile(game, "HK", "D9", "57", 1)) == ""  # from Arima to D11
    for owner, reason in (("HK", ""), (None, ""), (1, "hex_blocked")):
        assign_private(game, "AR", owner)
        assert code(game, lay_tile(game, "HK", "D7", "4", 1)) == reason
    give_private(game.state, private(game, "AR"), bank_of(game.state))
    assert code(game, lay_tile(game, "HK", "D7", "4", 1)) == "hex_blocked"


@pytest.mark.rule("1890-10.3.1.2-e")
@pytest.mark.parametrize(
    ("scenario", "blocked"),
    [
        ("A", "D7 F5 B17 G12"),
        ("B", "D7 F5 B17 B19 G12 H13"),
        ("C", "D7 F5 I12 J11 B17 B19 G12 H11 H13"),
        ("D", "D7 F5 I12 J11 B17 B19 G12 H11 H13"),
    ],
)
def test_privates_that_are_not_played_block_nothing(scenario: str, blocked: str) -> None:
    game = board(scenario)
    for each in game.setup.privates:
        assign_private(game, each.symbol, 0 if not each.late else None)
    hexes = game.setup.map.hexes
    assert {hexes[hex].name for hex in closed_hexes(game.ruleset, game.state, ())} == set(blocked.split())


# Upgrades


@pytest.mark.rule("1890-10.3.1.4-a")
def test_an_upgrade_keeps_all_track() -> None:
    game = board()
    lay(game, "E12", "57", 2)
    company_turn(game, "HK", era="2")
    assert code(game, lay_tile(game, "HK", "E12", "14", 0)) == "track_kept"
    assert {turn for name, turn in lays_on(game, "HK", "E12") if name == "14"} == {1, 2}


@pytest.mark.rule("1890-10.3.1.4-c", "1890-10.3.1-b")
def test_a_replaced_tile_is_there_again() -> None:
    game = board()
    lay(game, "E12", "57", 2)
    company_turn(game, "HK", era="2")
    assert (supply(game, "57"), supply(game, "14")) == (3, 2)
    play(game, lay_tile(game, "HK", "E12", "14", 1))
    assert (supply(game, "57"), supply(game, "14")) == (4, 1)


@pytest.mark.rule("1890-10.3.1.4-e")
def test_tiles_run_out() -> None:
    game = board()
    for place in ("D9", "E10", "F3", "F7"):
        lay(game, place, "57", 1)
    company_turn(game, "HK")
    assert supply(game, "57") == 0
    assert code(game, lay_tile(game, "HK", "E12", "57", 1)) == "tile_supply"
    assert tile_names(lays_on(game, "HK", "E12")) == {"6"}


@pytest.mark.rule("1890-10.3.1.4-d")
def test_tokens_keep_their_city_in_kyoto() -> None:
    game = board("D")
    start(game, "JR", {1: 60}, tokens=["B17"])
    start(game, "NK", {2: 60}, tokens=[])
    token(game, "NK", "B17", 1)
    company_turn(game, "KN", "B17:2", era="2")
    play(game, lay_tile(game, "KN", "B17", "825", 0))
    place = hex_id(game, "B17") * MAX_CITIES
    assert game.state.tokens.count(place) == 3
    assert all(not game.state.tokens.count(place + city) for city in (1, 2))


# Terrain cost


@pytest.mark.rule("1890-3.2-n", "1890-3.2-o", "1890-10.3.1.5-a")
def test_terrain_costs_the_first_tile_only() -> None:
    game = company_turn(board(), "SY", "D9")
    play(game, lay_tile(game, "SY", "D9", "57", 0))  # the river at Takarazuka
    assert left(game, "SY") == 500 - 80
    operate(game, "SY")
    play(game, lay_tile(game, "SY", "C10", "9", 0))  # a mountain
    assert left(game, "SY") == 420 - 120
    set_phase(game, "2")
    operate(game, "SY")
    play(game, lay_tile(game, "SY", "C10", "23", 0))
    operate(game, "SY")
    play(game, lay_tile(game, "SY", "D9", "205", 0))
    assert left(game, "SY") == 300


@pytest.mark.rule("1890-10.3.1.5-b")
def test_the_treasury_alone_pays() -> None:
    game = company_turn(board(), "SY", "D9", cash=79)
    assert game.players[0].cash > 80
    assert lays_on(game, "SY", "D9") == set()
    assert code(game, lay_tile(game, "SY", "D9", "57", 0)) == "terrain_cost"
    set_treasury(game, "SY", 80)
    play(game, lay_tile(game, "SY", "D9", "57", 0))
    assert left(game, "SY") == 0


@pytest.mark.rule("1890-3.2-i", "1890-10.3.1.5-a")
@pytest.mark.parametrize(
    ("place", "green", "brown", "costs"),
    [
        ("G12", ("823", 1), ("833", 1), (80, 80)),  # 80 on the hex, 80 on the green tile
        ("H13", ("824", 4), ("834", 4), (80, 80)),
        ("H11", ("12", 3), ("839", 4), (80, 0)),
        ("I12", ("822", 0), ("831", 4), (80, 0)),
        ("B17", ("825", 0), ("835", 0), (80, 0)),
        ("H19", ("15", 0), ("193", 3), (80, 0)),
        ("F5", ("820", 0), ("830", 0), (0, 0)),
        ("J15", ("14", 0), ("63", 0), (0, 0)),
    ],
)
def test_costs_of_printed_yellow_and_of_green(
    place: str, green: tuple[str, int], brown: tuple[str, int], costs: tuple[int, int]
) -> None:
    who = "JR" if place == "H19" else "SY"  # Nara has slots for its homes only
    game = company_turn(board(), who, place, era="4")
    play(game, lay_tile(game, who, place, *green))
    first = 500 - left(game, who)
    operate(game, who)
    play(game, lay_tile(game, who, place, *brown))
    assert (first, 500 - first - left(game, who)) == costs


@pytest.mark.rule("1890-3.2-i")
def test_the_cost_on_a_green_tile_may_be_only_that_of_the_hex() -> None:
    game = company_turn(board(tile_costs=False), "HK", "G12", era="4")
    play(game, lay_tile(game, "HK", "G12", "823", 1))
    operate(game, "HK")
    play(game, lay_tile(game, "HK", "G12", "833", 1))
    assert left(game, "HK") == 500 - 80


@pytest.mark.rule("1890-3.2-i", "1890-10.3.1.5-b")
def test_the_cost_on_a_green_tile_must_be_paid() -> None:
    game = company_turn(board(), "HK", "G12", era="4", cash=79)
    lay(game, "G12", "823", 1)
    assert code(game, lay_tile(game, "HK", "G12", "833", 1)) == "terrain_cost"
    assert lays_on(game, "HK", "G12") == set()
