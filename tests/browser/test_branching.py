"""Branches within the page: create, play, leave and reopen one; live events are those of the table shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.at_table import ADDRESS, TablePage, import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.hand import TablePlayer
from tetsudo.core.actions import Pass
from tetsudo.game.game import Game


@pytest.fixture
def game() -> Game:
    return first_position(simple_game(), decision_is("stock"))


def branch(page: Page, table: TablePage, version: int) -> TablePage:
    """Go back to a position and branch there."""
    for _ in range(table.version - version):
        page.locator("body").press("ArrowLeft")
    table.wait_for_version(version)
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_url(lambda url: ADDRESS.search(url) is not None and table.address not in url)
    made = TablePage(page)
    made.wait_for_version(version)
    return made


def stay(page: Page) -> None:
    """Mark the document, to detect a reload."""
    page.evaluate("window.stays = true")


def stays(page: Page) -> bool:
    return bool(page.evaluate("window.stays === true"))


def test_a_branch_is_played_and_left_within_the_page(page: Page, game: Game) -> None:
    table = import_game(page, game.record(), "Friday")
    stay(page)
    made = branch(page, table, game.length - 3)
    expect(page.locator("#where")).to_contain_text("What if")
    expect(page.locator("#acts [data-action]").first).to_be_attached()  # the same user has every seat
    there = made.game()
    TablePlayer(made, there).play(Pass(there.to_act.player))
    page.get_by_role("link", name="Leave", exact=True).click()
    table.wait_for_version(game.length)
    assert page.url.endswith(table.address)
    expect(page.locator("#where")).not_to_contain_text("What if")
    expect(page.locator("h1")).to_have_text("Friday")
    assert table.game().digest() == game.digest()
    assert made.game().digest() == there.digest()
    page.go_back()
    made.wait_for_version(there.length)
    assert page.url.endswith(made.address)
    assert stays(page)


@pytest.mark.long
def test_what_was_tried_is_a_tree(page: Page, game: Game) -> None:
    table = import_game(page, game.record(), "Friday")
    stay(page)
    made = branch(page, table, game.length - 2)
    further = branch(page, made, game.length - 4)
    page.get_by_role("button", name="Moves you have tried").click()
    tree = page.get_by_role("navigation", name="Moves you have tried")
    expect(tree.get_by_role("link")).to_have_text(
        ["Friday", f"What if, from move {game.length - 2}", f"What if, from move {game.length - 4}"]
    )
    expect(tree.locator("[aria-current]")).to_have_attribute("href", further.address)
    tree.get_by_role("link", name="Friday").click()
    table.wait_for_version(game.length)
    page.get_by_role("button", name="Moves you have tried").click()
    tree.get_by_role("link", name=f"from move {game.length - 2}").click()
    made.wait_for_version(game.length - 2)
    assert page.url.endswith(made.address)
    assert stays(page)


def test_a_link_pressed_while_another_table_is_on_its_way_is_followed(page: Page, game: Game) -> None:
    table = import_game(page, game.record(), "Friday")
    made = branch(page, table, game.length - 2)
    branch(page, made, game.length - 4)
    held: list[Route] = []
    page.route(re.compile(rf"{made.address}$"), lambda route: held.append(route))
    tree = page.get_by_role("navigation", name="Moves you have tried")
    for name in (f"from move {game.length - 2}", "Friday"):
        page.get_by_role("button", name="Moves you have tried").click()
        tree.get_by_role("link", name=name).click()
    held[0].continue_()
    table.wait_for_version(game.length)
    assert page.url.endswith(table.address)


@pytest.mark.long
def test_the_page_hears_of_the_table_that_it_shows(page: Page, person: Person, game: Game) -> None:
    table = import_game(page, game.record(), "Friday")
    made = branch(page, table, game.length - 1)
    onlooker = person()
    for address in (made.address, table.address):
        onlooker.goto(address)
        shown = TablePage(onlooker)
        assert not onlooker.locator("#acts [data-action]").count()  # anyone with the address is a spectator
        page.goto(address)
        stay(page)
        there = shown.game()
        TablePlayer(TablePage(page), there).play(Pass(there.to_act.player))
        shown.wait_for_version(there.length)
    page.locator("#tab-chat").click()
    page.get_by_label("Message as").fill("in the game")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#messages")).to_contain_text("in the game")
    page.get_by_role("button", name="Moves you have tried").click()
    page.get_by_role("link", name="What if, from move").click()
    made.wait_for_version(game.length)
    expect(page.locator("#messages")).not_to_contain_text("in the game")
    page.get_by_label("Message as").fill("in the branch")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#messages")).to_contain_text("in the branch")
    onlooker.goto(table.address)
    onlooker.locator("#tab-chat").click()
    expect(onlooker.locator("#messages")).to_contain_text("in the game")
    expect(onlooker.locator("#messages")).not_to_contain_text("in the branch")
    assert stays(page)


def test_the_address_of_a_position_is_copied(person: Person, game: Game) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    table = import_game(page, game.record())
    page.locator("body").press("ArrowLeft")
    table.wait_for_version(game.length - 1)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
