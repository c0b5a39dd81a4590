"""States of a table's page: what a person can open at a decision, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_layout import choose

KINDS: Final = (
    "auction", "bid-off", "stock-late", "track-late", "token", "run", "dividend", "trains", "discard", "forced-sale",
    "free-lay", "offer", "finished", "1888n-private-tile", "1890-par", "1890-stock", "1890-window", "1890-forming",
    "1890-convert", "1890-passage", "seven-stock",
)  # fmt: skip
"""Moments with a decision of each kind."""

UNFOLD: Final = """dialog => dialog.querySelectorAll("details").forEach((each) => {
  each.removeAttribute("name");
  each.open = true;
})"""
"""Script: open all folds of a dialog, of which a person sees one at a time."""


def states(page: Page) -> Iterator[str]:
    """Open everything that the decision has, and yield a name for each state."""
    yield "at rest"
    yield from _tools(page)
    yield from _dialogs(page)
    if choose(page):
        yield "chosen"
    reasons = page.locator("#hexmenu .misfits > summary")
    if reasons.count():
        reasons.click()
        yield "misfits"
    more = page.locator("#more")
    if more.is_visible():
        more.click()
        yield "more tabs"
        more.click()


def _tools(page: Page) -> Iterator[str]:
    for summary in page.locator("#acts .tool > summary").all():
        summary.click()
        yield f"tool {summary.inner_text().splitlines()[0]}"
        summary.click()


def _dialogs(page: Page) -> Iterator[str]:
    plan = page.locator("#acts [data-plan]")
    if plan.is_visible():
        plan.click()
        dialog = page.locator("dialog.planning")
        expect(dialog).to_be_visible()
        dialog.evaluate(UNFOLD)
        yield "plan"
        _close(page, dialog)
    page.keyboard.press("?")
    yield "keys"
    _close(page, page.locator("dialog.keys"))


def _close(page: Page, dialog: Locator) -> None:
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
