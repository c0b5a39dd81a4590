"""One browser and one server for all page tests; each person is a separate browser context.

Both stop after the last of these tests: Playwright's event loop must not be running while other tests run their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import chromium
from tests.browser.at_table import TablePage, open_table, sit_down
from tests.browser.watch import Watch
from tests.server import Server

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS: Final = (
    pytest.param(DESK, "light", id="light-desk"),
    pytest.param(PHONE, "dark", id="dark-phone"),
    pytest.param(DESK, "dark", id="dark-desk", marks=pytest.mark.long),
    pytest.param(PHONE, "light", id="light-phone", marks=pytest.mark.long),
)
"""Screens and colour schemes; the two that most differ are in the sample."""

TIMEOUT_MS = 15_000.0
"""Timeout in milliseconds; long, for busy machines. A condition that is met ends the wait at once."""

expect.set_options(timeout=TIMEOUT_MS)


class Person(Protocol):
    """Makes a browser context for one person, and a page in it."""

    def __call__(self, **settings: Any) -> Page: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Headless Chromium."""
    if chromium.command() is None:
        pytest.skip(chromium.MISSING)
    with chromium.browser() as started:
        yield started


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site on an empty database; bots do not wait."""
    if chromium.command() is None:
        pytest.skip(chromium.MISSING)
    folder: Path = tmp_path_factory.mktemp("site")
    with Server.start(folder / "site.db") as started:
        yield started


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    """Records every fault of the pages and every error in the server's log, and fails on any."""
    watching, said = Watch(), len(server.log_lines)
    yield watching
    found = "\n".join([*watching.faults, *server.log_lines[said:]])
    assert not found, found


@pytest.fixture
def person(browser: Browser, server: Server, watch: Watch) -> Iterator[Person]:
    """Factory of people, each with their own cookies. Settings are those of Playwright's contexts."""
    contexts: list[BrowserContext] = []

    def come(**settings: Any) -> Page:
        context = browser.new_context(**{"base_url": server.address, "locale": "en-GB", **settings})
        context.set_default_timeout(TIMEOUT_MS)
        watch.watch_context(context)
        contexts.append(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def page(person: Person) -> Page:
    """The page of one person on a wide screen."""
    return person(viewport={"width": 1440, "height": 900})


@pytest.fixture
def two(person: Person, undo: str) -> tuple[TablePage, TablePage]:
    """Ann, who opened a table and has its first two seats, and Bo, who took the third by an invitation link."""
    ann, bo = person(), person()
    open_table(ann, ("here", "Ann"), ("here", "Ada"), ("open", ""), undo=undo)
    sit_down(bo, ann, 2, "Bo")
    expect(ann.locator("main[data-version]")).to_be_visible()  # without a reload: the waiting room updates itself
    return TablePage(ann), TablePage(bo)


@pytest.fixture
def undo() -> str:
    """Undo rule of the two-person table; a test may override it."""
    return "own"


@pytest.fixture(scope="module")
def open_site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site at which anyone may sign up."""
    database = tmp_path_factory.mktemp("accounts") / "site.db"
    with Server.start(database, "--sign-up", "open") as started:
        yield started


@pytest.fixture
def devices(browser: Browser, open_site: Server) -> Iterator[Person]:
    """Factory of people with their devices at that site; a fault of a page fails the test."""
    watching, contexts = Watch(), list[BrowserContext]()

    def come(**settings: Any) -> Page:
        context = browser.new_context(**{"base_url": open_site.address, "locale": "en-GB", **DESK, **settings})
        context.set_default_timeout(TIMEOUT_MS)
        watching.watch_context(context)
        contexts.append(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()
    assert not watching.faults
