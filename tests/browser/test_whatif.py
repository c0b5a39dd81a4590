"""A what-if board in the browser: click a hex, lay and rotate a tile, give a company trains; by mouse, keyboard,
touch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.test_phone import PHONE
from tetsudo.analysis.run_report import best_of
from tetsudo.game.sandbox import board_file


def choose(page: Page, hex: str) -> None:
    page.locator(f'#map .hex[data-hex="{hex}"] .ground').click(force=True)
    expect(page.locator(".hexmenu h2")).to_contain_text(hex)


@pytest.mark.parametrize("is_phone", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_board_is_laid_and_its_best_run_is_drawn(person: Person, is_phone: bool, tmp_path: Path) -> None:
    """Matsuyama (20) next to Imabari (30)."""
    page = person(**(PHONE if is_phone else {"viewport": {"width": 1440, "height": 900}}))
    page.goto("/board/?title=1889")
    choose(page, "E2")
    page.locator("#tile-5").click()
    expect(page.locator("#tile-5[aria-current]")).to_be_visible()
    page.locator("#token-1-IR").click()
    expect(page.locator("#token-1-IR[aria-current]")).to_be_visible()
    page.locator("#company-IR").click()
    page.locator("#more-IR-1").click()
    expect(page.locator(".lines li")).to_contain_text("Matsuyama 20")
    expect(page.locator("#map [data-train='2']").first).to_be_attached()
    before = page.url
    page.locator("#turn-right").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn-right")).to_be_focused()  # so that it can be pressed again
    expect(page).not_to_have_url(before)
    page.go_back()
    expect(page).to_have_url(before)
    expect(page.locator(".lines li")).to_contain_text("Imabari 30")
    with page.expect_download() as waiting:
        page.locator("#download").click()
    waiting.value.save_as(tmp_path / "board.toml")
    board = board_file.read((tmp_path / "board.toml").read_text("utf-8"))
    assert best_of(board.game(), "IR").run.revenue == 50
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.evaluate("innerWidth")


def test_hexes_are_chosen_by_keys(page: Page) -> None:
    page.goto("/board/?title=1889")
    page.locator('#map .hex[data-hex="E2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hexmenu h2")).to_contain_text("E2 Matsuyama")
    page.locator("#hex").select_option("K4")
    page.get_by_role("button", name="Choose").click()
    expect(page.locator(".hexmenu h2")).to_contain_text("K4")
