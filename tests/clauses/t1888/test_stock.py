"""1888, both editions: stock rounds (SR, CRT, SEL, BUY, PAR, DIR, CO)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    bid,
    buy,
    code,
    end_stock_round,
    kinds,
    new_game,
    par,
    pass_times,
    place_marker,
    play,
    president,
    sell,
    set_cash,
    start,
    stock_round,
)
from tetsudo.core.actions import Pass, SellShares
from tetsudo.core.errors import BadInput
from tetsudo.core.frames import Stock
from tetsudo.game.game import Game


def market_place(game: Game, symbol: str) -> tuple[int, int]:
    cell = game.companies[symbol].cell
    assert cell is not None
    return cell


@pytest.mark.rule("1888*-SET-04", "1888*-CO-02", "1888*-PAR-01", "1888*-BUY-01", "1888*-CO-05")
def test_the_directors_certificate_comes_first(title: str) -> None:
    game = stock_round(title=title, turn=1)
    assert code(game, buy(game, 0, "JHR")) == "not_started"
    assert code(game, par(game, 0, "JHR", 70)) == ""
    play(game, par(game, 0, "JHR", 70))
    assert code(game, buy(game, 1, "JHR")) == ""
    assert code(game, par(game, 1, "JHR", 70)) == "already_started"


@pytest.mark.rule("1888*-PAR-02", "1888*-PAR-03", "1888*-PAR-04", "1888*-CO-04", "1888*-BUY-04", "1888*-GEN-03")
def test_its_buyer_sets_one_of_six_prices_and_pays_it_twice(title: str) -> None:
    game = stock_round(title=title, turn=1)
    for price in (65, 100, 0):
        assert code(game, par(game, 0, "JHR", price)) == "par_price"
    for price in (70, 75, 80, 85, 90, 95):
        assert code(game, par(game, 0, "JHR", price)) == ""
    bank = game.view().bank
    play(game, par(game, 0, "JHR", 80))
    assert (game.players[0].cash, game.view().bank) == (440, bank + 160)
    assert market_place(game, "JHR") == (4, 3)
    assert game.companies["JHR"].cash == 0


@pytest.mark.rule("1888*-PAR-05", "1888*-PAR-06", "1888*-PAR-08")
def test_a_company_floats_at_sixty_percent_with_ten_times_its_price(title: str) -> None:
    game = stock_round(title=title, player=2)
    start(game, "JHR", {0: 30, 1: 10}, par=70, market=10, floated=False)
    events = play(game, buy(game, 2, "JHR"))
    assert game.companies["JHR"].is_floated  # the share in the pool counts as sold
    assert game.companies["JHR"].cash == 700
    assert "floated" in kinds(events)


@pytest.mark.rule("1888*-SR-01", "1888*-SR-02", "1888*-SR-03")
def test_sell_first_then_buy_one_and_the_turn_is_over(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 50, 1: 20}, par=95)
    start(game, "SSL", {1: 30, 0: 20}, par=90)
    play(game, sell(game, 0, "SSL", 1))
    assert game.to_act.player == 0
    play(game, buy(game, 0, "JHR"))
    assert game.to_act.player == 1  # no sales after a purchase
    assert code(game, sell(game, 0, "JHR", 1)) == "not_your_turn"
    other = stock_round(title=title, player=1)
    other.state.stack = (*other.state.stack[:-1], Stock(1, bought=1))
    start(other, "SSL", {1: 30}, par=90)
    assert code(other, SellShares(1, 1, 1)) == "sale_after_purchase"


@pytest.mark.rule("1888*-SR-04", "1888*-SEL-07", "1888*-SEL-08")
def test_any_number_of_sales_in_any_order(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 50, 1: 20}, par=95)
    start(game, "SSL", {1: 40, 0: 30}, par=90)
    play(game, sell(game, 0, "JHR", 1), sell(game, 0, "SSL", 2), sell(game, 0, "JHR", 2))
    # JHR from 95 in the second row: one down, then two; SSL from 90 in the third: two down.
    assert market_place(game, "JHR") == (4, 3)
    assert market_place(game, "SSL") == (4, 3)
    assert game.players[0].cash == 600 + 95 + 2 * 90 + 2 * 90


@pytest.mark.rule("1888*-SR-05", "1888*-CO-05", "1888*-SET-05")
def test_shares_are_traded_with_the_bank_only(title: str) -> None:
    game = stock_round(title=title, player=1)
    start(game, "JHR", {0: 50}, par=95)
    of_a_player = buy(game, 1, "JHR").replaced(source=0)
    assert code(game, of_a_player) == "share_source"


@pytest.mark.rule("1888*-SR-06", "1888*-SR-07", "1888*-SR-08", "1888*-SR-09")
def test_who_passes_may_act_later_and_all_passing_ends_the_round(title: str) -> None:
    game = stock_round(title=title, turn=1, player=1)
    start(game, "JHR", {0: 50}, par=95)
    assert game.to_act.player == 1
    play(game, Pass(1), Pass(2), buy(game, 3, "JHR"), Pass(0))
    assert code(game, buy(game, 1, "JHR")) == ""
    events = pass_times(game, 3)
    assert "operating_round_began" in kinds(events)
    assert game.state.priority == 0  # left of player 3


@pytest.mark.rule("1888*-SR-09")
def test_if_nobody_acts_the_priority_deal_stays(title: str) -> None:
    game = stock_round(title=title, player=2)
    start(game, "JHR", {0: 60}, par=95, floated=True)
    end_stock_round(game)
    assert game.state.priority == 2


# Limits


@pytest.mark.rule("1888*-CRT-06", "1888*-CRT-07", "1888*-PRV-08", "1888-CRT-11", "1888*-CRT-02")
def test_certificates_count_once_each_and_privates_too(title: str) -> None:
    game = stock_round(title=title, cash=1000)
    start(game, "JHR", {0: 60}, par=95)  # five certificates
    start(game, "SSL", {0: 60}, par=95)  # five
    start(game, "CDL", {0: 50}, par=95)  # four
    assert game.players[0].certificates == 14
    assign_private(game, "KT", 0)
    assert game.players[0].certificates == 15
    assert code(game, buy(game, 0, "CDL")) == ""
    assign_private(game, "TA", 0)
    assert code(game, buy(game, 0, "CDL")) == "certificate_limit"


@pytest.mark.rule("1888*-CRT-08", "1888N-CRT-09", "1888*-MKT-13")
def test_shares_in_the_coloured_section_do_not_count(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 60}, par=95)
    start(game, "SSL", {0: 50}, par=70)
    assert game.players[0].certificates == 9
    place_marker(game, "SSL", (7, 2))
    assert game.players[0].certificates == 5
    place_marker(game, "SSL", (7, 3))
    assert game.players[0].certificates == 9


@pytest.mark.rule("1888-CRT-08", "1888-MKT-13")
def test_the_section_of_june_2021_is_a_variant_of_the_prototype() -> None:
    for variants, counted in (([], 9), (["zone-2021"], 5)):
        game = stock_round(title="1888", variants=variants)
        start(game, "JHR", {0: 60}, par=95)
        start(game, "SSL", {0: 50}, par=70)
        for cell in ((3, 0), (4, 0), (5, 1), (8, 4)):
            place_marker(game, "SSL", cell)
            assert game.players[0].certificates == counted
        place_marker(game, "SSL", (5, 2))
        assert game.players[0].certificates == 9
    with pytest.raises(BadInput):
        new_game(4, title="1888n", variants=["zone-2021"])


@pytest.mark.rule("1888N-CRT-10", "1888-CRT-11")
def test_who_is_above_the_limit_sells_in_his_next_turn(title: str) -> None:
    game = stock_round(6, title=title, cash=1000)  # limit 11
    start(game, "JHR", {0: 60}, par=95)
    start(game, "SSL", {0: 60}, par=95)
    start(game, "CDL", {0: 30}, par=95)  # twelve in all
    assert {type(each).__name__ for each in game.legal_actions()} == {"Sales"}
    assert code(game, Pass(0)) == code(game, buy(game, 0, "CDL")) == "must_sell"
    play(game, sell(game, 0, "JHR", 1))
    assert code(game, Pass(0)) == ""
    assert code(game, buy(game, 0, "CDL")) == "certificate_limit"


@pytest.mark.rule("1888*-BUY-06")
def test_nobody_holds_more_than_sixty_percent_even_in_the_coloured_section(title: str) -> None:
    game = stock_round(title=title, cash=1000)
    start(game, "JHR", {0: 60}, par=70)
    assert code(game, buy(game, 0, "JHR")) == "hold_limit"
    place_marker(game, "JHR", (8, 0))
    assert code(game, buy(game, 0, "JHR")) == "hold_limit"


# Selling


@pytest.mark.rule("1888*-SEL-01")
def test_nothing_is_sold_in_the_first_stock_round(title: str) -> None:
    game = stock_round(title=title, turn=1)
    start(game, "JHR", {0: 40}, par=95)
    assert code(game, sell(game, 0, "JHR", 1)) == "first_round_sale"


@pytest.mark.rule("1888*-SEL-01")
def test_that_is_the_first_round_with_shares_even_if_the_auction_was_interrupted(title: str) -> None:
    game = new_game(4, title=title)
    play(game, bid(game, 0, "KT", 25))
    pass_times(game, 4)
    for private in ("TA", "HS", "CW", "YRF", "FC"):
        game.apply(bid(game, game.to_act.player, private, game.privates[private].price))
    assert game.state.turn == 1
    player = game.to_act.player
    play(game, par(game, player, "JHR", 70))
    pass_times(game, 3)
    assert code(game, sell(game, player, "JHR", 1)) == "first_round_sale"


@pytest.mark.rule("1888*-SEL-02", "1888*-SEL-03", "1888*-DIR-05")
def test_the_directors_certificate_goes_only_to_somebody_with_twenty_percent(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 40, 1: 10}, par=95)
    assert code(game, sell(game, 0, "JHR", 2)) == ""
    assert code(game, sell(game, 0, "JHR", 3)) == "president_stays"
    other = stock_round(title=title)
    start(other, "JHR", {0: 40, 1: 20}, par=95)
    assert code(other, sell(other, 0, "JHR", 4)) == ""


@pytest.mark.rule("1888*-SEL-04", "1888*-SEL-05")
def test_the_pool_holds_five_certificates_of_a_company(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 40, 1: 20}, par=95, market=30)
    assert code(game, sell(game, 0, "JHR", 3)) == "market_limit"
    play(game, sell(game, 0, "JHR", 2))
    assert game.companies["JHR"].in_market == 50


@pytest.mark.rule("1888*-SEL-06", "1888*-SEL-08", "1888*-MKT-09")
def test_the_worked_example_of_a_sale(title: str) -> None:
    """Player Q sells 30 % of LYR at 95: Q receives 285, and the price drops to 80."""
    game = stock_round(title=title)
    start(game, "LYR", {0: 60, 1: 20}, par=95)
    place_marker(game, "LYR", (1, 3))
    play(game, sell(game, 0, "LYR", 3))
    assert game.players[0].cash == 600 + 285
    assert game.companies["LYR"].price == 80
    assert market_place(game, "LYR") == (4, 3)


# Buying


@pytest.mark.rule("1888*-BUY-02", "1888*-BUY-03", "1888*-BUY-05", "1888*-PAR-02")
def test_shares_cost_par_in_the_offering_and_the_price_in_the_pool(title: str) -> None:
    game = stock_round(title=title, player=1)
    start(game, "JHR", {0: 50}, par=95, market=20)
    place_marker(game, "JHR", (3, 3))  # 85
    play(game, buy(game, 1, "JHR"))
    assert game.players[1].cash == 600 - 95
    play(game, buy(game, 2, "JHR", "market"))
    assert game.players[2].cash == 600 - 85
    set_cash(game, 3, 84)
    assert code(game, buy(game, 3, "JHR", "market")) == "cash"
    assert code(game, buy(game, 3, "JHR")) == "cash"


@pytest.mark.rule("1888*-BUY-07")
def test_who_sold_a_company_does_not_buy_it_in_the_same_round(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 50, 1: 20}, par=95)
    play(game, sell(game, 0, "JHR", 1))
    assert code(game, buy(game, 0, "JHR")) == code(game, buy(game, 0, "JHR", "market")) == "sold_this_round"
    play(game, Pass(0), Pass(1), Pass(2), Pass(3))
    assert code(game, buy(game, 0, "JHR")) == "sold_this_round"


@pytest.mark.rule("1888*-BUY-07")
def test_in_the_next_stock_round_he_may(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 40, 1: 10}, par=95, floated=False)
    play(game, sell(game, 0, "JHR", 1))
    pass_times(game, 4 + 1)  # nothing operates
    assert (game.state.turn, game.to_act.player) == (3, 1)
    pass_times(game, 3)
    assert code(game, buy(game, 0, "JHR")) == code(game, buy(game, 0, "JHR", "market")) == ""


# Directors


@pytest.mark.rule("1888*-DIR-02")
def test_a_sale_that_leaves_equal_holdings_changes_no_director(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 40, 1: 20}, par=95)
    play(game, sell(game, 0, "JHR", 2))
    assert president(game, "JHR") == 0
    play(game, sell(game, 0, "JHR", 1))
    assert president(game, "JHR") == 1


@pytest.mark.rule("1888*-DIR-01", "1888*-DIR-02", "1888*-DIR-03", "1888N-DIR-04")
def test_more_shares_make_a_director_and_equal_ones_do_not(title: str) -> None:
    game = stock_round(title=title, player=1)
    start(game, "JHR", {0: 20, 1: 10}, par=95, cash=300, trains=["2"])
    play(game, buy(game, 1, "JHR"))
    assert president(game, "JHR") == 0
    play(game, Pass(2), Pass(3), Pass(0), buy(game, 1, "JHR"))
    assert president(game, "JHR") == 1
    assert game.players[0].certificates == 2  # two ordinary shares for the director's certificate
    assert game.players[1].certificates == 2
    assert (game.companies["JHR"].cash, game.companies["JHR"].trains) == (300, ("2",))


@pytest.mark.rule("1888*-DIR-06", "1888*-DIR-07")
def test_the_largest_holder_follows_and_of_equals_the_next_in_order(title: str) -> None:
    game = stock_round(title=title, player=1)
    start(game, "JHR", {1: 40, 2: 10, 3: 20, 0: 20}, par=95)
    play(game, sell(game, 1, "JHR", 4))
    assert president(game, "JHR") == 3
