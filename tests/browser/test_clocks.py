"""Clocks under the turn line, a pause that all agree on, and dates in each viewer's own time."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import UPDATE_TIMEOUT_MS, TablePage, send_form, sit_down
from tests.browser.conftest import Person
from tests.browser.test_undo import button, passes

SIZES: Final = ((1440, 900), (1024, 768), (844, 390), (390, 844))


def open_with_clocks(page: Page, **settings: Any) -> None:
    """Open a table: Ann here, and an open seat; each player has ten minutes."""
    fields = {
        "title": "1889", "players": "2", "undo": "own", "best_routes": "on", "is_listed": "on", "tempo": "live",
        "clock_minutes": "10", "auto_pass": "never", "seat-0-kind": "here", "seat-0-name": "Ann",
        "seat-1-kind": "open", "seat-1-name": "", **settings,
    }  # fmt: skip
    page.goto(send_form(page, "/new/", fields))


@pytest.fixture
def pair(person: Person) -> tuple[TablePage, TablePage]:
    """Ann and Bo at a table with clocks."""
    ann, bo = person(), person()
    open_with_clocks(ann)
    sit_down(bo, ann, 1, "Bo")
    expect(ann.locator("main[data-version]")).to_be_visible()
    return TablePage(ann), TablePage(bo)


def test_the_clock_of_who_is_to_act_counts_on_both_pages(pair: tuple[TablePage, TablePage]) -> None:
    ann, bo = pair
    for table in pair:
        running = table.page.locator("#clock .running b")
        expect(table.page.locator("#clock b")).to_have_count(2)
        before = running.inner_text()
        expect(running).not_to_have_text(before, timeout=3000)
        expect(table.page.locator("#clock li:not(.running) b")).to_have_text("10:00")
    passes(ann)
    for table in pair:
        expect(table.page.locator("#clock .running .name")).to_have_text("Bo", timeout=UPDATE_TIMEOUT_MS)
    stands = ann.page.locator("#clock li:not(.running) b").first
    text = stands.inner_text()
    ann.page.wait_for_timeout(2100)
    assert stands.inner_text() == text
    expect(bo.page.locator("#clock .running b")).not_to_have_text("10:00")


def test_all_agree_on_a_pause_and_either_resumes(pair: tuple[TablePage, TablePage]) -> None:
    ann, bo = pair
    button(ann, "ask-pause").click()
    expect(ann.page.locator("#acts")).to_contain_text("Waiting for the others.")
    expect(button(bo, "agree-pause")).to_be_visible(timeout=UPDATE_TIMEOUT_MS)
    button(bo, "agree-pause").click()
    for table in pair:
        expect(table.page.locator("#acts .notice")).to_contain_text("The clocks are paused.", timeout=UPDATE_TIMEOUT_MS)
        expect(table.page.locator("#clock [data-left]")).to_have_count(0)
    button(bo, "resume").click()
    for table in pair:
        expect(table.page.locator("#clock [data-left]")).to_have_count(1, timeout=UPDATE_TIMEOUT_MS)
        expect(table.page.locator("#acts")).not_to_contain_text("The clocks are paused.")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_clocks_leave_the_decision_in_view(person: Person, size: tuple[int, int]) -> None:
    width, height = size
    page = person(viewport={"width": width, "height": height})
    open_with_clocks(page, **{"seat-1-kind": "simple"})
    table = TablePage(page)
    expect(page.locator("#clock")).to_be_visible()
    for part in ("#turn", "#clock", ".confirm"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height + 1, part
        assert box["x"] + box["width"] <= width + 1, part
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clock, hand = (page.locator(part).bounding_box() for part in ("#clock b >> nth=0", "#hand"))
    assert clock is not None
    assert hand is not None
    assert clock["y"] + clock["height"] <= hand["y"] + hand["height"], "the clock is cut off"
    assert table.version == 0


def test_a_date_is_typed_and_read_in_ones_own_time(person: Person) -> None:
    """Ann is in Tokyo, Bo in New York."""
    ann, bo = person(timezone_id="Asia/Tokyo"), person(timezone_id="America/New_York")
    ann.goto("/new/")
    ann.locator("#seating-open").click()
    expect(ann.locator("[name=seat-1-kind]")).to_have_value("open")
    ann.locator("#fold-policies summary").click()
    ann.get_by_label("Pace of play").select_option("live")
    year = ann.evaluate("new Date(Date.now() + 30 * 86400e3).toISOString().slice(0, 10)")
    ann.get_by_label("Date of a live game").fill(f"{year}T20:00")
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.locator(".starts time")).to_contain_text("20:00")
    assert (ann.locator(".starts time").get_attribute("datetime") or "").startswith(f"{year}T11:00")
    bo.goto(ann.url)
    hour = bo.locator(".starts time").inner_text()[-5:]
    assert hour in ("06:00", "07:00")  # by the season
    with bo.expect_download() as download:
        bo.get_by_role("link", name="Calendar file").click()
    assert download.value.suggested_filename.endswith(".ics")
