"""The map from data: hexes, neighbours, terrain costs and sides closed to track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, FIXED, NOBODY, RED, WHITE, Edge, HexId, Money
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.map import Hex, Map
from tetsudo.engine.model.tiles import Face
from tetsudo.titles.data.notation import FLAT_STEPS, POINTY_STEPS, parse_coordinate, plain_colour
from tetsudo.titles.data.tiles import FaceBook, nodes_of, track_of
from tetsudo.titles.data.toml_table import TomlTable, format_value

ORIENTATIONS: Final = ("flat-top", "pointy-top")
SIDES: Final = range(6)

Lines = tuple[tuple[str, TomlTable], ...]
"""Lines of the hexes, with their names."""


def build_map(table: TomlTable, book: FaceBook) -> Map:
    """Build the map; the printed hexes become faces of the book."""
    flat_top = table.one_of("orientation", ORIENTATIONS) == "flat-top"
    lines = tuple(table.table("hexes").tables())
    only = table.words("only", "")
    table.check_all_read()
    places = _places(lines, flat_top=flat_top)
    is_placed = table.is_sound
    by_place = {place: id for id, place in enumerate(places)}
    steps = FLAT_STEPS if flat_top else POINTY_STEPS
    hexes = []
    for id, (name, line) in enumerate(lines):
        x, y = places[id]
        neighbours = tuple(by_place.get((x + dx, y + dy), NOBODY) for dx, dy in steps)
        hexes.append(_hex(id, name, line, book, neighbours, places[id]))
    _check_borders(lines, hexes, is_placed=is_placed)
    if only:
        lines, hexes = _restrict_hexes(table, lines, hexes, only)
        is_placed = is_placed and len(hexes) == len(only)
    if is_placed:
        _check_dead_ends(lines, hexes)
    closed = tuple(replace(hex, closed=hex.closed | _dead_sides(hex, hexes, book.faces)) for hex in hexes)
    _check_printed_track(lines, closed, book.faces, is_placed=is_placed)
    return Map(closed, flat_top, {hex.name: hex.id for hex in closed})


def _places(lines: Lines, *, flat_top: bool) -> tuple[tuple[int, int], ...]:
    """Positions of the hexes in half hexes; all must have the same parity, that of most."""
    places = tuple(_place(id, name, line, flat_top=flat_top) for id, (name, line) in enumerate(lines))
    parities = [sum(place) % 2 for place in places]
    usual = max(parities, key=parities.count, default=0)
    example = next((name for (name, _), parity in zip(lines, parities, strict=True) if parity == usual), "")
    for (_, line), parity in zip(lines, parities, strict=True):
        if parity != usual:
            line.contradict(f"lies between the hexes that {example} stands among")
    return places


def _place(id: HexId, name: str, line: TomlTable, *, flat_top: bool) -> tuple[int, int]:
    """Position of a hex. In a draft, one without a coordinate lies apart from all others."""
    try:
        return parse_coordinate(name, flat_top=flat_top)
    except BadInput as error:
        line.refuse(str(error))
        return (-4 * id - 4, 0)


def _hex(
    id: HexId, name: str, line: TomlTable, book: FaceBook, neighbours: tuple[HexId, ...], place: tuple[int, int]
) -> Hex:
    nodes = nodes_of(line)
    colour = line.colour("colour", default="white")
    printed = book.add_printed(name, colour, line.text("label", ""), nodes, track_of(line, len(nodes)))
    if line.text("group", "") and not (len(nodes) == 1 and nodes[0].is_end and colour in FIXED):
        line.contradict("is for a location where routes end, in a colour that takes no tile", "group")
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
    value = line.value("cost")
    if colour in FIXED:
        line.refuse("no tile is ever laid here", "cost")
    elif isinstance(value, int):
        costs[colour + 1] = line.number("cost", minimum=1)  # 1888*-UPG-16, 1890-3.2-o
    elif not isinstance(value, Mapping):
        line.refuse(f"must be a number, or a table of numbers by colour, not {format_value(value)}", "cost")
    else:
        _read_costs_by_colour(line.table("cost"), colour, costs)
    return tuple(costs)


def _read_costs_by_colour(table: TomlTable, colour: int, costs: list[Money]) -> None:
    """Read the costs of tiles of some colours, each newer than the printed one."""
    tiles = COLOURS[WHITE + 1 : RED]
    for name in table.raw:
        if plain_colour(name) not in tiles:
            table.refuse(f"is not a colour of tiles{hint(name, tiles)}", name)
        elif COLOURS.index(plain_colour(name)) <= colour:
            table.refuse("no tile of this colour is ever laid here", name)
        else:
            costs[COLOURS.index(plain_colour(name))] = table.number(name, minimum=1)


def _side_bits(line: TomlTable, name: str) -> int:
    """Sides as bits, from "2 3"."""
    sides = line.numbers(name, "")
    if any(side not in SIDES for side in sides):
        line.refuse("must be sides 0 to 5", name)
    return sum(1 << side for side in set(sides) if side in SIDES)


def _check_borders(lines: Lines, hexes: list[Hex], *, is_placed: bool) -> None:
    """Raise BadData unless an impassable border is listed on both of its hexes."""
    for (_, line), hex in zip(lines, hexes, strict=True):
        for side, neighbour in enumerate(hex.neighbours):
            if not hex.closed >> side & 1:
                continue
            if neighbour == NOBODY and is_placed:
                line.refuse(f"side {side} is the edge of the map, which needs no border", "borders")
            elif neighbour != NOBODY and not hexes[neighbour].closed >> (side + 3) % 6 & 1:
                _refuse_beside(line, lines[neighbour], f"does not name side {(side + 3) % 6} in return")


def _refuse_beside(line: TomlTable, neighbour: tuple[str, TomlTable], sentence: str) -> None:
    """Refuse a border of a hex for what its neighbour does not say; in a draft only if that one is sound."""
    name, other = neighbour
    if other.is_sound:
        line.refuse(f"{name} {sentence}", "borders")


def _restrict_hexes(table: TomlTable, lines: Lines, hexes: list[Hex], only: tuple[str, ...]) -> tuple[Lines, list[Hex]]:
    """Hexes in play, renumbered."""
    ids = {hex.id: new for new, hex in enumerate(hex for hex in hexes if hex.name in only)}
    unknown = sorted(set(only) - {hex.name for hex in hexes})
    for name in unknown:
        table.refuse(f"{name!r} is no hex{hint(name, (hex.name for hex in hexes))}", "only")
    if len(ids) < len(only) and not unknown:
        table.refuse("names a hex twice", "only")
    if len(ids) < len(only):  # of a draft
        return lines, hexes
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


def _check_dead_ends(lines: Lines, hexes: list[Hex]) -> None:
    """Raise BadData if a dead end does not lead off the map."""
    for (_, line), hex in zip(lines, hexes, strict=True):
        for side, neighbour in enumerate(hex.neighbours):
            if hex.dead_ends >> side & 1 and neighbour != NOBODY:
                line.refuse(f"side {side} leads to {hexes[neighbour].name}", "dead_ends")


def _check_printed_track(lines: Lines, hexes: tuple[Hex, ...], faces: list[Face], *, is_placed: bool) -> None:
    """Raise BadData for printed track that leads nowhere; in a draft only where the hexes beside it are sound."""
    for (_, line), hex in zip(lines, hexes, strict=True):
        lost = faces[hex.printed].exits & hex.closed
        for side, neighbour in enumerate(hex.neighbours):
            is_known = is_placed if neighbour == NOBODY else lines[neighbour][1].is_sound
            if lost >> side & 1 and is_known:
                line.refuse(f"leads nowhere at side {side}", "track")
