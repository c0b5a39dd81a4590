"""Laying and upgrading track in 1889 (TRK)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    clause,
    code,
    is_admitted,
    lay,
    lay_tile,
    lays_on,
    operate,
    pass_times,
    play,
    set_phase,
    set_treasury,
    start,
    stock_round,
)
from tetsudo.core.actions import LayTile, Pass
from tetsudo.game.game import Game


def turn(symbol: str = "AR", in_phase: str = "2", cash: int = 500, at: str | None = None, **more: Any) -> Game:
    """The track step of a company whose president is player 0; its token is at home, or in another city."""
    game = stock_round(**more)
    set_phase(game, in_phase)
    start(game, symbol, {0: 60}, cash=cash, tokens=None if at is None else (at,))
    return operate(game, symbol)


def tiles_on(game: Game, symbol: str, hex_name: str) -> set[str]:
    """Numbers of the tiles that a company may lay on a hex, in any rotation."""
    return {name for name, _ in lays_on(game, symbol, hex_name)}


# Number of lays


@pytest.mark.rule("1889-TRK-01")
def test_track_is_optional() -> None:
    game = turn()
    assert is_admitted(game, Pass(0))
    pass_times(game, 1)
    assert game.to_act.doing != "track"
    assert game.hex("K8").tile is None


@pytest.mark.rule("1889-TRK-01")
def test_one_tile_a_turn() -> None:
    game = turn(in_phase="3")
    play(game, lay_tile(game, "AR", "K8", "57", 1))
    assert game.to_act.doing != "track"
    assert not is_admitted(game, lay_tile(game, "AR", "J9", "58", 2))


@pytest.mark.rule("1889-TRK-01")
@pytest.mark.parametrize(("place", "number", "rotation"), [("K8", "15", 1), ("J9", "58", 2)], ids=["upgrade", "lay"])
def test_a_second_tile_is_refused_while_the_step_waits_for_a_private(place: str, number: str, rotation: int) -> None:
    game = turn(in_phase="3")
    assign_private(game, "MF", 0)  # its port tile may still be laid: the step continues
    play(game, lay_tile(game, "AR", "K8", "57", 1))
    assert game.to_act.doing == "track"
    assert clause(game, lay_tile(game, "AR", place, number, rotation)) == "1889-TRK-01"
    pass_times(game, 1)
    assert game.to_act.doing != "track"


# Connection


@pytest.mark.rule("1889-TRK-02")
def test_new_track_is_connected_to_the_company() -> None:
    game = turn()
    assert clause(game, lay_tile(game, "AR", "J9", "58", 2)) == "1889-TRK-13"  # no track leads there yet
    assert clause(game, lay_tile(game, "AR", "G4", "57", 1)) == "1889-TRK-13"
    lay(game, "K8", "57", 1)
    assert code(game, lay_tile(game, "AR", "J9", "58", 2)) == ""
    assert code(game, lay_tile(game, "AR", "J9", "58", 0)) == "track_unconnected"  # bypasses Tokushima's track


def options(rule: str) -> dict[str, Any]:
    """A house rule for upgrades; empty for the title's own rule."""
    return {"track": rule} if rule else {}


CURVE = {"24-2", "25-2", "29-2"}
"""Lays that keep 2-4 on C8 and add track from side 2."""
ANY = CURVE | {"16-1", "16-2", "19-0", "23-4", "25-4", "28-4"}
"""Lays that keep 2-4 on C8."""


@pytest.mark.rule("1889-TRK-13")
@pytest.mark.parametrize(("rule", "allowed"), [("", CURVE), ("restrictive", CURVE), ("permissive", ANY)])
def test_an_upgrade_extends_a_connected_route(rule: str, allowed: set[str]) -> None:
    """UR enters C8 from Uwajima through side 2; new track from the far side 4 does not extend UR's route."""
    game = turn("UR", "3", **options(rule))
    lay(game, "C8", "8", 2)
    assert {f"{name}-{rotation}" for name, rotation in lays_on(game, "UR", "C8")} == allowed
    for name in ANY - allowed:
        number, _, rotation = name.partition("-")
        assert clause(game, lay_tile(game, "UR", "C8", number, int(rotation))) == "1889-TRK-13"


@pytest.mark.rule("1889-TRK-13", "1889-CON-01")
@pytest.mark.parametrize(("token", "allowed"), [("B7", set()), ("C4", {("41", 3)})])
def test_track_that_no_walk_can_run_over_extends_nothing(token: str, allowed: set[tuple[str, int]]) -> None:
    """B5 forks from Uwajima to Yawatahama and Ozu, which are connected: a loop. 41 would connect both arms.

    From Uwajima, a route that returns by one arm has left by the other, so the new track ends on a used side. From a
    token in Ozu it leads to Yawatahama.
    """
    game = turn("UR", "5", at=token)
    lay(game, "B5", "23", 0)
    lay(game, "C4", "611", 4)
    assert lays_on(game, "UR", "B5") == allowed
    assert clause(game, lay_tile(game, "UR", "B5", "41", 3)) == ("" if allowed else "1889-TRK-13")


@pytest.mark.rule("1889-TRK-13")
@pytest.mark.parametrize(
    ("rule", "allowed"),
    [("", {"12", "15", "205"}), ("restrictive", {"15"}), ("permissive", {"12", "15", "205"})],
)
def test_or_it_raises_the_value_of_a_connected_city(rule: str, allowed: set[str]) -> None:
    """SR reaches Matsuyama, which IR's token fills: 12 and 205 add track only beyond IR's token, but raise 20 to 30."""
    game = turn("SR", "3", at="F3", **options(rule))
    start(game, "IR", {1: 60})
    lay(game, "F3", "57", 2)
    lay(game, "E2", "5", 4)  # to Imabari and Saijo
    assert tiles_on(game, "SR", "E2") == allowed


@pytest.mark.rule("1889-TRK-20")
def test_a_company_without_a_token_on_the_board_lays_nothing() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, cash=500, tokens=())
    operate(game, "AR")
    assert code(game, lay_tile(game, "AR", "K8", "57", 1)) == "track_unconnected"
    assert not [each for each in game.legal_actions() if isinstance(each, LayTile)]


# Colours


@pytest.mark.rule("1889-TRK-03")
@pytest.mark.parametrize("in_phase", ["2", "3", "4", "5", "6", "D"])
def test_green_and_brown_unlock_with_the_phases(in_phase: str) -> None:
    green, brown = in_phase != "2", in_phase in ("5", "6", "D")
    yellow = turn(in_phase=in_phase)
    assert is_admitted(yellow, lay_tile(yellow, "AR", "K8", "57", 1))
    game = turn(in_phase=in_phase)
    lay(game, "K8", "57", 1)
    assert clause(game, lay_tile(game, "AR", "K8", "15", 1)) == ("" if green else "1889-TRK-03")
    lay(game, "K8", "15", 1)
    assert clause(game, lay_tile(game, "AR", "K8", "448", 1)) == ("" if brown else "1889-TRK-03")


@pytest.mark.rule("1889-TRK-05")
@pytest.mark.parametrize(
    ("symbol", "place", "number", "rotation"),
    [
        ("UR", "B5", "9", 0),  # plain
        ("UR", "A8", "7", 4),  # mountain
        ("AR", "K6", "9", 0),  # river
        ("KU", "C10", "57", 1),  # a city
        ("AR", "J9", "58", 2),  # a town
        ("SR", "I4", "438", 3),  # a city with a letter
    ],
)
def test_yellow_goes_on_untiled_spaces(symbol: str, place: str, number: str, rotation: int) -> None:
    game = turn(symbol)
    lay(game, "K8", "5", 3) if place == "K6" else lay(game, "K8", "57", 1)
    lay(game, "I2", "6", 4)
    assert is_admitted(game, lay_tile(game, symbol, place, number, rotation))
    lay(game, place, number, rotation)
    assert not is_admitted(game, lay_tile(game, symbol, place, number, rotation))  # no yellow tile on yellow


@pytest.mark.rule("1889-TRK-06")
def test_green_goes_on_yellow_tiles_and_printed_yellow() -> None:
    game = turn("KO", "3")
    assert lays_on(game, "KO", "K4") == {("440", 0)}  # printed yellow
    game = turn("KU", "3")
    assert not {"12", "13", "14", "15", "205", "206"} & tiles_on(game, "KU", "C10")  # no green tile on an unbuilt hex
    lay(game, "C10", "57", 1)
    assert lays_on(game, "KU", "C10") == {("15", 1), ("205", 1), ("206", 4)}


@pytest.mark.rule("1889-TRK-06")
def test_green_goes_on_the_printed_yellow_of_ozu() -> None:
    """Its track to Yawatahama (side 2) is preserved; side 3 is the sea."""
    game = turn("UR", "3")
    lay(game, "B5", "9", 0)  # Uwajima to Yawatahama, and on to Ozu
    legal = {f"{name}-{rotation}" for name, rotation in lays_on(game, "UR", "C4")}
    assert legal == {"12-0", "13-0", "14-1", "15-5", "205-1", "205-5", "206-2", "206-5"}


@pytest.mark.rule("1889-TRK-07")
def test_brown_goes_on_green_tiles_and_printed_green() -> None:
    game = turn("TR", "5")
    assert lays_on(game, "TR", "F9") == {("465", 2)}
    game = turn("AR", "5")
    lay(game, "K8", "57", 1)
    assert "448" not in tiles_on(game, "AR", "K8")  # not on yellow
    lay(game, "K8", "15", 1)
    assert lays_on(game, "AR", "K8") == {("448", 1)}


@pytest.mark.rule("1889-TRK-08")
@pytest.mark.parametrize("place", ["B3", "B7", "G14", "J7"])
@pytest.mark.parametrize("number", ["3", "9", "57", "15", "448"])
def test_grey_hexes_take_no_tile(place: str, number: str) -> None:
    game = turn("UR", "5")
    lay(game, "B5", "9", 0)
    refused = [lay_tile(game, "UR", place, number, rotation) for rotation in range(6)]
    assert {clause(game, each) for each in refused} == {"1889-TRK-08"}


@pytest.mark.rule("1889-TRK-08")
@pytest.mark.parametrize("place", ["F1", "J1", "L7"])
def test_red_hexes_take_no_tile_either(place: str) -> None:
    game = turn("AR")
    lay(game, "K8", "57", 1)
    assert clause(game, lay_tile(game, "AR", place, "57", 1)) == "1889-TRK-08"


# Tile types

PLAIN = {"7", "8", "9"}
TOWNS = {"3", "58"}
CITIES = {"5", "6", "57"}


@pytest.mark.rule("1889-TRK-09")
@pytest.mark.parametrize(
    ("place", "fitting"),
    [("H9", PLAIN), ("I10", PLAIN), ("J9", TOWNS), ("G10", TOWNS), ("H7", CITIES), ("C10", CITIES)],
)
def test_plain_hexes_take_plain_track_towns_dots_cities_circles(place: str, fitting: set[str]) -> None:
    game = turn("AR")
    for number in (PLAIN | TOWNS | CITIES | {"438"}) - fitting:
        assert {code(game, lay_tile(game, "AR", place, number, rotation)) for rotation in range(6)} == {"tile_kind"}
    for number in fitting:
        refusals = {code(game, lay_tile(game, "AR", place, number, rotation)) for rotation in range(6)}
        assert "tile_kind" not in refusals


@pytest.mark.rule("1889-TRK-10")
@pytest.mark.parametrize(
    ("symbol", "place", "in_phase", "lettered"),
    [("SR", "I4", "2", "438"), ("KO", "K4", "3", "440"), ("TR", "F9", "5", "465")],
    ids=["H", "T", "K"],
)
def test_a_hex_with_a_letter_keeps_it(symbol: str, place: str, in_phase: str, lettered: str) -> None:
    game = turn(symbol, in_phase)
    lay(game, "I2", "6", 4)  # Marugame to Kotohira
    assert tiles_on(game, symbol, place) == {lettered}
    for number in {"57", "12", "448", "438", "440", "465"} - {lettered}:
        assert clause(game, lay_tile(game, symbol, place, number)) in ("1889-TRK-11", "1889-TRK-03")


@pytest.mark.rule("1889-TRK-10")
def test_a_tile_with_a_letter_goes_nowhere_else() -> None:
    game = turn("AR")
    assert "438" not in tiles_on(game, "AR", "K8")
    assert code(game, lay_tile(game, "AR", "K8", "438", 1)) == "tile_kind"
    game = turn("KO", "5")
    lay(game, "K4", "440", 0)
    assert lays_on(game, "KO", "K4") == {("466", 0)}


PLAIN_UPGRADES = {
    "7": "26 27 28 29",
    "8": "16 19 23 24 25 28 29",
    "9": "19 20 23 24 26 27",
    "16": "",
    "19": "45 46",
    "20": "47",
    "23": "41 45 47",
    "24": "42 46 47",
    "25": "40 45 46",
    "26": "42 45",
    "27": "41 46",
    "28": "39 46",
    "29": "39 45",
    "39": "",
    "47": "",
}
CITY_UPGRADES = {
    "5": "12 14 15 205 206",
    "6": "12 13 14 15 205 206",
    "57": "14 15 205 206",
    "12": "448 611",
    "13": "611",
    "14": "611",
    "15": "448 611",
    "205": "448 611",
    "206": "448 611",
    "448": "",
    "611": "",
}


@pytest.mark.rule("1889-TRK-11")
@pytest.mark.parametrize(("number", "upgrades"), CITY_UPGRADES.items())
def test_cities_are_upgraded_by_the_manifest(number: str, upgrades: str) -> None:
    game = turn("AR", "5", at="H7")  # Ikeda: all six sides are open
    lay(game, "H7", number)
    assert tiles_on(game, "AR", "H7") == set(upgrades.split())


@pytest.mark.rule("1889-TRK-11")
@pytest.mark.parametrize(("number", "upgrades"), PLAIN_UPGRADES.items())
def test_plain_track_is_upgraded_by_the_manifest(number: str, upgrades: str) -> None:
    """F7, north of Kochi; with the house rule that any connected track may be upgraded."""
    game = turn("TR", "5", track="permissive")
    lay(game, "F7", number)  # all of them have track at side 0
    assert tiles_on(game, "TR", "F7") == set(upgrades.split())


@pytest.mark.rule("1889-TRK-11")
@pytest.mark.parametrize("number", ["3", "58", "437"])
def test_towns_are_never_upgraded(number: str) -> None:
    game = turn("AR", "5", track="permissive")
    lay(game, "K8", "57", 1)
    lay(game, "J9", number, 4)  # from K8 on
    assert not tiles_on(game, "AR", "J9")


@pytest.mark.rule("1889-TRK-12", "1889-TRK-04")
def test_the_supply_is_limited_and_gets_replaced_tiles_back() -> None:
    game = turn("KU", "3")
    start(game, "AR", {1: 60}, cash=100)
    lay(game, "K8", "57", 1)
    assert is_admitted(game, lay_tile(game, "KU", "C10", "57", 1))
    lay(game, "A10", "57", 1)  # the second and last one
    assert clause(game, lay_tile(game, "KU", "C10", "57", 1)) == "1889-TRK-12"
    operate(game, "AR")
    play(game, lay_tile(game, "AR", "K8", "15", 1))
    operate(game, "KU")
    assert is_admitted(game, lay_tile(game, "KU", "C10", "57", 1))


@pytest.mark.rule("1889-TRK-12")
def test_the_beginners_game_has_more_tiles() -> None:
    for variants, left in (((), False), (("beginner",), True)):
        game = stock_round(variants=variants)
        start(game, "KU", {0: 60}, cash=500)
        operate(game, "KU")
        lay(game, "A10", "6", 3)
        lay(game, "K8", "6", 1)
        assert is_admitted(game, lay_tile(game, "KU", "C10", "6", 1)) == left


# Rotation


@pytest.mark.rule("1889-TRK-14")
@pytest.mark.parametrize(
    ("old", "upgrade", "turns"),
    [
        ("57", "15", {0, 3}),  # 0 3 in 0 1 2 3 and in 3 4 5 0
        ("57", "205", {0, 3}),  # 0 1 3 and 3 4 0
        ("57", "206", {0, 3}),  # 0 5 3 and 3 2 0
        ("57", "14", {0, 2}),  # 0 1 3 4 and 2 3 5 0
        ("5", "12", {0, 5}),  # 0 1 in 0 1 2 and in 5 0 1
        ("5", "15", {0, 4, 5}),  # 0 1 2 3, 4 5 0 1, 5 0 1 2
        ("6", "13", {0}),  # 0 2 in 0 2 4
    ],
)
def test_an_upgrade_keeps_all_track(old: str, upgrade: str, turns: set[int]) -> None:
    game = turn("AR", "3", at="H7")
    lay(game, "H7", old)
    legal = {rotation for name, rotation in lays_on(game, "AR", "H7") if name == upgrade}
    assert legal == turns
    alike = {"14": 3, "13": 2}.get(upgrade, 6)
    for rotation in range(6):
        if rotation % alike not in turns:
            assert clause(game, lay_tile(game, "AR", "H7", upgrade, rotation)) == "1889-TRK-14"


@pytest.mark.rule("1889-TRK-15")
def test_track_does_not_run_off_the_map() -> None:
    """Tokushima: the sea is to the south and south-east (0 and 5)."""
    game = turn("AR")
    assert lays_on(game, "AR", "K8") == {("5", 1), ("5", 2), ("5", 3), ("6", 1), ("6", 2), ("57", 1)}
    for number, rotation in [
        ("5", 0),
        ("5", 4),
        ("5", 5),
        ("6", 0),
        ("6", 3),
        ("6", 4),
        ("6", 5),
        ("57", 0),
        ("57", 2),
    ]:
        assert clause(game, lay_tile(game, "AR", "K8", number, rotation)) == "1889-TRK-15"


@pytest.mark.rule("1889-TRK-16")
@pytest.mark.parametrize(
    ("place", "number", "rotation"),
    [
        ("B9", "9", 0),  # its north is Uwajima, without track to the south
        ("C6", "9", 1),  # its south-west is Uwajima
        ("I6", "9", 2),  # its south-east is J7
        ("J5", "58", 4),  # its south is J7
        ("J9", "58", 1),  # its north is J7
        ("K6", "8", 1),  # its south-west is J7
    ],
)
def test_track_does_not_end_at_a_grey_side_without_track(place: str, number: str, rotation: int) -> None:
    game = turn("AR")
    assert clause(game, lay_tile(game, "AR", place, number, rotation)) == "1889-TRK-16"


@pytest.mark.rule("1889-TRK-17")
def test_track_may_end_at_any_other_side() -> None:
    game = turn("IR")
    lay(game, "E2", "57", 1)  # to Imabari and to D3
    lay(game, "E4", "9", 1)
    # against Ozu, printed yellow, without track on that side
    assert is_admitted(game, lay_tile(game, "IR", "D3", "9", 1))
    assert is_admitted(game, lay_tile(game, "IR", "D3", "7", 4))  # against E4's tile, without track on that side
    assert is_admitted(game, lay_tile(game, "IR", "D3", "8", 4))  # against an unbuilt hex


@pytest.mark.rule("1889-TRK-16")
def test_track_may_meet_the_track_of_grey_hexes() -> None:
    game = turn("UR")
    assert ("9", 0) in lays_on(game, "UR", "B5")  # from Uwajima to Yawatahama
    game = turn("AR")
    lay(game, "K8", "5", 2)  # to J7 and K6
    assert lays_on(game, "AR", "I8")  # J7 continues the track


# Terrain cost


@pytest.mark.rule("1889-TRK-18")
@pytest.mark.parametrize(
    ("symbol", "place", "number", "rotation", "cost"),
    [
        ("UR", "A8", "7", 4, 80),  # mountain
        ("AR", "K6", "9", 0, 80),  # river
        ("TR", "F7", "9", 0, 80),  # mountain
        ("SR", "H5", "7", 3, 80),  # river and mountain: one total
        ("SR", "I4", "438", 3, 80),  # dense urban
        ("UR", "B5", "9", 0, 0),
        ("KU", "C10", "57", 1, 0),
    ],
)
def test_terrain_costs_what_it_shows(symbol: str, place: str, number: str, rotation: int, cost: int) -> None:
    game = turn(symbol, cash=cost)
    lay(game, "K8", "5", 3)
    lay(game, "I2", "6", 4) if place == "I4" else lay(game, "I2", "57", 1)
    lay(game, "H3", "8", 4)  # Marugame to H5
    bank = game.view().bank
    action = lay_tile(game, symbol, place, number, rotation)
    if cost:
        set_treasury(game, symbol, cost - 10)
        assert clause(game, action) == "1889-TRK-18"
        set_treasury(game, symbol, cost)
    play(game, action)
    assert game.companies[symbol].cash == 0
    assert game.view().bank == bank + cost


@pytest.mark.rule("1889-TRK-18")
def test_a_president_does_not_help_with_terrain() -> None:
    game = turn("UR", cash=79)
    assert game.players[0].cash > 80
    assert clause(game, lay_tile(game, "UR", "A8", "7", 4)) == "1889-TRK-18"


@pytest.mark.rule("1889-TRK-18")
def test_upgrades_on_paid_terrain_cost_nothing() -> None:
    game = turn("TR", "3", cash=0)
    lay(game, "F7", "9", 0)
    assert is_admitted(game, lay_tile(game, "TR", "F7", "24", 0))
    play(game, lay_tile(game, "TR", "F7", "24", 0))
    assert game.companies["TR"].cash == 0


@pytest.mark.rule("1889-TRK-18")
@pytest.mark.parametrize(("before", "in_phase", "number", "rotation"), [("438", "3", "439", 1), ("439", "5", "492", 0)])
def test_kotohira_costs_80_at_every_colour(before: str, in_phase: str, number: str, rotation: int) -> None:
    game = turn("SR", in_phase, cash=80)
    lay(game, "I2", "6", 4)
    lay(game, "I4", before, 3)  # 438: 3 5; 439: 3 5 1
    action = lay_tile(game, "SR", "I4", number, rotation)
    play(game, action)
    assert game.companies["SR"].cash == 0


@pytest.mark.rule("1889-TRK-18")
def test_kochi_costs_80_for_brown() -> None:
    game = turn("TR", "5", cash=79)
    assert clause(game, lay_tile(game, "TR", "F9", "465", 2)) == "1889-TRK-18"
    set_treasury(game, "TR", 80)
    play(game, lay_tile(game, "TR", "F9", "465", 2))
    assert game.companies["TR"].cash == 0


# Blocked hexes


@pytest.mark.rule("1889-TRK-19")
@pytest.mark.parametrize(
    ("symbol", "place", "blocker", "number", "rotation"),
    [("KO", "K4", "TR", "440", 0), ("UR", "C4", "ER", "12", 0)],
    ids=["Takamatsu", "Ozu"],
)
def test_takamatsu_and_ozu_are_blocked_by_a_players_private(
    symbol: str, place: str, blocker: str, number: str, rotation: int
) -> None:
    game = turn(symbol, "3")
    lay(game, "B5", "9", 0)
    action = lay_tile(game, symbol, place, number, rotation)
    for player in (0, 1):  # companies of its owner are blocked too
        assign_private(game, blocker, player)
        assert clause(game, action) == "1889-TRK-19"
    start(game, "AR", {1: 60})
    for owner in (symbol, "AR", None):  # any company; closed
        assign_private(game, blocker, owner)
        assert clause(game, action) == ""
