"""Import and export of games."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

import tetsudo
from tests.browser.at_table import ADDRESS
from tests.browser.games import decision_is, first_position, simple_game


def test_what_is_imported_is_downloaded_again(page: Page, tmp_path: Path) -> None:
    record = first_position(simple_game(), decision_is("trains")).record()
    page.goto("/import/")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record.to_json()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_text("A single game: name its table, or paste it").click()
    page.locator("input[name=name]").fill("Brought")
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url(ADDRESS)
    record.seed = None  # the seed is secret while the game runs
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Record").click()
    waiting.value.save_as(tmp_path / "game.json")
    assert tetsudo.load(tmp_path / "game.json").record() == record
