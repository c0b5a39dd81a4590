"""Import and export of games."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

import tetsudo
from tests.browser.at_table import bring
from tests.browser.games import doing, moment, played


def test_what_is_imported_is_downloaded_again(page: Page, tmp_path: Path) -> None:
    record = moment(played(), doing("trains")).record()
    bring(page, record, "Brought")
    record.seed = None  # the seed is secret while the game runs
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Record").click()
    waiting.value.save_as(tmp_path / "game.json")
    assert tetsudo.load(tmp_path / "game.json").record() == record
