"""Clubs in a browser: founded on a desk, joined on a phone, a table, a tournament; no faults."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LOOKS, PHONE, Person
from tests.browser.test_accounts import faults, sign_up


@pytest.fixture
def visitor(devices: Person) -> Person:
    """Factory of people at a site at which anyone may sign up."""
    return devices


def found_club(page: Page, name: str = "Rhein-Main 18xx") -> str:
    """Found a club by the form, and return its address."""
    page.goto("/clubs/")
    page.get_by_role("link", name="Found a club").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Found the club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return page.url


def join(page: Page, invitation: str) -> None:
    """Join a club by its link."""
    page.goto(invitation)
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_role("navigation", name="Pages of the club")).to_be_visible()


def make_tournament(page: Page, club: str) -> str:
    """Make a tournament of two rounds by the form, and return its address."""
    page.goto(f"{club}tournaments/new/")
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    page.get_by_label("Players at a table").select_option("2")
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Same deal at every table").check()
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Autumn cup")
    return page.url


def test_from_founding_to_the_first_round(visitor: Person) -> None:
    ann, bo = visitor(), visitor(**PHONE)
    sign_up(ann)
    sign_up(bo, "Bo")
    club = found_club(ann)
    join(bo, ann.get_by_label("Invitation link").input_value())
    ann.goto(club)
    expect(ann.locator("ul.people").first).to_contain_text("Bo")

    ann.get_by_role("link", name="New table of the club").click()
    ann.get_by_role("button", name="Open the table").click()
    bo.goto(club)
    expect(bo.locator("#list-waiting + ul")).to_contain_text("Ann")

    cup = make_tournament(ann, club)
    ann.get_by_role("button", name="Enter the tournament").click()
    bo.goto(cup)
    bo.get_by_role("button", name="Enter the tournament").tap()
    expect(bo.get_by_role("heading", name="2 entrants")).to_be_visible()
    ann.reload()
    ann.get_by_role("button", name="Start round 1").click()
    ann.get_by_role("link", name="Table 1").click()
    expect(ann.locator("main[data-version]")).to_be_visible()
    bo.reload()
    expect(bo.get_by_role("link", name="Table 1")).to_be_visible()


PAGES: Final = ("", "tables/", "ladder/", "head-to-head/", "settings/", "tournaments/", "tournaments/new/")
"""Pages of a club, after its own address; New table is looked at in test_faults."""


@pytest.mark.parametrize(("screen", "scheme"), LOOKS)
def test_no_page_of_clubs_has_an_accessibility_fault(visitor: Person, screen: dict[str, Any], scheme: str) -> None:
    page = visitor(**screen, color_scheme=scheme)
    sign_up(page)
    club = found_club(page)
    cup = make_tournament(page, club)
    page.get_by_role("button", name="Enter the tournament").click()
    addresses = ("/clubs/", "/clubs/new/", *(club + each for each in PAGES), cup)
    found = {address: faults(page, address) for address in addresses}
    assert {address: each for address, each in found.items() if each} == {}
