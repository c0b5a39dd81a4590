"""Pictures of every page, for people to judge: `make pictures`, or `python -m tests.browser.pictures ring 390`.

Each is saved in build/pictures as PAGE-MOMENT.WIDTH.THEME.png. Words after the command select pictures whose names
contain all of them; the word `manual` selects those in the manual, which are also saved in docs/pictures, at a smaller
size; `ja` makes them in Japanese (needs fonts: Debian's fonts-ipafont-gothic).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium
from tests.browser.at_table import TablePage, import_game, open_table
from tests.browser.moments import MOMENTS
from tests.server import Server

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FOLDER: Final = ROOT / "build" / "pictures"
SCREENS: Final[dict[str, dict[str, Any]]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1024": {"viewport": {"width": 1024, "height": 768}},
    "390": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
THEMES: Final = ("light", "dark")
"""Colour schemes, by their CSS names."""

MANUAL: Final = ROOT / "docs" / "pictures"
MANUAL_NAMES: Final = {
    ("table-ring-late", "1024", "light"): "laying",
    ("table-deal", "1440", "light"): "shares",
    ("table-1890-run", "1024", "light"): "running",
    ("table-track-early", "390", "dark"): "phone",
    ("what-if", "1024", "light"): "whatif",
}
"""Pictures in the manual, with their file names."""
JPEG_QUALITY: Final = 60
"""Quality of those, in percent: legible, and at most 150 kB."""

Prepare = Callable[[Page, "Place"], None]


@dataclass
class Place:
    """The server with the tables of the pictures."""

    server: Server
    language: str = "en"
    state: Any = None  # cookies of the tables' owner
    tables: dict[str, str] = field(default_factory=dict)


def main(words: Sequence[str]) -> int:
    """Make the pictures whose names have all of `words`."""
    if chromium.command() is None:
        print(f"make pictures {chromium.MISSING}", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server.start(Path(folder) / "site.db", pace=60) as server,
        chromium.browser() as browser,
    ):
        place = Place(server, "ja" if "ja" in words else "en")
        made = sum(
            _picture(browser, place, *each) for each in _wanted_pictures([word for word in words if word != "ja"])
        )
    print(f"{made} pictures are in {FOLDER.relative_to(ROOT)}")
    return 0


def _wanted_pictures(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for scene in SCENES:
        for screen in SCREENS:
            for theme in THEMES:
                shown = MANUAL_NAMES.get((scene, screen, theme))
                known = (scene, screen, theme, *(("manual", shown) if shown else ()))
                if all(word in known or word in scene for word in words):
                    yield scene, screen, theme


def _picture(browser: Browser, place: Place, scene: str, screen: str, theme: str) -> bool:
    with _person(browser, place, screen, theme) as page:
        SCENES[scene](page, place)  # uses the pages' English words
        place.state = page.context.storage_state()
        if place.language != "en":
            page.context.add_cookies([{"name": "django_language", "value": place.language, "url": page.url}])
            page.goto("about:blank")  # otherwise an address with a fragment would not be reloaded
            SCENES[scene](page, place)
        page.evaluate("document.fonts.ready")
        language = "" if place.language == "en" else f".{place.language}"
        page.screenshot(path=FOLDER / f"{scene}.{screen}.{theme}{language}.png", animations="disabled")
        shown = MANUAL_NAMES.get((scene, screen, theme))
        if shown and not language:
            path = MANUAL / f"{shown}.jpg"
            page.screenshot(path=path, type="jpeg", quality=JPEG_QUALITY, scale="css", animations="disabled")
    return True


@contextmanager
def _person(browser: Browser, place: Place, screen: str, theme: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=place.server.address,
        color_scheme=theme,  # type: ignore[arg-type]
        storage_state=place.state,
        reduced_motion="reduce",
        locale="en-GB",
        **SCREENS[screen],
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


# Tables


def table(page: Page, place: Place, name: str) -> TablePage:
    """The table at a moment; imported when first needed."""
    if name not in place.tables:
        place.tables[name] = import_game(page, MOMENTS[name]().record(), f"Friday evening: {name}").address
    page.goto(place.tables[name])
    return TablePage(page)


def table_scene(name: str) -> Prepare:
    """Scene: the table."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)

    return prepare


def tab_scene(name: str, panel: str) -> Prepare:
    """Scene: a table with one of its tabs open."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name).open_tab(panel)
        if panel == "notes":
            page.locator("#notes-text").wait_for()  # the fields are fetched

    return prepare


def page_scene(address: str) -> Prepare:
    """Scene: a page at a fixed address."""

    def prepare(page: Page, place: Place) -> None:
        page.goto(address)

    return prepare


def plots_scene(name: str) -> Prepare:
    """Scene: the plots, with the pointer on a round."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name).open_tab("plots")
        page.locator("#plot-worth .plot-frame").press("ArrowLeft")

    return prepare


def command_scene(name: str, typed: str) -> Prepare:
    """Scene: the field for typed moves, with a completion chosen."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)
        page.locator("[data-command]").click()
        page.locator("#command-text").press_sequentially(typed)
        page.locator(f'#command-list [data-text^="{typed}"]').first.wait_for()
        page.keyboard.press("ArrowDown")

    return prepare


def end_scene(name: str) -> Prepare:
    """Scene: the end of a game."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)
        page.goto(f"{place.tables[name]}end/")
        expect(page.locator(".moments")).to_be_visible()

    return prepare


def paper_scene(name: str) -> Prepare:
    """Scene: a position to print."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)
        page.goto(f"{place.tables[name]}print/")

    return prepare


def preset_scene(page: Page, place: Place) -> None:
    """A new table filled in from a preset, with others beside the heading."""
    if "preset" not in place.tables:
        page.goto("/new/?title=1890&scenario=C&players=5&variants=normal-kinki")
        page.locator("#keep summary").click()
        for name in ("Quick evening", "Two at home", "Our club's way"):
            page.locator("#preset-name").fill(name)
            page.locator("#save").click()
            expect(page.locator(".origin strong")).to_have_text(name)
        place.tables["preset"] = page.locator("#saved-link").input_value()
    page.goto(place.tables["preset"])


def past_scene(page: Page, place: Place) -> None:
    """The late game, at an early position in its history."""
    table(page, place, "run")
    page.goto(f"{place.tables['run']}at/300/")


def deal_scene(page: Page, place: Place) -> None:
    """A selected share, with its company's card open and the market under the map."""
    at_table = table(page, place, "stock-late")
    if page.viewport_size and page.viewport_size["width"] >= 900:
        at_table.open_tab("market")
    page.locator("#acts .deal").first.click()
    page.locator("#acts .card:not([hidden]) [data-action]").first.click()
    page.wait_for_load_state("networkidle")


def ring_scene(name: str) -> Prepare:
    """Scene: a selected hex."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)
        page.locator("#map .hex.lit .ground").first.click(force=True)
        expect(page.locator("#hexmenu .tile, .ring .ring-tile").locator("visible=true").first).to_be_visible()

    return prepare


def chart_scene(name: str, hex: str) -> Prepare:
    """Scene: a chart of what a hex can become."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)
        page.locator(f'#map .hex[data-hex="{hex}"]').dispatch_event("contextmenu")
        expect(page.locator("#chart")).to_be_visible()

    return prepare


def numbers_scene(name: str) -> Prepare:
    """Scene: a table with large tile numbers on the map."""

    def prepare(page: Page, place: Place) -> None:
        table(page, place, name)
        if page.locator("#tab-map").is_visible():
            page.locator("#tab-map").click()
        page.keyboard.press("t")
        expect(page.locator("#map .tile-number").first).to_be_visible()
        page.evaluate("localStorage.removeItem('tetsudo-numbers')")  # for this scene only

    return prepare


def what_if(page: Page, place: Place) -> None:
    """The board of a late game as a what-if board."""
    table(page, place, "1890-run")
    page.goto(f"{place.tables['1890-run']}board/")
    expect(page.locator(".lines").first).to_be_visible()


def what_if_hex(page: Page, place: Place) -> None:
    """The same with a selected hex."""
    what_if(page, place)
    page.goto(f"{page.url}&hex=F13")
    expect(page.locator(".hexmenu")).to_be_visible()


def branched_scene(page: Page, place: Place) -> None:
    """A what-if game with its tree of branches."""
    if "branched" not in place.tables:
        past_scene(page, place)
        page.get_by_role("button", name="Branch from here").click()
        page.locator("[data-branched]").wait_for()
        place.tables["branched"] = page.url
    page.goto(place.tables["branched"])
    button = page.get_by_role("button", name="Moves you have tried")
    if button.is_visible():  # on a phone the tree is beside the map
        button.click()


def waiting(page: Page, place: Place) -> None:
    """A table with open seats."""
    if "waiting" not in place.tables:
        open_table(page, ("here", "Ann"), *[("open", "")] * 3)
        place.tables["waiting"] = page.url
    page.goto(place.tables["waiting"])


def lobby(page: Page, place: Place) -> None:
    """The lobby with tables of all kinds."""
    for name in ("auction", "track-late", "finished"):
        table(page, place, name)
    waiting(page, place)
    page.goto("/")


def guided_scene(page: Page, place: Place) -> None:
    """A newcomer's first game, before their first move."""
    if "guided" not in place.tables:
        page.goto("/")
        page.locator("[name=guided]").click()
        page.locator("#guide").wait_for()
        place.tables["guided"] = page.url
    page.goto(place.tables["guided"])


SCENES: Final[dict[str, Prepare]] = {
    "lobby-empty": page_scene("/"),
    "new": page_scene("/new/"),
    "new-open": page_scene("/new/?seating=open&players=6"),
    "new-preset": preset_scene,
    "waiting": waiting,
    **{f"table-{name}": table_scene(name) for name in MOMENTS},
    "table-ring-early": ring_scene("track-early"),
    "table-ring-late": ring_scene("track-late"),
    "table-chart": chart_scene("stock-early", "E8"),
    "table-chart-late": chart_scene("1890-run", "F13"),
    "table-numbers": numbers_scene("1890-run"),
    "table-past": past_scene,
    "table-branched": branched_scene,
    "table-plots": plots_scene("run"),
    "table-1890-plots": plots_scene("1890-finished"),
    "paper": paper_scene("stock-late"),
    "paper-1890": paper_scene("1890-run"),
    "end": end_scene("finished"),
    "1890-end": end_scene("1890-finished"),
    "table-deal": deal_scene,
    "table-command": command_scene("auction", "bid"),
    **{
        f"table-tab-{panel}": tab_scene("run", panel)
        for panel in ("companies", "privates", "market", "trains", "log", "chat", "notes")
    },
    **{
        f"table-early-{panel}": tab_scene("stock-early", panel)
        for panel in ("companies", "privates", "market", "trains")
    },
    "lobby": lobby,
    "import": page_scene("/import/"),
    "guest": page_scene("/guest/"),
    "settings": page_scene("/settings/"),
    "glossary": page_scene("/glossary/"),
    "puzzles": page_scene("/puzzles/"),
    "puzzle-run": page_scene("/puzzles/1889/best_run/1/"),
    "puzzle-trains": page_scene("/puzzles/1889/rusting/1/?answer=show"),
    "guided": guided_scene,
    "titles": page_scene("/titles/"),
    "what-if-titles": page_scene("/board/"),
    "what-if-empty": page_scene("/board/?title=1889"),
    "what-if": what_if,
    "what-if-hex": what_if_hex,
    "title": page_scene("/titles/1889/"),
    "rules": page_scene("/titles/1889/rules/"),
    "tile": page_scene("/titles/1889/tiles/57/"),
    **{
        f"table-1888n-tab-{panel}": tab_scene("1888n-run", panel)
        for panel in ("companies", "privates", "market", "trains", "log")
    },
    **{
        f"table-1888-tab-{panel}": tab_scene("1888-stock", panel)
        for panel in ("companies", "privates", "market", "trains")
    },
    "table-1888n-ring": ring_scene("1888n-track-early"),
    **{
        f"table-1890-tab-{panel}": tab_scene("1890-run", panel)
        for panel in ("companies", "privates", "market", "trains", "log")
    },
    **{f"table-1890-early-{panel}": tab_scene("1890-stock", panel) for panel in ("companies", "privates", "market")},
    "new-1890": page_scene("/new/?title=1890&scenario=C"),
    "title-1890": page_scene("/titles/1890/?scenario=C"),
    "title-1890-companies": page_scene("/titles/1890/?scenario=C#companies"),
    "title-1890-phases": page_scene("/titles/1890/?scenario=C#phases"),
    "title-1890-A": page_scene("/titles/1890/?scenario=A"),
    "new-1888n": page_scene("/new/?title=1888n"),
    "new-1888": page_scene("/new/?title=1888&players=6"),
    "title-1888": page_scene("/titles/1888/"),
    "title-1888n": page_scene("/titles/1888n/"),
    "rules-1888n": page_scene("/titles/1888n/rules/"),
}
"""Scenes by name. The lobby is first shown to a new visitor."""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
