"""Tokens waiting on a hex after 1890's air raids: shown on the map, removed by a click, placed again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.web.test_waiting import raided


@pytest.mark.long
def test_a_token_that_waits_is_taken_back_by_a_click(page: Page) -> None:
    table = import_game(page, raided("JR").record())
    here = page.locator("#map [data-hex=F11]")
    expect(here.locator(".waiting")).to_have_count(1)
    charter = table.open_tab("companies").locator("article[data-company=JR]")
    expect(charter).to_contain_text("Tokens waiting")
    page.locator("#acts .tool[data-keep=extras] summary").click()
    page.get_by_role("button", name="Take back", exact=True).click()
    page.locator("#acts [data-confirm]").click()
    expect(here.locator(".waiting")).to_have_count(0)
    expect(charter).not_to_contain_text("Tokens waiting")
    assert table.game().record().actions[-1]["type"] == "take_back_token"
    assert table.game().companies["JR"].token_prices_left == (100, 100)
