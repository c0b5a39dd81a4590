"""The content security policy as Chromium applies it: no page violates it or is wider than its window, and injected
code does not run."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.pictures import SCENES, SCREENS, Place
from tests.browser.watch import ABORTED_ERRORS
from tests.server import Server

SAMPLE: Final = ("new", "table-auction", "table-run")

LISTEN: Final = """addEventListener("securitypolicyviolation", (event) => {
  const { effectiveDirective, sourceFile, lineNumber, sample } = event;
  (window.violations ??= []).push(`${effectiveDirective} ${sourceFile}:${lineNumber} ${sample}`);
});"""

INLINE: Final = """<script>document.documentElement.dataset.ran = "script"</script>
<style>body { outline: 7px solid red }</style>
<p id="styled" style="color: rgb(1, 2, 3)">x</p>
<img src="/nothing" onerror="document.documentElement.dataset.ran = 'attribute'">
<a id="bait" href="javascript:document.documentElement.dataset.ran='link'">x</a>
<iframe srcdoc="<script>parent.document.documentElement.dataset.ran = 'frame'</script>"></iframe>
<script src="http://elsewhere.invalid/x.js"></script>
<base href="http://elsewhere.invalid/">"""


def scenes() -> list[Any]:
    """All pages; those outside the sample are tested in the long run only."""
    return [scene if scene in SAMPLE else pytest.param(scene, marks=pytest.mark.long) for scene in SCENES]


@pytest.fixture(scope="module")
def place(server: Server) -> Place:
    """The server with the tables of all these pages."""
    return Place(server)


@pytest.mark.parametrize("scene", scenes())
def test_the_console_stays_empty_and_nothing_scrolls_sideways(person: Person, place: Place, scene: str) -> None:
    """On a phone, and again after a reload at desktop width."""
    visitor = person(storage_state=place.state, reduced_motion="reduce", **SCREENS["390"])
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if not message.text.startswith(ABORTED_ERRORS):
            said.append(f"{message.type}: {message.text}")

    visitor.on("console", hear)
    visitor.add_init_script(LISTEN)
    SCENES[scene](visitor, place)
    place.state = visitor.context.storage_state()
    fits_and_keeps_the_policy(visitor, 390)
    visitor.set_viewport_size(SCREENS["1440"]["viewport"])
    visitor.reload()
    fits_and_keeps_the_policy(visitor, 1440)
    assert said == []


def fits_and_keeps_the_policy(visitor: Page, width: int) -> None:
    if visitor.locator("#track .segments > span").count():
        shown = visitor.locator("#track .segments > span").first
        assert shown.evaluate("each => each.style.flexGrow === each.dataset.length")
    assert visitor.evaluate("document.scrollingElement.scrollWidth") <= width
    assert visitor.evaluate("window.violations ?? []") == []


@pytest.mark.parametrize("path", ["/", "/new/"])
def test_what_is_put_into_a_page_does_not_run(browser: Any, server: Server, path: str) -> None:
    """As if a name or message were not escaped; the headers are the site's own."""
    page: Page = browser.new_page(base_url=server.address)

    def put(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", f"{INLINE}</main>"))

    page.add_init_script(LISTEN)
    page.route(f"**{path}", put)
    page.goto(path)
    expect(page.locator("#styled")).to_be_visible()
    page.locator("#bait").evaluate("link => link.click()")
    page.evaluate("text => document.body.insertAdjacentHTML('beforeend', text)", INLINE.replace("id=", "class="))
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.dataset.ran ?? ''") == ""
    assert page.locator("#styled").evaluate("each => getComputedStyle(each).color") != "rgb(1, 2, 3)"
    assert page.evaluate("getComputedStyle(document.body).outlineStyle") == "none"
    assert page.evaluate("document.baseURI").startswith(server.address)
    found = {each.split()[0] for each in page.evaluate("window.violations")}
    assert {"script-src-elem", "script-src-attr", "style-src-elem", "style-src-attr", "base-uri"} <= found
    page.close()


def test_htmx_evaluates_nothing(page: Page) -> None:
    page.goto("/")
    assert page.evaluate("[htmx.config.allowEval, htmx.config.includeIndicatorStyles]") == [False, False]
