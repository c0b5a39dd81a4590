"""Private notes in a browser: typed in their tab, marked beside the names, kept over moves and reloads."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import TablePage
from tests.browser.hand import TablePlayer
from tetsudo.core.actions import Pass

EVIL = """<b onmouseover=alert(1)>"sell" & run</b>"""


def test_a_note_is_marked_and_kept(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    page = ann.page
    ann.open_tab("notes")
    page.locator("#note-company-AR").fill(EVIL)
    mark = page.locator("#matrix tr[data-company=AR] .noted")
    expect(mark).to_have_attribute("title", EVIL)
    expect(page.locator("#notes-saved")).to_have_text("Saved.")
    page.locator("#note-player-2").fill("bluffs")
    expect(page.locator("#matrix thead .seat-2 .noted")).to_have_attribute("title", "bluffs")
    page.locator("#note-player-2").blur()
    expect(page.locator(".noted")).to_have_count(3)  # AR also among the companies
    TablePlayer(ann, ann.game()).play(Pass(0))
    expect(page.locator(".noted")).to_have_count(3)
    ann.open_tab("log")
    page.reload()
    expect(page.locator(".noted")).to_have_count(3)
    expect(mark).to_have_attribute("title", EVIL)
    ann.open_tab("notes")
    expect(page.locator("#note-company-AR")).to_have_value(EVIL)
    expect(page.locator(".noted")).to_have_count(3)
    expect(page.locator("[onmouseover]")).to_have_count(0)
    bo.page.reload()
    assert "bluffs" not in bo.page.content()
    expect(bo.page.locator(".noted")).to_have_count(0)


@pytest.mark.long
def test_an_empty_note_has_no_mark_and_a_page_of_the_past_has_the_notes(two: tuple[TablePage, TablePage]) -> None:
    ann, _bo = two
    page = ann.page
    TablePlayer(ann, ann.game()).play(Pass(0))
    ann.open_tab("notes")
    page.locator("#note-company-KO").fill("dear")
    expect(page.locator("#notes-saved")).to_have_text("Saved.")
    page.goto(f"{ann.address}at/0/")
    expect(page.locator("#note-company-KO")).to_have_value("dear")
    expect(page.locator("#matrix tr[data-company=KO] .noted")).to_have_count(1)
    ann.open_tab("notes")
    page.locator("#note-company-KO").fill("")
    expect(page.locator(".noted")).to_have_count(0)
    page.locator("#note-company-KO").blur()
    expect(page.locator("#notes-saved")).to_have_text("Saved.")
    page.goto(ann.address)
    ann.open_tab("notes")
    expect(page.locator("#note-company-KO")).to_have_value("")


@pytest.mark.long
def test_the_text_on_the_game_is_private(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    ann.open_tab("notes")
    ann.page.locator("#notes-text").fill("buy the ferry")
    expect(ann.page.locator("#notes-saved")).not_to_be_empty()
    ann.page.reload()
    ann.open_tab("notes")
    expect(ann.page.locator("#notes-text")).to_have_value("buy the ferry")
    bo.page.reload()
    assert "buy the ferry" not in bo.page.content()


@pytest.mark.long
def test_marks_move_nothing(two: tuple[TablePage, TablePage]) -> None:
    ann, _bo = two
    places = """() => [...document.querySelectorAll("#matrix :is(th, td)")].map((each) => {
        const { x, y, width } = each.getBoundingClientRect();
        return [x, y, width].map(Math.round).join();
    })"""
    ann.open_tab("notes")
    before = ann.page.evaluate(places)
    for name in ("company-AR", "company-KO", "player-2"):
        ann.page.locator(f"#note-{name}").fill("x")
    expect(ann.page.locator("#matrix .noted")).to_have_count(3)
    assert ann.page.evaluate(places) == before
