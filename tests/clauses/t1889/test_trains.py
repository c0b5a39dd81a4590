"""Buying, trading in and discarding trains in 1889 (TRN)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    buy_train,
    clause,
    code,
    discard,
    empty_depot,
    end_stock_round,
    is_admitted,
    kinds,
    lay,
    leave_in_depot,
    operate,
    pass_times,
    play,
    run,
    set_cash,
    set_phase,
    set_treasury,
    start,
    stock_round,
    train_to_market,
)
from tetsudo.core.actions import Answer, Pass
from tetsudo.game.game import Game


def buying(
    *trains: str, cash: int = 1000, in_phase: str = "2", gone: str = "", route: bool = False, **more: Any
) -> Game:
    """AR (president: player 0) in its train step, even if it cannot buy. `gone`: kinds that are sold out."""
    game = stock_round(**more)
    set_phase(game, in_phase)
    start(game, "AR", {0: 60}, cash=cash, trains=trains)
    empty_depot(game, *gone.split())
    if route:
        lay(game, "K8", "57", 1)  # Tokushima and Naruto
    return operate(game, "AR", "trains", settle=False)


BEFORE = {"2": "", "3": "2", "4": "2 3", "5": "2 3 4", "6": "2 3 4 5", "D": "2 3 4 5 6"}
"""Kinds that are sold out when a kind is next in the depot."""
PHASE = {"2": "2", "3": "2", "4": "3", "5": "4", "6": "5", "D": "6"}
"""Phase before the first train of a kind is sold."""


@pytest.mark.rule("1889-TRN-01")
def test_trains_are_bought_after_running_and_run_next_time() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, par=100, cash=200)
    lay(game, "K8", "57", 1)
    end_stock_round(game)
    assert clause(game, buy_train(game, "AR", "2")) == "1889-OR-08"
    events = pass_times(game, 1)
    assert "did_not_run" in kinds(events)
    events = play(game, buy_train(game, "AR", "2"))
    assert game.to_act.doing == "trains"
    assert clause(game, run(game, "AR", ("2", "K8 L7"))) == "1889-OR-08"
    assert game.companies["AR"].price == 90  # it has operated without a dividend


# The obligation to own a train


@pytest.mark.rule("1889-TRN-02")
def test_a_company_with_a_route_and_no_train_must_buy() -> None:
    game = buying(route=True)
    assert clause(game, Pass(0)) == "1889-TRN-02"
    play(game, buy_train(game, "AR", "2"))
    assert is_admitted(game, Pass(0))


@pytest.mark.rule("1889-TRN-02")
def test_the_route_counts_whether_or_not_the_company_owned_a_train_for_it() -> None:
    """Tokushima and Komatsujima: a city and a town are two centres."""
    game = buying()
    assert is_admitted(game, Pass(0))
    lay(game, "K8", "5", 1)  # to Komatsujima and J7
    lay(game, "J9", "58", 4)
    assert clause(game, Pass(0)) == "1889-TRN-02"


@pytest.mark.rule("1889-TRN-03")
def test_without_a_route_there_is_no_duty() -> None:
    game = buying()
    assert is_admitted(game, Pass(0))
    lay(game, "K8", "5", 2)  # to J7 and K6, where no other centre is reached
    assert is_admitted(game, Pass(0))


@pytest.mark.rule("1889-TRN-03")
def test_a_house_rule_may_ask_for_a_train_always() -> None:
    assert clause(buying(must_own_train="always"), Pass(0)) == "1889-TRN-02"


@pytest.mark.rule("1889-TRN-03")
def test_where_nothing_is_on_sale_there_is_no_duty() -> None:
    """With the house rule of few D-trains: the only one is sold."""
    game = buying(in_phase="D", gone="2 3 4 5 6 D", route=True, unlimited_trains=False, top_trains=1)
    assert game.view().on_sale == ()
    assert is_admitted(game, Pass(0))


# Sellers


@pytest.mark.rule("1889-TRN-04")
def test_trains_come_from_depot_market_and_other_companies() -> None:
    game = buying(in_phase="3", gone="2")
    train_to_market(game, "3")
    start(game, "KU", {0: 60}, trains=("4",))
    for each in (
        buy_train(game, "AR", "3"),
        buy_train(game, "AR", "3", "market"),
        buy_train(game, "AR", "4", "KU", 250),
    ):
        assert is_admitted(game, each)
        bought = game.clone()
        play(bought, each)
        assert bought.companies["AR"].trains == (game.setup.trains[each.train].name,)
    for each in (buy_train(game, "AR", "4", "market"), buy_train(game, "AR", "5", "KU", 1)):
        assert clause(game, each) == "1889-TRN-04"


@pytest.mark.rule("1889-TRN-05")
@pytest.mark.parametrize(("price", "found"), [(0, "1889-TRN-05"), (1, ""), (200, ""), (201, "1889-TRN-05")])
@pytest.mark.parametrize("in_phase", ["2", "3", "5"])
def test_another_companys_train_costs_from_1_to_the_whole_treasury(price: int, found: str, in_phase: str) -> None:
    game = buying(cash=200, in_phase=in_phase)
    start(game, "KU", {1: 60}, trains=("2",))
    assert clause(game, buy_train(game, "AR", "2", "KU", price)) == found


@pytest.mark.rule("1889-TRN-05")
def test_the_other_president_is_asked() -> None:
    game = buying()
    start(game, "KU", {1: 60}, trains=("2",))
    play(game, buy_train(game, "AR", "2", "KU", 100))
    assert (game.to_act.player, game.to_act.doing) == (1, "offer")
    assert list(game.companies["AR"].trains) == []
    assert not is_admitted(game, Answer(0, 1))
    assert not is_admitted(game, Pass(0))
    play(game, Answer(1, 1))
    assert game.companies["AR"].trains == ("2",)
    assert (game.to_act.player, game.to_act.doing) == (0, "trains")


@pytest.mark.rule("1889-TRN-05")
def test_the_other_president_may_decline_and_is_asked_again_only_for_more() -> None:
    game = buying()
    start(game, "KU", {1: 60}, trains=("2",))
    play(game, buy_train(game, "AR", "2", "KU", 100), Answer(1, 0))
    assert game.companies["AR"].trains == ()
    assert game.companies["KU"].cash == 0
    assert code(game, buy_train(game, "AR", "2", "KU", 100)) == "offer_declined"
    assert code(game, buy_train(game, "AR", "2", "KU", 99)) == "offer_declined"
    assert code(game, buy_train(game, "AR", "2", "KU", 101)) == ""


@pytest.mark.rule("1889-TRN-05")
@pytest.mark.parametrize("variants", [(), ("18xx.games",)])
def test_a_president_of_both_does_not_ask_himself(variants: tuple[str, ...]) -> None:
    game = buying(variants=variants)
    start(game, "KU", {0: 60}, trains=("2",))
    play(game, buy_train(game, "AR", "2", "KU", 100))
    assert game.companies["AR"].trains == ("2",)


@pytest.mark.rule("1889-TRN-05")
def test_as_on_18xx_games_the_other_counts_as_having_agreed() -> None:
    game = buying(variants=("18xx.games",))
    start(game, "KU", {1: 60}, trains=("2",))
    play(game, buy_train(game, "AR", "2", "KU", 100))
    assert game.companies["AR"].trains == ("2",)
    assert game.to_act.player == 0


@pytest.mark.rule("1889-TRN-06")
def test_the_buyer_pays_the_selling_company() -> None:
    game = buying(cash=200)
    start(game, "KU", {0: 60}, cash=30, trains=("2",))
    bank, cash = game.view().bank, game.players[0].cash
    play(game, buy_train(game, "AR", "2", "KU", 150))
    assert (game.companies["AR"].cash, game.companies["KU"].cash) == (50, 180)
    assert (game.view().bank, game.players[0].cash) == (bank, cash)
    assert game.companies["KU"].trains == ()


@pytest.mark.rule("1889-TRN-07", "1889-TRN-08")
@pytest.mark.parametrize(("name", "price"), [("2", 80), ("3", 180), ("4", 300), ("5", 450), ("6", 630), ("D", 1100)])
def test_the_depot_sells_in_ascending_rank_at_list_price(name: str, price: int) -> None:
    game = buying(cash=1100, in_phase=PHASE[name], gone=BEFORE[name])
    for other in ("2", "3", "4", "5", "6", "D"):
        on_sale = other == name or (name == "D" and other == "D")
        assert is_admitted(game, buy_train(game, "AR", other)) == on_sale
        if not on_sale:
            assert clause(game, buy_train(game, "AR", other)) == "1889-TRN-07"
    for wrong in (price - 1, price + 1, 1):
        assert clause(game, buy_train(game, "AR", name, price=wrong)) == "1889-TRN-08"
    bank = game.view().bank
    play(game, buy_train(game, "AR", name, price=price))
    assert game.companies["AR"].cash == 1100 - price
    assert game.view().bank == bank + price


@pytest.mark.rule("1889-TRN-07")
def test_the_next_kind_is_on_sale_as_soon_as_the_last_of_a_kind_is_sold() -> None:
    game = buying(cash=260)
    leave_in_depot(game, "2", 1)
    assert code(game, buy_train(game, "AR", "3")) == code(game, buy_train(game, "AR", "3", price=1)) == "train_order"
    play(game, buy_train(game, "AR", "2"))
    assert code(game, buy_train(game, "AR", "2")) == "train_order"
    play(game, buy_train(game, "AR", "3"))
    assert game.companies["AR"].trains == ("2", "3")


@pytest.mark.rule("1889-TRN-07")
def test_the_number_of_each_train_is_an_option() -> None:
    game = buying(train_counts="1 5 4 3 2")
    play(game, buy_train(game, "AR", "2"))
    assert game.view().on_sale == ("3",)


@pytest.mark.rule("1889-TRN-09")
def test_several_trains_may_be_bought_up_to_the_limit() -> None:
    game = buying(cash=500)
    for _ in range(4):
        play(game, buy_train(game, "AR", "2"))
    assert game.companies["AR"].trains == ("2", "2", "2", "2")
    operate(game, "AR", "trains", settle=False)
    assert clause(game, buy_train(game, "AR", "2")) == "1889-TRN-17"


# The limit


def over_train_limit() -> Game:
    """Phase 4. AR (player 0) has 3 and 4, KO (player 1) 3, 3 and 4: AR buys the first 5-train."""
    game = buying("3", "4", in_phase="4", gone="2")
    start(game, "KO", {1: 60}, trains=("3", "3", "4"))
    empty_depot(game, "3", "4")
    play(game, buy_train(game, "AR", "5"))
    return game


@pytest.mark.rule("1889-TRN-10")
def test_trains_above_the_limit_are_discarded_to_the_market() -> None:
    game = over_train_limit()
    assert game.to_act.doing == "discard"
    assert clause(game, Pass(0)) == "1889-TRN-10"
    assert clause(game, buy_train(game, "AR", "6")) == "1889-TRN-10"
    play(game, discard(game, "AR", "3"))
    assert game.companies["AR"].trains == ("4", "5")
    assert not is_admitted(game, discard(game, "AR", "4"))  # no limit beyond that
    play(game, discard(game, "KO", "4"))
    assert game.companies["KO"].trains == ("3", "3")
    assert game.view().on_sale == ("5", "3", "4")
    assert game.to_act.doing != "discard"


@pytest.mark.rule("1889-TRN-10")
def test_several_companies_discard_in_any_order() -> None:
    game = over_train_limit()
    play(game, discard(game, "KO", "3"))
    assert game.to_act.doing == "discard"
    assert clause(game, discard(game, "KO", "3")) == "1889-TRN-11"
    play(game, discard(game, "AR", "5"))  # even the new train
    assert game.companies["AR"].trains == ("3", "4")


@pytest.mark.rule("1889-TRN-10", "1889-OR-07")
def test_each_president_discards_for_himself() -> None:
    game = over_train_limit()
    theirs = discard(game, "KO", "3").replaced(player=0)
    assert clause(game, theirs) == "1889-OR-07"
    assert clause(game, discard(game, "KO", "5")) == "1889-TRN-04"  # it has none


@pytest.mark.rule("1889-TRN-11")
def test_no_train_is_discarded_below_the_limit() -> None:
    game = buying("2", "2")
    assert clause(game, discard(game, "AR", "2")) == "1889-TRN-11"


@pytest.mark.rule("1889-TRN-12")
def test_the_books_example_of_a_second_4_and_a_5() -> None:
    game = buying("4", in_phase="4", cash=750, gone="2 3")
    leave_in_depot(game, "4", 1)
    play(game, buy_train(game, "AR", "4"), buy_train(game, "AR", "5"))
    assert list(game.companies["AR"].trains) == ["4", "4", "5"]
    assert game.to_act.doing == "discard"
    play(game, discard(game, "AR", "4"))
    assert game.companies["AR"].trains == ("4", "5")
    assert "4" in game.view().on_sale


@pytest.mark.rule("1889-TRN-17")
def test_at_the_limit_nothing_is_bought_even_if_something_would_rust() -> None:
    game = buying("3", "3", "4", in_phase="4", gone="2 3 4")
    start(game, "KU", {0: 60}, trains=("5",))
    assert clause(game, buy_train(game, "AR", "5")) == "1889-TRN-17"
    assert clause(game, buy_train(game, "AR", "5", "KU", 1)) == "1889-TRN-17"
    game = buying("3", "3", in_phase="5", gone="2 3 4 5")
    assert clause(game, buy_train(game, "AR", "6")) == "1889-TRN-17"  # though both 3-trains would go
    train_to_market(game, "6")
    assert clause(game, buy_train(game, "AR", "6", "market")) == "1889-TRN-17"


@pytest.mark.rule("1889-TRN-17")
def test_below_the_limit_one_train_may_lead_beyond_the_next_limit() -> None:
    game = buying("3", "3", in_phase="4", gone="2 3 4")
    play(game, buy_train(game, "AR", "5"))
    assert game.to_act.doing == "discard"


@pytest.mark.rule("1889-TRN-17")
@pytest.mark.parametrize(("limits", "full"), [("2 2 2 2 2 2", True), ("3 3 3 2 2 2", False)])
def test_the_train_limit_is_an_option(limits: str, full: bool) -> None:
    game = buying("2", "2", train_limits=limits)
    assert (code(game, buy_train(game, "AR", "2")) == "train_limit") == full


# Diesels


@pytest.mark.rule("1889-TRN-13")
def test_diesels_are_on_sale_from_the_first_6_on() -> None:
    game = buying(cash=1800, in_phase="5", gone="2 3 4 5")
    assert code(game, buy_train(game, "AR", "D")) == "train_order"
    play(game, buy_train(game, "AR", "6"))
    assert game.view().on_sale == ("6", "D")
    assert is_admitted(game, buy_train(game, "AR", "6"))
    play(game, buy_train(game, "AR", "D"))
    assert game.view().on_sale == ("6", "D")  # the depot continues with both kinds
    leave_in_depot(game, "6", 0)
    assert game.view().on_sale == ("D",)


@pytest.mark.rule("1889-TRN-13")
def test_diesels_never_run_out_unless_a_house_rule_says_so() -> None:
    game = buying(cash=2200, in_phase="6", gone="2 3 4 5 6")
    play(game, buy_train(game, "AR", "D"), buy_train(game, "AR", "D"))
    assert game.view().on_sale == ("D",)
    game = buying(cash=2300, in_phase="6", gone="2 3 4 5 6", unlimited_trains=False, top_trains=1)
    play(game, buy_train(game, "AR", "D"))
    assert game.view().on_sale == ()


@pytest.mark.rule("1889-TRN-14")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_a_diesel_costs_800_for_a_4_5_or_6(old: str) -> None:
    game = buying("3", old, cash=800, in_phase="6")
    empty_depot(game, "2", "3", "4", "5")
    assert code(game, buy_train(game, "AR", "D")) == "train_limit"
    action = buy_train(game, "AR", "D", trade_in=old)
    assert action.price == 800
    for wrong in (799, 801, 1100):
        assert not is_admitted(game, buy_train(game, "AR", "D", price=wrong, trade_in=old))
    play(game, action)
    assert game.companies["AR"].cash == 0
    assert game.companies["AR"].trains == ("3", "D")


@pytest.mark.rule("1889-TRN-14")
def test_nothing_else_is_traded_in() -> None:
    game = buying("3", "5", cash=1000, in_phase="6", gone="2 3 4 5")
    assert clause(game, buy_train(game, "AR", "D", price=800, trade_in="3")) == "1889-TRN-14"
    assert clause(game, buy_train(game, "AR", "6", price=630, trade_in="5")) in ("1889-TRN-14", "1889-TRN-08")
    assert not is_admitted(game, buy_train(game, "AR", "D", trade_in="4"))  # it has none
    set_treasury(game, "AR", 799)
    assert not is_admitted(game, buy_train(game, "AR", "D", trade_in="5"))


@pytest.mark.rule("1889-TRN-14", "1889-TRN-17")
def test_a_trade_in_is_possible_at_the_limit() -> None:
    game = buying("5", "5", cash=1100, in_phase="6", gone="2 3 4")
    assert code(game, buy_train(game, "AR", "D")) == "train_limit"
    play(game, buy_train(game, "AR", "D", trade_in="5"))
    assert game.companies["AR"].trains == ("5", "D")


@pytest.mark.rule("1889-TRN-14")
def test_the_price_of_a_trade_in_is_an_option() -> None:
    game = buying("5", cash=700, in_phase="6", gone="2 3 4 5 6", trade_in_prices="700")
    play(game, buy_train(game, "AR", "D", price=700, trade_in="5"))
    assert game.companies["AR"].trains == ("D",)


@pytest.mark.rule("1889-TRN-15", "1889-TRN-16")
@pytest.mark.parametrize(("old", "price"), [("5", 450), ("6", 630)])
def test_what_was_traded_in_lies_in_the_market_at_list_price(old: str, price: int) -> None:
    game = buying(old, cash=800 + price, in_phase="6", gone="2 3 4 5")
    leave_in_depot(game, "6", 0)
    play(game, buy_train(game, "AR", "D", trade_in=old))
    assert game.view().on_sale == ("D", old)
    assert not is_admitted(game, buy_train(game, "AR", old, "market", price - 1))
    play(game, buy_train(game, "AR", old, "market", price))
    assert game.companies["AR"].trains == (old, "D")
    assert game.companies["AR"].cash == 0


@pytest.mark.rule("1889-TRN-15")
def test_a_4_traded_in_for_the_first_diesel_leaves_the_game() -> None:
    game = buying("4", cash=1100, in_phase="6", gone="2 3 4 5 6")
    play(game, buy_train(game, "AR", "D", trade_in="4"))
    assert game.view().on_sale == ("D",)
    assert game.companies["AR"].trains == ("D",)


@pytest.mark.rule("1889-TRN-16")
def test_market_trains_cost_list_price_paid_to_the_bank() -> None:
    game = buying(cash=180, in_phase="3", gone="2")
    train_to_market(game, "3")
    bank = game.view().bank
    for wrong in (1, 179, 181):
        assert not is_admitted(game, buy_train(game, "AR", "3", "market", wrong))
    play(game, buy_train(game, "AR", "3", "market", 180))
    assert game.companies["AR"].cash == 0
    assert game.view().bank == bank + 180


@pytest.mark.rule("1889-TRN-16")
def test_a_train_from_the_market_begins_no_phase() -> None:
    game = buying(in_phase="2")
    train_to_market(game, "4")
    play(game, buy_train(game, "AR", "4", "market"))
    assert game.view().phase == "2"


@pytest.mark.rule("1889-TRN-08")
def test_train_prices_are_an_option() -> None:
    game = buying(cash=60, train_prices="60 180 300 450 630 1100")
    play(game, buy_train(game, "AR", "2", price=60))
    assert game.companies["AR"].cash == 0


@pytest.mark.rule("1889-EMR-03")
def test_presidents_do_not_pay_for_trains_that_need_not_be() -> None:
    game = buying("2", cash=79)
    set_cash(game, 0, 500)
    assert clause(game, buy_train(game, "AR", "2")) == "1889-EMR-03"
