"""Small maps for tests: a few hexes, a few faces, tokens as needed.

A hex is named by column and doubled row, as on the maps of 1889: the neighbours of (0, 0) by edge are (0, 2), (-1, 1),
(-1, -1), (0, -2), (1, -1) and (1, 1). A face is written as "city 20 2, town 10 | 0-a 3-a 1-b": nodes (kind, value,
slots) are a, b, c in order, then track between sides and nodes. After the slots, a node may say "end" (routes end
there), "free" (it uses no range) or a subsidy ("+40").
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tetsudo.core.units import COLOURS, NOBODY
from tetsudo.engine.model.map import Hex, Map
from tetsudo.engine.model.tiles import NODE, NODE_KINDS, Face, Node, Tile, exits_of, rotate_segment
from tetsudo.engine.model.title import Company, TrainKind
from tetsudo.engine.network.cache import Atlas
from tetsudo.engine.network.network import Network
from tetsudo.engine.state.rows import row_of, tuple_with_value
from tetsudo.engine.state.state import MAX_CITIES, ROWS, SINGLES, TUPLE_ROWS, State
from tetsudo.titles.loader import setup

Spot = tuple[int, int]
DELTAS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))

TRAINS = (
    TrainKind(0, "2", 2, 80, 6, NOBODY, NOBODY),
    TrainKind(1, "3", 3, 180, 6, NOBODY, NOBODY),
    TrainKind(2, "4", 4, 300, 6, NOBODY, NOBODY),
    TrainKind(3, "5", 5, 450, 6, NOBODY, NOBODY),
    TrainKind(4, "D", 0, 1100, -1, NOBODY, NOBODY, diesel=True),
    TrainKind(5, "2+1", 2, 200, 6, NOBODY, NOBODY, towns=1),
)


def nodes_and_track(text: str) -> tuple[tuple[Node, ...], tuple[tuple[int, int], ...]]:
    """Parse the notation above."""
    left, _, right = text.partition("|")
    nodes = []
    for word in filter(None, (part.strip() for part in left.split(","))):
        kind, value, slots = (*word.split(), "0", "1")[:3]
        amounts = [int(amount) for amount in value.split("/")]
        revenue = tuple(amounts * 6 if len(amounts) == 1 else amounts)
        traits = word.split()[3:]
        nodes.append(
            Node(
                NODE_KINDS.index(kind),
                int(slots) if kind == "city" else 0,
                revenue,
                length=0 if "free" in traits else 1,
                end="end" in traits,
                subsidy=sum(int(trait) for trait in traits if trait.startswith("+")),
            )
        )
    segments = []
    for word in right.split():
        a, b = sorted(int(end) if end.isdigit() else NODE + ord(end) - ord("a") for end in word.split("-"))
        segments.append((a, b))
    return tuple(nodes), tuple(sorted(segments))


class Board:
    """A setup and a state of one small map."""

    def __init__(
        self,
        hexes: dict[Spot, str],
        tiles: dict[str, tuple[str, str, str]] | None = None,
        companies: int = 3,
        closed: dict[Spot, int] | None = None,
        labels: dict[Spot, str] | None = None,
        ignores: Any = None,
        groups: dict[Spot, str] | None = None,
    ) -> None:
        """`hexes`: the printed faces, with a colour before a colon if not white; `tiles`: colour, face, upgrades."""
        self.ids = {spot: n for n, spot in enumerate(sorted(hexes))}
        faces: list[Face] = []
        made: list[Hex] = []
        for spot, n in self.ids.items():
            colour, _, text = hexes[spot].rpartition(":")
            nodes, segments = nodes_and_track(text)
            label = (labels or {}).get(spot, "")
            faces.append(
                Face(
                    n,
                    NOBODY,
                    0,
                    str(spot),
                    COLOURS.index(colour or "white"),
                    label,
                    nodes,
                    segments,
                    exits_of(segments),
                )
            )
            around = tuple(self.ids.get((spot[0] + dx, spot[1] + dy), NOBODY) for dx, dy in DELTAS)
            shut = (closed or {}).get(spot, 0)
            made.append(
                Hex(n, str(spot), "", n, around, (0,) * 6, frozenset(), shut, *spot, group=(groups or {}).get(spot, ""))
            )
        self.tile_ids: dict[str, int] = {}
        catalogue: list[Tile] = []
        face_of: dict[tuple[int, int], int] = {}
        for name, (colour, text, upgrades) in (tiles or {}).items():
            nodes, segments = nodes_and_track(text)
            tile = len(catalogue)
            label = name[0] if name[0].isupper() else ""
            special = name.endswith("!")
            catalogue.append(
                Tile(tile, name, COLOURS.index(colour), label, nodes, segments, 9, tuple(upgrades.split()), special)
            )
            self.tile_ids[name] = tile
            seen: dict[object, int] = {}
            for rotation in range(6):
                around_segments = tuple(sorted(rotate_segment(segment, rotation) for segment in segments))
                face = seen.setdefault(around_segments, len(faces))
                face_of[tile, rotation] = face
                if face == len(faces):
                    exits = exits_of(around_segments)
                    colour_number = COLOURS.index(colour)
                    faces.append(Face(face, tile, rotation, name, colour_number, label, nodes, around_segments, exits))
        self.setup = replace(
            setup("1889", 4),
            map=Map(tuple(made), True, {hex.name: hex.id for hex in made}),
            tiles=tuple(catalogue),
            faces=tuple(faces),
            trains=TRAINS,
            companies=tuple(Company(n, f"C{n}", "", (), (0, 40, 40, 40), "", 50) for n in range(companies)),
            privates=(),
            face_of=face_of,
        )
        state = State.__new__(State)
        for name in ROWS:
            setattr(state, name, () if name in TUPLE_ROWS else row_of(()))
        for name in SINGLES:
            setattr(state, name, 0)
        state.stack = ()
        state.network = None
        state.tiles = tuple(hex.printed for hex in made)
        state.tokens = (-1,) * (4 * companies)
        self.state = state
        self.atlas = Atlas(self.setup, ignores)

    def token(self, company: int, spot: Spot, node: int = 0) -> Board:
        """Put the next token of a company into a city."""
        place = self.state.tokens.index(-1, 4 * company, 4 * company + 4)
        self.state.tokens = tuple_with_value(self.state.tokens, place, self.ids[spot] * MAX_CITIES + node)
        self.state.network = None
        return self

    def face(self, tile: str, rotation: int = 0) -> int:
        """A tile in a rotation."""
        return self.setup.face_of[self.tile_ids[tile], rotation]

    def lay(self, spot: Spot, tile: str, rotation: int = 0) -> Board:
        """Lay a tile, legal or not."""
        self.state.tiles = tuple_with_value(self.state.tiles, self.ids[spot], self.face(tile, rotation))
        self.state.network = None
        return self

    @property
    def network(self) -> Network:
        return self.atlas.network(self.state)

    def hexes(self, *spots: Spot) -> tuple[int, ...]:
        return tuple(self.ids[spot] for spot in spots)


POOL = (
    "| 0-3", "| 0-2", "| 0-1", "| 0-3 0-2", "| 0-3 1-4", "| 0-2 0-4 2-4", "| 0-3 2-4 0-4 2-3", "| 0-3 1-4 1-3 0-4",
    "city 20 1 | 0-a 3-a", "city 30 1 | 0-a 1-a 2-a", "city 30 2 | 0-a 1-a 3-a 4-a", "city 40 2 | 0-a 1-a 2-a 3-a 4-a",
    "city 60 3 | 0-a 1-a 2-a 3-a 4-a 5-a",
    "town 10 | 0-a 2-a", "town 10 | 0-a 3-a", "town 10, town 10 | 0-a 1-a 2-b 3-b",
    "city 40 1, city 50 1 | 0-a 1-a 3-b 4-b", "city 20 1, town 10 | 0-a 1-a a-b 3-b", "junction | 0-a 1-a 3-a",
    "red:offboard 20/30/40/60/70/90 | 0-a 1-a", "town 10, town 10 | 0-a 0-b 2-a 3-b", "city 20 1 | 0-a 3-a 1-4",
    "city 10 1, junction | 0-b a-b 2-b 3-a", "", "city 0 1 |", "town 30 | 0-a 1-a 3-a",
)  # fmt: skip


DENSE_POOL = (
    "| 0-3 0-4", "| 0-3 0-2", "| 0-2 0-4 2-4", "| 0-3 2-4 0-4 2-3", "| 0-3 1-4 1-3 0-4", "| 0-3 2-4 3-4 0-2",
    "| 0-1 2-3", "| 0-3 1-4 2-5", "| 0-2 1-3", "city 20 1 | 0-a 1-a 3-a", "city 30 2 | 0-a 1-a 3-a 4-a",
    "town 10, town 10 | 0-a 2-a 1-b 4-b", "city 40 1, city 50 1 | 0-a 1-a 3-b 4-b",
)  # fmt: skip
"""Faces full of forks and loops."""


ODD_POOL = (
    *POOL,
    "red:city 30/30/40/50/60/60 2 end | 0-a 1-a 3-a", "city 40 1 end | 0-a 2-a 4-a", "red:offboard 40 | 0-a",
    "red:offboard 40 | 2-a 3-a", "blue:offboard 10 0 free | 1-a 2-a", "town 10 0 free | 0-a 3-a 4-a",
    "town 0 0 +40 | 0-a 2-a 4-a", "town 0 0 +40 | 0-a 1-a 3-a",
)  # fmt: skip
"""`POOL` plus locations that end routes, use no range or pay a subsidy."""


GROUP_POOL = (
    "| 0-3", "| 0-2", "| 0-3 0-2", "| 0-3 2-4 0-4 2-3", "city 20 1 | 0-a 1-a 3-a", "city 30 2 | 0-a 1-a 3-a 4-a",
    "town 10 | 0-a 2-a", *["red:city 40/50/60/70/80/90 1 end | 0-a 1-a 3-a", "red:city 70 2 end | 0-a 3-a"] * 2,
    "red:offboard 50 | 0-a 1-a 3-a",
)  # fmt: skip
"""Many locations that end routes, most of them cities with room for tokens."""


def random_board(
    seed: int, size: int = 9, tokens: int = 4, pool: Sequence[str] = POOL, groups: Sequence[str] = ()
) -> Board:
    """A random patch of track, with tokens of three companies where there is room.

    `groups`: words; each location where routes end gets one at random.
    """
    rng = random.Random(seed)
    spots: list[Spot] = [(0, 0)]
    while len(spots) < size:
        x, y = rng.choice(spots)
        dx, dy = rng.choice(DELTAS)
        if (x + dx, y + dy) not in spots:
            spots.append((x + dx, y + dy))
    hexes = {}
    for spot in spots:
        colour, _, text = rng.choice(pool).rpartition(":")
        left, _, right = text.partition("|")
        turn = rng.randrange(6)
        track = " ".join(
            "-".join(str((int(end) + turn) % 6) if end.isdigit() else end for end in word.split("-"))
            for word in right.split()
        )
        hexes[spot] = f"{colour}:{left}|{track}"
    ends = [spot for spot in spots if "offboard" in hexes[spot] or " end" in hexes[spot]]
    board = Board(hexes, groups={spot: rng.choice(groups) for spot in ends if groups})
    places = [
        (spot, n, node.slots)
        for spot, hex in board.ids.items()
        for n, node in enumerate(board.setup.faces[hex].nodes)
        for _ in range(node.slots)
    ]
    rng.shuffle(places)
    for spot, n, _ in places[:tokens]:
        company = rng.randrange(3)
        own = board.state.tokens[4 * company : 4 * company + 4]
        if NOBODY in own and board.ids[spot] * MAX_CITIES + n not in own:
            board.token(company, spot, n)
    return board
