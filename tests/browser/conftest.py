"""One browser and one server for all tests of the pages; each person is a context of its own.

Both end when the last of these tests has run: Playwright's event loop must not be open
while others run their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import chromium
from tests.browser.at_table import AtTable, open_table, sit_down
from tests.browser.watch import Watch
from tests.server import Server

PATIENCE = 15_000.0
"""Milliseconds: a busy machine is slow, and a condition that is met ends the waiting."""

expect.set_options(timeout=PATIENCE)


class Person(Protocol):
    """Makes a browser of one person, and a page in it."""

    def __call__(self, **settings: Any) -> Page: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
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
    """Sees every fault of every page, and what the server complains of, and lets none pass."""
    watching, said = Watch(), len(server.said)
    yield watching
    found = "\n".join([*watching.faults, *server.said[said:]])
    assert not found, found


@pytest.fixture
def person(browser: Browser, server: Server, watch: Watch) -> Iterator[Person]:
    """People: each has cookies of their own. Settings are those of Playwright's contexts."""
    contexts: list[BrowserContext] = []

    def come(**settings: Any) -> Page:
        context = browser.new_context(**{"base_url": server.address, "locale": "en-GB", **settings})
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        contexts.append(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def page(person: Person) -> Page:
    """One person at a wide screen."""
    return person(viewport={"width": 1440, "height": 900})


@pytest.fixture
def two(person: Person, undo: str) -> tuple[AtTable, AtTable]:
    """Ann, who opened a table and has its first two seats, and Bo, who came to the third by a link."""
    ann, bo = person(), person()
    open_table(ann, ("here", "Ann"), ("here", "Ada"), ("open", ""), undo=undo)
    sit_down(bo, ann, 2, "Bo")
    expect(ann.locator("main[data-version]")).to_be_visible()  # without a reload: the waiting room goes on by itself
    return AtTable(ann), AtTable(bo)


@pytest.fixture
def undo() -> str:
    """Who may take moves back at the table of two; a test may say otherwise."""
    return "own"
