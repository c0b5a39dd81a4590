"""The map from data: hexes, neighbours, terrain costs and sides closed to track."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, FIXED, NOBODY, RED, WHITE, Edge, HexId, Money
from tetsudo.engine.model.map import Hex, Map
from tetsudo.engine.model.tiles import Face
from tetsudo.titles.data.notation import FLAT_STEPS, POINTY_STEPS, parse_coordinate
from tetsudo.titles.data.tiles import FaceBook, nodes_of, track_of
from tetsudo.titles.data.toml_files import TomlTable

ORIENTATIONS: Final = ("flat-top", "pointy-top")
SIDES: Final = range(6)


def build_map(table: TomlTable, book: FaceBook) -> Map:
    """Build the map; the printed hexes become faces of the book."""
    flat_top = table.one_of("orientation", ORIENTATIONS) == "flat-top"
    lines = tuple(table.table("hexes").tables())
    only = table.words("only", "")
    table.check_all_read()
    places = _places(lines, flat_top=flat_top)
    by_place = {place: id for id, place in enumerate(places)}
    steps = FLAT_STEPS if flat_top else POINTY_STEPS
    hexes = []
    for id, (name, line) in enumerate(lines):
        x, y = places[id]
        neighbours = tuple(by_place.get((x + dx, y + dy), NOBODY) for dx, dy in steps)
        hexes.append(_hex(id, name, line, book, neighbours, places[id]))
    _check_borders(lines, hexes)
    if only:
        lines, hexes = _restrict_hexes(table, lines, hexes, only)
    _check_dead_ends(lines, hexes)
    closed = tuple(replace(hex, closed=hex.closed | _dead_sides(hex, hexes, book.faces)) for hex in hexes)
    _check_printed_track(lines, closed, book.faces)
    return Map(closed, flat_top, {hex.name: hex.id for hex in closed})


def _places(lines: tuple[tuple[str, TomlTable], ...], *, flat_top: bool) -> tuple[tuple[int, int], ...]:
    """Positions of the hexes in half hexes; all must have the same parity."""
    places = []
    for name, line in lines:
        try:
            places.append(parse_coordinate(name, flat_top=flat_top))
        except BadInput as error:
            raise line.error(str(error)) from None
        if sum(places[-1]) % 2 != sum(places[0]) % 2:
            raise line.error(f"lies between the hexes that {lines[0][0]} stands among")
    return tuple(places)


def _hex(
    id: HexId, name: str, line: TomlTable, book: FaceBook, neighbours: tuple[HexId, ...], place: tuple[int, int]
) -> Hex:
    nodes = nodes_of(line)
    colour = COLOURS.index(line.one_of("colour", COLOURS, "white"))
    printed = book.add_printed(name, colour, line.text("label", ""), nodes, track_of(line, len(nodes)))
    if line.text("group", "") and not (len(nodes) == 1 and nodes[0].is_end and colour in FIXED):
        raise line.error("is for a location where routes end, in a colour that takes no tile", "group")
    hex = Hex(
        id=id,
        name=name,
        place=line.text("place", ""),
        printed=printed,
        neighbours=neighbours,
        costs=_costs(line, colour),
        terrain=frozenset(line.texts("terrain", ())),
        closed=_side_bits(line, "borders"),
        x=place[0],
        y=place[1],
        icons=line.texts("icons", ()),
        native=line.text("native", ""),
        group=line.text("group", ""),
        upgrades=line.words("upgrades", ""),
        dead_ends=_side_bits(line, "dead_ends"),
    )
    line.check_all_read()
    return hex


def _costs(line: TomlTable, colour: int) -> tuple[Money, ...]:
    """Cost of a lay by colour; a single number applies to the first tile only."""
    costs = [0] * len(COLOURS)
    if "cost" not in line:
        return tuple(costs)
    if colour in FIXED:
        raise line.error("no tile is ever laid here", "cost")
    if isinstance(line.value("cost"), int):
        costs[colour + 1] = line.number("cost", minimum=1)  # 1888*-UPG-16, 1890-3.2-o
        return tuple(costs)
    named = line.table("cost")
    for name in named.raw:
        if name not in COLOURS[WHITE + 1 : RED]:
            raise named.error("is not a colour of tiles", name)
        if COLOURS.index(name) <= colour:
            raise named.error("no tile of this colour is ever laid here", name)
        costs[COLOURS.index(name)] = named.number(name, minimum=1)
    return tuple(costs)


def _side_bits(line: TomlTable, name: str) -> int:
    """Sides as bits, from "2 3"."""
    sides = line.numbers(name, "")
    if any(side not in SIDES for side in sides):
        raise line.error("must be sides 0 to 5", name)
    return sum(1 << side for side in set(sides))


def _check_borders(lines: tuple[tuple[str, TomlTable], ...], hexes: list[Hex]) -> None:
    """Raise BadData unless an impassable border is listed on both of its hexes."""
    for (_, line), hex in zip(lines, hexes, strict=True):
        for side, neighbour in enumerate(hex.neighbours):
            if not hex.closed >> side & 1:
                continue
            if neighbour == NOBODY:
                raise line.error(f"side {side} is the edge of the map, which needs no border", "borders")
            if not hexes[neighbour].closed >> (side + 3) % 6 & 1:
                raise line.error(f"{hexes[neighbour].name} does not name side {(side + 3) % 6} in return", "borders")


def _restrict_hexes(
    table: TomlTable, lines: tuple[tuple[str, TomlTable], ...], hexes: list[Hex], only: tuple[str, ...]
) -> tuple[tuple[tuple[str, TomlTable], ...], list[Hex]]:
    """Hexes in play, renumbered."""
    ids = {hex.id: new for new, hex in enumerate(hex for hex in hexes if hex.name in only)}
    if len(ids) < len(only):
        unknown = sorted(set(only) - {hex.name for hex in hexes})
        raise table.error(f"{', '.join(unknown)} is no hex" if unknown else "names a hex twice", "only")
    kept = [
        replace(hexes[old], id=new, neighbours=tuple(ids.get(other, NOBODY) for other in hexes[old].neighbours))
        for old, new in ids.items()
    ]
    return tuple(lines[old] for old in ids), kept


def _dead_sides(hex: Hex, hexes: list[Hex], faces: list[Face]) -> int:
    """Sides that lead off the map, or to a fixed hex without track on that side.

    Sides in `dead_ends` are left out: track may end there.
    """
    return sum(1 << side for side in SIDES if _is_dead(hex, side, hexes, faces)) & ~hex.dead_ends


def _is_dead(hex: Hex, side: Edge, hexes: list[Hex], faces: list[Face]) -> bool:
    neighbour = hex.neighbours[side]
    if neighbour == NOBODY:  # 1888*-MAP-02, 1888*-TRK-16, 1890-10.3.1.2-a
        return True
    face = faces[hexes[neighbour].printed]
    return face.colour in FIXED and not face.exits >> (side + 3) % 6 & 1  # 1889-TRK-16, 1888*-TRK-17, 1890-10.3.1.2-a


def _check_dead_ends(lines: tuple[tuple[str, TomlTable], ...], hexes: list[Hex]) -> None:
    """Raise BadData if a dead end does not lead off the map."""
    for (_, line), hex in zip(lines, hexes, strict=True):
        for side, neighbour in enumerate(hex.neighbours):
            if hex.dead_ends >> side & 1 and neighbour != NOBODY:
                raise line.error(f"side {side} leads to {hexes[neighbour].name}", "dead_ends")


def _check_printed_track(lines: tuple[tuple[str, TomlTable], ...], hexes: tuple[Hex, ...], faces: list[Face]) -> None:
    for (_, line), hex in zip(lines, hexes, strict=True):
        lost = faces[hex.printed].exits & hex.closed
        if lost:
            raise line.error(f"leads nowhere at side {lost.bit_length() - 1}", "track")
