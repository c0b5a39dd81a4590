"""A newcomer: the guided first game, glossary terms by mouse and keyboard, and visible settings."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.at_table import ADDRESS, UPDATE_TIMEOUT_MS
from tests.browser.conftest import Person
from tests.browser.hand import reveal, texts
from tests.browser.test_faults import faults
from tests.browser.test_phone import PHONE

MOST_TURNS: Final = 12
"""Maximum number of own turns in a stock round of a beginner and two bots."""


def begin(page: Page) -> None:
    """Open a guided game from the lobby."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("Play now|A guided first game")).click()
    page.wait_for_url(ADDRESS)
    expect(guide(page)).to_be_visible()


def guide(page: Page) -> Locator:
    """The guide's panel."""
    return page.get_by_role("region", name="Guide")


def read(page: Page) -> list[str]:
    """Read the guide's current lessons; returns their headings."""
    found: list[str] = []
    while guide(page).get_by_role("heading").count():
        heading = guide(page).get_by_role("heading").inner_text()
        assert guide(page).locator("p").first.inner_text()
        found.append(heading)
        told = page.locator("#guide h3").get_by_text(heading, exact=True)
        while told.count():  # a click may miss when a bot's move swaps the panel
            guide(page).get_by_role("button", name="Got it").click()
            page.wait_for_timeout(500)
    return found


def press(page: Page, *kinds: str) -> None:
    """Press the first button for an action of one of the kinds; press again if that only selects it."""
    buttons = page.locator("#acts [data-action]")
    expect(buttons.first).to_be_attached()
    actions = texts(buttons)
    wanted = next(text for kind in kinds for text in actions if json.loads(text)["type"] == kind)
    version = page.locator("main").get_attribute("data-version")
    for _press in range(2):
        button = page.locator("#acts [data-action]").nth(texts(page.locator("#acts [data-action]")).index(wanted))
        reveal(button)
        button.click()
        page.wait_for_timeout(100)
        expect(page.locator("#acts")).not_to_have_attribute("aria-busy", "true")
        if button.count() == 0 or button.get_attribute("aria-pressed") != "true":
            break
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "")


def wait_for_me(page: Page) -> None:
    expect(page.locator("#standing[data-turn]")).to_have_count(1)


def play_to_the_first_operating_round(page: Page) -> list[str]:
    """Play a guided game until a company lays track; returns the headings of the lessons read."""
    learned = read(page)
    press(page, "par")
    for _turn in range(MOST_TURNS):
        wait_for_me(page)
        learned += read(page)
        if page.locator("#where").inner_text().startswith("Operating"):
            break
        press(page, *(("buy_share", "pass") if "Enough bought?" not in learned else ("pass",)))
    return learned


def test_a_newcomer_comes_to_the_first_operating_round_by_what_the_page_says(page: Page) -> None:
    begin(page)
    learned = play_to_the_first_operating_round(page)
    assert learned[0] == "The aim"
    assert learned.index("Start a company") < learned.index("Let it float")
    assert "Let it float" in learned
    assert learned[-2:] == ["The operating round", "Lay track"]
    assert len(set(learned)) == len(learned)


COVERED: Final = """() => {
  const box = (element) => element.getBoundingClientRect();
  const sheet = document.querySelector("#guide .tool-sheet");
  const about = document.querySelector("main").dataset.about;
  const choices = [...document.querySelectorAll("#acts .decision :is([data-action], summary), #acts .confirm button")];
  if (about === "map") choices.push(document.querySelector(".stage"));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return choices.filter((each) => each.checkVisibility()).filter((each) => {
    each.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = box(each);
    if (sheet.checkVisibility() && meet(box(each), box(sheet))) return true;
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }).map((each) => each.outerHTML.slice(0, 200));
}"""
"""Choices that the guide covers, or that cannot be scrolled into view."""

SIZES: Final = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "phone": PHONE,
    "phone with bars": {**PHONE, "viewport": {"width": 390, "height": 664}},
}


@pytest.mark.parametrize("size", SIZES)
def test_the_guide_covers_nothing_that_can_be_chosen(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    begin(page)
    sheet = page.locator("#guide .tool-sheet")
    expect(sheet).to_contain_text("You want to be the richest player at the end")
    if size != "wide":  # there it is a sheet that the player opens and closes
        expect(sheet).to_be_hidden()
        assert page.evaluate(COVERED) == []
        guide(page).locator("summary").tap()
    expect(sheet).to_be_visible()
    assert page.evaluate(COVERED) == []
    guide(page).get_by_role("button", name="Got it").click()
    expect(sheet.locator("h3")).to_have_text("Your private")
    expect(sheet).to_be_visible()
    assert page.evaluate(COVERED) == []
    press(page, "par")
    wait_for_me(page)
    if not sheet.is_visible():
        guide(page).locator("summary").click()
    expect(sheet).to_be_visible()
    assert page.evaluate(COVERED) == []
    assert not faults(page)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_guide_covers_no_hex_when_track_is_laid(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    begin(page)
    play_to_the_first_operating_round(page)
    if not page.locator("#guide .tool-sheet").is_visible():
        guide(page).locator("summary").click()
    expect(page.locator("#guide .tool-sheet")).to_be_visible()
    assert page.locator("main").get_attribute("data-about") == "map"
    assert page.evaluate(COVERED) == []


@pytest.mark.long
def test_a_press_on_what_is_just_swapped_away_counts_and_holds_nothing_up(page: Page) -> None:
    begin(page)
    held: list[Route] = []
    page.route(re.compile(r"/(parts|guide)/"), lambda route: held.append(route) if len(held) < 2 else route.continue_())
    other = page.context.new_page()
    other.goto(page.url)
    press(other, "par")
    heading = guide(page).get_by_role("heading").inner_text()
    page.wait_for_timeout(UPDATE_TIMEOUT_MS)
    assert len(held) == 1, "the page has heard of the move that the other window made"
    guide(page).get_by_role("button", name="Got it").click()
    page.wait_for_timeout(100)
    assert len(held) == 2
    for answer in held:
        answer.continue_()
        page.wait_for_timeout(300)
    wait_for_me(other)
    press(other, "pass")
    wait_for_me(other)
    version = other.locator("main").get_attribute("data-version") or ""
    expect(page.locator("main")).to_have_attribute("data-version", version)
    assert guide(page).get_by_role("heading").inner_text() != heading


@pytest.mark.long
def test_the_guide_is_left_and_taken_up_again(page: Page) -> None:
    begin(page)
    guide(page).get_by_role("button", name="Leave the guide").click()
    expect(page.get_by_text("The aim")).to_have_count(0)
    page.reload()
    guide(page).locator("summary").click()
    guide(page).get_by_role("button", name="Resume the guide").click()
    expect(guide(page).get_by_role("heading")).to_have_text("The aim")
    assert page.evaluate("document.activeElement.id") == "guide"


@pytest.mark.long
def test_a_marked_word_says_what_it_means_by_mouse_and_by_key(page: Page) -> None:
    page.goto("/titles/1889/")
    word = page.locator("#start .facts a.term").filter(has_text="Par")
    card = page.get_by_role("tooltip")
    page.locator(".term-card").wait_for(state="attached")  # the script has loaded
    word.scroll_into_view_if_needed()
    page.wait_for_timeout(200)  # scrolling closes a card
    word.hover()
    expect(card).to_contain_text("The share price set by a company's first buyer")
    expect(card.get_by_role("link", name="1889-BUY-02")).to_be_visible()
    word.click()
    assert page.url.endswith("/titles/1889/")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    word.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card).to_be_visible()
    assert not faults(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary/#par")


@pytest.mark.long
def test_a_marked_word_is_tapped_on_a_phone(person: Person) -> None:
    page = person(**PHONE)
    page.goto("/titles/1889/")
    page.locator(".term-card").wait_for(state="attached")
    page.locator("#rounds a.term").first.tap()
    card = page.get_by_role("tooltip")
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert page.url.endswith("/titles/1889/")


def choose(page: Page, *labels: str) -> None:
    """Choose settings by their labels, and save them."""
    page.goto("/")
    page.get_by_role("link", name="Settings").click()
    for label in labels:
        page.get_by_role("radio", name=label, exact=True).check()
    page.locator("form.preferences").first.get_by_role("button", name="Save").click()
    for label in labels:
        expect(page.get_by_role("radio", name=label, exact=True)).to_be_checked()


@pytest.mark.long
def test_settings_are_seen(page: Page) -> None:
    begin(page)
    at_first = page.locator(".company svg.mark:visible").first.screenshot()
    page.goto("/titles/1889/")
    size = page.locator("h1").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    mark, ink = page.locator("#companies circle[fill='#37383a']"), page.locator("#companies svg.mark text").first
    assert mark.evaluate("each => getComputedStyle(each).fill") == "rgb(55, 56, 58)"
    choose(page, "colour-blind safe", "large")
    assert not faults(page)
    page.goto("/titles/1889/")
    assert page.locator("h1").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > size
    assert mark.evaluate("each => getComputedStyle(each).fill") == "rgb(60, 30, 75)"
    assert ink.evaluate("each => getComputedStyle(each).fill") == "rgb(255, 255, 255)"
    begin(page)
    painted = page.locator(".company svg.mark:visible").first.screenshot()
    assert painted != at_first, "marks that are drawn once and used often have it as well"


@pytest.mark.long
@pytest.mark.parametrize(("label", "is_seen"), [("always", "visible"), ("never", "hidden")])
def test_coordinates_are_seen_as_one_likes(page: Page, label: str, is_seen: str) -> None:
    choose(page, label)
    begin(page)
    coordinate = page.locator("#map .coordinate").first
    assert coordinate.evaluate("each => getComputedStyle(each).visibility") == is_seen


@pytest.mark.long
@pytest.mark.parametrize(("label", "rings"), [("on my turn", True), ("none", False)])
def test_my_turn_sounds_if_i_like(page: Page, label: str, rings: bool) -> None:
    page.add_init_script(
        "window.rung = 0; const of = window.AudioContext;"
        " window.AudioContext = class extends of { constructor() { super(); window.rung += 1; } };"
    )
    choose(page, label)
    begin(page)
    assert page.evaluate("rung") == 0
    press(page, "par")
    wait_for_me(page)
    assert page.evaluate("rung") == (1 if rings else 0)
