"""The grid of a draft map: rows and columns that are added and removed, its extent, and its orientation.

Coordinates begin at A1. So a column at the left moves every hex by one, and with the hexes all that refers to them:
homes of companies, hexes of powers, tiles kept for a hex, and the hexes in scenarios and variants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.hexes import DraftMap, Place, change_hexes, name_of, read_map, sort_key, track_words, with_keys
from tetsudo.lab.design.toml_text import Raw, with_lines, with_value
from tetsudo.lab.design.workspace import COMPANIES_FILE, MAIN_FILE, MAP_FILE, TILES_FILE, Texts
from tetsudo.titles.data.maps import ORIENTATIONS

EDGES: Final = ("left", "right", "top", "bottom")
"""Edges of the map at which rows and columns are added and removed."""

MAX_LETTERS: Final = 52
MAX_NUMBER: Final = 99
"""Bounds of a coordinate: from A1 to AZ99."""

REFERENCES: Final = re.compile(r'(\b(?:homes|destination|hexes|only|token_on|hex)\s*=\s*")([^"\n]*)(")')
"""Keys whose texts name hexes: homes of companies, and keys of powers and tiles."""

COORDINATE: Final = re.compile(r"\b[A-Z]{1,2}[1-9]\d?\b")
HEADER: Final = re.compile(r"(\s*\[\s*)([^\[\]\n]+?)(\s*\].*)", re.DOTALL)
ENTRY: Final = re.compile(r"(\s*)([A-Z]{1,2}[1-9]\d?)(?=\s*=)")


def bounds(known: DraftMap) -> tuple[int, int, int, int]:
    """Left, top, right and bottom position of a map in half hexes; those of A1 if it is empty."""
    places = list(known.places.values()) or [(0, 0)]
    columns, rows = zip(*places, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def cells(known: DraftMap, margin: int = 1) -> Iterator[str]:
    """Coordinates of the map and of the cells around it, as far as there are coordinates."""
    left, top, right, bottom = bounds(known)
    wide, high = _step(known)
    parity = sum(next(iter(known.places.values()), (0, 1))) % 2
    for x in range(max(0, left - margin * wide), right + margin * wide + 1):
        for y in range(max(0, top - margin * high), bottom + margin * high + 1):
            name = name_of((x, y), flat_top=known.flat_top)
            if (x + y) % 2 == parity and is_coordinate((x, y), known):
                yield name


def is_coordinate(place: Place, known: DraftMap) -> bool:
    """True if a position has a coordinate."""
    letter, number = place if known.flat_top else (place[1], place[0])
    return 0 <= letter < MAX_LETTERS and 0 <= number < MAX_NUMBER


def _step(known: DraftMap) -> Place:
    """Distance between two columns and two rows, in half hexes."""
    return (1, 2) if known.flat_top else (2, 1)


# Rows and columns


def add_line(texts: Texts, edge: str) -> Texts:
    """Files after a row or column of blank hexes was added at an edge."""
    _check_edge(edge)
    texts = {**texts, **_with_room(texts, edge)}
    known = read_map(texts)
    left, top, right, bottom = bounds(known)
    wide, high = _step(known)
    strip = {
        "left": (left - wide, top, left - 1, bottom),
        "right": (right + 1, top, right + wide, bottom),
        "top": (left, top - high, right, top - 1),
        "bottom": (left, bottom + 1, right, bottom + high),
    }[edge]
    parity = sum(next(iter(known.places.values()), (0, 1))) % 2
    added = [
        (x, y)
        for x in range(strip[0], strip[2] + 1)
        for y in range(strip[1], strip[3] + 1)
        if (x + y) % 2 == parity and min(x, y) >= 0
    ]
    if not all(is_coordinate(place, known) for place in added):
        raise BadInput("the map cannot become larger: coordinates end at AZ99")
    blank: dict[str, Raw | None] = {name_of(place, flat_top=known.flat_top): {} for place in added}
    return _changed(texts, change_hexes(texts, blank))


def remove_line(texts: Texts, edge: str) -> Texts:
    """Files after the outermost row or column at an edge was removed."""
    _check_edge(edge)
    known = read_map(texts)
    left, top, right, bottom = bounds(known)
    wide, high = _step(known)
    is_out: Callable[[Place], bool] = {
        "left": lambda place: place[0] < left + wide,
        "right": lambda place: place[0] > right - wide,
        "top": lambda place: place[1] < top + high,
        "bottom": lambda place: place[1] > bottom - high,
    }[edge]
    gone: dict[str, Raw | None] = {name: None for name, place in known.places.items() if is_out(place)}
    if len(gone) >= len(known.places):
        raise BadInput("this is all there is of the map, so it stays")
    texts = {**texts, **change_hexes(texts, gone)}
    back = {"left": (-wide, 0), "top": (0, -high)}.get(edge, (0, 0))
    return _changed(texts, shift(texts, *back))


def _check_edge(edge: str) -> None:
    if edge not in EDGES:
        raise BadInput(f"there is no edge {edge!r}: {', '.join(EDGES)}")


def _with_room(texts: Texts, edge: str) -> Texts:
    """Files in which everything has moved away from the edge, if there is no coordinate beyond it."""
    known = read_map(texts)
    left, top, _right, _bottom = bounds(known)
    wide, high = _step(known)
    if edge == "left" and left < wide:
        return shift(texts, wide, 0)
    return shift(texts, 0, high) if edge == "top" and top < high else {}


def _changed(texts: Texts, changes: Texts) -> Texts:
    return {**texts, **changes}


# Moving everything


def shift(texts: Texts, dx: int, dy: int) -> Texts:
    """Files in which all hexes, and all that refers to them, have moved by some half hexes."""
    known = read_map(texts)
    if (dx, dy) == (0, 0):
        return texts
    moved = {name: (x + dx, y + dy) for name, (x, y) in known.places.items()}
    if not all(is_coordinate(place, known) for place in moved.values()):
        raise BadInput("the map cannot be moved that far: coordinates are from A1 to AZ99")
    return _renamed(texts, {name: name_of(place, flat_top=known.flat_top) for name, place in moved.items()})


def _renamed(texts: Texts, names: Mapping[str, str]) -> Texts:
    found = dict(texts)
    for file in (MAP_FILE, TILES_FILE, COMPANIES_FILE, MAIN_FILE):
        if file in texts:
            found[file] = _with_names(texts[file], names)
    return found


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """Text with other names of hexes, as keys of tables `hexes` and in the texts of `REFERENCES`."""

    def renamed(found: re.Match[str]) -> str:
        return names.get(found[0], found[0])

    lines, is_hexes = [], False
    for line in text.splitlines(keepends=True):
        header = HEADER.fullmatch(line)
        if header:
            path = header[2].split(".")
            is_hexes = path[-1].strip() == "hexes"
            is_hex = len(path) > 1 and path[-2].strip() == "hexes"
            line = header[1] + (COORDINATE.sub(renamed, header[2]) if is_hex else header[2]) + header[3]
        elif is_hexes:
            line = ENTRY.sub(lambda found: found[1] + names.get(found[2], found[2]), line, count=1)
        lines.append(REFERENCES.sub(lambda found: found[1] + COORDINATE.sub(renamed, found[2]) + found[3], line))
    return "".join(lines)


# Orientation


def turn(texts: Texts) -> Texts:
    """Files after the map was turned from flat-top to pointy-top hexes or back: mirrored at the diagonal.

    Coordinates stay, since letters and numbers change their meaning. Track, borders and dead ends turn along, so what
    was connected still is.
    """
    known = read_map(texts)
    text = texts.get(MAP_FILE, "")
    text = with_value(text, ["orientation"], ORIENTATIONS[known.flat_top])
    changes: dict[str, Raw | None] = {}
    for name, raw in known.lines.items():
        mirrored = _mirrored(raw)
        if mirrored != raw:
            changes[name] = mirrored
    return {MAP_FILE: with_lines(text, "hexes", changes, sort_key)}


def _mirrored(raw: Raw) -> Raw:
    words = [
        "-".join(sorted(mirrored_side(end) if end.isdecimal() else end for end in word.split("-")))
        for word in track_words(raw)
    ]
    sides: dict[str, object] = {key: _mirrored_sides(str(raw[key])) for key in ("borders", "dead_ends") if key in raw}
    return with_keys(raw, {**({"track": " ".join(words)} if words else {}), **sides})


def _mirrored_sides(text: str) -> str:
    return " ".join(sorted(mirrored_side(word) for word in text.split()))


def mirrored_side(side: str) -> str:
    """Side of the turned hex at which the same neighbour is: 0 and 4, and 1 and 3, change places."""
    return str((4 - int(side)) % 6) if side.isdecimal() else side
