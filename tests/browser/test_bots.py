"""One person against three bots, who move by themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import TablePage, open_table
from tests.browser.hand import TablePlayer
from tetsudo.bots import SimplePlayer
from tetsudo.game.game import Game


def play(page: Page, wanted: Callable[[Game], bool]) -> TablePage:
    """Play seat 1 with the simple player until a condition holds; the game ends with the third turn."""
    open_table(page, ("here", "Ann"), *[("simple", "")] * 3, turns=3)
    table = TablePage(page)
    me = SimplePlayer(table.game().setup, Random(1))
    while not wanted(game := table.game()):
        expect(page.locator("#standing[data-turn], .ending")).to_have_count(1, timeout=60_000)
        game = table.game()
        if not game.is_over and game.to_act.player == 0:
            table.wait_for_version(game.length)
            view = game.view(0)
            hand = TablePlayer(table, game)
            version = table.version
            hand.start_action(me.decide(view, view.legal_actions()).action)
            expect(table.main).not_to_have_attribute("data-version", str(version))
    return table


@pytest.mark.long
def test_first_rounds(page: Page) -> None:
    table = play(page, lambda game: game.state.turn == 2)
    expect(table.open_tab("log")).to_contain_text("Aki (Beginner bot)")


@pytest.mark.long
def test_whole_game(page: Page) -> None:
    table = play(page, lambda game: game.is_over)
    result = table.game().result()
    assert result
    expect(page.locator(".ending")).to_contain_text(next(iter(result)))
