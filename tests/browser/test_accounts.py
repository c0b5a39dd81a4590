"""Accounts in a browser: sign-up with its proof of work, seats on two devices, passkeys, deletion; no faults."""

from __future__ import annotations

from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.at_table import ADDRESS
from tests.browser.conftest import LOOKS, PHONE, Person
from tests.browser.test_faults import OPTIONS

PASSWORD: Final = "four tiny green ferries"


@pytest.fixture
def visitor(devices: Person) -> Person:
    """Factory of people at a site at which anyone may sign up."""
    return devices


def sign_up(page: Page, name: str = "Ann") -> str:
    """Sign up, save the recovery code, and return the sign-in name."""
    page.goto("/account/signup/")
    sign_in_name = page.locator("[name=username]").input_value()
    page.get_by_label("Your name").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    expect(page.locator("main code")).to_be_visible()
    page.get_by_role("button", name="I have saved it").click()
    page.wait_for_url("**/")
    return sign_in_name


def sign_in(page: Page, sign_in_name: str) -> None:
    """Sign in by the form."""
    page.goto("/account/login/")
    page.get_by_label("Sign-in name").fill(sign_in_name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url("**/")


def confirm(page: Page) -> None:
    """Confirm an important step with the password."""
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()


def test_a_table_opened_as_a_guest_is_there_on_the_phone(visitor: Person) -> None:
    desk, phone = visitor(), visitor(**PHONE)
    desk.goto("/new/?title=1889&players=3")
    desk.get_by_label("Seat 1: name").fill("Ann")
    desk.get_by_role("button", name="Open the table").click()
    desk.wait_for_url(ADDRESS)
    table = desk.url
    name = sign_up(desk)
    sign_in(phone, name)
    phone.goto(table)
    expect(phone.locator("#acts")).to_be_visible()
    expect(phone.locator("#turn")).to_contain_text("You: buy, bid or pass")
    desk.goto("/account/")
    desk.get_by_role("button", name="Sign out").click()
    desk.goto("/")
    expect(desk.locator("nav .who")).to_have_text("Your name")


def test_a_passkey_signs_in_without_a_name(visitor: Person) -> None:
    page = visitor()
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_up(page, "Kay")
    page.goto("/account/2fa/webauthn/add/")
    confirm(page)
    page.get_by_label("Passwordless").check()
    page.locator("main button").first.click()
    expect(page.locator("main")).to_contain_text("recovery", ignore_case=True)
    page.goto("/account/")
    page.get_by_role("button", name="Sign out").click()
    page.goto("/account/login/")
    page.get_by_role("button", name="passkey").click()
    page.wait_for_url("**/")
    expect(page.locator("nav .who")).to_have_text("Kay")


def test_an_account_is_deleted(visitor: Person) -> None:
    page = visitor()
    name = sign_up(page, "Di")
    page.goto("/account/delete/")
    page.get_by_role("button", name="Delete my account").click()
    confirm(page)
    page.wait_for_url("**/")
    page.goto("/account/login/")
    page.get_by_label("Sign-in name").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    expect(page.get_by_role("alert")).to_contain_text("not correct")


OUT: Final = ("/account/login/", "/account/signup/", "/account/recovery/")
IN: Final = (
    "/account/",
    "/account/people/",
    "/account/recovery-code/",
    "/account/delete/",
    "/account/password/change/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/add/",
)


@pytest.mark.parametrize(("screen", "scheme"), LOOKS)
def test_no_page_of_accounts_has_an_accessibility_fault(visitor: Person, screen: dict[str, Any], scheme: str) -> None:
    page = visitor(**screen, color_scheme=scheme)
    found = {address: faults(page, address) for address in OUT}
    sign_up(page)
    page.goto("/account/reauthenticate/")
    confirm(page)
    page.wait_for_url("**/")
    found |= {address: faults(page, address) for address in IN}
    assert {address: each for address, each in found.items() if each} == {}


def faults(page: Page, address: str) -> list[str]:
    """Faults of a page by axe, and content that is wider than the screen."""
    page.goto(address)
    found = [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in Axe().run(page, options=OPTIONS).response["violations"]
    ]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("wider than the screen")
    return found
