"""Two drawings of one board, each parsed hex by hex into the same terms: the facts' drawing and the page's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, pi, sin
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

Point = tuple[float, float]
Points = Sequence[Point]
Shape = ElementTree.Element

SIDES: Final = range(6)
"""Sides of a hex, clockwise from the lower left, numbered as in the facts."""


@dataclass(frozen=True)
class City:
    """Slots of one city."""

    sides: tuple[int, ...]  # sides to which its track leads
    slots: int
    homes: tuple[str, ...]


@dataclass(frozen=True)
class Hex:
    """The visible content of a hex."""

    centre: Point
    ground: str
    name: tuple[str, ...]
    cities: tuple[City, ...]
    towns: int
    passing: tuple[tuple[int, ...], ...]  # track from side to side
    arrows: tuple[int, ...]  # sides where routes leave the board
    values: tuple[str, ...]  # off-board: one value for each phase colour
    label: str
    cost: str
    terrain: str
    letter: str  # of the private that blocks the hex
    closed: tuple[int, ...]


Board = dict[str, Hex]
"""Hexes by coordinate."""


@dataclass(frozen=True)
class Space:
    """Position of a hex in its picture."""

    centre: Point
    apothem: float

    def side_at(self, point: Point) -> int | None:
        """The side whose midpoint is at, or close to, a point."""
        return next((side for side in SIDES if dist(self._middle(side), point) < self.apothem / 12), None)

    def holds(self, point: Point) -> bool:
        """True if a point lies in the hex."""
        return dist(self.centre, point) < self.apothem

    def sides_at(self, points: Iterable[Point]) -> tuple[int, ...]:
        """The sides whose midpoints are among the points."""
        return tuple(sorted({side for point in points if (side := self.side_at(point)) is not None}))

    def _middle(self, side: int) -> Point:
        angle = pi * (2 + side) / 3
        return self.centre[0] + self.apothem * cos(angle), self.centre[1] + self.apothem * sin(angle)


def centre_of(points: Points) -> Point:
    """The centre of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _points(text: str | None) -> list[Point]:
    found = [float(number) for number in re.findall(r"-?\d+\.?\d*", text or "")]
    return list(zip(found[::2], found[1::2], strict=True))


def _words(lines: Iterable[str]) -> tuple[str, ...]:
    """The parts of a name, without punctuation."""
    return tuple(re.findall(r"[\w'-]+", " ".join(lines)))


def _city(space: Space, slots: Points, homes: Iterable[str], track: Iterable[Points]) -> City:
    """A city, with the sides to which track leads from it."""
    ends = [(line[0], line[-1]) for line in track]
    near = [there for pair in ends for here, there in (pair, pair[::-1]) if dist(here, centre_of(slots)) < 3]
    return City(space.sides_at(near), len(slots), tuple(sorted(homes)))


def _sorted_cities(cities: Iterable[City]) -> tuple[City, ...]:
    return tuple(sorted(cities, key=lambda city: (city.sides, city.slots, city.homes)))


def _through_track(space: Space, track: Iterable[Points]) -> tuple[tuple[int, ...], ...]:
    """The sides of each line that runs from one side to another."""
    found = (space.sides_at((line[0], line[-1])) for line in track)
    return tuple(sorted(sides for sides in found if len(sides) == 2))


def _arrows(space: Space, triangles: Iterable[Points]) -> tuple[int, ...]:
    """The sides with a triangle."""
    return space.sides_at(centre_of(pair) for points in triangles for pair in pairwise([*points, points[0]]))


# The facts' drawing: shapes and texts, in no order

GROUNDS: Final = {"#fbfaf3": "white", "#f6e27a": "yellow", "#e58a7a": "red", "#b9b9b9": "grey"}
RIVERS: Final = ("#1565c0", "#4fa3e0", "#00897b")
SLOT, TOWN = "12.2", "7.0"
"""Radii of slots and towns."""


def facts_board(file: Path) -> Board:
    """The hexes of the facts' drawing by coordinate, with homes labelled as drawn."""
    drawing = _Facts(list(ElementTree.parse(file).getroot()))
    outlines = [shape for shape in drawing.shapes if shape.get("stroke") == "#555555"]
    return dict(drawing.hex(_points(outline.get("points")), outline.get("fill", "")) for outline in outlines)


@dataclass(frozen=True)
class _Facts:
    shapes: list[Shape]

    def hex(self, corners: Points, fill: str) -> tuple[str, Hex]:
        space = Space(centre_of(corners), (max(x for x, _ in corners) - min(x for x, _ in corners)) / 2)
        track = [line for line in self.lines("polyline", "stroke", "#222222") if space.holds(centre_of(line))]
        arrows = [line for line in self.lines("polygon", "fill", "#000000") if space.holds(centre_of(line))]
        rivers = [centre_of(line) for line in self.lines("polyline", "stroke", *RIVERS)]
        return "".join(self.texts(space, "#777777")), Hex(
            centre=space.centre,
            ground=GROUNDS[fill],
            name=_words(self.texts(space, "#000000", outlined=True)),
            cities=_sorted_cities(self.cities(space, track)),
            towns=len(self.circles(space, TOWN)),
            passing=_through_track(space, track),
            arrows=_arrows(space, arrows),
            values=self.values(space),
            label="".join(self.texts(space, "#004488")),
            cost="".join(self.texts(space, "#333333")),
            terrain="".join(self.signs(space)),
            letter="".join(text for text in self.texts(space, "#ffffff") if text.isalpha()),
            closed=space.sides_at(rivers),
        )

    def lines(self, tag: str, key: str, *colours: str) -> list[list[Point]]:
        """Outlines and lines of the given colours."""
        return [
            _points(each.get("points")) for each in self.shapes if each.tag.endswith(tag) and each.get(key) in colours
        ]

    def texts(self, space: Space, ink: str, *, outlined: bool = False) -> list[str]:
        """Texts of a colour within a hex."""
        return [
            each.text or ""
            for each in self.shapes
            if each.tag.endswith("text") and each.get("fill") == ink and ("paint-order" in each.attrib) == outlined
            if space.holds((float(each.get("x", "")), float(each.get("y", ""))))
        ]

    def circles(self, space: Space, radius: str) -> list[Point]:
        """Centres of the circles within a hex."""
        found = [
            (float(each.get("cx", "")), float(each.get("cy", ""))) for each in self.shapes if each.get("r") == radius
        ]
        return [point for point in found if space.holds(point)]

    def cities(self, space: Space, track: list[list[Point]]) -> Iterator[City]:
        """Cities of a hex; two slots form one city if track ends between them."""
        slots = self.circles(space, SLOT)
        joined = len(slots) == 2 and any(dist(line[-1], centre_of(slots)) < 1 for line in track)
        for group in [slots] if joined else [[slot] for slot in slots]:
            homes = (home for slot in group for home in self.texts(Space(slot, 2), "#aa0000"))
            yield _city(space, group, homes, track)

    def values(self, space: Space) -> tuple[str, ...]:
        """Off-board values for yellow, brown and grey phases; otherwise the texts in circles."""
        rows = [text.split(" / ") for text in self.texts(space, "#ffffff") if "/" in text]
        return tuple(rows[0] if rows else self.texts(space, "#000000"))

    def signs(self, space: Space) -> list[str]:
        """Terrain signs: waves and triangles."""
        waves = self.lines("polyline", "stroke", "#2b6cb0")
        hills = self.lines("polygon", "fill", "#8a5a2b")
        return ["water" for line in waves if space.holds(centre_of(line))] + [
            "mountain" for line in hills if space.holds(centre_of(line))
        ]


# The page's drawing: the groups described in docs/drawing.md

PAGE_SPACE: Final = Space((0, 0), 50)
"""A hex of the page within its group."""

VARIABLE: Final = re.compile(r"var\(--draw-([a-z-]+)\)")
ON_WHITE: Final = {"highland": "face-white"}
OFFBOARD: Final = ("face-yellow", "face-brown", "face-grey")
PAGE_SIGNS: Final = {"river": "water", "water": "water", "mountain": "mountain"}
SIGN: Final = re.compile(r"#tetsudo-([a-z_]+)-page-")


def page_board(svg: str) -> Board:
    """The hexes of the page's map by coordinate; homes are labelled by company symbol."""
    root = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", svg))
    grounds = {
        start: _colour(path).removeprefix("face-")
        for path in root.iterfind(".//g[@class='grounds']/path")
        for start in re.findall(r"M([^l]+)l", path.get("d", ""))
    }
    return {group.get("data-hex", ""): _page_hex(group, grounds) for group in root.iterfind(".//g[@data-hex]")}


def _ground(group: Shape, grounds: Mapping[str, str]) -> str:
    """The ground colour of a hex, found by its first corner."""
    (x, y), shape = _points(group.get("transform"))[0], group.find("./polygon[@class='ground']")
    dx, dy = _points(shape.get("points"))[0] if shape is not None else (0.0, 0.0)
    starts = {start: _points(start)[0] for start in grounds}
    return grounds[min(starts, key=lambda start: abs(starts[start][0] - x - dx) + abs(starts[start][1] - y - dy))]


def _page_hex(group: Shape, grounds: Mapping[str, str]) -> Hex:
    track = [line for path in group.iterfind("./g[@class='track']/path[1]") for line in _runs(path.get("d", ""))]
    arrows = [_points(each.get("points")) for each in group.iterfind("./g[@class='track']/polygon")]
    walls = [centre_of(_points(each.get("d"))) for each in group.iterfind("./path[@class='impassable']")]
    return Hex(
        centre=_points(group.get("transform"))[0],
        ground=_ground(group, grounds),
        name=_words(_texts(group, ".//g[@class='place']/text")),
        cities=_sorted_cities(_page_city(city, track) for city in group.iterfind("./g[@data-city]")),
        towns=len(group.findall("./g[@class='stop town']")),
        passing=_through_track(PAGE_SPACE, track),
        arrows=_arrows(PAGE_SPACE, arrows),
        values=_page_values(group),
        label="".join(_texts(group, "./g[@class='furniture']/text[@font-size='15']")),
        cost="".join(_texts(group, ".//text[@class='cost']")),
        terrain=_page_terrain(group),
        letter="".join(_texts(group, ".//text[@class='private']")),
        closed=PAGE_SPACE.sides_at(walls),
    )


def _texts(group: Shape, path: str) -> list[str]:
    return [each.text or "" for each in group.iterfind(path)]


def _colour(shape: Shape | None, key: str = "fill") -> str:
    """The name of a shape's colour; mountain ground counts as white."""
    found = VARIABLE.match("" if shape is None else shape.get(key, ""))
    name = found[1] if found else ""
    return ON_WHITE.get(name, name)


def _runs(d: str) -> Iterator[list[Point]]:
    """The pieces of a track's outline, each from one end or stop to the next."""
    at: Point = (0, 0)
    for letter, text in re.findall(r"([MCL])([^MCL]*)", d):
        points = _points(text)
        if letter != "M":
            yield [at, points[-1]]
        at = points[-1]


def _page_city(group: Shape, track: list[list[Point]]) -> City:
    slots = [
        (float(each.get("cx", "")), float(each.get("cy", ""))) for each in group.iterfind("./circle[@class='slot']")
    ]
    return _city(PAGE_SPACE, slots, _texts(group, "./g[@class='home']/text"), track)


def _page_values(group: Shape) -> tuple[str, ...]:
    """The values; an off-board value holds for later colours until the next value."""
    boxes = group.findall(".//g[@class='revenue']/rect")
    texts = _texts(group, ".//g[@class='revenue']/text")
    if not boxes:
        return tuple(texts)
    shown: Mapping[str, str] = dict(zip(map(_colour, boxes), texts, strict=True))
    found: list[str] = []
    for colour in OFFBOARD:
        found.append(shown.get(colour) or found[-1])
    return tuple(found)


def _page_terrain(group: Shape) -> str:
    """The terrain, by the names of its signs."""
    uses = group.iterfind(".//g[@class='furniture']//use")
    found = {PAGE_SIGNS[match[1]] for use in uses if (match := SIGN.match(use.get("href", "")))}
    return "".join(sorted(found, reverse=True))
