"""A preset of a new table: saved, its link copied, and opened by someone else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import ADDRESS
from tests.browser.conftest import Person
from tests.browser.test_layout import CUT, DESK, DEVICES

LINK = re.compile(r"/new/preset/[\w-]+/$")


def save(page: Page, name: str) -> str:
    """Save the settings on the page under a name, and return the link that the page then offers."""
    page.locator("#keep summary").click()
    page.get_by_label("Name of the preset").fill(name)
    page.get_by_label("Name of the preset").press("Enter")
    link = page.locator("#saved-link")
    expect(link).to_have_value(LINK)
    return link.input_value()


def choose_settings(page: Page) -> None:
    """Choose a game, a number of players, kinds of seats, a variant, a house rule and settings of the table."""
    page.goto("/new/?title=1889")
    page.locator("label:has(#players-4)").click()
    expect(page.locator(".chair")).to_have_count(4)
    for number, kind in ((1, "open"), (2, "simple"), (3, "open")):
        page.locator(f"[name=seat-{number}-kind]").select_option(kind)
    page.locator("#fold-variants summary").click()
    page.locator("label:has(#variant-beginner)").click()
    expect(page.locator("#fold-variants .words")).not_to_have_text("none")
    page.locator("#fold-rules summary").click()
    page.get_by_label("Bank", exact=True).fill("8000")
    page.locator("#fold-policies summary").click()
    page.get_by_label("Who may undo").select_option("none")
    page.get_by_label("List in the lobby").click()


def test_a_table_is_opened_from_a_copied_link(person: Person) -> None:
    ann, bo = person(**DESK, permissions=["clipboard-read", "clipboard-write"]), person(**DESK)
    choose_settings(ann)
    link = save(ann, "Our club's way")
    expect(ann.locator("[name=seat-2-kind]")).to_have_value("simple")  # the form stays as it is
    expect(ann.locator(".own a")).to_have_text(["Our club's way"])
    ann.locator("#keep").get_by_role("button", name="Copy the link").click()
    expect(ann.locator("#keep [data-copy]")).to_have_text("Copied")
    assert ann.evaluate("navigator.clipboard.readText()") == link

    bo.goto(link)
    expect(bo.locator(".origin p").first).to_contain_text("Our club's way: Shikoku 1889 · 4 players")
    expect(bo.locator(".own")).to_have_count(0)
    bo.get_by_label("Seat 1: name").fill("Bo")
    bo.get_by_role("button", name="Open the table").click()
    bo.wait_for_url(ADDRESS)
    seats = bo.locator(".seat .who")
    expect(seats).to_have_count(4)
    expect(seats.nth(0)).to_contain_text("Bo")
    expect(seats.nth(2)).to_contain_text("Beginner bot")
    for number in (1, 3):
        expect(bo.locator(f"#link-{number}")).to_be_visible()
    for number, name in ((1, "Cy"), (3, "Di")):
        other = person(**DESK)
        other.goto(bo.locator(f"#link-{number}").input_value())
        other.locator("input[name=name]").fill(name)
        other.get_by_role("button", name="Sit down").click()
        other.wait_for_url(ADDRESS)
    expect(bo.locator("main[data-version]")).to_be_visible()
    record = bo.request.get(f"{bo.url}record/").json()
    assert record["variants"] == ["beginner"]
    assert record["options"]["bank"] == 8000
    assert len(record["players"]) == 4


def test_it_is_replaced_and_deleted(page: Page) -> None:
    page.goto("/new/")
    link = save(page, "Ours")
    page.goto(link)
    page.locator("#fold-policies summary").click()
    page.get_by_label("Who may undo").select_option("free")
    page.locator("#keep summary").click()
    expect(page.get_by_label("Name of the preset")).to_have_value("Ours")
    page.locator("#save").click()
    expect(page.locator("#saved-link")).to_have_value(link)
    expect(page.locator(".origin")).to_contain_text("Who may undo: any move, by anyone at the table")
    expect(page.locator(".own a")).to_have_count(1)
    page.locator(".origin summary").click()
    page.get_by_role("button", name="Delete the preset and its link").click()
    page.wait_for_url(re.compile(r"/new/$"))
    expect(page.locator(".own")).to_have_count(0)


def test_a_refusal_stands_at_the_name(page: Page) -> None:
    page.goto("/new/")
    page.locator("#keep summary").click()
    page.locator("#save").click()
    expect(page.locator("#keep [role=alert]")).to_have_text("Enter a name for the preset.")
    expect(page.locator("#keep")).to_have_attribute("open", "")
    page.locator("#fold-rules summary").click()
    page.get_by_label("Bank", exact=True).fill("5")
    page.get_by_label("Name of the preset").fill("Ours")
    page.locator("#save").click()
    expect(page.locator("#keep [role=alert]")).to_have_text("Bank: Ensure this value is greater than or equal to 1000.")
    expect(page.get_by_label("Name of the preset")).to_have_value("Ours")
    expect(page.get_by_label("Bank", exact=True)).to_have_value("5")


@pytest.mark.parametrize(("device", "screens"), [("desk", 1), ("phone", 2)])
def test_a_page_with_presets_fits(person: Person, device: str, screens: int) -> None:
    settings, sizes = DEVICES[device]
    page = person(**settings)
    page.goto("/new/?title=1889&players=4")
    for number in range(6):
        link = save(page, f"{number}: our club's way on long winter nights"[:40])
        page.goto(link)
    expect(page.locator(".own > a")).to_have_count(4)
    foot = page.locator(".new .finish").evaluate(
        "each => { each.style.position = 'static'; return each.getBoundingClientRect().bottom + scrollY }"
    )
    assert foot <= screens * sizes[0][1]
    assert page.evaluate(CUT) == []
    for fold in page.locator("details:not(.fold) > summary").all():
        fold.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".own a")).to_have_count(6)
