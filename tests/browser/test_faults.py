"""No page has a serious accessibility fault (axe, light and dark)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.pictures import SCENES, SCREENS, THEMES, Place
from tests.server import Server

SERIOUS: Final = ("serious", "critical")
OPTIONS: Final[dict[str, Any]] = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
}
SAMPLE: Final = ("new", "table-auction")
WITH_AIDS: Final = (
    *SAMPLE, "lobby", "table-finished", "table-1888n-run", "title", "table-ring-early", "waiting", "import",
    "guest", "titles", "rules", "settings", "glossary", "guided", "table-1888-stock", "table-past",
    "what-if-titles", "what-if-hex", "end", "table-plots",
    "table-command", "table-tab-notes",
)  # fmt: skip


def sampled(scenes: Iterable[str]) -> list[Any]:
    """Scenes; those outside the sample are tested in the long run only."""
    return [scene if scene in SAMPLE else pytest.param(scene, marks=pytest.mark.long) for scene in scenes]


@pytest.fixture(scope="package")
def place(server: Server) -> Place:
    """The server with the tables of all these pages."""
    return Place(server)


@pytest.fixture
def visitor(person: Person, place: Place, screen: str) -> Page:
    """A page of the tables' owner, at a screen size."""
    return person(storage_state=place.state, reduced_motion="reduce", **SCREENS[screen])


def faults(page: Page) -> list[str]:
    """Serious faults found by axe, with their places."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("screen", ["1440", pytest.param("390", marks=pytest.mark.long)])
@pytest.mark.parametrize("scene", sampled(WITH_AIDS))
def test_axe_finds_no_serious_fault(visitor: Page, place: Place, scene: str) -> None:
    SCENES[scene](visitor, place)
    place.state = visitor.context.storage_state()
    for theme in THEMES:
        visitor.emulate_media(color_scheme=theme)
        assert not faults(visitor), theme
