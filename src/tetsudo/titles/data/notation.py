"""The short notation for nodes, track and coordinates, and an importer of the 18xx.games notation.

The notation is described in `docs/notation.md`. Errors are `BadInput`; the caller adds
the file and the key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, GREY, YELLOW, Money
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, NODE_KINDS, OFFBOARD, TOWN, Node, Segment

DIESEL: Final = "diesel"
REVENUE_KEYS: Final = (*COLOURS[: GREY + 1], DIESEL)
"""Keys of a node's six amounts, in order."""

END: Final = "end"
LENGTH: Final = "length"
SUBSIDY: Final = "subsidy"
"""Traits that may follow a node's value."""

FLAT_STEPS: Final = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
POINTY_STEPS: Final = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))
"""Steps in x and y across each edge, in half hexes."""


def plain_colour(word: str) -> str:
    """Colour in our spelling: 18xx.games writes gray, and others write Grey."""
    return word.casefold().replace("gray", "grey")


def parse_node(text: str) -> Node:
    """Parse a node: "city 2 40", "town 10", "offboard yellow=30 brown=60 diesel=100", "junction"."""
    kind, *words = text.split() or [""]
    if kind not in NODE_KINDS:
        raise BadInput(f"{text!r} must begin with one of {', '.join(NODE_KINDS)}")
    if kind == "junction":
        if words:
            raise BadInput(f"{text!r}: a junction has no value")
        return Node(JUNCTION, 0, (0,) * len(REVENUE_KEYS))
    slots = 0
    if kind == "city":
        if len(words) < 2 or not words[0].isdecimal():
            raise BadInput(f"{text!r}: a city has its number of slots, then its value")
        slots = int(words.pop(0))
    traits = [word for word in words if _is_trait(word)]
    node = Node(NODE_KINDS.index(kind), slots, parse_revenue([word for word in words if word not in traits]))
    return _with_traits(node, traits)


def _is_trait(word: str) -> bool:
    key, _, amount = word.partition("=")
    return word == END or (key in (LENGTH, SUBSIDY) and amount.isdecimal())


def _with_traits(node: Node, traits: Sequence[str]) -> Node:
    """Node with its traits: "end", "length=0" or "subsidy=40"."""
    for trait in traits:
        key, _, amount = trait.partition("=")
        if key == END:
            node = replace(node, end=True)
        elif key == LENGTH:
            node = replace(node, length=int(amount))
        else:
            node = replace(node, subsidy=int(amount))
    return node


def parse_revenue(words: Sequence[str]) -> tuple[Money, ...]:
    """Parse six amounts from one number, or from "colour=amount" words.

    A colour without a word has the amount of the colour before it. Colours before the
    first word have the first amount. Without a word of their own, diesels have the last colour's amount.
    """
    if len(words) == 1 and words[0].isdecimal():
        return (int(words[0]),) * len(REVENUE_KEYS)
    named: dict[str, Money] = {}
    for word in words:
        key, equals, amount = word.partition("=")
        key = plain_colour(key)
        if key not in REVENUE_KEYS or not equals or not amount.isdecimal() or key in named:
            raise BadInput(f"{word!r} is not a value: write one number, or yellow=30 brown=60")
        named[key] = int(amount)
    return spread_revenue(named)


def spread_revenue(named: dict[str, Money]) -> tuple[Money, ...]:
    """Six amounts from those of some colours."""
    colours = [key for key in REVENUE_KEYS[:-1] if key in named]
    if not colours:
        raise BadInput("a value needs a number, or a number for at least one colour")
    amounts: list[Money] = []
    current = named[colours[0]]
    for key in REVENUE_KEYS[:-1]:
        current = named.get(key, current)
        amounts.append(current)
    return (*amounts, named.get(DIESEL, current))


def parse_track(text: str, nodes: int) -> tuple[Segment, ...]:
    """Parse segments and sort them: "0-n0 2-n0" joins sides 0 and 2 to node 0, "0-3" is plain track."""
    segments = [_parse_segment(word, nodes) for word in text.split()]
    if len(set(segments)) < len(segments):
        raise BadInput(f"{text!r} has a segment twice")
    return tuple(sorted(segments))


def _parse_segment(word: str, nodes: int) -> Segment:
    ends = word.split("-")
    if len(ends) != 2:
        raise BadInput(f"{word!r} is not track: write 0-3 or 0-n0")
    return ordered_segment(_parse_end(ends[0], nodes, word), _parse_end(ends[1], nodes, word))


def _parse_end(end: str, nodes: int, word: str) -> int:
    if re.fullmatch("[0-5]", end):
        return int(end)
    if re.fullmatch(r"n\d", end) and int(end[1:]) < nodes:
        return NODE + int(end[1:])
    raise BadInput(f"{word!r}: {end!r} is neither a side 0 to 5 nor a node that is there")


def ordered_segment(a: int, b: int) -> Segment:
    """Segment with its lower end first."""
    if a == b:
        raise BadInput("track must lead from one end to another")
    return (a, b) if a < b else (b, a)


def track_text(segments: Sequence[Segment]) -> str:
    """Segments in the notation that `parse_track` reads."""
    return " ".join("-".join(str(end) if end < NODE else f"n{end - NODE}" for end in segment) for segment in segments)


def parse_coordinate(name: str, *, flat_top: bool) -> tuple[int, int]:
    """Position of a hex, x and y in half hexes. Letters are columns on a flat-top map, else rows."""
    match = re.fullmatch(r"([A-Z]{1,2})(\d{1,2})", name)
    if match is None or match[2] == "0":
        raise BadInput(f"{name!r} is not a coordinate such as K4")
    letter = 0
    for character in match[1]:
        letter = 26 * letter + ord(character) - ord("A") + 1
    letter, number = letter - 1, int(match[2]) - 1
    return (letter, number) if flat_top else (number, letter)


def node_text(node: Node) -> str:
    """Node in the notation that `parse_node` reads."""
    if node.kind == JUNCTION:
        return "junction"
    words = [NODE_KINDS[node.kind], *([str(node.slots)] if node.kind == CITY else []), revenue_text(node.revenue)]
    words += [f"{LENGTH}={node.length}"] if node.length != 1 else []
    words += [END] if node.end else []
    words += [f"{SUBSIDY}={node.subsidy}"] if node.subsidy else []
    return " ".join(words)


def revenue_text(revenue: Sequence[Money]) -> str:
    """Six amounts in the shortest notation."""
    if len(set(revenue)) == 1:
        return str(revenue[0])
    *colours, diesel = revenue
    words = []
    for index, amount in enumerate(colours):
        if index == YELLOW or (index > YELLOW and amount != colours[index - 1]):
            words.append(f"{COLOURS[index]}={amount}")
    return " ".join(words if diesel == colours[-1] else [*words, f"{DIESEL}={diesel}"])


# 18xx.games


@dataclass(frozen=True, slots=True)
class Drawing:
    """A tile or hex read from 18xx.games. Sides and nodes are numbered our way."""

    nodes: tuple[Node, ...] = ()
    segments: tuple[Segment, ...] = ()
    label: str = ""
    cost: Money = 0
    terrain: frozenset[str] = frozenset()
    icons: tuple[str, ...] = ()
    closed: int = 0  # bits of impassable sides
    group: str = ""  # location of several hexes that a route visits once

    def line(self) -> str:
        """Keys for a line of `tiles.toml` or `map.toml`."""
        keys = {
            "label": f'"{self.label}"' if self.label else "",
            "nodes": _list_text([node_text(node) for node in self.nodes]),
            "track": f'"{track_text(self.segments)}"' if self.segments else "",
            "cost": str(self.cost or ""),
            "terrain": _list_text(sorted(self.terrain)),
            "icons": _list_text(self.icons),
            "borders": f'"{sides_text(self.closed)}"' if self.closed else "",
            "group": f'"{self.group}"' if self.group else "",
        }
        return ", ".join(f"{key} = {value}" for key, value in keys.items() if value)


def _list_text(texts: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]" if texts else ""


def sides_text(bits: int) -> str:
    """Sides from bits, separated by spaces."""
    return " ".join(str(side) for side in range(6) if bits >> side & 1)


_NODE_KINDS: Final = {"city": CITY, "town": TOWN, "halt": TOWN, "offboard": OFFBOARD, "junction": JUNCTION}
DECORATION: Final = frozenset({"", "blank", "frame", "stripes", "partition", "stub"})
"""Parts that only affect the drawing of a hex, except for their words in `MEANT`."""

DRAWN: Final = frozenset(
    {"hide", "loc", "style", "format", "boom", "size", "color", "color2", "image", "name", "sticky"}
)
"""Words that only affect the drawing of a part."""

STOP_WORDS: Final = frozenset({"revenue", "groups", "visit_cost"})
READ: Final = {
    "city": STOP_WORDS | {"slots"},
    "town": STOP_WORDS,
    "halt": STOP_WORDS | {"symbol"},
    "offboard": STOP_WORDS,
    "junction": frozenset[str](),
    "path": frozenset({"a", "b", "terminal", "track"}),
    "label": frozenset({""}),
    "upgrade": frozenset({"cost", "terrain"}),
    "icon": frozenset[str](),
    "border": frozenset({"edge", "type"}),
}
"""Words of each part that are read. Any other word may change the rules, so that it is refused."""

MEANT: Final = {"partition": "restrict"}
"""Words of a decoration that close a side of it to track."""

BORDER_TYPES: Final = ("", "impassable", "mountain", "water", "province", "divider", "offboard")
"""Types of borders. Without a cost, all but the impassable ones only affect the drawing."""


def from_18xx_games(text: str) -> Drawing:
    """Parse a tile or hex such as "city=revenue:30,slots:2;path=a:1,b:_0;label=T".

    Raise BadInput for a part, or a word of a part, that is not read and may be more than drawing.
    """
    parts = [_split_part(part) for part in text.split(";")]
    for kind, values in parts:
        _check_words(kind, values)
    nodes = tuple(_node_of(kind, values) for kind, values in parts if kind in _NODE_KINDS)
    paths = [values for kind, values in parts if kind == "path"]
    segments = {_segment_of(values, len(nodes)) for values in paths}
    nodes = tuple(_with_end(number, node, paths) for number, node in enumerate(nodes))
    groups = [values["groups"] for kind, values in parts if "groups" in values and kind in _NODE_KINDS]
    drawing = Drawing(nodes, tuple(sorted(segments)), group=_group_of(groups, nodes))
    for kind, values in parts:
        if kind != "path" and kind not in _NODE_KINDS:
            drawing = _with_part(drawing, kind, values)
    return drawing


def _check_words(kind: str, values: dict[str, str]) -> None:
    """Raise BadInput for an unknown part, or for a word that is neither read nor drawing."""
    if kind in DECORATION:
        if MEANT.get(kind) in values:
            raise BadInput(f"{MEANT[kind]!r} of a {kind} closes a part of the hex, which cannot be expressed")
        return
    if kind not in READ:
        raise BadInput(f"{kind!r} is not a part that can be read{hint(kind, [*READ, *DECORATION], listed=False)}")
    for word, value in values.items():
        if word not in READ[kind] | DRAWN and (word or value):
            raise BadInput(f"{word or value!r} of a {kind} cannot be read{hint(word, READ[kind], listed=False)}")


def _with_end(number: int, node: Node, paths: Sequence[dict[str, str]]) -> Node:
    """Node at which routes end if all its track does: paths that are `terminal`."""
    own = [values for values in paths if f"_{number}" in (values.get("a"), values.get("b"))]
    ends = ["terminal" in values for values in own]
    if node.kind not in (CITY, TOWN) or not any(ends):
        return node
    if not all(ends):
        raise BadInput("only some of the paths of a stop are terminal, which cannot be expressed")
    return replace(node, end=True)


def _group_of(groups: Sequence[str], nodes: Sequence[Node]) -> str:
    """Group of a hex: the word of its one node."""
    if not groups:
        return ""
    if len(nodes) > 1 or "|" in groups[0]:
        raise BadInput(f"groups {groups[0]!r}: a hex has one group, and then one node")
    return groups[0]


def _split_part(part: str) -> tuple[str, dict[str, str]]:
    """Kind of a part, and its values by name; "label=T" has its value under ""."""
    kind, _, rest = part.strip().partition("=")
    values: dict[str, str] = {}
    for pair in rest.split(","):
        name, colon, value = pair.partition(":")
        values[name if colon else ""] = value if colon else name
    return kind, values


def _node_of(kind: str, values: dict[str, str]) -> Node:
    slots = _parse_whole_number(values.get("slots", "1")) if kind == "city" else 0
    length = _parse_whole_number(values.get("visit_cost", "1"))
    return Node(_NODE_KINDS[kind], slots, _revenue_of(values.get("revenue", "0")), length=length)


def _parse_whole_number(text: str) -> int:
    if not text.isdecimal():
        raise BadInput(f"{text!r} is not a whole number")
    return int(text)


def _revenue_of(text: str) -> tuple[Money, ...]:
    """Six amounts from "30" or "yellow_30|brown_60|diesel_100"."""
    return parse_revenue(text.replace("_", "=").split("|"))


def _segment_of(values: dict[str, str], nodes: int) -> Segment:
    if values.get("track", "broad") != "broad":
        raise BadInput(f"track of the gauge {values['track']!r} cannot be expressed")
    return ordered_segment(_end_of(values.get("a", ""), nodes), _end_of(values.get("b", ""), nodes))


def _end_of(text: str, nodes: int) -> int:
    """Side "3" or node "_0" as a number."""
    if re.fullmatch("[0-5]", text):
        return int(text)
    if re.fullmatch(r"_\d", text) and int(text[1:]) < nodes:
        return NODE + int(text[1:])
    raise BadInput(f"{text!r} is not an end of track")


def _with_part(drawing: Drawing, kind: str, values: dict[str, str]) -> Drawing:
    if kind == "label":
        if drawing.label:
            raise BadInput(f"there are two labels, {drawing.label!r} and {values['']!r}")
        return replace(drawing, label=values[""])
    if kind == "upgrade":
        terrain = drawing.terrain | set(values.get("terrain", "").split("|")) - {""}
        return replace(drawing, cost=drawing.cost + _parse_whole_number(values.get("cost", "0")), terrain=terrain)
    if kind == "icon":
        return replace(drawing, icons=(*drawing.icons, values.get("image", "").rpartition("/")[2]))
    if kind == "border":
        return replace(drawing, closed=drawing.closed | _closed_side(values))
    return drawing  # decoration


def _closed_side(values: dict[str, str]) -> int:
    """Bit of an impassable side; 0 for borders that are only drawn."""
    side, kind = _end_of(values.get("edge", ""), 0), values.get("type", "")
    if kind not in BORDER_TYPES:
        raise BadInput(f"{kind!r} is not a type of borders that can be read{hint(kind, BORDER_TYPES, listed=False)}")
    return 1 << side if kind == "impassable" else 0
