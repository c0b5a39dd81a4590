"""Pictures of a draft: its map, one hex and its tiles, drawn as in play, also while their data have mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from tetsudo.core.units import FIXED, NOBODY, Money
from tetsudo.draw.hex.geometry import Frame, Point, bounds
from tetsudo.draw.hex.hex import HexPicture, Look, hatch_patterns, hex_ground, hex_layers
from tetsudo.draw.hex.icons import sign_definitions
from tetsudo.draw.hex.layout import layout
from tetsudo.draw.scene import Occupant
from tetsudo.draw.style.theme import palette as palette_of
from tetsudo.draw.svg import Markup, circle, element, group, label, picture, polygon, title
from tetsudo.engine.model.tiles import Face, exits_of, rotate_segment
from tetsudo.lab.design import homes
from tetsudo.lab.design.grid import cells
from tetsudo.lab.design.hexes import DraftMap, colour_of, nodes_of, place_of, read_map, segments_of, sides_of
from tetsudo.lab.design.toml_text import Raw
from tetsudo.lab.design.workspace import Texts

PADDING: Final = 8.0
THEME: Final = "page"
"""Palette of pictures in pages: colours are variables of the style sheet."""

SIDE_DISTANCE: Final = 43.0
"""Distance of the handles of sides from the middle, in units of the drawing (a hex is 100 wide)."""

HANDLE_RADIUS: Final = 7.0
MAX_SLOTS_DRAWN: Final = 6


def face_of(name: str, raw: Raw, tile: int = NOBODY, rotation: int = 0) -> Face:
    """Face of a line, as far as it can be read."""
    nodes = tuple(node for node in nodes_of(raw))
    track = tuple(sorted(rotate_segment(each, rotation) for each in segments_of(raw)))
    return Face(0, tile, rotation, name, colour_of(raw), str(raw.get("label", "")), nodes, track, exits_of(track))


# The map


def map_picture(texts: Texts) -> str:
    """Map of a draft. Each hex, and each empty cell around it, is a group with its coordinate in `data-hex`."""
    known = read_map(texts)
    frame = Frame(known.flat_top)
    look = Look(palette_of(THEME), frame)
    around = [name for name in cells(known) if name not in known.places]
    centres = {name: frame.centre(*known.places[name]) for name in known.places}
    centres |= {name: frame.centre(*_place(name, known)) for name in around}
    left, top, right, bottom = _extent(centres.values(), frame)
    shown = {name: hex_picture(texts, known, name) for name in known.places}
    terrain = {kind for each in shown.values() for kind in each.terrain}
    return picture(
        right - left + 2 * PADDING,
        bottom - top + 2 * PADDING,
        f"Map of {homes.full_name(texts)}",
        element("defs", hatch_patterns(look.palette), sign_definitions(terrain, look.palette)),
        group(
            *(_empty_cell(name, centres[name], frame) for name in around),
            *(_at(hex_ground(shown[name], look), centres[name]) for name in shown),
            *(_hex(name, shown[name], centres[name], look) for name in shown),
            transform=f"translate({PADDING - left:.2f} {PADDING - top:.2f})",
        ),
        sized=False,
    )


def _place(name: str, known: DraftMap) -> tuple[int, int]:
    place = place_of(name, flat_top=known.flat_top)
    assert place is not None
    return place


def _extent(centres: Iterable[Point], frame: Frame) -> tuple[float, float, float, float]:
    points = [(x + dx, y + dy) for x, y in centres for dx, dy in frame.corners()]
    return bounds(points)


def _at(drawn: Markup, centre: Point, **attributes: str) -> Markup:
    return group(drawn, transform=f"translate({centre[0]:.2f} {centre[1]:.2f})", **attributes)


def _hex(name: str, shown: HexPicture, centre: Point, look: Look) -> Markup:
    drawn = "".join(hex_layers(shown, look)) + polygon(look.frame.corners(), fill="none", class_="ring")
    return _at(drawn, centre, class_="hex", data_hex=name)


def _empty_cell(name: str, centre: Point, frame: Frame) -> Markup:
    drawn = title(f"{name}: empty") + polygon(frame.corners(2.0), class_="ring") + label(name, 0, 0, 11)
    return _at(drawn, centre, class_="hex empty", data_hex=name)


def hex_picture(texts: Texts, known: DraftMap, name: str) -> HexPicture:
    """Contents of a hex of the map: printed face, terrain, reserved homes, marks of privates."""
    raw = known.lines[name]
    cost = _cost(raw)
    place = str(raw.get("place", ""))
    return HexPicture(
        face=face_of(name, raw),
        caption=f"{name} {place}".strip(),
        coordinate=name,
        place=place,
        cost=f"{homes.currency(texts)}{cost}" if cost else "",
        terrain=_words(raw, "terrain") if cost else (),
        icons=_words(raw, "icons"),
        letter=homes.blocked(texts).get(name, ""),
        barriers=sides_of(raw),
        here=_reserved(texts, name, raw),
    )


def _words(raw: Raw, key: str) -> tuple[str, ...]:
    found = raw.get(key, ())
    return tuple(sorted(each for each in found if isinstance(each, str))) if isinstance(found, list) else ()


def _cost(raw: Raw) -> Money:
    """Cost of the first tile on a hex; 0 if there is none."""
    cost, colour = raw.get("cost", 0), colour_of(raw)
    if isinstance(cost, dict):
        amounts = [amount for amount in cost.values() if isinstance(amount, int)]
        return amounts[0] if amounts else 0
    return cost if isinstance(cost, int) and colour not in FIXED else 0


def _reserved(texts: Texts, name: str, raw: Raw) -> Mapping[int, Sequence[Occupant]]:
    """Reserved homes by city, as many as have a slot."""
    nodes = nodes_of(raw)
    found: dict[int, list[Occupant]] = {}
    for home in homes.homes(texts):
        if home.hex == name and home.city < len(nodes) and len(found.get(home.city, ())) < nodes[home.city].slots:
            found.setdefault(home.city, []).append(Occupant(home.company, home.colour, reserved=True))
    return found


# One hex or tile, to draw on


def drawing_board(raw: Raw, name: str, *, flat_top: bool, borders: Sequence[int] | None = None) -> str:
    """Large hex with a handle for each side and node: `data-end` is the end of track, as in the notation.

    With `borders`, those sides are drawn impassable.
    """
    frame = Frame(flat_top)
    look = Look(palette_of(THEME), frame)
    face = face_of(name, raw)
    shown = HexPicture(face, name, barriers=tuple(borders or ()))
    spots = layout(face.nodes, face.segments, frame).spots
    handles = [_handle(str(side), *_polar(frame, side), f"side {side}") for side in range(6)]
    handles += [_handle(f"n{index}", spot.x, spot.y, f"stop {index}") for index, spot in enumerate(spots)]
    left, top, right, bottom = bounds(frame.corners(-3.0))
    drawn = picture(
        right - left,
        bottom - top,
        f"{name}, to draw on",
        element("defs", hatch_patterns(look.palette), sign_definitions((), look.palette)),
        group(
            hex_ground(shown, look),
            *hex_layers(shown, look),
            *handles,
            transform=f"translate({-left:.2f} {-top:.2f})",
        ),
        sized=False,
    )
    return drawn.replace('role="img"', 'role="group"', 1)  # screen readers read on, to the handles


def _polar(frame: Frame, side: int) -> Point:
    x, y = frame.side(side)
    scale = SIDE_DISTANCE / 50
    return (x * scale, y * scale)


def _handle(end: str, x: float, y: float, name: str) -> Markup:
    drawn = title(name) + circle(x, y, HANDLE_RADIUS) + label(end, x, y, 8)
    return element("g", drawn, class_="handle", data_end=end, tabindex=0, role="button", aria_label=name)


def tile_picture(name: str, raw: Raw, *, rotation: int = 0, flat_top: bool = True) -> str:
    """Tile on its own, in a rotation."""
    return _tile_picture(face_of(name, raw, tile=0, rotation=rotation), flat_top)


@lru_cache(maxsize=4096)  # a page shows all tiles after each change
def _tile_picture(face: Face, flat_top: bool) -> str:
    frame = Frame(flat_top)
    look = Look(palette_of(THEME), frame)
    left, top, right, bottom = bounds(frame.corners(-1.0))
    shown = HexPicture(face, f"tile {face.name}", number=face.name, number_size=9.5)
    return picture(
        right - left,
        bottom - top,
        f"tile {face.name}, rotation {face.rotation}",
        group(hex_ground(shown, look), *hex_layers(shown, look), transform=f"translate({-left:.2f} {-top:.2f})"),
        sized=False,
    )
