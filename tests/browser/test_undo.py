"""Undo rights: as set for the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.at_table import UPDATE_TIMEOUT_MS, TablePage
from tests.browser.hand import TablePlayer
from tetsudo.core.actions import Pass


def passes(table: TablePage) -> None:
    """Pass for the current player."""
    game = table.game()
    TablePlayer(table, game).play(Pass(game.to_act.player))


def button(table: TablePage, what: str) -> Locator:
    """The button for undo, for a request, or for consent."""
    return table.page.locator(f"#acts [data-do={what}]")


@pytest.mark.parametrize("undo", ["own"])
def test_own_moves_until_another_has_moved(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    passes(ann)
    expect(button(bo, "undo")).to_have_attribute("aria-disabled", "true")
    button(ann, "undo").click()
    ann.wait_for_version(2)
    bo.wait_for_version(2, within=UPDATE_TIMEOUT_MS)
    assert ann.game().length == 0
    button(ann, "redo").click()
    ann.wait_for_version(3)
    assert ann.game().length == 1
    passes(ann)
    passes(bo)
    ann.wait_for_version(5)
    expect(button(ann, "undo")).to_have_attribute("aria-disabled", "true")
    button(ann, "undo").hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("your own last moves")


@pytest.mark.long
@pytest.mark.parametrize("undo", ["agree"])
def test_all_must_agree(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    passes(ann)
    bo.wait_for_version(1)
    button(ann, "ask-undo").click()
    expect(button(bo, "decline-undo")).to_be_visible(timeout=UPDATE_TIMEOUT_MS)
    button(bo, "decline-undo").click()
    expect(button(ann, "ask-undo")).to_be_visible(timeout=UPDATE_TIMEOUT_MS)
    assert ann.game().length == 1
    button(ann, "ask-undo").click()
    expect(button(bo, "agree-undo")).to_be_visible(timeout=UPDATE_TIMEOUT_MS)
    button(bo, "agree-undo").click()
    ann.wait_for_version(2, within=UPDATE_TIMEOUT_MS)
    bo.wait_for_version(2)
    assert bo.game().length == 0


@pytest.mark.long
@pytest.mark.parametrize("undo", ["none"])
def test_nobody(two: tuple[TablePage, TablePage]) -> None:
    ann, _bo = two
    passes(ann)
    expect(button(ann, "undo")).to_have_attribute("aria-disabled", "true")
    ann.page.locator("body").press("u")
    assert ann.game().length == 1


@pytest.mark.long
@pytest.mark.parametrize("undo", ["master"])
def test_only_who_opened_the_table(two: tuple[TablePage, TablePage]) -> None:
    ann, bo = two
    passes(ann)
    passes(ann)
    passes(bo)
    ann.wait_for_version(3)
    expect(button(bo, "undo")).to_have_attribute("aria-disabled", "true")
    button(ann, "undo").click()
    bo.wait_for_version(4, within=UPDATE_TIMEOUT_MS)
    assert bo.game().length == 2
