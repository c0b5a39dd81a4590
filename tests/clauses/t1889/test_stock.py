"""1889: turns of a stock round (SR), buying (BUY), and the end of the round (ESR)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    bid,
    buy,
    clause,
    code,
    company,
    end_stock_round,
    exchange,
    is_admitted,
    kinds,
    new_game,
    par,
    pass_times,
    place_marker,
    play,
    president,
    sell,
    set_cash,
    set_phase,
    skip_company_turn,
    start,
    stock_round,
    take_turn,
)
from tetsudo.core.actions import Par, Pass
from tetsudo.core.events import PresidentChanged, PriorityMoved, SoldOut
from tetsudo.core.frames import Stock
from tetsudo.game.game import Game

RICH = 1500


def shares(game: Game, symbol: str) -> list[int]:
    """Percent of a company by player."""
    return [player.shares.get(symbol, 0) for player in game.players]


def floated(game: Game, symbol: str) -> bool:
    return game.companies[symbol].is_floated


def order(game: Game) -> str:
    return " ".join(game.view().operating_order)


def at_the_limit(limit: int = 5) -> Game:
    """Player 0 has five certificates that count: 50 % of AR and a private; IR and SR are on sale."""
    game = stock_round(3, cash=1000, certificate_limit=limit)
    start(game, "AR", {0: 50})
    assign_private(game, "TR", 0)
    start(game, "IR", {1: 50})
    start(game, "SR", {2: 40})
    return game


# Turns


@pytest.mark.rule("1889-SR-01")
def test_the_priority_holder_opens_the_first_stock_round() -> None:
    game = new_game(4)
    for player, symbol, price in [(0, "TR", 20), (1, "MF", 30), (2, "ER", 40), (3, "SMR", 50), (0, "DR", 60)]:
        game.apply(bid(game, player, symbol, price))
    play(game, bid(game, 1, "SIR", 80), bid(game, 2, "UTF", 150))
    assert game.to_act.doing == "stock"
    assert game.to_act.player == 3
    assert clause(game, par(game, 0, "AR", 65)) == "1889-SR-01"
    assert is_admitted(game, par(game, 3, "AR", 65))


@pytest.mark.rule("1889-SR-02")
def test_a_turn_may_sell_and_then_buy() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50, 0: 20})
    start(game, "IR", {2: 50, 0: 20})
    play(game, sell(game, 0, "AR", 2), sell(game, 0, "IR", 1), par(game, 0, "UR", 65))
    assert [shares(game, each)[0] for each in ("AR", "IR", "UR")] == [0, 10, 20]


@pytest.mark.rule("1889-SR-02")
def test_a_turn_may_buy_and_then_sell() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50, 0: 20})
    start(game, "IR", {2: 50, 0: 20})
    play(game, par(game, 0, "UR", 65), sell(game, 0, "AR", 2), sell(game, 0, "IR", 1))
    assert [shares(game, each)[0] for each in ("AR", "IR", "UR")] == [0, 10, 20]


@pytest.mark.rule("1889-SR-02")
def test_sales_do_not_come_both_before_and_after_the_purchase() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50, 0: 20})
    start(game, "IR", {2: 50, 0: 20})
    play(game, sell(game, 0, "AR", 2))
    assert is_admitted(game, sell(game, 0, "IR", 1))
    copy = game.clone()
    game.apply(par(game, 0, "UR", 65))
    assert game.to_act.player == 1  # no other action is left in the turn
    copy.apply(buy(copy, 0, "IR"))
    assert copy.to_act.player == 1


@pytest.mark.rule("1889-SR-02")
def test_a_turn_with_sales_and_a_purchase_is_over_but_no_pass() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50, 0: 20})
    start(game, "IR", {2: 50, 0: 20})
    events = play(game, sell(game, 0, "AR", 2), buy(game, 0, "IR"))
    assert game.to_act.player == 1
    assert not {"passed", "auto_passed"} & set(kinds(events))
    game.state.stack = (*game.state.stack[:-1], Stock(0, bought=1, sold_first=1))
    assert clause(game, sell(game, 0, "IR", 1)) == "1889-SR-02"
    assert code(game, sell(game, 0, "IR", 1)) == "sales_over"


@pytest.mark.rule("1889-SR-02")
def test_only_one_certificate_is_bought_in_a_turn() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50, 0: 20})
    start(game, "IR", {2: 50})
    game.apply(buy(game, 0, "IR"))
    assert clause(game, buy(game, 0, "IR")) == "1889-SR-02"
    assert clause(game, par(game, 0, "UR", 65)) == "1889-SR-02"
    assert is_admitted(game, sell(game, 0, "AR", 2))


@pytest.mark.rule("1889-SR-03")
def test_doing_nothing_is_a_pass() -> None:
    game = stock_round(cash=1000)
    assert kinds(pass_times(game, 1)) == ["passed"]
    assert game.to_act.player == 1
    assert game.players[0].cash == 1000
    assert game.state.priority == 0


@pytest.mark.rule("1889-SR-04")
def test_after_a_pass_a_player_may_act_again_if_the_round_goes_on() -> None:
    game = stock_round(2, cash=1000)
    pass_times(game, 1)
    game.apply(par(game, 1, "AR", 65))
    assert game.to_act.player == 0
    assert is_admitted(game, buy(game, 0, "AR"))


# Starting a company


@pytest.mark.rule("1889-BUY-01")
def test_a_company_is_started_with_its_president_certificate() -> None:
    game = stock_round(cash=1000)
    assert clause(game, buy(game, 0, "AR")) == "1889-BUY-01"
    game.apply(par(game, 0, "AR", 65))
    assert shares(game, "AR") == [20, 0, 0, 0]
    assert game.players[0].certificates == 1
    assert president(game, "AR") == 0
    assert clause(game, par(game, 1, "AR", 65)) == "1889-BUY-01"


@pytest.mark.rule("1889-BUY-02")
def test_the_starter_chooses_a_par_price_of_the_chart() -> None:
    game = stock_round(cash=1000)
    offered = {each.price for each in game.legal_actions() if isinstance(each, Par)}
    assert offered == {65, 70, 75, 80, 90, 100}
    assert clause(game, par(game, 0, "AR", 85)) == "1889-BUY-02"
    assert clause(game, par(game, 0, "AR", 110)) == "1889-BUY-02"
    assert clause(game, par(game, 0, "AR", 60)) == "1889-BUY-02"


@pytest.mark.rule("1889-BUY-03", "1889-BUY-08")
def test_offered_shares_cost_par_wherever_the_price_has_gone() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 30}, par=90, cell=(0, 5))
    take_turn(game, buy(game, 0, "AR"))
    assert game.players[0].cash == 910
    take_turn(game, buy(game, 1, "AR"))
    assert game.players[1].cash == 910


@pytest.mark.rule("1889-BUY-04")
def test_the_president_certificate_costs_twice_par() -> None:
    game = stock_round(cash=1000)
    bank = game.view().bank
    game.apply(par(game, 0, "AR", 90))
    assert game.players[0].cash == 820
    assert game.view().bank == bank + 180
    assert game.companies["AR"].cash == 0


@pytest.mark.rule("1889-BUY-05")
@pytest.mark.parametrize(
    ("price", "cell"), [(100, (0, 3)), (90, (1, 3)), (80, (2, 3)), (75, (3, 3)), (70, (4, 3)), (65, (5, 3))]
)
def test_the_token_goes_on_the_par_cell(price: int, cell: tuple[int, int]) -> None:
    game = stock_round(cash=1000)
    game.apply(par(game, 0, "AR", price))
    assert game.companies["AR"].cell == cell
    assert game.companies["AR"].price == price


@pytest.mark.rule("1889-BUY-06")
def test_who_is_started_at_an_equal_par_stands_below() -> None:
    game = stock_round(2, cash=RICH)
    take_turn(game, par(game, 0, "UR", 100))
    take_turn(game, par(game, 1, "AR", 100))
    for _ in range(3):
        take_turn(game, buy(game, 0, "AR"))
        take_turn(game, buy(game, 1, "UR"))
    assert order(game) == "UR AR"


@pytest.mark.rule("1889-BUY-06")
def test_a_token_that_falls_into_an_occupied_cell_goes_to_the_bottom() -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {1: 50, 0: 10}, cell=(1, 5))
    start(game, "IR", {2: 50}, cell=(2, 5))
    start(game, "SR", {3: 50}, cell=(2, 5))
    game.apply(sell(game, 0, "AR"))
    assert game.companies["AR"].cell == (2, 5)
    assert order(game) == "IR SR AR"


@pytest.mark.rule("1889-BUY-06")
def test_those_below_move_up_when_a_token_leaves_and_it_comes_back_below_them() -> None:
    game = stock_round(3, cash=RICH)
    start(game, "AR", {0: 60, 1: 40}, cell=(2, 5))
    start(game, "IR", {2: 50, 1: 10}, cell=(2, 5))
    start(game, "SR", {2: 50}, cell=(2, 5))
    pass_times(game, 1)
    take_turn(game, sell(game, 1, "AR"), buy(game, 1, "SR"))
    assert game.companies["AR"].cell == (3, 5)
    take_turn(game, buy(game, 2, "AR", "market"))
    pass_times(game, 3)
    assert game.companies["AR"].cell == (2, 5)  # sold out again, it has risen
    assert order(game) == "IR SR AR"


# Buying


@pytest.mark.rule("1889-BUY-07")
def test_shares_come_from_the_offering_or_the_market() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50}, market=10)
    copy = game.clone()
    game.apply(buy(game, 0, "AR", "ipo"))
    assert (game.companies["AR"].in_offering, game.companies["AR"].in_market) == (30, 10)
    copy.apply(buy(copy, 0, "AR", "market"))
    assert (copy.companies["AR"].in_offering, copy.companies["AR"].in_market) == (40, 0)


@pytest.mark.rule("1889-BUY-07")
def test_nothing_is_bought_where_nothing_is_left() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50})
    start(game, "IR", {1: 60, 2: 30}, market=10)
    assert clause(game, buy(game, 0, "AR", "market")) == "1889-BUY-07"
    assert clause(game, buy(game, 0, "IR", "ipo")) == "1889-BUY-07"
    assert is_admitted(game, buy(game, 0, "IR", "market"))


@pytest.mark.rule("1889-BUY-08")
def test_a_share_of_the_market_costs_the_current_price() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50}, market=20, par=100, cell=(0, 6))
    game.apply(buy(game, 0, "AR", "market"))
    assert game.players[0].cash == 860


@pytest.mark.rule("1889-BUY-09")
@pytest.mark.parametrize(("source", "price"), [("ipo", 100), ("market", 140)])
def test_one_share_is_paid_to_the_bank(source: str, price: int) -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50}, market=20, par=100, cell=(0, 6), cash=300)
    bank = game.view().bank
    game.apply(buy(game, 0, "AR", source))
    assert shares(game, "AR") == [10, 50, 0, 0]
    assert game.view().bank == bank + price
    assert game.companies["AR"].cash == 300


# Presidents


@pytest.mark.rule("1889-BUY-10")
def test_who_has_more_takes_the_president_certificate_for_two_shares() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 20, 0: 20})
    events = play(game, buy(game, 0, "AR"))
    assert president(game, "AR") == 0
    assert PresidentChanged(0, company(game, "AR")) in events
    assert shares(game, "AR") == [30, 20, 0, 0]
    assert game.players[0].certificates == 2  # president's certificate and one share
    assert game.players[1].certificates == 2  # two shares for the president's certificate


@pytest.mark.rule("1889-BUY-10")
def test_the_old_president_keeps_his_other_shares() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 40, 0: 40})
    game.apply(buy(game, 0, "AR", "ipo"))
    assert president(game, "AR") == 0
    assert shares(game, "AR") == [50, 40, 0, 0]
    assert (game.players[0].certificates, game.players[1].certificates) == (4, 4)


@pytest.mark.rule("1889-BUY-11")
def test_as_many_shares_as_the_president_are_not_enough() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 20, 0: 10})
    game.apply(buy(game, 0, "AR"))
    assert shares(game, "AR") == [20, 20, 0, 0]
    assert president(game, "AR") == 1


@pytest.mark.rule("1889-BUY-11")
def test_a_third_holder_does_not_become_president_by_anothers_purchase() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 30, 2: 30, 0: 10})
    game.apply(buy(game, 0, "AR"))
    assert president(game, "AR") == 1


# Floating


@pytest.mark.rule("1889-BUY-12")
def test_the_fourth_certificate_floats_a_company() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 30}, floated=False)
    take_turn(game, buy(game, 0, "AR"))
    assert game.companies["AR"].in_offering == 60
    assert not floated(game, "AR")
    take_turn(game, buy(game, 1, "AR"))
    assert game.companies["AR"].in_offering == 50
    assert floated(game, "AR")


@pytest.mark.rule("1889-BUY-12")
def test_shares_in_the_market_have_left_the_offering() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 20}, market=20, floated=False)
    take_turn(game, buy(game, 0, "AR", "market"))
    assert not floated(game, "AR")
    take_turn(game, buy(game, 1, "AR", "ipo"))
    assert floated(game, "AR")


def test_house_rule_float_at_60_percent() -> None:
    game = stock_round(cash=1000, float_percent=60)
    start(game, "AR", {1: 40}, floated=False)
    take_turn(game, buy(game, 0, "AR"))
    assert not floated(game, "AR")
    take_turn(game, buy(game, 1, "AR"))
    assert floated(game, "AR")
    assert game.companies["AR"].cash == 1000


@pytest.mark.rule("1889-BUY-13")
def test_the_president_not_the_last_buyer_has_the_charter() -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {1: 20, 2: 20}, floated=False)
    take_turn(game, buy(game, 0, "AR"))
    pass_times(game, 4)
    assert game.to_act == (1, company(game, "AR"), "track")
    assert clause(game, Pass(0)) == "1889-OR-07"
    assert is_admitted(game, Pass(1))


@pytest.mark.rule("1889-BUY-14")
def test_a_floated_company_gets_ten_times_par_and_its_tokens() -> None:
    game = stock_round(cash=1000)
    start(game, "TR", {1: 40}, par=70, floated=False)
    bank = game.view().bank
    game.apply(buy(game, 0, "TR"))
    assert game.companies["TR"].cash == 700
    assert game.view().bank == bank + 70 - 700
    assert game.companies["TR"].token_prices_left == (0, 40, 40)


@pytest.mark.rule("1889-BUY-14")
def test_ten_times_par_is_paid_once_and_by_par_not_by_price() -> None:
    game = stock_round(cash=1000)
    start(game, "TR", {1: 40}, par=70, cell=(0, 5), floated=False)
    take_turn(game, buy(game, 0, "TR"))
    take_turn(game, buy(game, 1, "TR"))
    assert game.companies["TR"].cash == 700


@pytest.mark.rule("1889-BUY-15")
def test_company_money_is_not_the_presidents() -> None:
    game = stock_round(cash=95)
    start(game, "AR", {0: 50}, par=100, cash=1000)
    start(game, "IR", {1: 50}, par=65)
    assert clause(game, buy(game, 0, "AR")) == "1889-BUY-24"
    game.apply(buy(game, 0, "IR"))
    assert (game.players[0].cash, game.companies["AR"].cash) == (30, 1000)


@pytest.mark.rule("1889-BUY-16")
def test_home_tokens_are_placed_before_any_company_acts() -> None:
    game = stock_round(cash=RICH)
    start(game, "KU", {1: 50}, par=100, tokens=())
    start(game, "UR", {0: 40}, par=65, floated=False)
    take_turn(game, buy(game, 0, "UR"))
    assert not game.companies["UR"].tokens
    pass_times(game, 4)
    assert game.to_act.company == company(game, "KU")
    assert game.companies["KU"].tokens == ("C10",)
    assert game.companies["UR"].tokens == ("B7",)
    assert game.companies["UR"].cash == 650
    assert game.companies["UR"].token_prices_left == (40, 40)


# Limits


@pytest.mark.rule("1889-BUY-17")
@pytest.mark.parametrize("source", ["ipo", "market"])
def test_no_seventh_share(source: str) -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {0: 50}, market=20)
    take_turn(game, buy(game, 0, "AR", source))
    pass_times(game, 3)
    assert shares(game, "AR") == [60, 0, 0, 0]
    assert clause(game, buy(game, 0, "AR", source)) == "1889-BUY-17"


@pytest.mark.rule("1889-BUY-17")
def test_one_who_is_not_president_holds_no_more_than_60_percent_either() -> None:
    game = stock_round(2, cash=RICH)
    start(game, "AR", {0: 60, 1: 30})
    assert clause(game, buy(game, 0, "AR")) == "1889-BUY-17"
    pass_times(game, 1)
    assert clause(game, buy(game, 1, "AR")) == ""


@pytest.mark.parametrize(("limit", "first", "second"), [(50, "1889-BUY-17", "1889-BUY-17"), (70, "", "1889-BUY-17")])
def test_house_rule_hold_limit(limit: int, first: str, second: str) -> None:
    game = stock_round(cash=RICH, hold_limit=limit)
    start(game, "AR", {0: 60 if limit == 70 else 50})
    assert clause(game, buy(game, 0, "AR")) == first
    start(game, "IR", {0: limit})
    assert clause(game, buy(game, 0, "IR")) == second


def test_house_rule_no_hold_limit() -> None:
    game = stock_round(cash=RICH, hold_limit=100)
    start(game, "AR", {0: 90})
    assert clause(game, buy(game, 0, "AR")) == ""


@pytest.mark.rule("1889-BUY-18")
def test_no_buying_of_a_company_sold_in_the_same_turn() -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {1: 50, 0: 20})
    game.apply(sell(game, 0, "AR"))
    assert clause(game, buy(game, 0, "AR", "market")) == "1889-BUY-18"
    assert clause(game, buy(game, 0, "AR", "ipo")) == "1889-BUY-18"


@pytest.mark.rule("1889-BUY-18")
def test_no_buying_of_a_company_sold_earlier_in_the_round() -> None:
    game = stock_round(2, cash=RICH)
    start(game, "AR", {1: 50, 0: 20})
    take_turn(game, sell(game, 0, "AR"))
    assert is_admitted(game, buy(game, 1, "AR", "market"))
    take_turn(game, par(game, 1, "UR", 65))
    assert clause(game, buy(game, 0, "AR", "market")) == "1889-BUY-18"
    end_stock_round(game)
    skip_company_turn(game)
    assert game.to_act == (0, -1, "stock")
    assert clause(game, buy(game, 0, "AR", "market")) == ""


@pytest.mark.rule("1889-BUY-19")
def test_no_purchase_at_the_certificate_limit() -> None:
    game = at_the_limit()
    assert game.players[0].certificates == 5
    assert clause(game, buy(game, 0, "IR")) == "1889-BUY-19"
    assert clause(game, buy(game, 0, "AR")) == "1889-BUY-19"
    assert clause(game, par(game, 0, "UR", 65)) == "1889-BUY-19"
    assert is_admitted(game, Pass(0))


@pytest.mark.rule("1889-BUY-19")
def test_a_sale_makes_room_under_the_certificate_limit() -> None:
    game = at_the_limit()
    game.apply(sell(game, 0, "AR"))
    assert clause(game, buy(game, 0, "IR")) == ""


@pytest.mark.rule("1889-BUY-19", "1889-BUY-21")
@pytest.mark.parametrize("cell", [(5, 0), (8, 0)])
def test_a_share_that_does_not_count_is_bought_at_the_limit(cell: tuple[int, int]) -> None:
    game = at_the_limit()
    place_marker(game, "IR", cell)
    assert clause(game, buy(game, 0, "IR")) == ""
    assert clause(game, buy(game, 0, "SR")) == "1889-BUY-19"


@pytest.mark.rule("1889-BUY-20")
def test_privates_shares_and_president_certificates_count_one_each() -> None:
    game = stock_round(cash=RICH)
    assign_private(game, "TR", 0)
    assign_private(game, "UTF", 0)
    start(game, "AR", {0: 20})
    start(game, "IR", {1: 50, 0: 30})
    assert game.players[0].certificates == 2 + 1 + 3
    start(game, "SR", {0: 60})
    assert game.players[0].certificates == 6 + 5


@pytest.mark.rule("1889-BUY-21")
@pytest.mark.parametrize(
    "cell",
    [
        (5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2), (8, 1), (8, 2), (8, 3), (9, 2), (9, 3), (10, 3),  # yellow
        (8, 0), (9, 0), (9, 1), (10, 0), (10, 1), (10, 2),  # orange
    ],
)  # fmt: skip
def test_shares_in_the_yellow_and_orange_zones_do_not_count(cell: tuple[int, int]) -> None:
    game = stock_round()
    start(game, "AR", {0: 50}, cell=cell)
    assert game.players[0].certificates == 0


@pytest.mark.rule("1889-BUY-21")
@pytest.mark.parametrize("cell", [(4, 0), (5, 1), (6, 2), (7, 3), (7, 4), (6, 5), (0, 0)])
def test_shares_beside_the_zones_count(cell: tuple[int, int]) -> None:
    game = stock_round()
    start(game, "AR", {0: 50}, cell=cell)
    assert game.players[0].certificates == 4


@pytest.mark.rule("1889-BUY-22")
@pytest.mark.parametrize(
    ("cell", "forbidden"), [((8, 0), ""), ((10, 2), ""), ((7, 0), "1889-BUY-17"), ((8, 1), "1889-BUY-17")]
)
def test_more_than_60_percent_in_the_orange_zone_only(cell: tuple[int, int], forbidden: str) -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {0: 60}, market=20, cell=cell)
    assert clause(game, buy(game, 0, "AR", "market")) == forbidden
    assert clause(game, buy(game, 0, "AR", "ipo")) == forbidden


@pytest.mark.rule("1889-BUY-23")
def test_above_the_certificate_limit_only_sales_are_offered() -> None:
    game = at_the_limit(4)
    assert {each.kind for each in game.legal_actions()} == {"sell_shares"}
    assert clause(game, Pass(0)) == "1889-BUY-23"
    assert clause(game, buy(game, 0, "IR")) == "1889-BUY-23"
    assert clause(game, par(game, 0, "UR", 65)) == "1889-BUY-23"
    game.apply(sell(game, 0, "AR"))
    assert game.to_act.player == 1  # no other action is legal


@pytest.mark.rule("1889-BUY-23")
def test_sales_go_on_until_within_the_limit() -> None:
    game = stock_round(3, cash=RICH, certificate_limit=4)
    start(game, "AR", {1: 50, 0: 30})
    start(game, "IR", {2: 50, 0: 30})
    game.apply(sell(game, 0, "AR", 1))
    assert clause(game, Pass(0)) == "1889-BUY-23"
    game.apply(sell(game, 0, "IR", 1))
    assert game.players[0].certificates == 4
    assert game.to_act.player == 1


@pytest.mark.rule("1889-BUY-23")
def test_a_marker_that_falls_into_the_yellow_zone_makes_a_holding_legal() -> None:
    game = stock_round(3, cash=RICH, certificate_limit=4)
    start(game, "AR", {1: 50, 0: 30}, cell=(4, 0))
    start(game, "IR", {2: 50, 0: 40})
    game.apply(sell(game, 0, "AR", 1))
    assert game.companies["AR"].cell == (5, 0)
    assert game.players[0].certificates == 4  # of IR; the two of AR are exempt
    assert clause(game, Pass(0)) == ""


@pytest.mark.rule("1889-BUY-23")
def test_more_than_60_percent_is_sold_once_the_marker_has_left_the_orange_zone() -> None:
    game = stock_round(3, cash=RICH)
    start(game, "AR", {0: 70}, cell=(9, 0))
    assert clause(game, Pass(0)) == ""
    place_marker(game, "AR", (6, 0))
    assert clause(game, Pass(0)) == "1889-BUY-23"
    assert clause(game, buy(game, 0, "AR")) == "1889-BUY-23"
    game.apply(sell(game, 0, "AR"))
    assert clause(game, Pass(0)) == ""


@pytest.mark.rule("1889-BUY-23")
def test_one_above_the_limit_who_can_sell_nothing_passes() -> None:
    game = stock_round(3, cash=RICH, certificate_limit=4)
    start(game, "AR", {1: 20, 0: 20, 2: 10}, market=50)
    assign_private(game, "TR", 0)
    assign_private(game, "MF", 0)
    assign_private(game, "ER", 0)
    assert game.players[0].certificates == 5
    assert not is_admitted(game, sell(game, 0, "AR"))
    assert clause(game, par(game, 0, "UR", 65)) == "1889-BUY-19"
    assert is_admitted(game, Pass(0))


@pytest.mark.rule("1889-BUY-23")
def test_a_sale_makes_the_buyer_wait_no_longer_than_the_limit_does() -> None:
    game = at_the_limit(4)
    game.apply(sell(game, 0, "AR", 2))
    assert game.players[0].certificates == 3
    assert clause(game, buy(game, 0, "IR")) == ""


@pytest.mark.rule("1889-BUY-24")
def test_a_buyer_must_have_the_cash() -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {1: 50}, market=10, par=100, cell=(0, 6))
    set_cash(game, 0, 139)
    assert clause(game, buy(game, 0, "AR", "market")) == "1889-BUY-24"
    assert clause(game, buy(game, 0, "AR", "ipo")) == ""
    assert clause(game, par(game, 0, "UR", 70)) == "1889-BUY-24"
    set_cash(game, 0, 140)
    assert clause(game, buy(game, 0, "AR", "market")) == ""
    assert clause(game, par(game, 0, "UR", 70)) == ""
    assert clause(game, par(game, 0, "UR", 75)) == "1889-BUY-24"


@pytest.mark.rule("1889-BUY-25")
@pytest.mark.parametrize("source", ["ipo", "market"])
def test_buying_does_not_move_the_price(source: str) -> None:
    game = stock_round(cash=RICH)
    start(game, "AR", {1: 50}, market=10, cell=(2, 5))
    game.apply(buy(game, 0, "AR", source))
    assert game.companies["AR"].cell == (2, 5)


# The end of the round


@pytest.mark.rule("1889-ESR-01")
def test_the_round_ends_when_everyone_passes_one_after_another() -> None:
    game = stock_round(3, cash=RICH)
    pass_times(game, 2)
    assert game.to_act.doing == "stock"
    play(game, par(game, 2, "AR", 65), Pass(0), Pass(1))
    assert game.to_act == (2, -1, "stock")
    assert "operating_round_began" in kinds(pass_times(game, 1))


@pytest.mark.rule("1889-ESR-01")
def test_a_turn_with_only_a_sale_is_no_pass() -> None:
    game = stock_round(2, cash=RICH)
    start(game, "AR", {1: 50, 0: 20})
    play(game, Pass(0), Pass(1))
    assert game.to_act.doing != "stock"
    other = stock_round(2, cash=RICH)
    start(other, "AR", {1: 50, 0: 20})
    play(other, sell(other, 0, "AR", 1), Pass(0), Pass(1))
    assert other.to_act == (0, -1, "stock")


@pytest.mark.rule("1889-ESR-02")
def test_priority_goes_left_of_the_last_to_act() -> None:
    game = stock_round(4, player=1, cash=RICH)
    play(game, par(game, 1, "AR", 65), par(game, 2, "IR", 65), Pass(3), Pass(0), Pass(1))
    events = pass_times(game, 1)
    assert PriorityMoved(3) in events
    assert game.to_act == (3, -1, "stock")


@pytest.mark.rule("1889-ESR-02")
def test_priority_stays_when_nobody_acts() -> None:
    game = stock_round(4, player=1, cash=RICH)
    pass_times(game, 4)
    assert game.to_act == (1, -1, "stock")


@pytest.mark.rule("1889-ESR-02")
def test_a_sale_moves_priority_and_undo_gives_it_back() -> None:
    game = stock_round(3, player=0, cash=RICH)
    start(game, "AR", {0: 50, 1: 20})
    before = game.digest()
    play(game, Pass(0), sell(game, 1, "AR"), Pass(1))
    assert game.state.priority == 2
    game.undo()
    game.undo()
    assert game.state.priority == 0
    play(game, Pass(1), Pass(2))
    assert game.state.priority == 0
    for _ in range(3):
        game.undo()
    assert game.digest() == before


@pytest.mark.rule("1889-ESR-02")
def test_an_exchange_out_of_turn_does_not_move_priority() -> None:
    game = stock_round(3, player=0, cash=RICH)
    assign_private(game, "DR", 1)
    play(game, exchange(game, 1), Pass(0), Pass(1), Pass(2))
    assert game.to_act.player == 0


@pytest.mark.rule("1889-ESR-03")
def test_sold_out_companies_rise() -> None:
    game = stock_round(3, cash=RICH)
    start(game, "AR", {0: 60, 1: 40}, cell=(2, 5))
    start(game, "IR", {1: 60, 2: 30}, cell=(2, 4))
    start(game, "SR", {2: 60, 0: 30}, market=10, cell=(3, 4))
    events = pass_times(game, 3)
    assert SoldOut(company(game, "AR")) in events
    assert kinds(events).count("sold_out") == 1
    assert game.companies["AR"].cell == (1, 5)
    assert game.companies["IR"].cell == (2, 4)
    assert game.companies["SR"].cell == (3, 4)


@pytest.mark.rule("1889-ESR-03")
def test_at_the_top_a_sold_out_company_stays_where_it_is_in_its_stack() -> None:
    game = stock_round(3, cash=RICH)
    start(game, "AR", {0: 60, 1: 40}, cell=(0, 5))
    start(game, "IR", {1: 60}, cell=(0, 5))
    pass_times(game, 3)
    assert game.companies["AR"].cell == (0, 5)
    assert order(game) == "AR IR"


@pytest.mark.rule("1889-ESR-03", "1889-BUY-06")
def test_sold_out_companies_of_one_cell_rise_in_operating_order() -> None:
    game = stock_round(3, cash=RICH)
    start(game, "UR", {0: 60, 1: 40}, cell=(2, 5))
    start(game, "AR", {1: 60, 2: 40}, cell=(2, 5))
    start(game, "IR", {2: 60}, cell=(1, 5))
    pass_times(game, 3)
    assert order(game) == "IR UR AR"


@pytest.mark.rule("1889-ESR-04")
@pytest.mark.parametrize(("name", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_operating_rounds_by_phase(name: str, rounds: int) -> None:
    game = stock_round(3)
    set_phase(game, name)
    events = pass_times(game, 3)
    assert kinds(events).count("operating_round_began") == rounds
    assert kinds(events)[-1] == "stock_round_began"
