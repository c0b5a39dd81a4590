"""Upgrade charts and tile numbers, as people open and read them."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import TablePage, import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.test_phone import PHONE
from tetsudo.core.actions import LayTile

WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}


def ground(page: Page, hex: str) -> Locator:
    """A hex of the map."""
    return page.locator(f'#map .hex[data-hex="{hex}"] > .ground')


def press(page: Page, hex: str, **how: Any) -> None:
    """Click a hex in its middle, whatever is drawn there."""
    box = ground(page, hex).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, **how)


def tiles(page: Page) -> dict[str, list[int]]:
    """Rotations of each tile in the open chart."""
    return {
        tile.get_attribute("data-tile") or "": [
            int(face.get_attribute("data-rotation") or -1) for face in tile.locator(".chart-face").all()
        ]
        for tile in page.locator("#chart .chart-tile").all()
    }


def overlap(one: Locator, other: Locator) -> bool:
    """True if two elements share any place on the screen."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    across = a["x"] < b["x"] + b["width"] - 1 and b["x"] < a["x"] + a["width"] - 1
    return across and a["y"] < b["y"] + b["height"] - 1 and b["y"] < a["y"] + a["height"] - 1


def test_a_spectator_presses_hexes(person: Person) -> None:
    table = import_game(person(**WIDE), first_position(simple_game(), decision_is("track")).record())
    page = person(**WIDE)
    page.goto(table.address)
    chart = page.locator("#chart")
    press(page, "K4")
    expect(chart).to_be_visible()
    expect(chart.locator("[data-chart-hex]")).to_have_value("K4")
    assert tiles(page) == {"440": [0], "466": [0]}
    expect(page.locator("#map .charted")).to_have_count(1)
    assert not overlap(chart, page.locator("#acts"))
    chart.get_by_role("button", name="#440, rotation 0").click()
    expect(chart).to_contain_text("if #440 lay there")
    assert tiles(page) == {"466": [0]}
    chart.get_by_role("button", name="As it is now").click()
    expect(chart).not_to_contain_text("lay there")
    chart.locator("[data-chart-hex]").select_option("F9")
    expect(chart.locator('[data-tile="465"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(chart).to_be_hidden()
    expect(page.locator("#map .charted")).to_have_count(0)
    press(page, "K4", click_count=2, delay=20)  # a double click zooms
    expect(page.locator("#stage")).to_have_class(re.compile("is-zoomed"))
    page.wait_for_timeout(400)
    expect(chart).to_be_hidden()


def test_in_turn_by_the_menu_the_other_button_and_a_key(page: Page) -> None:
    game = first_position(simple_game(), decision_is("track"))
    import_game(page, game.record())
    chart = page.locator("#chart")
    lay = next(each for each in game.legal_actions() if isinstance(each, LayTile))
    name = game.setup.map.hexes[lay.hex].name
    press(page, "F9", button="right")
    expect(chart.locator("[data-chart-hex]")).to_have_value("F9")
    expect(page.locator("#hexmenu section")).to_have_count(0)
    page.keyboard.press("Escape")
    press(page, name)
    menu = page.locator("#hexmenu .hexmenu")
    expect(menu).to_be_visible()
    expect(chart).to_be_hidden()
    menu.get_by_role("button", name="What it can become").click()
    expect(chart.locator("[data-chart-hex]")).to_have_value(name)
    assert tiles(page).keys() >= {game.setup.tiles[lay.tile].name}
    assert not overlap(chart, page.locator("#acts"))
    page.keyboard.press("Escape")
    expect(chart).to_be_hidden()
    expect(menu).to_be_visible()  # one thing at a time
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    ground(page, "I4").hover(force=True)
    page.keyboard.press("c")
    expect(chart.locator("[data-chart-hex]")).to_have_value("I4")


def test_the_past_and_the_stock_of_tiles(page: Page) -> None:
    game = first_position(simple_game(), lambda game: game.length > 0 and isinstance(game.actions[-1], LayTile))
    lay = game.actions[-1]
    assert isinstance(lay, LayTile)
    hex, tile = game.setup.map.hexes[lay.hex].name, game.setup.tiles[lay.tile].name
    table = import_game(page, game.record())
    page.goto(f"{table.address}at/{game.length - 1}/")
    press(page, hex)
    chart = page.locator("#chart")
    expect(chart.locator(f'[data-tile="{tile}"]')).to_be_visible()
    page.keyboard.press("End")  # to the present, where it lies
    expect(page.locator("main")).to_have_attribute("data-version", str(game.length))
    expect(chart.locator(".chart-head")).to_contain_text(f"#{tile}")
    expect(chart.locator(f'.chart-step [data-tile="{tile}"]')).to_have_count(0)
    page.keyboard.press("Escape")
    TablePage(page).open_tab("trains").locator('[data-tile-chart="57"]').click()
    expect(chart.locator('[data-tile="611"]')).to_be_visible()
    chart.locator('[data-tile="14"] [data-tile-chart]').click()
    expect(chart.locator('[data-tile="611"]')).to_be_visible()
    expect(chart.locator('[data-tile="14"]')).to_have_count(0)


def test_on_a_phone_the_chart_is_a_sheet(person: Person) -> None:
    table = import_game(person(**WIDE), first_position(simple_game(), decision_is("track")).record())
    page = person(**PHONE)
    page.goto(table.address)
    ground(page, "F7").tap(force=True)
    chart = page.locator("#chart")
    expect(chart).to_be_visible()
    assert tiles(page)["9"] == [0, 1, 2]
    box = chart.bounding_box()
    assert box
    assert box["x"] == 0
    assert box["width"] == 390
    assert 0 < box["y"] < box["y"] + box["height"] <= 844 - 48
    assert chart.evaluate("each => each.scrollWidth <= each.clientWidth")
    faces = chart.locator("button.chart-face").all()
    assert all(size["width"] >= 44 and size["height"] >= 40 for face in faces[:5] if (size := face.bounding_box()))
    chart.get_by_role("button", name="Close").tap()
    expect(chart).to_be_hidden()


NUMBERS: Final = """
() => {
  const text = (hex) => document.querySelector(`#map .legible [data-of="${hex}"] .tile-number`);
  return [...document.querySelectorAll("#map .hex[data-tile]")].map((hex) => {
    const label = text(hex.dataset.hex);
    if (!label) return { hex: hex.dataset.hex, tile: hex.dataset.tile, text: "" };
    const box = label.getBoundingClientRect(), around = hex.querySelector(".ground").getBoundingClientRect();
    const scale = label.getScreenCTM().a;
    return {
      hex: hex.dataset.hex, tile: hex.dataset.tile, text: label.textContent, height: box.height,
      figures: 0.727 * scale * label.getAttribute("font-size"), fill: getComputedStyle(label).fill,
      halo: getComputedStyle(label).stroke,
      isInside: box.left >= around.left - 1 && box.right <= around.right + 1 && box.top >= around.top - 4
        && box.bottom <= around.bottom + 4,
    };
  });
}
"""
"""Script: the large number of each tile on the map."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tile_numbers_can_be_read_on_the_largest_map(person: Person, theme: str) -> None:
    """At 1440x900 without zoom, figures are at least 9 pixels high and have a halo."""
    page = person(**WIDE, color_scheme=theme)
    game = simple_game(1, ("Ann", "Bo", "Cy", "Di"), 0.1, title="1890", scenario="C")
    import_game(page, first_position(game, decision_is("run", 6)).record())
    small = page.locator("#map .number").first
    expect(small).to_be_visible()
    switch = page.get_by_role("button", name="Tile numbers")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(small).to_be_hidden()
    found = page.evaluate(NUMBERS)
    assert len(found) > 20
    for number in found:
        assert number["text"] == number["tile"]
        assert number["height"] >= 9, number
        assert number["figures"] >= 9, number
        assert number["isInside"], number
        assert {number["fill"], number["halo"]} == {"rgb(20, 17, 15)", "rgb(255, 255, 255)"}
    page.reload()
    expect(page.locator("#map .tile-number")).to_have_count(len(found))  # the browser remembers it
    page.keyboard.press("t")
    expect(page.locator("#map .tile-number")).to_have_count(0)
    expect(small).to_be_visible()


def test_tile_numbers_on_a_phone_are_in_the_map_tab(person: Person) -> None:
    page = person(**PHONE)
    import_game(page, first_position(simple_game(), decision_is("run", 4)).record())
    switch = page.get_by_role("button", name="Tile numbers")
    expect(switch).to_be_hidden()
    page.locator("#tab-map").tap()
    switch.tap()
    found = page.evaluate(NUMBERS)
    assert found
    assert all(number["figures"] >= 9 and number["text"] == number["tile"] for number in found)
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()
