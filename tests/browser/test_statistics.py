"""Statistics of a title, and the wish to be left out, by keyboard, on a wide screen and a phone; no fault of access."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.test_faults import faults
from tests.browser.test_learn import OVERFLOW, SIZES, focus_by_tab
from tests.server import Server, change
from tests.web.statistics.builders import played
from tetsudo.analysis.game_facts import facts_of
from tetsudo.analysis.title_statistics import statistics_of
from tetsudo.game import record

pytestmark = pytest.mark.long


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, person: Person) -> Page:
    """The page of a person whose screen has one of the sizes."""
    return person(**SIZES[request.param])


@pytest.fixture(scope="module")
def counted(server: Server) -> None:
    """Twelve games of one kind, counted."""
    found = statistics_of([facts_of(record.load(played()))] * 12)[""]
    change(
        server.database,
        "insert into statistics_titlestatistics (title, scenario, is_people_only, data, counted)"
        " values ('1889', '', ?, ?, current_timestamp)",
        (False, json.dumps(found)),
    )


def assert_sound(page: Page) -> None:
    assert faults(page) == []
    assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.usefixtures("counted")
def test_all_figures_are_reached_by_keyboard(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/titles/1889/")
    link = page.get_by_role("link", name="Statistics", exact=True)
    focus_by_tab(page, link)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics of Shikoku 1889")
    expect(page.get_by_role("row", name="the bank is broken")).to_contain_text("100 %")
    assert_sound(page)
    for name in ("Lengths", "Privates", "Openings"):
        focus_by_tab(page, page.get_by_role("region", name=name))
    people = page.get_by_role("link", name="People only")
    people.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("No figure is shown before 10 games have ended.")).to_be_visible()
    assert_sound(page)


def test_the_wish_to_be_left_out_is_kept(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/guest/")
    page.get_by_label("Name").fill("Ann")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.goto(f"{server.address}/settings/")
    wish = page.get_by_role("group", name="My games in statistics and the archive")
    focus_by_tab(page, wish.get_by_label("include them"))
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(wish.get_by_label("leave them out")).to_be_checked()
    assert_sound(page)
    page.goto(f"{server.address}/games/archive/")
    expect(page.get_by_text("This site does not publish its games as a file.")).to_be_visible()
    assert_sound(page)
