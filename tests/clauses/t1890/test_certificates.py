"""1890, sections 6, 7.3 and 11.4: limits, presidents, and starting companies. Scenario C, three players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    buy,
    clause,
    code,
    company,
    new_game,
    operate,
    par,
    pass_times,
    place_marker,
    play,
    sell,
    set_treasury,
    start,
    stock_round,
)
from tetsudo.core.actions import Action, Par, Pass
from tetsudo.core.open_actions import Sales
from tetsudo.draw.market import companies_in_cell
from tetsudo.engine.rules.shares.market_cells import enter_cell
from tetsudo.engine.state.ownership import move_ordinary, move_president
from tetsudo.engine.state.rows import with_value
from tetsudo.engine.state.state import FLOATED, RESERVED, STARTED, UNSTARTED, fix_par, set_status
from tetsudo.game.game import Game

YELLOW, BROWN, WHITE = (4, 0), (6, 0), (5, 2)  # 50, 40, 55


def table(player: int = 0, cash: int = 500, *, players: int = 3, turn: int = 2, **more: Any) -> Game:
    return stock_round(players, title="1890", scenario="C", player=player, cash=cash, turn=turn, **more)


def go(game: Game, *actions: Action) -> None:
    """Apply actions; players who are asked before them pass."""
    for action in actions:
        while game.to_act.player != action.player:
            game.apply(Pass(game.to_act.player))
        game.apply(action)


def on_top(game: Game, symbol: str) -> list[str]:
    """The stack with a company's marker, top to bottom."""
    cell = game.state.cell[company(game, symbol)]
    return [each.symbol for each in companies_in_cell(game.setup, game.state, cell)]


def give_minor(game: Game, symbol: str, player: int) -> None:
    number = company(game, symbol)
    set_status(game.state, number, FLOATED)
    move_president(game.state, number, player)


def bring(game: Game, symbol: str, player: int) -> None:
    """Give the buyer of a private the share that comes with it."""
    move_ordinary(game.state, company(game, symbol), game.state.players + RESERVED, player, 1)


def shares(game: Game) -> list[dict[str, int]]:
    return [player.shares for player in game.players]


# Limits


OFFERINGS = {
    "A": {"HS": 90, "HK": 100, "JR": 100, "SY": 100},
    "B": {"HS": 90, "HK": 100, "JR": 100, "SY": 100, "KH": 90},
    "C": {"HS": 90, "HK": 100, "JR": 100, "SY": 100, "KH": 90, "NK": 100, "KN": 40, "OS": 80},
}
"""Shares for sale at first: without the share that comes with Hanshin Tram or Keishin, the Subway's president's
certificate of Osaka Municipal Electric, and Kinki's for the four minors."""


@pytest.mark.rule("1890-6.1-b", "1890-4.1-b")
@pytest.mark.parametrize("scenario", OFFERINGS)
def test_a_company_has_a_certificate_of_20_and_eight_of_10(scenario: str) -> None:
    game = new_game(3, title="1890", scenario=scenario)
    publics = [each for each in game.setup.companies if each.kind == "corporation"]
    assert {each.symbol: (each.president_shares, each.ordinary) for each in publics} == dict.fromkeys(
        OFFERINGS[scenario], (2, 8)
    )
    assert {each.symbol: game.companies[each.symbol].in_offering for each in publics} == OFFERINGS[scenario]
    assert shares(game) == [{}, {}, {}]
    assert game.privates["KE"].is_closed  # late privates into which Kobe Electric may convert


@pytest.mark.rule("1890-6.1-a", "1890-6.2-a", "1890-C.8.3-e", "1890-11.1-b")
def test_privates_minors_and_shares_count_one_each_and_at_the_limit_nothing_is_bought() -> None:
    game = table()  # limit: 18 certificates with three players
    for symbol in ("AR", "KT", "HN"):
        assign_private(game, symbol, 0)
    give_minor(game, "NER", 0)
    start(game, "NK", {0: 60})
    start(game, "HK", {0: 60})
    start(game, "SY", {1: 40, 0: 30})
    assert game.players[0].certificates == 3 + 1 + 5 + 5 + 3
    assert code(game, buy(game, 0, "SY")) == ""
    go(game, buy(game, 0, "SY"), Pass(1), Pass(2))
    assert game.to_act.player == 0
    assert clause(game, buy(game, 0, "SY")) == clause(game, par(game, 0, "JR", 100)) == "1890-6.2-a"


@pytest.mark.rule("1890-6.3-a")
@pytest.mark.parametrize(("most", "refused"), [(20, "hold_limit"), (30, "")])
def test_the_share_of_a_private_counts_when_its_company_is_started(most: int, refused: str) -> None:
    game = table(hold_limit=most)
    bring(game, "HS", 0)
    assert code(game, par(game, 0, "HS", 65)) == refused
    assert code(game, par(game, 0, "NK", 65)) == ""


@pytest.mark.rule("1890-C.8.3-e", "1890-6.3-a")
def test_a_minor_is_wholly_its_owners_and_no_limit_forbids_it() -> None:
    game = table()
    give_minor(game, "NER", 0)
    start(game, "NK", {0: 20})
    assert game.players[0].shares["NER"] == 100
    assert code(game, Pass(0)) == ""
    assert code(game, buy(game, 0, "NK")) == ""


@pytest.mark.rule("1890-6.2.1-a", "1890-3.12.5.2-a", "1890-8.4.1-b")
def test_shares_of_companies_in_yellow_or_brown_do_not_count() -> None:
    game = table()
    start(game, "NK", {0: 60})
    start(game, "HK", {0: 60}, cell=YELLOW)
    start(game, "SY", {0: 60}, cell=BROWN)
    assert game.players[0].certificates == 5
    place_marker(game, "HK", WHITE)
    assert game.players[0].certificates == 10
    for symbol, percent in (("JR", 60), ("KH", 40)):
        start(game, symbol, {0: percent})
    start(game, "HS", {1: 20})
    start(game, "OS", {1: 20}, cell=YELLOW)
    assert game.players[0].certificates == 18
    assert clause(game, buy(game, 0, "HS")) == "1890-6.2-a"
    assert code(game, buy(game, 0, "OS")) == ""


@pytest.mark.rule("1890-6.3-a", "1890-6.3.1-a", "1890-8.4.1-b")
def test_nobody_buys_above_60_percent_but_of_a_company_in_brown() -> None:
    for cell, forbids in (((0, 4), "1890-6.3-a"), (YELLOW, "1890-6.3-a"), (BROWN, "")):
        game = table()
        start(game, "NK", {0: 60}, cell=cell)
        assert clause(game, buy(game, 0, "NK")) == forbids


@pytest.mark.rule("1890-6.4-a", "1890-6.4-b")
def test_who_is_above_a_limit_sells_in_his_first_turn_of_the_next_stock_round() -> None:
    game = table()
    start(game, "NK", {0: 80}, cell=BROWN)
    start(game, "HK", {1: 20, 0: 10})
    assert code(game, Pass(0)) == ""
    operate(game, "NK", "run")
    place_marker(game, "NK", WHITE)  # its price leaves brown
    assert all(not isinstance(each, Sales) for each in game.legal_actions(0))

    game = table()
    start(game, "NK", {0: 80, 1: 20}, cell=WHITE)
    start(game, "HK", {1: 20, 0: 10})
    assert clause(game, Pass(0)) == clause(game, buy(game, 0, "HK")) == "1890-6.4-b"
    assert clause(game, sell(game, 0, "NK", 1)) == "1890-6.4-b"  # one block, so it must be enough
    assert game.legal_actions(0) == [
        Sales(0, company(game, "NK"), 2, 5),
        Sales(0, company(game, "HK"), 1, 1),
    ]
    game.apply(sell(game, 0, "NK", 2))
    assert code(game, Pass(0)) == code(game, buy(game, 0, "HK")) == ""


@pytest.mark.rule("1890-6.4-b")
def test_who_cannot_sell_what_he_has_too_much_of_may_pass_but_buy_nothing_that_counts() -> None:
    game = table()
    start(game, "NK", {0: 50}, market=50, cell=WHITE)  # the market is full of it
    start(game, "JR", {0: 50}, market=50)
    start(game, "SY", {0: 50}, market=50)
    start(game, "KH", {0: 40}, market=50)
    start(game, "HS", {0: 30}, market=50)
    start(game, "HK", {0: 50}, cell=YELLOW)  # exempt
    start(game, "OS", {1: 20})
    assign_private(game, "AR", 0)
    assert game.players[0].certificates == 4 + 4 + 4 + 3 + 2 + 1
    assign_private(game, "KT", 0)
    assert game.players[0].certificates == 19
    assert code(game, Pass(0)) == code(game, sell(game, 0, "HK")) == ""
    assert clause(game, buy(game, 0, "OS")) == "1890-6.2-a"


@pytest.mark.rule("1890-6.4-b", "1890-8.3.2-c")
def test_nothing_is_sold_in_the_first_turn_to_meet_a_limit_either() -> None:
    game = table(turn=1)
    start(game, "NK", {0: 80}, cell=WHITE)
    assert code(game, Pass(0)) == ""
    assert clause(game, sell(game, 0, "NK", 2)) == "1890-8.3.2-c"


def full(game: Game, *symbols: str) -> None:
    """Player 0 has four certificates of each of some companies, and the market is full of them."""
    for symbol in symbols:
        start(game, symbol, {0: 50}, market=50)


@pytest.mark.rule("1890-6.4-b", "1890-8.5-b")
def test_who_is_several_above_the_limit_sells_enough_in_blocks_of_which_one_a_company_is_all() -> None:
    game = table()  # limit: 18 certificates with three players
    start(game, "NK", {0: 60}, market=20)  # 5, of which the market takes 3
    start(game, "HK", {0: 60}, market=40)  # 5, of which the market takes 1
    full(game, "SY", "JR")
    for symbol in ("AR", "KT", "HN"):
        assign_private(game, symbol, 0)
    assert game.players[0].certificates == 5 + 5 + 4 + 4 + 3
    assert game.legal_actions() == [Sales(0, company(game, "NK"), 2, 3), Sales(0, company(game, "HK"), 1, 1)]
    assert clause(game, sell(game, 0, "NK", 1)) == "1890-6.4-b"
    game.apply(sell(game, 0, "NK", 2))
    assert clause(game, Pass(0)) == "1890-6.4-b"
    game.apply(sell(game, 0, "HK"))
    assert game.players[0].certificates == 18


@pytest.mark.rule("1890-6.4-b")
def test_the_companies_and_more_than_enough_are_his_choice() -> None:
    game = table()
    start(game, "NK", {0: 60})
    start(game, "OS", {1: 30, 0: 30})
    full(game, "HK", "SY", "JR")
    assert game.players[0].certificates == 5 + 3 + 12
    game.apply(sell(game, 0, "OS", 1))
    assert game.legal_actions() == [Sales(0, company(game, "NK"), 1, 4)]
    game.apply(sell(game, 0, "NK", 4))
    assert (game.players[0].certificates, code(game, Pass(game.to_act.player))) == (15, "")


@pytest.mark.rule("1890-6.4-b", "1890-6.5-d")
def test_a_sale_that_only_changes_the_president_brings_nobody_below_the_limit() -> None:
    game = table()
    start(game, "NK", {0: 20, 1: 20})
    full(game, "HK", "SY", "JR", "HS")
    for symbol in ("AR", "KT"):
        assign_private(game, symbol, 0)
    assert game.players[0].certificates == 1 + 4 * 4 + 2
    assert clause(game, sell(game, 0, "NK", 1)) == "1890-6.4-b"  # one 10 % certificate for the 20 % one
    game.apply(sell(game, 0, "NK", 2))
    assert (game.players[0].certificates, game.state.president[company(game, "NK")]) == (18, 1)


@pytest.mark.rule("1890-6.4-b", "1890-6.2.1-a", "1890-6.3.1-a")
@pytest.mark.parametrize(("cell", "privates"), [((5, 0), ()), ((3, 0), ("AR", "KT", "HN"))])
def test_a_sale_is_enough_that_lowers_the_price_to_where_the_limit_is_lifted(
    cell: tuple[int, int], privates: tuple[str, ...]
) -> None:
    """At 45, just above brown, 80 %; or at 55, just above yellow, five certificates, three above the limit."""
    game = table()
    start(game, "NK", {0: 80 if not privates else 50}, cell=cell)
    full(game, "HK", "SY", "JR", "HS")
    for symbol in privates:
        assign_private(game, symbol, 0)
    assert game.players[0].certificates == 16 + (4 + 3 if privates else 0)
    assert clause(game, Pass(0)) == "1890-6.4-b"
    game.apply(sell(game, 0, "NK", 1))
    assert game.players[0].certificates == 16 + len(privates)


@pytest.mark.rule("1890-6.4-b", "1890-6.5-d")
def test_a_president_who_gets_two_for_his_certificate_and_is_above_the_limit_sells_in_his_next_turn() -> None:
    game = table(1)
    start(game, "NK", {0: 30, 1: 30})
    full(game, "HK", "SY", "JR", "HS")
    assert game.players[0].certificates == 2 + 16
    play(game, buy(game, 1, "NK"), Pass(1), Pass(2))
    assert game.players[0].certificates == 3 + 16
    assert clause(game, Pass(0)) == "1890-6.4-b"
    game.apply(sell(game, 0, "NK"))
    assert code(game, Pass(game.to_act.player)) == ""


# Presidents


@pytest.mark.rule("1890-6.5-a", "1890-6.5-b", "1890-6.5-d", "1890-6.5-e", "1890-11.4-a")
def test_who_buys_more_than_the_president_has_takes_the_company_over_as_it_is() -> None:
    game = table(1)
    nankai = start(game, "NK", {0: 30, 1: 20}, cash=333, trains=("2", "2"))
    assign_private(game, "KT", "NK")
    play(game, buy(game, 1, "NK"), Pass(1), Pass(2), Pass(0))
    assert game.state.president[nankai] == 0  # equal holdings keep the president
    game.apply(buy(game, 1, "NK"))
    assert game.state.president[nankai] == 1
    assert shares(game)[:2] == [{"NK": 30}, {"NK": 40}]
    assert [player.certificates for player in game.players[:2]] == [3, 3]
    view = game.companies["NK"]
    assert (view.cash, view.trains, view.privates, view.tokens) == (333, ("2", "2"), ("KT",), ("I12",))


@pytest.mark.rule("1890-6.5-a", "1890-6.5-c", "1890-8.3.2-b")
def test_a_president_who_sells_is_followed_by_the_largest_holder_the_nearest_clockwise_of_equals() -> None:
    game = table(2, players=4)
    nankai = start(game, "NK", {2: 30, 1: 20, 3: 20, 0: 20})
    game.apply(sell(game, 2, "NK", 2))
    assert game.state.president[nankai] == 3
    assert shares(game) == [{"NK": 20}, {"NK": 20}, {"NK": 10}, {"NK": 20}]


@pytest.mark.rule("1890-8.3.2-b")
def test_the_certificate_of_20_leaves_only_for_one_with_two_shares() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 10, 2: 10})
    assert (code(game, sell(game, 0, "NK", 2)), clause(game, sell(game, 0, "NK", 3))) == ("", "1890-8.3.2-b")
    assert Sales(0, company(game, "NK"), 1, 2) in game.legal_actions()


# Starting companies


@pytest.mark.rule("1890-7.3.1-a", "1890-7.3.1-b", "1890-7.3.1-c", "1890-7.3.1-d", "1890-3.12.5.1-a", "1890-3.12.4-a")
def test_the_first_certificate_is_the_presidents_at_twice_a_par_price_that_its_buyer_sets() -> None:
    game = table()
    assert clause(game, buy(game, 0, "NK")) == "1890-7.3.1-a"
    assert clause(game, par(game, 0, "NK", 85)) == "1890-7.3.1-b"
    rows = {}
    for price in (65, 70, 75, 80, 90, 100):
        game = table()
        game.apply(par(game, 0, "NK", price))
        assert game.players[0].cash == 500 - 2 * price
        assert shares(game)[0] == {"NK": 20}
        rows[price] = game.companies["NK"].cell
    assert rows == {65: (5, 4), 70: (4, 4), 75: (3, 4), 80: (2, 4), 90: (1, 4), 100: (0, 4)}
    game.state.cell = with_value(game.state.cell, company(game, "NK"), 0)
    go(game, buy(game, 1, "NK"))
    assert game.players[1].cash == 400  # at par, whatever the market price


@pytest.mark.rule("1890-A.8.4-g")
def test_the_par_of_jr_is_100() -> None:
    game = table()
    assert clause(game, par(game, 0, "JR", 90)) == "1890-7.3.1-b"
    listed = [each for each in game.legal_actions() if isinstance(each, Par)]
    assert [each for each in listed if each.company == company(game, "JR")] == [par(game, 0, "JR", 100)]


@pytest.mark.rule("1890-7.3.1-e", "1890-10.8-b")
def test_a_token_comes_below_those_in_its_cell_and_operates_after_them() -> None:
    game = table(cash=900)
    start(game, "HK", {1: 50}, par=80)
    go(game, par(game, 0, "NK", 80), Pass(1), Pass(2), buy(game, 0, "NK"), Pass(1), Pass(2))
    go(game, buy(game, 0, "NK"), Pass(1), Pass(2), buy(game, 0, "NK"))
    assert game.view().operating_order == ("HK", "NK")


@pytest.mark.rule("1890-10.8-b")
@pytest.mark.parametrize(
    ("order", "before", "after"),
    [
        ("arrival", ["NK", "HK"], ["NK", "HK"]),
        ("operating", ["HK", "NK"], ["NK", "HK"]),
        ("began", ["HK", "NK"], ["HK", "NK"]),
        ("waiting", ["NK", "HK"], ["NK", "HK"]),
    ],
)
def test_what_a_stack_is_like_when_the_first_in_it_starts_later(
    order: str, before: list[str], after: list[str]
) -> None:
    """Nankai arrived first, but Hankyu has started."""
    game = table(cash=900, stack_order=order)
    start(game, "NK", {0: 40}, par=80, floated=False)
    start(game, "HK", {1: 50}, par=80)
    if order == "began":  # the position after a move by Hankyu itself
        game.state.depth = with_value(game.state.depth, company(game, "NK"), 1)
        game.state.depth = with_value(game.state.depth, company(game, "HK"), 0)
    assert on_top(game, "NK") == before
    game.apply(buy(game, 0, "NK"))
    assert (game.view().operating_order, on_top(game, "NK")) == (tuple(after), after)


@pytest.mark.rule("1890-10.8-b")
@pytest.mark.parametrize(
    ("order", "stack"),
    [
        ("arrival", ["HK", "JR", "NK"]),
        ("operating", ["HK", "JR", "NK"]),
        ("began", ["HK", "JR", "NK"]),
        ("waiting", ["NK", "HK", "JR"]),
    ],
)
def test_where_a_token_comes_that_enters_a_stack(order: str, stack: list[str]) -> None:
    """Hankyu and JR operate at 100 in the same cell; Nankai starts there and does not float."""
    game = table(cash=900, stack_order=order)
    start(game, "HK", {1: 50}, par=100)
    start(game, "JR", {2: 50}, par=100)
    game.apply(par(game, 0, "NK", 100))
    assert on_top(game, "NK") == stack
    assert game.view().operating_order == ("HK", "JR")
    for _ in range(3):
        go(game, Pass(1), Pass(2), buy(game, 0, "NK"))
    after = {"waiting": ("NK", "HK", "JR")}.get(order, ("HK", "JR", "NK"))
    assert game.view().operating_order == after


@pytest.mark.rule("1890-10.8-b")
def test_a_token_that_moves_passes_those_that_have_not_started_only_where_the_order_says_so() -> None:
    """Nankai, not floated, is at 80; Hankyu operates, and its price falls into that cell."""
    for order, operates_below in (("arrival", True), ("began", False), ("waiting", True)):
        game = table(cash=900, stack_order=order)
        start(game, "NK", {0: 40}, par=80, floated=False)
        start(game, "HK", {1: 50}, par=90)
        enter_cell(game.ruleset, game.state, company(game, "HK"), game.state.cell[company(game, "NK")])
        assert (on_top(game, "NK") == ["NK", "HK"]) == operates_below


@pytest.mark.rule("1890-10.8-b")
def test_a_company_that_has_not_started_lets_those_below_it_go_first_until_it_has() -> None:
    game = table(cash=900)
    start(game, "NK", {0: 40}, par=80, floated=False)
    start(game, "HK", {1: 50}, par=80)
    assert (game.view().operating_order, on_top(game, "NK")) == (("HK",), ["HK", "NK"])
    game.apply(buy(game, 0, "NK"))
    assert (game.view().operating_order, on_top(game, "NK")) == (("NK", "HK"), ["NK", "HK"])


@pytest.mark.rule("1890-7.3-a", "1890-7.3.2-a", "1890-7.3.2-b", "1890-11.4.2-a", "1890-7.3.2-c")
def test_a_company_starts_with_half_of_its_shares_sold_and_has_ten_times_par() -> None:
    game = table(cash=900)
    go(game, par(game, 0, "NK", 75), buy(game, 1, "NK"), buy(game, 2, "NK"))
    assert (game.companies["NK"].is_floated, game.companies["NK"].cash) == (False, 0)
    go(game, buy(game, 0, "NK"))
    nankai = game.companies["NK"]
    assert (nankai.is_floated, nankai.cash, nankai.token_prices_left) == (True, 750, (0, 40, 100))
    go(game, buy(game, 1, "NK"), sell(game, 1, "NK"), buy(game, 2, "NK", "market"))
    assert nankai.cash == 750


@pytest.mark.rule("1890-7.3.2-b", "1890-11.4.2-a")
def test_shares_in_the_market_count_and_the_capital_is_of_the_par_wherever_the_price_stands() -> None:
    game = table(cash=900)
    go(game, par(game, 0, "NK", 75), buy(game, 1, "NK"), buy(game, 2, "NK"), sell(game, 1, "NK"))
    assert (game.companies["NK"].price, game.companies["NK"].is_floated) == (70, False)
    go(game, buy(game, 2, "NK"))
    assert (game.companies["NK"].is_floated, game.companies["NK"].cash) == (True, 750)


@pytest.mark.rule("1890-7.3-a", "1890-11.4.2-b")
def test_a_share_that_waits_for_its_private_is_not_sold_yet() -> None:
    game = table(cash=900)
    go(game, par(game, 0, "HS", 70), buy(game, 1, "HS"), buy(game, 2, "HS"))
    assert not game.companies["HS"].is_floated  # 40 %, and the reserved 10 %
    go(game, buy(game, 0, "HS"))
    assert game.companies["HS"].is_floated


@pytest.mark.rule("1890-A.8.4-c", "1890-B.12-b", "1890-C.8.4-k", "1890-C.8.4-aj", "1890-11.4.2-b")
@pytest.mark.parametrize("symbol", ["HS", "KH"])
def test_hanshin_and_keihan_start_with_four_shares_bought_beside_the_one_that_comes_with_a_private(symbol: str) -> None:
    game = table(cash=900)
    bring(game, symbol, 2)
    go(game, par(game, 0, symbol, 70), buy(game, 1, symbol))
    assert not game.companies[symbol].is_floated
    go(game, buy(game, 2, symbol))
    assert (game.companies[symbol].is_floated, game.companies[symbol].cash) == (True, 700)
    assert shares(game) == [{symbol: 20}, {symbol: 10}, {symbol: 20}]


@pytest.mark.rule("1890-A.8.4-d", "1890-C.8.4-l", "1890-C.8.4-ak", "1890-B.12-c", "1890-8.3.2-d")
@pytest.mark.parametrize("symbol", ["HS", "KH"])
def test_the_share_that_comes_with_a_private_is_not_sold_before_the_company_has_a_president(symbol: str) -> None:
    game = table()
    bring(game, symbol, 0)
    assert code(game, sell(game, 0, symbol)) == "no_price"
    assert not [each for each in game.legal_actions() if isinstance(each, Sales)]
    assert clause(game, buy(game, 0, symbol)) == "1890-7.3.1-a"
    go(game, par(game, 1, symbol, 90), sell(game, 0, symbol))
    assert game.players[0].cash == 590


@pytest.mark.rule("1890-C.8.4-f", "1890-C.8.4-e")
def test_the_subway_starts_with_three_more_shares() -> None:
    game = table(cash=900)
    subway = start(game, "OS", {}, par=80, floated=False)
    move_president(game.state, subway, 1)
    go(game, buy(game, 0, "OS"), buy(game, 1, "OS"))
    assert game.state.status[subway] == STARTED
    go(game, buy(game, 2, "OS"))
    assert (game.state.status[subway], game.companies["OS"].cash) == (FLOATED, 800)


@pytest.mark.rule("1890-8.4-e", "1890-8.4-f", "1890-7.3.1-a")
def test_the_presidency_of_the_subway_and_of_kinki_is_not_for_sale() -> None:
    game = table()
    assert clause(game, par(game, 0, "OS", 65)) == "1890-8.4-f"
    assert clause(game, par(game, 0, "KN", 65)) == "1890-8.4-e"
    assert game.state.status[company(game, "KN")] == UNSTARTED


@pytest.mark.rule("1890-7.3-b", "1890-8.4-e", "1890-7.3.2-d", "1890-8.6.1-c")
def test_four_shares_of_kinki_are_sold_without_starting_it_and_it_does_not_rise() -> None:
    game = table(cash=900)
    kinki = company(game, "KN")
    set_status(game.state, kinki, STARTED)
    fix_par(game.state, kinki, 80)
    place_marker(game, "KN", (2, 4))
    go(game, buy(game, 0, "KN"), buy(game, 1, "KN"), buy(game, 2, "KN"), buy(game, 0, "KN"))
    assert (game.companies["KN"].in_offering, game.companies["KN"].president, game.companies["KN"].cash) == (0, None, 0)
    assert game.state.status[kinki] == STARTED
    assert clause(game, buy(game, 0, "KN")) == "1890-8.4-a"
    go(game, sell(game, 0, "KN"))  # at the market price, from the second turn on
    assert game.players[0].cash == 900 - 2 * 80 + 80
    go(game, buy(game, 1, "KN", "market"), Pass(1))
    pass_times(game, 3)
    assert (game.state.turn, game.companies["KN"].price) == (3, 75)  # reserved shares prevent the rise


@pytest.mark.rule("1890-11.3-b", "1890-11.3.1-d")
def test_minors_are_neither_started_nor_bought_nor_sold_in_stock_rounds() -> None:
    game = table()
    give_minor(game, "NER", 0)
    set_treasury(game, "NER", 320)
    assert clause(game, sell(game, 0, "NER")) == "1890-11.3-b"
    assert code(game, buy(game, 0, "NER")) == code(game, par(game, 0, "KAN", 100)) == "minor_in_auction"
    assert (game.companies["NER"].price, game.companies["NER"].par) == (0, 0)
