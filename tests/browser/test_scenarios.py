"""Each scenario of 1890 from the lobby to its first moves, with the mouse alone."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.at_table import ADDRESS, TablePage
from tests.browser.hand import TablePlayer
from tests.builders import bid
from tetsudo.core.actions import Pass


def begin(page: Page, scenario: str, *variants: str) -> TablePlayer:
    """Click from the lobby to a three-player table on one screen, with variants by their ids."""
    page.goto("/")
    page.get_by_role("link", name="New table").first.click()
    page.locator("label:has(#title-1890)").click()
    page.locator(f"label:has(#scenario-{scenario})").click()
    expect(page.locator(f"#scenario-{scenario}")).to_be_checked()
    if variants:
        page.locator("summary", has_text="Variants").click()
    for variant in variants:
        page.locator(f"label:has(#variant-{variant})").click()
        expect(page.locator(f"#variant-{variant}")).to_be_checked()
    page.locator("label:has(#players-3)").click()
    expect(page.locator(".chair")).to_have_count(3)
    page.get_by_role("button", name="All at this screen").click()
    expect(page.locator("[name=seat-2-kind]")).to_have_value("here")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(ADDRESS)
    table = TablePage(page)
    return TablePlayer(table, table.game(), types=False)


def test_a_press_during_which_an_answer_comes_is_not_lost(page: Page) -> None:
    """The form is redrawn after each choice, but not while the next choice is being clicked."""
    page.goto("/new/")
    page.locator("label:has(#title-1890)").click()
    page.locator("label:has(#players-3)").wait_for()
    waiting: list[Route] = []
    page.route("**/new/?*", lambda route: waiting.append(route))
    page.locator("label:has(#scenario-D)").click()
    page.locator("label:has(#players-3)").hover()
    page.mouse.down()
    page.unroute("**/new/?*")
    assert len(waiting) == 1
    with suppress(Error):  # the page may have aborted the request
        waiting[0].continue_()
    page.wait_for_timeout(500)
    page.mouse.up()
    expect(page.locator(".chair")).to_have_count(3)
    expect(page.locator("#scenario-D")).to_be_checked()


def test_a_choice_before_the_scripts_are_there_is_not_lost(page: Page) -> None:
    waiting: list[Route] = []
    page.route("**/htmx-2.min*.js", lambda route: waiting.append(route))
    page.goto("/new/", wait_until="commit")
    page.locator("label:has(#title-1890)").click()
    expect(page.locator("#title-1890")).to_be_checked()
    assert len(waiting) == 1
    waiting[0].continue_()
    page.locator("label:has(#scenario-C)").click()
    expect(page.locator("#scenario-C")).to_be_checked()


def test_a_press_that_chooses_nothing_leaves_the_choice_before_it(page: Page) -> None:
    page.goto("/new/")
    waiting: list[Route] = []
    page.route("**/new/?*", lambda route: waiting.append(route))
    page.locator("label:has(#players-3)").click()
    page.locator("h1").hover()
    page.get_by_text("Players", exact=True).first.hover()
    page.mouse.down()
    page.unroute("**/new/?*")
    with suppress(Error):
        waiting[0].continue_()
    page.mouse.up()
    expect(page.locator(".chair")).to_have_count(3)


@pytest.mark.parametrize(
    ("scenario", "cash", "lots"),
    [
        pytest.param("A", 500, 6, marks=pytest.mark.long),
        pytest.param("B", 500, 6, marks=pytest.mark.long),
        ("C", 840, 11),
        pytest.param("D", 840, 7, marks=pytest.mark.long),
    ],
)
def test_from_the_lobby_to_the_first_moves(page: Page, scenario: str, cash: int, lots: int) -> None:
    """`cash`: starting cash of each of three players; `lots`: privates and minors on sale."""
    hand = begin(page, scenario)
    assert hand.game.setup.scenario == scenario
    line_up = page.locator("#acts .auction-rows .line")
    expect(line_up).to_have_count(lots)
    expect(line_up.first).to_contain_text("Arima Railway")
    for action in (bid(hand.game, 0, "AR", 20), bid(hand.game, 1, "HT", 115), Pass(2)):
        hand.play(action)
    expect(page.locator("#turn")).to_contain_text(hand.game.names[0])
    paid = page.locator("#matrix").get_by_role("row", name="Cash").locator("td")
    expect(paid).to_have_text(["", "", "", str(cash - 20), str(cash), str(cash)])


def test_variants_are_ticked_in_the_form_and_told_in_the_lobby(page: Page) -> None:
    hand = begin(page, "C", "tigers", "air-raids")
    assert hand.game.setup.variants == ("tigers", "air-raids")
    hand.play(bid(hand.game, 0, "AR", 20))
    page.goto("/")
    about = page.locator(".card .about").first
    expect(about).to_contain_text("Hanshin Tigers")
    expect(about).to_contain_text("air raids")


def test_what_cannot_go_together_is_refused_with_its_reason(page: Page) -> None:
    page.goto("/new/?title=1890&scenario=C&players=3")
    page.locator("summary", has_text="Variants").click()
    page.locator("label:has(#variant-normal-kinki)").click()
    expect(page.locator("#variant-normal-kinki")).to_be_checked()
    page.locator("label:has(#variant-air-raids)").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("is not played with")
    expect(refusal).to_contain_text("there are no 3+3-trains, whose last copy brings the air raids")
    expect(page.locator("#variant-air-raids")).not_to_be_checked()
    expect(page.locator("#variant-normal-kinki")).to_be_checked()
