"""Strange data: every page is shown while the files have mistakes of any kind, and every form gets an answer."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.design.workbench import Workbench, fill, started, title_texts
from tetsudo.core.errors import BadInput
from tetsudo.lab.design import find_problems
from tetsudo.lab.design.grid import add_line, remove_line, turn
from tetsudo.lab.design.hexes import read_map
from tetsudo.lab.design.maker import export_game
from tetsudo.lab.design.pictures import drawing_board, map_picture, tile_picture
from tetsudo.lab.design.tiles import candidates, read_tiles, upgrades_of
from tetsudo.lab.design.toml_text import read, value_text

VALLEY = ROOT / "tests" / "titles" / "valley"
JUNK = (True, 99999, "n9-n8", ["city 99 x", "town"], {"x": {"y": 1}})


def files_with(junk: object) -> Iterator[dict[str, str]]:
    """Files of Four Valleys with a strange value in place of one table, line or key of map, tiles or companies."""
    texts = title_texts(VALLEY)
    places: dict[str, list[tuple[str, ...]]] = {
        "map.toml": [
            *(("orientation",), ("hexes",), ("hexes", "A2")),
            *(("hexes", "C4", key) for key in ("place", "colour", "label", "nodes", "track", "cost", "terrain")),
            *(("hexes", "C4", key) for key in ("icons", "borders", "group", "upgrades", "dead_ends", "native")),
            ("hexes", "q"),
        ],
        "tiles.toml": [
            *(("yellow",), ("yellow", "57"), ("pink",)),
            *(("green", "14", key) for key in ("count", "upgrades", "nodes", "track", "label", "special", "hexes")),
        ],
        "companies.toml": [
            *(("companies",), ("companies", "ALD"), ("privates",), ("privates", "MW")),
            *(("companies", "ALD", key) for key in ("homes", "colour", "name", "tokens", "share", "president_shares")),
            *(("privates", "MW", key) for key in ("powers", "letter", "name")),
        ],
        "title.toml": [*((key,) for key in ("name", "currency", "players", "trains", "phases", "rules", "variants"))],
        "market.toml": [*((key,) for key in ("rows", "moves", "marks"))],
    }
    for file, paths in places.items():
        for path in paths:
            raw: Any = copy.deepcopy(read(texts[file]))
            where = raw
            for key in path[:-1]:
                where = where[key]
            where[path[-1]] = junk
            yield {**texts, file: "".join(f"{key} = {value_text(value)}\n" for key, value in raw.items())}


add_left, remove_left = partial(add_line, edge="left"), partial(remove_line, edge="left")


@pytest.mark.parametrize(
    "junk", [*JUNK[:2], *(pytest.param(each, marks=pytest.mark.long) for each in JUNK[2:])], ids=repr
)
def test_everything_is_drawn_and_every_change_is_made_or_refused(junk: object) -> None:
    count = 0
    for texts in files_with(junk):
        count += 1
        known, tiles = read_map(texts), read_tiles(texts)
        assert "<svg" in map_picture(texts)
        for name, raw in known.lines.items():
            if name in ("A2", "C4", "q"):
                drawing_board(raw, name, flat_top=known.flat_top)
        for name, tile in tiles.items():
            tile_picture(name, tile.whole)
        upgrades_of(texts)
        candidates(texts, next(iter(tiles.values()))) if tiles else ()
        export_game(texts)
        for change in (turn, add_left, remove_left):
            try:
                change(texts)
            except BadInput:
                continue
    assert count > 40


@pytest.mark.parametrize(
    "text", ["", "x", "[hexes]", "[hexes]\nA2 = 3\n", "hexes = 3\n", "\ufeff[hexes]\n", "[[hexes]]\n"]
)
def test_any_text_of_a_file_is_shown(text: str) -> None:
    for file in ("map.toml", "tiles.toml", "companies.toml", "title.toml", "market.toml"):
        texts = {**title_texts(VALLEY), file: text}
        assert "<svg" in map_picture(texts)
        read_tiles(texts)
        assert find_problems(texts, Path("/nonexistent"))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """The workbench for a copy of Four Valleys."""
    with started(fill(tmp_path_factory.mktemp("titles") / "valley", title_texts(VALLEY))) as found:
        yield found


MAP_OPS = (
    *("paint", "turn", "add", "cut", "border", "home", "keys", "track", "node", "add_node", "remove_node", "line"),
    *("", "nonsense"),
)
TILE_OPS = ("add", "copy", "remove", "line", "keys", "upgrade", "track", "node", "add_node", "remove_node", "")


STRANGE_VALUES = (
    "",
    "A2",
    *(pytest.param(value, marks=pytest.mark.long) for value in ("x", "-1", "999999999", "n0", "\x00", "é" * 500, "57")),
)


@pytest.mark.parametrize("value", STRANGE_VALUES)
def test_every_form_gets_an_answer(bench: Workbench, value: str) -> None:
    """Whatever a form has, the answer is the page or a sentence, never a fault."""
    fields = (
        *("hexes", "brush", "terrain", "cost", "colour", "edge", "side", "company", "city", "is_home", "place"),
        *("a", "b", "index", "kind", "slots", "value", "line", "number", "upgrade", "count", "label"),
    )
    for path, ops, names in (("map/edit", MAP_OPS, ("C4", "Z99", value)), ("tiles/edit", TILE_OPS, ("57", value))):
        for op in ops:
            for chosen in names:
                done = bench.post(path, {"op": op, "chosen": chosen, **dict.fromkeys(fields, value)})
                assert done.status_code in (200, 422), (op, chosen, done.status_code)
    for path in ("map?hex=", "map/hex?hex=", "tiles?tile=", "tiles/tile?tile=", "files?file="):
        assert bench.get(path + value.replace("\x00", "%00")).status_code == 200
    assert bench.get("problems").status_code == 200
