"""1888, both editions: tiles, upgrades and stations (MAP, TRK, UPG, HOM, TOK)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    buy_private,
    clause,
    code,
    company,
    hex_id,
    kinds,
    lay,
    lay_private,
    lay_tile,
    lays_on,
    operate,
    place_token,
    play,
    set_phase,
    set_treasury,
    start,
    stock_round,
    tile,
    token,
)
from tests.clauses.t1888.boards import round_beijing
from tetsudo.core.actions import BuyPrivate, LayTile, Pass
from tetsudo.core.frames import Operating
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.tiles_and_tokens.tokens import place_homes
from tetsudo.engine.state.state import OPERATING_ROUND, record_run
from tetsudo.game.game import Game
from tetsudo.game.unavailable import refused_actions


def acting(game: Game, symbol: str, *at: str, step: str = "track", cash: int = 500) -> Game:
    """A company in its turn, with tokens in the given places ("C9:1"), otherwise at home; it has run before."""
    number = start(game, symbol, {0: 60}, par=95, cash=cash, tokens=[] if at else None)
    for place in at:
        name, _, city = place.partition(":")
        token(game, symbol, name, int(city or 0))
    record_run(game.state, number, 0)
    return operate(game, symbol, step)


@pytest.mark.rule("1888*-MAP-01", "1888*-TRK-01", "1888*-TRK-06", "1888*-SET-07")
def test_yellow_tiles_on_empty_land_only(title: str) -> None:
    game = acting(round_beijing(title), "JZR", "C9")
    assert code(game, lay_tile(game, "JZR", "C5", "9", 1)) == ""
    assert code(game, lay_tile(game, "JZR", "C7", "8", 2)) == "tile_kind"
    assert code(game, lay_tile(game, "JZR", "C7", "24", 1)) == "tile_colour"


@pytest.mark.rule("1888*-MAP-03", "1888*-MAP-04", "1888*-MAP-05", "1888*-TRK-05")
@pytest.mark.parametrize("name", ["I11", "H2", "A1", "I5", "A17", "D20", "E17", "F16", "H16"])
def test_red_grey_and_blue_hexes_take_no_ordinary_tile(title: str, name: str) -> None:
    game = acting(stock_round(title=title), "SSL")
    assert code(game, lay_tile(game, "SSL", name, "57", 0)) == "hex_closed"
    assert code(game, lay_tile(game, "SSL", name, "L40a", 0)) == "special_tile"
    assert "E15" not in game.setup.map.by_name


@pytest.mark.rule("1888*-TRK-02", "1888*-TRK-03", "1888*-UPG-14")
def test_double_cities_and_beijing_begin_with_green(title: str) -> None:
    game = acting(stock_round(title=title), "SSL")
    assert code(game, lay_tile(game, "SSL", "B18", "57", 1)) == "tile_kind"
    assert code(game, lay_tile(game, "SSL", "B18", "8859", 1)) == "tile_colour"
    set_phase(game, "3")
    assert code(game, lay_tile(game, "SSL", "B18", "8859", 1)) == ""
    play(game, lay_tile(game, "SSL", "B18", "8859", 1))
    assert code(game, lay_tile(game, "SSL", "B16", "1", 0)) in ("one_tile", "not_this_step")


ONE_OF_THREE = {"lay": ("C5", "9", 1), "upgrade": ("C7", "20", 0), "printed": ("C9", "L42", 0)}
"""A yellow tile, an upgrade of the straight track next to it, and the first tile on Beijing."""


@pytest.mark.rule("1888*-TRK-04", "1888*-ACT-02", "1888*-UPG-01")
@pytest.mark.parametrize("first", ONE_OF_THREE)
def test_a_lay_or_an_upgrade_or_none_but_one_a_turn(title: str, first: str) -> None:
    game = round_beijing(title)
    set_phase(game, "3")
    game = acting(game, "JZR", "C9")
    actions = {each: lay_tile(game, "JZR", *place) for each, place in ONE_OF_THREE.items()}
    assert [code(game, action) for action in (*actions.values(), Pass(0))] == ["", "", "", ""]
    play(game, actions.pop(first))
    assert {code(game, action) for action in actions.values()} <= {"one_tile", "not_this_step"}
    assert not [each for each in game.legal_actions() if isinstance(each, LayTile)]


@pytest.mark.rule("1888*-TRK-07", "1888*-HOM-01", "1888*-HOM-02", "1888*-HOM-03", "1888*-TOK-06")
@pytest.mark.parametrize(("symbol", "home", "cost"), [("HJR", "F6", 0), ("TJL", "E3", 40), ("ZDR", "G11", 0)])
def test_three_companies_must_lay_their_home_in_the_first_turn(title: str, symbol: str, home: str, cost: int) -> None:
    game = stock_round(title=title)
    start(game, symbol, {0: 60}, par=70, cash=700, tokens=[])
    state = game.state
    state.round, state.operating_round, state.operating_rounds = OPERATING_ROUND, 1, 1
    state.stack = (Operating(),)
    log: list = []
    engine.settle(game.ruleset, state, log)
    assert [each.kind for each in log] == ["turn_began", "token_placed"]
    assert game.companies[symbol].tokens == (home,)
    assert game.companies[symbol].cash == 700
    assert code(game, Pass(0)) == "must_lay_home"
    assert {each.hex for each in game.legal_actions() if isinstance(each, LayTile)} == {game.setup.map.by_name[home]}
    play(game, lay_tile(game, symbol, home, "57", 0))
    assert game.companies[symbol].cash == 700 - cost


@pytest.mark.rule("1888*-TRK-07")
def test_before_its_home_such_a_company_lays_nothing_else(title: str) -> None:
    game = stock_round(title=title)
    lay(game, "C5", "57", 1)
    start(game, "HJR", {0: 60}, par=70, cash=700, tokens=["F6", "C5"])
    operate(game, "HJR")
    free = game.clone()
    record_run(free.state, company(game, "HJR"), 0)
    others = [each for each in free.legal_actions() if isinstance(each, LayTile) and each.hex != hex_id(game, "F6")]
    assert others
    assert {code(game, each) for each in others} == {"must_lay_home"}


@pytest.mark.rule("1888*-TRK-07")
def test_a_home_that_holds_a_tile_binds_nobody_nor_does_18xx_games(title: str) -> None:
    game = stock_round(title=title)
    lay(game, "F6", "57")
    start(game, "HJR", {0: 60}, par=95, cash=700)
    assert code(operate(game, "HJR"), Pass(0)) == ""
    game = stock_round(title=title, variants=["18xx.games"])
    start(game, "HJR", {0: 60}, par=95, cash=700)
    assert code(operate(game, "HJR"), Pass(0)) == ""
    game = stock_round(title=title)
    start(game, "SSL", {0: 60}, par=95, cash=700)
    assert code(operate(game, "SSL"), Pass(0)) == ""


@pytest.mark.rule("1888*-TRK-07")
def test_only_the_first_turn_binds_a_company_to_its_home(title: str) -> None:
    game = stock_round(title=title)
    start(game, "TJL", {0: 60}, par=95, cash=700)
    assert code(operate(game, "TJL"), Pass(0)) == "must_lay_home"
    record_run(game.state, game.companies["TJL"].id, 0)
    assert code(game, Pass(0)) == ""
    set_phase(game, "3")
    assign_private(game, "KT", 0)
    set_treasury(game, "TJL", 30)
    assert code(game, buy_private(game, 0, "TJL", "KT", 30)) == ""


def first_turn(title: str, symbol: str, cash: int, *owners: int | str | None, **options: Any) -> Game:
    """A company in its first turn, in phase 3; `owners`: of Kaiping Tramway and the Terracotta Army."""
    game = stock_round(title=title, **options)
    set_phase(game, "3")
    for private, owner in zip(("KT", "TA"), owners, strict=False):
        assign_private(game, private, owner)
    start(game, symbol, {0: 60}, par=95, cash=cash)
    return operate(game, symbol)


@pytest.mark.rule("1888*-TRK-07")
def test_no_private_is_bought_with_what_the_home_tile_costs(title: str) -> None:
    """Taiyuan costs 40: a company with 70 may offer up to 30 before its home tile is laid."""
    game = first_turn(title, "TJL", 70, 0, 1)
    assert code(game, buy_private(game, 0, "TJL", "KT", 31)) == "private_home_cost"
    assert clause(game, buy_private(game, 0, "TJL", "KT", 31)).endswith("-TRK-07")
    assert code(game, buy_private(game, 0, "TJL", "TA", 31)) == "private_home_cost", "nor another player's"
    play(game, buy_private(game, 0, "TJL", "KT", 30))
    assert code(game, Pass(0)) == "must_lay_home"
    assert code(game, buy_private(game, 0, "TJL", "TA", 25)) == "private_home_cost", "nor one after the other"
    play(game, lay_tile(game, "TJL", "E3", "57", 0))
    assert game.companies["TJL"].cash == 0


@pytest.mark.rule("1888*-TRK-07")
def test_the_home_tile_once_laid_keeps_nothing_back(title: str) -> None:
    game = first_turn(title, "TJL", 70, 0)
    play(game, lay_tile(game, "TJL", "E3", "57", 0))
    assert code(game, buy_private(game, 0, "TJL", "KT", 30)) == ""
    game = first_turn(title, "TJL", 30, 0)
    lay(game, "E3", "57")
    assert code(game, buy_private(game, 0, "TJL", "KT", 30)) == ""
    game = first_turn(title, "TJL", 30, 0, home_tiles=False)
    assert code(game, buy_private(game, 0, "TJL", "KT", 30)) == ""
    for symbol in ("HJR", "SSL"):  # its home tile is free; it need not lay one
        assert code(first_turn(title, symbol, 30, 0), buy_private(game, 0, symbol, "KT", 30)) == ""


@pytest.mark.rule("1888*-TRK-07")
def test_who_could_not_pay_its_home_anyway_buys_nothing_before_the_track_step_is_over(title: str) -> None:
    """By the letter of the clause; only a house rule allows a starting treasury below 40."""
    game = first_turn(title, "TJL", 39, 0)
    assert code(game, buy_private(game, 0, "TJL", "KT", 20)) == "private_home_cost"
    play(game, Pass(0))
    assert code(game, buy_private(game, 0, "TJL", "KT", 20)) == ""


@pytest.mark.rule("1888*-TRK-07")
def test_attempts_tell_of_a_private_that_the_home_tile_keeps_from_a_company(title: str) -> None:
    game = first_turn(title, "TJL", 40, 0)
    assert ("private_home_cost", "KT") in {
        (each.refusal.code, game.setup.privates[each.action.private].symbol)
        for each in refused_actions(game, 0)
        if isinstance(each.action, BuyPrivate)
    }


@pytest.mark.rule("1888*-TRK-07")
def test_nor_does_a_private_lay_spend_it(title: str) -> None:
    """No private in the book pays for terrain; one of a custom title may."""
    game = first_turn(title, "TJL", 70)
    assign_private(game, "CW", "TJL")
    power = game.ruleset.powers.of_private[game.privates["CW"].id][0]
    assert isinstance(power, LaysTile)
    power.pays = True
    assert code(game, lay_private(game, 0, "CW", "D6", "9", 1)) == "private_home_cost"
    assert code(game, lay_private(game, 0, "CW", "E3", "57", 0)) == "", "it is the home tile"
    set_treasury(game, "TJL", 80)
    assert code(game, lay_private(game, 0, "CW", "D6", "9", 1)) == ""


@pytest.mark.rule("1888*-TRK-08", "1888*-TOK-05")
def test_tiles_are_reached_from_an_own_station(title: str) -> None:
    game = acting(stock_round(title=title), "SSL")
    assert code(game, lay_tile(game, "SSL", "D8", "9", 0)) == "track_unconnected"
    assert code(game, lay_tile(game, "SSL", "B16", "2", 3)) == ""


@pytest.mark.rule("1888*-TRK-09", "1888*-UPG-12")
def test_not_through_a_city_that_others_have_filled(title: str) -> None:
    game = round_beijing(title)
    start(game, "CDL", {1: 60}, par=90, tokens=["D10"])
    game = acting(game, "JHR", "C9:1")
    assert code(game, lay_tile(game, "JHR", "C11", "9", 1)) == "track_unconnected"
    lay(game, "D10", "15", 1)  # one slot is free now
    assert code(game, lay_tile(game, "JHR", "C11", "9", 1)) == ""


@pytest.mark.rule("1888*-TRK-12")
def test_of_a_double_town_one_track_must_connect(title: str) -> None:
    game = acting(stock_round(title=title), "SSL")
    # Tile 2 has track 0-3 and 1-2: rotated by 3, side 4 leads to Shenyang, the other track is unconnected.
    assert ("2", 3) in lays_on(game, "SSL", "B16")


@pytest.mark.rule("1888*-TRK-15", "1888*-UPG-16")
def test_the_first_tile_costs_and_upgrades_are_free(title: str) -> None:
    game = acting(round_beijing(title), "JZR", "C9", cash=39)
    assert code(game, lay_tile(game, "JZR", "C5", "9", 1)) == "terrain_cost"
    set_phase(game, "3")
    assert code(game, lay_tile(game, "JZR", "C7", "24", 1)) == ""
    play(game, lay_tile(game, "JZR", "C7", "24", 1))
    assert game.companies["JZR"].cash == 39
    game = acting(round_beijing(title), "JZR", "C9", cash=40)
    bank = game.view().bank
    play(game, lay_tile(game, "JZR", "C5", "9", 1))
    assert (game.companies["JZR"].cash, game.view().bank) == (0, bank + 40)


@pytest.mark.rule("1888*-UPG-17")
def test_the_first_tiles_on_beijing_and_h4_cost_though_they_are_upgrades(title: str) -> None:
    game = acting(stock_round(title=title), "JZR", cash=100)
    set_phase(game, "3")
    play(game, lay_tile(game, "JZR", "C9", "L42", 4))
    assert game.companies["JZR"].cash == 90
    game = stock_round(title=title)
    lay(game, "G3", "8", 3)
    lay(game, "F4", "8", 0)
    game = acting(game, "HJR", "I5", cash=100)
    set_phase(game, "3")
    play(game, lay_tile(game, "HJR", "H4", "8859", 2))
    assert game.companies["HJR"].cash == 80


@pytest.mark.rule("1888*-TRK-18")
def test_track_may_end_blindly_at_a_neighbour(title: str) -> None:
    game = round_beijing(title)
    lay(game, "D8", "7", 0)  # no track towards C7
    game = acting(game, "JZR", "C9")
    set_phase(game, "3")
    assert ("23", 1) in lays_on(game, "JZR", "C7")  # its branch 5 meets a side of D8 without track


@pytest.mark.rule("1888*-TRK-16", "1888*-TRK-17", "1888*-TRK-19")
@pytest.mark.parametrize(
    ("name", "tile_name", "rotation", "reason"),
    [
        ("D12", "58", 2, "track_off_map"),  # sides 2 and 4: sea
        ("C17", "4", 1, "track_closed_side"),  # a barrier towards C15
        ("B16", "55", 2, "track_closed_side"),  # towards A15, grey
    ],
)
def test_sides_that_take_no_track(title: str, name: str, tile_name: str, rotation: int, reason: str) -> None:
    game = acting(stock_round(title=title), "SSL")
    assert code(game, lay_tile(game, "SSL", name, tile_name, rotation)) == reason


@pytest.mark.rule("1888*-UPG-02", "1888*-UPG-03", "1888*-UPG-04", "1888*-UPG-05")
def test_colours_follow_one_by_one_and_come_with_their_phases(title: str) -> None:
    game = acting(round_beijing(title), "JHR", "C9:1")
    set_phase(game, "7")
    assert code(game, lay_tile(game, "JHR", "D10", "611", 0)) == "tile_kind"
    for name, before, since in (("15", "2", "3"), ("611", "4", "5"), ("51", "6", "7")):
        set_phase(game, before)
        assert not lays_on(game, "JHR", "D10")
        set_phase(game, since)
        turns = [turn for each, turn in lays_on(game, "JHR", "D10") if each == name]
        lay(game, "D10", name, min(turns))
    assert not lays_on(game, "JHR", "D10")


@pytest.mark.rule("1888*-UPG-06", "1888*-UPG-07", "1888*-UPG-08")
def test_upgrades_are_permissive_but_connected_and_keep_track(title: str) -> None:
    game = acting(round_beijing(title), "JZR", "C9")
    set_phase(game, "3")
    assert code(game, lay_tile(game, "JZR", "C7", "20", 0)) == ""  # the new track 0-3 leads nowhere
    assert code(game, lay_tile(game, "JZR", "C7", "23", 0)) == "track_kept"
    assert code(game, lay_tile(game, "JZR", "D12", "58", 1)) != ""
    strict = acting(round_beijing(title, track="semi-restrictive"), "JZR", "C9")
    set_phase(strict, "3")
    assert code(strict, lay_tile(strict, "JZR", "C7", "20", 0)) == "track_unconnected"


@pytest.mark.rule("1888*-UPG-11", "1888*-UPG-13")
def test_an_upgrade_brings_slots_and_gives_its_tile_back(title: str) -> None:
    game = acting(round_beijing(title), "JHR", "C9:1")
    set_phase(game, "3")
    before = game.state.supply[tile(game, "6")]
    rotation = min(turn for each, turn in lays_on(game, "JHR", "D10") if each == "15")
    play(game, lay_tile(game, "JHR", "D10", "15", rotation))
    assert game.state.supply[tile(game, "6")] == before + 1
    face = game.setup.faces[game.state.tiles[game.setup.map.by_name["D10"]]]
    assert face.nodes[0].slots == 2


@pytest.mark.rule("1888*-UPG-15")
def test_labelled_tiles_on_labelled_hexes_only(title: str) -> None:
    game = acting(round_beijing(title), "JHR", "C9:1")
    set_phase(game, "3")
    assert code(game, lay_tile(game, "JHR", "D10", "8858", 0)) == "tile_kind"
    assert code(game, lay_tile(game, "JHR", "C9", "8858", 0)) == "tile_kind"
    assert code(game, lay_tile(game, "JHR", "C9", "15", 0)) == "tile_kind"


# Stations


@pytest.mark.rule("1888*-TOK-01", "1888*-TOK-07", "1888*-TOK-08", "1888*-TOK-09", "1888*-ACT-03")
def test_one_station_a_turn_for_forty_then_a_hundred(title: str) -> None:
    game = acting(round_beijing(title), "CDL", "D10", step="token")
    bank = game.view().bank
    play(game, place_token(game, "CDL", "C13"))
    assert (game.companies["CDL"].cash, game.view().bank) == (460, bank + 40)
    assert code(game, place_token(game, "CDL", "C9", 1)) == "not_this_step"
    assert game.companies["CDL"].token_prices_left == (100, 100)


@pytest.mark.rule("1888*-TOK-10")
def test_one_station_of_a_company_on_a_hex(title: str) -> None:
    game = round_beijing(title)
    lay(game, "C9", "L42", 4)
    game = acting(game, "JHR", "C9", step="token")  # its city is number 0 on this tile
    assert code(game, place_token(game, "JHR", "C9", 2)) == "token_twice"


@pytest.mark.rule("1888*-TOK-11")
def test_a_station_needs_an_unblocked_way(title: str) -> None:
    game = round_beijing(title)
    game = acting(game, "JHR", "C9:1", step="token")
    assert code(game, place_token(game, "JHR", "C13")) == ""
    start(game, "CDL", {1: 60}, par=90, tokens=["D10"])
    game.state.network = None
    assert code(game, place_token(game, "JHR", "C13")) == "token_unconnected"
    assert code(game, place_token(game, "JHR", "E5")) == "token_unconnected"


@pytest.mark.rule("1888*-TOK-13")
@pytest.mark.parametrize(("rotation", "home"), [(1, 0), (2, 1)])
def test_the_home_of_a_company_to_come_is_kept_free_also_after_an_upgrade(title: str, rotation: int, home: int) -> None:
    game = stock_round(title=title)
    lay(game, "B18", "8859", rotation)
    game = acting(game, "CDL", step="token")
    assert code(game, place_token(game, "CDL", "B18", home)) == "city_reserved"
    assert code(game, place_token(game, "CDL", "B18", 1 - home)) in ("", "token_unconnected")
    start(game, "SSL", {1: 60}, par=90, tokens=[])
    place_homes(game.ruleset, game.state, [], game.setup.company("SSL").id)
    assert game.state.tokens.count(game.setup.map.by_name["B18"] * 8 + home) == 1


@pytest.mark.rule("1888*-TOK-13")
def test_after_merging_one_slot_is_kept_for_each(title: str) -> None:
    game = round_beijing(title)
    lay(game, "C9", "8892", 0)  # four slots; JHR and JZR are not there yet
    for symbol in ("CDL", "TJL"):
        start(game, symbol, {1: 60}, par=90, tokens=["C9"])
    game = acting(game, "SSL", "D10", step="token")
    assert code(game, place_token(game, "SSL", "C9", 0)) == "city_reserved"
    start(game, "JHR", {2: 60}, par=90, tokens=[])
    assert code(game, place_token(game, "SSL", "C9", 0)) == "city_reserved"


@pytest.mark.rule("1888*-TOK-15", "1888*-TOK-08")
@pytest.mark.parametrize(("at", "name"), [("F16", "E17"), ("E17", "F16"), ("H4:1", "I5")])
def test_circles_on_blue_and_grey_hexes_take_stations(title: str, at: str, name: str) -> None:
    game = stock_round(title=title)
    lay(game, "E17", "L40a")
    lay(game, "F16", "L40b")
    lay(game, "H4", "8858", 2)  # its city 1 leads to Zhengzhou
    game = acting(game, "TJL", at, step="token")
    play(game, place_token(game, "TJL", name))
    assert game.companies["TJL"].tokens[-1] == name
    assert game.companies["TJL"].cash == 460


@pytest.mark.rule("1888*-TOK-15", "1888*-TOK-13")
def test_changchuns_one_circle_is_its_companys(title: str) -> None:
    game = round_beijing(title)
    lay(game, "B20", "8858", 0)  # city 0 has side 2, to Changchun
    game = acting(game, "SSL", "B20:0", "D10", step="token")
    assert code(game, place_token(game, "SSL", "A19")) == "city_reserved"
    start(game, "CDL", {1: 60}, par=90)
    assert game.companies["CDL"].tokens == ("A19",)
    game.state.network = None
    assert code(game, place_token(game, "SSL", "A19")) == "city_full"


@pytest.mark.rule("1888*-TOK-15", "1888*-TOK-01")
@pytest.mark.parametrize("name", ["A1", "A3", "H2", "I11", "H16", "D20"])
def test_places_without_a_circle_take_none(title: str, name: str) -> None:
    game = acting(round_beijing(title), "JHR", "C9:1", step="token")
    assert code(game, place_token(game, "JHR", name)) == "no_city"


@pytest.mark.rule("1888*-TOK-06", "1888*-TOK-07", "1888*-HOM-03")
def test_the_first_turn_may_see_two_stations(title: str) -> None:
    game = round_beijing(title)
    start(game, "JHR", {0: 60}, par=95, cash=500, tokens=[])
    game.state.round, game.state.operating_round, game.state.operating_rounds = OPERATING_ROUND, 1, 1
    game.state.stack = (Operating(),)
    engine.settle(game.ruleset, game.state, [])
    play(game, Pass(0), place_token(game, "JHR", "D10"))
    assert (game.companies["JHR"].tokens, game.companies["JHR"].cash) == (("C9", "D10"), 460)


def test_events_of_a_lay(title: str) -> None:
    game = acting(round_beijing(title), "JZR", "C9")
    assert kinds(play(game, lay_tile(game, "JZR", "C5", "9", 1)))[0] == "tile_laid"
