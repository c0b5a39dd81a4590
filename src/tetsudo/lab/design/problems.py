"""Mistakes of a draft, as the loader finds them, each with the hex or the tile that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tetsudo.lab.design.hexes import read_map
from tetsudo.lab.design.tiles import read_tiles
from tetsudo.lab.design.workspace import MAP_FILE, TILES_FILE, Texts
from tetsudo.titles.loader import mistakes


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake with its place."""

    file: str
    key: str
    sentence: str
    line: int = 0
    hex: str = ""
    tile: str = ""


def find_problems(texts: Texts, folder: Path) -> tuple[Problem, ...]:
    """Mistakes of a draft; none if it can be played. `folder` may have the title's own powers."""
    hexes, tiles = read_map(texts).lines, read_tiles(texts)
    found = []
    for each in mistakes(texts, folder):
        words = each.key.split(".")
        is_hex = each.file == MAP_FILE and words[0] == "hexes" and len(words) > 1
        hex = words[1] if is_hex and words[1] in hexes else ""
        tile = next((word for word in words[:2] if word in tiles), "") if each.file == TILES_FILE else ""
        found.append(Problem(each.file, each.key, each.sentence, each.line, hex, tile))
    return tuple(found)
