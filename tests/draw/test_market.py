"""The market as a picture and as text: every cell, its zone, and stacks in order."""

from __future__ import annotations

from math import hypot

import pytest

from tests.draw.builders import SVG, elements_of_class, first_position, parse_svg, texts
from tetsudo import new
from tetsudo.draw import Position, market_svg, market_text
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.rows import with_value


def cell_at(table: Setup, row: int, column: int) -> int:
    places = zip(table.market.rows, table.market.columns, strict=True)
    return next(cell for cell, place in enumerate(places) if place == (row, column))


def with_stack() -> Position:
    """KO on top of AR at 100, UR alone at 65."""
    position = first_position()
    table, state = position
    for symbol, cell, depth in (("AR", (0, 3), 1), ("KO", (0, 3), 0), ("UR", (5, 3), 0)):
        company = table.company(symbol).id
        state.cell = with_value(state.cell, company, cell_at(table, *cell))
        state.depth = with_value(state.depth, company, depth)
    return position


def test_every_cell_is_drawn_with_its_price() -> None:
    position = first_position()
    cells = elements_of_class(parse_svg(market_svg(position)), "cell")
    assert [texts(cell)[0] for cell in cells] == [str(price) for price in position.setup.market.prices]


def test_the_company_on_top_is_drawn_last() -> None:
    position = with_stack()
    cells = elements_of_class(parse_svg(market_svg(position)), "cell")
    stack = elements_of_class(cells[cell_at(position.setup, 0, 3)], "token")
    assert [token.get("data-company") for token in stack] == ["AR", "KO"]
    assert len(elements_of_class(parse_svg(market_svg(position)), "token")) == 3


@pytest.mark.parametrize("count", range(2, 8))
def test_no_token_hides_another_ones_mark(count: int) -> None:
    position = first_position()
    for company in range(count):
        position.state.cell = with_value(position.state.cell, company, 20)
        position.state.depth = with_value(position.state.depth, company, company)
    (cell,) = [
        cell for cell in elements_of_class(parse_svg(market_svg(position)), "cell") if elements_of_class(cell, "token")
    ]
    discs = [next(token.iter(f"{SVG}circle")) for token in elements_of_class(cell, "token")]
    places = [tuple(float(disc.attrib[key]) for key in ("cx", "cy", "r")) for disc in discs]
    assert len(places) == count
    for i, (x, y, radius) in enumerate(places):
        for over_x, over_y, _ in places[i + 1 :]:
            assert hypot(x - over_x, y - over_y) > 1.6 * radius  # a mark extends 0.6 of a radius to either side


def test_zones_are_explained() -> None:
    shown = texts(parse_svg(market_svg(first_position(), theme="dark")))
    assert "yellow: does not count toward the certificate limit" in shown
    assert "orange: does not count toward the certificate limit, no holding limit" in shown


@pytest.mark.parametrize(("title", "zone"), [("1888", "yellow"), ("1888n", "red")])
def test_a_zone_that_is_called_by_a_colour_has_it(title: str, zone: str) -> None:
    position = first_position(title=title)
    cells = elements_of_class(parse_svg(market_svg(position, theme="page")), "cell")
    fills = [next(cell.iter(f"{SVG}rect")).attrib["fill"] for cell in cells]
    zoned = {cell for cell, fill in enumerate(fills) if fill.startswith(f"var(--draw-zone-{zone})")}
    assert len(zoned) == 10
    assert {position.setup.market.prices[cell] for cell in zoned} == {40, 50, 55, 60}


@pytest.mark.parametrize("title", ["1889", "1888"])
def test_prices_can_be_read_where_the_market_is_430_pixels_wide(title: str) -> None:
    root = parse_svg(market_svg(first_position(title=title)))
    width = float(root.attrib["viewBox"].split()[2])
    sizes = {
        float(text.attrib["font-size"]) for cell in elements_of_class(root, "cell") for text in cell.iter(f"{SVG}text")
    }
    assert min(sizes) * 430 / width >= 7


def test_the_market_in_letters() -> None:
    game = new("1889", players=["Ann", "Bo"])
    stacked = with_stack()
    game.state.cell = stacked.state.cell
    game.state.depth = stacked.state.depth
    lines = market_text(game).splitlines()
    assert lines[0].split()[:5] == ["75", "80", "90", "100*", "110"]
    assert [line.split() for line in lines[1:3]] == [["KO"], ["AR"]]
    assert lines[1].index("KO") == lines[0].index("100*")
    assert lines[-1] == "* par, y yellow zone, o orange zone"
    assert all(len(line) <= 100 for line in lines)
