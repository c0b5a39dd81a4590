"""Puzzles by keyboard and on a phone, and their pages without faults."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.test_faults import faults
from tests.browser.test_keyboard import press, tab_to
from tests.browser.test_phone import PHONE
from tetsudo.review import puzzles
from tetsudo.review.puzzles import Puzzle


def first_of(kind: str) -> Puzzle:
    """The first puzzle of a kind of 1889."""
    return next(each for each in puzzles.puzzles_of("1889") if each.kind == kind)


def fits(page: Page) -> bool:
    """True if the page is not wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_daily_puzzle_leads_to_a_solved_one_by_keyboard(page: Page) -> None:
    page.goto("/")
    daily = page.get_by_role("region", name="Puzzle of the day")
    press(page, daily.get_by_role("link", name="Solve it"))
    page.wait_for_url("**/puzzles/*/*/*/")
    expect(page.get_by_role("region", name="Question")).to_be_visible()
    page.goto("/puzzles/?title=1889")
    asked = first_of("best_run")
    press(page, page.get_by_role("link", name="Best run 1", exact=True))
    field = page.get_by_role("spinbutton", name="Revenue")
    expect(field).to_be_visible()
    tab_to(page, field)
    page.keyboard.type("10000")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Not this.")).to_be_visible()
    tab_to(page, field)
    page.keyboard.press("Control+a")
    page.keyboard.type(str(asked.answer[0]))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Right.")).to_be_visible()
    assert faults(page) == []
    press(page, page.get_by_role("link", name="Next puzzle"))
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Best run 1")
    assert faults(page) == []


def test_puzzles_are_solved_by_taps_on_a_phone(person: Person) -> None:
    page = person(**PHONE)
    rusting, presidency = first_of("rusting"), first_of("presidency")
    page.goto("/puzzles/1889/rusting/1/")
    assert fits(page)
    _tap(page.get_by_role("checkbox").all, rusting.answer)
    page.get_by_role("button", name="Answer", exact=True).tap()
    expect(page.get_by_text("Right.")).to_be_visible()
    assert fits(page)
    page.goto("/puzzles/1889/presidency/1/")
    assert faults(page) == []
    _tap(page.locator(".answers button").all, presidency.answer)
    expect(page.get_by_text("Right.")).to_be_visible()
    page.goto("/puzzles/?title=1889")
    expect(page.get_by_role("link", name="Rusting trains 1, solved")).to_be_visible()
    assert fits(page)
    assert faults(page) == []


def _tap(all: Callable[[], list[Locator]], answer: tuple[int, ...]) -> None:
    """Tap the choices of an answer."""
    for place, choice in enumerate(all()):
        if place in answer:
            choice.tap()
