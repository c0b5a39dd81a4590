"""Review and moments of a finished game, by keyboard, on a wide screen and on a phone; no accessibility fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import TablePage, import_game
from tests.browser.conftest import Person
from tests.browser.test_faults import faults
from tests.browser.test_learn import OVERFLOW, SIZES, focus_by_tab, follow
from tests.review.made_up import one_moment
from tests.server import Server, change
from tetsudo import interop
from tetsudo.game.game import Game
from tetsudo.review.moments import Search, kept

FILE: Final = "games/1889/104.json"
BUDGET: Final = 200

pytestmark = [pytest.mark.long, pytest.mark.shared(FILE)]


class Reviewed(NamedTuple):
    """A finished game whose search is known: the decision that is its only moment, and the results, packed."""

    game: Game
    move: int
    results: bytes


@pytest.fixture(scope="module")
def reviewed(shared: Path) -> Reviewed:
    game = interop.replay(json.loads((shared / FILE).read_bytes())).game
    search = Search(game, BUDGET)
    move = next(move for move, each in search.decisions.items() if each.kind == "lay")
    return Reviewed(game, move, kept.pack(one_moment(search, len(game.names), move)))


KEEP = """
insert into moments_momentsearch
    (table_id, version, format, results, budget, playouts, is_done, errors, failures, created)
select id, version, ?, ?, ?, ?, ?, ?, 0, current_timestamp from tables_table where key = ?
"""


def keep(server: Server, key: str, reviewed: Reviewed) -> None:
    """Keep the results of a table's search in the site's database."""
    change(server.database, KEEP, (kept.FORMAT, reviewed.results, BUDGET, BUDGET, True, "[]", key))


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, person: Person) -> Page:
    """The page of a person whose screen has one of the sizes."""
    return person(**SIZES[request.param])


def assert_sound(page: Page) -> None:
    assert not faults(page)
    assert page.evaluate(OVERFLOW) <= 0


def test_a_search_is_begun_by_keyboard_and_says_how_far_it_is(page: Page, reviewed: Reviewed) -> None:
    table = import_game(page, reviewed.game.record())
    page.goto(f"{table.address}review/")
    expect(page.locator(".findings").first).to_be_visible()
    assert_sound(page)
    follow(page, "Moments", "/review/moments/")
    assert_sound(page)
    focus_by_tab(page, page.get_by_role("button", name="Look for the moments"))
    page.keyboard.press("Enter")
    expect(page.locator("progress")).to_be_visible()  # the page comes anew each second, so axe has no time


def test_a_moment_asks_first_and_is_answered_by_keyboard(page: Page, server: Server, reviewed: Reviewed) -> None:
    table = import_game(page, reviewed.game.record())
    keep(server, table.address.strip("/").split("/")[-1], reviewed)
    page.goto(f"{table.address}review/moments/")
    links = page.get_by_role("link", name=f"Look at move {reviewed.move + 1}")
    expect(links).to_have_count(1)
    assert_sound(page)
    follow(page, f"Look at move {reviewed.move + 1}", f"/review/moments/{reviewed.move + 1}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You can do better here")
    assert_sound(page)
    choices = page.locator(".moment-choices button")
    count = choices.count()
    assert count > 2
    expect(page.locator(".moment-results")).to_have_count(0)
    focus_by_tab(page, choices.nth(1))
    page.keyboard.press("Enter")
    expect(page.locator(".moment-results li")).to_have_count(count - 1)  # the last button only shows the answer
    expect(page.locator(".moment-results [aria-current]")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_count(1)
    assert_sound(page)
    focus_by_tab(page, page.get_by_role("button", name="Try it on the board"))
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "/review/" not in address)
    assert TablePage(page).game().position() == reviewed.game.earlier(reviewed.move).position()
