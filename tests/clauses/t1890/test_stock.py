"""1890, section 8: the stock round. Scenario C, three players."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    buy,
    clause,
    code,
    company,
    kinds,
    par,
    pass_times,
    place_marker,
    play,
    sell,
    start,
    stock_round,
)
from tetsudo.core.actions import Action, Pass
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Sales
from tetsudo.engine.state.ownership import move_president
from tetsudo.engine.state.state import CLOSED, OPERATING_ROUND, OUT, STOCK_ROUND, set_status
from tetsudo.game.game import Game


def table(player: int = 0, cash: int = 500, *, players: int = 3, turn: int = 2) -> Game:
    """A stock round without minors in the game, so that their turns do not follow it."""
    game = stock_round(players, title="1890", scenario="C", player=player, cash=cash, turn=turn)
    for minor, is_minor in enumerate(game.ruleset.is_minor):
        if is_minor:
            set_status(game.state, minor, CLOSED)
            move_president(game.state, minor, game.state.players + OUT)
    return game


def go(game: Game, *actions: Action) -> None:
    """Apply actions; players who are asked before them pass."""
    for action in actions:
        while game.to_act.player != action.player:
            game.apply(Pass(game.to_act.player))
        game.apply(action)


def end_round(game: Game) -> list[Event]:
    """All players pass until the stock round is over."""
    events: list[Event] = []
    while game.state.round == STOCK_ROUND:
        events += game.apply(Pass(game.to_act.player))
    return events


def price(game: Game, symbol: str) -> int:
    return game.companies[symbol].price


# Turns


@pytest.mark.rule("1890-8.1-a", "1890-8.1-b", "1890-8.2-c", "1890-8.6-c")
def test_play_goes_clockwise_from_the_priority_deal_which_lies_left_of_the_last_to_act() -> None:
    game = table(1)
    start(game, "NK", {0: 20}, cash=100)
    assert (game.to_act.player, game.state.priority) == (1, 1)
    play(game, Pass(1), Pass(2))
    assert game.state.priority == 1
    go(game, buy(game, 0, "NK"))
    assert game.state.priority == 1
    go(game, buy(game, 1, "NK"))  # players who passed before may act again
    assert game.state.priority == 2
    pass_times(game, 4)  # the player's own turn ends with the first sale
    assert (game.state.round, game.to_act.company) == (OPERATING_ROUND, company(game, "NK"))
    assert game.state.priority == 2


@pytest.mark.rule("1890-8.2-b", "1890-8.6-b")
def test_the_round_ends_when_all_have_passed_one_after_another() -> None:
    game = table(1)
    start(game, "NK", {0: 50, 1: 20})
    pass_times(game, 2)
    assert (game.state.round, game.state.turn) == (STOCK_ROUND, 2)
    pass_times(game, 1)
    assert (game.state.round, game.to_act.company) == (OPERATING_ROUND, company(game, "NK"))
    assert game.state.priority == 1  # no player acted: it does not move


@pytest.mark.rule("1890-8.2-a", "1890-8.4-a", "1890-8.4-g", "1890-8.5-a", "1890-8.5-b")
def test_a_turn_is_sales_together_and_one_purchase_in_either_order() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 20})
    start(game, "HK", {0: 30, 1: 20}, cell=(6, 0))
    start(game, "SY", {1: 20})
    play(game, sell(game, 0, "NK"), sell(game, 0, "HK"), buy(game, 0, "SY"))
    assert game.to_act.player == 1  # neither a sale nor a purchase is left: the turn is over

    game = table()
    start(game, "NK", {0: 40, 1: 20})
    start(game, "HK", {0: 30, 1: 20}, cell=(6, 0))
    play(game, buy(game, 0, "HK"), sell(game, 0, "NK"), sell(game, 0, "HK"))
    assert game.to_act.player == 1
    assert game.players[0].shares == {"NK": 30, "HK": 30}

    game = table()
    start(game, "NK", {0: 40, 1: 20})
    start(game, "HK", {0: 30, 1: 20}, cell=(6, 0))
    play(game, sell(game, 0, "NK"))
    assert clause(game, sell(game, 0, "NK")) == "1890-8.5-b"  # one block of a company
    play(game, buy(game, 0, "HK"))
    assert clause(game, sell(game, 0, "HK")) == "1890-8.1-a"
    go(game, buy(game, 0, "HK"))
    assert clause(game, buy(game, 0, "HK")) == "1890-8.2-a"  # also in brown only one purchase


@pytest.mark.rule("1890-8.4.1-a")
def test_who_sells_a_company_buys_it_again_only_in_the_next_stock_round() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 20}, floated=False)
    play(game, sell(game, 0, "NK"))
    assert clause(game, buy(game, 0, "NK")) == clause(game, buy(game, 0, "NK", "market")) == "1890-8.4.1-a"
    go(game, Pass(0), Pass(1), Pass(2))
    assert clause(game, buy(game, 0, "NK", "market")) == "1890-8.4.1-a"
    pass_times(game, 1)
    assert game.state.turn == 3
    pass_times(game, 2)
    assert game.to_act.player == 0
    assert code(game, buy(game, 0, "NK", "market")) == ""


# Sales


@pytest.mark.rule("1890-8.3-a", "1890-8.3.1-a", "1890-8.3.1-b", "1890-8.3.1-c", "1890-3.12.3-a", "1890-3.12.5-b")
def test_sold_shares_lie_in_the_market_are_paid_at_the_price_before_and_lower_it_a_row_each() -> None:
    game = table()
    start(game, "NK", {0: 50, 1: 20}, par=100)
    play(game, sell(game, 0, "NK", 3))
    assert (game.players[0].cash, game.companies["NK"].in_market) == (800, 30)
    assert (price(game, "NK"), game.companies["NK"].cell) == (75, (3, 4))
    assert game.companies["NK"].cash == 0


@pytest.mark.rule("1890-8.3.2-a")
def test_the_market_takes_half_of_a_company_at_the_most() -> None:
    game = table()
    start(game, "NK", {1: 20, 0: 30}, market=30)
    assert clause(game, sell(game, 0, "NK", 3)) == "1890-8.3.2-a"
    assert game.legal_actions()[-1] == Sales(0, company(game, "NK"), 1, 2)


@pytest.mark.rule("1890-8.3.2-c", "1890-8.3.2-d")
def test_nothing_is_sold_in_the_first_turn_and_then_also_what_has_not_started() -> None:
    for turn, forbids in ((1, "1890-8.3.2-c"), (2, "")):
        game = table(turn=turn)
        start(game, "NK", {1: 20, 0: 20}, floated=False)
        assert clause(game, sell(game, 0, "NK")) == forbids


@pytest.mark.rule("1890-8.4-c", "1890-8.4-d", "1890-3.12.5-a", "1890-3.12.4-a")
def test_the_offering_sells_at_par_and_the_market_at_the_price() -> None:
    game = table()
    start(game, "NK", {1: 20}, par=70, market=10)
    place_marker(game, "NK", (0, 10))  # 225
    play(game, buy(game, 0, "NK"))
    go(game, buy(game, 1, "NK", "market"))
    assert [player.cash for player in game.players] == [430, 275, 500]


@pytest.mark.rule("1890-8.5-c")
def test_a_share_is_bought_at_par_and_sold_at_once_at_a_higher_price() -> None:
    game = table()
    start(game, "NK", {1: 20}, par=65, cell=(1, 4))  # 90
    play(game, buy(game, 0, "NK"), sell(game, 0, "NK"))
    assert game.players[0].cash == 525


@pytest.mark.rule("1890-8.3-a")
def test_privates_are_not_sold_to_the_bank() -> None:
    game = table()
    assign_private(game, "HT", 0)
    assert "sell_shares" not in {each.kind for each in game.legal_actions()}


# The end of the round


@pytest.mark.rule("1890-8.6.1-a", "1890-8.6.1-b", "1890-8.6.1-c", "1890-3.12.5-b")
def test_companies_wholly_in_the_hands_of_players_rise_by_a_row() -> None:
    game = table(cash=0)
    start(game, "NK", {0: 60, 1: 40}, par=70)
    start(game, "HK", {0: 60, 1: 40}, par=100, cash=200)  # in the top row
    start(game, "SY", {1: 60, 0: 30}, par=80, market=10)
    start(game, "JR", {1: 60, 0: 30}, par=90)
    events = end_round(game)
    assert [price(game, symbol) for symbol in ("NK", "HK", "SY", "JR")] == [75, 100, 80, 90]
    assert game.companies["NK"].cell == (3, 4)
    assert kinds(events).count("sold_out") == 2


@pytest.mark.rule("1890-8.6.1-c")
def test_a_share_that_is_reserved_keeps_a_company_from_rising() -> None:
    game = table(cash=0)
    start(game, "HS", {0: 60, 1: 30}, par=70, cash=200)  # the tenth share comes with a private that is still unsold
    assert "sold_out" not in kinds(end_round(game))


@pytest.mark.rule("1890-8.6.1-d", "1890-10.8-b")
def test_of_two_that_rise_into_one_cell_the_first_in_operating_order_lies_on_top() -> None:
    game = table(cash=0)
    start(game, "NK", {0: 60, 1: 40}, cell=(1, 5), cash=200)  # 100; above it the 110 of the top row
    start(game, "HK", {0: 60, 1: 40}, cell=(1, 5))
    assert game.view().operating_order == ("NK", "HK")
    end_round(game)
    assert (price(game, "NK"), price(game, "HK")) == (110, 110)
    assert [game.state.depth[company(game, symbol)] for symbol in ("NK", "HK")] == [0, 1]
    assert game.to_act.company == company(game, "NK")


@pytest.mark.rule("1890-8.2-a")
def test_a_par_price_is_set_as_the_purchase_of_a_turn() -> None:
    game = table()
    start(game, "NK", {1: 20, 0: 10})
    play(game, par(game, 0, "HK", 65))
    assert clause(game, par(game, 0, "SY", 65)) == clause(game, buy(game, 0, "NK")) == "1890-8.2-a"
