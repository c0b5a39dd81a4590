"""Pages of the map: the map with its brushes, and the chosen hex with all that is printed on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET, require_POST

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS
from tetsudo.lab.design import brushes, grid, hexes, homes
from tetsudo.lab.design.hexes import with_keys
from tetsudo.lab.design.pictures import drawing_board, map_picture
from tetsudo.lab.design.toml_text import Raw, line_text
from tetsudo.lab.design.workspace import Texts
from tetsudo.web.reference.design.current import answer_edit, number, shown, workspace
from tetsudo.web.reference.design.node_forms import node_rows, node_text, words_value

BRUSHES: Final = (
    ("choose", "Choose", "Click a hex to see and change it"),
    ("blank", "Blank", "Plain hex without anything"),
    ("city", "City", "City with one slot"),
    ("cities", "Two cities", "Two separate cities"),
    ("town", "Town", "Town"),
    ("towns", "Two towns", "Two separate towns"),
    ("terrain", "Terrain", "Terrain and its cost; cost 0 removes it"),
    ("offboard", "Off-board", "Red off-board location"),
    ("colour", "Colour", "Colour of the printed hex"),
    ("copy", "Copy", "What is printed on the chosen hex"),
    ("remove", "Remove", "No hex here"),
)
"""Brushes of the palette: name, label and help."""

TERRAIN: Final = ("mountain", "water", "hill", "river", "swamp", "forest", "urban", "lake")
SIDE_NAMES: Final = {
    True: ("south", "south-west", "north-west", "north", "north-east", "south-east"),
    False: ("south-west", "west", "north-west", "north-east", "east", "south-east"),
}
"""Directions of the sides on flat-top and on pointy-top maps."""

TEXT_KEYS: Final = ("place", "native", "label", "group", "upgrades", "dead_ends")
LIST_KEYS: Final = ("terrain", "icons")
MAX_TEXT: Final = 200
MAX_PAINTED: Final = 2000


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The map, with the chosen hex beside it."""
    name = request.GET.get("hex", "")
    values = {"brushes": BRUSHES, "terrain": TERRAIN, "colours": COLOURS, "edges": grid.EDGES, **_values(name)}
    return render(request, "design/map.html", values)


@require_GET
def hex(request: HttpRequest) -> HttpResponse:
    """The chosen hex, for a page that shows the map already."""
    return render(request, "design/hex.html", {**_values(request.GET.get("hex", "")), "is_part": True})


def parts(request: HttpRequest, chosen: str, *, notice: str = "", is_refused: bool = False) -> HttpResponse:
    """The parts of the page that a change may have changed."""
    values = {**_values(chosen), "notice": notice, "is_refused": is_refused, "is_part": True}
    return render(request, "design/parts/map_parts.html", values, status=422 if is_refused else 200)


def _values(name: str) -> dict[str, Any]:
    """Values of the page with a chosen hex; "" for none."""
    texts = workspace().texts
    known = hexes.read_map(texts)
    raw = known.lines.get(name)
    is_cell = raw is None and hexes.place_of(name, flat_top=known.flat_top) is not None
    values = shown(
        "map",
        chosen=name if raw is not None or is_cell else "",
        is_cell=is_cell,
        flat_top=known.flat_top,
        map=mark_safe(map_picture(texts)),
    )
    return {**values, **_hex_values(texts, known, name, raw)} if raw is not None else values


def _hex_values(texts: Texts, known: hexes.DraftMap, name: str, raw: Raw) -> dict[str, Any]:
    here = [home for home in homes.homes(texts) if home.hex == name]
    borders = hexes.sides_of(raw)
    board = drawing_board(raw, name, flat_top=known.flat_top, borders=borders)
    return {
        "raw": raw,
        "board": mark_safe(board),
        "line": line_text(name, raw),
        "colours": COLOURS,
        "colour": COLOURS[hexes.colour_of(raw)],
        "cost": words_value(raw.get("cost", "")),
        "texts": {key: str(raw.get(key, "")) for key in TEXT_KEYS},
        "lists": {key: " ".join(map(str, raw.get(key, ()) or ())) for key in LIST_KEYS},
        "nodes": node_rows(raw),
        "sides": [(side, SIDE_NAMES[known.flat_top][side], side in borders) for side in range(6)],
        "companies": [
            (symbol, str(line.get("name", "")), next((home.city for home in here if home.company == symbol), None))
            for symbol, line in homes.companies(texts).items()
        ],
        "cities": [index for index, text in enumerate(hexes.node_texts(raw)) if text.startswith("city")],
    }


# Changes


@require_POST
def edit(request: HttpRequest) -> HttpResponse:
    """Apply a change to the map, and show its parts again."""
    return answer_edit(request, _edited, parts)


def _edited(op: str, name: str, texts: Texts, request: HttpRequest) -> tuple[str, Texts]:
    """Chosen hex and changed files after an operation; raise BadInput if it is impossible."""
    if op in MAP_EDITS:
        return name, MAP_EDITS[op](texts, name, request)
    raw = hexes.read_map(texts).lines.get(name)
    if raw is None:
        raise BadInput(f"there is no hex {name!r}: choose one first")
    if op == "line":
        return hexes.change_line(texts, name, request.POST.get("line", ""))
    if op in HEX_EDITS:
        return name, HEX_EDITS[op](texts, name, request)
    if op in LINE_EDITS:
        return name, hexes.change_hexes(texts, {name: LINE_EDITS[op](dict(raw), request)})
    raise BadInput(f"there is no operation {op!r}")


def _paint(texts: Texts, name: str, request: HttpRequest) -> Texts:
    names = request.POST.get("hexes", "").split()[:MAX_PAINTED]
    copied = hexes.read_map(texts).lines.get(name)
    brush = request.POST.get("brush", "")
    if brush == "copy" and copied is None:
        raise BadInput("choose the hex to copy first")
    paint = brushes.Paint(
        terrain=_word(request.POST.get("terrain", "")),
        cost=number(request, "cost"),
        colour=request.POST.get("colour", "white"),
        copied=copied,
    )
    return brushes.paint(texts, brush, names, paint)


def _word(text: str) -> str:
    if not re.fullmatch(r"[\w-]{0,30}", text):
        raise BadInput(f"terrain is one word, not {text[:40]!r}")
    return text


def _keys(raw: Raw, request: HttpRequest) -> Raw:
    """Line with the values of the form's general fields. Fields that are not in the form stay."""
    given = {key: str(value) for key, value in request.POST.items()}
    changes: dict[str, object] = {key: given[key].strip()[:MAX_TEXT] for key in TEXT_KEYS if key in given}
    changes |= {key: given[key].split() for key in LIST_KEYS if key in given}
    if "colour" in given:
        changes["colour"] = "" if given["colour"] == "white" else given["colour"]
    if "cost" in given:
        changes["cost"] = _cost(given["cost"])
    return with_keys(raw, {key: value for key, value in changes.items() if value or key in raw})


def _cost(text: str) -> object:
    """Cost from "80" or "brown=80 grey=100"; None for none."""
    if not text.strip() or text.strip() == "0":
        return None
    if text.strip().isdecimal():
        return int(text)
    found: dict[str, int] = {}
    for word in text.split():
        colour, _, amount = word.partition("=")
        if not amount.isdecimal():
            raise BadInput(f"a cost is one number, or brown=80 green=40, not {text[:40]!r}")
        found[colour] = int(amount)
    return found


def _home(texts: Texts, name: str, request: HttpRequest) -> Texts:
    given = request.POST
    is_home = given.get("is_home") == "1"
    return homes.set_home(texts, given.get("company", ""), name, number(request, "city"), is_home=is_home)


def _orient(texts: Texts, name: str, request: HttpRequest) -> Texts:
    return grid.turn(texts)


MAP_EDITS: Final[dict[str, Callable[[Texts, str, HttpRequest], Texts]]] = {
    "paint": _paint,
    "turn": _orient,
    "add": lambda texts, name, request: grid.add_line(texts, request.POST.get("edge", "")),
    "cut": lambda texts, name, request: grid.remove_line(texts, request.POST.get("edge", "")),
}
"""Operations on the map."""

HEX_EDITS: Final[dict[str, Callable[[Texts, str, HttpRequest], Texts]]] = {
    "border": lambda texts, name, request: hexes.toggle_border(texts, name, number(request, "side") % 6),
    "home": _home,
}
"""Operations on the chosen hex that change more than its line."""

LINE_EDITS: Final[dict[str, Callable[[Raw, HttpRequest], Raw]]] = {
    "keys": _keys,
    "track": lambda raw, request: hexes.toggle_track(raw, request.POST.get("a", ""), request.POST.get("b", "")),
    "node": lambda raw, request: hexes.with_nodes(raw, node_text(raw, request.POST)),
    "add_node": lambda raw, request: hexes.with_nodes(raw, node_text(raw, request.POST, is_new=True)),
    "remove_node": lambda raw, request: hexes.without_node(raw, number(request, "index")),
}
"""Operations on the line of the chosen hex."""
