"""Tiles and faces from data: the shared catalogue, a title's own tiles, and each distinct rotation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import permutations
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, NOBODY, WHITE, FaceId, TileId
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, TOWN, Face, Node, Segment, Tile, exits_of, rotate_segment
from tetsudo.engine.state.state import MAX_CITIES
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.notation import parse_node, parse_track, plain_colour
from tetsudo.titles.data.toml_files import merge
from tetsudo.titles.data.toml_table import Raw, TomlTable

TILES_FILE: Final = "tiles.toml"

UNLIMITED: Final = "unlimited"
"""The `count` of a tile that never runs out."""

Shape = tuple[Segment, ...]
"""Normalised track of a face: equal for two rotations that only number equal nodes differently."""


def tile_tables(title: str) -> Raw:
    """A title's tiles by name, each merged with its catalogue line and colour."""
    own = toml_files.table_of(title, TILES_FILE, toml_files.read(title, TILES_FILE))
    return {name: _with_catalogue(name, raw, own) for name, raw in _lines_by_name(own).items()}


@cache
def catalogue() -> Raw:
    """The numbered tiles that are common to all 18xx, by name, each with its colour."""
    return _lines_by_name(toml_files.table_of("", TILES_FILE, toml_files.read("", TILES_FILE)))


def _lines_by_name(file: TomlTable) -> Raw:
    """Tile lines of all colours in one table."""
    lines: Raw = {}
    for word, table in file.tables():
        colour = plain_colour(word)
        if colour not in COLOURS:
            table.refuse(f"is not a colour: {', '.join(COLOURS)}{hint(word, COLOURS, listed=False)}")
        for name, line in table.tables():
            if name in lines:
                line.refuse("is there twice")
            elif "colour" in line:
                line.refuse("is not a key that belongs here: the table says the colour", "colour")
            lines.setdefault(name, {**line.raw, "colour": colour})
    return lines


def _with_catalogue(name: str, raw: Raw, file: TomlTable) -> Raw:
    """A tile's line with the track and nodes of its number, unless it has its own track."""
    known = catalogue().get(name)
    if "track" in raw or raw["colour"] not in COLOURS:
        return raw
    if known and known["colour"] == raw["colour"]:
        return merge(known, raw)
    sentence = f"is {known['colour']} in the catalogue" if known else "has no track, and is not in the catalogue"
    near = "" if known else hint(name, catalogue(), listed=False)
    file.refuse(f"{sentence} {TILES_FILE}{near}", f"{raw['colour']}.{name}")
    return raw


def build_tiles(tables: TomlTable) -> tuple[Tile, ...]:
    """Tiles of a title, by id."""
    lines = tile_lines(tables)
    tiles = tuple(_tile(id, name, line) for id, (name, line) in enumerate(lines))
    return tuple(
        tile if "upgrades" in line else replace(tile, upgrades=inferred_upgrades(tile, tiles))
        for tile, (_, line) in zip(tiles, lines, strict=True)
    )


def inferred_upgrades(tile: Tile, tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Tiles that may replace a tile by the usual rules of 18xx, in their order: for titles that do not list them.

    They have the next colour, the same label and as many towns and cities, and keep all track in some rotation. Cities
    of a labelled tile may merge. Tiles that only powers lay are none of them.
    """
    return tuple(new.name for new in tiles if tile.segments and not new.special and _is_upgrade(tile, new))


def _is_upgrade(old: Tile, new: Tile) -> bool:
    if new.colour != old.colour + 1 or new.label != old.label or _count_nodes(old, TOWN) != _count_nodes(new, TOWN):
        return False
    cities, after = _count_nodes(old, CITY), _count_nodes(new, CITY)
    may_merge = bool(old.label) and 0 < after < cities
    return (cities == after or may_merge) and keeps_track_somehow(old.segments, new.segments, junctions_of(new.nodes))


def _count_nodes(tile: Tile, kind: int) -> int:
    """Number of a tile's nodes of a kind."""
    return sum(node.kind == kind for node in tile.nodes)


def junctions_of(nodes: Sequence[Node]) -> frozenset[int]:
    """Ends of track that are junctions: plain track may become track through them."""
    return frozenset(NODE + number for number, node in enumerate(nodes) if node.kind == JUNCTION)


@lru_cache(10_000)  # titles and variants share their tiles
def keeps_track_somehow(
    old: tuple[Segment, ...], new: tuple[Segment, ...], junctions: frozenset[int] = frozenset()
) -> bool:
    """True if a tile can be turned so that it preserves all old track."""
    return any(keeps_track(old, turned_track(new, rotation), junctions) for rotation in range(6))


def keeps_track(old: Sequence[Segment], new: Sequence[Segment], junctions: frozenset[int] = frozenset()) -> bool:
    """True if the new tile preserves all old track: sides joined at a node still meet at one node."""
    sides_of_new = _sides_by_node(new)
    through = [sides for node, sides in sides_of_new.items() if node in junctions]
    plain = [segment for segment in old if segment[1] < NODE]
    return all(segment in new or any({*segment} <= sides for sides in through) for segment in plain) and all(
        any(sides <= others for others in sides_of_new.values()) for sides in _sides_by_node(old).values()
    )


def _sides_by_node(segments: Sequence[Segment]) -> dict[int, set[int]]:
    """Sides connected to each node."""
    sides: dict[int, set[int]] = {}
    for a, b in segments:
        if a < NODE <= b:
            sides.setdefault(b, set()).add(a)
    return sides


def tile_lines(tables: TomlTable) -> tuple[tuple[str, TomlTable], ...]:
    """Lines of the tiles with their names. Their keys are as in the file, under their colours."""
    return tuple(
        (name, TomlTable(line.raw, line.path, tile_key(str(line.raw.get("colour", "")), name), line.mistakes))
        for name, line in tables.tables()
    )


def tile_key(colour: str, name: str) -> str:
    """Key of a tile in its file."""
    return f"{colour}.{name}" if colour else name


def _tile(id: TileId, name: str, table: TomlTable) -> Tile:
    if "colour" not in table:
        table.refuse("is no tile of this title")
    nodes = nodes_of(table)
    tile = Tile(
        id=id,
        name=name,
        colour=table.colour("colour"),
        label=table.text("label", ""),
        nodes=nodes,
        segments=track_of(table, len(nodes)),
        count=_count(table),
        upgrades=table.words("upgrades", ""),
        special=table.flag("special", False),
        hexes=table.words("hexes", ""),
        only=table.words("only", ""),
        cost=table.number("cost", 0),
    )
    if not tile.segments:
        table.contradict("a tile must have track", "track")
    table.check_all_read()
    return tile


def _count(table: TomlTable) -> int:
    """Number of copies of a tile, those of variants included; -1 for any number."""
    if table.raw.get("count") != UNLIMITED:
        return table.number("count", minimum=1) + table.number("extra", 0)
    table.text("count")
    if "extra" in table:
        table.refuse("says nothing where count is unlimited", "extra")
    return -1


def nodes_of(table: TomlTable) -> tuple[Node, ...]:
    """Nodes of a tile or a hex, from the key `nodes`."""
    nodes = tuple(_node(text, table) for text in table.texts("nodes", ()))
    if len(nodes) > MAX_CITIES:
        table.refuse(f"must be at most {MAX_CITIES}, not {len(nodes)}", "nodes")
    if len(nodes) > 1 and any(node.subsidy for node in nodes):
        table.refuse("has a subsidy, so there can be no other node", "nodes")
    return nodes[:MAX_CITIES]


def _node(text: str, table: TomlTable) -> Node:
    """Node of a tile or a hex; in a draft a town stands for one that cannot be read."""
    try:
        return parse_node(text)
    except BadInput as error:
        table.refuse(str(error), "nodes")
        return parse_node("town 0")


def track_of(table: TomlTable, nodes: int) -> tuple[Segment, ...]:
    """Track of a tile or a hex, from the key `track`."""
    try:
        return parse_track(table.text("track", ""), nodes)
    except BadInput as error:
        table.refuse(str(error), "track")
        return ()


class FaceBook:
    """Registry of faces: identical faces share one id."""

    def __init__(self) -> None:
        self.faces: list[Face] = []
        self.face_of: dict[tuple[TileId, int], FaceId] = {}
        self._printed: dict[tuple[int, str, tuple[Node, ...], tuple[Segment, ...]], FaceId] = {}

    def add_printed(
        self, coordinate: str, colour: int, label: str, nodes: tuple[Node, ...], track: tuple[Segment, ...]
    ) -> FaceId:
        """Add the face printed on a hex; the first hex with that face may name it."""
        key = (colour, label, nodes, track)  # city numbers matter: homes refer to them
        if key not in self._printed:
            name = _printed_name(coordinate, colour, label, nodes, track)
            face = Face(len(self.faces), NOBODY, 0, name, colour, label, nodes, track, exits_of(track))
            self.faces.append(face)
            self._printed[key] = face.id
        return self._printed[key]

    def add_tile(self, tile: Tile) -> None:
        """Add the faces of a tile in all rotations."""
        for rotation, (track, first) in enumerate(_rotations(tile.nodes, tile.segments)):
            known = self._add_rotation(tile, rotation, track) if first == rotation else self.face_of[tile.id, first]
            self.face_of[tile.id, rotation] = known

    def _add_rotation(self, tile: Tile, rotation: int, track: tuple[Segment, ...]) -> FaceId:
        id = len(self.faces)
        exits = exits_of(track)
        self.faces.append(Face(id, tile.id, rotation, tile.name, tile.colour, tile.label, tile.nodes, track, exits))
        return id


@lru_cache(1000)  # titles and variants share their tiles, and a title is built for every choice of options
def _rotations(nodes: tuple[Node, ...], segments: tuple[Segment, ...]) -> tuple[tuple[tuple[Segment, ...], int], ...]:
    """Track of each rotation, and the first rotation that looks the same."""
    tracks = [turned_track(segments, rotation) for rotation in range(6)]
    shapes = [shape(nodes, track) for track in tracks]
    return tuple((track, shapes.index(each)) for track, each in zip(tracks, shapes, strict=True))


def _printed_name(coordinate: str, colour: int, label: str, nodes: tuple[Node, ...], track: tuple[Segment, ...]) -> str:
    """Name of a printed face: a word for common white hexes, else the coordinate."""
    if colour != WHITE or label or track:
        return coordinate
    kinds = tuple(node.kind for node in nodes)
    plain = {(): "blank", (CITY,): "city", (TOWN,): "town", (CITY, CITY): "cities", (TOWN, TOWN): "towns"}
    return plain.get(kinds, coordinate)


def turned_track(segments: Iterable[Segment], rotation: int) -> tuple[Segment, ...]:
    """Track after clockwise rotation, sorted."""
    return tuple(sorted(rotate_segment(segment, rotation) for segment in segments))


def shape(nodes: Sequence[Node], track: Sequence[Segment]) -> Shape:
    """Normal form of a face: the smallest track over all numberings of equal nodes."""
    return min(_renumber(track, order) for order in permutations(range(len(nodes))) if _keeps_nodes(nodes, order))


def _keeps_nodes(nodes: Sequence[Node], order: Sequence[int]) -> bool:
    """True if renumbering each node `n` as `order[n]` only swaps equal nodes."""
    return all(node == nodes[number] for node, number in zip(nodes, order, strict=True))


def _renumber(track: Sequence[Segment], order: Sequence[int]) -> Shape:
    def end(old: int) -> int:
        return old if old < NODE else NODE + order[old - NODE]

    return tuple(sorted((min(end(a), end(b)), max(end(a), end(b))) for a, b in track))
