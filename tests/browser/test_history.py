"""Viewing the history: step by step, by a link, and back to the present. For branches see test_branching."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.hand import TablePlayer


def test_steps_with_arrows_and_back_to_now(page: Page) -> None:
    game = first_position(simple_game(), decision_is("track"))
    table = import_game(page, game.record())
    page.locator("body").press("ArrowLeft")
    table.wait_for_version(game.length - 1)
    expect(page.locator("#looking-back")).to_be_visible()
    expect(page.locator("#acts [data-action]")).to_have_count(0)
    page.locator("body").press("ArrowLeft")
    table.wait_for_version(game.length - 2)
    page.locator("body").press("ArrowRight")
    table.wait_for_version(game.length - 1)
    page.locator("#now").click()
    table.wait_for_version(game.length)
    expect(page.locator("#looking-back")).to_be_hidden()


@pytest.mark.long
def test_an_early_round_is_told_when_it_is_opened_and_stays_open(page: Page) -> None:
    game = first_position(simple_game(), lambda game: game.state.turn == 4)
    table = import_game(page, game.record())
    log = table.open_tab("log")
    auction = log.locator("details.round").first
    expect(auction).to_have_text("Auction")
    auction.locator("summary").click()
    expect(auction).to_contain_text("The auction begins.")
    number = len(auction.locator("li").all())
    assert number > 3
    hand = TablePlayer(table, game)
    hand.play(simple_game().actions[game.length])
    expect(auction.locator("li")).to_have_count(number)
    page.reload()
    expect(auction.locator("li")).to_have_count(0)


def test_a_link_opens_a_position(page: Page) -> None:
    game = first_position(simple_game(), decision_is("run"))
    table = import_game(page, game.record())
    log = table.open_tab("log")
    log.locator("[data-number] a").first.click()
    page.wait_for_url(re.compile(r"/at/\d+/$"))
    linked = int(page.url.split("/")[-2])
    table.wait_for_version(linked)
    page.goto(page.url)
    table.wait_for_version(linked)
    expect(page.locator("#looking-back")).to_be_visible()
