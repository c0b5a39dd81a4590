"""The whole map as one SVG: ground, tiles, tokens, and what is lit or run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tetsudo.actions import Route
from tetsudo.draw.furniture import furnish, room_of
from tetsudo.draw.geometry import RADIUS, Disc, Frame, Point, bounds
from tetsudo.draw.hexes import HexPicture, Look, hatch_pattern, hex_drawing, hex_ground, lit_outline, wish_of
from tetsudo.draw.route_lines import centre_of, layout_at, route_pieces
from tetsudo.draw.route_marks import Taken, route_marks
from tetsudo.draw.scene import Occupant, Table, blocked, occupants
from tetsudo.draw.svg import Markup, element, group, picture, polygon, rectangle
from tetsudo.draw.theme import palette as palette_of
from tetsudo.errors import BadInput
from tetsudo.model.map import Hex
from tetsudo.model.tiles import Face
from tetsudo.units import COLOURS, GREY, NOBODY, RED, HexId, Money

PADDING: Final = 26.0
BEYOND: Final = ("sea", "land")


def map_svg(
    table: Table,
    *,
    lit: Collection[HexId] = (),
    routes: Sequence[Route] = (),
    earned: Sequence[Money] = (),
    theme: str = "light",
    beyond: str = "sea",
    scale: float = 1.0,
) -> str:
    """The map of a game or a `Position`.

    `lit` hexes glow. `routes` are drawn over the track; `earned` says what each earns,
    where it is more than the plain sum of its stops. `beyond`: what lies round the hexes.
    """
    if beyond not in BEYOND:
        raise BadInput(f"There is no ground {beyond!r}: {', '.join(BEYOND)}.", "beyond")
    look = _look(table, theme)
    left, top, right, bottom = _extent(table)
    shift = f"translate({PADDING - left:.2f} {PADDING - top:.2f})"
    width, height = right - left + 2 * PADDING, bottom - top + 2 * PADDING
    return picture(
        width,
        height,
        f"Map of {table.setup.name}",
        element("defs", hatch_pattern(look.palette)),
        _ground(look, width, height, beyond),
        group(
            _coast(table, look) if beyond == "sea" else "",
            *_hexes(table, look, route_pieces(table, routes)),
            *(_lit(table, hex, look) for hex in sorted(set(lit))),
            route_marks(table, routes, earned, _taken(table, look)) if routes else "",
            transform=shift,
        ),
        scale=scale,
    )


def _look(table: Table, theme: str) -> Look:
    setup = table.setup
    offboard = setup.phases[table.state.phase].offboard
    return Look(palette_of(theme), Frame(setup.map.flat_top), setup.companies, offboard)


def _extent(table: Table) -> tuple[float, float, float, float]:
    frame = Frame(table.setup.map.flat_top)
    points: list[Point] = []
    for hex in table.setup.map.hexes:
        x, y = frame.centre(hex.x, hex.y)
        points += [(x + dx, y + dy) for dx, dy in frame.corners()]
    return bounds(points) if points else (0.0, 0.0, RADIUS, RADIUS)


def _ground(look: Look, width: float, height: float, beyond: str) -> Markup:
    colour = look.palette.sea if beyond == "sea" else look.palette.land
    return rectangle(width / 2, height / 2, width, height, fill=colour)


def _coast(table: Table, look: Look) -> Markup:
    """Shallows round the land: the outline of all hexes, twice."""
    frame = look.frame
    outlines = []
    for hex in table.setup.map.hexes:
        x, y = frame.centre(hex.x, hex.y)
        outlines.append(polygon([(x + dx, y + dy) for dx, dy in frame.corners()]))
    shallows = [
        group(*outlines, fill=colour, stroke=colour, stroke_width=width, stroke_linejoin="round")
        for colour, width in zip(look.palette.coast, (22.0, 7.0), strict=True)
    ]
    return group(*shallows, class_="coast")


def _hexes(table: Table, look: Look, pieces: dict[HexId, Markup]) -> list[Markup]:
    here = occupants(table.setup, table.state)
    letters = blocked(table.setup, table.state)
    grounds, drawn = [], []
    for hex in table.setup.map.hexes:
        picture = hex_picture(table, hex, here, letters.get(hex.id, ""))
        grounds.append(_at(table, hex.id, hex_ground(picture, look)))
        inside = hex_drawing(picture, look, pieces.get(hex.id, ""))
        drawn.append(_at(table, hex.id, inside, class_="hex", data_hex=hex.name))
    return [group(*grounds, class_="ground"), *drawn]


def _at(table: Table, hex: HexId, *drawn: Markup, **attributes: str) -> Markup:
    x, y = centre_of(table, hex)
    return group(*drawn, transform=f"translate({x:.2f} {y:.2f})", **attributes)


def hex_picture(table: Table, hex: Hex, here: dict[tuple[HexId, int], list[Occupant]], letter: str) -> HexPicture:
    """What a hex of the map shows now."""
    setup = table.setup
    face = setup.faces[table.state.tiles[hex.id]]
    is_tile = face.tile != NOBODY
    cities = {node: here[hex.id, node] for node in range(len(face.nodes)) if (hex.id, node) in here}
    cost = 0 if face.colour in (GREY, RED) else hex.costs[face.colour + 1]
    return HexPicture(
        face=face,
        caption=_caption(table, hex, face, cities),
        coordinate=hex.name,
        place=hex.place,
        number=face.name if is_tile else "",
        cost=f"{setup.currency}{cost}" if cost else "",
        terrain=tuple(sorted(hex.terrain)) if cost else (),
        icons=() if is_tile else hex.icons,
        letter=letter,
        barriers=_barriers(table, hex),
        here=cities,
    )


def _caption(table: Table, hex: Hex, face: Face, here: dict[int, list[Occupant]]) -> str:
    """A hex in one line, for those who point at it or hear the page."""
    parts = [f"{hex.name} {hex.place}".strip()]
    if face.tile != NOBODY:
        parts.append(f"{COLOURS[face.colour]} tile {face.name}, rotation {face.rotation}")
    for occupants_ in here.values():
        tokens = [table.setup.companies[who.company].symbol for who in occupants_ if not who.reserved]
        homes = [table.setup.companies[who.company].symbol for who in occupants_ if who.reserved]
        parts += [f"tokens: {', '.join(tokens)}"] * bool(tokens) + [f"home of {', '.join(homes)}"] * bool(homes)
    return "; ".join(parts)


def _barriers(table: Table, hex: Hex) -> tuple[int, ...]:
    """The sides that can not be crossed: closed from both, between hexes that take track."""
    setup = table.setup
    fixed = (GREY, RED)
    found = []
    for side, other in enumerate(hex.neighbours):
        if other == NOBODY or not hex.closed >> side & 1:
            continue
        neighbour = setup.map.hexes[other]
        both_fixed = setup.faces[hex.printed].colour in fixed and setup.faces[neighbour.printed].colour in fixed
        if neighbour.closed >> (side + 3) % 6 & 1 and not both_fixed:
            found.append(side)
    return tuple(found)


def _lit(table: Table, hex: HexId, look: Look) -> Markup:
    return _at(table, hex, lit_outline(look), class_="lit", data_lit=table.setup.map.hexes[hex].name)


def _taken(table: Table, look: Look) -> Taken:
    """What stands in a hex, for marks that should not hide it."""
    here, letters = occupants(table.setup, table.state), blocked(table.setup, table.state)

    def taken(hex: HexId) -> list[Disc]:
        picture = hex_picture(table, table.setup.map.hexes[hex], here, letters.get(hex, ""))
        wish = wish_of(picture, look.frame)
        bodies = [disc for body in layout_at(table, hex).bodies for disc in body]
        return bodies + [disc for item in furnish(wish) for disc in room_of(item, wish)]

    return taken
