"""Looking back: step by step, by a link, to the present again; and going on from the past at a table of one's own."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import ADDRESS, AtTable, bring
from tests.browser.games import doing, moment, played
from tests.browser.hand import Hand
from tetsudo.actions import Pass


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


def test_branch_goes_on_and_the_parent_stays(page: Page) -> None:
    game = moment(played(), doing("stock"))
    table = bring(page, game.record())
    page.goto(f"{table.address}at/{game.length - 5}/")
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_url(ADDRESS)
    branch = AtTable(page)
    assert branch.address != table.address
    assert branch.game().digest() == game.earlier(game.length - 5).digest()
    there = branch.game()
    Hand(branch, there).play(Pass(there.to_act.player))
    page.goto(table.address)
    assert AtTable(page).version == game.length
    assert table.game().digest() == game.digest()
