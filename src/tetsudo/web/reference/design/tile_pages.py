"""Pages of the tiles: those of the title with their numbers, the catalogue, and the chosen tile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_GET, require_POST

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS
from tetsudo.lab.design import hexes, tiles
from tetsudo.lab.design.pictures import drawing_board, tile_picture
from tetsudo.lab.design.tiles import KEYS, DraftTile
from tetsudo.lab.design.toml_text import Raw, line_text
from tetsudo.lab.design.workspace import Texts
from tetsudo.web.reference.design.current import answer_edit, number, shown, workspace
from tetsudo.web.reference.design.node_forms import node_rows, node_text

TEXT_KEYS: Final = ("label", "hexes", "only")
MAX_TEXT: Final = 200


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The title's tiles, with the chosen one beside them."""
    return render(request, "design/tiles.html", _values(request.GET.get("tile", "")))


@require_GET
def tile(request: HttpRequest) -> HttpResponse:
    """The chosen tile, for a page that shows the tiles already."""
    return render(request, "design/tile.html", {**_values(request.GET.get("tile", "")), "is_part": True})


@require_GET
def catalogue(request: HttpRequest) -> HttpResponse:
    """Tiles of the catalogue that the title has not, to add them."""
    texts = workspace().texts
    flat_top = hexes.read_map(texts).flat_top
    spare = {
        colour: [(number, _picture(number, raw, flat_top=flat_top)) for number, raw in sorted_lines(lines)]
        for colour, lines in tiles.missing_from(texts).items()
    }
    return render(request, "design/parts/catalogue.html", {"spare": spare})


def parts(request: HttpRequest, chosen: str, *, notice: str = "", is_refused: bool = False) -> HttpResponse:
    """The parts of the page that a change may have changed."""
    values = {**_values(chosen), "notice": notice, "is_refused": is_refused, "is_part": True}
    return render(request, "design/parts/tile_parts.html", values, status=422 if is_refused else 200)


def _values(name: str) -> dict[str, Any]:
    texts = workspace().texts
    known = tiles.read_tiles(texts)
    groups: dict[str, list[tuple[DraftTile, SafeString]]] = {}
    flat_top = hexes.read_map(texts).flat_top
    for each in known.values():
        groups.setdefault(COLOURS[each.colour], []).append((each, _picture(each.name, each.whole, flat_top=flat_top)))
    found = known.get(name)
    values = shown("tiles", chosen=name if found else "", groups=groups, tile_colours=tiles.TILE_COLOURS)
    return {**values, **_tile_values(texts, found, flat_top=flat_top)} if found else values


def sorted_lines(lines: dict[str, Raw]) -> list[tuple[str, Raw]]:
    """Tiles by number."""
    return sorted(lines.items(), key=lambda item: tiles.sort_key(item[0]))


def _picture(name: str, raw: Raw, *, flat_top: bool, rotation: int = 0) -> SafeString:
    return mark_safe(tile_picture(name, raw, flat_top=flat_top, rotation=rotation))


def _tile_values(texts: Texts, chosen: DraftTile, *, flat_top: bool) -> dict[str, Any]:
    known = tiles.read_tiles(texts)
    upgrades = tiles.upgrades_of(texts)
    possible = tiles.candidates(texts, chosen)
    strange = [name for name in chosen.upgrades if name not in {tile.name for tile in possible}]
    return {
        "tile": chosen,
        "colour": COLOURS[chosen.colour],
        "line": line_text(chosen.name, chosen.own),
        "board": mark_safe(drawing_board(chosen.whole, chosen.name, flat_top=flat_top)),
        "rotations": [_picture(chosen.name, chosen.whole, flat_top=flat_top, rotation=turn) for turn in range(6)],
        "texts": {key: str(chosen.own.get(key, "")) for key in TEXT_KEYS},
        "nodes": node_rows(chosen.whole),
        "followers": [
            (tile, tile.name in upgrades[chosen.name], _picture(tile.name, tile.whole, flat_top=flat_top))
            for tile in possible
        ],
        "strange": strange,
        "predecessors": [known[name] for name, others in upgrades.items() if chosen.name in others],
    }


# Changes


@require_POST
def edit(request: HttpRequest) -> HttpResponse:
    """Apply a change to the tiles, and show the parts again."""
    return answer_edit(request, _edited, parts)


def _edited(op: str, name: str, texts: Texts, request: HttpRequest) -> tuple[str, Texts]:
    """Chosen tile and changed files after an operation; raise BadInput if it is impossible."""
    if op == "add":
        new = request.POST.get("number", "").strip()
        return new, tiles.add_tile(texts, new, request.POST.get("colour", ""))
    found = tiles.read_tiles(texts).get(name)
    if found is None:
        raise BadInput(f"there is no tile {name!r}: choose one first")
    if op == "upgrade":
        return name, tiles.toggle_upgrade(texts, found, request.POST.get("upgrade", ""))
    if op == "copy":
        return tiles.copy_tile(texts, found, request.POST.get("number", "").strip())
    if op == "remove":
        return "", tiles.change_tile(texts, name, None)
    if op == "line":
        return tiles.change_line(texts, name, request.POST.get("line", ""))
    if op in OWN_EDITS and not found.is_own:
        raise BadInput(f"{name} is drawn in the catalogue: choose Draw it yourself first, under another number")
    if op in TILE_EDITS or op in OWN_EDITS:
        change = TILE_EDITS.get(op) or OWN_EDITS[op]
        return name, tiles.change_tile(texts, name, change(dict(found.own), request))
    raise BadInput(f"there is no operation {op!r}")


def _keys(raw: Raw, request: HttpRequest) -> Raw:
    given = request.POST
    changes: dict[str, object] = {key: given[key].strip()[:MAX_TEXT] for key in TEXT_KEYS if key in given}
    if "count" in given:
        changes["count"] = _count(given["count"].strip())
    if "has_special" in given:
        changes["special"] = True if given.get("special") else None
    return hexes.with_keys(raw, {key: value for key, value in changes.items() if value or key in raw}, KEYS)


def _count(text: str) -> int | str:
    """Number of copies, or "unlimited"."""
    if text == tiles.UNLIMITED:
        return text
    if not text.isdecimal() or not 1 <= int(text[:6]) <= tiles.MAX_COUNT:
        raise BadInput(f"a tile's count is from 1 to {tiles.MAX_COUNT}, or unlimited, not {text[:40]!r}")
    return int(text)


def _track(raw: Raw, request: HttpRequest) -> Raw:
    """Line with a segment more or without it; the key stays, since it makes the tile the title's own."""
    found = hexes.toggle_track(raw, request.POST.get("a", ""), request.POST.get("b", ""), KEYS)
    return found if "track" in found else {**found, "track": ""}


def _nodes(raw: Raw, texts: list[str]) -> Raw:
    found = hexes.with_nodes(raw, texts, KEYS)
    return found if "track" in found else {**found, "track": ""}


def _remove_node(raw: Raw, request: HttpRequest) -> Raw:
    found = hexes.without_node(raw, number(request, "index"), KEYS)
    return found if "track" in found else {**found, "track": ""}


TILE_EDITS: Final[dict[str, Callable[[Raw, HttpRequest], Raw]]] = {"keys": _keys}
"""Operations on any tile."""

OWN_EDITS: Final[dict[str, Callable[[Raw, HttpRequest], Raw]]] = {
    "track": _track,
    "node": lambda raw, request: _nodes(raw, node_text(raw, request.POST)),
    "add_node": lambda raw, request: _nodes(raw, node_text(raw, request.POST, is_new=True)),
    "remove_node": _remove_node,
}
"""Operations on tiles that the title draws itself."""
