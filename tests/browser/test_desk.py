"""The organiser's desk in a browser, on a desk and on a phone: no accessibility faults, and a day's work on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LOOKS, Person
from tests.browser.test_accounts import confirm, faults, sign_up
from tests.server import Server, change

PAGES = (
    "/desk/",
    "/desk/people/",
    "/desk/people/1/change/",
    "/desk/tables/",
    "/desk/reports/",
    "/desk/announcements/",
    "/desk/announcements/add/",
    "/desk/trace/",
    "/desk/limits/",
)


@pytest.fixture
def organiser(devices: Person, open_site: Server) -> Any:
    """Factory of browsers of an organiser, who has confirmed who they are."""

    def come(**settings: Any) -> Page:
        page = devices(**settings)
        name = sign_up(page, "Ann")
        change(open_site.database, "UPDATE accounts_user SET is_organiser = ? WHERE username = ?", (True, name))
        page.goto("/account/reauthenticate/?next=/desk/")
        confirm(page)
        expect(page.get_by_role("heading", name="Organiser's desk")).to_be_visible()
        return page

    return come


@pytest.mark.parametrize(("screen", "scheme"), LOOKS)
def test_no_page_of_the_desk_has_an_accessibility_fault(organiser: Any, screen: dict[str, Any], scheme: str) -> None:
    page = organiser(**screen, color_scheme=scheme)
    found = {address: faults(page, address) for address in PAGES}
    assert {address: each for address, each in found.items() if each} == {}


def test_an_announcement_is_made_by_keyboard_read_and_closed(organiser: Any, devices: Person) -> None:
    page = organiser()
    reader = devices()
    page.goto("/desk/announcements/add/")
    page.get_by_label("Sentence").fill("Restart at eight")
    page.get_by_label("Sentence").press("Enter")
    expect(page.get_by_text("Every page shows it within seconds.")).to_be_visible()
    reader.goto("/titles/")
    expect(reader.get_by_text("Restart at eight")).to_be_visible()
    assert faults(reader, "/titles/") == []
    reader.get_by_role("button", name="Close the announcement").click()
    reader.wait_for_url("**/titles/")
    expect(reader.get_by_text("Restart at eight")).to_have_count(0)
    page.goto("/desk/announcements/")
    page.get_by_role("link", name="Restart at eight").click()
    page.get_by_label("Reason").fill("It is done")
    page.get_by_role("button", name="Withdraw it now").click()
    expect(page.get_by_text("The announcement is withdrawn.")).to_be_visible()
    expect(page.locator(".banner")).to_have_count(0)


def test_a_person_is_found_and_banned(organiser: Any, devices: Person) -> None:
    theirs = devices()
    name = sign_up(theirs, "Boris")
    page = organiser()
    page.get_by_role("link", name="People").click()
    page.get_by_role("searchbox").fill(name)
    page.get_by_role("searchbox").press("Enter")
    page.get_by_role("link", name="Boris").click()
    page.get_by_label("Reason, which the person reads").fill("Spam")
    page.get_by_label("Days").fill("2")
    page.get_by_role("button", name="Ban, or give a time-out").click()
    expect(page.get_by_text("The person is banned until")).to_be_visible()
    theirs.goto("/account/login/")
    theirs.get_by_label("Sign-in name").fill(name)
    theirs.locator("[name=password]").fill("four tiny green ferries")
    theirs.locator("main button[type=submit]").first.click()
    expect(theirs.get_by_text("The organisers' reason: Spam")).to_be_visible()
