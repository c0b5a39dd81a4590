"""Chat written while a player is away is marked as unread: on its tab, under Since, and in the lobby."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import UPDATE_TIMEOUT_MS, TablePage, open_table, sit_down
from tests.browser.conftest import Person
from tests.browser.test_talk import says

WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
SCREENS = pytest.mark.parametrize(
    "screen", [pytest.param(WIDE, marks=pytest.mark.long, id="wide"), pytest.param(PHONE, id="phone")]
)


def lobby_says(page: Page, text: str) -> None:
    """Check the mark of the only table in the lobby."""
    page.goto("/")
    expect(page.locator(".card .unread")).to_have_text([text] if text else [])


@SCREENS
def test_it_is_marked_in_all_three_places_until_it_was_read(person: Person, screen: dict[str, int]) -> None:
    ann_page = person()
    open_table(ann_page, ("here", "Ann"), ("open", ""))
    bo_page = person(viewport=screen)
    sit_down(bo_page, ann_page, 1, "Bo")
    bo, ann, address = TablePage(bo_page), TablePage(ann_page), bo_page.url
    expect(bo_page.locator("#unread")).to_be_hidden()
    bo_page.goto("about:blank")
    ann_page.goto(address)
    says(ann, "Are you there?")
    says(ann, "I have bought the ferry.")
    expect(ann_page.locator("#messages li[data-own]")).to_have_count(2)
    expect(ann_page.locator("#unread")).to_be_hidden()

    lobby_says(bo_page, "2 new messages")
    bo_page.goto(address)
    expect(bo_page.locator("#unread [data-number]")).to_have_text("2")
    if screen is PHONE:
        mark = bo_page.evaluate("getComputedStyle(document.getElementById('more'), '::after').width")
        assert mark == "8px", "the chat's tab is behind More"
    else:
        expect(bo_page.locator("#unread")).to_be_visible()
    bo.open_tab("since")
    expect(bo_page.locator("#since-unread")).to_contain_text("2")
    lobby_says(bo_page, "2 new messages")

    bo_page.goto(address)
    bo.open_tab("since")
    with bo_page.expect_response(lambda answer: answer.url.endswith("/chat/read/")):
        bo_page.locator("#since-unread").click()
    expect(bo_page.locator("#messages")).to_be_visible()
    expect(bo_page.locator("#unread")).to_be_hidden()
    expect(bo_page.locator("#since-unread")).to_be_hidden()
    lobby_says(bo_page, "")
    bo_page.goto(address)
    expect(bo_page.locator("#unread")).to_be_hidden()


@pytest.mark.long
def test_what_comes_while_one_looks_at_something_else_is_counted(two: tuple[TablePage, TablePage]) -> None:
    """Messages that arrive while the chat is open count as read, on the same person's other devices too."""
    ann, bo = two
    bo.open_tab("log")
    says(ann, "one")
    expect(bo.page.locator("#unread [data-number]")).to_have_text("1", timeout=UPDATE_TIMEOUT_MS)
    says(ann, "two")
    expect(bo.page.locator("#unread [data-number]")).to_have_text("2", timeout=UPDATE_TIMEOUT_MS)
    phone = bo.page.context.new_page()
    phone.goto(bo.address)
    expect(phone.locator("#unread [data-number]")).to_have_text("2")
    with phone.expect_response(lambda answer: answer.url.endswith("/chat/read/")):
        TablePage(phone).open_tab("chat")
    phone.close()
    says(ann, "three")
    expect(bo.page.locator("#unread [data-number]")).to_have_text("1", timeout=UPDATE_TIMEOUT_MS)
    bo.open_tab("chat")
    says(ann, "four")
    expect(bo.page.locator("#messages")).to_contain_text("four", timeout=UPDATE_TIMEOUT_MS)
    expect(bo.page.locator("#unread")).to_be_hidden()


@pytest.mark.long
def test_who_watches_is_told_of_what_comes_after_he_has_come(two: tuple[TablePage, TablePage], person: Person) -> None:
    ann, _bo = two
    says(ann, "before")
    eve = person()
    eve.goto(ann.address)
    expect(eve.locator("#unread")).to_be_hidden()
    says(ann, "after")
    expect(eve.locator("#unread [data-number]")).to_have_text("1", timeout=UPDATE_TIMEOUT_MS)
    TablePage(eve).open_tab("chat")
    expect(eve.locator("#unread")).to_be_hidden()
