"""Brushes of the map editor: each changes the line of a hex that it paints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS
from tetsudo.lab.design.hexes import change_hexes, place_of, read_map, with_keys
from tetsudo.lab.design.toml_text import Raw
from tetsudo.lab.design.workspace import Texts

NAMED: Final = ("place", "native", "group", "borders", "dead_ends")
"""Keys that belong to one hex and are not painted on others."""

MAX_COST: Final = 1000


@dataclass(frozen=True, slots=True)
class Paint:
    """Settings of a brush: terrain and its cost, a colour, or the line of the hex that is copied."""

    terrain: str = "mountain"
    cost: int = 0
    colour: str = "white"
    copied: Raw | None = None


Brush = Callable[[Raw, Paint], Raw | None]
"""Line of a hex after painting; None removes the hex."""


def _printed(nodes: list[str], colour: str = "white") -> Brush:
    """Brush that prints nodes without track."""

    def brush(raw: Raw, paint: Paint) -> Raw:
        shown = "" if colour == "white" else colour
        return with_keys(raw, {"colour": shown, "nodes": nodes, "track": "", "label": ""})

    return brush


def _terrain(raw: Raw, paint: Paint) -> Raw:
    known = [each for each in raw.get("terrain", ()) if isinstance(each, str)]
    terrain = known if paint.terrain in known or not paint.terrain else [*known, paint.terrain]
    return with_keys(raw, {"cost": paint.cost or None, "terrain": terrain if paint.cost else []})


def _colour(raw: Raw, paint: Paint) -> Raw:
    return with_keys(raw, {"colour": "" if paint.colour == "white" else paint.colour})


def _copy(raw: Raw, paint: Paint) -> Raw:
    own = {key: value for key, value in raw.items() if key in NAMED}
    copied = {key: value for key, value in (paint.copied or {}).items() if key not in NAMED}
    return with_keys(own, copied)


def _blank(raw: Raw, paint: Paint) -> Raw:
    return {}


def _remove(raw: Raw, paint: Paint) -> None:
    return None


BRUSHES: Final[Mapping[str, Brush]] = {
    "blank": _blank,
    "city": _printed(["city 1 0"]),
    "cities": _printed(["city 1 0", "city 1 0"]),
    "town": _printed(["town 0"]),
    "towns": _printed(["town 0", "town 0"]),
    "terrain": _terrain,
    "offboard": _printed(["offboard yellow=30 brown=60"], "red"),
    "colour": _colour,
    "copy": _copy,
    "remove": _remove,
}
"""Brushes by name, in the order of the palette."""


def paint(texts: Texts, brush: str, names: Iterable[str], with_paint: Paint) -> Texts:
    """Map file after hexes were painted. A coordinate without a hex gets one. Raises BadInput for unknown names."""
    if brush not in BRUSHES:
        raise BadInput(f"there is no brush {brush!r}: {', '.join(BRUSHES)}")
    if not 0 <= with_paint.cost <= MAX_COST:
        raise BadInput(f"a cost is from 0 to {MAX_COST}, not {with_paint.cost}")
    if with_paint.colour not in COLOURS:
        raise BadInput(f"there is no colour {with_paint.colour!r}: {', '.join(COLOURS)}")
    known = read_map(texts)
    changes: dict[str, Raw | None] = {}
    for name in names:
        if place_of(name, flat_top=known.flat_top) is None:
            raise BadInput(f"{name!r} is not a coordinate such as K4")
        changes[name] = BRUSHES[brush](dict(known.lines.get(name, {})), with_paint)
    return change_hexes(texts, changes)
