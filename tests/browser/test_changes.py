"""Parts of the page that a move changes in place: afterwards the page is what a new page would be."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.hand import TablePlayer
from tests.browser.moments import MOMENTS
from tests.browser.whole_games import decision
from tetsudo.bots import SimplePlayer

SHOWN = """() => {
  const ADDED = ["style", "data-grown", "data-scale", "tabindex", "role", "aria-label"];
  const plain = (part) => {
    const copy = part.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of ADDED) each.removeAttribute(name);
      each.classList.remove("lit");
      if (each.matches(".place")) each.removeAttribute("transform");
    }
    return copy.outerHTML.replaceAll(' class=""', "");
  };
  return [...document.querySelectorAll("#map > g > :not(.glows)")].map(plain);
}"""
"""Script: the hexes and layers of the map, without what the page's own scripts add."""

PANELS = """() => Object.fromEntries("matrix log companies privates market trains since".split(" ").map((id) => {
  const copy = document.getElementById(id).cloneNode(true);
  for (const each of copy.querySelectorAll("[class]")) {
    each.classList.remove("is-here", "is-told"); // marks of the last moves, which may be over
    if (!each.classList.length) each.removeAttribute("class");
  }
  return [id, copy.innerHTML];
}))"""
"""Script: the panels' contents, without what the page's own scripts add."""


@pytest.mark.parametrize("moment", ["run", "1890-track"])
def test_the_map_on_the_page_is_the_map_of_a_new_page(page: Page, moment: str) -> None:
    game = MOMENTS[moment]()
    table = import_game(page, game.record())
    other = page.context.new_page()
    for key, to in (("ArrowLeft", game.length - 1), ("Home", 0), ("End", game.length), ("ArrowLeft", game.length - 1)):
        page.locator("body").press(key)
        table.wait_for_version(to)
        other.goto(page.url)
        assert page.evaluate(SHOWN) == other.evaluate(SHOWN), key


@pytest.mark.parametrize("moment", ["1890-stock", "dividend"])
def test_the_panels_on_the_page_are_those_of_a_new_page(page: Page, moment: str) -> None:
    game = MOMENTS[moment]()
    table = import_game(page, game.record())
    player, bot, other = TablePlayer(table, game), SimplePlayer(game.setup, Random(1)), page.context.new_page()
    for _ in range(6):
        player.play(decision(bot, player.game))
        other.goto(page.url)
        assert page.evaluate(PANELS) == other.evaluate(PANELS), player.game.actions[-1]


def test_changes_for_another_map_bring_the_whole_one(page: Page) -> None:
    """As when two answers cross: those changes are for a map that is not on the page any more."""
    game = MOMENTS["run"]()
    table = import_game(page, game.record())
    page.evaluate("""() => {
      document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
        if (detail.target.id === "map-changes") document.getElementById("map").dataset.map = "1";
      }, { capture: true, once: true });
    }""")
    page.locator("body").press("ArrowLeft")
    table.wait_for_version(game.length - 1)
    expect(page.locator("#map")).not_to_have_attribute("data-map", "")
    page.locator("body").press("End")
    table.wait_for_version(game.length)
    other = page.context.new_page()
    other.goto(page.url)
    assert page.evaluate(SHOWN) == other.evaluate(SHOWN)
