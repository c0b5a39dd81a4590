"""Map in characters: each hex a cell with its coordinate, value or cost, tile and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tetsudo.core.units import FIXED, NOBODY, HexId
from tetsudo.draw.scene import Occupant, Situation, occupants, waiting_tokens_by_hex
from tetsudo.engine.model.map import Hex
from tetsudo.engine.model.tiles import CITY, TOWN, Face
from tetsudo.engine.state.board import face_on

FLAT_OUTLINE: Final = (r"  ______", r" /      \ ".rstrip(), r"/        \ ".rstrip(), r"\        /", r" \______/")
"""Outline of a flat-topped hex; the next column begins eight characters on."""
POINTY_OUTLINE: Final = ("+---------+", "|         |", "|         |", "|         |", "+---------+")
"""Outline of a pointy-topped hex, as a brick; the next in its row begins ten characters on."""
TERRAIN: Final = {"mountain": "^", "hill": "^", "water": "~", "river": "~", "urban": "#", "wall": "="}


class Shape(NamedTuple):
    """Layout of hexes: steps of half a hex, the outline, and the place and width of its three texts."""

    step: tuple[int, int]
    outline: tuple[str, ...]
    texts: tuple[tuple[int, int, int], ...]  # row, column, width


SHAPES: Final = {
    True: Shape((8, 2), FLAT_OUTLINE, ((1, 2, 6), (2, 1, 8), (3, 1, 8))),
    False: Shape((5, 4), POINTY_OUTLINE, ((1, 1, 9), (2, 1, 9), (3, 1, 9))),
}


def map_text(table: Situation) -> str:
    """Whole map. A hex shows: coordinate, value or cost; tile or place name; stops and tokens.

    Stops and tokens: symbols of tokens, (homes), o for free slots, . for towns, +symbols of waiting tokens.
    """
    shape = SHAPES[table.setup.map.flat_top]
    here = occupants(table.setup, table.state)
    beside = waiting_tokens_by_hex(table.setup, table.state)
    hexes = table.setup.map.hexes
    left, top = min((hex.x for hex in hexes), default=0), min((hex.y for hex in hexes), default=0)
    canvas: dict[tuple[int, int], str] = {}
    for hex in hexes:
        origin = ((hex.x - left) * shape.step[0], (hex.y - top) * shape.step[1])
        _draw(canvas, origin, shape, _lines(table, hex, here, beside.get(hex.id, ())))
    return _canvas_text(canvas)


def _draw(canvas: dict[tuple[int, int], str], origin: tuple[int, int], shape: Shape, lines: Iterable[str]) -> None:
    x, y = origin
    for row, outline in enumerate(shape.outline):
        for column, letter in enumerate(outline):
            if letter != " ":
                canvas[x + column, y + row] = letter
    for (row, column, width), text in zip(shape.texts, lines, strict=True):
        for offset, letter in enumerate(text[:width]):
            canvas[x + column + offset, y + row] = letter


def _canvas_text(canvas: dict[tuple[int, int], str]) -> str:
    bottom = max((y for _, y in canvas), default=-1)
    right = max((x for x, _ in canvas), default=-1)
    rows = ("".join(canvas.get((x, y), " ") for x in range(right + 1)).rstrip() for y in range(bottom + 1))
    return "\n".join(rows)


def _lines(
    table: Situation, hex: Hex, here: dict[tuple[HexId, int], list[Occupant]], beside: Sequence[Occupant]
) -> tuple[str, str, str]:
    face = table.setup.faces[face_on(table.state, hex.id)]
    width = SHAPES[table.setup.map.flat_top].texts[0][2]
    value = _value(table, hex, face)
    head = hex.name + value.rjust(width - len(hex.name))
    tile = f"#{face.name}/{face.rotation}" if face.tile != NOBODY else hex.place
    return head, tile, " ".join([_stops(hex, face, here), *(f"+{who.symbol}" for who in beside)])


def _value(table: Situation, hex: Hex, face: Face) -> str:
    """Current value of the best stop, or cost of the next tile."""
    offboard = table.setup.phases[table.state.phase].offboard
    worth = max((node.revenue[offboard] for node in face.nodes), default=0)
    if worth:
        return str(worth)
    cost = 0 if face.colour in FIXED else hex.costs[face.colour + 1]
    return f"{TERRAIN.get(min(hex.terrain, default=''), '$')}{cost}" if cost else ""


def _stops(hex: Hex, face: Face, here: dict[tuple[HexId, int], list[Occupant]]) -> str:
    """Tokens and homes, o for each free slot, a dot for a town."""
    parts = []
    for index, node in enumerate(face.nodes):
        if node.kind == TOWN:
            parts.append(".")
        if node.kind == CITY:
            who = here.get((hex.id, index), [])
            parts += [_occupant_mark(each) for each in who]
            parts += ["o"] * (node.slots - len(who))
    return " ".join(parts)


def _occupant_mark(who: Occupant) -> str:
    return f"({who.symbol})" if who.reserved else who.symbol
