"""Rate limits: the message appears at the control used, and a page without a live stream still follows the game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import TablePage, open_table, sit_down
from tests.browser.conftest import Person
from tests.server import Server

FEW = {"TETSUDO_RATE_CHAT": "1/minute", "TETSUDO_RATE_NOTES": "1/minute", "TETSUDO_MAX_ADDRESS_STREAMS": "1"}
LATE = """() => {
  const send = window.fetch;
  window.fetch = async (address, options) => {
    const answer = await send(address, options);
    if (options?.body?.get("text") === "first") {
      await new Promise((resume) => setTimeout(resume, 1000));
      setTimeout(() => { document.body.dataset.answered = ""; }, 200);
    }
    return answer;
  };
}"""
"""Script that delays the answer to the first message."""

SENTENCE = "Too many attempts in a short time. Try again in "


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site with low rate limits."""
    with Server.start(tmp_path_factory.mktemp("strict") / "site.db", environment=FEW) as started:
        yield started


@pytest.mark.long
def test_the_page_shows_why(person: Person, strict: Server) -> None:
    """Typed text is kept, even if an older message is answered late."""
    page = person(base_url=strict.address)
    open_table(page, ("here", "Ann"), ("here", "Ada"))
    ann = TablePage(page)
    ann.open_tab("chat")
    page.evaluate(LATE)
    for text in ("first", "second"):
        page.locator("#chat-text").fill(text)
        page.locator("#chat-text").press("Enter")
    expect(page.locator("body[data-answered]")).to_have_count(1)
    expect(page.locator("#messages .refusal")).to_contain_text(SENTENCE)
    expect(page.locator("#messages")).to_contain_text("first")
    expect(page.locator("#chat-text")).to_have_value("second")
    ann.open_tab("notes")
    page.locator("#notes-text").fill("buy")
    expect(page.locator("#notes-saved")).to_have_text("Saved.")
    page.locator("#notes-text").fill("buy the ferry")
    expect(page.locator(".notice.lost")).to_contain_text(SENTENCE)


@pytest.mark.long
def test_a_page_without_a_stream_asks_every_few_seconds(person: Person, strict: Server) -> None:
    ann, bo = person(base_url=strict.address), person(base_url=strict.address)
    open_table(ann, ("here", "Ann"), ("open", ""))
    sit_down(bo, ann, 1, "Bo")
    expect(ann.locator("main[data-version]")).to_be_visible()
    first, second = TablePage(ann), TablePage(bo)
    first.page.get_by_role("button", name="Pass").first.click()
    first.wait_for_version(1)
    second.wait_for_version(1, within=15_000)
