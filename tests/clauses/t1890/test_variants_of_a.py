"""1890: variants of scenarios A and B (A.10, B.14)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_train,
    clause,
    code,
    company,
    dividend,
    end_stock_round,
    lay,
    lay_tile,
    lays_on,
    new_game,
    operate,
    par,
    play,
    run,
    skip_company_turn,
    start,
    token,
)
from tests.clauses.t1890.tables import table
from tetsudo.core.actions import HALF, PAY
from tetsudo.core.errors import BadInput
from tetsudo.engine.state.state import LAST_TURN
from tetsudo.titles import loader

BOTH = pytest.mark.parametrize("scenario", ["A", "B"])


# A.10.1


@pytest.mark.rule("1890-A.10.1-a", "1890-B.14-a")
@BOTH
@pytest.mark.parametrize("variant", ["special-rules", "hankyu-rules"])
def test_hankyu_has_10_for_a_yellow_tile_and_40_for_takarazuka(scenario: str, variant: str) -> None:
    game = table(scenario, "1", variants=[variant])
    start(game, "HK", {0: 60}, cash=200)
    token(game, "HK", "D9")
    end_stock_round(game)
    assert game.companies["HK"].cash == 240
    tile, rotation = min(lays_on(game, "HK", "E12"))
    play(game, lay_tile(game, "HK", "E12", tile, rotation))
    assert game.companies["HK"].cash == 250


@pytest.mark.rule("1890-A.10.1-a", "1890-B.14-a")
@BOTH
@pytest.mark.parametrize("variant", ["special-rules", "hanshin-rules"])
def test_hanshin_has_10_more_for_brown_nishinomiya_and_10_besides(scenario: str, variant: str) -> None:
    """From Nishinomiya (brown, 40) to Ashiya (20)."""
    game = table(scenario, "4", variants=[variant])
    lay(game, "F9", "465", 1)
    lay(game, "F7", "57", 1)
    start(game, "HS", {0: 60}, trains=["4"])
    operate(game, "HS", "run")
    play(game, run(game, "HS", ("4", "F9 F7")))
    assert game.state.revenue == 40 + 20 + 10
    assert game.companies["HS"].cash == 10


@pytest.mark.rule("1890-A.10.1-a")
@BOTH
@pytest.mark.parametrize(
    ("variants", "ruled"),
    [
        ([], set()),
        (["special-rules"], {"HS", "HK"}),
        (["hanshin-rules"], {"HS"}),
        (["hankyu-rules"], {"HK"}),
        (["hanshin-rules", "hankyu-rules"], {"HS", "HK"}),
    ],
)
def test_players_choose_whose_rules_they_use(scenario: str, variants: list[str], ruled: set[str]) -> None:
    setup = loader.setup("1890", 4, variants, scenario=scenario)
    assert {each.symbol for each in setup.companies if each.powers} == ruled


# A.10.2


@pytest.mark.rule("1890-A.10.2-a", "1890-B.14-a")
@BOTH
@pytest.mark.parametrize(("players", "usual"), [(2, 750), (3, 500), (4, 375)])
def test_the_first_player_starts_with_50_less(scenario: str, players: int, usual: int) -> None:
    """The 50 stay in the bank: 6000 less 1500, plus 50."""
    game = new_game(players, title="1890", scenario=scenario, variants=["less-for-first"])
    assert [each.cash for each in game.players] == [usual - 50, *[usual] * (players - 1)]
    assert game.view().bank == 4550
    assert game.to_act.player == 0


@pytest.mark.rule("1890-A.10.2-a")
def test_players_agree_on_another_amount() -> None:
    game = new_game(4, title="1890", scenario="A", variants=["less-for-first"], first_player_less=120)
    assert [each.cash for each in game.players] == [255, 375, 375, 375]


@pytest.mark.rule("1890-A.10.2-a")
def test_he_cannot_have_less_than_nothing() -> None:
    with pytest.raises(BadInput, match="first_player_less must leave 0 of 375, so it cannot be 380"):
        loader.setup("1890", 4, options={"first_player_less": 380}, scenario="A")


# A.10.3


@pytest.mark.rule("1890-A.10.3-a", "1890-B.14-a")
@BOTH
@pytest.mark.parametrize("in_phase", ["1", "2", "3"])
def test_jr_lays_one_tile(scenario: str, in_phase: str) -> None:
    game = table(scenario, in_phase, variants=["plain-jr"])
    start(game, "JR", {0: 60}, cash=500)
    operate(game, "JR")
    tile, rotation = min(lays_on(game, "JR", "F3"))
    play(game, lay_tile(game, "JR", "F3", tile, rotation))
    assert clause(game, lay_tile(game, "JR", "F7", "57", 1)) in ("1890-10.3.1.1-a", "1890-10.3-f")


@pytest.mark.rule("1890-A.10.3-a", "1890-B.14-a")
@BOTH
def test_jr_pays_its_whole_revenue(scenario: str) -> None:
    """Of 130, player 0 gets 78 for six shares."""
    game = table(scenario, "1", variants=["plain-jr"])
    start(game, "JR", {0: 60}, tokens=[])
    game.state.revenue = 130
    operate(game, "JR", "dividend")
    assert clause(game, dividend(game, "JR", HALF)) == "1890-10.6.2-a"
    play(game, dividend(game, "JR", PAY))
    assert (game.players[0].cash, game.companies["JR"].cash) == (578, 0)


@pytest.mark.rule("1890-A.10.3-a", "1890-B.14-a")
@BOTH
@pytest.mark.parametrize("price", [65, 70, 75, 80, 90, 100])
def test_jr_starts_at_any_par_price(scenario: str, price: int) -> None:
    game = table(scenario, variants=["plain-jr"])
    assert code(game, par(game, 0, "JR", price)) == ""
    usual = table(scenario)
    assert (code(usual, par(usual, 0, "JR", price)) == "") == (price == 100)


@pytest.mark.rule("1890-A.10.3-b", "1890-B.14-a")
@BOTH
@pytest.mark.parametrize(("in_phase", "limit"), [("1", 6), ("2", 6), ("3", 4), ("4", 3)])
def test_jr_may_still_have_more_trains(scenario: str, in_phase: str, limit: int) -> None:
    game = table(scenario, in_phase, variants=["plain-jr"])
    start(game, "JR", {0: 60}, tokens=[])
    assert game.ruleset.train_limit(game.state, company(game, "JR")) == limit


@pytest.mark.rule("1890-A.10.3-b")
def test_jr_has_six_trains_in_phase_1() -> None:
    game = table("A", "1", variants=["plain-jr"])
    start(game, "JR", {0: 60}, tokens=[], trains=["2"] * 5)
    assign_train(game, "JR", "3")
    end_stock_round(game)
    assert len(game.companies["JR"].trains) == 6


@pytest.mark.rule("1890-A.10.3-a", "1890-C.10.10-a")
def test_jr_without_privileges_is_private_already() -> None:
    wanted = "the variants 'plain-jr' and 'private-jr' cannot be combined: without privileges JR pays full dividends"
    with pytest.raises(BadInput, match=wanted):
        loader.setup("1890", 4, ["private-jr", "plain-jr"], scenario="A")


# A.10.4


@pytest.mark.rule("1890-A.10.4-a")
def test_the_game_ends_after_eight_turns() -> None:
    game = table("A", turn=7, variants=["eight-turns"])
    start(game, "SY", {0: 60}, cash=200)
    end_stock_round(game)
    skip_company_turn(game)
    assert (game.is_over, game.state.turn) == (False, 8)
    end_stock_round(game)
    skip_company_turn(game)
    assert (game.is_over, game.state.ended) == (True, LAST_TURN)


@pytest.mark.rule("1890-A.10-a", "1890-B.14-a")
@BOTH
def test_variants_of_the_whole_game_are_played_besides(scenario: str) -> None:
    setup = loader.setup("1890", 4, ["plain-jr", "eight-trains", "cheap-kobe"], scenario=scenario)
    assert setup.company("JR").pars == ()
    assert setup.trains[-1].name == "8"
    assert setup.faces[setup.map.hexes[setup.map.by_name["F5"]].printed].nodes[0].revenue[0] == 10
