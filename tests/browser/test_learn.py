"""A lesson by keyboard alone, on a wide screen and on a phone; its pages have no accessibility fault."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.test_faults import faults
from tests.browser.test_phone import PHONE

SIZES: Final = {"wide": {"viewport": {"width": 1440, "height": 900}}, "phone": PHONE}
MAX_TABS: Final = 30
"""Maximum presses of Tab from the page's beginning to a control."""

OVERFLOW: Final = "document.documentElement.scrollWidth - innerWidth"


def focus_by_tab(page: Page, control: Locator) -> None:
    """Press Tab until a control has the focus."""
    for _press in range(MAX_TABS):
        if control.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {control}")


def answer(page: Page, label: str) -> None:
    """Give an answer by keyboard."""
    press_answer(page, page.get_by_role("button", name=label, exact=True))


def press_answer(page: Page, button: Locator) -> None:
    """Press the button of an answer by keyboard, and wait for the feedback, which has the focus."""
    number = button.get_attribute("value")
    focus_by_tab(page, button)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**answer={number}*")
    expect(page.locator("#feedback")).to_be_focused()
    expect(page.locator("#feedback")).to_be_in_viewport()


def follow(page: Page, link: str, to: str) -> None:
    """Follow a link by keyboard."""
    focus_by_tab(page, page.get_by_role("link", name=link))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{to}")


@pytest.mark.parametrize("size", SIZES)
def test_a_lesson_is_played_by_keyboard(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    page.goto("/learn/1889/tokens/1/")
    assert not faults(page)
    answer(page, "In Marugame (I2)")
    expect(page.locator("#feedback")).to_contain_text("Not this.")
    expect(page.locator("#feedback")).to_contain_text("1889-TOK-04")
    answer(page, "In Kotohira (I4)")
    expect(page.locator("#feedback")).to_contain_text("Right.")
    expect(page.locator(".changes")).to_contain_text("¥140")
    assert page.evaluate(OVERFLOW) <= 0
    assert not faults(page)
    follow(page, "Next question", "/learn/1889/tokens/2/")
    answer(page, "¥60: Marugame and Kotohira")
    follow(page, "All lessons", "/learn/")
    expect(page.get_by_text("1 of 12 lessons done")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    assert not faults(page)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_tile_is_chosen_by_keyboard(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    page.goto("/learn/1889/track/1/")
    focus_by_tab(page, page.get_by_role("link", name="J5 Ritsurin Kōen"))
    page.keyboard.press("Enter")
    page.wait_for_url("**hex=J5*")
    assert not faults(page)
    press_answer(page, page.locator(".tiles button").last)
    expect(page.locator("#feedback")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
