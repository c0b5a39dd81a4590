"""Chat for the whole table, and private notes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import SOON, AtTable
from tests.browser.conftest import Person

MARKUP = "<b onmouseover=alert(1)>hello</b> & <script>alert(2)</script>"


def says(table: AtTable, text: str) -> None:
    """Write a message."""
    table.tab("chat")
    table.page.locator("#chat-text").fill(text)
    table.page.locator("#chat-text").press("Enter")


def test_chat_both_ways_as_text(two: tuple[AtTable, AtTable]) -> None:
    ann, bo = two
    bo.tab("chat")
    says(ann, MARKUP)
    expect(bo.page.locator("#messages")).to_contain_text(MARKUP, timeout=SOON)
    expect(bo.page.locator("#messages script, #messages [onmouseover]")).to_have_count(0)
    says(bo, "yes?")
    expect(ann.page.locator("#messages")).to_contain_text("yes?", timeout=SOON)
    expect(ann.page.locator("#chat-text")).to_have_value("")
    expect(ann.page.locator("#messages .role")).to_have_text(["player", "player"])


@pytest.mark.long
def test_who_watches_is_marked_and_not_taken_for_a_player(two: tuple[AtTable, AtTable], person: Person) -> None:
    ann, _bo = two
    eve = person()
    for name in ("B\u043e", "Eve"):
        eve.goto("/guest/")
        eve.locator("input[name=name]").fill(name)
        eve.get_by_role("button", name="Cancel").click()
        eve.goto(ann.address)
        AtTable(eve).tab("chat")
        if name != "Eve":
            expect(eve.locator("#panel-chat")).to_contain_text("The name Bo is taken here")
    eve.locator("#chat-text").fill("I watch")
    eve.locator("#chat-text").press("Enter")
    expect(ann.page.locator("#messages .role.watches")).to_have_text("watching", timeout=SOON)


@pytest.mark.long
def test_notes_are_private(two: tuple[AtTable, AtTable]) -> None:
    ann, bo = two
    ann.tab("chat").locator(".notes summary").click()
    ann.page.locator("#notes-text").fill("buy the ferry")
    expect(ann.page.locator("#notes-saved")).not_to_be_empty()
    ann.page.reload()
    expect(ann.page.locator("#notes-text")).to_have_value("buy the ferry")
    bo.page.reload()
    assert "buy the ferry" not in bo.page.content()
