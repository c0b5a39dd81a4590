"""Files dropped onto the page to bring games, and the filters of the lobby."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from playwright.sync_api import Page, expect

from tests.browser.at_table import ADDRESS, open_table
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game

DROP = """(files) => {
  const data = new DataTransfer();
  for (const [name, content] of files) {
    data.items.add(new File([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], name));
  }
  const at = document.querySelector("h1");
  const send = (type) => at.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  send("dragover");
  const isMarked = document.body.classList.contains("dropping");
  send("drop");
  return isMarked;
}"""


def drop(page: Page, files: Mapping[str, bytes]) -> bool:
    """Drop files onto the heading of the page; True if the page showed before that they can be dropped."""
    marked: bool = page.evaluate(DROP, [[name, base64.b64encode(content).decode()] for name, content in files.items()])
    return marked


def record() -> bytes:
    return first_position(simple_game(), decision_is("trains")).record().to_json()


def test_three_dropped_files_have_a_row_each(page: Page) -> None:
    page.goto("/import/")
    assert drop(page, {"mine.json": record(), "broken.json": b"hello", "again.json": record()})
    rows = page.locator("#brought .file")
    expect(rows).to_have_count(3)
    expect(page.locator("#brought [role=status]")).to_have_text(
        "Made: 1 · already there: 1 · refused: 1 · waiting: 0", timeout=20_000
    )
    assert [row.get_attribute("data-state") for row in rows.all()] == ["made", "refused", "there"]
    expect(rows.nth(1)).to_contain_text("Line 1")
    address = rows.nth(0).get_by_role("link").get_attribute("href")
    assert rows.nth(2).get_by_role("link").get_attribute("href") == address
    rows.nth(0).get_by_role("link").click()
    page.wait_for_url(ADDRESS)


def test_several_chosen_files_are_sent_one_by_one(page: Page) -> None:
    page.goto("/import/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    files = [{"name": f"{n}.json", "mimeType": "application/json", "buffer": b"x" * n} for n in range(1, 9)]
    page.locator("input[type=file]").set_input_files(files)  # type: ignore[arg-type]
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#brought [data-state=refused]")).to_have_count(8, timeout=20_000)
    assert sum(url.endswith("/import/") for url in sent) == 8  # more than one request may have without scripts


def test_filters_replace_the_lists_at_once(page: Page, person: Person) -> None:
    open_table(page, ("here", "Ann"), ("open", ""))
    other_page = person()
    other_page.goto("/")
    found = other_page.locator("#found-waiting")
    expect(found.locator(".card")).not_to_have_count(0)
    other_page.get_by_text("Find a table", exact=True).click()
    other_page.get_by_label("Players", exact=True).select_option("5")
    expect(found).to_contain_text("No table matches these filters.")
    assert "players=5" in other_page.url
    other_page.get_by_label("Players", exact=True).select_option("2")
    expect(found.locator(".card")).not_to_have_count(0)
