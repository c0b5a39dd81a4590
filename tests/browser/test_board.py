"""The board of 1890 as the page draws it, compared hex by hex with the facts' drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

import tetsudo
from tests.browser.at_table import import_game
from tests.browser.boards import Board, City, facts_board, page_board
from tests.browser.games import decision_is, first_position, simple_game
from tests.titles.facts import section

AIRPORT: Final = ("Kansai", "Airport")
"""English name; the drawing has Kūkō."""

CROWDED: Final = {"G12"}
"""Hexes with room for the terrain cost but not for its sign."""

CORPORATIONS: Final = {name: name for name in ("JR", "OS")} | {
    "Kh": "KH",
    "Nk": "NK",
    "Sy": "SY",
    "Hs": "HS",
    "Hk": "HK",
}
MINORS: Final = {"1": "KAN", "2+3": "OER", "4": "NER", "5": "KER"}
IN_KINKI: Final = {"1": "KN", "2+3": "KN", "4": "KN", "5": "KER"}
FEW: Final = {"JR": "JR", "Sy": "SY", "Hs": "HS", "Hk": "HK", "5": "KER"}

HOMES: Final[dict[str, dict[str, str]]] = {
    "A": FEW,
    "B": {**FEW, "Kh": "KH"},
    "C": CORPORATIONS | MINORS,
    "D": CORPORATIONS | IN_KINKI,
}
"""Labels in the drawing's circles, with the scenario's companies; 5 is Kobe Electric."""

LETTERS: Final[dict[str, dict[str, str]]] = {
    "A": {"A": "A", "B": "B", "E": "C", "F": "E"},
    "B": {"A": "A", "B": "B", "E": "E", "F": "D"},
}
"""Scenarios in which privates have other letters than in the full game (companies.yaml)."""

LANDS: Final[dict[str, int]] = {"A": 37, "B": 46, "C": 83, "D": 83}
"""Number of hexes in each scenario."""


def wanted(shared: Path, scenario: str) -> Board:
    """The expected board of a scenario, from the facts."""
    facts = shared / "facts" / "1890"
    board = facts_board(facts / "map.svg")
    text = "\n".join(section(facts / "scenarios.yaml", "scenarios")).partition(f"  {scenario}:\n")[2]
    listed = re.search(r"hexes: \[(.*?)\]", text.partition("\n    method")[0])
    names = listed[1].split(", ") if listed else list(board)
    found = {name: board[name] for name in names}
    homes, letters = HOMES[scenario], LETTERS.get(scenario, {})
    for name, hex in found.items():
        cities = tuple(City(city.sides, city.slots, known(city.homes, homes)) for city in hex.cities)
        found[name] = replace(hex, cities=cities, letter=letters.get(hex.letter, hex.letter))
    return found


def known(homes: tuple[str, ...], names: dict[str, str]) -> tuple[str, ...]:
    """The companies among the homes that are in the scenario."""
    return tuple(names[home] for home in homes if home in names)


@pytest.mark.parametrize("scenario", [pytest.param(each, marks=pytest.mark.long) for each in "ABD"] + ["C"])
def test_every_hex_is_as_the_facts_draw_it(page: Page, shared: Path, scenario: str) -> None:
    import_game(page, tetsudo.new("1890", ("Ann", "Bo", "Cy"), scenario=scenario).record())
    svg = page.locator("svg#map").evaluate("svg => new XMLSerializer().serializeToString(svg)")
    shown, board = page_board(svg), wanted(shared, scenario)
    assert len(shown) == LANDS[scenario]
    assert shown.keys() == board.keys()
    for name, hex in board.items():
        cost = hex.cost and f"¥{hex.cost}"
        terrain = "" if name in CROWDED else hex.terrain
        place = AIRPORT if "Kansai" in hex.name else hex.name
        closed = tuple(side for side in hex.closed if beyond(name, side) in board)
        assert shown[name] == replace(
            hex, centre=shown[name].centre, cost=cost, terrain=terrain, name=place, closed=closed
        ), name


STEPS: Final = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""Row and column steps to the neighbour on each side."""


def beyond(name: str, side: int) -> str:
    """The coordinate of the hex beyond a side."""
    rows, columns = STEPS[side]
    return f"{chr(ord(name[0]) + rows)}{int(name[1:]) + columns}"


@pytest.mark.long
def test_hexes_lie_as_on_the_drawing(page: Page, shared: Path) -> None:
    """Rows and columns agree: one scale and one offset map each centre to the page's."""
    board = facts_board(shared / "facts" / "1890" / "map.svg")
    import_game(page, tetsudo.new("1890", ("Ann", "Bo", "Cy"), scenario="C").record())
    svg = page.locator("svg#map").evaluate("svg => new XMLSerializer().serializeToString(svg)")
    shown = page_board(svg)
    west, east = board["F1"], board["F19"]
    scale = (shown["F19"].centre[0] - shown["F1"].centre[0]) / (east.centre[0] - west.centre[0])
    for name, hex in board.items():
        for axis in (0, 1):
            there = shown["F1"].centre[axis] + scale * (hex.centre[axis] - west.centre[axis])
            assert abs(shown[name].centre[axis] - there) < 1, name


def test_names_can_be_read_on_the_whole_map(page: Page) -> None:
    """At 1440 pixels each name is 9 pixels high, or as wide as its hex."""
    game = simple_game(1, ("Ann", "Bo", "Cy", "Di"), 0.1, title="1890", scenario="C")
    import_game(page, first_position(game, decision_is("run", 4)).record())
    sizes = page.locator("#map .place").evaluate_all(
        """places => places.map((place) => {
          const line = place.children[0], scale = line.getScreenCTM().a;
          const widest = Math.max(...[...place.children].map((each) => each.getBoundingClientRect().width));
          return [line.textContent, line.getAttribute("font-size") * scale, widest / document.querySelector(
            "#map .ground").getBoundingClientRect().width];
        })"""
    )
    assert len(sizes) > 40
    assert [size for size in sizes if size[1] < 8.95 and size[2] < 0.75] == []
    assert sum(size[1] >= 8.95 for size in sizes) > 0.8 * len(sizes)
