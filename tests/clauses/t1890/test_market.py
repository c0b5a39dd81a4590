"""1890: the stock market, the open market and the bank (3.4, 3.12, 4.2, 7.3.1)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    buy,
    buy_train,
    code,
    discard,
    dividend,
    empty_depot,
    lay,
    lay_tile,
    operate,
    par,
    play,
    president,
    run,
    sell,
    set_phase,
    start,
    take_turn,
)
from tests.clauses.t1890.boards import board, company_turn
from tetsudo.core.actions import PAY, WITHHOLD
from tetsudo.engine.state.state import bank_cash
from tetsudo.game.game import Game


def cell(game: Game, symbol: str) -> tuple[int, int] | None:
    """Row and column of a company's marker, from 0."""
    return game.companies[symbol].cell


def price(game: Game, symbol: str) -> int:
    return game.companies[symbol].price


# Marker moves


@pytest.mark.rule("1890-3.12.5.1-a", "1890-7.3.1-b", "1890-7.3.1-d")
def test_red_framed_cells_are_the_pars() -> None:
    game = board(cash=1000)
    assert code(game, par(game, 0, "NK", 85)) == "par_price"
    market = game.setup.market
    assert {value: (market.rows[at], market.columns[at]) for value, at in market.pars.items()} == {
        100: (0, 4), 90: (1, 4), 80: (2, 4), 75: (3, 4), 70: (4, 4), 65: (5, 4),
    }  # fmt: skip
    play(game, par(game, 0, "NK", 75))
    assert (cell(game, "NK"), price(game, "NK")) == ((3, 4), 75)


@pytest.mark.rule("1890-3.12.5-c", "1890-10.6.4-c")
@pytest.mark.parametrize(
    ("at", "payout", "to", "worth"),
    [
        ((3, 4), PAY, (3, 5), 80),
        ((3, 4), WITHHOLD, (3, 3), 70),
        ((5, 9), PAY, (4, 9), 110),  # end of the row: up
        ((10, 4), PAY, (9, 4), 45),
        ((1, 17), PAY, (0, 17), 400),
        ((0, 17), PAY, (0, 17), 400),  # top right cell
        ((5, 0), WITHHOLD, (6, 0), 40),  # start of the row: down
        ((0, 0), WITHHOLD, (1, 0), 65),
        ((7, 0), WITHHOLD, (8, 0), 30),
    ],
)
def test_arrows_at_the_edges(at: tuple[int, int], payout: int, to: tuple[int, int], worth: int) -> None:
    game = board()
    lay(game, "F3", "57", 1)
    start(game, "SY", {0: 60}, cell=at, trains=["2"])
    operate(game, "SY", "run")
    play(game, run(game, "SY", ("2", "F1 F3")), dividend(game, "SY", payout))
    assert (cell(game, "SY"), price(game, "SY")) == (to, worth)


@pytest.mark.rule("1890-3.12.5-b", "1890-3.12.4-a", "1890-3.12.3-a")
def test_sales_move_the_token_down_and_leave_the_par() -> None:
    game = board(cash=300)
    start(game, "NK", {0: 60, 1: 10}, par=80)
    take_turn(game, sell(game, 0, "NK", 2))
    assert (cell(game, "NK"), price(game, "NK")) == ((4, 4), 70)
    assert (game.companies["NK"].par, game.companies["NK"].in_market) == (80, 20)
    cash = game.players[1].cash
    take_turn(game, buy(game, 1, "NK"))  # from the IPO, at par
    assert game.players[1].cash == cash - 80
    assert cell(game, "NK") == (4, 4)


@pytest.mark.rule("1890-3.12.5-a")
def test_the_token_is_the_price_of_the_market_of_sales_and_of_the_end() -> None:
    game = board(cash=300)
    start(game, "NK", {0: 40, 1: 20}, market=20, cell=(2, 6))  # 100, par 100 elsewhere
    start(game, "SY", {2: 60}, par=65, cell=(8, 2))  # 40
    worth = game.players[2].worth
    take_turn(game, sell(game, 0, "NK"))
    assert game.players[0].cash == 300 + 100
    take_turn(game, buy(game, 1, "NK", "market"))
    assert (price(game, "NK"), game.players[1].cash) == (90, 300 - 90)
    assert worth == 300 + 6 * 40


@pytest.mark.rule("1890-3.12.5.2-a")
@pytest.mark.parametrize(
    ("at", "counts", "more"), [((4, 1), True, False), ((4, 0), False, False), ((8, 1), False, True)]
)
def test_white_yellow_and_brown_cells(at: tuple[int, int], counts: bool, more: bool) -> None:
    game = board(cash=300)
    start(game, "NK", {0: 60}, cell=at)  # five certificates
    assert game.players[0].certificates == (5 if counts else 0)
    assert code(game, buy(game, 0, "NK")) == ("" if more else "hold_limit")


@pytest.mark.rule("1890-3.12.3-a")
def test_discarded_trains_lie_in_the_market() -> None:
    game = board()
    start(game, "SY", {0: 60}, cash=450, trains=["3", "3"])
    empty_depot(game, "2", "2+2", "3", "3+3", "4")
    set_phase(game, "3")
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "5"), discard(game, "SY", "3"))  # two trains in phase 4
    assert game.companies["SY"].trains == ("3", "5")
    assert set(game.view(0).on_sale) == {"3", "5"}


# The charter


@pytest.mark.rule("1890-3.4-a", "1890-6.5-e")
def test_the_charter_goes_to_the_new_president_whole() -> None:
    game = board(cash=300)
    start(game, "NK", {0: 30, 1: 20}, cash=170, trains=["2"])
    assign_private(game, "KT", "NK")
    before = (game.companies["NK"].cash, game.companies["NK"].trains, game.companies["NK"].token_prices_left)
    take_turn(game, sell(game, 0, "NK", 2))
    assert president(game, "NK") == 1
    assert before == (170, ("2",), (40, 100))
    after = (game.companies["NK"].cash, game.companies["NK"].trains, game.companies["NK"].token_prices_left)
    assert after == before
    assert game.companies["NK"].privates == ("KT",)


# The bank


@pytest.mark.rule("1890-4.2.2-a")
def test_the_bank_pays_dividends() -> None:
    game = board()
    lay(game, "F3", "57", 1)
    start(game, "SY", {0: 60, 1: 20}, market=20, trains=["2"])
    operate(game, "SY", "run")
    before = bank_cash(game.state)
    play(game, run(game, "SY", ("2", "F1 F3")), dividend(game, "SY", PAY))  # 60
    assert bank_cash(game.state) == before - 60


@pytest.mark.rule("1890-4.2.2-b")
def test_the_bank_is_paid_for_terrain_trains_and_shares() -> None:
    game = board(cash=500)
    before = bank_cash(game.state)
    take_turn(game, par(game, 0, "NK", 65))
    assert bank_cash(game.state) == before + 130
    company_turn(game, "SY", "D9", cash=500)
    before = bank_cash(game.state)
    play(game, lay_tile(game, "SY", "D9", "57", 0))
    assert bank_cash(game.state) == before + 80
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "2"))
    assert bank_cash(game.state) == before + 160


@pytest.mark.rule("1890-10.3.1-c")
def test_a_run_need_not_use_the_new_track() -> None:
    game = board()
    lay(game, "F3", "57", 1)  # Akashi, between Himeji and Kobe
    lay(game, "F7", "57", 1)
    company_turn(game, "SY", "F5")
    assign_train(game, "SY", "2")
    play(game, lay_tile(game, "SY", "F9", "57", 1))
    operate(game, "SY", "run")
    assert code(game, run(game, "SY", ("2", "F3 F5"))) == ""
    assert code(game, run(game, "SY", ("2", "F5 F7"))) == ""
