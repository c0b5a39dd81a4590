"""Tiles of a draft: its own lines of `tiles.toml`, the catalogue, and upgrades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, RED, WHITE
from tetsudo.engine.model.tiles import Tile
from tetsudo.lab.design.hexes import colour_of, nodes_of, segments_of, with_keys
from tetsudo.lab.design.toml_text import Raw, parse_line, read, with_lines
from tetsudo.lab.design.workspace import TILES_FILE, Texts
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.tiles import inferred_upgrades, junctions_of, keeps_track_somehow

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
    def lists_upgrades(self) -> bool:
        """True if the title lists its upgrades, possibly none."""
        return "upgrades" in self.own

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
    junctions = junctions_of(nodes_of(other.whole))
    return keeps_track_somehow(segments_of(tile.whole), segments_of(other.whole), junctions)


def upgrades_of(texts: Texts) -> dict[str, tuple[str, ...]]:
    """Upgrades of each tile: those listed, or else those that the loader infers from the tiles."""
    known = read_tiles(texts)
    tiles = {name: _model(id, tile) for id, (name, tile) in enumerate(known.items())}
    return {
        name: tile.upgrades if tile.lists_upgrades else inferred_upgrades(tiles[name], tiles.values())
        for name, tile in known.items()
    }


def _model(id: int, tile: DraftTile) -> Tile:
    """Tile of the loader, as far as it can be read."""
    whole = tile.whole
    label, special = str(whole.get("label", "")), bool(whole.get("special"))
    return Tile(id, tile.name, tile.colour, label, nodes_of(whole), segments_of(whole), 1, tile.upgrades, special)


def toggle_upgrade(texts: Texts, tile: DraftTile, other: str) -> Texts:
    """Tiles file after a tile became an upgrade of another one, or ceased to be one.

    The upgrades are listed only if they differ from those that the loader infers.
    """
    now = upgrades_of(texts)[tile.name]
    wanted = [name for name in now if name != other] if other in now else [*now, other]
    free = {key: value for key, value in tile.own.items() if key != "upgrades"}
    inferred = upgrades_of({**texts, **change_tile(texts, tile.name, free)})[tile.name]
    if set(wanted) == set(inferred):
        return change_tile(texts, tile.name, free)
    listed = " ".join(sorted(wanted, key=sort_key))
    line = with_keys(free, {"upgrades": listed}, KEYS) if listed else {**free, "upgrades": ""}
    return change_tile(texts, tile.name, line)


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
