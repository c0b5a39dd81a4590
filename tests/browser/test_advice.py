"""Asking a bot for a suggestion, doing it, and taking a seat back from a substitute bot."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import TablePage, open_table


@pytest.mark.long
def test_what_a_bot_would_do_is_asked_and_done_and_the_seat_handed_over_and_back(page: Page) -> None:
    open_table(page, ("here", "Ann"), ("simple", ""))
    table = TablePage(page)
    corner = page.locator("#advice")
    page.locator(".tool[data-keep=advice] summary").click()
    corner.get_by_label("Which bot to ask").select_option("rules")
    corner.get_by_role("button", name="Suggest a move").click()
    expect(corner.get_by_role("button", name="Choose this")).to_have_count(1, timeout=60_000)
    corner.get_by_role("button", name="Choose this").first.click()
    page.locator("[data-confirm]").click()
    expect(table.main).to_have_attribute("data-version", "2")  # the other player's answer has arrived, too
    expect(corner.get_by_label("Which bot to ask")).to_have_value("rules")  # the choice is remembered
    expect(corner.get_by_role("button", name="Choose this")).to_have_count(0)
    page.goto(f"/t/{page.url.split('/t/')[1].split('/')[0]}/seats/")
    page.get_by_text("Hand over").click()
    page.get_by_role("button", name="Let it play").first.click()
    expect(page.get_by_text("Solid bot plays")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("button", name="Play again yourself").click()
    expect(page.get_by_text("that is you")).to_have_count(0)
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator("#messages")).to_contain_text("Ann plays again.")
