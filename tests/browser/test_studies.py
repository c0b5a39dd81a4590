"""A study is written by keyboard from a branch, and read on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.conftest import PHONE, Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.test_accounts import faults
from tests.browser.test_branching import branch


def write(page: Page, label: str, text: str) -> None:
    """Fill in a field by keyboard."""
    page.get_by_label(label, exact=True).focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def test_a_position_of_a_branch_is_studied(page: Page, person: Person) -> None:
    game = first_position(simple_game(), decision_is("stock"))
    table = import_game(page, game.record(), "Friday")
    expect(page.locator("#add-to-study")).to_be_hidden()  # the game is not over
    made = branch(page, table, game.length - 3)
    page.locator("body").press("ArrowLeft")
    made.wait_for_version(game.length - 4)
    page.locator("#add-to-study").press("Enter")
    write(page, "Name of the new study", "Openings")
    write(page, "Heading", "Two bids")
    write(page, "Comment", "Ann should have passed.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("1. Two bids")
    expect(page.get_by_role("link", name="Open at the table")).to_have_attribute(
        "href", f"{made.address}at/{game.length - 4}/"
    )
    phone = person(**PHONE, color_scheme="dark")
    assert faults(phone, page.url) == []
    expect(phone.get_by_text("Ann should have passed.")).to_be_visible()
    expect(phone.locator(".chapter-map svg")).to_be_visible()
    phone.get_by_role("link", name="Openings").tap()
    expect(phone.get_by_role("heading", level=2)).to_have_text("1. Two bids")
    assert faults(phone, phone.url) == []
