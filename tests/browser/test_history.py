"""Looking back: step by step, by a link, to the present again. Going on from there: test_branching."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import bring
from tests.browser.games import doing, moment, played


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
