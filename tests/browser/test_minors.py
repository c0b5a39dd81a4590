"""Minors, simultaneous par prices and forced sales: by mouse and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.test_keyboard import press
from tests.builders import operate
from tests.clauses.t1890.test_forced import forced, shares
from tetsudo.game.game import Game


def whole() -> Game:
    """A game with minors."""
    return simple_game(1, ("Ann", "Bo", "Cy", "Di"), 0.1, title="1890", scenario="C")


@pytest.mark.long
def test_a_company_forms_by_keyboard_alone(page: Page) -> None:
    table = import_game(page, first_position(whole(), decision_is("window")).record())
    press(page, page.get_by_role("button", name="Form KN"))
    page.keyboard.press("Enter")  # the choice is confirmed
    expect(page.locator("#turn")).to_contain_text("minors merge")
    charter = table.open_tab("companies").locator("article[data-company=KN]")
    expect(charter.locator(".president")).to_have_text("Ann")


@pytest.mark.long
def test_nothing_is_declared_in_a_round_by_one_click(page: Page) -> None:
    game = first_position(whole(), decision_is("window"))
    table = import_game(page, game.record())
    page.get_by_role("button", name="Not in this round").click()
    expect(page.locator("#turn")).not_to_contain_text("minors merge now")
    assert table.game().record().actions[-1] == {"type": "pass_round", "player": "Ann"}


@pytest.mark.long
def test_a_par_price_is_set_by_keyboard(page: Page) -> None:
    table = import_game(page, first_position(whole(), decision_is("par")).record())
    press(page, page.locator("#acts .shares button").get_by_text("¥75"))
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_contain_text("buy, bid or pass")
    charter = table.open_tab("companies").locator("article[data-company=OS]")
    expect(charter.locator(".figures")).to_contain_text("¥75")


@pytest.mark.long
def test_blocks_of_a_forced_sale_are_chosen_one_after_another(page: Page) -> None:
    game = forced(cash=0, owns=10)
    shares(game, "JR", 100, {1: 20, 0: 30})
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    import_game(page, game.record())
    section = page.locator("#acts .controls.shares")
    expect(section).to_contain_text("¥440 still to raise.")
    section.get_by_role("button", name="HK sell at ¥80").click()
    page.get_by_role("article", name="Hankyū").get_by_role("button", name="Sell 1").click()
    page.locator("#acts [data-confirm]").click()
    expect(section).to_contain_text("Selected: 1 HK. ¥360 still to raise.")
