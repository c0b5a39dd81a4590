"""1890: variants of the whole game (C.10) that change its contents, not the course of a round."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    best_run,
    buy,
    buy_train,
    clause,
    code,
    company,
    dividend,
    empty_depot,
    end_stock_round,
    kinds,
    lay,
    lay_tile,
    lays_on,
    operate,
    par,
    play,
    private,
    run,
    set_phase,
    skip_company_turn,
    start,
    take_turn,
    token,
)
from tests.clauses.t1890.boards import board, company_turn, tile_names
from tests.clauses.t1890.tables import TRAINS, assign_minor, join_akashi, table
from tests.properties.conservation import assert_conserved
from tetsudo.core.actions import HALF, PAY, WITHHOLD, BuyPassage, TakePrivate
from tetsudo.engine.rules.turn_order.round_sequence import begin_operating_rounds
from tetsudo.engine.state.ownership import train_count
from tetsudo.engine.state.state import CLOSED, DISCARDED, PRICE_REACHED, UNPLACED, bank_of
from tetsudo.game.game import Game
from tetsudo.titles import loader

SCENARIOS = ("A", "B", "C", "D")

BOOKS = {
    "A": "A.10.1 A.10.1 A.10.1 A.10.2 A.10.3 A.10.4 C.10.3 C.10.4 C.10.5 C.10.6 C.10.8 C.10.10",
    "B": "A.10.1 A.10.1 A.10.1 A.10.2 A.10.3 C.10.3 C.10.4 C.10.5 C.10.6 C.10.8 C.10.10",
    "C": "C.10.3 C.10.4 C.10.5 C.10.6 C.10.7 C.10.8 C.10.10 C.10.11",
    "D": "C.10.3 C.10.4 C.10.5 C.10.6 C.10.8 C.10.10",
}
"""Variants that each scenario must offer. B always has eight turns (A.10.4), D the other Kinki (C.10.11)."""


@pytest.mark.rule("1890-A.10-a", "1890-B.14-a", "1890-C.10-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_variants_of_the_book_are_offered_where_what_they_speak_of_is(scenario: str) -> None:
    offered = [each.source for each in loader.title_info("1890").variants_in(scenario)]
    for source in set(BOOKS[scenario].split()):
        assert offered.count(source) == BOOKS[scenario].split().count(source), source
    assert ("C.10.7" in offered) == (scenario == "C")
    assert ("A.10.4" in offered) == (scenario == "A")


@pytest.mark.rule("1890-C.10-a", "1890-A.10-a", "1890-B.14-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_changes_something_alone_and_goes_together_with_every_other_that_it_does_not_exclude(
    scenario: str,
) -> None:
    info = loader.title_info("1890")
    usual = loader.setup("1890", 4, scenario=scenario)
    names = [each.name for each in info.variants_in(scenario)]
    for name in names:
        alone = loader.setup("1890", 4, [name], scenario=scenario)
        assert [getattr(alone, part) for part in PARTS] != [getattr(usual, part) for part in PARTS], name
    apart = {(each.name, other.name) for each in info.variants for other in each.excludes}
    for both in combinations(names, 2):
        assert (info.playable(scenario, both) == both) == (both not in apart)
    loader.setup("1890", 4, info.playable(scenario, names), scenario=scenario)


PARTS = ("settings", "map", "faces", "trains", "phases", "privates", "companies", "tiles", "powers")


# C.10.3


def line_of_nine(**more: Any) -> Game:
    """Nine stops from Himeji to Toyonaka: 70, then 20 30 20 20 30 40 20 20; Sanyo's token is at the second."""
    game = table("A", "6", **more)
    for name in ("F3", "F7", "F9"):
        lay(game, name, "57", 1)
    lay(game, "F11", "202", 5)
    lay(game, "F13", "6", 0)
    lay(game, "E12", "6", 5)
    start(game, "SY", {0: 60})
    return game


EIGHT = "F1 F3 F5 F7 F9 F11 G12 F13"


@pytest.mark.rule("1890-C.10.3-a")
def test_an_8_train_calls_at_eight_stops_and_no_more() -> None:
    game = line_of_nine(variants=["eight-trains"])
    assign_train(game, "SY", "8")
    operate(game, "SY", "run")
    assert code(game, run(game, "SY", ("8", f"{EIGHT} E12"))) == "route_long"
    assert code(game, run(game, "SY", ("8", EIGHT))) == ""
    assert best_run(game) == 70 + 20 + 30 + 20 + 20 + 30 + 40 + 20


@pytest.mark.rule("1890-C.10.3-a")
def test_without_the_variant_a_d_train_calls_at_all_nine() -> None:
    game = line_of_nine()
    assign_train(game, "SY", "D")
    operate(game, "SY", "run")
    assert best_run(game) == 270


@pytest.mark.rule("1890-C.10.3-a")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_an_8_train_costs_and_takes_in_exchange_what_a_d_train_does(old: str) -> None:
    game = table("C", "5", variants=["eight-trains"])
    empty_depot(game, "2", "2+2", "3", "3+3")
    start(game, "SY", {0: 60}, cash=800, trains=[old])
    operate(game, "SY", "trains")
    assert code(game, buy_train(game, "SY", "8")) == "train_cash"
    assert game.setup.trains[-1].price == 1100
    events = play(game, buy_train(game, "SY", "8", trade_in=old))
    assert "phase_began" in kinds(events)
    assert (game.companies["SY"].cash, game.companies["SY"].trains) == (0, ("8",))
    assert game.view().phase == "6"


@pytest.mark.rule("1890-C.10.3-a")
@pytest.mark.parametrize(("scenario", "count"), [("A", 5), ("B", 6), ("C", 6), ("D", 6)])
def test_there_are_as_many_8_trains_as_d_trains_and_fours_rust_with_them(scenario: str, count: int) -> None:
    trains = {each.name: each for each in loader.setup("1890", 4, ["eight-trains"], scenario=scenario).trains}
    assert "D" not in trains
    assert (trains["8"].stops, trains["8"].count) == (8, count)
    assert trains["4"].rusted_by == trains["8"].id


# C.10.4


def before_phase_5(scenario: str, *, buyer: str = "SY") -> Game:
    """The first 6-train is next, for Sanyo (player 1) or Kobe Electric (player 0) to buy."""
    game = table(scenario, "4", variants=["forced-conversion"])
    there = [each.name for each in game.setup.trains]
    empty_depot(game, *(name for name in TRAINS[:6] if name in there))
    assign_minor(game, "KER", 0, cash=650 if buyer == "KER" else 50)
    start(game, "SY", {1: 60}, par=100, cash=630 + 1100)
    return operate(game, buyer, "trains")


@pytest.mark.rule("1890-C.10.4-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_kobe_electric_converts_after_the_turn_in_which_the_first_6_train_is_bought(scenario: str) -> None:
    game = before_phase_5(scenario)
    bank = game.view().bank
    play(game, buy_train(game, "SY", "6"))
    assert (game.view().phase, game.players[0].privates) == ("5", ()), "Sanyo may buy another"
    events = skip_company_turn(game)
    assert kinds(events).count("converted") == 1
    assert game.state.status[company(game, "KER")] == CLOSED
    assert game.players[0].privates == ("KE",)
    assert game.view().bank == bank + 630 + 50
    assert not game.companies["KER"].tokens
    assert_conserved(game)


@pytest.mark.rule("1890-C.10.4-a")
def test_it_has_no_turn_after_that() -> None:
    """Sanyo's turn is the only one; Kobe Electric's would have come before the end of the round."""
    game = before_phase_5("A")
    events = [*play(game, buy_train(game, "SY", "6")), *skip_company_turn(game)]
    assert "turn_began" not in kinds(events)
    assert game.to_act.doing == "stock"


@pytest.mark.rule("1890-C.10.4-a")
def test_if_it_buys_that_train_itself_the_train_comes_to_the_market() -> None:
    game = before_phase_5("A", buyer="KER")
    play(game, buy_train(game, "KER", "6"))
    assert game.to_act.company == company(game, "KER"), "its turn goes on"
    skip_company_turn(game)
    assert game.players[0].privates == ("KE",)
    assert train_count(game.state, 4, game.state.companies + DISCARDED) == 1
    assert game.players[0].cash == 500


@pytest.mark.rule("1890-C.10.4-a")
def test_one_that_is_bought_in_phase_5_never_acts() -> None:
    game = table("A", "5", variants=["forced-conversion"])
    assign_minor(game, "KER", 2, cash=200)
    start(game, "SY", {1: 60}, par=100, cash=100)
    assert "converted" in kinds(end_stock_round(game))
    assert game.to_act.company == company(game, "SY")
    assert game.players[2].privates == ("KE",)


@pytest.mark.rule("1890-C.10.4-a")
def test_it_converts_before_phase_5_if_its_owner_likes_and_not_at_all_without_the_variant() -> None:
    game = table("A", "4", variants=["forced-conversion"])
    assign_minor(game, "KER", 0)
    end_stock_round(game)
    assert game.to_act.company == company(game, "KER")
    game = table("A", "5")
    assign_minor(game, "KER", 0)
    end_stock_round(game)
    assert game.to_act.company == company(game, "KER")


# C.10.5

AT_375 = (0, 16)
BELOW_400 = (1, 17)


def at_375(*, ends: bool = True, revenue: int = 100) -> Game:
    """Sanyo, at 375, has earned `revenue`; Hankyu is yet to act."""
    game = table("A", "4", variants=["end-at-400"] if ends else [])
    join_akashi(game)
    start(game, "SY", {0: 60}, cell=AT_375, trains=["4"], cash=1000)
    start(game, "HK", {1: 60})
    game.state.revenue = revenue
    return operate(game, "SY", "dividend")


@pytest.mark.rule("1890-C.10.5-a")
def test_a_price_of_400_ends_the_game_after_the_turn_of_its_company() -> None:
    """Player 0 gets 60 of 100, and has six shares at 400 at the end."""
    game = at_375()
    events = play(game, dividend(game, "SY", PAY))
    assert (game.companies["SY"].price, game.is_over) == (400, False)
    assert game.to_act == (0, company(game, "SY"), "trains"), "the turn is played to its end"
    events += skip_company_turn(game)
    assert (game.is_over, game.state.ended, game.end_reason) == (True, PRICE_REACHED, "price")
    assert kinds(events)[-1] == "game_ended"
    assert "turn_began" not in kinds(events), "Hankyu has none any more"
    assert game.players[0].worth == 560 + 6 * 400


@pytest.mark.rule("1890-C.10.5-a")
def test_less_does_not_end_it_nor_does_400_without_the_variant() -> None:
    game = at_375()
    play(game, dividend(game, "SY", WITHHOLD))
    skip_company_turn(game)
    assert (game.companies["SY"].price, game.to_act.company) == (350, company(game, "HK"))
    game = at_375(ends=False)
    play(game, dividend(game, "SY", PAY))
    skip_company_turn(game)
    assert (game.companies["SY"].price, game.to_act.company) == (400, company(game, "HK"))


@pytest.mark.rule("1890-C.10.5-b")
def test_a_sold_out_company_that_rises_to_400_ends_the_game_before_companies_operate() -> None:
    """Hankyu, also sold out, rises from 110 to 125: player 1 has 4 shares at 400 and 6 at 125."""
    game = table("A", "4", variants=["end-at-400"])
    start(game, "SY", {0: 60, 1: 40}, cell=BELOW_400)
    start(game, "HK", {1: 60, 2: 40}, cell=(1, 6))
    events = end_stock_round(game)
    assert (game.companies["SY"].price, game.companies["HK"].price) == (400, 125)
    assert (game.is_over, game.end_reason) == (True, "price")
    assert "operating_round_began" not in kinds(events)
    assert game.players[1].worth == 500 + 4 * 400 + 6 * 125


@pytest.mark.rule("1890-C.10.5-b")
def test_a_company_that_is_not_sold_out_stays_below() -> None:
    game = table("A", "4", variants=["end-at-400"])
    start(game, "SY", {0: 60, 1: 30}, cell=BELOW_400)
    end_stock_round(game)
    assert (game.companies["SY"].price, game.is_over) == (375, False)


def test_a_table_may_end_at_another_price() -> None:
    game = table("A", "4", end_price=200)
    start(game, "SY", {0: 60, 1: 40}, cell=(1, 9))
    end_stock_round(game)
    assert (game.companies["SY"].price, game.end_reason) == (200, "price")


# C.10.6


@pytest.mark.rule("1890-C.10.6-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    ("in_phase", "tile", "revenue"),
    [("1", "", 40 + 20 + 10), ("2", "820", 40 + 20 + 15), ("4", "830", 50 + 20 + 20)],
)
def test_kobe_is_worth_10_15_20_to_everybody(scenario: str, in_phase: str, tile: str, revenue: int) -> None:
    """A run from Himeji through Akashi (20) to Kobe."""
    game = table(scenario, in_phase, variants=["cheap-kobe"])
    join_akashi(game)
    if tile:
        lay(game, "F5", tile)
    start(game, "SY", {0: 60}, trains=["3"])
    operate(game, "SY", "run")
    assert best_run(game) == revenue


@pytest.mark.rule("1890-C.10.6-a")
def test_of_75_each_holder_has_his_part_rounded_down() -> None:
    """Six shares of ten bring 45, one 7, and three in the market 22."""
    game = table("A", variants=["cheap-kobe"])
    start(game, "SY", {0: 60, 1: 10}, market=30)
    game.state.revenue = 75
    operate(game, "SY", "dividend")
    play(game, dividend(game, "SY", PAY))
    assert [each.cash for each in game.players] == [545, 507, 500, 500]
    assert game.companies["SY"].cash == 22


@pytest.mark.rule("1890-C.10.6-a")
def test_kobe_rapid_has_half_of_it_rounded_down() -> None:
    """Hanshin, from Nishinomiya, calls at green Kobe, where it has no token: half of 15 is 7."""
    game = table("C", "2", variants=["cheap-kobe"])
    for name in ("F9", "F7"):
        lay(game, name, "57", 1)
    lay(game, "F5", "820")
    start(game, "HS", {1: 60}, trains=["3"])
    assign_private(game, "KR", 2)
    operate(game, "HS", "run")
    play(game, run(game, "HS", ("3", "F9 F7 F5")))
    assert game.players[2].cash == 507


# C.10.7


@pytest.mark.rule("1890-C.10.7-a")
def test_late_privates_pay_their_incomes_and_do_nothing_else() -> None:
    """In phase 5, Kita-Osaka pays 60, Kobe Rapid 50; Keihan gets nothing for Kyoto, Nankai nothing for Sakai."""
    game = table("C", "5", variants=["plain-late-privates"])
    for player, symbol in enumerate(("KF", "KR", "KO", "SB")):
        assign_private(game, symbol, player)
    start(game, "KH", {0: 60})
    token(game, "KH", "B17", 1)
    start(game, "NK", {0: 60})
    token(game, "NK", "J11")
    end_stock_round(game)
    assert [each.cash for each in game.players] == [540, 550, 560, 570]
    assert (game.companies["KH"].cash, game.companies["NK"].cash) == (0, 0)


@pytest.mark.rule("1890-C.10.7-a")
def test_who_runs_to_kobe_pays_nobody() -> None:
    game = table("C", "2", variants=["plain-late-privates"])
    for name in ("F9", "F7"):
        lay(game, name, "57", 1)
    start(game, "HS", {1: 60}, trains=["3"])
    assign_private(game, "KR", 2)
    operate(game, "HS", "run")
    play(game, run(game, "HS", ("3", "F9 F7 F5")))
    assert game.players[2].cash == 500


@pytest.mark.rule("1890-C.10.7-b")
def test_nobodys_token_leaves_kobe_and_there_is_nothing_to_pass() -> None:
    game = table("C", "2", variants=["plain-late-privates"])
    lay(game, "F5", "820")
    start(game, "SY", {1: 60}, cash=500)
    token(game, "SY", "F5")
    assign_private(game, "KR", bank_of(game.state))
    events = play(game, TakePrivate(0, private(game, "KR"), 240))
    assert "token_returned" not in kinds(events)
    assert "private_token_placed" not in kinds(events)
    assert game.companies["SY"].tokens == ("F3", "F5")
    assert sum(place == UNPLACED for place in game.state.tokens) == len(game.state.tokens) - 2
    start(game, "HK", {2: 60}, cash=500)
    operate(game, "HK", "token", settle=False)
    assert code(game, BuyPassage(2, company(game, "HK"), private(game, "KR"))) != ""
    assert game.setup.privates[private(game, "KR")].tokens == 0


# C.10.8


def with_green(hex_name: str, tile: str, rotation: int, symbol: str, **more: object) -> Game:
    """A board with brown tiles, and a green city where a company has a token."""
    game = board("C", **more)
    lay(game, hex_name, tile, rotation)
    return company_turn(game, symbol, hex_name, era="4")


@pytest.mark.rule("1890-C.10.8-a")
@pytest.mark.parametrize(
    ("hex_name", "is_allowed"),
    [
        ("F3", True),  # Akashi, by the sea
        ("F7", True),  # Ashiya
        ("L9", True),  # Kishiwada
        ("D15", True),  # Takatsuki
        ("F13", True),  # Suita
        ("F15", True),  # Neyagawa
        ("D9", False),  # Takarazuka
        ("E10", False),  # Itami, on the Muko
        ("E12", False),  # Toyonaka
        ("H15", False),  # Higashi-Osaka
        ("K18", False),  # Sakurai
    ],
)
def test_the_brown_tile_lies_in_cities_by_the_sea_or_the_yodo_only(hex_name: str, is_allowed: bool) -> None:
    """In some rotation it could replace some green tile in each; in Fushimi and Izumisano no brown tile is legal."""
    usual, limited = (
        {tile for green in ("12", "15", "205", "206") for tile in _browns(hex_name, green, variants)}
        for variants in ([], ["rare-78"])
    )
    assert "193" in usual
    assert limited == (usual if is_allowed else usual - {"193"})


def _browns(hex_name: str, green: str, variants: list[str]) -> set[str]:
    """Tiles that may replace a green tile on a hex, in any rotation."""
    setup = loader.setup("1890", 4, variants, scenario="C")
    game = board("C", variants=variants)
    place, tile = setup.map.by_name[hex_name], next(each.id for each in setup.tiles if each.name == green)
    faces = [setup.face_of[tile, rotation] for rotation in range(6)]
    after = {new for face in faces for new in game.ruleset.atlas.lays(place, face)}
    return {setup.faces[new].name for new in after}


@pytest.mark.rule("1890-C.10.8-a")
def test_it_lies_in_nara_and_elsewhere_the_clause_is_named() -> None:
    game = with_green("H19", "15", 0, "JR", variants=["rare-78"])
    assert "193" in tile_names(lays_on(game, "JR", "H19")) | _browns("H19", "15", ["rare-78"])
    game = with_green("D9", "206", 0, "HK", variants=["rare-78"])
    assert tile_names(lays_on(game, "HK", "D9")) <= {"63", "74"}
    assert clause(game, lay_tile(game, "HK", "D9", "193", 0)) == "1890-C.10.8-a"


# C.10.10


@pytest.mark.rule("1890-C.10.10-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_from_phase_6_on_jr_pays_everything_or_nothing(scenario: str) -> None:
    """Of 130: 52 for player 0's four shares, 26 for two in the market."""
    game = table(scenario, "6", variants=["private-jr"])
    start(game, "JR", {0: 40}, market=20, tokens=[])
    game.state.revenue = 130
    operate(game, "JR", "dividend")
    assert clause(game, dividend(game, "JR", HALF)) == "1890-10.6.2-a"
    assert code(game, dividend(game, "JR", WITHHOLD)) == ""
    play(game, dividend(game, "JR", PAY))
    assert (game.players[0].cash, game.companies["JR"].cash, game.companies["JR"].price) == (552, 26, 110)


@pytest.mark.rule("1890-C.10.10-a")
@pytest.mark.parametrize("in_phase", ["1", "5"])
def test_until_then_it_pays_half(in_phase: str) -> None:
    game = table("C", in_phase, variants=["private-jr"])
    start(game, "JR", {0: 40}, tokens=[])
    game.state.revenue = 130
    operate(game, "JR", "dividend")
    assert clause(game, dividend(game, "JR", PAY)) == "1890-A.8.4-i"
    play(game, dividend(game, "JR", HALF))
    assert (game.players[0].cash, game.companies["JR"].cash) == (524, 70)


# C.10.11, as a variant of C; for the placement of its tokens see the tests of D


def normal_kinki(in_phase: str = "1", **more: int) -> Game:
    return table("C", in_phase, variants=["normal-kinki"], **more)


@pytest.mark.rule("1890-C.10.11-a", "1890-C.10.11-g")
def test_kinki_is_a_company_like_others_in_the_whole_game_too() -> None:
    game = normal_kinki(cash=1000)
    assert [each.symbol for each in game.setup.companies if each.kind == "minor"] == ["KER"]
    trains = {each.name: each.count for each in game.setup.trains}
    assert (trains["2"], "3+3" in trains) == (6, False)
    take_turn(game, par(game, 0, "KN", 80))
    take_turn(game, buy(game, 1, "KN"))
    take_turn(game, buy(game, 2, "KN"))
    take_turn(game, buy(game, 3, "KN"))
    assert game.companies["KN"].cash == 10 * 80
    end_stock_round(game)
    assert game.companies["KN"].tokens == ("H13",)


@pytest.mark.rule("1890-C.10.11-b", "1890-C.10.11-c", "1890-C.10.11-d")
@pytest.mark.parametrize(
    ("in_phase", "homes"), [("1", ("H13",)), ("2", ("H13", "J15")), ("4", ("H13", "J15", "H19", "B17"))]
)
def test_its_homes_take_their_tokens_phase_by_phase(in_phase: str, homes: tuple[str, ...]) -> None:
    game = normal_kinki(in_phase)
    start(game, "KN", {0: 60}, par=80, cash=300, tokens=[])
    begin_operating_rounds(game.ruleset, game.state, [])
    assert game.companies["KN"].tokens == homes


@pytest.mark.rule("1890-C.10.11-a")
def test_what_else_the_whole_game_has_is_there() -> None:
    """Late privates, special rules of companies, all phases except 2.5."""
    game = normal_kinki()
    assert {"KF", "KR", "KO", "SB"} <= {each.symbol for each in game.setup.privates}
    assert [power.kind for power in game.setup.company("HS").powers] == ["run_bonus"]
    assert [each.name for each in game.setup.phases] == ["1", "1.5", "2", "3", "4", "5", "6"]
    set_phase(game, "6")
    assert_conserved(game)
