"""The worked examples of 1888-N's rulebook, one test each, with the book's own numbers.

If an example is a picture whose places the text does not name, the test states its own choice.
"""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_train,
    best_run,
    bid,
    buy_train,
    code,
    companies_in,
    company,
    discard,
    dividend,
    end_stock_round,
    lay,
    leave_in_depot,
    operate,
    place_marker,
    play,
    run,
    sell,
    set_phase,
    skip_company_turn,
    start,
    stock_round,
    token,
)
from tests.builders import new_game as game_of
from tests.clauses.t1888.boards import by_the_mountain, round_beijing, run_revenue
from tetsudo.core.actions import PAY, WITHHOLD, Pass
from tetsudo.engine.state.state import OPERATING_ROUND
from tetsudo.game.game import Game

TITLE = "1888n"
KT, TA, HS, CW, YRF, FC = "KT", "TA", "HS", "CW", "YRF", "FC"
A, B, C, D = range(4)


def owner(game: Game, private: str) -> int:
    held = game.privates[private].owner
    assert held is not None
    return held.id


def cell(game: Game, symbol: str) -> tuple[int, int] | None:
    return game.companies[symbol].cell


# The auction


def auctioned_to_the_third() -> Game:
    """A bids 80 on #3, B 147 on #5, C 85 on #3, D 55 on #2; A buys #1 for 25."""
    game = game_of(4, title=TITLE)
    play(game, bid(game, A, HS, 80), bid(game, B, YRF, 147), bid(game, C, HS, 85), bid(game, D, TA, 55))
    play(game, bid(game, A, KT, 25))
    return game


@pytest.mark.rule("1888N-AUC-23")
def test_the_auction_up_to_the_third_private() -> None:
    """#2 goes to D for 55, the only bid; #3 is auctioned: A 90, C 95, A passes. Then it is B's turn."""
    game = auctioned_to_the_third()
    assert owner(game, TA) == D
    assert game.players[D].cash == 600 - 55
    assert game.to_act == (A, -1, "bid-off")
    play(game, bid(game, A, HS, 90), bid(game, C, HS, 95), Pass(A))
    assert owner(game, HS) == C
    assert [player.cash for player in game.players] == [575, 600, 505, 545]
    assert game.to_act == (B, -1, "auction")


@pytest.mark.rule("1888N-AUC-24")
def test_the_auction_up_to_the_sixth_private() -> None:
    """B bids 155 on #6, C 160, D 165; A buys #4 for 100; B gets #5 for 147; #6 is auctioned between B, C and D."""
    game = auctioned_to_the_third()
    play(game, bid(game, A, HS, 90), bid(game, C, HS, 95), Pass(A))
    play(game, bid(game, B, FC, 155), bid(game, C, FC, 160), bid(game, D, FC, 165), bid(game, A, CW, 100))
    assert owner(game, CW) == A
    assert owner(game, YRF) == B
    assert [player.cash for player in game.players] == [475, 453, 505, 545]
    spoken = []
    for price in (170, 175, 180, 185):
        spoken.append(game.to_act.player)
        play(game, bid(game, game.to_act.player, FC, price))
        assert game.to_act.player != A
    assert spoken == [B, C, D, B]


# Stock rounds


@pytest.mark.rule("1888N-SEL-06", "1888N-SEL-08")
def test_the_sale_of_shares() -> None:
    """Q sells 30 % of LYR at 95 and receives 285; the price drops to 80."""
    game = stock_round(title=TITLE)
    start(game, "LYR", {0: 60, 1: 20}, par=95)
    play(game, sell(game, 0, "LYR", 3))
    assert game.players[0].cash == 600 + 285
    assert game.companies["LYR"].price == 80
    assert game.companies["LYR"].in_market == 30


@pytest.mark.rule("1888N-DIR-08")
def test_the_change_of_director() -> None:
    """A sells 40 % of JHR into an empty pool; B, who has two shares of 10 %, becomes director."""
    game = stock_round(title=TITLE)
    start(game, "JHR", {A: 50, B: 20}, par=95)
    play(game, sell(game, A, "JHR", 4))
    assert game.state.president[company(game, "JHR")] == B
    assert (game.players[A].shares, game.players[A].certificates) == ({"JHR": 10}, 1)
    assert (game.players[B].shares, game.players[B].certificates) == ({"JHR": 20}, 1)
    assert game.companies["JHR"].in_market == 40


# Operating rounds


@pytest.mark.rule("1888N-OR-06", "1888N-OR-07", "1888N-OR-08", "1888N-OR-11")
def test_the_turn_order() -> None:
    """At one price, the marker furthest right acts first; within a cell, the top one.

    The picture shows the rows with 160 in three columns; its markers are not named in the text: 160 in the fourth,
    third and second row, and two markers on the 145 of the third.
    """
    game = stock_round(title=TITLE, home_tiles=False, best_run=False, idle_runs=True)
    cells = {"JHR": (2, 9), "SSL": (1, 9), "CDL": (2, 10), "LYR": (3, 11), "JZR": (2, 9), "TJL": (0, 9)}
    for number, (symbol, place) in enumerate(cells.items()):
        start(game, symbol, {number % 4: 60}, par=95, cell=place, cash=500, trains=["2"] if number < 5 else ["3"])
    prices = [game.companies[symbol].price for symbol in ("TJL", "LYR", "CDL", "SSL", "JHR", "JZR")]
    assert prices == [180, 160, 160, 160, 145, 145]
    events = end_stock_round(game)
    while game.state.round == OPERATING_ROUND:
        events += skip_company_turn(game)
    # TJL has no run and falls to 160, left of the others; it has still had its turn.
    assert companies_in(game, events) == ["TJL", "LYR", "CDL", "SSL", "JHR", "JZR"]


@pytest.mark.rule("1888N-TOK-14", "1888N-TOK-03", "1888N-TOK-04")
def test_the_city_with_two_tokens() -> None:
    """CDL and JHR both have a token there: SSL runs to this city, but not through it."""
    game = round_beijing(TITLE, best_run=False)
    lay(game, "D10", "14", 1)  # Tianjin: two slots; to Beijing and Tangshan
    start(game, "CDL", {1: 60}, par=90, tokens=["D10"])
    start(game, "JHR", {2: 60}, par=90, tokens=["D10"])
    start(game, "SSL", {0: 60}, par=95, trains=["4"], tokens=["C13"])
    game = operate(game, "SSL", "run")
    assert run_revenue(game, "SSL", ("4", "C13 D12 D10")) == 20 + 10 + 30
    assert code(game, run(game, "SSL", ("4", "C13 D12 D10 C9"))) == "route_blocked"


def in_the_brown_phase() -> Game:
    """A is Taiyuan, D a town, G Jiaozuo with HJR's token; beyond it is B, a city of 20. E-C-F bypasses them, without a
    token.

    The letters' values are the book's: A 30, D 10, G 40, B 20. The places between them are the test's choice.
    """
    game = stock_round(title=TITLE)
    lay(game, "E3", "15", 3)  # A: Taiyuan, 30
    lay(game, "F2", "58", 3)  # D: Changzhi, 10
    lay(game, "G3", "9", 2)
    lay(game, "H4", "8860", 0)  # G: Jiaozuo, 40, next to Xinxiang (C), which connects Xi'an (E) and Zhengzhou (F)
    lay(game, "H6", "8", 1)
    lay(game, "G7", "8", 0)
    lay(game, "F6", "57", 2)  # B: Handan, 20
    start(game, "TJL", {0: 60}, par=95, trains=["4", "5"], tokens=["E3"])
    start(game, "HJR", {1: 60}, par=90, trains=["5"], tokens=["F6"])
    token(game, "HJR", "H4", 1)
    set_phase(game, "5")
    return game


A_D_G = "E3 F2 G3 H4"


@pytest.mark.rule("1888N-RUN-18", "1888N-RUN-12", "1888N-RUN-09", "1888N-DEF-10")
def test_tjls_run() -> None:
    """The 5-train runs A-D-G: 30 + 10 + 40 and the bonus. HJR's token blocks at G; the 4-train cannot run.

    The book adds a bonus of 40, for 120, but its table 2 gives TJL 20. The table takes precedence (the clause's
    resolution): 100.
    """
    game = operate(in_the_brown_phase(), "TJL", "run")
    assert run_revenue(game, "TJL", ("5", A_D_G)) == 30 + 10 + 40 + 20
    assert code(game, run(game, "TJL", ("5", A_D_G + " H6 G7 F6"))) == "route_blocked"
    for other in ("E3 F2", A_D_G, "F2 G3 H4"):
        assert code(game, run(game, "TJL", ("5", A_D_G), ("4", other))) in ("route_reuse", "route_token")
    assert code(game, run(game, "TJL", ("5", A_D_G), ("4", "E3 F2"))) == "route_reuse"
    assert best_run(game) == 100
    assert code(game, run(game, "TJL", ("5", A_D_G))) == ""


@pytest.mark.rule("1888N-RUN-19", "1888N-RUN-20", "1888N-DEF-03")
def test_hjrs_run() -> None:
    """The 5-train runs B-G-D-A for 100, without TJL's bonus. No train can run E-C-F: it has no token."""
    game = operate(in_the_brown_phase(), "HJR", "run")
    assert run_revenue(game, "HJR", ("5", "F6 G7 H6 H4 G3 F2 E3")) == 20 + 40 + 10 + 30
    assert best_run(game) == 100
    assert code(game, run(game, "HJR", ("5", "H2 H4 I5"))) == "route_token"


@pytest.mark.rule("1888N-RUN-15", "1888N-RUN-14")
def test_a_two_train_to_the_harbour() -> None:
    """From any revenue location with a station to the harbour: Qingdao, 20, plus 10."""
    game = stock_round(title=TITLE)
    lay(game, "H14", "57", 1)
    start(game, "LYR", {0: 60}, par=95, trains=["2"], tokens=["H14"])
    game = operate(game, "LYR", "run")
    assert best_run(game) == 20 + 10
    assert code(game, run(game, "LYR", ("2", "H14 H16"))) == ""


@pytest.mark.rule("1888N-RUN-16", "1888N-REV-04")
def test_a_two_train_from_datong_to_the_mountain() -> None:
    """With a station in Datong, 20, a 2-train may run to the mountain; the treasury gets 40."""
    game = by_the_mountain(TITLE)
    start(game, "TJL", {0: 60}, par=95, trains=["2"], tokens=["C3"])
    game = operate(game, "TJL", "run")
    play(game, run(game, "TJL", ("2", "C3 C5")), dividend(game, "TJL"))
    assert game.companies["TJL"].cash == 40
    assert game.players[0].cash == 600 + 12  # 60 % of 20


@pytest.mark.rule("1888N-RUN-07", "1888N-RUN-08")
def test_from_beijing_to_beijing() -> None:
    """Before the brown phase: 30 and 30, with Tianjin, 20, between."""
    game = round_beijing(TITLE)
    lay(game, "C7", "7", 4)
    lay(game, "D8", "8", 2)
    lay(game, "D10", "5", 1)
    start(game, "JHR", {0: 60}, par=95, trains=["3"], tokens=[])
    token(game, "JHR", "C9", 1)
    game = operate(game, "JHR", "run")
    assert run_revenue(game, "JHR", ("3", "C9 D10 D8 C7 C9")) == 30 + 20 + 30


@pytest.mark.rule("1888N-RUN-07", "1888N-RUN-08")
def test_between_the_two_cities_of_a_green_tile() -> None:
    """Shenyang and Anshan, 40 each, through Yingkou, 10."""
    game = stock_round(title=TITLE)
    lay(game, "B18", "8858", 5)  # Shenyang's side 5 and Anshan's side 0
    lay(game, "C19", "7", 1)
    lay(game, "C17", "3", 3)
    start(game, "SSL", {0: 60}, par=95, trains=["3"], tokens=["B18"])
    game = operate(game, "SSL", "run")
    assert run_revenue(game, "SSL", ("3", "B18 C19 C17 B18")) == 40 + 10 + 40
    assert best_run(game) == 90


@pytest.mark.rule("1888N-TRN-19", "1888N-TRN-27", "1888N-TRN-17")
def test_the_first_five_train_beside_a_three_and_a_four() -> None:
    """The purchase is legal because three trains were allowed; then one train is returned, without compensation."""
    game = stock_round(title=TITLE)
    start(game, "JHR", {0: 60}, par=95, cash=700)
    game = operate(game, "JHR", "trains")
    for name in ("3", "4"):
        assign_train(game, "JHR", name)
    for name in ("2", "3", "4"):
        leave_in_depot(game, name, 0)
    set_phase(game, "4")
    play(game, buy_train(game, "JHR", "5"))
    assert game.to_act.doing == "discard"
    play(game, discard(game, "JHR", "3"))
    assert (game.companies["JHR"].trains, game.companies["JHR"].cash) == (("4", "5"), 200)


# The share price board


def after_a_run(symbol: str, place: tuple[int, int], payout: int) -> Game:
    """A company in Beijing has run for 50 and distributed it."""
    game = round_beijing(TITLE)
    start(game, symbol, {0: 60}, par=95, cell=place, trains=["2"], tokens=[])
    token(game, symbol, "C9", 1)
    game = operate(game, symbol, "run")
    play(game, run(game, symbol, ("2", "C9 D10")), dividend(game, symbol, payout))
    return game


@pytest.mark.rule("1888N-MKT-14", "1888N-MKT-07")
def test_tjl_pays_out_and_goes_right() -> None:
    game = after_a_run("TJL", (1, 5), PAY)
    assert cell(game, "TJL") == (1, 6)
    assert game.companies["TJL"].price == 120


@pytest.mark.rule("1888N-MKT-14", "1888N-MKT-08")
def test_cdl_withholds_and_goes_left() -> None:
    game = after_a_run("CDL", (2, 4), WITHHOLD)
    assert cell(game, "CDL") == (2, 3)
    assert game.companies["CDL"].price == 90


@pytest.mark.rule("1888N-MKT-14", "1888N-MKT-05", "1888N-MKT-08")
def test_jzr_withholds_at_the_left_edge_and_goes_down() -> None:
    game = after_a_run("JZR", (3, 0), WITHHOLD)
    assert cell(game, "JZR") == (4, 0)
    assert game.companies["JZR"].price == 65


@pytest.mark.rule("1888N-MKT-14", "1888N-MKT-09")
def test_three_shares_of_lyr_are_sold_and_it_drops_three_cells() -> None:
    game = stock_round(title=TITLE)
    start(game, "LYR", {0: 60, 1: 20}, par=95)
    place_marker(game, "LYR", (2, 4))
    play(game, sell(game, 0, "LYR", 3))
    assert cell(game, "LYR") == (5, 4)


@pytest.mark.rule("1888N-MKT-14", "1888N-MKT-10")
def test_zdr_and_jhr_are_sold_out_and_only_zdr_has_a_cell_above() -> None:
    game = stock_round(title=TITLE, home_tiles=False)
    start(game, "ZDR", {0: 60, 1: 40}, par=90, cash=500)
    start(game, "JHR", {0: 60, 1: 40}, par=85, cell=(1, 1), cash=500)
    end_stock_round(game)
    assert cell(game, "ZDR") == (1, 3)
    assert cell(game, "JHR") == (1, 1)
