"""The past as a film, and jumps by company, player and round."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.moments import late_game
from tetsudo.core.units import NOBODY


def test_a_game_is_played_from_a_position_and_stopped(page: Page) -> None:
    table = import_game(page, first_position(simple_game(), decision_is("run")).record())
    length = table.version
    page.goto(f"{table.address}at/{length - 4}/")
    page.get_by_label("Speed").select_option("quick")
    play = page.get_by_role("button", name="Replay from here")
    play.click()
    table.wait_for_version(length)
    expect(play).to_have_attribute("aria-pressed", "false")
    page.goto(f"{table.address}at/2/")
    page.get_by_label("Speed").select_option("quick")
    play.click()
    page.wait_for_function("() => Number(document.querySelector('main').dataset.version) >= 4")
    page.keyboard.press("Escape")
    expect(play).to_have_attribute("aria-pressed", "false")
    stopped = table.version
    page.wait_for_timeout(700)
    assert table.version <= stopped + 1  # one may have been under way


def test_steps_go_by_company_player_and_round(page: Page) -> None:
    game = first_position(late_game(), decision_is("dividend", 2))
    table = import_game(page, game.record())
    acting = [game.earlier(at).to_act for at in range(game.length + 1)]
    start = game.length // 2

    def step(by: str) -> None:
        page.goto(f"{table.address}at/{start}/")
        page.get_by_label("Steps").select_option(by)
        page.get_by_role("button", name="Next action").click()

    expected = next(
        at for at in range(start + 1, game.length) if acting[at].company not in (acting[at - 1].company, NOBODY)
    )
    step("company")
    table.wait_for_version(expected)
    expected = next(at for at in range(start + 1, game.length) if acting[at].player != acting[at - 1].player)
    step("player")
    table.wait_for_version(expected)
    rounds = page.locator("#track .segments > span").evaluate_all("all => all.map(each => Number(each.dataset.start))")
    step("round")
    table.wait_for_version(next((each for each in rounds if each > start), game.length))
    page.get_by_role("button", name="Previous action").click()
    table.wait_for_version(max(each for each in rounds if each <= start))
