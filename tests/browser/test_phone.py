"""A phone: no page is wider than the screen, and every control is within a thumb's reach."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import expect

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.hand import TablePlayer
from tetsudo.core.actions import LayTile

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_lays_a_tile_by_taps(person: Person) -> None:
    page = person(**PHONE)
    game = first_position(simple_game(), decision_is("track"))
    table = import_game(page, game.record())
    hand = TablePlayer(table, game.clone())
    action = next(offer for offer in game.legal_actions() if isinstance(offer, LayTile))
    place = game.setup.map.hexes[action.hex].name
    hand.hex(place).locator(".ground").tap(force=True)
    confirm = page.locator("#acts [data-confirm]")
    page.locator(".ring .ring-tile, #hexmenu .tile").locator("visible=true").first.tap()
    expect(confirm).to_be_enabled()
    confirm.tap()
    table.wait_for_version(game.length + 1)
    laid = table.game()
    assert laid.hex(place).tile


def test_the_company_in_turn_has_its_charter(person: Person) -> None:
    page = person(**PHONE)
    table = import_game(page, first_position(simple_game(), decision_is("run")).record())
    charter = table.open_tab("companies").locator("article.in-turn")
    expect(charter).to_contain_text(table.game().players[table.game().to_act.player].name)
    expect(charter.locator(".figures")).to_be_in_viewport()


def test_thumbs_reach_the_actions_and_each_tab(person: Person) -> None:
    page = person(**PHONE)
    table = import_game(page, first_position(simple_game(), decision_is("run")).record())
    for name in ("companies", "privates", "market", "trains", "log", "chat"):
        table.open_tab(name)
    page.locator("#tab-turn").tap()
    button = page.locator("#acts [data-confirm]")
    expect(button).to_be_in_viewport()
    box = button.bounding_box()
    assert box
    assert box["height"] >= 44
