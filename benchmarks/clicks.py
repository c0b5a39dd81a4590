"""Latency of a move for the player: from the click to the frame that shows the next position.

    python -m benchmarks.clicks

Runs the real server and headless Chromium (no GPU) on one machine. A game of simple players is imported at a late
position, and its next moves are made by clicks at 1440 by 900. Server time and page time are reported separately: up to
the last byte of the answer, and from there to the frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Locator, Page

from benchmarks import reference
from benchmarks.web import line
from tests.browser import chromium
from tests.browser.at_table import import_game
from tests.browser.games import simple_game
from tests.browser.hand import TablePlayer
from tests.server import Server
from tetsudo.game.game import Game

MOVES: Final = 100
LOOKS: Final = 300
"""Milliseconds between a choice and its confirmation."""

GAMES: Final = (("1889", ""), ("1888n", ""), ("1890", "C"))
WATCHED: Final = """
window.clicks = [];
let clicked = 0;
window.addEventListener("click", (event) => { clicked = event.timeStamp; }, true);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.responseURL.endsWith("/act/")) clicks.push({ clicked, answered: performance.now(), painted: 0 });
}, true);
document.addEventListener("tetsudo:shown", () => {
  const last = clicks.at(-1);
  if (!last || last.painted || last.isWaiting) return;
  last.isWaiting = true;
  requestAnimationFrame(() => { const channel = new MessageChannel();
    channel.port1.onmessage = () => { last.painted = performance.now(); };
    channel.port2.postMessage(0); });
}, true);
"""


class Calm(TablePlayer):
    """A player that pauses before confirming, so that the page has loaded the preview."""

    def choose(self, button: Locator) -> None:
        """Choose, wait and confirm."""
        if button.evaluate("each => Boolean(each.closest('.decision'))"):
            if button.get_attribute("aria-pressed") != "true":
                button.click()
            self.page.wait_for_timeout(LOOKS)
        super().press_choice(button)


@contextmanager
def site() -> Iterator[tuple[Server, Browser]]:
    """Run an empty site and a browser; print the speed of the machine first."""
    print(f"Reference loop: {reference.microseconds():.1f} us")
    with (
        TemporaryDirectory() as folder,
        Server.start(Path(folder) / "site.db", pace=1.0) as server,
        chromium.browser() as browser,
    ):
        yield server, browser


def main() -> None:
    """Measure a game of each kind and print the result."""
    with site() as (server, browser):
        for title, scenario in GAMES:
            context = browser.new_context(base_url=server.address, viewport={"width": 1440, "height": 900})
            page = context.new_page()
            page.add_init_script(WATCHED)
            clicks(page, simple_game(title=title, scenario=scenario), f"{title} {scenario}".strip())
            context.close()


def clicks(page: Page, game: Game, name: str) -> None:
    """Play `MOVES` moves near the end of a game and print their times."""
    first = game.length - MOVES - 10
    earlier = game.earlier(first)
    hand = Calm(import_game(page, earlier.record()), earlier)
    for made, action in enumerate(game.actions[first : first + MOVES], 1):
        hand.game.apply(hand.start_action(action))
        while page.evaluate("() => clicks.filter((each) => each.painted).length") < made:
            page.wait_for_timeout(150)  # not `expect`, which serializes the whole page while it waits
        if hand.game.is_over:
            break
    found = page.evaluate("() => clicks")
    print(f"{name}: click to frame {line([each['painted'] - each['clicked'] for each in found])} ms")
    print(f"  to the answer {line([each['answered'] - each['clicked'] for each in found])} ms")
    print(f"  swap and frame {line([each['painted'] - each['answered'] for each in found])} ms")


if __name__ == "__main__":
    main()
