"""Privates, special tiles and rules of 1888, each used with the mouse, in prepared positions.

After each action the page's position equals the engine's.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hand import TablePlayer, play, player_at, refusal_card
from tests.builders import (
    assign_private,
    assign_train,
    buy,
    exchange,
    lay_private,
    lay_tile,
    operate,
    place_token,
    run,
    sell,
    start,
    stock_round,
    token,
)
from tests.clauses.t1888.boards import by_the_mountain, round_beijing, to_baotou, to_the_harbour
from tetsudo.core.actions import LayTile, RunRoutes
from tetsudo.game.game import Game

EDITIONS = (pytest.param("1888", marks=pytest.mark.long), "1888n")
HOMES = {"JZR": 0, "JHR": 1}
"""Cities of Beijing, on its west and east sides."""


@pytest.fixture(params=EDITIONS)
def title(request: pytest.FixtureRequest) -> str:
    """The prototype and the published edition, which is tested in every run."""
    return str(request.param)


def owning(title: str, private: str, step: str = "track", symbol: str = "JHR", **more: Any) -> Game:
    """A company of Beijing owns a private, on its turn."""
    game = round_beijing(title, **more)
    start(game, symbol, {0: 60}, par=95, cash=500, trains=["2"], tokens=[])
    token(game, symbol, "C9", HOMES[symbol])
    assign_private(game, private, symbol)
    return operate(game, symbol, step)


def shown(hand: TablePlayer, hex: str) -> str | None:
    """The tile on a hex, as the page's game has it."""
    return hand.table.game().hex(hex).tile


# Tiles of privates


def test_one_click_lays_both_ends_of_the_ferry(page: Page, title: str) -> None:
    hand = player_at(page, owning(title, "YRF"))
    play(hand, lay_private(hand.game, 0, "YRF", "F16", "L40b"))
    assert (shown(hand, "E17"), shown(hand, "F16")) == ("L40a", "L40b")


@pytest.mark.long
def test_the_other_end_must_be_laid_where_it_does_not_follow(page: Page) -> None:
    hand = player_at(page, owning("1888n", "YRF", variants=["18xx.games"]))
    play(hand, lay_private(hand.game, 0, "YRF", "E17", "L40a"))
    refusal_card(hand, "Lay no more", "1888N-YF-01")
    play(hand, lay_private(hand.game, 0, "YRF", "F16", "L40b"))


def test_a_tile_is_laid_while_trains_are_run(page: Page, title: str) -> None:
    """During a run a click on the map means a route, so the hex is chosen with its button; a click elsewhere
    cancels."""
    hand = player_at(page, owning(title, "TA", "run"))
    hand.choose_hex("H2")
    ring = page.locator(".ring")
    expect(ring).to_be_visible()
    hand.hex("D10").locator(".ground").click(force=True)
    expect(ring).to_have_count(0)
    expect(page.locator("#routes .run")).to_have_attribute("data-wishes", "[[[],[],false]]")
    play(hand, lay_private(hand.game, 0, "TA", "H2", "L39", 5))
    assert shown(hand, "H2") == "L39"
    expect(page.locator("#routes .run")).to_be_visible()


@pytest.mark.long
def test_the_mountain_tile_stands_beside_ordinary_ones(page: Page, title: str) -> None:
    """C5 takes an ordinary tile for 40, or the private's tile for free; the ring labels both."""
    game = owning(title, "HS", symbol="JZR")
    hand = player_at(page, game)
    hand.choose_hex("C5")
    expect(page.locator(".ring .ring-tile")).not_to_have_count(0)
    tags = page.locator(".ring .ring-tile .tile-tag").all_inner_texts()
    assert [tag for tag in tags if "40" in tag and "L41" not in tag]
    assert [tag for tag in tags if "L41" in tag and "40" not in tag]
    page.keyboard.press("Escape")
    play(hand, lay_private(game, 0, "HS", "C5", "L41", 1))


@pytest.mark.long
def test_two_tiles_along_the_wall_and_a_third_of_its_own(page: Page, title: str) -> None:
    hand = player_at(page, owning(title, "CW"))
    play(hand, lay_private(hand.game, 0, "CW", "D4", "9", 1))
    play(hand, next(offer for offer in hand.game.legal_actions() if isinstance(offer, LayTile)))
    play(hand, lay_private(hand.game, 0, "CW", "D6", "9", 1))


@pytest.mark.long
def test_why_a_tile_along_the_wall_is_refused(page: Page) -> None:
    hand = player_at(page, owning("1888n", "CW"))
    play(hand, lay_private(hand.game, 0, "CW", "D4", "9", 1))
    hand.choose_hex("E3")
    expect(page.locator("#hexmenu")).to_contain_text("1888N-CW-04")


# Shares


def test_a_private_is_exchanged_for_a_share_from_either_place(page: Page, title: str) -> None:
    game = stock_round(title=title, cash=300)
    start(game, "JHR", {1: 40}, par=95, market=10, tokens=[])
    token(game, "JHR", "C9", 1)
    assign_private(game, "FC", 0)
    hand = player_at(page, game)
    tray = page.locator("#acts .tool[data-keep=extras]")
    tray.locator("summary").click()
    expect(tray).to_contain_text("for a share of JHR from the IPO")
    expect(tray).to_contain_text("for a share of JHR from the market")
    play(hand, exchange(game, 0, "FC", "JHR", "market"))


@pytest.mark.long
def test_sales_come_before_the_purchase(page: Page, title: str) -> None:
    """After a sale a purchase is legal, the exchange is not; the purchase ends the turn."""
    game = stock_round(title=title, cash=300)
    start(game, "JHR", {1: 40, 0: 30}, par=95, tokens=[])
    start(game, "SSL", {1: 40}, par=90)
    token(game, "JHR", "C9", 1)
    assign_private(game, "FC", 0)
    hand = player_at(page, game)
    play(hand, sell(game, 0, "JHR", 2))
    page.locator("#acts .tool[data-keep=extras] summary").click()
    refusal_card(hand, "Exchange", "FC-04")
    page.keyboard.press("Escape")
    play(hand, buy(game, 0, "SSL"))
    assert hand.game.to_act.player == 1


# The turn of a company


@pytest.mark.long
def test_the_home_tile_must_be_laid_first(page: Page, title: str) -> None:
    game = stock_round(title=title)
    start(game, "HJR", {0: 60}, par=95, cash=700)
    hand = player_at(page, operate(game, "HJR"))
    expect(page.locator("#map .hex.lit")).to_have_count(1)
    card = refusal_card(hand, "Lay no track", "TRK-07")
    expect(card.locator(".remedy")).to_have_text("Lay it there.")
    play(hand, lay_tile(hand.game, "HJR", "F6", "57"))


@pytest.mark.long
def test_a_token_says_what_it_costs(page: Page, title: str) -> None:
    game = owning(title, "KT", "token")
    hand = player_at(page, game)
    before = hand.game.companies["JHR"].cash
    play(hand, place_token(hand.game, "JHR", "D10"))
    assert hand.game.companies["JHR"].cash == before - 40


@pytest.mark.long
def test_a_call_at_the_mountain_brings_a_subsidy(page: Page, title: str) -> None:
    """The best run skips it; the run through it shows the subsidy."""
    game = by_the_mountain(title)
    assign_private(game, "HS", 1)
    start(game, "HJR", {0: 60}, par=95, trains=["2"], tokens=["C3"])
    hand = player_at(page, operate(game, "HJR", "run"))
    expect(page.locator("#routes")).to_contain_text("C5 Heng Shan")
    hand.hex("C5").locator(".ground").click(force=True)
    expect(page.locator("#routes .primary")).to_contain_text("and a subsidy of")
    play(hand, run(hand.game, "HJR", ("2", "C3 C5")))
    expect(page.locator("#acts")).to_contain_text(re.compile("A subsidy of .40 goes to the treasury"))


@pytest.mark.long
def test_a_run_that_earns_too_little_is_refused(page: Page, title: str) -> None:
    """The longer train stays at home: the run's button is disabled and shows the required revenue."""
    game = owning(title, "KT")
    assign_train(game, "JHR", "3")
    hand = player_at(page, operate(game, "JHR", "run"))
    best = page.locator("#routes [data-action]")
    expect(best).to_be_enabled()
    page.locator("#routes [data-run=home]").last.check()
    card = refusal_card(hand, re.compile("^Run"), "REV-03")
    expect(card.locator(".remedy")).to_contain_text("Choose routes that earn")
    page.locator("#routes [data-run=best]").click()
    expect(best).to_be_visible()
    best.click()
    hand.table.wait_for_version(hand.table.game().length)


@pytest.mark.parametrize(
    ("board", "symbol", "at", "stops"),
    [
        (to_baotou, "HJR", "C3", "A3 B4 C3"),
        pytest.param(to_the_harbour, "ZDR", "G11", "G11 H12 H14", marks=pytest.mark.long),
    ],
    ids=["off-board", "harbour"],
)
def test_routes_to_the_edges_are_drawn_by_clicks(page: Page, board: Any, symbol: str, at: str, stops: str) -> None:
    """Through an off-board location of two hexes, or a harbour worth nothing, as for any stop."""
    game = board("1888n", best_run=False)
    start(game, symbol, {0: 60}, par=95, trains=["2"], tokens=[at])
    game = operate(game, symbol, "run")
    hand = player_at(page, game)
    action = run(game, symbol, ("2", stops))
    assert isinstance(action, RunRoutes)
    play(hand, action)
    assert hand.game.state.revenue > 0
