"""The "Since you moved" list: other players' moves one by one, at the viewer's pace; numbers on the map; undo."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import TablePage, open_table
from tests.browser.conftest import Person


def passes(table: TablePage) -> None:
    table.page.locator("#acts [data-action*='\"pass\"']").first.click()


@pytest.fixture
def wide() -> dict[str, dict[str, int]]:
    return {"viewport": {"width": 1440, "height": 900}}


def begun(page: Page) -> TablePage:
    """Ann and two bots without delay: she has passed and they have moved."""
    open_table(page, ("here", "Ann"), ("simple", ""), ("simple", ""))
    table = TablePage(page)
    passes(table)
    return table


def test_others_moves_are_shown_one_after_another_and_can_be_skipped(
    person: Person, wide: dict[str, dict[str, int]]
) -> None:
    page = person(**wide)
    page.add_init_script("localStorage.setItem('tetsudo-pace', 'calm|quick')")
    table = begun(page)
    playing = page.locator("#playing")
    expect(playing).to_be_visible()
    expect(playing).to_contain_text(re.compile(r"\d of \d"))
    page.keyboard.press("Escape")
    expect(playing).to_be_hidden()
    since = table.open_tab("since")
    expect(since).to_contain_text("Since you moved: 2 moves")
    page.locator("[data-replay]").click()
    expect(playing).to_contain_text("1 of 2")
    playing.locator("[data-seen]").click()
    expect(playing).to_be_hidden()


@pytest.mark.long
def test_who_asks_for_less_motion_has_marks_only(person: Person, wide: dict[str, dict[str, int]]) -> None:
    page = person(reduced_motion="reduce", **wide)
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => new MutationObserver(() => {"
        " if (!document.getElementById('playing')?.hidden) window.played = true; })"
        ".observe(document.body, {subtree: true, attributes: true}))"
    )
    table = begun(page)
    expect(page.locator("#since-count")).to_be_visible()
    expect(page.locator("#since-count")).to_have_text("2")
    expect(table.open_tab("since")).to_contain_text("Since you moved: 2 moves")
    assert not page.evaluate("window.played")


@pytest.mark.long
def test_a_pace_stays_chosen(person: Person, wide: dict[str, dict[str, int]]) -> None:
    page = person(**wide)
    table = begun(page)
    table.open_tab("since")
    page.locator("[data-pace=instant]").click()
    page.reload()
    table.open_tab("since")
    expect(page.locator("[data-pace=instant]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_bots_moves_a_step_at_a_press(person: Person, wide: dict[str, dict[str, int]]) -> None:
    page = person(**wide)
    page.add_init_script("localStorage.setItem('tetsudo-pace', 'step|quick')")
    table = begun(page)
    step = page.locator("#playing [data-next]")
    expect(step).to_be_visible()
    expect(page.locator("#playing")).to_contain_text("Moves waiting: 2")
    table.wait_for_version(1)
    page.keyboard.press(".")
    table.wait_for_version(2)
    page.keyboard.press(".")
    table.wait_for_version(3)
    expect(page.locator("#playing")).to_be_hidden()
    expect(page.locator("#acts [data-action]").first).to_be_attached()


def test_an_undo_is_told_to_the_others(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    passes(ann)
    bo.wait_for_version(1)
    ann.page.locator("#acts [data-do=undo]").click()
    bo.wait_for_version(2)
    expect(bo.page.locator("#acts .notice")).to_have_text("Ann undid: Pass.")
    expect(ann.page.locator("#acts .notice")).to_have_count(0)
