"""The designer's workbench in a browser: from an empty folder to a title that the engine plays."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import tetsudo
from tests.browser.watch import Watch
from tests.conftest import ROOT
from tests.design.workbench import Workbench, fill, started, title_texts
from tetsudo.lab.design.maker import parse_game
from tetsudo.lab.random_play import play_random

VALLEY = ROOT / "tests" / "titles" / "valley"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Workbench]:
    """The workbench for a folder that does not exist yet."""
    with started(tmp_path_factory.mktemp("new") / "coal") as found:
        yield found


@pytest.fixture
def valley(tmp_path: Path, browser: Browser) -> Iterator[Workbench]:
    """The workbench for a copy of Four Valleys."""
    with started(fill(tmp_path / "valley", title_texts(VALLEY))) as found:
        yield found


@pytest.fixture
def watched(browser: Browser) -> Iterator[Page]:
    """A page on a wide screen; any fault fails the test."""
    watch, context = Watch(), browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(15_000)
    watch.watch_context(context)
    yield context.new_page()
    context.close()
    assert watch.faults == []


def click_hex(page: Page, name: str) -> None:
    """Click the middle of a hex."""
    page.locator(f'#map .hex[data-hex="{name}"] .ring').click(force=True)


def use_brush(page: Page, label: str) -> None:
    """Choose a brush."""
    page.locator("#brushes .palette").get_by_text(label, exact=True).click()


def lines(folder: Path, file: str = "map.toml") -> dict[str, dict[str, object]]:
    """Saved hexes."""
    found: dict[str, dict[str, object]] = tomllib.loads((folder / file).read_text("utf-8"))["hexes"]
    return found


def test_from_an_empty_folder_to_a_game(empty: Workbench, watched: Page) -> None:
    page = watched
    page.goto(empty.address)
    page.get_by_label("Columns").fill("5")
    page.get_by_label("Rows").fill("4")
    page.get_by_role("button", name="Start the title").click()
    problems = page.locator("#problems")
    expect(problems).to_contain_text("No problems")
    # A city, with a place and track: the side to which it leads is off the map, and the loader says so.
    use_brush(page, "City")
    click_hex(page, "A4")
    use_brush(page, "Choose")
    click_hex(page, "A4")
    expect(page.locator("#side h2")).to_contain_text("A4")
    page.get_by_label("Place").fill("Coalville")
    page.get_by_label("Colour", exact=True).last.select_option("yellow")
    expect(page.locator("#k-line")).to_have_value(
        'A4 = { place = "Coalville", colour = "yellow", nodes = ["city 1 0"] }'
    )
    page.locator('.draw .handle[data-end="2"]').click()
    page.locator('.draw .handle[data-end="n0"]').click()
    expect(problems).to_contain_text("leads nowhere at side 2")
    expect(page.locator(".own-problems")).to_contain_text("leads nowhere at side 2")
    expect(page.locator('#map .hex[data-hex="A4"].has-problem')).to_have_count(1)
    # The line says the same, and can be corrected there: now side 4.
    line = page.locator("#k-line")
    expect(line).to_have_value('A4 = { place = "Coalville", colour = "yellow", nodes = ["city 1 0"], track = "2-n0" }')
    line.fill('A4 = { place = "Coalville", colour = "yellow", nodes = ["city 1 20"], track = "4-n0" }')
    line.blur()
    expect(problems).to_contain_text("No problems")
    expect(page.locator(".own-problems")).to_be_hidden()
    expect(page.locator(".has-problem")).to_have_count(0)
    expect(page.get_by_label("Value of stop 0")).to_have_value("20")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notice")).to_contain_text("Saved title.toml, map.toml")
    assert lines(empty.folder)["A4"] == {
        "place": "Coalville", "colour": "yellow", "nodes": ["city 1 20"], "track": "4-n0"
    }  # fmt: skip
    game = tetsudo.new(empty.folder, ["Ann", "Bo", "Cy"])
    assert play_random(game, Random(5), 20).actions == 20


def test_painting_by_dragging_and_undo(valley: Workbench, watched: Page) -> None:
    page = watched
    page.goto(valley.address)
    use_brush(page, "Terrain")
    page.get_by_label("Cost").first.fill("60")
    boxes = [page.locator(f'#map .hex[data-hex="{name}"] .ring').bounding_box() for name in ("B5", "B7", "C8")]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*centres[0])
    page.mouse.down()
    for x, y in centres[1:]:
        page.mouse.move(x, y, steps=6)
    page.mouse.up()
    expect(page.locator("#bar")).to_contain_text("Unsaved")
    page.keyboard.press("Control+s")
    expect(page.locator("#notice")).to_contain_text("Saved map.toml")
    assert {lines(valley.folder)[name].get("cost") for name in ("B5", "B7", "C8")} == {60}
    page.locator("#map").focus()
    page.keyboard.press("Control+z")  # one stroke is one step
    expect(page.locator("#bar")).to_contain_text("Unsaved")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    assert (valley.folder / "map.toml").read_text("utf-8") == (VALLEY / "map.toml").read_text("utf-8")


def test_keys_are_enough(valley: Workbench, watched: Page) -> None:
    page = watched
    page.goto(valley.address + "map?hex=C4")
    page.locator("#map").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#side h2")).to_have_text("C6 Brookton")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#side h2")).to_contain_text("C8")
    page.get_by_role("radio", name="Town", exact=True).focus()
    page.keyboard.press("Space")
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#k-line")).to_have_value('C8 = { nodes = ["town 0"] }')
    page.locator('.draw .handle[data-end="3"]').focus()
    page.keyboard.press("Enter")
    page.locator('.draw .handle[data-end="n0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#k-line")).to_have_value('C8 = { nodes = ["town 0"], track = "3-n0" }')
    page.locator("#map").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#side h2")).to_have_text("C8: no hex")


def test_tiles(valley: Workbench, watched: Page) -> None:
    page = watched
    page.goto(valley.address + "tiles")
    page.get_by_label("Tile 7", exact=True).click()
    expect(page.locator(".followers [aria-pressed=true]")).to_have_count(4)
    page.get_by_label("Upgrade 29").click()
    expect(page.locator("#k-line")).to_have_value('7 = { count = 3, upgrades = "26 27 28" }')
    page.locator(".catalogue summary").click()
    page.get_by_label("Add tile 19", exact=True).click()
    expect(page.locator("#side h2")).to_have_text("Tile 19 green")
    expect(page.get_by_label("Add tile 19", exact=True)).to_have_count(0)
    expect(page.get_by_label("Tile 19", exact=True)).to_be_visible()
    page.locator(".own [name=number]").fill("X1")
    page.locator(".own select").select_option("green")
    page.get_by_role("button", name="Draw it").click()
    expect(page.locator("#side h2")).to_have_text("Tile X1 green")
    page.get_by_role("button", name="City").click()
    expect(page.locator('.draw .handle[data-end="n0"]')).to_be_visible()
    for end in ("1", "5"):
        page.locator(f'.draw .handle[data-end="{end}"]').click()
        page.locator('.draw .handle[data-end="n0"]').click()
        expect(page.locator("#k-line")).to_have_value(re.compile(f"{end}-n0"))
    expect(page.locator("#k-line")).to_have_value('X1 = { count = 1, nodes = ["city 1 0"], track = "0-3 1-n0 5-n0" }')
    expect(page.locator("#problems")).to_contain_text("No problems")
    page.get_by_label("Count").fill("0")
    page.get_by_label("Count").blur()
    page.get_by_role("link", name="Files").click()
    page.get_by_role("link", name="tiles.toml").click()
    expect(page.locator("#text")).to_have_value(re.compile(r"X1 += \{ count = 1, nodes"))


def test_the_export_says_what_it_leaves_out(valley: Workbench, watched: Page) -> None:
    page = watched
    page.goto(valley.address + "files")
    page.get_by_text("Left out by the export").click()
    expect(page.locator(".left-out")).to_contain_text("variants of title.toml")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export for 18xx-maker").click()
    assert download.value.suggested_filename == "valley.json"
    assert parse_game(download.value.path().read_text("utf-8"))["info"]["title"] == "Four Valleys"


def test_a_change_on_disk_is_told(valley: Workbench, watched: Page) -> None:
    page = watched
    page.goto(valley.address + "map?hex=B5")
    page.get_by_label("Place").fill("Mine")
    page.get_by_label("Place").blur()
    expect(page.locator("#k-line")).to_have_value('B5 = { place = "Mine" }')
    theirs = (valley.folder / "map.toml").read_text("utf-8").replace("B7 = {}", "B7 = { cost = 20 }")
    (valley.folder / "map.toml").write_text(theirs, "utf-8")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("map.toml changed on disk")
    assert (valley.folder / "map.toml").read_text("utf-8") == theirs
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("#k-line")).to_have_value("B5 = {}")
    expect(page.locator(".conflict")).to_have_count(0)


def test_it_fits_on_a_phone(valley: Workbench, browser: Browser) -> None:
    """No page scrolls sideways, and a touch paints."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    for path in ("map?hex=A2", "tiles?tile=15", "files"):
        page.goto(valley.address + path)
        expect(page.locator("#problems")).not_to_contain_text("Checking")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(valley.address + "map")
    use_brush(page, "Town")
    page.locator('#map .hex[data-hex="B5"] .ring').tap(force=True)
    expect(page.locator("#bar")).to_contain_text("Unsaved")
    context.close()


def test_readers_of_screens_find_their_way(valley: Workbench, browser: Browser) -> None:
    """No rule of axe is broken, in either theme."""
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, bypass_csp=True)
        page = context.new_page()
        for path in ("map?hex=B3", "tiles?tile=57", "files"):
            page.goto(valley.address + path)
            expect(page.locator("#problems")).not_to_contain_text("Checking")
            assert [each["id"] for each in Axe().run(page).response["violations"]] == []
        context.close()
