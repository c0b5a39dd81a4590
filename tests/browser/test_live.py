"""Two people at one table: each sees the other's moves, and no move is made twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.attacks.locked import hold_write_lock
from tests.browser.at_table import (
    UPDATE_TIMEOUT_MS,
    TablePage,
    open_table,
    open_table_by_form,
    sit_down_by_form,
)
from tests.browser.conftest import Person
from tests.browser.hand import TablePlayer
from tests.browser.watch import Watch
from tests.server import Server
from tetsudo.core.actions import Pass
from tetsudo.core.open_actions import Bids


def passes(table: TablePage) -> None:
    """Pass for the current player."""
    game = table.game()
    TablePlayer(table, game).play(Pass(game.to_act.player))


def test_a_move_appears_for_the_other(person: Person) -> None:
    """From the form for a new table and the invitation link to each other's moves."""
    ann_page, bo_page = person(), person()
    open_table_by_form(ann_page, ("here", "Ann"), ("here", "Ada"), ("open", ""))
    sit_down_by_form(bo_page, ann_page.locator("#link-2").input_value(), "Bo")
    expect(ann_page.locator("main[data-version]")).to_be_visible()
    ann, bo = TablePage(ann_page), TablePage(bo_page)
    passes(ann)
    bo.wait_for_version(1, within=UPDATE_TIMEOUT_MS)
    bo.page.reload()
    bo.wait_for_version(1)
    passes(ann)
    bo.wait_for_version(2, within=UPDATE_TIMEOUT_MS)
    game = bo.game()
    TablePlayer(bo, game).play(next(offer.example() for offer in game.legal_actions() if isinstance(offer, Bids)))
    ann.wait_for_version(3, within=UPDATE_TIMEOUT_MS)
    expect(ann.page.locator("#log")).to_contain_text("Bo")


@pytest.mark.long
def test_away_and_back(two: tuple[TablePage, TablePage], watch: Watch) -> None:
    ann, bo = two
    watch.is_offline = True
    bo.page.context.set_offline(True)
    passes(ann)
    passes(ann)
    assert bo.version == 0
    bo.page.context.set_offline(False)
    bo.wait_for_version(2)


@pytest.mark.long
def test_asleep_and_awake(two: tuple[TablePage, TablePage]) -> None:
    """A frozen page receives all moves when it wakes up."""
    ann, bo = two
    client = bo.page.context.new_cdp_session(bo.page)
    client.send("Page.setWebLifecycleState", {"state": "frozen"})
    passes(ann)
    passes(ann)
    client.send("Page.setWebLifecycleState", {"state": "active"})
    bo.wait_for_version(2)


def test_stale_click_is_refused_and_shows_how_it_stands(page: Page, watch: Watch) -> None:
    open_table(page, ("here", "Ann"), ("here", "Bo"), ("here", "Cy"))
    other_page = page.context.new_page()
    other_page.route("**/live/", lambda route: route.fulfill(status=204))  # this tab has no live stream
    other_page.goto(page.url)
    here, there = TablePage(page), TablePage(other_page)
    passes(here)
    assert there.version == 0
    there.page.locator("#acts [data-action*='\"pass\"']").first.click()
    there.wait_for_version(1)
    expect(there.page.get_by_role("alert")).to_contain_text(re.compile("moved on"))
    assert here.game().length == 1
    assert watch.refusals == [409]


def test_double_click_passes_once(page: Page, watch: Watch) -> None:
    open_table(page, ("here", "Ann"), ("here", "Bo"), ("here", "Cy"))
    table = TablePage(page)
    page.locator("#acts [data-action*='\"pass\"']").first.dblclick()
    table.wait_for_version(1)
    page.wait_for_load_state("networkidle")
    assert table.game().length == 1
    assert set(watch.refusals) <= {409}


@pytest.mark.long
def test_a_move_that_the_database_does_not_take_now_is_kept_and_sent_again(
    person: Person, watch: Watch, tmp_path: Path
) -> None:
    """It is sent only once, unless the user discards it."""
    watch.allow_status(503)
    with Server.start(tmp_path / "site.db", environment={"TETSUDO_LOCK_SECONDS": "0.2"}) as server:
        page = person(base_url=server.address)
        open_table(page, ("here", "Ann"), ("here", "Bo"), ("here", "Cy"))
        table = TablePage(page)
        told, to_pass = page.locator(".notice.waits"), page.locator("#acts [data-action*='\"pass\"']").first
        with hold_write_lock(server.database):
            to_pass.click()
            expect(told).to_contain_text("The database is busy, so this was not done. Nothing was lost. Try again.")
            expect(told).to_contain_text("It is sent again automatically.")
            assert table.version == 0
        table.wait_for_version(1)
        expect(told).to_have_count(0)
        with hold_write_lock(server.database):
            to_pass.click()
            told.get_by_role("button").click()
            expect(told).to_have_count(0)
        passes(table)
        table.wait_for_version(2)
        assert table.game().length == 2


def passes_by_button(page: Page) -> None:
    page.locator("#acts [data-action*='\"pass\"']").first.click()


def comes_slowly(page: Page, module: str) -> list[Route]:
    """Reload the page while one of its modules is held back; the list receives the held request."""
    waits: list[Route] = []
    page.route(re.compile(rf"/{module}[.\w]*\.js$"), lambda route: waits.append(route))
    page.goto(page.url, wait_until="commit")
    return waits


@pytest.mark.long
def test_a_button_pressed_before_the_page_can_send_is_heard(person: Person) -> None:
    """On a slow line the page appears long before its scripts."""
    page = person()
    open_table(page, ("here", "Ann"), ("here", "Bo"), ("here", "Cy"))
    waits = comes_slowly(page, "acts")
    table = TablePage(page)
    passes_by_button(page)
    waits[0].continue_()
    table.wait_for_version(1)


def test_a_tab_pressed_before_the_page_can_open_it_opens_later(person: Person) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    open_table(page, ("here", "Ann"), ("here", "Bo"), ("here", "Cy"))
    waits = comes_slowly(page, "tabs")
    page.locator("#tab-notes").click()
    expect(page.locator("#panel-notes")).to_be_hidden()
    waits[0].continue_()
    expect(page.locator("#panel-notes")).to_be_visible()


@pytest.mark.long
def test_a_button_that_was_heard_is_not_pressed_again_by_what_comes_later(person: Person) -> None:
    """The answer is still pending, so the button is still there."""
    page = person()
    open_table(page, ("here", "Ann"), ("here", "Bo"), ("here", "Cy"))
    page.add_init_script("window.presses = 0; document.addEventListener('click', () => { window.presses += 1; })")
    page.add_init_script(
        "document.addEventListener('tetsudo:listens', () => { document.documentElement.dataset.listens = 1; })"
    )
    posts: list[Route] = []
    page.route("**/t/**", lambda route: posts.append(route) if route.request.method == "POST" else route.fallback())
    waits = comes_slowly(page, "copy")
    expect(page.locator("html[data-listens]")).to_be_attached()
    passes_by_button(page)
    waits[0].continue_()
    page.wait_for_load_state("domcontentloaded")
    assert page.evaluate("window.presses") == 1
    posts[0].continue_()
    TablePage(page).wait_for_version(1)
