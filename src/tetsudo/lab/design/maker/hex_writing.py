"""Our hexes and tiles as 18xx-maker draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tetsudo.core.units import BLUE, COLOURS, GREY, RED, WHITE
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, OFFBOARD, TOWN, Node, Segment
from tetsudo.lab.design.hexes import colour_of, nodes_of, segments_of, sides_of
from tetsudo.lab.design.maker.positions import TYPES, Sides
from tetsudo.lab.design.toml_text import Raw
from tetsudo.titles.data.notation import DIESEL, REVENUE_KEYS

ITS_COLOURS: Final = {WHITE: "plain", GREY: "gray", RED: "offboard", BLUE: "water"}
"""Its names of colours, where they differ from ours."""

ITS_VALUE_COLOURS: Final = {"white": "plain", "grey": "gray", DIESEL: "black"}
BORDER: Final = "blue"
"""Colour of an impassable side."""

OFF_MIDDLE: Final = 0.4
"""Distance from the middle, as a fraction of the way to a side, of a stop on one of several tracks."""

STUB: Final = 0.25
"""Fraction of a straight track that leads to a stop near its side."""


def write_hex(raw: Raw, sides: Sides, homes: Iterable[tuple[int, str]] = ()) -> dict[str, Any]:
    """Definition of a hex. `homes`: city and symbol of each company at home there."""
    nodes, segments = nodes_of(raw), segments_of(raw)
    found: dict[str, Any] = {"color": colour_name(colour_of(raw))}
    _write_stops(found, nodes, segments, sides, list(homes))
    _write_place(found, str(raw.get("place", "")))
    if raw.get("label"):
        found["labels"] = [{"label": str(raw["label"])}]
    _write_terrain(found, raw)
    icons = raw.get("icons", [])
    if isinstance(icons, list) and icons:
        found["icons"] = [{"type": str(icon)} for icon in icons]
    if sides_of(raw):
        found["borders"] = [{"side": sides.number(side), "color": BORDER} for side in sides_of(raw)]
    return found


def colour_name(colour: int) -> str:
    """Its name of one of our colours."""
    return ITS_COLOURS.get(colour, COLOURS[colour])


# Stops and track


def _write_stops(
    found: dict[str, Any],
    nodes: Sequence[Node],
    segments: Sequence[Segment],
    sides: Sides,
    homes: list[tuple[int, str]],
) -> None:
    track = [
        {"type": kind, "side": sides.number(start)}
        for kind, start in (_full(a, b) for a, b in segments if a < NODE and b < NODE)
    ]
    for index, node in enumerate(nodes):
        exits = [a for a, b in segments if b == NODE + index and a < NODE]
        element, lines = _placed(node, index, exits, len(nodes), sides)
        track += lines
        if node.kind == CITY:
            element = {"size": node.slots, **element} if node.slots != 1 else element
            companies = [symbol for city, symbol in homes if city == index]
            found.setdefault("cities", []).append({**element, **({"companies": companies} if companies else {})})
        elif node.kind == TOWN:
            found.setdefault("towns" if "mid" in element or "side" in element else "centerTowns", []).append(element)
    _write_values(found, [node for node in nodes if node.kind != JUNCTION])
    if track:
        found["track"] = track


def _full(a: int, b: int) -> tuple[str, int]:
    """Type and first side of a track between two sides."""
    across = (b - a) % 6
    return (TYPES[across], a) if across <= 3 else (TYPES[6 - across], b)


def _placed(
    node: Node, index: int, exits: Sequence[int], nodes: int, sides: Sides
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Position of a stop, and the track that leads to it."""
    if node.kind == OFFBOARD:
        return {}, [{"type": "offboard", "side": sides.number(side)} for side in exits]
    if len(exits) == 2 and (nodes > 1 or node.kind == TOWN):
        kind, start = _full(*exits)
        line = {"type": kind, "side": sides.number(start)}
        if nodes > 1 and kind == "straight":  # apart from the middle, where straight tracks cross
            turn = {"side": sides.number(start)} if node.kind == TOWN else {}
            return {"angle": sides.angle(start), "percent": OFF_MIDDLE, **turn}, [line]
        if node.kind == TOWN:
            return {"mid": kind, "side": sides.number(start), "align": "perpendicular"}, [line]
        angle, percent = sides.middle(kind, start)
        return {"angle": angle, "percent": percent}, [line]
    if nodes > 1 and len(exits) == 1:
        line = {"type": "straight", "side": sides.number(exits[0]), "end": STUB}
        return {"angle": sides.angle(exits[0]), "percent": 2 * STUB}, [line]
    if nodes > 1 and not exits:
        return {"angle": (90 + 360 * index / nodes) % 360, "percent": 0.45}, []
    return {}, [{"side": sides.number(side)} for side in exits]


def _write_values(found: dict[str, Any], stops: Sequence[Node]) -> None:
    """Values of stops: constant ones in circles; those of a single stop by phase, in a row of boxes."""
    if len(stops) == 1 and (len(set(stops[0].revenue)) > 1 or stops[0].kind == OFFBOARD):
        found["offBoardRevenue"] = {"revenues": _revenues(stops[0].revenue)}
    elif any(node.revenue[0] for node in stops):
        found["values"] = [{"value": node.revenue[0]} for node in stops]


def _revenues(revenue: Sequence[int]) -> list[dict[str, Any]]:
    """Values by colour; that of the white phase and those that repeat the one before are left out."""
    *colours, diesel = revenue
    boxes = [("yellow", colours[1])]
    boxes += [(REVENUE_KEYS[i], colours[i]) for i in range(2, GREY + 1) if colours[i] != colours[i - 1]]
    found: list[dict[str, Any]] = [
        {"color": ITS_VALUE_COLOURS.get(colour, colour), "value": amount} for colour, amount in boxes
    ]
    return found if diesel == colours[-1] else [*found, {"color": ITS_VALUE_COLOURS[DIESEL], "value": f"D{diesel}"}]


# Names and terrain


def _write_place(found: dict[str, Any], place: str) -> None:
    """Name of a place, at its first stop."""
    if not place:
        return
    for key in ("cities", "towns", "centerTowns"):
        if key in found:
            found[key][0]["name"] = {"name": place}
            return
    if "offBoardRevenue" in found:
        found["offBoardRevenue"]["name"] = {"name": place}
    else:
        found["names"] = [{"name": place}]


def _write_terrain(found: dict[str, Any], raw: Raw) -> None:
    """Terrain; its cost stands at the first kind. One that differs by colour has the lowest colour's."""
    kinds, cost = raw.get("terrain", []), raw.get("cost", 0)
    amount = next(iter(cost.values()), 0) if isinstance(cost, dict) else cost
    names = [str(kind) for kind in kinds] if isinstance(kinds, list) else []
    elements: list[dict[str, Any]] = [{"type": name} for name in names] or ([{}] if amount else [])
    if amount:
        elements[0]["cost"] = amount
    if elements:
        found["terrain"] = elements
