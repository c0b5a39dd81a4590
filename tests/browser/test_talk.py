"""Chat for the whole table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import UPDATE_TIMEOUT_MS, TablePage
from tests.browser.conftest import Person

MARKUP = "<b onmouseover=alert(1)>hello</b> & <script>alert(2)</script>"


def says(table: TablePage, text: str) -> None:
    """Write a message."""
    table.open_tab("chat")
    table.page.locator("#chat-text").fill(text)
    table.page.locator("#chat-text").press("Enter")


def test_chat_both_ways_as_text(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    bo.open_tab("chat")
    says(ann, MARKUP)
    expect(bo.page.locator("#messages")).to_contain_text(MARKUP, timeout=UPDATE_TIMEOUT_MS)
    expect(bo.page.locator("#messages script, #messages [onmouseover]")).to_have_count(0)
    says(bo, "yes?")
    expect(ann.page.locator("#messages")).to_contain_text("yes?", timeout=UPDATE_TIMEOUT_MS)
    expect(ann.page.locator("#chat-text")).to_have_value("")
    expect(ann.page.locator("#messages .role")).to_have_text(["player", "player"])


@pytest.mark.long
def test_who_watches_is_marked_and_not_taken_for_a_player(two: tuple[TablePage, TablePage], person: Person) -> None:
    ann, _bo = two
    eve = person()
    for name in ("B\u043e", "Eve"):
        eve.goto("/guest/")
        eve.locator("input[name=name]").fill(name)
        eve.get_by_role("button", name="Cancel").click()
        eve.goto(ann.address)
        TablePage(eve).open_tab("chat")
        if name != "Eve":
            expect(eve.locator("#panel-chat")).to_contain_text("The name Bo is taken here")
    eve.locator("#chat-text").fill("I watch")
    eve.locator("#chat-text").press("Enter")
    expect(ann.page.locator("#messages .role.watches")).to_have_text("watching", timeout=UPDATE_TIMEOUT_MS)
