"""No page has an accessibility fault (axe, light and dark, wide and on a phone)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.moments import MOMENTS
from tests.browser.pictures import SCENES, SCREENS, Place, Prepare, page_scene, table, waiting
from tests.browser.states import KINDS, states
from tests.browser.watch import Watch
from tests.server import Server

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS: Final[dict[str, Any]] = {"resultTypes": ["violations"], "runOnly": TAGS}
COLOURS: Final[dict[str, Any]] = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
"""Rules whose findings depend on the colours; only these are repeated in the dark."""


def seats(page: Page, place: Place) -> None:
    """The seats of a running game."""
    table(page, place, "track-late")
    page.goto(f"{place.tables['track-late']}seats/")


def invitation(page: Page, place: Place) -> None:
    """The page of an open seat."""
    waiting(page, place)
    page.goto(page.locator("#link-1").input_value())


def refused_table(page: Page, place: Place) -> None:
    """A new table with a seat without a name."""
    page.goto("/new/?title=1889&players=3")
    page.locator("[name=seat-0-name]").fill("")
    page.locator(".new").evaluate("each => { each.noValidate = true; each.submit() }")
    page.locator(".errorlist").first.wait_for()


def refused_file(page: Page, place: Place) -> None:
    """The import page after a file that is no game."""
    page.goto("/import/")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    page.locator("main form button").last.click()
    page.locator("main :is(.error, .errorlist, .refusal)").first.wait_for()


def unfolded(page: Page, place: Place) -> None:
    """A new table with all folds open."""
    page.goto("/new/?title=1890&scenario=C&players=7")
    for fold in page.locator(".fold > summary").all():
        fold.click()


OTHERS: Final[dict[str, Prepare]] = {
    "seats": seats,
    "invitation": invitation,
    "new-refused": refused_table,
    "import-refused": refused_file,
    "new-unfolded": unfolded,
    "not-found": page_scene("/nothing/"),
    "clause": page_scene("/titles/1889/rules/1889-OR-07/"),
    "rules-found": page_scene("/titles/1889/rules/?q=token"),
}
"""Pages that have no picture."""

PAGES: Final[dict[str, Prepare]] = OTHERS | {
    name: SCENES[name]
    for name in (
        "new", "lobby", "waiting", "import", "guest", "settings", "glossary", "guided", "titles", "title", "title-1890",
        "title-1888n", "rules", "rules-1888n", "what-if-titles", "what-if-empty", "what-if", "what-if-hex", "end",
        "1890-end", "table-command", "table-past", "table-branched", "table-plots", "table-finished",
        *(f"table-tab-{panel}" for panel in ("companies", "privates", "market", "trains", "log", "chat", "notes")),
        "table-1890-tab-companies",
    )
}  # fmt: skip

SAMPLE: Final = ("new", "title", "auction")

OPENED: Final = ("auction", "stock-late", "track-late", "run", "trains", "1890-window", "seven-stock")
"""Moments at which everything that can be opened is tested, too."""


def sampled(names: Iterable[str]) -> list[Any]:
    """Names; those outside the sample are tested in the long run only."""
    return [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in names]


@pytest.fixture(scope="package")
def place(server: Server) -> Place:
    """The server with the tables of all these pages."""
    return Place(server)


@pytest.fixture
def visitor(person: Person, place: Place, screen: str, watch: Watch) -> Page:
    """A page of the tables' owner, at a screen size."""
    watch.allow_status(404)
    return person(storage_state=place.state, reduced_motion="reduce", **SCREENS[screen])


EXCEPTED: Final = """each => {
  const foot = document.querySelector(".new > .finish")?.getBoundingClientRect();
  return Boolean(each.closest("#matrix")) || (foot && each.getBoundingClientRect().bottom > foot.top);
}"""


def is_excepted(page: Page, fault: dict[str, Any], node: dict[str, Any]) -> bool:
    """True for the size of the matrix's cells, and of what the foot of *New table* covers until the page is scrolled.

    The matrix is a dense table, whose actions are also in the decision's lists: minors of 1890 have rows of 18 pixels
    on a wide screen; WCAG 2.5.8 excepts equivalent controls. On a phone its rows are 26 or 44 pixels high.
    """
    return fault["id"] == "target-size" and bool(page.locator(node["target"][0]).first.evaluate(EXCEPTED))


STILL: Final = """() => Promise.allSettled(
    document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity)
        .map((each) => each.finished))"""
"""Waits for the end of animations: the first colours of one are no fault."""


def faults(page: Page) -> list[str]:
    """Faults found by axe, with their places, in the light and in the dark."""
    found = []
    for theme, options in (("light", OPTIONS), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate(STILL)
        found += [
            f"{theme}: {fault['id']} ({fault['impact']}): {node['target']} {node['failureSummary']}"
            for fault in Axe().run(page, options=options).response["violations"]
            for node in fault["nodes"]
            if not is_excepted(page, fault, node)
        ]
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("screen", ["1440", pytest.param("390", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sampled(PAGES))
def test_axe_finds_no_fault_on_a_page(visitor: Page, place: Place, name: str) -> None:
    PAGES[name](visitor, place)
    place.state = visitor.context.storage_state()
    assert faults(visitor) == []


@pytest.mark.parametrize("screen", ["1440", pytest.param("390", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sampled(KINDS))
def test_axe_finds_no_fault_at_a_decision(visitor: Page, name: str) -> None:
    import_game(visitor, MOMENTS[name]().record())
    shown = states(visitor) if name in OPENED else ["at rest"]
    assert [f"{state}: {fault}" for state in shown for fault in faults(visitor)] == []
