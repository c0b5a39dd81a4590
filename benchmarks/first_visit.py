"""First visit to a table: from the address to a page that can be played on, with an empty cache at 4 Mbit/s.

    python -m benchmarks.first_visit

Runs the real server and headless Chromium on one machine; the browser delays and slows all its requests. The page is
playable once it shows the decision and its buttons work (`tetsudo:listens`).
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, StorageState

from benchmarks.clicks import GAMES, site
from benchmarks.web import line
from tests.browser.at_table import import_game
from tests.browser.games import simple_game

VISITS: Final = 7
BYTES_PER_SECOND: Final = 4_000_000 // 8
LATENCY_MS: Final = 40
"""Of each request; a usual one at home."""

WATCHED: Final = """
document.addEventListener("tetsudo:listens", () => requestAnimationFrame(() => setTimeout(() => {
  window.playable = performance.now();
})), { once: true });
"""
SENT: Final = """() => performance.getEntries().filter((each) => "transferSize" in each)
  .reduce((sum, each) => sum + each.transferSize, 0) / 1000"""
"""Script: kilobytes received."""


def main() -> None:
    """Measure a late game of each kind and print the result."""
    with site() as (server, browser):
        for title, scenario in GAMES:
            context = browser.new_context(base_url=server.address)
            game = simple_game(title=title, scenario=scenario)
            table = import_game(context.new_page(), game.earlier(game.length - 60).record())
            address = table.page.url
            state = context.storage_state()
            visits = [visit(browser, address, state) for _ in range(VISITS)]
            times = line([milliseconds for milliseconds, _ in visits])
            print(f"{title} {scenario}: playable after {times} ms; {visits[0][1]:.0f} kB")
            context.close()


def visit(browser: Browser, address: str, state: StorageState) -> tuple[float, float]:
    """Milliseconds until the page can be played on, and kilobytes received."""
    context = browser.new_context(storage_state=state, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCHED)
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    speed = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    wire.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **speed})
    page.goto(address, wait_until="commit")
    page.locator("#acts button").first.wait_for()
    while not page.evaluate("window.playable"):
        page.wait_for_timeout(50)
    spent, size = page.evaluate("window.playable"), page.evaluate(SENT)
    context.close()
    return float(spent), float(size)


if __name__ == "__main__":
    main()
