"""Operating rounds of 1889: start, turn order, and steps of a turn (OR)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    buy_private,
    buy_train,
    clause,
    companies_in,
    dividend,
    end_stock_round,
    exchange,
    is_admitted,
    kinds,
    lay,
    lay_tile,
    operate,
    pass_times,
    place_marker,
    place_token,
    play,
    run,
    sell,
    set_cash,
    set_phase,
    skip_company_turn,
    start,
    stock_round,
)
from tetsudo.core.actions import LayTile
from tetsudo.game.game import Game


def whole_round(game: Game) -> list[str]:
    """The companies that act from the end of the stock round to the end of the operating round."""
    events = end_stock_round(game)
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    return companies_in(game, events)


@pytest.mark.rule("1889-OR-01")
def test_privates_pay_players_and_companies_before_any_company_acts() -> None:
    game = stock_round()
    start(game, "AR", {0: 60})
    assign_private(game, "SIR", 1)  # 20
    assign_private(game, "SMR", "AR")  # 15
    cash = game.players[1].cash
    events = end_stock_round(game)
    assert game.players[1].cash == cash + 20
    assert game.companies["AR"].cash == 15
    assert kinds(events).count("income") == 2
    assert max(n for n, each in enumerate(events) if each.kind == "income") < kinds(events).index("turn_began")


@pytest.mark.rule("1889-OR-01")
def test_privates_pay_in_every_operating_round_of_a_set() -> None:
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60})
    assign_private(game, "SIR", 1)
    cash = game.players[1].cash
    end_stock_round(game)
    skip_company_turn(game)
    assert game.players[1].cash == cash + 20 + 20


@pytest.mark.rule("1889-OR-02")
def test_companies_that_floated_place_their_home_token_free_before_any_acts() -> None:
    game = stock_round()
    start(game, "KU", {1: 50}, par=70, cash=30, tokens=())
    start(game, "AR", {0: 60}, cash=10, tokens=())
    start(game, "IR", {2: 40}, floated=False)
    events = end_stock_round(game)
    assert game.companies["AR"].tokens == ("K8",)
    assert game.companies["KU"].tokens == ("C10",)
    assert game.companies["IR"].tokens == ()
    assert (game.companies["AR"].cash, game.companies["KU"].cash) == (10, 30)
    assert kinds(events).count("token_placed") == 2
    assert "token_placed" not in kinds(events)[kinds(events).index("turn_began") :]


@pytest.mark.rule("1889-OR-02")
def test_home_tokens_are_not_placed_twice() -> None:
    game = stock_round()
    start(game, "TR", {0: 60})
    assert "token_placed" not in kinds(end_stock_round(game))
    assert game.companies["TR"].tokens == ("F9",)


@pytest.mark.rule("1889-OR-03")
def test_the_highest_price_acts_first() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, par=70)
    start(game, "SR", {1: 60}, par=100)
    start(game, "KU", {2: 60}, par=90)
    assert whole_round(game) == ["SR", "KU", "AR"]


@pytest.mark.rule("1889-OR-03")
def test_the_order_is_asked_anew_when_a_price_falls_in_the_middle_of_a_round() -> None:
    """AR's president sells one share of SR for AR's train: SR drops from 90 to 80, under KU."""
    game = stock_round()
    start(game, "AR", {0: 60}, par=100)
    start(game, "SR", {1: 40, 0: 20}, par=90)
    start(game, "KU", {2: 60}, par=80)
    set_cash(game, 0, 0)
    lay(game, "K8", "57", 1)  # a route: Tokushima to Naruto
    end_stock_round(game)
    pass_times(game, 1)  # no track
    play(game, sell(game, 0, "SR", 1))
    assert game.companies["SR"].price == game.companies["KU"].price == 80
    assert companies_in(game, play(game, buy_train(game, "AR", "2"))) == ["KU"]


@pytest.mark.rule("1889-OR-04")
@pytest.mark.parametrize(
    ("left", "right"), [((0, 3), (1, 4)), ((1, 4), (2, 5)), ((0, 3), (4, 7))], ids=["0-3", "1-4", "far"]
)
def test_at_equal_prices_the_one_further_right_acts_first(left: tuple[int, int], right: tuple[int, int]) -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, cell=left)
    start(game, "UR", {1: 60}, cell=right)
    assert game.companies["AR"].price == game.companies["UR"].price == 100
    assert whole_round(game) == ["UR", "AR"]


@pytest.mark.rule("1889-OR-05")
@pytest.mark.parametrize("stack", [("AR", "IR", "KU"), ("KU", "IR", "AR"), ("IR", "KU", "AR")])
def test_on_one_cell_the_top_token_acts_first(stack: tuple[str, str, str]) -> None:
    game = stock_round()
    for player, symbol in enumerate(("AR", "IR", "KU")):
        start(game, symbol, {player: 60}, cell=(6, 3))
    for symbol in stack:
        place_marker(game, symbol, (2, 3))
    assert whole_round(game) == list(stack)


@pytest.mark.rule("1889-OR-06")
def test_companies_that_have_not_floated_do_not_act() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, par=70)
    start(game, "SR", {1: 40}, par=100, floated=False)
    assert whole_round(game) == ["AR"]


@pytest.mark.rule("1889-OR-06")
def test_a_company_that_floats_while_companies_operate_acts_in_the_next_round() -> None:
    game = stock_round()
    set_phase(game, "3")
    start(game, "IR", {1: 40}, floated=False)
    start(game, "AR", {0: 60}, par=70)
    assign_private(game, "DR", 1)
    end_stock_round(game)
    events = play(game, exchange(game, 1))  # Dogo for the fifth tenth of Iyo, before AR's turn starts
    assert game.companies["IR"].is_floated
    assert list(game.companies["IR"].tokens) == []
    events += skip_company_turn(game)
    assert "operating_round_began" in kinds(events)
    assert companies_in(game, events) == ["IR"]  # 100 against 70, now that it may act
    assert game.companies["IR"].tokens == ("E2",)


@pytest.mark.rule("1889-OR-07")
def test_only_the_president_decides() -> None:
    game = operate(started(), "AR")
    ours = lay_tile(game, "AR", "K8", "57", 1)
    theirs = LayTile(1, ours.company, ours.hex, ours.tile, ours.rotation)
    assert game.to_act.player == 0
    assert is_admitted(game, ours)
    assert clause(game, theirs) == "1889-OR-07"
    assert not game.legal_actions(1)


def started() -> Game:
    """AR with player 0 as president, who has 60 %; player 1 has the other sold shares."""
    game = stock_round()
    start(game, "AR", {0: 60, 1: 20}, cash=500)
    return game


def every_step() -> Game:
    """AR at the start of a turn in which each step has something to do, in phase 3."""
    game = started()
    set_phase(game, "3")
    assign_train(game, "AR", "2")
    lay(game, "K8", "57", 1)  # Tokushima: to Komatsujima and to Naruto
    lay(game, "J9", "58", 2)  # Komatsujima, 10: to Tokushima and I8
    lay(game, "I8", "7", 5)  # from J9, curving south, I10
    lay(game, "I10", "8", 3)  # from the north to J11, Anan
    lay(game, "J11", "5", 2)
    return operate(game, "AR")


@pytest.mark.rule("1889-OR-08")
def test_a_turn_goes_track_token_run_dividend_trains() -> None:
    game = every_step()
    lays = lay_tile(game, "AR", "K8", "15", 1)
    token = place_token(game, "AR", "J11")
    runs = run(game, "AR", ("2", "L7 K8"))
    pays = dividend(game, "AR")
    buys = buy_train(game, "AR", "2")
    turn = {"track": lays, "token": token, "run": runs, "dividend": pays, "trains": buys}
    for step, action in turn.items():
        assert game.to_act.doing == step
        for other_step, other in turn.items():
            if other_step == step:
                assert is_admitted(game, other)
            else:
                assert clause(game, other) == "1889-OR-08"
        play(game, action)


@pytest.mark.rule("1889-OR-09")
def test_privates_are_bought_at_any_point_of_the_turn() -> None:
    game = every_step()
    assign_private(game, "SIR", 0)
    offer = buy_private(game, 0, "AR", "SIR", 40)
    for action in (
        lay_tile(game, "AR", "K8", "15", 1),
        place_token(game, "AR", "J11"),
        run(game, "AR", ("2", "L7 K8")),
        dividend(game, "AR"),
        None,
    ):
        assert is_admitted(game, offer)
        bought = game.clone()
        play(bought, offer)
        assert bought.to_act.doing == game.to_act.doing
        assert bought.companies["AR"].privates == ("SIR",)
        if action:
            play(game, action)
    assert game.to_act.doing == "trains"
    pass_times(game, 1)
    assert game.to_act.doing == "privates"  # a last chance
    assert is_admitted(game, offer)


@pytest.mark.rule("1889-OR-09")
def test_no_private_is_bought_in_another_companys_turn() -> None:
    game = every_step()
    start(game, "KU", {1: 60}, cash=500)
    assign_private(game, "SIR", 1)
    assert clause(game, buy_private(game, 1, "KU", "SIR", 40)) == "1889-OR-07"
