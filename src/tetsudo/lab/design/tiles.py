"""Tiles of a draft: its own lines of `tiles.toml`, the catalogue, and upgrades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, RED, WHITE
from tetsudo.lab.design.hexes import colour_of, nodes_of, segments_of, with_keys
from tetsudo.lab.design.toml_text import Raw, parse_line, read, with_lines
from tetsudo.lab.design.workspace import TILES_FILE, Texts
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.tiles import keeps_track, turned_track

KEYS: Final = ("count", "extra", "upgrades", "special", "hexes", "only", "cost", "label", "nodes", "track")
"""Keys of a tile in the order in which new ones are written."""

TILE_COLOURS: Final = COLOURS[WHITE + 1 : RED]
NUMBER: Final = re.compile("[A-Za-z0-9_-]{1,12}")
MAX_COUNT: Final = 99
UNLIMITED: Final = "unlimited"


@dataclass(frozen=True, slots=True)
class DraftTile:
    """Tile of a draft: its own line, and that line completed by the catalogue."""

    name: str
    own: Raw
    whole: Raw

    @property
    def colour(self) -> int:
        """Index in `COLOURS`."""
        return colour_of(self.whole)

    @property
    def is_own(self) -> bool:
        """True if the title draws the tile itself."""
        return "track" in self.own

    @property
    def upgrades(self) -> tuple[str, ...]:
        """Names of the tiles that may replace it, as listed."""
        return tuple(str(self.own.get("upgrades", "")).split())


@cache
def catalogue() -> Mapping[str, Raw]:
    """Lines of the catalogue with their colours, by number."""
    return dict(_lines(toml_files.read("", TILES_FILE)))


def _lines(raw: Raw) -> Iterator[tuple[str, Raw]]:
    for colour, lines in raw.items():
        if isinstance(lines, dict):
            yield from ((name, {**line, "colour": colour}) for name, line in lines.items() if isinstance(line, dict))


def read_tiles(texts: Texts) -> dict[str, DraftTile]:
    """Tiles of a draft by number, in the order of the file."""
    known = catalogue()
    found = {}
    for name, line in _lines(read(texts.get(TILES_FILE, ""))):
        own = {key: value for key, value in line.items() if key != "colour"}
        base = {} if "track" in own else known.get(name, {})
        found[name] = DraftTile(name, own, {**base, **line})
    return found


def missing_from(texts: Texts) -> dict[str, dict[str, Raw]]:
    """Tiles of the catalogue that a draft has not, by colour."""
    used = read_tiles(texts)
    found: dict[str, dict[str, Raw]] = {}
    for name, line in catalogue().items():
        if name not in used:
            found.setdefault(str(line["colour"]), {})[name] = line
    return found


def sort_key(name: str) -> tuple[int, str]:
    """Key that sorts tiles by number."""
    digits = re.match(r"\d+", name)
    return (int(digits[0]) if digits else MAX_SORTED, name)


MAX_SORTED: Final = 10**9
"""Place of tiles that are not numbered, behind the others."""


# Upgrades


def candidates(texts: Texts, tile: DraftTile) -> tuple[DraftTile, ...]:
    """Tiles that may follow a tile: of the next colour, with the same label, and all its track in some rotation."""
    return tuple(other for other in read_tiles(texts).values() if can_follow(tile, other))


def can_follow(tile: DraftTile, other: DraftTile) -> bool:
    """True if the loader accepts the second tile as an upgrade of the first, by its own test."""
    if other.colour != tile.colour + 1 or other.whole.get("label", "") != tile.whole.get("label", ""):
        return False
    old, new = segments_of(tile.whole), segments_of(other.whole)
    return any(keeps_track(old, turned_track(new, rotation)) for rotation in range(6))


def with_upgrades(texts: Texts) -> Texts:
    """Tiles file in which tiles without upgrades list all that can follow and have as many cities and towns."""
    text, tiles = texts.get(TILES_FILE, ""), read_tiles(texts)
    changes: dict[str, dict[str, Raw | None]] = {}
    for tile in tiles.values():
        names = [each.name for each in tiles.values() if _kinds(each) == _kinds(tile) and can_follow(tile, each)]
        if names and not tile.upgrades:
            upgrades = " ".join(sorted(names, key=sort_key))
            line = with_keys(dict(tile.own), {"upgrades": upgrades}, KEYS)
            changes.setdefault(COLOURS[tile.colour], {})[tile.name] = line
    for colour, lines in changes.items():
        text = with_lines(text, colour, lines, sort_key)
    return {TILES_FILE: text}


def _kinds(tile: DraftTile) -> list[int]:
    """Kinds of the stops of a tile, sorted."""
    return sorted(node.kind for node in nodes_of(tile.whole))


def predecessors(texts: Texts, name: str) -> tuple[str, ...]:
    """Tiles that list a tile among their upgrades."""
    return tuple(tile.name for tile in read_tiles(texts).values() if name in tile.upgrades)


# Changes


def change_tile(texts: Texts, name: str, raw: Raw | None) -> Texts:
    """Tiles file with a new line of a tile; None removes it."""
    tile = read_tiles(texts).get(name)
    if tile is None:
        raise BadInput(f"there is no tile {name!r}")
    return {TILES_FILE: with_lines(texts.get(TILES_FILE, ""), COLOURS[tile.colour], {name: raw}, sort_key)}


def add_tile(texts: Texts, name: str, colour: str = "") -> Texts:
    """Tiles file with one tile more: of the catalogue, or a plain one of the title's own in a colour."""
    if not NUMBER.fullmatch(name):
        raise BadInput(f"a tile's number consists of letters and digits, not {name!r}")
    if name in read_tiles(texts):
        raise BadInput(f"there is a tile {name} already: choose it to change it")
    known = catalogue().get(name)
    raw: Raw = {"count": 1}
    if known is not None and colour in ("", known["colour"]):
        colour = str(known["colour"])
    elif known is not None:
        raise BadInput(f"{name} is {known['colour']} in the catalogue: choose another number")
    elif colour not in TILE_COLOURS:
        raise BadInput(f"tiles are {', '.join(TILE_COLOURS)}, not {colour!r}")
    else:
        raw["track"] = "0-3"
    return {TILES_FILE: with_lines(texts.get(TILES_FILE, ""), colour, {name: raw}, sort_key)}


def copy_tile(texts: Texts, tile: DraftTile, name: str) -> tuple[str, Texts]:
    """New tile and tiles file with a tile of the title's own that looks like another one."""
    added = {**texts, **add_tile(texts, name, COLOURS[tile.colour])}
    shape = {key: value for key, value in tile.whole.items() if key in ("label", "nodes", "track")}
    return name, change_tile(added, name, {"count": 1, **shape})


def change_line(texts: Texts, name: str, line: str) -> tuple[str, Texts]:
    """Tile and tiles file after its whole line was rewritten, number included."""
    new, raw = parse_line(line)
    tile = read_tiles(texts).get(name)
    if tile is None:
        raise BadInput(f"there is no tile {name!r}")
    if new != name and new in read_tiles(texts):
        raise BadInput(f"there is a tile {new} already: choose it to change it")
    changes: dict[str, Raw | None] = {name: None, new: raw} if new != name else {name: raw}
    return new, {TILES_FILE: with_lines(texts.get(TILES_FILE, ""), COLOURS[tile.colour], changes, sort_key)}
