"""QR codes of open seats on the page of a table that waits."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.at_table import open_table, sit_down
from tests.browser.conftest import Person


def test_a_code_stays_open_when_another_seat_is_taken(person: Person) -> None:
    ann, bo = person(), person()
    open_table(ann, ("here", "Ann"), ("open", ""), ("open", ""))
    ann.locator("#link-1 ~ .scan summary").click()
    code = ann.locator("#link-1 ~ .scan .qr")
    expect(code).to_be_visible()
    assert code.evaluate("each => each.getBoundingClientRect().width") >= 200
    sit_down(bo, ann, 2, "Bo")
    expect(ann.locator(".seat").nth(2)).to_contain_text("Bo")
    expect(code).to_be_visible()
    expect(ann.locator("#link-2")).to_have_count(0)
