"""The browser: Debian's Chromium, driven by Playwright; Playwright's own browsers are not installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The headless shell takes half the processor time: it draws no browser window.
COMMANDS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING: Final = "needs Chromium (on Debian: apt-get install chromium-headless-shell)"


def command() -> str | None:
    """Path of Chromium, or None."""
    return next(filter(None, map(shutil.which, COMMANDS)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=command(), args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()
