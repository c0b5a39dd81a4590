"""Viewing the history: step by step, by a link, and back to the present. For branches see test_branching."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import bring
from tests.browser.games import doing, moment, played
from tests.browser.hand import Hand


def test_steps_with_arrows_and_back_to_now(page: Page) -> None:
    game = moment(played(), doing("track"))
    table = bring(page, game.record())
    page.locator("body").press("ArrowLeft")
    table.shows(game.length - 1)
    expect(page.locator("#looking-back")).to_be_visible()
    expect(page.locator("#acts [data-action]")).to_have_count(0)
    page.locator("body").press("ArrowLeft")
    table.shows(game.length - 2)
    page.locator("body").press("ArrowRight")
    table.shows(game.length - 1)
    page.locator("#now").click()
    table.shows(game.length)
    expect(page.locator("#looking-back")).to_be_hidden()


def test_an_early_round_is_told_when_it_is_opened_and_stays_open(page: Page) -> None:
    game = moment(played(), lambda game: game.state.turn == 4)
    table = bring(page, game.record())
    log = table.tab("log")
    auction = log.locator("details.round").first
    expect(auction).to_have_text("Auction")
    auction.locator("summary").click()
    expect(auction).to_contain_text("The auction begins.")
    number = len(auction.locator("li").all())
    assert number > 3
    hand = Hand(table, game)
    hand.play(played().actions[game.length])
    expect(auction.locator("li")).to_have_count(number)
    page.reload()
    expect(auction.locator("li")).to_have_count(0)


def test_a_link_opens_a_position(page: Page) -> None:
    game = moment(played(), doing("run"))
    table = bring(page, game.record())
    log = table.tab("log")
    log.locator("[data-number] a").first.click()
    page.wait_for_url(re.compile(r"/at/\d+/$"))
    linked = int(page.url.split("/")[-2])
    table.shows(linked)
    page.goto(page.url)
    table.shows(linked)
    expect(page.locator("#looking-back")).to_be_visible()
