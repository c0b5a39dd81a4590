"""Actions of 1890 with the mouse alone, in prepared positions.

After each action the page's position equals the engine's.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import decision_is, first_position
from tests.browser.hand import TablePlayer, play, player_at, refusal_card
from tests.browser.test_minors import whole
from tests.builders import (
    assign_private,
    assign_train,
    bid,
    buy_train,
    company,
    dividend,
    lay,
    new_game,
    operate,
    par,
    private,
    run,
    sell,
    set_phase,
    stock_round,
)
from tests.clauses.t1890 import forming
from tests.clauses.t1890.test_conversion import in_turn
from tests.clauses.t1890.test_forced import forced, shares
from tests.clauses.t1890.test_late_privates import late, passage, take, west
from tetsudo.core.actions import Convert, Pass, TakePrivate
from tetsudo.engine.state.state import bank_of
from tetsudo.game.game import Game


def by_mouse(page: Page, game: Game) -> TablePlayer:
    """A player without a keyboard, at a table in this position."""
    return player_at(page, game, types=False)


def charter(hand: TablePlayer, symbol: str) -> str:
    """Text of a company's charter."""
    return hand.table.open_tab("companies").locator(f"article[data-company={symbol}]").inner_text()


# The auction, and par prices


@pytest.mark.long
def test_lots_are_bought_bid_on_and_fought_for(page: Page) -> None:
    """Kobe Tramway has bids of 45 and 50 when Arima is sold; one bidder raises to 55, the other passes."""
    hand = by_mouse(page, new_game(3, title="1890", scenario="A"))
    game = hand.game
    play(hand, bid(game, 0, "KT", 45), bid(game, 1, "KT", 50), bid(game, 2, "AR", 20))
    expect(page.locator("#acts .auction-rows .line")).to_have_count(1)  # only this lot is offered now
    play(hand, bid(game, 0, "KT", 55), Pass(1))
    assert [player.cash for player in game.players] == [445, 500, 480]
    expect(page.locator("#acts .auction-rows .line").first).to_contain_text("Keishin Railway")


@pytest.mark.long
def test_arima_falls_until_it_costs_nothing(page: Page) -> None:
    hand = by_mouse(page, new_game(3, title="1890", scenario="C"))
    for price in (20, 15, 10, 5):
        expect(page.locator("#acts .auction-rows .line").first.locator(".fact")).to_have_text(f"¥{price}")
        play(hand, Pass(0), Pass(1), Pass(2))
    expect(page.locator("#acts .auction-rows .line").first).to_contain_text("Kōbe Tramway")
    assert hand.game.players[0].privates == ("AR",)
    assert [player.cash for player in hand.game.players] == [840, 840, 840]


@pytest.mark.long
def test_the_buyer_of_a_private_sets_a_par_price(page: Page) -> None:
    game = first_position(whole(), decision_is("par"))
    hand = by_mouse(page, game)
    cash = game.players[game.to_act.player].cash
    play(hand, par(game, game.to_act.player, "OS", 75))
    assert hand.game.players[game.to_act.player].cash == cash
    assert "¥75" in charter(hand, "OS")


@pytest.mark.long
def test_a_par_price_starts_a_company_in_a_stock_round(page: Page) -> None:
    """Two certificates of 10 % at 80 each, from 500 in cash."""
    hand = by_mouse(page, stock_round(4, title="1890", cash=500))
    play(hand, par(hand.game, 0, "HK", 80))
    assert hand.game.players[0].cash == 340
    assert hand.game.players[0].shares == {"HK": 20}


# Minors that merge, or convert into a private


def at_window() -> Game:
    """Before the first turn of a round; Osaka Electric has a 2-train and track from Osaka Higashi to Higashi-Osaka."""
    game = forming.table()
    forming.set_up_kinki(game)
    lay(game, "H15", "57", 1)
    forming.assign_minors(game, ORY=0, KAN=50)
    forming.assign_minor(game, "OER", 0, 130, ["2"])
    return forming.start_operating_round(game)


def test_a_company_forms_is_joined_and_takes_its_special_turn(page: Page) -> None:
    """Four times 80 and 130 make 450; half of Kanan's 50 adds 25; a revenue of 60 is paid to 20 %, 10 % and 10 %."""
    hand = by_mouse(page, at_window())
    expect(page.locator("#acts .joins-rows")).to_contain_text("OER")
    play(hand, forming.join(hand.game, "OER"))
    assert hand.game.companies["KN"].cash == 450
    play(hand, forming.join(hand.game, "KAN"))
    assert (hand.game.companies["KN"].cash, hand.game.players[2].cash) == (475, 525)
    expect(page.locator("#turn")).to_contain_text("KN")
    expect(page.locator("#hand .steps")).to_contain_text("special turn")
    while hand.game.to_act.doing != "run":
        play(hand, Pass(0))
    play(hand, run(hand.game, "KN", ("2", "H13 H15")))
    play(hand, dividend(hand.game, "KN"))
    assert [player.cash for player in hand.game.players] == [512, 506, 531, 500]


@pytest.mark.long
def test_whoever_forms_nothing_is_asked_again(page: Page) -> None:
    hand = by_mouse(page, at_window())
    play(hand, Pass(0))
    expect(page.locator("#turn")).to_contain_text("KAN: lay track")
    assert hand.game.companies["KN"].president is None


@pytest.mark.long
def test_a_minor_turns_into_a_private(page: Page) -> None:
    """Its token is removed, and its 100 go to the bank."""
    hand = by_mouse(page, in_turn(cash=100))
    expect(hand.hex("D5").locator(".token[data-company=KER]")).to_have_count(1)
    play(hand, Convert(0, company(hand.game, "KER")))
    expect(hand.hex("D5").locator(".token")).to_have_count(0)
    privates = hand.table.open_tab("privates").locator("table.privates")
    expect(privates.get_by_role("row", name="Kōbe Electric Railway")).to_contain_text(hand.game.names[0])


# Paid passage through a private's station


@pytest.mark.long
def test_a_late_private_is_bought_and_its_station_stands_in_kobe(page: Page) -> None:
    game = stock_round(3, title="1890", cash=1000)
    lay(game, "F5", "820")
    assign_private(game, "KR", bank_of(game.state))
    hand = by_mouse(page, game)
    play(hand, TakePrivate(0, private(game, "KR"), 240))
    assert hand.game.players[0].cash == 760
    expect(hand.hex("F5").locator(".token[data-company=KR]")).to_have_count(1)


@pytest.mark.long
def test_passage_is_bought_and_the_run_beyond_pays_its_owner(page: Page) -> None:
    """Nishinomiya 20, Ashiya 20, Kobe 50, Akashi 20 and Himeji 40 make 150; the owner gets half of Kobe, 25."""
    game = late("JR", "HS")
    assign_train(game, "HS", "5")
    set_phase(game, "2")
    west(game)
    take(game, "KR")
    hand = by_mouse(page, operate(game, "HS", "token"))
    expect(page.locator("#acts .passages-rows")).to_contain_text("Kōbe Rapid Transit Railway")
    play(hand, passage(game, "HS"))
    assert hand.game.companies["HS"].cash == 900
    expect(page.locator("#routes .fact")).to_have_text("¥150")
    play(hand, run(hand.game, "HS", ("5", "F9 F7 F5 F3 F1")))
    assert hand.game.players[0].cash == 1025
    expect(hand.table.open_tab("log")).to_contain_text("Kōbe Rapid Transit Railway")


# Forced train purchases


@pytest.mark.long
def test_the_president_pays_what_the_treasury_lacks(page: Page) -> None:
    """The 5-train costs 450; the treasury has 120."""
    hand = by_mouse(page, operate(forced(cash=120, owns=400), "SY", "trains"))
    refusal_card(hand, "Buy no", "1890-12.3-a")
    page.mouse.move(0, 0)
    play(hand, buy_train(hand.game, "SY", "5"))
    assert (hand.game.companies["SY"].cash, hand.game.players[0].cash) == (0, 70)


@pytest.mark.long
def test_shares_are_chosen_and_sold_for_a_train(page: Page) -> None:
    """The president lacks 440: 3 JR at 100 and 2 HK at 80 make 460, sold at once; 10 plus 460 minus 450 leaves 20."""
    game = forced(cash=0, owns=10)
    shares(game, "JR", 100, {1: 20, 0: 30})
    shares(game, "HK", 80, {1: 40, 0: 30})
    hand = by_mouse(page, operate(game, "SY", "trains"))
    play(hand, sell(game, 0, "JR", 3), sell(game, 0, "HK", 2))
    assert hand.game.players[0].cash == 20
    assert hand.game.companies["SY"].trains == ("5",)
