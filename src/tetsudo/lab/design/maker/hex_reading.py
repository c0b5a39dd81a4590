"""Hexes and tiles of 18xx-maker as ours: what is drawn near each other is joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tetsudo.core.units import COLOURS
from tetsudo.lab.design.hexes import KEYS
from tetsudo.lab.design.maker.fields import first, items, named, number, share, tables, text
from tetsudo.lab.design.maker.losses import LossList
from tetsudo.lab.design.maker.positions import MIDDLE, SIDES_ACROSS, Point, Sides, at, nearest, stops_on
from tetsudo.lab.design.toml_text import Raw
from tetsudo.titles.data.notation import DIESEL, REVENUE_KEYS

OUR_COLOURS: Final = {"plain": "white", "gray": "grey", "offboard": "red", "water": "blue", "none": "white"}
VALUE_COLOURS: Final = {"plain": "white", "gray": "grey", "black": DIESEL}

STOPS: Final = {
    "cities": "city", "mediumCities": "city", "towns": "town", "centerTowns": "town", "boomtowns": "town",
}  # fmt: skip
"""Its kinds of stops in the order in which they become nodes."""

OLD_TERRAIN: Final = ("mountain", "water")
"""Kinds of terrain that older files have as keys."""

READ: Final = frozenset(
    (
        *STOPS, *OLD_TERRAIN,
        "color", "hexes", "track", "offBoardTrack", "offBoardRevenue", "values", "labels", "names", "icons", "terrain",
        "borders", "copy", "quantity", "tile",
    )
)  # fmt: skip
"""Keys that are read."""

DRAWING: Final = frozenset({"removeBorders", "clipPath", "print", "rotations", "encoding", "group", "stripeRotation"})
"""Keys that only affect the drawing or the printing."""

TYPES_ACROSS: Final = tuple(SIDES_ACROSS)
INWARD: Final = ("", "mid", "offboard", "city", "stop")
"""Types of track that lead from side to side, and from a side inward."""

WITHOUT_NODE: Final = 0.9
"""Distance from the middle within which a stop is meant by track to the middle."""


@dataclass
class HexRead:
    """A hex that was read: its line, and the companies at home in its cities."""

    raw: Raw
    homes: list[tuple[int, str]] = field(default_factory=list)


def read_hex(given: Mapping[str, Any], sides: Sides, losses: LossList, place: str) -> HexRead:
    """Line of a hex or tile from its definition; what cannot be carried over is added to the losses."""
    for key in sorted(given.keys() - READ - DRAWING):
        losses.add(f"{key} are not read", place)
    names: list[str] = []
    nodes, spots, homes = _stops(given, sides, names, losses, place)
    track = _track(given, nodes, spots, sides, losses, place)
    found: Raw = {
        "place": _place_name(given, names),
        "colour": _colour(given, losses, place),
        "label": _label(given, losses, place),
        "nodes": nodes,
        "track": " ".join(track),
        **_terrain(given),
        "icons": [text(icon.get("type")) for icon in _elements(given, "icons") if icon.get("type")],
        "borders": _borders(given, sides),
    }
    kept = {key: found[key] for key in KEYS if found.get(key)}
    return HexRead(kept, homes)


def _elements(given: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    return tables(given.get(key))


# Stops


def _stops(
    given: Mapping[str, Any], sides: Sides, names: list[str], losses: LossList, place: str
) -> tuple[list[str], list[Point], list[tuple[int, str]]]:
    """Texts and positions of all nodes, and the companies at home in them."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key, kind in STOPS.items():
        elements = _elements(given, key)
        found += [(kind, element) for element in elements]
        if key in ("mediumCities", "boomtowns") and elements:
            losses.add(f"{key} are read as {'cities' if kind == 'city' else 'towns'}", place)
    names += [named(each) for _kind, each in found]
    values = _values(given, len(found), losses, place)
    nodes = [_node(kind, element, value) for (kind, element), value in zip(found, values, strict=False)]
    homes = [
        (index, text(company)) for index, (_kind, each) in enumerate(found) for company in items(each.get("companies"))
    ]
    spots = [sides.place(element) for _kind, element in found]
    if not nodes and values:
        nodes, spots = [f"offboard {values[0]}"], [MIDDLE]
    return nodes, spots, homes


def _node(kind: str, element: Mapping[str, Any], value: str) -> str:
    return f"city {number(element.get('size', 1)) or 1} {value}" if kind == "city" else f"town {value}"


def _values(given: Mapping[str, Any], stops: int, losses: LossList, place: str) -> list[str]:
    """Value of each stop, in our notation; that of an off-board location alone."""
    boxes = _elements(given, "offBoardRevenue")
    circles = [str(number(each.get("value"))) for each in _elements(given, "values")]
    if boxes:
        by_phase = _by_phase(boxes[0], losses, place)
        return [by_phase] * max(1, stops)
    if len(circles) > stops:
        losses.add("values without a stop are not read", place)
    return (circles + [circles[0] if len(circles) == 1 else "0"] * stops)[:stops] if circles else ["0"] * stops


def _by_phase(given: Mapping[str, Any], losses: LossList, place: str) -> str:
    """Values by colour: "yellow=30 brown=60 diesel=100"."""
    found: dict[str, int] = {}
    for each in _elements(given, "revenues"):
        word = text(each.get("color"))
        colour = VALUE_COLOURS.get(word, word)
        value = first(each, "value", "cost", "revenue")
        colour = DIESEL if str(value).startswith("D") else colour
        if colour in REVENUE_KEYS:
            found.setdefault(colour, number(value))
        else:
            losses.add(f"values in the colour {colour} are not read", place)
    colours = [key for key in REVENUE_KEYS if key in found]
    if not colours or colours == [DIESEL]:
        return "0"
    if len(set(found.values())) == 1:
        return str(found[colours[0]])
    return " ".join(f"{key}={found[key]}" for key in colours)


# Track


def _track(
    given: Mapping[str, Any], nodes: list[str], spots: list[Point], sides: Sides, losses: LossList, place: str
) -> list[str]:
    """Segments of track. Track that meets in the middle of a hex without stops gets a junction."""
    found: list[str] = []
    old = [{"type": "offboard", **each} for each in _elements(given, "offBoardTrack")]
    tracks = [*_elements(given, "track"), *old]
    whole = [each for each in tracks if _is_whole(each)]
    stops = iter(stops_on(spots, [sides.curve(text(each["type"]), _side(each, sides)) for each in whole]))
    for each in tracks:
        kind = text(each.get("type"))
        if _is_whole(each):
            words = _along(kind, _side(each, sides), next(stops))
        elif kind in SIDES_ACROSS:
            words = _partly(kind, _side(each, sides), each, spots, sides)
        else:
            words = _inward(kind, _side(each, sides), nodes, spots, sides)
        if not words:
            losses.add(f"track of the type {kind or 'to the middle'} is not read", place)
        if "gauge" in each:
            losses.add("gauges of track are not read", place)
        found += [word for word in words if word not in found]
    return found


def _side(each: Mapping[str, Any], sides: Sides) -> int:
    return sides.ours(number(each.get("side", 1)))


def _is_whole(each: Mapping[str, Any]) -> bool:
    """True if track leads from a side to another one."""
    return each.get("type") in TYPES_ACROSS and "end" not in each and "start" not in each


def _along(kind: str, side: int, stop: int | None) -> list[str]:
    """Track from side to side, through a stop if there is one on it."""
    far = (side + SIDES_ACROSS[kind]) % 6
    low, high = sorted((side, far))
    return [f"{low}-{high}"] if stop is None else [_word(side, stop), _word(far, stop)]


def _partly(kind: str, side: int, each: Mapping[str, Any], spots: list[Point], sides: Sides) -> list[str]:
    """Track that ends or begins on its way, at a stop."""
    curve = sides.curve(kind, side)
    along = min(max(0.0, share(first(each, "end", "start"), 0.5)), 1.0)
    stop = nearest(spots, [curve[round(along * (len(curve) - 1))]], WITHOUT_NODE)
    begins = side if "end" in each else (side + SIDES_ACROSS[kind]) % 6
    return [] if stop is None else [_word(begins, stop)]


def _inward(kind: str, side: int, nodes: list[str], spots: list[Point], sides: Sides) -> list[str]:
    """Track from a side to the stop that it ends at, or to a junction in a hex without stops."""
    if kind not in INWARD and not kind.removesuffix("Rev").endswith("Stop"):
        return []
    if not spots:
        nodes.append("junction")
        spots.append(MIDDLE)
    end = MIDDLE
    base = kind.removesuffix("Rev").removesuffix("Stop")
    if base in SIDES_ACROSS:
        start = (side - SIDES_ACROSS[base]) % 6 if kind.endswith("Rev") else side
        end = at(*sides.middle(base, start))
    stop = nearest(spots, [end], WITHOUT_NODE)
    return [] if stop is None else [_word(side, stop)]


def _word(side: int, node: int) -> str:
    return f"{side}-n{node}"


# The rest


def _place_name(given: Mapping[str, Any], names: list[str]) -> str:
    boxes = _elements(given, "offBoardRevenue")
    found = [*names, *map(named, boxes), *map(named, _elements(given, "names"))]
    return " & ".join(dict.fromkeys(name for name in found if name))


def _colour(given: Mapping[str, Any], losses: LossList, place: str) -> str:
    word = text(given.get("color"), "plain")
    colour = OUR_COLOURS.get(word, word)
    if colour not in COLOURS:
        losses.add(f"the colour {word} is read as white", place)
        return ""
    return "" if colour == "white" else colour


def _label(given: Mapping[str, Any], losses: LossList, place: str) -> str:
    labels = [text(each.get("label")) for each in _elements(given, "labels") if text(each.get("label"))]
    if len(labels) > 1:
        losses.add("labels after the first are not read", place)
    return labels[0] if labels else ""


def _terrain(given: Mapping[str, Any]) -> Raw:
    elements = _elements(given, "terrain")
    elements += [{"type": key, **each} for key in OLD_TERRAIN for each in _elements(given, key)]
    cost = sum(number(each["cost"]) for each in elements if "cost" in each)
    kinds = [text(each.get("type")) for each in elements if text(each.get("type"))]
    return {"cost": cost, "terrain": list(dict.fromkeys(kinds))}


def _borders(given: Mapping[str, Any], sides: Sides) -> str:
    numbers = {number(each["side"]) for each in _elements(given, "borders") if "side" in each}
    return " ".join(str(side) for side in sorted(sides.ours(number) for number in numbers))
