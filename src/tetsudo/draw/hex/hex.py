"""Drawing of one complete hex: its ground, track, stops and everything beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tetsudo.core.translation import translator
from tetsudo.core.units import COLOURS, RED, WHITE, Money
from tetsudo.draw.hex.free_space import GRID_STEP, stack_top
from tetsudo.draw.hex.geometry import Frame
from tetsudo.draw.hex.icons import HIGHLANDS, SIGN_WIDTH, icon, terrain_signs
from tetsudo.draw.hex.labels import (
    COST_SIZE,
    DIESEL_INDEX,
    NUMBER_SIZE,
    VALUE_BOX_SIZE,
    VALUE_RADIUS,
    WAITING_TOKEN_RADIUS,
    Contents,
    Item,
    placed_items,
    value_row,
)
from tetsudo.draw.hex.layout import Spot, layout
from tetsudo.draw.hex.stops import CLICK_TARGET_RADIUS, city, token, town
from tetsudo.draw.hex.track import curve_path, tracks
from tetsudo.draw.scene import Occupant
from tetsudo.draw.style.theme import Palette, ink_on
from tetsudo.draw.svg import Markup, circle, element, group, label, path, polygon, rectangle, text_width, title
from tetsudo.engine.model.tiles import CITY, OFFBOARD, TOWN, Face
from tetsudo.engine.model.title import Company

BARRIER_WIDTH: Final = 5.0
HATCHED_GROUNDS: Final = ("paper", "tile")
"""Grounds under hatching, as in `Palette.hatch`."""


@dataclass(frozen=True, slots=True)
class Look:
    """Settings shared by all hexes of a picture."""

    palette: Palette
    frame: Frame
    offboard: int = WHITE  # the colour whose values are in force


@dataclass(frozen=True, slots=True)
class HexPicture:
    """Contents of one hex."""

    face: Face
    caption: str
    coordinate: str = ""
    place: str = ""
    number: str = ""
    number_size: float = NUMBER_SIZE
    cost: str = ""
    terrain: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    letter: str = ""  # mark of the private that blocks the hex
    barriers: tuple[int, ...] = ()  # impassable sides
    destined: tuple[Company, ...] = ()  # companies whose destination it is
    here: Mapping[int, Sequence[Occupant]] = field(default_factory=dict)  # by city
    waiting: Sequence[Occupant] = ()  # tokens waiting for a slot


def hex_layers(picture: HexPicture, look: Look) -> tuple[Markup, Markup]:
    """Drawing of a hex, centred on the origin, in two layers: up to its track, and above any routes."""
    face = picture.face
    plan = layout(face.nodes, face.segments, look.frame)
    items = placed_items(contents_of(picture, look.frame))
    beside = sorted(items, key=lambda item: item.kind != "name")  # values cover a name that a page enlarges
    # An invisible ground on top: the whole hex can be clicked, and a script can clone the ground.
    ground = polygon(look.frame.corners(), fill_opacity=0, class_="ground")
    below = (
        title(picture.caption),
        ground,
        _hatching(picture, look) if picture.letter else "",
        tracks(face, plan, look.palette),
    )
    above = (
        *(_stop(index, spot, items, picture, look) for index, spot in enumerate(plan.spots)),
        group(
            *(ITEM_DRAWERS[item.kind](item, picture, look) for item in beside),
            class_="furniture",
            pointer_events="none",
        ),
        *(_barrier(side, look) for side in picture.barriers),
    )
    return "".join(below), "".join(above)


def _stop(index: int, spot: Spot, items: Sequence[Item], picture: HexPicture, look: Look) -> Markup:
    """Stop with its click target. An off-board stop's target is its value; otherwise nothing is visible."""
    node = picture.face.nodes[index]
    if node.kind == CITY:
        return city(index, node, spot, picture.here.get(index, ()), look.palette)
    if node.kind == TOWN:
        return town(index, spot, look.palette)
    if node.kind != OFFBOARD:
        return ""
    at = next((item for item in items if item.kind in ("row", "value") and item.of == index), spot)
    width = max(2 * CLICK_TARGET_RADIUS, len(value_row(node)) * VALUE_BOX_SIZE[0] + 8)
    target = rectangle(at.x, at.y, width, 2 * CLICK_TARGET_RADIUS, fill="none", pointer_events="all", class_="target")
    return group(target, class_="stop offboard", data_node=index)


def contents_of(picture: HexPicture, frame: Frame) -> Contents:
    """Items to place in a hex."""
    face = picture.face
    return Contents(
        nodes=face.nodes,
        segments=face.segments,
        frame=frame,
        place=picture.place,
        coordinate=picture.coordinate,
        number=picture.number,
        number_size=picture.number_size,
        label=face.label,
        cost=picture.cost,
        terrain=picture.terrain,
        icons=picture.icons,
        letter=picture.letter,
        waiting=len(picture.waiting),
        tags=tuple(f"{company.symbol} +{company.bonus}" for company in picture.destined),
    )


def hex_ground(picture: HexPicture, look: Look) -> Markup:
    """Ground of a hex. All grounds are drawn first, so that no border crosses a neighbour's track."""
    ground = ground_colour(picture, look.palette)
    return polygon(look.frame.corners(), fill=ground, stroke=look.palette.border, stroke_width=0.9)


def ground_colour(picture: HexPicture, palette: Palette) -> str:
    """Colour of a tile; for a hex without a tile, paper or highland."""
    if picture.face.colour == WHITE and HIGHLANDS & set(picture.terrain):
        return palette.highland
    return palette.faces[picture.face.colour]


def _ink(picture: HexPicture, look: Look) -> str:
    return look.palette.inks[picture.face.colour]


def _hatching(picture: HexPicture, look: Look) -> Markup:
    hatch_id = _hatch_id(look.palette, HATCHED_GROUNDS[picture.face.colour != WHITE])
    return polygon(look.frame.corners(1.0), fill=f"url(#{hatch_id})", class_="blocked")


def _hatch_id(palette: Palette, ground: str) -> str:
    return f"tetsudo-hatch-{palette.name}-{ground}"


def hatch_patterns(palette: Palette) -> Markup:
    """Hatching patterns of blocked hexes, for the picture's definitions."""
    return "".join(
        element(
            "pattern", path("M0,0V6", stroke=colour, stroke_width=2.2, stroke_opacity=0.55),
            id=_hatch_id(palette, ground), width=6, height=6,
            patternUnits="userSpaceOnUse", patternTransform="rotate(45)",
        )
        for ground, colour in zip(HATCHED_GROUNDS, palette.hatch, strict=True)
    )  # fmt: skip


def _barrier(side: int, look: Look) -> Markup:
    """Impassable side: a thick bar on the border."""
    ends = [look.frame.corner(side - 1), look.frame.corner(side)]
    d = curve_path([(ends[0], ends[0], ends[1], ends[1])])
    return path(d, stroke=look.palette.barrier, stroke_width=BARRIER_WIDTH, stroke_linecap="round", class_="impassable")


# Items, each centred on its place


def _value(item: Item, picture: HexPicture, look: Look) -> Markup:
    palette = look.palette
    size = 9.0 if len(item.text[0]) < 3 else 7.4
    return group(
        circle(item.x, item.y, VALUE_RADIUS - 0.5, fill=palette.slot, stroke=palette.ring, stroke_width=1),
        label(item.text[0], item.x, item.y, size, font_weight=600, fill=palette.ink),
        class_="revenue",
    )


def _row(item: Item, picture: HexPicture, look: Look) -> Markup:
    """Row of boxes: each amount in its phase's colour, the current one outlined."""
    row = value_row(picture.face.nodes[item.of])
    now = max((i for i, (colour, _) in enumerate(row) if colour <= look.offboard), default=0)
    left = item.x - (len(row) - 1) * VALUE_BOX_SIZE[0] / 2
    boxes = [_box(left + i * VALUE_BOX_SIZE[0], item.y, *entry, look, is_now=i == now) for i, entry in enumerate(row)]
    return group(*boxes[:now], *boxes[now + 1 :], boxes[now], class_="revenue")


def _box(x: float, y: float, colour: int, amount: Money, look: Look, *, is_now: bool) -> Markup:
    """Box of one amount. The diesel value is dark, with the letter D."""
    palette = look.palette
    is_diesel = colour == DIESEL_INDEX
    fill = "#3f4447" if is_diesel else palette.faces[colour]
    ink = "#ffffff" if is_diesel else palette.inks[colour]
    text = f"D{amount}" if is_diesel else str(amount)
    size = {1: 9.5, 2: 9.5, 3: 8.5}.get(len(text), 6.9)
    border = 1.8 if is_now else 0.6
    return rectangle(x, y, *VALUE_BOX_SIZE, rx=1.5, fill=fill, stroke=palette.ring, stroke_width=border) + label(
        text, x, y, size, font_weight=700 if is_now else 500, fill=ink
    )


def _label(item: Item, picture: HexPicture, look: Look) -> Markup:
    return label(item.text[0], item.x, item.y, item.size, font_weight=700, fill=_ink(picture, look))


def _cost_high(item: Item, picture: HexPicture, look: Look) -> Markup:
    grown = item.size / COST_SIZE
    shift = f"{_translation(item.x, item.y - 6 * grown)} scale({grown:.2f})"
    signs = group(_terrain_icons(picture, look), transform=shift)
    return signs + _cost_text(item, item.x, item.y + (6.5 * grown if picture.terrain else 0), picture, look)


def _cost_wide(item: Item, picture: HexPicture, look: Look) -> Markup:
    width = len(picture.terrain) * SIGN_WIDTH
    number = text_width(item.text[0], COST_SIZE)
    left = item.x - (width + number + 2) / 2
    signs = group(_terrain_icons(picture, look), transform=_translation(left + width / 2, item.y))
    return signs + _cost_text(item, left + width + 2 + number / 2, item.y, picture, look)


def _terrain_icons(picture: HexPicture, look: Look) -> Markup:
    return terrain_signs(picture.terrain, look.palette, on_tile=picture.face.colour != WHITE)


def _cost_only(item: Item, picture: HexPicture, look: Look) -> Markup:
    return _cost_text(item, item.x, item.y, picture, look)


def _cost_text(item: Item, x: float, y: float, picture: HexPicture, look: Look) -> Markup:
    return label(item.text[0], x, y, item.size, font_weight=500, fill=_ink(picture, look), class_="cost")


def _translation(x: float, y: float) -> str:
    return f"translate({x:.2f} {y:.2f})"


def _letter(item: Item, picture: HexPicture, look: Look) -> Markup:
    palette = look.palette
    width = text_width(item.text[0], item.size) + 8
    return rectangle(
        item.x, item.y, width, 14, rx=2.5, fill=palette.slot, stroke=palette.hatch[0], stroke_width=1.2
    ) + label(item.text[0], item.x, item.y, item.size, font_weight=700, fill=palette.ink, class_="private")


def _subsidy(item: Item, picture: HexPicture, look: Look) -> Markup:
    """Subsidy of the bank, square where values are round."""
    palette, width = look.palette, text_width(item.text[0], item.size) + 8
    return group(
        rectangle(item.x, item.y, width, 13, rx=2.5, fill=palette.slot, stroke=palette.ring, stroke_width=1),
        label(item.text[0], item.x, item.y, item.size, font_weight=700, fill=palette.ink),
        class_="subsidy",
    )


def _tag(item: Item, picture: HexPicture, look: Look) -> Markup:
    """Tag of a company whose destination the hex is, with its bonus."""
    company = picture.destined[item.of]
    width = text_width(item.text[0], item.size) + 6
    return group(
        rectangle(
            item.x, item.y, width, item.size + 3, rx=2, fill=company.colour, stroke=look.palette.ring, stroke_width=0.8
        ),
        label(item.text[0], item.x, item.y, item.size, font_weight=700, fill=ink_on(company.colour)),
        class_="destination",
        data_company=company.symbol,
    )


def _waiting_token(item: Item, picture: HexPicture, look: Look) -> Markup:
    """Token waiting beside the cities: smaller than those in slots, in a dashed ring."""
    who = picture.waiting[item.of]
    ring = circle(
        item.x,
        item.y,
        WAITING_TOKEN_RADIUS - 0.7,
        fill="none",
        stroke=_ink(picture, look),
        stroke_width=1.2,
        stroke_dasharray="3 2",
    )
    return group(ring, token(who, (item.x, item.y), WAITING_TOKEN_RADIUS - 2.4), class_="waiting")


def _icon(item: Item, picture: HexPicture, look: Look) -> Markup:
    return group(icon(picture.icons[item.of], look.palette), transform=_translation(item.x, item.y), class_="icon")


def _coordinate(item: Item, picture: HexPicture, look: Look) -> Markup:
    ink = look.palette.quiet if picture.face.colour == WHITE else _ink(picture, look)
    return label(item.text[0], item.x, item.y, item.size, fill=ink, class_="coordinate")


def _number(item: Item, picture: HexPicture, look: Look) -> Markup:
    return label(item.text[0], item.x, item.y, item.size, fill=_ink(picture, look), class_="number")


def _name(item: Item, picture: HexPicture, look: Look) -> Markup:
    top = item.y + stack_top(len(item.text), item.of // GRID_STEP)
    ink, weight = _ink(picture, look), 600 if picture.face.colour == RED else 500
    return group(
        *(
            label(text, item.x, top + row * item.of, item.size, fill=ink, font_weight=weight)
            for row, text in enumerate(item.text)
        ),
        class_="place",
    )


ITEM_DRAWERS: Final[dict[str, Callable[[Item, HexPicture, Look], Markup]]] = {
    "value": _value,
    "row": _row,
    "label": _label,
    "cost": _cost_high,
    "cost-wide": _cost_wide,
    "cost-only": _cost_only,
    "letter": _letter,
    "waiting": _waiting_token,
    "icon": _icon,
    "subsidy": _subsidy,
    "tag": _tag,
    "coordinate": _coordinate,
    "number": _number,
    "name": _name,
}


def highlight_outline(palette: Palette, frame: Frame) -> Markup:
    """Highlight of a hex that can be chosen."""
    corners = frame.corners(2.6)
    halo = polygon(corners, fill=palette.glow, fill_opacity=0.10, stroke_width=7, stroke_opacity=0.28)
    ring = polygon(corners, fill="none", stroke_width=2.8)
    return group(halo, ring, stroke=palette.glow, stroke_linejoin="round")


def tile_text(face: Face, language: str) -> str:
    """Tile in words: its colour, number and rotation."""
    say = translator(language)
    lies = say("{colour} tile {tile}, rotation {rotation}")
    return lies.format(colour=say(COLOURS[face.colour]), tile=face.name, rotation=face.rotation)
