"""Positions to draw: the start of a title, and a late position of 1889, built by hand."""

from __future__ import annotations

from xml.etree import ElementTree

from tetsudo.core.units import NOBODY, FaceId
from tetsudo.draw.scene import Position
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.rows import filled, tuple_with_value
from tetsudo.engine.state.state import FLOATED, MAX_CITIES, set_status
from tetsudo.titles.loader import setup

SVG = "{http://www.w3.org/2000/svg}"

LATE_TILES = (
    "E2 5 4", "F3 611 5", "G4 611 4", "H3 9 1", "I2 448 1", "I4 439 1", "J5 58 2", "J3 45 5", "K6 8 3", "K8 12 2",
    "B5 9 0", "A8 8 4", "A10 6 3", "C8 9 2", "D9 23 4", "E8 8 5", "F9 465 2", "G10 58 0", "G12 57 0", "C6 7 1",
    "G6 20 0", "E4 16 2", "H7 206 3", "J9 437 1", "F5 46 4", "G8 47 1", "H9 42 2",
)  # fmt: skip
LATE_TOKENS = {"AR": "K8", "IR": "E2 I4", "SR": "I2 F3", "KO": "K4 I4", "TR": "F9", "UR": "B7 F9"}


def first_position(players: int = 4, title: str = "1889") -> Position:
    """Before the first decision."""
    table = setup(title, players)
    return Position(table, engine.begin(Ruleset(table), []))


def late_position() -> Position:
    """Brown tiles, many tokens, all privates closed; KU has not started."""
    table, state = first_position()
    for line in LATE_TILES:
        hex, tile, rotation = line.split()
        state.tiles = tuple_with_value(state.tiles, table.map.by_name[hex], face(table, tile, int(rotation)))
    place = 0
    for company in table.companies:
        for offset, hex in enumerate(LATE_TOKENS.get(company.symbol, "").split()):
            state.tokens = tuple_with_value(state.tokens, place + offset, table.map.by_name[hex] * MAX_CITIES)
            set_status(state, company.id, FLOATED)
        place += len(company.token_prices)
    state.phase = 3
    state.privates = filled(NOBODY, len(table.privates))
    return Position(table, state)


def face(table: Setup, tile: str, rotation: int) -> FaceId:
    """A tile's face in a rotation."""
    ids = {each.name: each.id for each in table.tiles}
    return table.face_of[ids[tile], rotation]


def parse_svg(svg: str) -> ElementTree.Element:
    """The root of an SVG; fails if it is not well-formed."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def elements_of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements with a class, in order."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def texts(root: ElementTree.Element) -> list[str]:
    """All lines of text."""
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
