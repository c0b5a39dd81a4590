"""Fixed topology of the map: neighbours, and numbers for everything that can conflict.

Nothing here changes in play. Every hexside, stop, junction and node-to-node segment has
one bit, so "uses the same track" is a single `&`. Numbers are assigned as the map is read
or, for things that no printed face shows, on first use. Only their identity matters, never
their order.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, TypeAlias

from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, Face
from tetsudo.engine.model.title import Setup, TrainKind

TokenPassRule: TypeAlias = Callable[[CompanyId, HexId, FaceId, int, tuple[int, ...]], bool]
"""True if tokens in a city do not block a company; takes company, hex, face, node, marks of the position."""

FaceDownRule: TypeAlias = Callable[[CompanyId, HexId, tuple[int, ...]], bool]
"""True if a company's token on a hex lies face down; takes company, hex, marks of the position."""

StopId: TypeAlias = int
"""City, town or off-board location of the map: a hex and a node of its face."""

MAX_NODES: Final = 8
ENTRY_BITS_PER_HEX: Final = 8
"""Bits per hex for arrivals: an arrival at edge `e` of hex `h` is bit `h * ENTRY_BITS_PER_HEX + e`."""


class Ground:
    """Hexes, sides, stops and faces of one setup, as numbers."""

    def __init__(self, setup: Setup, ignores: TokenPassRule | None, down: FaceDownRule | None = None) -> None:
        self.ignores: TokenPassRule | None = ignores
        self.down: FaceDownRule | None = down
        self.lock: Lock = Lock()  # for assigning numbers: the games of a site, each in a thread, share this object
        self.kept: dict[tuple[object, ...], object] = {}  # cache of `routes` for the most recent boards
        self.faces: tuple[Face, ...] = setup.faces
        self.trains: tuple[TrainKind, ...] = setup.trains
        self.size: int = len(setup.map.hexes)
        self.neighbours: list[int] = []
        self.closed: list[int] = []
        self.stop_at: dict[int, StopId] = {}
        self.stop_hex: list[HexId] = []
        self.stop_node: list[int] = []
        self.stop_bit: list[int] = []
        """Bits of each stop. Two stops of one location share a bit: no route may visit both."""
        self.own_bit: list[int] = []
        """The part of `stop_bit` that is the stop's alone; all of it where no city belongs to its location."""
        self.once_bit: list[int] = []
        """The part of `stop_bit` that is its location's."""
        self.grouped_bits: int = 0
        """Bits of all stops of grouped hexes: what closes one of them may close those on other hexes."""
        self.has_free_stops: bool = any(not node.length for face in setup.faces for node in face.nodes)
        """True if a face shows a stop that takes up nothing of a train's range."""
        self.sides: list[int] = []
        self._links: dict[FaceId, list[tuple[int, ...]]] = {}
        self._stops: dict[tuple[HexId, FaceId], tuple[StopId, ...]] = {}
        self._extra: dict[int, int] = {}
        self._bits: int = 0
        self._groups: tuple[str, ...] = tuple(hex.group for hex in setup.map.hexes)
        self._group_bit: dict[str, int] = {}
        self._city_groups: frozenset[str] = frozenset(
            hex.group for hex in setup.map.hexes if any(node.kind == CITY for node in setup.faces[hex.printed].nodes)
        )
        for hex in setup.map.hexes:
            self.neighbours += hex.neighbours
            self.closed.append(hex.closed)
            self.stops_on(hex.id, hex.printed)
        self._number_sides()
        self.token_owner: list[CompanyId] = []
        """Owner of each token of `State.tokens`: a company id, or the number of companies plus a private id."""
        self.bearer: list[CompanyId] = []
        """By company: the company whose tokens it uses, another one if they share tokens."""
        for company in setup.companies:
            self.token_owner += [company.id] * len(company.token_prices)
            self.bearer.append(company.id if company.bearer == NOBODY else company.bearer)
        for private in setup.privates:
            self.token_owner += [len(setup.companies) + private.id] * private.tokens

    def links(self, face: FaceId) -> list[tuple[int, ...]]:
        """Other ends of the segments at each end of track (sides, then nodes)."""
        found = self._links.get(face)
        if found is None:
            shown = self.faces[face]
            found = [shown.ways_out(end) for end in range(NODE + len(shown.nodes))]
            self._links[face] = found
        return found

    def stops_on(self, hex: HexId, face: FaceId) -> tuple[StopId, ...]:
        """Stops that a face shows on a hex (1888*-DEF-01)."""
        key = (hex, face)
        found = self._stops.get(key)
        if found is None:
            nodes = self.faces[face].nodes
            found = tuple(self.stop(hex, n) for n, node in enumerate(nodes) if node.kind != JUNCTION)
            self._stops[key] = found
        return found

    def stop(self, hex: HexId, node: int) -> StopId:
        """Stop at a node of a hex (1888*-RUN-07, 1888*-RUN-08, 1890-10.5.2-f)."""
        key = hex * MAX_NODES + node
        found = self.stop_at.get(key)
        if found is None:
            found = len(self.stop_hex)
            self.stop_at[key] = found
            self.stop_hex.append(hex)
            self.stop_node.append(node)
            self._number_stop(hex)
        return found

    def is_grouped(self, hex: HexId) -> bool:
        """True if a hex forms one location together with other hexes."""
        return bool(self._groups[hex])

    def _number_stop(self, hex: HexId) -> None:
        """Assign bits to a new stop: its own, or that of its group, which no route uses twice: it visits a group once.

        Where a group has cities, each of its stops also has a bit of its own: a route through one of them is another
        route than one through a token in the other.

        1889-RUN-14, 1888*-RUN-06, 1890-10.5.2-e.
        """
        group = self._groups[hex]
        if group and group not in self._group_bit:
            self._group_bit[group] = self._new_bit()
        once = self._group_bit[group] if group else self._new_bit()
        own = self._new_bit() if group and group in self._city_groups else once
        self.stop_bit.append(once | own)
        if group:
            self.grouped_bits |= once | own
        self.own_bit.append(own)
        self.once_bit.append(once)

    def inner_bit(self, hex: HexId, end: int, other: int) -> int:
        """Bit of a junction (`other` equals `end`) or of a segment between two nodes."""
        low, high = (end, other) if end < other else (other, end)
        key = (hex * 32 + low) * 32 + high
        found = self._extra.get(key)
        if found is None:
            found = self._new_bit()
            self._extra[key] = found
        return found

    def _new_bit(self) -> int:
        bit = 1 << self._bits
        self._bits += 1
        return bit

    def _number_sides(self) -> None:
        """Assign one bit to each side between two hexes, and 0 where the map ends (1888*-DEF-05)."""
        self.sides = [0] * (6 * self.size)
        for hex in range(self.size):
            for edge in range(6):
                other = self.neighbours[6 * hex + edge]
                if other == NOBODY or self.sides[6 * hex + edge]:
                    continue
                bit = self._new_bit()
                self.sides[6 * hex + edge] = bit
                self.sides[6 * other + (edge + 3) % 6] = bit
