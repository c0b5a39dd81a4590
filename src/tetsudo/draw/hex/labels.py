"""Items beside the track of a hex: values, labels, terrain, names, numbers.

`placed_items` places each item, the most important first. An item without room is left out: names, numbers and
coordinates are also in the hex's title, and values always find room.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final, NamedTuple

from tetsudo.core.units import FIXED, GREY, RED, YELLOW, Money
from tetsudo.draw.hex.free_space import GRID_STEP, FreeSpace, Shape, pill, points_around, stack
from tetsudo.draw.hex.geometry import Disc, Frame, Point
from tetsudo.draw.hex.icons import SIGN_WIDTH
from tetsudo.draw.hex.layout import Layout, layout
from tetsudo.draw.svg import text_width
from tetsudo.engine.model.tiles import CITY, OFFBOARD, Node, Segment

VALUE_RADIUS: Final = 8.2
"""Radius of a revenue circle."""
VALUE_BOX_SIZE: Final = (20.0, 13.0)
"""Size of a box in a row of values."""
WAITING_TOKEN_RADIUS: Final = 10.5
"""Radius of a waiting token with its ring."""
NAME_SIZES: Final = (14.5, 12.5, 10.5, 8.5, 7.5, 6.5)
NAME_GAPS: Final = (1.2, 0.3)
"""Free margins around a name; the smaller one is used only if a name fits at no size."""
NUMBER_SIZE: Final = 6.0
SUBSIDY_SIZE: Final = 9.0
TAG_SIZES: Final = (7.5, 6.5)
LABEL_SIZES: Final = (15.0, 12.0, 9.0)
COST_SIZE: Final = 8.5
EMPTY_HEX_ICON_SCALE: Final = 1.4
"""Magnification of terrain icons in an otherwise empty hex."""
DIESEL_INDEX: Final = RED
"""Index of the diesel revenue in `Node.revenue`."""


class Item(NamedTuple):
    """Placed item. `of`: its node, its index, or the line pitch."""

    kind: str
    x: float
    y: float
    text: tuple[str, ...] = ()
    size: float = 0.0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """Items to place in a hex."""

    nodes: tuple[Node, ...]
    segments: tuple[Segment, ...]
    frame: Frame
    place: str = ""
    coordinate: str = ""
    number: str = ""
    number_size: float = NUMBER_SIZE
    label: str = ""
    cost: str = ""
    terrain: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    letter: str = ""
    waiting: int = 0  # number of tokens waiting for a slot
    tags: tuple[str, ...] = ()  # tags of the companies whose destination it is


def value_row(node: Node) -> list[tuple[int, Money]]:
    """Amounts of a node whose value changes, each with the colour from which it applies; DIESEL_INDEX for diesels."""
    row: list[tuple[int, Money]] = []
    for colour in range(YELLOW, GREY + 1):
        if not row or row[-1][1] != node.revenue[colour]:
            row.append((colour, node.revenue[colour]))
    if node.revenue[DIESEL_INDEX] != row[-1][1]:
        row.append((DIESEL_INDEX, node.revenue[DIESEL_INDEX]))
    return row


def is_plain(node: Node) -> bool:
    """True if a node has the same value for every train and in every phase."""
    return len(set(node.revenue)) == 1


def item_space(item: Item, wish: Contents) -> list[Disc]:
    """Space that an item takes at its place."""
    if item.kind == "value":
        shape: Shape = ((0.0, 0.0, VALUE_RADIUS),)
    elif item.kind == "row":
        shape = _row_shape(wish.nodes[item.of])
    elif item.kind == "waiting":
        shape = ((0.0, 0.0, WAITING_TOKEN_RADIUS),)
    elif item.kind == "icon":
        shape = ((0.0, 0.0, 8.0),)
    elif item.kind == "subsidy":
        shape = _subsidy_shape(item.text[0])
    else:
        lines = [pill(text_width(text, item.size), item.size) for text in item.text]
        shape = stack(lines, max(1, item.of // GRID_STEP))
    return [(item.x + dx, item.y + dy, radius) for dx, dy, radius in shape]


@lru_cache(maxsize=4096)
def placed_items(wish: Contents) -> tuple[Item, ...]:
    """Places of all items, as far as there is room."""
    plan = layout(wish.nodes, wish.segments, wish.frame)
    room = _free_space(wish.nodes, wish.segments, wish.frame).copy()
    items: list[Item] = []
    _place_values(wish, plan, room, items)
    _place_subsidies(wish, plan, room, items)
    _place_waiting(wish, plan, room, items)
    _place_label(wish, room, items)
    _place_cost(wish, plan, room, items)
    _place_letter(wish, room, items)
    _place_icons(wish, room, items)
    _place_tags(wish, room, items)
    _place_corner_texts(wish, room, items)
    _place_name(wish, plan, room, items)
    return tuple(items)


@lru_cache(maxsize=1024)
def _free_space(nodes: tuple[Node, ...], segments: tuple[Segment, ...], frame: Frame) -> FreeSpace:
    """Space beside track and stops."""
    plan = layout(nodes, segments, frame)
    return FreeSpace(frame, [*plan.track_beads(), *(disc for body in plan.bodies for disc in body)])


def _place_values(wish: Contents, plan: Layout, room: FreeSpace, items: list[Item]) -> None:
    shared = _has_shared_value(wish.nodes)
    for index, node in enumerate(wish.nodes):
        if not any(node.revenue) or (shared and index):
            continue
        spot = plan.spots[index].point
        if not is_plain(node):
            anchor = (0.0, -4.0) if node.kind == OFFBOARD else spot
            shape = _row_shape(node)
            at = room.take_nearest_fit(shape, [anchor], gap=0.5) or _least_overlap_point(room, shape)
            items.append(Item("row", *at, of=index))
            continue
        circle: Shape = ((0.0, 0.0, VALUE_RADIUS),)
        points = points_around((0.0, 0.0), 0, 45) if shared else points_around(spot, VALUE_RADIUS + 4, 60)
        at = (
            room.take_first_fit(circle, points, gap=2.0)
            or room.take_first_fit(circle, points, gap=0.0)
            or _least_overlap_point(room, circle)
        )
        items.append(Item("value", *at, text=(str(node.revenue[0]),), of=index))


def _row_shape(node: Node) -> Shape:
    return pill(len(value_row(node)) * VALUE_BOX_SIZE[0] + 2, VALUE_BOX_SIZE[1] + 3)


def _place_subsidies(wish: Contents, plan: Layout, room: FreeSpace, items: list[Item]) -> None:
    """Place subsidies beside their nodes, like values."""
    for index, node in enumerate(wish.nodes):
        if node.subsidy:
            text = f"+{node.subsidy}"
            shape, points = _subsidy_shape(text), points_around(plan.spots[index].point, VALUE_RADIUS + 8, 60)
            at = room.take_first_fit(shape, points) or _least_overlap_point(room, shape)
            items.append(Item("subsidy", *at, text=(text,), size=SUBSIDY_SIZE, of=index))


def _subsidy_shape(text: str) -> Shape:
    return pill(text_width(text, SUBSIDY_SIZE) + 8, 13.0)


def _has_shared_value(nodes: tuple[Node, ...]) -> bool:
    """True if all of several cities have the same value, so that one circle is enough."""
    return len(nodes) > 1 and len(set(nodes)) == 1 and nodes[0].kind == CITY and is_plain(nodes[0])


def _least_overlap_point(room: FreeSpace, shape: Shape) -> Point:
    """Place where a shape overlaps least, for items that must be visible."""

    def depth(point: Point) -> float:
        total = 0.0
        for dx, dy, radius in shape:
            disc: Disc = (point[0] + dx, point[1] + dy, radius)
            total += 0 if room.frame.holds(disc, 1.0) else 50
            total += room.overlap_depth(disc)
        return total

    at = min(points_around((0.0, 0.0), 0, 45), key=depth)
    room.take(shape, at)
    return at


def _place_waiting(wish: Contents, plan: Layout, room: FreeSpace, items: list[Item]) -> None:
    """Place waiting tokens near the cities."""
    shape: Shape = ((0.0, 0.0, WAITING_TOKEN_RADIUS),)
    anchors = [spot.point for spot in plan.spots]
    for index in range(wish.waiting):
        at = room.take_nearest_fit(shape, anchors, gap=0.5) or _least_overlap_point(room, shape)
        items.append(Item("waiting", *at, of=index))


def _place_label(wish: Contents, room: FreeSpace, items: list[Item]) -> None:
    if not wish.label:
        return
    order = (1, 4, 2, 3, 0, 5) if wish.frame.flat_top else (1, 4, 0, 2, 3, 5)
    corners = [wish.frame.corner(edge, 40.0) for edge in order]
    for size in LABEL_SIZES:
        shape = pill(text_width(wish.label, size) * 1.35, size * 0.8)
        at = room.take_nearest_fit(shape, corners)
        if at:
            break
    else:
        at = _least_overlap_point(room, shape)
    items.append(Item("label", *at, text=(wish.label,), size=size))


def _place_cost(wish: Contents, plan: Layout, room: FreeSpace, items: list[Item]) -> None:
    """Place terrain icons with the cost below them, or beside them if that is too high."""
    if not wish.cost:
        return
    signs = max(1, len(wish.terrain)) * SIGN_WIDTH if wish.terrain else 0.0
    number = text_width(wish.cost, COST_SIZE)
    if not plan.spots and not plan.curves:
        items.append(Item("cost", 0.0, 0.0, text=(wish.cost,), size=COST_SIZE * EMPTY_HEX_ICON_SCALE))
        room.take(
            stack([pill(signs * EMPTY_HEX_ICON_SCALE, 15.0), pill(number * EMPTY_HEX_ICON_SCALE, 12.0)], 6), (0.0, 0.0)
        )
        return
    low = pill(signs + number + 2, 11.0)
    high = stack([pill(signs, 12.0), pill(number, 9.0)], 4) if signs else low
    anchors = [(0.0, -32.0), (0.0, 32.0)]
    for kind, shape in (("cost", high), ("cost-wide", low), ("cost-only", pill(number, 9.0))):
        at = room.take_nearest_fit(shape, anchors)
        if at:
            items.append(Item(kind, *at, text=(wish.cost,), size=COST_SIZE))
            return


def _place_letter(wish: Contents, room: FreeSpace, items: list[Item]) -> None:
    if not wish.letter:
        return
    anchors = [wish.frame.corner(edge, 38.0) for edge in (3, 5, 2, 0, 1, 4)]
    at = room.take_nearest_fit(pill(text_width(wish.letter, 10) + 8, 15.0), anchors)
    if at:
        items.append(Item("letter", *at, text=(wish.letter,), size=10.0))


def _place_icons(wish: Contents, room: FreeSpace, items: list[Item]) -> None:
    for index, _ in enumerate(wish.icons):
        anchors = [(28.0, -18.0), (-28.0, -18.0), (28.0, 18.0), (-28.0, 18.0)]
        at = room.take_nearest_fit(((0.0, 0.0, 8.0),), anchors)
        if at:
            items.append(Item("icon", *at, of=index))


def _place_tags(wish: Contents, room: FreeSpace, items: list[Item]) -> None:
    """Place companies' tags along the sides."""
    for index, text in enumerate(wish.tags):
        anchors = [(0.0, -34.0), (0.0, 34.0)]
        for size in TAG_SIZES:
            at = room.take_nearest_fit(pill(text_width(text, size) + 6, size + 3.0), anchors, gap=0.5)
            if at:
                items.append(Item("tag", *at, text=(text,), size=size, of=index))
                break


def _place_corner_texts(wish: Contents, room: FreeSpace, items: list[Item]) -> None:
    """Place coordinates in the upper left and tile numbers in the lower right, or in another corner."""
    down, up = ((5, 0, 4, 1), (2, 3, 1, 4)) if wish.frame.flat_top else ((5, 0, 4, 1), (2, 1, 3, 0))
    wishes = (("coordinate", wish.coordinate, NUMBER_SIZE, up), ("number", wish.number, wish.number_size, down))
    for kind, text, size, edges in wishes:
        if not text:
            continue
        shape = pill(text_width(text, size), size)
        at = room.take_nearest_fit(shape, [wish.frame.corner(edge, 50.0) for edge in edges], gap=0.2)
        if at:
            items.append(Item(kind, *at, text=(text,), size=size))


def _place_name(wish: Contents, plan: Layout, room: FreeSpace, items: list[Item]) -> None:
    """Place a name near its city: in one line, else in two, else smaller."""
    if not wish.place:
        return
    x, y = plan.spots[0].point if len(plan.spots) == 1 else (0.0, 0.0)
    anchors = [(x, y + 27), (x, y - 27)] if plan.spots else [(x, y)]
    for gap, size in product(NAME_GAPS, NAME_SIZES):
        for lines in _wrappings(wish.place):
            pitch = ceil(size * 1.1 / GRID_STEP)
            shape = stack([pill(text_width(each, size), size * 0.9) for each in lines], pitch)
            at = room.take_nearest_fit(shape, anchors, gap=gap, stray=40.0)
            if at:
                items.append(Item("name", *at, text=lines, size=size, of=pitch * GRID_STEP))
                return


def _wrappings(text: str) -> list[tuple[str, ...]]:
    """Text in one line, and in two if it can be broken."""
    parts = text.split(" ")
    breaks = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    return [(text,), *sorted(breaks, key=lambda pair: max(map(len, pair)))[:1]]


def is_permanent_colour(colour: int) -> bool:
    """True if no tile is ever laid on a hex of this colour."""
    return colour in FIXED
