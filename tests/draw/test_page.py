"""Requirements of pages on the map: one picture for both themes, and the elements its scripts need."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tests.draw.builders import SVG, elements_of_class, first_position, late_position, parse_svg
from tetsudo.core.actions import Route
from tetsudo.core.errors import BadInput
from tetsudo.core.units import YELLOW
from tetsudo.draw import Position, css_variables, map_svg, market_svg, tile_svg, token_svg
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE_KINDS

POSITION = late_position()
HEX_COLOUR = re.compile("#[0-9a-f]{6}")
TARGET = 14.0


def hex_of(root: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(hex for hex in elements_of_class(root, "hex") if hex.get("data-hex") == name)


def variables(text: str) -> dict[str, str]:
    return dict(declared.split(":") for declared in text.split(";") if declared)


@pytest.mark.parametrize("draw", [map_svg, market_svg])
def test_a_page_decides_on_all_colours_but_the_companies(draw: Callable[..., str]) -> None:
    svg = draw(POSITION, theme="page")
    assert svg.count("var(--draw-") > 100
    fixed = set(HEX_COLOUR.findall(re.sub(r"var\([^)]*\)", "", svg)))
    companies = {company.colour for company in POSITION.setup.companies}
    assert fixed <= companies | {"#17140f", "#ffffff", "#3f4447"}  # text colours on those, and boxes for diesels


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("draw", [map_svg, market_svg])
def test_with_its_variables_a_page_shows_the_theme_itself(draw: Callable[..., str], theme: str) -> None:
    declared = variables(css_variables(theme))
    shown = re.sub(r"var\((--draw-[\w-]+)\)", lambda match: declared[match[1]], draw(POSITION, theme="page"))
    assert re.sub(r"(tetsudo-[a-z_]+)-page", rf"\1-{theme}", shown) == draw(POSITION, theme=theme)


def test_both_themes_declare_the_same_variables() -> None:
    light, dark = (variables(css_variables(theme)) for theme in ("light", "dark"))
    assert light.keys() == dark.keys()
    assert light["--draw-sea"] == "#d8e8ef"
    assert dark["--draw-face-yellow"] == "#dcc153"
    with pytest.raises(BadInput, match="no colours of its own"):
        css_variables("page")


def test_a_hex_holds_its_ground() -> None:
    root = parse_svg(map_svg(POSITION))
    for hex in elements_of_class(root, "hex"):
        (ground,) = elements_of_class(hex, "ground")
        assert ground in list(hex)
        assert ground.get("fill-opacity") == "0"
    grounds = {path.get("fill"): path.get("d", "").count("M") for path in elements_of_class(root, "grounds")[0]}
    shown = [POSITION.setup.faces[face].colour for face in POSITION.state.tiles]
    assert grounds["#f6dc69"] == shown.count(YELLOW) > 0
    assert sum(grounds.values()) == len(shown)


def test_every_sign_that_a_map_uses_is_defined_in_it_once() -> None:
    svg = map_svg(POSITION)
    used, defined = set(re.findall(r'href="#([^"]+)"', svg)), re.findall(r' id="([^"]+)"', svg)
    assert {"tetsudo-mountain-light-paper", "tetsudo-river-light-paper"} & used
    assert used <= set(defined)
    assert len(set(defined)) == len(defined)


def test_stops_can_be_found_by_their_node() -> None:
    root = parse_svg(map_svg(POSITION))
    for place in POSITION.setup.map.hexes:
        nodes = POSITION.setup.faces[POSITION.state.tiles[place.id]].nodes
        stops = elements_of_class(hex_of(root, place.name), "stop")
        found = [(int(stop.attrib["data-node"]), stop.attrib["class"]) for stop in stops]
        assert found == [(i, f"stop {NODE_KINDS[node.kind]}") for i, node in enumerate(nodes) if node.kind != JUNCTION]


def test_cities_have_their_slots() -> None:
    root = parse_svg(map_svg(POSITION))
    for place in POSITION.setup.map.hexes:
        nodes = POSITION.setup.faces[POSITION.state.tiles[place.id]].nodes
        cities = elements_of_class(hex_of(root, place.name), "city")
        slots = {int(city.attrib["data-city"]): len(elements_of_class(city, "slot")) for city in cities}
        assert slots == {i: node.slots for i, node in enumerate(nodes) if node.kind == CITY}


@pytest.mark.parametrize("position", [first_position(), POSITION], ids=["start", "late"])
def test_stops_are_easily_pointed_at(position: Position) -> None:
    for stop in elements_of_class(parse_svg(map_svg(position)), "stop"):
        (target,) = elements_of_class(stop, "target")
        assert target.get("pointer-events") == "all"
        assert reach(target) >= TARGET


def reach(target: ElementTree.Element) -> float:
    """Smallest extent of a target from its centre."""
    size = {key: float(target.get(key, 0)) for key in ("r", "width", "height", "stroke-width")}
    if target.tag == f"{SVG}rect":
        return min(size["width"], size["height"]) / 2
    return size["r"] + size["stroke-width"] / 2


def test_what_stands_beside_a_stop_does_not_hide_it_from_the_pointer() -> None:
    for hex in elements_of_class(parse_svg(map_svg(POSITION)), "hex"):
        furniture = elements_of_class(hex, "furniture")
        assert all(each.get("pointer-events") == "none" for each in furniture)
        for kind in ("revenue", "place", "coordinate", "number", "cost"):
            assert elements_of_class(hex, kind) == [
                mark for each in furniture for mark in elements_of_class(each, kind)
            ]


def test_what_glows_and_the_marks_of_routes_do_not_catch_the_pointer() -> None:
    setup = POSITION.setup
    route = Route(4, (setup.map.by_name["E2"], setup.map.by_name["F1"]))
    root = parse_svg(map_svg(POSITION, lit=[3], routes=[route]))
    for kind in ("lit", "glows", "stops"):
        assert [layer.get("pointer-events") for layer in elements_of_class(root, kind)] == ["none"]


def test_glows_lie_over_the_hexes_and_below_the_marks_of_routes() -> None:
    root = parse_svg(map_svg(POSITION))
    (layer,) = [group for group in root.iter(f"{SVG}g") if of_class_here(group, "glows")]
    kinds = [str(child.get("class")) for child in layer]
    assert kinds.index("glows") > max(i for i, kind in enumerate(kinds) if kind == "hex")
    assert not list(elements_of_class(layer, "glows")[0])


def of_class_here(group: ElementTree.Element, name: str) -> bool:
    return any(child.get("class") == name for child in group)


@pytest.mark.parametrize("sized", [True, False])
def test_a_page_may_size_pictures(sized: bool) -> None:
    pictures = [draw(POSITION, sized=sized) for draw in (map_svg, market_svg)]
    for svg in (*pictures, tile_svg(POSITION.setup.faces[80], sized=sized)):
        root = parse_svg(svg)
        assert root.get("viewBox")
        assert (root.get("width") is not None) is (root.get("height") is not None) is sized


def test_a_mark_says_whose_it_is() -> None:
    company = POSITION.setup.company("KO")
    root = parse_svg(token_svg(company, 16))
    assert (root.get("width"), root.get("data-company"), root.get("role")) == ("16", "KO", "img")
    assert root.get("aria-label") == company.name
    disc = next(root.iter(f"{SVG}circle"))
    assert (disc.get("fill"), disc.get("stroke")) == (company.colour, "var(--draw-edge)")
    assert next(root.iter(f"{SVG}text")).text == "KO"


def test_a_mark_beside_a_name_is_hidden_from_readers() -> None:
    root = parse_svg(token_svg(POSITION.setup.company("KO"), hidden=True))
    assert root.get("aria-hidden") == "true"
    assert root.get("role") is None
    assert not list(root.iter(f"{SVG}title"))
