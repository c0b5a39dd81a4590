"""The map shows the state: every hex once, tokens in place, blocked and highlighted hexes."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from xml.etree import ElementTree

import pytest

from tests.draw.builders import SVG, elements_of_class, face, first_position, late_position, parse_svg, texts
from tetsudo.core.actions import Route
from tetsudo.core.errors import BadInput
from tetsudo.draw import Position, map_svg
from tetsudo.draw.map.hex_cache import layers
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.rows import tuple_with_value
from tetsudo.engine.state.state import CLOSED, set_status


def hexes(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {element.attrib["data-hex"]: element for element in elements_of_class(root, "hex")}


def marks(root: ElementTree.Element, kind: str) -> dict[str, list[str]]:
    """Companies of the tokens or homes, by hex."""
    found = {
        name: [mark.attrib["data-company"] for mark in elements_of_class(hex, kind)]
        for name, hex in hexes(root).items()
    }
    return {name: companies for name, companies in found.items() if companies}


@pytest.mark.parametrize(
    "position", [first_position(), late_position(), first_position(title="1888")], ids=["start", "late", "1888"]
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_hex_is_drawn_once(position: Position, theme: str) -> None:
    drawn = [hex.get("data-hex") for hex in elements_of_class(parse_svg(map_svg(position, theme=theme)), "hex")]
    assert sorted(filter(None, drawn)) == sorted(hex.name for hex in position.setup.map.hexes)


def test_homes_are_reserved_until_their_companies_come() -> None:
    root = parse_svg(map_svg(first_position()))
    assert marks(root, "token") == {}
    assert marks(root, "home") == {
        "K8": ["AR"], "E2": ["IR"], "I2": ["SR"], "K4": ["KO"], "F9": ["TR"], "C10": ["KU"], "B7": ["UR"],
    }  # fmt: skip


def test_tokens_are_where_the_state_says() -> None:
    root = parse_svg(map_svg(late_position()))
    assert marks(root, "token") == {
        "K8": ["AR"], "E2": ["IR"], "I4": ["IR", "KO"], "I2": ["SR"], "F3": ["SR"], "K4": ["KO"],
        "F9": ["TR", "UR"], "B7": ["UR"],
    }  # fmt: skip
    assert marks(root, "home") == {"C10": ["KU"]}


def test_a_closed_company_reserves_nothing() -> None:
    position = late_position()
    set_status(position.state, position.setup.company("KU").id, CLOSED)
    assert marks(parse_svg(map_svg(position)), "home") == {}


def test_a_private_blocks_its_hex_until_a_company_has_it() -> None:
    position = first_position()
    assert blocked(position) == {"K4": "A", "C4": "C"}
    give_private(position.state, 0, 2)
    assert blocked(position) == {"K4": "A", "C4": "C"}
    give_private(position.state, 0, position.setup.players + 1)
    assert blocked(position) == {"C4": "C"}
    give_private(position.state, 2, -1)
    assert blocked(position) == {}


def blocked(position: Position) -> dict[str, str]:
    found = {}
    for name, hex in hexes(parse_svg(map_svg(position))).items():
        if elements_of_class(hex, "blocked"):
            found[name] = "".join(elements_of_class(hex, "private")[0].itertext())
    return found


def test_costs_are_those_of_the_next_tile() -> None:
    drawn = hexes(parse_svg(map_svg(late_position())))
    costs = {name for name, hex in drawn.items() if elements_of_class(hex, "cost")}
    assert {"D5", "I4"} <= costs  # mountain without a tile; Kotohira has a cost for each colour
    assert not {"C6", "F9", "A10"} & costs  # already paid; brown is final; no terrain


def test_values_in_force_are_outlined() -> None:
    for position, value in ((first_position(), "30"), (late_position(), "60")):
        row = elements_of_class(hexes(parse_svg(map_svg(position)))["F1"], "revenue")[0]
        heaviest = max(row.iter(f"{SVG}rect"), key=lambda box: float(box.get("stroke-width", 0)))
        strongest = max(row.iter(f"{SVG}text"), key=lambda text: int(text.get("font-weight", 0)))
        assert heaviest.get("stroke-width") == "1.8"
        assert "".join(strongest.itertext()) == value


def test_every_value_label_number_and_sign_finds_room() -> None:
    position = late_position()
    drawn = hexes(parse_svg(map_svg(position)))
    for hex in position.setup.map.hexes:
        face = position.setup.faces[position.state.tiles[hex.id]]
        shown = texts(drawn[hex.name])
        assert hex.name in shown
        assert not face.label or face.label in shown
        assert face.tile < 0 or face.name in shown
        assert len(elements_of_class(drawn[hex.name], "revenue")) == sum(any(node.revenue) for node in face.nodes)


def test_destinations_say_whose_they_are_and_what_they_bring() -> None:
    drawn = hexes(parse_svg(map_svg(first_position(title="1888"))))
    shown = {name: [texts(tag)[0] for tag in elements_of_class(hex, "destination")] for name, hex in drawn.items()}
    assert {name: tags for name, tags in shown.items() if tags} == {
        "D12": ["JHR +30"],
        "C13": ["SSL +20"],
        "E17": ["CDL +20"],
        "G9": ["HJR +20"],
        "H4": ["TJL +20"],
        "H14": ["LYR +20"],
        "B6": ["JZR +40"],
        "F12": ["ZDR +40"],
    }


def test_what_is_peculiar_of_a_place_is_in_its_title() -> None:
    position = first_position(title="1888n")
    position.state.tiles = tuple_with_value(
        position.state.tiles, position.setup.map.by_name["C5"], face(position.setup, "L41", 0)
    )
    drawn = hexes(parse_svg(map_svg(position)))
    says = {name: "".join(next(hex.iter(f"{SVG}title")).itertext()) for name, hex in drawn.items()}
    assert says["A1"] == "A1 Baotou; one location with A3; routes end here"
    assert says["A19"] == "A19 Changchun; home of CDL; routes end here"
    assert says["H16"] == "H16 Harbour; routes end here; does not count toward a train's range"
    assert says["D12"] == "D12 Tangshan; destination of JHR: a route from its home earns ¥30 more"
    assert says["C5"].endswith("; the bank pays ¥40 for each train that stops here")
    assert says["D8"] == "D8"
    assert [texts(mark) for mark in elements_of_class(drawn["C5"], "subsidy")] == [["+40"]]


def test_lit_hexes_glow_once_each() -> None:
    position = first_position()
    ids = [position.setup.map.by_name[name] for name in ("E2", "K8", "E2")]
    glowing = elements_of_class(parse_svg(map_svg(position, lit=ids)), "lit")
    assert {each.get("data-lit") for each in glowing} == {"E2", "K8"}
    assert len(glowing) == 2


def test_routes_run_over_the_track_that_they_use() -> None:
    position = late_position()
    route = Route(4, ids(position.setup, "A10 A8 B7 C8 D9 E8 F9"))
    drawn = hexes(parse_svg(map_svg(position, routes=[route])))
    used = [name for name, hex in drawn.items() if elements_of_class(hex, "route")]
    assert sorted(used) == sorted(["A10", "A8", "B7", "C8", "D9", "E8", "F9"])


def test_stops_are_numbered_and_the_revenue_is_at_the_end() -> None:
    position = late_position()
    route = Route(4, ids(position.setup, "A10 A8 B7 C8 D9 E8 F9"))
    stops = elements_of_class(parse_svg(map_svg(position, routes=[route])), "stops")[0]
    assert texts(stops) == ["1", "2", "3", "¥120"]  # Sukumo 20, Uwajima 40, Kochi 60
    stops = elements_of_class(parse_svg(map_svg(position, routes=[route], earned=[150])), "stops")[0]
    assert texts(stops)[-1] == "¥150"


def test_the_marks_of_a_route_are_told_apart_from_other_routes() -> None:
    position = late_position()
    routes = [Route(4, ids(position.setup, "A10 A8 B7 C8 D9 E8 F9")), Route(5, ids(position.setup, "E2 F1"))]
    root = parse_svg(map_svg(position, routes=routes))
    marked = elements_of_class(root, "route-marks")
    assert [(group.get("data-route"), group.get("data-train")) for group in marked] == [("0", "6"), ("1", "D")]
    assert [texts(group) for group in marked] == [["1", "2", "3", "¥120"], ["1", "2", "¥120"]]
    lines = {line.get("data-route") for line in elements_of_class(root, "route")}
    assert lines == {"0", "1"}


def test_revenues_hide_no_token() -> None:
    position = late_position()
    routes = [Route(4, ids(position.setup, names)) for names in ("A10 A8 B7 C8 D9 E8 F9", "K4 J5 I4", "I2 I4", "E2 F3")]
    root = parse_svg(map_svg(position, routes=routes))
    flags = [next(group.iter(f"{SVG}rect")) for group in elements_of_class(root, "route-marks")]
    assert len(flags) == 4
    for x, y in token_centres(root):
        for flag in flags:
            left, top, width, height = (float(flag.attrib[key]) for key in ("x", "y", "width", "height"))
            across, down = max(left - x, x - left - width, 0), max(top - y, y - top - height, 0)
            assert hypot(across, down) > 12  # a token's radius is 12.8; revenue boxes have round ends


def token_centres(root: ElementTree.Element) -> list[tuple[float, float]]:
    centres = []
    for hex in elements_of_class(root, "hex"):
        dx, dy = map(float, str(hex.get("transform")).removeprefix("translate(").rstrip(")").split())
        discs = [next(token.iter(f"{SVG}circle")) for token in elements_of_class(hex, "token")]
        centres += [(dx + float(disc.attrib["cx"]), dy + float(disc.attrib["cy"])) for disc in discs]
    return centres


def test_diesels_collect_their_own_values() -> None:
    position = late_position()
    plain, diesel = (Route(train, ids(position.setup, "E2 F1")) for train in (4, 5))
    earned = [
        texts(elements_of_class(parse_svg(map_svg(position, routes=[route])), "stops")[0])[-1]
        for route in (plain, diesel)
    ]
    assert earned == ["¥80", "¥120"]


def ids(table: Setup, names: str) -> tuple[int, ...]:
    return tuple(table.map.by_name[name] for name in names.split())


def test_the_same_position_is_drawn_the_same() -> None:
    assert map_svg(late_position(), lit=[3, 1]) == map_svg(late_position(), lit=[1, 3])


def test_after_a_lay_only_its_hex_is_drawn_again() -> None:
    position = late_position()
    map_svg(position)
    before = layers.cache_info().misses
    position.state.tiles = tuple_with_value(
        position.state.tiles, position.setup.map.by_name["D7"], face(position.setup, "9", 1)
    )
    shown = hexes(parse_svg(map_svg(position)))
    assert texts(elements_of_class(shown["D7"], "furniture")[0]) == ["D7", "9"]
    assert layers.cache_info().misses == before + 1


def test_drawing_changes_nothing() -> None:
    position = late_position()
    before = position.state.digest()
    map_svg(position)
    assert position.state.digest() == before


def test_names_are_escaped() -> None:
    position = first_position()
    hexes_ = tuple(replace(hex, place='<Ō&"x\x00>') if hex.name == "H7" else hex for hex in position.setup.map.hexes)
    table = replace(position.setup, name="<b>&", map=replace(position.setup.map, hexes=hexes_))
    root = parse_svg(map_svg(Position(table, position.state)))
    assert root.get("aria-label") == "Map of <b>&"
    assert '<Ō&"x\ufffd>' in texts(root)


def test_a_pointed_map_is_drawn_too() -> None:
    position = first_position()
    table = replace(position.setup, map=replace(position.setup.map, flat_top=False))
    assert len(elements_of_class(parse_svg(map_svg(Position(table, position.state))), "hex")) == len(table.map.hexes)


def test_unknown_themes_and_grounds_are_refused() -> None:
    with pytest.raises(BadInput, match="no theme sepia"):
        map_svg(first_position(), theme="sepia")
    with pytest.raises(BadInput, match="no ground lava"):
        map_svg(first_position(), beyond="lava")
