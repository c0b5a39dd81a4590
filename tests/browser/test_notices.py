"""Notices in a browser: the next game, the number of those that wait, desktop notifications, wishes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.at_table import UPDATE_TIMEOUT_MS, TablePage, open_table, sit_down
from tests.browser.conftest import Person

COUNT_TIMEOUT_MS = 20_000.0
"""Timeout in milliseconds for numbers that come after everything else."""


@pytest.fixture
def two_tables(person: Person) -> tuple[Page, Page, list[str]]:
    """Ann and Bo at two tables; Ann is to act at both. Ann's page shows the first."""
    ann, bo = person(viewport={"width": 1440, "height": 900}), person()
    addresses = []
    for _number in range(2):
        open_table(ann, ("here", "Ann"), ("open", ""))
        sit_down(bo, ann, 1, "Bo")
        expect(ann.locator("main[data-version]")).to_be_visible()  # the waiting room reloads itself
        addresses.append(bo.url)
    ann.goto(addresses[0])
    return ann, bo, addresses


def test_the_next_game_is_a_key_away(two_tables: tuple[Page, Page, list[str]]) -> None:
    ann, _bo, addresses = two_tables
    expect(ann.locator("#next")).to_be_visible(timeout=COUNT_TIMEOUT_MS)
    expect(ann).to_have_title("(1) ● Your turn – Shikoku 1889 · Tetsudo")
    ann.keyboard.press("g")
    ann.wait_for_url(addresses[1])


def test_after_a_move_the_page_offers_the_next_one(two_tables: tuple[Page, Page, list[str]]) -> None:
    ann, _bo, addresses = two_tables
    expect(ann.locator("#next")).to_be_visible(timeout=COUNT_TIMEOUT_MS)
    ann.keyboard.press("p")
    offer = ann.locator("#acts .confirm .finish a")
    expect(offer).to_be_visible(timeout=UPDATE_TIMEOUT_MS)
    offer.click()
    ann.wait_for_url(addresses[1])


def test_a_page_hears_of_another_table(two_tables: tuple[Page, Page, list[str]]) -> None:
    ann, bo, addresses = two_tables
    ann.keyboard.press("p")
    ann.goto(addresses[1])
    ann.keyboard.press("p")
    expect(ann.locator("#next")).to_be_hidden()
    bo.goto(addresses[0])
    bo.keyboard.press("p")
    expect(ann.locator("#next")).to_be_visible(timeout=COUNT_TIMEOUT_MS)
    expect(ann).to_have_title("(1) Shikoku 1889 · Tetsudo")


def test_the_lobby_opens_with_what_waits(two_tables: tuple[Page, Page, list[str]]) -> None:
    ann, _bo, addresses = two_tables
    ann.goto("/")
    expect(ann.get_by_role("heading", name="Waiting for you")).to_be_visible()
    expect(ann.locator(".waiting .card")).to_have_count(2)
    expect(ann.locator(".waiting .card").first).to_contain_text("buy, bid or pass")
    expect(ann).to_have_title("(2) Tables · Tetsudo")
    ann.keyboard.press("g")
    ann.wait_for_url(addresses[0])


NOTIFICATIONS = """
window.shown = [];
window.Notification = class { constructor(text, more) { window.shown.push([text, more.tag]); } };
Notification.permission = "granted";
Notification.requestPermission = async () => "granted";
Object.defineProperty(document, "hidden", { get: () => window.isAway ?? false });
"""
"""A browser that allows notifications, and writes them down."""


def test_a_desktop_notification_if_the_page_is_hidden(two_tables: tuple[Page, Page, list[str]]) -> None:
    ann, bo, addresses = two_tables
    ann.context.add_init_script(NOTIFICATIONS)
    ann.goto("/notices/")
    ann.get_by_role("button", name="Also show a desktop notification").click()
    expect(ann.get_by_role("button", name="Stop desktop notifications here")).to_be_visible()
    ann.goto(addresses[0])
    ann.keyboard.press("p")
    expect(ann.locator("#hand.mine")).to_have_count(0)
    ann.evaluate("window.isAway = true")
    bo.goto(addresses[0])
    bo.keyboard.press("p")
    for _tenth in range(200):  # not `wait_for_function`: the page's policy forbids its eval
        if ann.evaluate("window.shown.length"):
            break
        ann.wait_for_timeout(100)
    text, tag = ann.evaluate("window.shown.at(-1)")
    assert "Your turn – Shikoku 1889" in text
    assert tag.startswith("turn-")


def test_wishes_are_saved_and_kept(page: Page) -> None:
    open_table(page, ("here", "Ann"), ("here", "Bo"))
    page.goto("/notices/")
    page.get_by_label("Webhook (Discord").select_option("always")
    page.get_by_label("Address of the webhook").fill("https://hooks.example.org/abc")
    page.get_by_label("New chat messages").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Address of the webhook")).to_have_value("https://hooks.example.org/abc")
    expect(page.get_by_label("New chat messages")).to_be_checked()


def test_the_pages_have_no_faults(page: Page) -> None:
    open_table(page, ("here", "Ann"), ("here", "Bo"))
    table = TablePage(page).address
    for path in ("/notices/", "/notices/sent/", f"{table}notices/", "/"):
        page.goto(path)
        found = Axe().run(page).response["violations"]
        assert found == [], path
