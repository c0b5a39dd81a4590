"""The matrix in a browser: nothing moves, no text is cut off, and its halves and its fold keep their state."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import TablePage, import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.hand import TablePlayer
from tests.browser.moments import late_game, late_game_1890, six_player_game
from tests.browser.pictures import SCREENS
from tetsudo.core.actions import Pass
from tetsudo.game.game import Game

PLACES: Final = """() => {
    const corner = document.querySelector(".mx").getBoundingClientRect();
    const heads = [...document.querySelectorAll(".mx thead th, .mx tbody th")].filter((each) => each.offsetParent);
    return heads.map((each) => {
        const box = each.getBoundingClientRect();
        return [box.x - corner.x, box.y - corner.y, box.width, box.height].map(Math.round);
    });
}"""
"""Positions of all row and column heads within the matrix."""

CUT: Final = """() => [...document.querySelectorAll(".mx td, .depot dd")]
    .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent.trim())"""
"""Cells whose content overflows."""


RICH: Final[dict[str, Callable[[], Game]]] = {
    "1889": simple_game,
    "1888": lambda: simple_game(2, tuple("ABCDEF"), title="1888"),
    "1890": lambda: simple_game(2, title="1890", scenario="C"),
}
"""Games with high share values at the end."""

BACK: Final = "document.querySelector('#history [data-step=\"-1\"]').click()"


def matrix(page: Page, game: Game) -> TablePage:
    """A table with its matrix in view."""
    table = import_game(page, game.record())
    if page.locator("#tab-matrix").is_visible():
        page.locator("#tab-matrix").click()
    expect(page.locator(".mx")).to_be_visible()
    return table


@pytest.mark.long
@pytest.mark.parametrize("screen", ["1440", "1024", "390"])
def test_rows_and_columns_stay_where_they_are(person: Person, screen: str) -> None:
    """Thirty moves in two rounds, with shares and trains bought and dividends paid."""
    page = person(**SCREENS[screen])
    since = first_position(late_game(), decision_is("stock", 4)).length
    table = matrix(page, late_game().earlier(since + 30))
    seen = []
    for _step in range(30):
        seen.append(page.evaluate(PLACES))
        version = table.version
        page.evaluate(BACK)
        table.wait_for_version(version - 1)
    assert len(seen[0]) > 15
    assert [each for each in seen if each != seen[0]] == []


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("title", ["1889", "1890"])
def test_nothing_is_cut(person: Person, screen: str, title: str) -> None:
    page = person(**SCREENS[screen])
    whole = late_game_1890() if title == "1890" else late_game()
    for wanted in (decision_is("stock", 3), decision_is("run", 5), decision_is("trains", 6)):
        matrix(page, first_position(whole, wanted))
        assert page.evaluate(CUT) == []


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("title", RICH)
def test_nothing_is_cut_where_shares_stand_in_money(person: Person, screen: str, title: str) -> None:
    """At the end; a president's amount has four digits then."""
    page = person(**SCREENS[screen])
    matrix(page, RICH[title]())
    assert [each for each in page.locator(".mx .pres").all_text_contents() if re.fullmatch(r"♦\d,\d{3}", each)]
    assert page.evaluate(CUT) == []


def test_the_fold_of_the_auction_stays_open(page: Page) -> None:
    game = simple_game().earlier(2)
    table = matrix(page, game)
    row, unfold = page.locator(".mx [data-company=AR]"), page.get_by_role("button", name="Companies", exact=True)
    expect(row).to_be_hidden()
    unfold.click()
    expect(row).to_be_visible()
    TablePlayer(table, game.clone()).play(Pass(game.to_act.player))
    expect(row).to_be_visible()
    expect(unfold).to_have_attribute("aria-expanded", "true")
    unfold.click()
    expect(row).to_be_hidden()


@pytest.mark.long
def test_a_phone_shows_half_of_six_players_at_a_time(person: Person) -> None:
    page = person(**SCREENS["390"])
    table = matrix(page, first_position(six_player_game(), decision_is("stock", 5)))
    heads = page.locator(".mx thead th:visible")
    expect(heads).to_have_count(10)
    page.get_by_role("button", name="Treasuries and trains").click()
    expect(heads).to_have_count(6)
    expect(page.get_by_role("button", name="Treasuries and trains")).to_have_attribute("aria-pressed", "true")
    version = table.version
    page.evaluate(BACK)
    table.wait_for_version(version - 1)
    expect(heads).to_have_count(6)
    page.get_by_role("button", name="Shares", exact=True).click()
    expect(heads).to_have_count(10)
