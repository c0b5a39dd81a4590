"""Forced purchases of 1890: the president's cash, one sale at the old prices, and bankruptcy (12.5, 13.2, 14)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple

from tests.builders import (
    assign_private,
    assign_train,
    bankrupt,
    buy_train,
    clause,
    code,
    company,
    empty_depot,
    is_admitted,
    kinds,
    lay,
    operate,
    place_marker,
    play,
    president,
    private,
    sell,
    set_cash,
    start,
    train_to_market,
)
from tests.clauses.t1890.tables import assign_minor, join_akashi, table
from tetsudo.core.actions import Answer, Pass, SellShares
from tetsudo.core.events import CompanyClosed, ProceedsSeized
from tetsudo.core.open_actions import Sales
from tetsudo.engine.state.ownership import give_private, market_of, ordinary_shares
from tetsudo.engine.state.rows import with_value
from tetsudo.engine.state.state import bank_of
from tetsudo.game.game import Game
from tetsudo.game.position import read, write

ROW_OF = {100: 0, 90: 1, 80: 2, 75: 3, 70: 4, 65: 5, 60: 6, 55: 7, 50: 8, 45: 9, 40: 10}
"""Rows of the par column, by price."""


def forced(
    on_sale: str = "5",
    *,
    cash: int = 0,
    owns: int = 0,
    own: Mapping[int, int] | None = None,
    in_phase: str = "4",
    **more: Any,
) -> Game:
    """Sanyo, at 65 with player 0 as president, has a route, no train and `cash`; the president has `owns`.

    `own`: Sanyo's shares in percent. The cheapest train is one of `on_sale`.
    """
    game = table("A", in_phase, **more)
    join_akashi(game)
    start(game, "SY", own or {0: 60}, cash=cash, cell=(5, 4))
    empty_depot(game, *(each.name for each in game.setup.trains[: _place(game, on_sale)]))
    set_cash(game, 0, owns)
    return game


def _place(game: Game, name: str) -> int:
    return next(train.id for train in game.setup.trains if train.name == name)


def shares(game: Game, symbol: str, price: int, holders: Mapping[int, int], market: int = 0) -> None:
    """A company with shares at the given price."""
    start(game, symbol, holders, cell=(ROW_OF[price], 4), market=market)


def price(game: Game, symbol: str) -> int:
    """The market price of a company."""
    found = game.companies[symbol].price
    assert found is not None
    return found


# The obligation and the payment


@pytest.mark.rule("1890-12.5-a", "1890-12.3-d", "1890-12.4-d")
@pytest.mark.parametrize(("cash", "helped"), [(449, True), (450, False)])
def test_the_president_helps_only_a_treasury_that_can_not_pay(cash: int, helped: bool) -> None:
    game = operate(forced(cash=cash, owns=1000), "SY", "trains")
    assert not is_admitted(game, Pass(0))
    events = play(game, buy_train(game, "SY", "5"))
    assert ("president_contributed" in kinds(events)) == helped
    assert (game.companies["SY"].cash, game.players[0].cash) == (0, 999 if helped else 1000)


@pytest.mark.rule("1890-12.5-e")
def test_the_whole_treasury_is_used_first() -> None:
    game = operate(forced(cash=120, owns=400), "SY", "trains")
    play(game, buy_train(game, "SY", "5"))
    assert (game.companies["SY"].cash, game.players[0].cash) == (0, 70)  # 450 - 120 = 330


@pytest.mark.rule("1890-12.5-b")
def test_only_one_train_is_forced() -> None:
    game = operate(forced(cash=0, owns=2000), "SY", "trains")
    play(game, buy_train(game, "SY", "5"))
    assert game.companies["SY"].trains == ("5",)
    assert game.to_act.doing == "stock", "without money in the treasury its turn, the last one, is over"


@pytest.mark.rule("1890-12.5-c")
def test_it_is_the_cheapest_of_bank_and_market() -> None:
    game = forced("4", cash=0, owns=2000, in_phase="3")
    train_to_market(game, "4")
    empty_depot(game, "4")
    operate(game, "SY", "trains")
    assert clause(game, buy_train(game, "SY", "5")) == "1890-12.5-c"
    assert code(game, buy_train(game, "SY", "4", "market")) == ""


@pytest.mark.rule("1890-12.5-d", "1890-12.4.2-d")
def test_no_help_for_a_train_of_another_company_but_the_treasury_may_buy_it() -> None:
    game = forced(cash=30, owns=2000)
    start(game, "HK", {0: 20, 1: 20}, trains=["5"])
    operate(game, "SY", "trains")
    assert clause(game, buy_train(game, "SY", "5", "HK", 31)) == "1890-12.4.2-a"
    play(game, buy_train(game, "SY", "5", "HK", 30))
    assert game.companies["SY"].trains == ("5",)
    assert (game.companies["HK"].cash, game.players[0].cash) == (30, 2000)


@pytest.mark.rule("1890-12.3-f", "1890-12.5-a")
def test_the_owner_of_a_minor_pays_for_it_too() -> None:
    game = table("A", "1")
    lay(game, "D3", "4", 1)
    assign_minor(game, "KER", 0, cash=50)
    set_cash(game, 0, 100)
    operate(game, "KER", "trains")
    assert clause(game, Pass(0)) == "1890-12.3-a"
    play(game, buy_train(game, "KER", "2"))
    assert (game.companies["KER"].cash, game.players[0].cash) == (0, 70)


# The sale


@pytest.mark.rule("1890-12.5-f", "1890-14-f", "1890-14-h")
def test_all_is_sold_together_at_the_prices_before() -> None:
    """The president lacks 440: three JR at 100 and two Hankyu at 80, in any order, leave 20 over."""
    game = forced(cash=0, owns=10)
    shares(game, "JR", 100, {1: 20, 0: 30})
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    assert clause(game, buy_train(game, "SY", "5")) == "1890-12.5-f"
    play(game, sell(game, 0, "HK"))
    assert (game.to_act.doing, game.to_act.player) == ("forced sale", 0)
    play(game, sell(game, 0, "JR", 3))
    assert (game.players[0].cash, price(game, "JR"), price(game, "HK")) == (10, 100, 80), "nothing is sold yet"
    bank = game.view().bank
    events = play(game, sell(game, 0, "HK"))
    hankyu, jr = company(game, "HK"), company(game, "JR")
    assert [astuple(each) for each in events if each.kind == "shares_sold"] == [(0, hankyu, 2, 160), (0, jr, 3, 300)]
    assert game.companies["SY"].trains == ("5",)
    assert game.players[0].cash == 10 + 460 - 450
    assert (price(game, "JR"), price(game, "HK")) == (75, 70), "three rows and two"
    assert game.view().bank == bank - 460 + 450


@pytest.mark.rule("1890-14-h")
def test_in_the_middle_of_the_sale_nothing_else_is_done() -> None:
    game = forced(cash=0, owns=10)
    shares(game, "JR", 100, {1: 20, 0: 50})
    assign_private(game, "KT", 0)
    operate(game, "SY", "trains")
    play(game, sell(game, 0, "JR"))
    for action in (Pass(0), buy_train(game, "SY", "5"), buy_train(game, "SY", "5", "JR", 1)):
        assert clause(game, action) == "1890-14-h"
    assert clause(game, SellShares(1, company(game, "JR"), 1)) == "1890-11.4.1-a"


@pytest.mark.rule("1890-14-j")
def test_no_share_is_sold_that_is_not_needed() -> None:
    """The president lacks 80. One share at 80 is enough; two at 65 are both needed; after one at 65, the one at 80 is
    too much."""
    game = forced(cash=360, owns=10)  # Sanyo's own shares cost 65
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    assert code(game, sell(game, 0, "HK", 2)) == "sale_excess"
    assert code(game, sell(game, 0, "SY", 3)) == "sale_excess"
    assert code(game, sell(game, 0, "SY", 2)) == ""
    play(game, sell(game, 0, "SY"))
    assert clause(game, sell(game, 0, "HK")) == "1890-14-j"
    play(game, sell(game, 0, "SY"))
    assert game.companies["SY"].trains == ("5",)
    assert game.players[0].cash == 10 + 130 - 90, "what is over stays with the player"


@pytest.mark.rule("1890-14-j")
def test_nothing_is_sold_while_cash_suffices() -> None:
    game = forced(cash=0, owns=450)
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    assert clause(game, sell(game, 0, "HK")) == "1890-14-j"


@pytest.mark.rule("1890-14-d")
def test_the_company_that_is_forced_keeps_its_president() -> None:
    """Player 0 has 40 %, player 1 has 30 %: player 0 may go down to 30 % and stay president, but no lower."""
    game = forced(cash=320, owns=0, own={0: 40, 1: 30})
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    assert code(game, sell(game, 0, "SY", 2)) == "emergency_sale"
    play(game, sell(game, 0, "SY"))
    assert code(game, sell(game, 0, "SY")) == "emergency_sale"
    play(game, sell(game, 0, "HK"))  # 65 + 80 >= 130
    assert president(game, "SY") == 0
    assert game.players[0].cash == 15


@pytest.mark.rule("1890-14-e")
def test_another_company_may_get_another_president() -> None:
    game = forced(cash=290, owns=0)
    shares(game, "HK", 80, {0: 30, 1: 20})
    operate(game, "SY", "trains")
    play(game, sell(game, 0, "HK", 2))
    assert president(game, "HK") == 1
    assert game.companies["SY"].trains == ("5",)


@pytest.mark.rule("1890-14-i")
def test_the_market_takes_half_of_a_company_at_the_most() -> None:
    game = forced(cash=0, owns=130, own={0: 20})
    shares(game, "HK", 80, {1: 20, 0: 30}, market=40)
    shares(game, "JR", 100, {1: 20, 0: 40})
    operate(game, "SY", "trains")
    assert code(game, sell(game, 0, "HK", 2)) == "emergency_sale"
    play(game, sell(game, 0, "HK"), sell(game, 0, "JR", 3))  # 80 + 300 >= 320
    assert game.companies["SY"].trains == ("5",)


@pytest.mark.rule("1890-12.5-c")
def test_of_two_trains_that_cost_the_same_the_president_chooses() -> None:
    game = forced(cash=400, owns=0)
    train_to_market(game, "5")
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    play(game, sell(game, 0, "HK"))
    assert (game.to_act.doing, price(game, "HK")) == ("forced sale", 80)
    assert code(game, sell(game, 0, "HK")) == "sale_excess"
    assert code(game, buy_train(game, "SY", "5")) == ""
    assert code(game, buy_train(game, "SY", "5", price=1)) == "emergency_cheapest"
    assert code(game, buy_train(game, "SY", "6")) == "emergency_cheapest"
    play(game, buy_train(game, "SY", "5", "market"))
    assert (game.companies["SY"].trains, price(game, "HK")) == (("5",), 75)


# Companies closed by the sale


@pytest.mark.rule("1890-14-g", "1890-10.4-a")
def test_a_company_may_close_by_the_sale_which_stands() -> None:
    """Hankyu at 30 is above a closed cell. The proceeds pay for the train; Hankyu's own treasury goes to the bank."""
    game = forced(cash=420, owns=0)
    start(game, "HK", {1: 20, 0: 20}, cell=(8, 0), cash=77)
    bank = game.view().bank
    operate(game, "SY", "trains")
    events = play(game, sell(game, 0, "HK"))
    assert CompanyClosed(company(game, "HK")) in events
    assert (game.companies["SY"].trains, game.players[0].cash) == (("5",), 0)
    assert game.view().bank == bank + 420 + 77
    assert (game.companies["HK"].tokens, len(game.companies["SY"].tokens)) == ((), 1)


@pytest.mark.rule("1890-14-k", "1890-7.4-i", "1890-7.4-e")
def test_if_the_buyer_closes_its_train_is_in_the_market_and_the_money_gone() -> None:
    game = forced(cash=420, owns=0)
    place_marker(game, "SY", (8, 0))
    bank = game.view().bank
    operate(game, "SY", "trains")
    events = play(game, sell(game, 0, "SY"))
    assert kinds(events).index("train_bought") < kinds(events).index("company_closed")
    assert (game.players[0].cash, game.view().bank) == (0, bank + 420)
    assert game.view().on_sale.count("5") == 2, "the depot's and the one in the market"
    assert game.to_act.doing == "stock", "its turn, the last one, is over"


@pytest.mark.rule("1890-14-g", "1890-14-k", "1890-14-j")
@pytest.mark.parametrize(("symbol", "closes"), [("HK", True), ("SY", True), ("JR", False)])
def test_where_a_company_closes_all_that_the_sale_raised_is_the_banks(symbol: str, closes: bool) -> None:
    """The president lacks 40 of 450, and two shares at 30 bring 60. The surplus of 20 is the player's only if no
    company closes."""
    game = forced(cash=405, owns=5)
    start(game, "JR", {1: 20, 0: 20}, cell=(10, 2))  # the bottom row: a sale moves no marker
    start(game, "HK", {1: 20, 0: 20}, cell=(8, 0))  # above a closed cell
    place_marker(game, "SY", (8, 0))
    bank, others = game.view().bank, [each.cash for each in game.players[1:]]
    operate(game, "SY", "trains")
    events = play(game, sell(game, 0, symbol), sell(game, 0, symbol))
    assert CompanyClosed(company(game, symbol)) in events or not closes
    assert [astuple(each) for each in events if each.kind == "shares_sold"] == [(0, company(game, symbol), 2, 60)]
    assert (ProceedsSeized(0, 20) in events) == closes
    assert game.players[0].cash == (0 if closes else 20)
    assert [each.cash for each in game.players[1:]] == others
    assert game.view().bank == bank + 450 - 60 + (20 if closes else 0)
    assert game.view().on_sale.count("5") == (2 if symbol == "SY" else 1), "a closed buyer's train is in the market"


@pytest.mark.rule("1890-14-g")
def test_of_two_companies_sold_one_that_closes_costs_all_that_is_over() -> None:
    """One JR at 100 and one Hankyu leave 10 over: the player's if Hankyu is at 40, the bank's at 30, above a closed
    cell."""
    for row, left in ((6, 10), (8, 0)):
        game = forced(cash=0, owns=450 - 100 - (40 if row == 6 else 30) + 10)
        shares(game, "JR", 100, {1: 20, 0: 10})
        start(game, "HK", {1: 20, 0: 10}, cell=(row, 0))
        operate(game, "SY", "trains")
        play(game, sell(game, 0, "HK"), sell(game, 0, "JR"))
        assert (game.companies["SY"].trains, game.players[0].cash) == (("5",), left)


@pytest.mark.rule("1890-14-g", "1890-14-k")
@pytest.mark.parametrize(("symbol", "trains"), [("HK", ("5",)), ("SY", ())])
def test_also_where_a_table_sells_block_by_block(symbol: str, trains: tuple[str, ...]) -> None:
    """With the house rule of separate sales. If the buying company closes, it has bought nothing."""
    game = forced(cash=405, owns=5, sales_together=False)
    start(game, "HK", {1: 20, 0: 20}, cell=(8, 0))
    place_marker(game, "SY", (8, 0))
    operate(game, "SY", "trains")
    play(game, sell(game, 0, symbol, 2))
    if trains:
        assert game.players[0].cash == 65
        play(game, buy_train(game, "SY", "5"))
    assert (game.companies["SY"].trains, game.players[0].cash) == (trains, 0)


@pytest.mark.rule("1890-14-b", "1890-8.3.2-c")
def test_the_ban_of_the_first_turn_is_on_its_stock_round_only() -> None:
    game = forced(cash=385, owns=0)
    game.state.turn = 1
    operate(game, "SY", "trains")
    assert not game.is_over
    play(game, sell(game, 0, "SY"))  # 65
    assert (game.companies["SY"].trains, game.players[0].cash) == (("5",), 0)


# Bankruptcy


@pytest.mark.rule("1890-13.2-a", "1890-13.2-c", "1890-13.2-d")
@pytest.mark.parametrize(("owns", "ends"), [(29, True), (30, False)])
def test_one_yen_short_is_bankrupt(owns: int, ends: bool) -> None:
    """Four shares of Sanyo bring 260, two of Hankyu 160; with 30 that is 450."""
    game = forced(cash=0, owns=owns)
    shares(game, "HK", 80, {1: 60, 0: 20})
    bank = game.state.cash[bank_of(game.state)]
    operate(game, "SY", "trains")
    assert game.is_over == ends
    if not ends:
        play(game, sell(game, 0, "SY", 4), sell(game, 0, "HK", 2))
        assert (game.companies["SY"].trains, game.players[0].cash) == (("5",), 0)
        return
    in_market = [ordinary_shares(game.state, company(game, symbol), market_of(game.state)) for symbol in ("SY", "HK")]
    assert (game.players[0].cash, in_market) == (0, [4, 2])
    assert game.state.cash[bank_of(game.state)] == bank + 29, "what the shares brought came from the bank"
    assert game.legal_actions() == []


@pytest.mark.rule("1890-13.2-d", "1890-14-g")
@pytest.mark.parametrize(("row", "left"), [(6, 29 + 4 * 65 + 40), (8, 29)])
def test_a_table_may_let_a_bankrupt_keep_his_cash_but_not_what_a_sale_raised_that_closes(row: int, left: int) -> None:
    """Four of Sanyo at 65 and one of Hankyu, which closes from the last row."""
    game = forced(cash=0, owns=29, bankrupt_cash="kept")
    start(game, "HK", {1: 20, 0: 10}, cell=(row, 0))
    operate(game, "SY", "trains")
    assert (game.end_reason, game.players[0].cash) == ("bankrupt", left)


@pytest.mark.rule("1890-13.2-b")
def test_nobody_declares_bankruptcy() -> None:
    game = forced(cash=0, owns=30)
    shares(game, "HK", 80, {1: 60, 0: 20})
    operate(game, "SY", "trains")
    assert clause(game, bankrupt(game, "SY")) == "1890-13.2-b"


@pytest.mark.rule("1890-13.2-b", "1890-12.5-a")
def test_a_train_of_another_company_comes_before_bankruptcy() -> None:
    """With 2 in its treasury, Hankyu's president may be asked for 1 and for 2; after both refusals the game ends."""
    game = forced(cash=2, owns=0, own={0: 20})
    start(game, "HK", {1: 20}, trains=["5"])
    operate(game, "SY", "trains")
    assert not game.is_over
    assert {each.kind for each in game.legal_actions()} == {"buy_train"}
    play(game, buy_train(game, "SY", "5", "HK", 1), Answer(1, 0))
    assert not game.is_over
    play(game, buy_train(game, "SY", "5", "HK", 2), Answer(1, 0))
    assert game.is_over


@pytest.mark.rule("1890-13.2-b", "1890-13.2-c")
@pytest.mark.parametrize(
    ("together", "bankruptcy", "way"),
    [(True, "forced", {"convert"}), (False, "forced", {"convert"}), (True, "declared", {"convert", "bankrupt"})],
)
def test_who_can_not_pay_but_has_another_way_sells_nothing_in_vain(
    together: bool, bankruptcy: str, way: set[str]
) -> None:
    """A sale would close that way: the minor's owner could then neither pay, convert it, nor go bankrupt."""
    game = table("A", "1", sales_together=together, bankruptcy=bankruptcy)
    lay(game, "D3", "4", 1)
    assign_minor(game, "KER", 0, cash=5)
    shares(game, "HK", 40, {1: 40, 0: 10})
    set_cash(game, 0, 34)
    operate(game, "KER", "trains")
    assert code(game, sell(game, 0, "HK")) == "sale_in_vain"
    assert {each.kind for each in game.legal_actions()} == way
    set_cash(game, 0, 35)
    assert code(game, sell(game, 0, "HK")) == ""


@pytest.mark.rule("1890-13.2-a", "1890-13.2-c")
def test_who_can_not_pay_and_no_longer_convert_is_bankrupt() -> None:
    """Only a custom position can be like this: before a sale the player could have paid."""
    game = table("A", "1", sales_together=False)
    lay(game, "D3", "4", 1)
    assign_minor(game, "KER", 0)
    set_cash(game, 0, 0)
    game.state.sold = with_value(game.state.sold, 0, 1 << company(game, "HK"))
    operate(game, "KER", "trains")
    assert game.end_reason == "bankrupt"


@pytest.mark.rule("1890-9.3-d", "1890-12.4.2-d", "1890-13.2-c")
def test_bids_that_would_pay_are_waited_for_before_anything_is_sold() -> None:
    """The president lacks 190; three shares at 80 and a bid of 50 cover it, but not if one share is sold alone
    first."""
    game = forced(cash=175, owns=50, own={0: 20}, sales_together=False)
    shares(game, "HK", 80, {1: 40, 0: 30})
    shares(game, "JR", 100, {1: 60})
    assign_train(game, "JR", "5")
    arima = next(lot for lot, each in enumerate(game.setup.lots) if each.private == private(game, "AR"))
    give_private(game.state, private(game, "AR"), bank_of(game.state))
    game.state.bids = with_value(game.state.bids, 4 * arima, 50)
    operate(game, "SY", "trains")
    assert code(game, sell(game, 0, "HK")) == "sale_in_vain"
    play(game, buy_train(game, "SY", "5", "JR", 175), Answer(1, 0))
    assert game.state.bids[4 * arima] == 0
    play(game, sell(game, 0, "HK", 3), buy_train(game, "SY", "5"))
    assert (game.companies["SY"].trains, game.players[0].cash) == (("5",), 15)


@pytest.mark.rule("1890-9.3-d", "1890-9.1.3.1-d")
@pytest.mark.parametrize(
    ("owns", "left", "bids"), [(130, 50, [40, 10]), (129, 49, [40, 0]), (119, 39, [0, 0]), (79, None, None)]
)
def test_what_bids_hold_back_pays_only_before_bankruptcy(owns: int, left: int | None, bids: list[int] | None) -> None:
    """Two bids hold back 40 and 10, and a 2-train costs 80. Bids are returned as needed, the last lot's first."""
    game = table("C", "1")
    lots = [private(game, symbol) for symbol in ("HT", "KS")]
    for number in lots:
        give_private(game.state, number, bank_of(game.state))
    lay(game, "H15", "57", 1)
    assign_minor(game, "OER", 0)
    assign_minor(game, "NER", 1)  # its turn comes later
    set_cash(game, 0, owns)
    places = [number * 4 for number, lot in enumerate(game.setup.lots) if lot.private in lots]
    game.state.bids = with_value(game.state.bids, places[0], min(40, owns))
    game.state.bids = with_value(game.state.bids, places[1], 10 if owns > 50 else 0)
    operate(game, "OER", "trains")
    assert game.is_over == (left is None)
    assert read(write(game)).state == game.state
    if left is not None:
        play(game, buy_train(game, "OER", "2"))
        assert game.players[0].cash == left
        assert [game.state.bids[place] for place in places] == bids


@pytest.mark.rule("1890-14-f", "1890-14-j", "1890-13.2-b")
@given(
    seed=st.integers(0, 10_000),
    owns=st.integers(0, 250),
    cash=st.integers(0, 200),
    hankyu=st.integers(1, 6),
    jr=st.integers(1, 6),
    prices=st.tuples(st.sampled_from(sorted(ROW_OF)), st.sampled_from(sorted(ROW_OF))),
)
@settings(max_examples=60, deadline=None)
def test_whatever_is_chosen_the_train_is_paid_and_no_share_is_needless(
    seed: int, owns: int, cash: int, hankyu: int, jr: int, prices: tuple[int, int]
) -> None:
    """Or the player is bankrupt, in which case the total of all sellable shares was too little."""
    game = forced(cash=cash, owns=owns)
    shares(game, "HK", prices[0], {1: 20, 0: 10 * hankyu})
    shares(game, "JR", prices[1], {2: 40, 0: 10 * min(jr, 4)})
    can_sell = 4 * 65 + prices[0] * min(hankyu, 5) + prices[1] * min(jr, 4)
    operate(game, "SY", "trains")
    assert game.is_over == (cash + owns + can_sell < 450)
    chance, sold = random.Random(seed), set()
    while not game.is_over and game.to_act.doing in ("trains", "forced sale"):
        for symbol, count in product(("SY", "HK", "JR"), range(1, 5)):
            is_admitted(game, sell(game, 0, symbol, count))  # listed actions are accepted, and no others
        assert read(write(game)).state == game.state
        offer = chance.choice([each for each in game.legal_actions() if not isinstance(each, Pass)])
        if isinstance(offer, Sales):
            sold.add(offer.company)
            play(game, offer.at(chance.randint(offer.low, offer.high)))
        else:
            play(game, offer)
    if not game.is_over:
        assert game.companies["SY"].trains == ("5",)
    if sold:
        worth = dict(zip(("SY", "HK", "JR"), (65, *prices), strict=True))
        assert game.players[0].cash < min(worth[game.setup.companies[number].symbol] for number in sold)


@pytest.mark.rule("1890-13.2-c", "1890-7.4-e")
def test_a_bankrupts_company_may_close_in_its_own_turn_and_the_position_is_read_again() -> None:
    """Sanyo at 30 is above a closed cell: the proceeds of its sale cannot pay for a train, and it closes."""
    game = forced(cash=0, owns=0, own={0: 60})
    place_marker(game, "SY", (8, 0))
    operate(game, "SY", "trains")
    assert (game.end_reason, game.companies["SY"].tokens) == ("bankrupt", ())
    assert read(write(game)).state == game.state
