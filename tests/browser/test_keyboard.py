"""Keyboard only: from the lobby through an auction; a tile lay, and on to the end of a company's turn."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ADDRESS, TablePage, import_game
from tests.browser.games import decision_is, first_position, simple_game

MOST_TABS: Final = 150
"""Maximum number of Tab presses."""


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _press in range(MOST_TABS):
        if wanted.evaluate_all("all => all.includes(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never comes there")


def press(page: Page, wanted: Locator) -> None:
    """Tab to an element and press Enter."""
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def go_on(page: Page) -> None:
    """Accept the default choice with Enter; if there is none, tab to the button that ends the step."""
    usual = page.locator("#acts .confirm button.primary:enabled").locator("visible=true")
    if usual.count():
        page.keyboard.press("Enter")
    else:
        press(page, page.locator("#acts .confirm button[data-action]"))


@pytest.mark.long
def test_from_the_lobby_through_the_auction(page: Page) -> None:
    page.goto("/")
    press(page, page.get_by_role("link", name="New table"))
    page.wait_for_url("**/new/")
    press(page, page.get_by_role("button", name="All at this screen"))
    expect(page.locator(".chair [name=seat-1-name]")).to_be_visible()
    press(page, page.get_by_role("button", name="Open the table"))
    page.wait_for_url(ADDRESS)
    table = TablePage(page)
    version = 0
    while table.game().to_act.doing == "auction":  # every player buys the cheapest lot
        page.keyboard.press("a")
        press(page, page.locator("#acts button[data-action*='\"bid\"']"))
        page.keyboard.press("Enter")  # the choice is confirmed
        version += 1
        table.wait_for_version(version)
    assert table.game().to_act.doing == "stock"


def test_a_company_s_turn(page: Page) -> None:
    game = first_position(simple_game(), decision_is("track"))
    table = import_game(page, game.record())
    company = game.to_act.company
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    expect(page.locator(".ring .ring-tile").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    table.wait_for_version(game.length + 1)
    expect(page.locator("#hand")).to_be_focused()
    assert table.game().actions[-1].kind in ("lay_tile", "lay_private_tile")
    while (now := table.game()).to_act.company == company and now.state.operating_round == 1:
        go_on(page)
        table.wait_for_version(now.length + 1)
    assert now.length > game.length + 2
