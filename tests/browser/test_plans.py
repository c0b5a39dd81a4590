"""Programmed actions in a browser: created in the dialog, carried out for their player, cancelled with the cross."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.at_table import UPDATE_TIMEOUT_MS, TablePage
from tests.browser.hand import TablePlayer
from tetsudo.core.actions import Bid, Pass


def dialog(table: TablePage) -> Locator:
    """The dialog, opened by its button."""
    table.page.locator("[data-plan]").click()
    found = table.page.locator("dialog.planning")
    expect(found).to_be_visible()
    return found


def test_a_plan_is_made_carried_out_and_called_off(two: tuple[TablePage, TablePage]) -> None:
    """Bo sets a limit for Mitsubishi Ferry and leaves; when outbid, the plan bids again."""
    ann, bo = two
    form = dialog(bo)
    form.locator("summary", has_text="Bid").click()
    bidding = form.locator("form:has([name=kind][value=bid])")
    bidding.locator("[name=lot]").select_option("MF")
    expect(bidding.locator("[name=price]")).to_have_value("35")  # the minimum bid
    bidding.locator("[name=price]").fill("57")
    bidding.locator("button.primary").click()
    expect(form).to_have_count(0)
    bo.page.locator(".plans summary").click()
    plans = bo.page.locator(".plans li")
    expect(plans).to_contain_text("up to ¥57")
    expect(ann.page.locator(".plans li")).to_have_count(0)

    game = ann.game()
    TablePlayer(ann, game).play(Bid(0, game.setup.lots[1].private, 35))
    game = ann.game()
    TablePlayer(ann, game).start_action(Pass(1))  # for Ada; the plan may act before her pass is shown
    bo.wait_for_version(3, within=UPDATE_TIMEOUT_MS)
    assert bo.game().actions[-1] == Bid(2, 1, 40)
    expect(plans).to_contain_text("done so far: 1")
    bo.open_tab("log")
    expect(bo.page.locator("#log")).to_contain_text("programmed")
    ann.wait_for_version(3, within=UPDATE_TIMEOUT_MS)
    ann.open_tab("log")
    expect(ann.page.locator("#log")).not_to_contain_text("plan")

    bo.page.locator(".plans summary").click()
    plans.get_by_role("button", name="Cancel").click()
    expect(plans).to_have_count(0)
    bo.page.reload()
    expect(bo.page.locator(".plans li")).to_have_count(0)


@pytest.mark.long
def test_the_dialog_is_closed_with_escape_and_the_focus_is_where_it_was(two: tuple[TablePage, TablePage]) -> None:
    ann, _bo = two
    form = dialog(ann)
    ann.page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    expect(ann.page.locator("[data-plan]")).to_be_focused()
