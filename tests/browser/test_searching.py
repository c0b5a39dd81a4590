"""A slow best run: the page appears at once, and the run when it is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.attacks.dear_questions import SLOW_SITE
from tests.browser.at_table import TablePage, import_game
from tests.browser.games import decision_is, first_position, simple_game
from tests.server import Server


@pytest.mark.long
def test_the_page_stands_before_its_best_run_and_shows_it_by_itself(browser: Browser, tmp_path: Path) -> None:
    game, found = first_position(simple_game(), decision_is("run")), tmp_path / "found"
    with Server.start(tmp_path / "site.db", program=SLOW_SITE, environment={"SLOW_UNTIL": str(found)}) as server:
        page = browser.new_context(base_url=server.address).new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        table: TablePage = import_game(page, game.record())
        expect(page.locator(".searching")).to_be_visible()
        expect(page.locator("#map .hex").first).to_be_visible()
        page.locator("#map .hex").first.click(force=True)  # this sets no route constraint yet
        found.touch()
        run = page.locator("#routes .run button[data-action]")
        expect(run).to_be_visible()
        expect(page.locator(".searching")).to_have_count(0)
        expect(page.locator("#map [data-route]").first).to_be_attached()
        run.click()
        table.wait_for_version(game.length + 1)
        assert not faults
        page.context.close()


@pytest.mark.long
def test_an_answer_about_a_run_that_comes_after_the_viewer_has_gone_on_is_left_out(
    browser: Browser, tmp_path: Path
) -> None:
    game = first_position(simple_game(), decision_is("run"))
    with Server.start(tmp_path / "site.db", program=SLOW_SITE) as server:
        page = browser.new_context(base_url=server.address).new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        held: list[Route] = []
        page.route("**/routes/**", lambda route: held.append(route))
        table: TablePage = import_game(page, game.record())
        expect(page.locator(".searching")).to_be_visible()
        while not held:
            page.wait_for_timeout(50)
        page.locator("body").press("ArrowLeft")
        table.wait_for_version(game.length - 1)
        held[0].continue_()
        page.wait_for_timeout(1000)
        assert table.version == game.length - 1
        assert not faults
        page.context.close()
