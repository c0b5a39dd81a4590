"""Cache of drawn map hexes.

Few hexes change between positions, and drawing one costs more than everything else. `MapHex` holds everything on which
a hex's drawing depends, so the same `MapHex` is never drawn twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tetsudo.core.translation import translator
from tetsudo.core.units import FIXED, NOBODY, FaceId, HexId, Money
from tetsudo.draw.hex.geometry import Disc, Frame
from tetsudo.draw.hex.hex import HexPicture, Look, contents_of, ground_colour, hex_layers, tile_text
from tetsudo.draw.hex.labels import item_space, placed_items
from tetsudo.draw.hex.layout import layout
from tetsudo.draw.scene import Occupant, Situation, blocked_hexes, occupants, waiting_tokens_by_hex
from tetsudo.draw.style.theme import palette
from tetsudo.draw.svg import Markup
from tetsudo.engine.model.map import Hex
from tetsudo.engine.model.tiles import OFFBOARD, Face
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.board import faces_on
from tetsudo.language.labels import Labels

MAX_CACHED_HEXES: Final = 8192
"""Maximum number of cached drawings: a few games in each theme, a few kilobytes each."""

OccupantsByCity = tuple[tuple[int, tuple[Occupant, ...]], ...]
"""Occupants by city."""


class MapHex(NamedTuple):
    """Current contents of a map hex. A setup compares equal by identity only, and never changes."""

    setup: Setup
    hex: HexId
    face: FaceId
    here: OccupantsByCity
    letter: str  # mark of the private that blocks the hex
    waiting: tuple[Occupant, ...] = ()  # tokens waiting for a slot


class Layers(NamedTuple):
    """Layers of a hex drawn around the origin; routes go between the last two."""

    ground: str
    """Colour of the ground."""
    below: Markup
    above: Markup


def map_hexes(table: Situation) -> list[MapHex]:
    """Contents of all hexes, in the order of the map."""
    setup, tiles = table.setup, faces_on(table.state)
    letters = blocked_hexes(setup, table.state)
    here: dict[HexId, OccupantsByCity] = {}
    for (hex, city), who in occupants(setup, table.state).items():
        here[hex] = (*here.get(hex, ()), (city, tuple(who)))
    beside = waiting_tokens_by_hex(setup, table.state)
    return [
        MapHex(setup, hex, tiles[hex], here.get(hex, ()), letters.get(hex, ""), tuple(beside.get(hex, ())))
        for hex in range(len(setup.map.hexes))
    ]


@lru_cache(maxsize=MAX_CACHED_HEXES)
def layers(shown: MapHex, theme: str, offboard: int) -> Layers:
    """Layers of a hex; `offboard` is the colour whose values are in force."""
    setup = shown.setup
    look = Look(palette(theme), Frame(setup.map.flat_top), offboard)
    picture = _picture(shown)
    return Layers(ground_colour(picture, look.palette), *hex_layers(picture, look))


@lru_cache(maxsize=MAX_CACHED_HEXES)
def taken_space(shown: MapHex) -> tuple[Disc, ...]:
    """Space taken in a hex, for marks that should not hide it."""
    face = shown.setup.faces[shown.face]
    frame = Frame(shown.setup.map.flat_top)
    wish = contents_of(_picture(shown), frame)
    bodies = [disc for body in layout(face.nodes, face.segments, frame).bodies for disc in body]
    return (*bodies, *(disc for item in placed_items(wish) for disc in item_space(item, wish)))


def _picture(shown: MapHex) -> HexPicture:
    setup = shown.setup
    hex, face = setup.map.hexes[shown.hex], setup.faces[shown.face]
    is_tile = face.tile != NOBODY
    cost = _cost(hex, face)
    return HexPicture(
        face=face,
        caption=_caption(shown, hex, face),
        coordinate=hex.name,
        place=hex.place,
        number=face.name if is_tile else "",
        cost=f"{setup.currency}{cost}" if cost else "",
        terrain=tuple(sorted(hex.terrain)) if cost else (),
        icons=() if is_tile else hex.icons,
        letter=shown.letter,
        barriers=_barriers(setup, hex),
        destined=tuple(company for company in setup.companies if company.destination == hex.id),
        here=dict(shown.here),
        waiting=shown.waiting,
    )


def _cost(hex: Hex, face: Face) -> Money:
    """Cost of the next tile; 0 if none can be laid."""
    return 0 if face.colour in FIXED else hex.costs[face.colour + 1]


def _caption(shown: MapHex, hex: Hex, face: Face) -> str:
    """Hex in one line, for tooltips and screen readers."""
    say = translator(shown.setup.told_in)
    parts = [f"{hex.name} {hex.place}".strip()]
    if face.tile != NOBODY:
        parts.append(tile_text(face, shown.setup.told_in))
    if _cost(hex, face):
        parts.append(say("laying a tile costs {amount}").format(amount=f"{shown.setup.currency}{_cost(hex, face)}"))
    for _, who in shown.here:
        tokens, homes = (_symbols(who, reserved) for reserved in (False, True))
        parts += [say("tokens: {tokens}").format(tokens=tokens)] * bool(tokens)
        parts += [say("home of {companies}").format(companies=homes)] * bool(homes)
    if shown.waiting:
        parts.append(say("waiting for a slot: {tokens}").format(tokens=_symbols(shown.waiting, reserved=False)))
    return "; ".join([*parts, *_special_properties(shown.setup, hex, face)])


def _special_properties(setup: Setup, hex: Hex, face: Face) -> Iterator[str]:
    """Special properties of the stops that the picture cannot show in words."""
    labels = Labels(setup, ())
    say, money = labels.say, labels.money
    together = [other.name for other in setup.map.hexes if hex.group and other.group == hex.group and other != hex]
    if together:
        yield say("one location with {hexes}").format(hexes=", ".join(together))
    if any(node.end or node.kind == OFFBOARD for node in face.nodes):
        yield say("routes end here")
    if any(node.length == 0 for node in face.nodes):
        yield say("does not count toward a train's range")
    for node in face.nodes:
        if node.subsidy:
            yield say("the bank pays {amount} for each train that stops here").format(amount=money(node.subsidy))
    for company in setup.companies:
        if company.destination == hex.id:
            more = say("destination of {company}: a route from its home earns {amount} more")
            yield more.format(company=company.symbol, amount=money(company.bonus))


def _symbols(who: Sequence[Occupant], reserved: bool) -> str:
    return ", ".join(each.symbol for each in who if each.reserved == reserved)


def _barriers(setup: Setup, hex: Hex) -> tuple[int, ...]:
    """Impassable sides: closed from both hexes, where both take track."""
    fixed = FIXED
    found = []
    for side, other in enumerate(hex.neighbours):
        if other == NOBODY or not hex.closed >> side & 1:
            continue
        neighbour = setup.map.hexes[other]
        both_fixed = setup.faces[hex.printed].colour in fixed and setup.faces[neighbour.printed].colour in fixed
        if neighbour.closed >> (side + 3) % 6 & 1 and not both_fixed:
            found.append(side)
    return tuple(found)
