"""Undo rights: as set for the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.at_table import SOON, AtTable
from tests.browser.hand import Hand
from tetsudo.core.actions import Pass


def passes(table: AtTable) -> None:
    """Pass for the current player."""
    game = table.game()
    Hand(table, game).play(Pass(game.to_act.player))


def button(table: AtTable, what: str) -> Locator:
    """The button for undo, for a request, or for consent."""
    return table.page.locator(f"#acts [data-do={what}]")


@pytest.mark.parametrize("undo", ["own"])
def test_own_moves_until_another_has_moved(two: tuple[AtTable, AtTable]) -> None:
    ann, bo = two
    passes(ann)
    expect(button(bo, "undo")).to_have_attribute("aria-disabled", "true")
    button(ann, "undo").click()
    ann.shows(2)
    bo.shows(2, within=SOON)
    assert ann.game().length == 0
    button(ann, "redo").click()
    ann.shows(3)
    assert ann.game().length == 1
    passes(ann)
    passes(bo)
    ann.shows(5)
    expect(button(ann, "undo")).to_have_attribute("aria-disabled", "true")
    button(ann, "undo").hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("your own last moves")


@pytest.mark.long
@pytest.mark.parametrize("undo", ["agree"])
def test_all_must_agree(two: tuple[AtTable, AtTable]) -> None:
    ann, bo = two
    passes(ann)
    bo.shows(1)
    button(ann, "ask-undo").click()
    expect(button(bo, "decline-undo")).to_be_visible(timeout=SOON)
    button(bo, "decline-undo").click()
    expect(button(ann, "ask-undo")).to_be_visible(timeout=SOON)
    assert ann.game().length == 1
    button(ann, "ask-undo").click()
    expect(button(bo, "agree-undo")).to_be_visible(timeout=SOON)
    button(bo, "agree-undo").click()
    ann.shows(2, within=SOON)
    bo.shows(2)
    assert bo.game().length == 0


@pytest.mark.long
@pytest.mark.parametrize("undo", ["none"])
def test_nobody(two: tuple[AtTable, AtTable]) -> None:
    ann, _bo = two
    passes(ann)
    expect(button(ann, "undo")).to_have_attribute("aria-disabled", "true")
    ann.page.locator("body").press("u")
    assert ann.game().length == 1


@pytest.mark.long
@pytest.mark.parametrize("undo", ["master"])
def test_only_who_opened_the_table(two: tuple[AtTable, AtTable]) -> None:
    ann, bo = two
    passes(ann)
    passes(ann)
    passes(bo)
    ann.shows(3)
    expect(button(bo, "undo")).to_have_attribute("aria-disabled", "true")
    button(ann, "undo").click()
    bo.shows(4, within=SOON)
    assert bo.game().length == 2
