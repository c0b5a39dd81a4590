"""A table's page as tests see it: its content, and the game behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

import tetsudo
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord

ADDRESS: Final = re.compile(r"/t/[\w-]+/$")

UPDATE_TIMEOUT_MS: Final = 2900.0
"""Milliseconds within which a move must appear on other pages; a page that misses the event polls after 3 s."""


_imports: Final = count()


class TablePage:
    """A browser page that shows a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.locator("main[data-version]")
        expect(self.main).to_be_visible()
        self.address = self.main.get_attribute("data-base") or ""

    @property
    def version(self) -> int:
        """Number of the position shown."""
        return int(self.main.get_attribute("data-version") or -1)

    def wait_for_version(self, version: int, within: float | None = None) -> None:
        """Wait until the page shows a position."""
        expect(self.main).to_have_attribute("data-version", str(version), timeout=within)

    def game(self) -> Game:
        """The game as the server has it."""
        answer = self.page.request.get(f"{self.address}record/")
        assert answer.ok
        return tetsudo.load(answer.text())

    def open_tab(self, name: str) -> Locator:
        """Open a tab and return its panel."""
        panel = self.page.locator(f"#panel-{name}")
        if not panel.is_visible():  # clicking an open tab would close the panel over the map
            tab = self.page.locator(f"#tab-{name}")
            if not tab.is_visible():  # on a phone
                self.page.get_by_role("button", name="More", exact=True).last.click()
            tab.click()
        expect(panel).to_be_visible()
        return panel


def import_game(page: Page, record: GameRecord, name: str = "") -> TablePage:
    """Import a game: a table with every seat taken by this person."""
    content = record.to_json() + b" " * next(_imports)  # otherwise one person would have one table of equal games
    file = {"name": "game.json", "mimeType": "application/json", "buffer": content}
    page.goto(send_form(page, "/import/", {"name": name, "file": file, "names": ""}))
    return TablePage(page)


def open_table(page: Page, *chairs: tuple[str, str], undo: str = "own", turns: int | None = None) -> None:
    """Open a table; each chair is a kind ("here", "open", or a bot) and a name. `turns`: the house rule's limit."""
    fields = {"title": "1889", "players": str(len(chairs)), "undo": undo, "best_routes": "on", "is_listed": "on"}
    if turns is not None:
        fields["rule-turn_limit"] = str(turns)
    for number, (kind, name) in enumerate(chairs):
        fields |= {f"seat-{number}-kind": kind, f"seat-{number}-name": name}
    page.goto(send_form(page, "/new/", fields))


def sit_down(page: Page, host: Page, number: int, name: str) -> None:
    """Take an open seat with the invitation link from the host's waiting room."""
    link = host.locator(f"#link-{number}").input_value()
    page.goto(send_form(page, link, {"name": name}))


def send_form(page: Page, address: str, fields: Mapping[str, Any]) -> str:
    """Send a form as this person's browser would, without drawing its page; returns the address that it leads to."""
    browser = page.context.request
    text = browser.get(address).text()
    while True:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        assert token, text
        answer = browser.post(address, multipart={**fields, "csrfmiddlewaretoken": token[1]}, max_redirects=0)
        if answer.status == 302:
            return answer.headers["location"]
        text = answer.text()
        waiting = re.search(r'action="(/import/[^"]+)"', text)  # the file is still being read
        assert answer.status == 200, text
        assert waiting, text
        address, fields = waiting[1], {}


def open_table_by_form(page: Page, *chairs: tuple[str, str]) -> None:
    """Open a table by clicks and keys on the page for it."""
    page.goto("/new/")
    page.locator(f"label:has(#players-{len(chairs)})").click()
    expect(page.locator(".chair")).to_have_count(len(chairs))
    for number, (kind, name) in enumerate(chairs):
        page.locator(f"[name=seat-{number}-kind]").select_option(kind)
        if name:
            page.locator(f"[name=seat-{number}-name]").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(ADDRESS)


def sit_down_by_form(page: Page, link: str, name: str) -> None:
    """Take an open seat by the page of its invitation link."""
    page.goto(link)
    page.locator("input[name=name]").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(ADDRESS)
