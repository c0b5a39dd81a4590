"""A table's page as tests see it: what it shows, and the game behind it."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect

import tetsudo
from tetsudo.game import Game
from tetsudo.record import GameRecord

ADDRESS: Final = re.compile(r"/t/[\w-]+/$")


class AtTable:
    """A page on which a table stands."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.locator("main[data-version]")
        expect(self.main).to_be_visible()
        self.address = self.main.get_attribute("data-base") or ""

    @property
    def version(self) -> int:
        """The number of the position that is shown."""
        return int(self.main.get_attribute("data-version") or -1)

    def shows(self, version: int, within: float | None = None) -> None:
        """Wait until it shows a position."""
        expect(self.main).to_have_attribute("data-version", str(version), timeout=within)

    def game(self) -> Game:
        """The game as the server has it."""
        answer = self.page.request.get(f"{self.address}record/")
        assert answer.ok
        return tetsudo.load(answer.text())

    def tab(self, name: str) -> Locator:
        """Open a tab; its panel."""
        self.page.locator(f'[data-tab="{name}"]').click()
        panel = self.page.locator(f"#panel-{name}")
        expect(panel).to_be_visible()
        return panel


def bring(page: Page, record: GameRecord, name: str = "") -> AtTable:
    """Import a game: a table at which every seat is this person's."""
    page.goto("/import/")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record.to_json()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    if name:
        page.locator("input[name=name]").fill(name)
    page.locator("form:has(input[type=file]) button[type=submit]").first.click()
    page.wait_for_url(ADDRESS)
    return AtTable(page)
