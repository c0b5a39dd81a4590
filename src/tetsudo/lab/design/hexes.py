"""Hexes of a draft map: their lines in `map.toml`, read as far as they can be, and changes to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, WHITE
from tetsudo.engine.model.tiles import Node, Segment
from tetsudo.lab.design.toml_text import Raw, parse_line, read, with_lines
from tetsudo.lab.design.workspace import MAP_FILE, Texts
from tetsudo.titles.data.maps import ORIENTATIONS
from tetsudo.titles.data.notation import FLAT_STEPS, POINTY_STEPS, parse_coordinate, parse_node, parse_track

KEYS: Final = (
    *("place", "native", "colour", "group", "label", "nodes", "track", "cost", "terrain", "icons", "borders"),
    *("upgrades", "dead_ends"),
)
"""Keys of a hex in the order in which new ones are written."""

Place = tuple[int, int]
"""Position of a hex in half hexes, x and y."""


@dataclass(frozen=True, slots=True)
class DraftMap:
    """Map as its text has it, right or wrong."""

    flat_top: bool
    lines: Mapping[str, Raw]
    places: Mapping[str, Place] = field(default_factory=dict)  # of the lines whose name is a coordinate

    def neighbour(self, name: str, side: int) -> str:
        """Hex across a side; "" if there is none."""
        x, y = self.places[name]
        dx, dy = (FLAT_STEPS if self.flat_top else POINTY_STEPS)[side]
        return next((other for other, place in self.places.items() if place == (x + dx, y + dy)), "")


def read_map(texts: Texts) -> DraftMap:
    """Map of a draft."""
    raw = read(texts.get(MAP_FILE, ""))
    found = raw.get("hexes", {})
    lines = {name: line for name, line in found.items() if isinstance(line, dict)} if isinstance(found, dict) else {}
    flat_top = raw.get("orientation") != ORIENTATIONS[1]
    places = {name: place for name in lines if (place := place_of(name, flat_top=flat_top)) is not None}
    return DraftMap(flat_top, lines, places)


def place_of(name: str, *, flat_top: bool) -> Place | None:
    """Position of a coordinate; None if it is none."""
    try:
        return parse_coordinate(name, flat_top=flat_top)
    except BadInput:
        return None


def name_of(place: Place, *, flat_top: bool) -> str:
    """Coordinate of a position. After Z comes AA."""
    letter, number = place if flat_top else (place[1], place[0])
    first, last = divmod(letter, 26)
    letters = (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)
    return f"{letters}{number + 1}"


def sort_key(name: str) -> tuple[int, str, int]:
    """Key that sorts coordinates by letter, then by number."""
    found = re.fullmatch(r"([A-Z]+)(\d+)", name)
    return (len(found[1]), found[1], int(found[2])) if found else (99, name, 0)


# Reading


def colour_of(raw: Raw) -> int:
    """Colour of a hex or tile; white if it is none."""
    word = str(raw.get("colour", "white")).lower()
    return COLOURS.index(word) if word in COLOURS else WHITE


def node_texts(raw: Raw) -> tuple[str, ...]:
    """Texts of the nodes."""
    found = raw.get("nodes", ())
    return tuple(map(str, found)) if isinstance(found, list) else ()


def nodes_of(raw: Raw) -> tuple[Node, ...]:
    """Nodes as far as they can be read; one that cannot is a junction, so that the others keep their numbers."""
    found = []
    for text in node_texts(raw):
        try:
            found.append(parse_node(text))
        except BadInput:
            found.append(parse_node("junction"))
    return tuple(found)


def track_words(raw: Raw) -> tuple[str, ...]:
    """Segments of track, as written."""
    return tuple(str(raw.get("track", "")).split())


def segments_of(raw: Raw) -> tuple[Segment, ...]:
    """Segments that can be read, sorted, each once."""
    found: set[Segment] = set()
    for word in track_words(raw):
        try:
            found.update(parse_track(word, len(node_texts(raw))))
        except BadInput:
            continue
    return tuple(sorted(found))


def sides_of(raw: Raw, key: str = "borders") -> tuple[int, ...]:
    """Sides in a text such as "2 3"."""
    return tuple(int(word) for word in str(raw.get(key, "")).split() if re.fullmatch("[0-5]", word))


# Changes to a line


def with_keys(raw: Raw, changes: Mapping[str, object], order: Sequence[str] = KEYS) -> Raw:
    """Line with new values of some keys; empty ones ("", [], None) go. A new key stands where `order` has it."""
    kept = {key: changes.get(key, value) for key, value in raw.items()}
    for key in (key for key in changes if key not in raw):
        kept = _inserted(kept, key, changes[key], order)
    return {key: value for key, value in kept.items() if key not in changes or value not in ("", None, [], {})}


def _inserted(raw: Raw, key: str, value: object, order: Sequence[str]) -> Raw:
    later = order[order.index(key) + 1 :] if key in order else ()
    place = next((index for index, known in enumerate(raw) if known in later), len(raw))
    entries = list(raw.items())
    return dict([*entries[:place], (key, value), *entries[place:]])


def toggle_track(raw: Raw, a: str, b: str, order: Sequence[str] = KEYS) -> Raw:
    """Line with a segment more, or without it: ends are "0" to "5" and "n0" ..."""
    ends = sorted((a, b))  # sides come before nodes
    if ends[0] == ends[1]:
        raise BadInput("track leads from one end to another: choose two different ones")
    words = list(track_words(raw))
    there = [word for word in words if sorted(word.split("-")) == ends]
    words = [word for word in words if word not in there] if there else [*words, "-".join(ends)]
    return with_keys(raw, {"track": " ".join(words)}, order)


def with_nodes(raw: Raw, nodes: Sequence[str], order: Sequence[str] = KEYS) -> Raw:
    """Line with other nodes. Track to nodes that are gone goes with them."""
    kept = [word for word in track_words(raw) if all(_exists(end, len(nodes)) for end in word.split("-"))]
    return with_keys(raw, {"nodes": list(nodes), "track": " ".join(kept)}, order)


def without_node(raw: Raw, index: int, order: Sequence[str] = KEYS) -> Raw:
    """Line without one of its nodes, whose track goes too; later nodes move up by one number."""
    nodes = [text for number, text in enumerate(node_texts(raw)) if number != index]
    words = [word for word in track_words(raw) if f"n{index}" not in word.split("-")]
    track = " ".join("-".join(_moved_up(end, index) for end in word.split("-")) for word in words)
    return with_keys(raw, {"nodes": nodes, "track": track}, order)


def _exists(end: str, nodes: int) -> bool:
    return not re.fullmatch(r"n\d+", end) or int(end[1:]) < nodes


def _moved_up(end: str, index: int) -> str:
    return f"n{int(end[1:]) - 1}" if re.fullmatch(r"n\d+", end) and int(end[1:]) > index else end


# Changes to the map


def change_hexes(texts: Texts, changes: Mapping[str, Raw | None]) -> Texts:
    """Map file with new lines of some hexes; None removes a hex."""
    return {MAP_FILE: with_lines(texts.get(MAP_FILE, ""), "hexes", changes, sort_key)}


def change_line(texts: Texts, name: str, line: str) -> tuple[str, Texts]:
    """Hex and map file after its whole line was rewritten, name included; raise BadInput if it is not a line."""
    new, raw = parse_line(line)
    known = read_map(texts)
    if place_of(new, flat_top=known.flat_top) is None:
        raise BadInput(f"{new!r} is not a coordinate such as K4")
    if new != name and new in known.lines:
        raise BadInput(f"there is a hex {new} already: choose it to change it")
    return new, change_hexes(texts, {name: None, new: raw} if new != name else {name: raw})


def toggle_border(texts: Texts, name: str, side: int) -> Texts:
    """Map file after a side of a hex became impassable, or passable again, on both of its hexes."""
    known = read_map(texts)
    other = known.neighbour(name, side)
    if not other:
        raise BadInput(f"side {side} of {name} is the edge of the map, which needs no border")
    is_there = side in sides_of(known.lines[name])
    changes = {
        each: with_keys(known.lines[each], {"borders": _sides_text(sides_of(known.lines[each]), at, not is_there)})
        for each, at in ((name, side), (other, (side + 3) % 6))
    }
    return change_hexes(texts, changes)


def _sides_text(sides: Iterable[int], side: int, is_wanted: bool) -> str:
    return " ".join(str(each) for each in sorted({*sides, side} if is_wanted else set(sides) - {side}))
