"""Network of one position: track and tokens, and the reach of each company.

Immutable once built, and shared by every position with the same tiles, tokens and marks.
Results are computed on first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from tetsudo.core.actions import Route
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money, TrainId
from tetsudo.engine.model.tiles import CITY, NODE
from tetsudo.engine.network.connection import NO_TOKENS, SEARCH_WALKS, Extension, Holdings, extension, lay_verdict
from tetsudo.engine.network.reach import Walks, walks_from
from tetsudo.engine.network.topology import ENTRY_BITS_PER_HEX, MAX_NODES, Ground, StopId
from tetsudo.engine.network.track import Track
from tetsudo.engine.network.upgrades import Lays, Verdict
from tetsudo.engine.state.board import waiting_spot
from tetsudo.engine.state.state import WAITING

Key = TypeVar("Key")
Answer = TypeVar("Answer")

ALWAYS_CONNECTED_BIT: Final = 1 << 7
"""Bit in the sides by which track arrives at a hex: any tile laid there counts as connected."""

MAX_CACHED_ANSWERS: Final = 100_000
"""Maximum number of answers in a cache of tile lays; a game needs some hundreds."""


class Network:
    """Track and tokens of one position."""

    __slots__ = (
        "_own",
        "_reach",
        "_waits",
        "demands",
        "ground",
        "holders",
        "lays",
        "marks",
        "revenues",
        "runs",
        "tokens",
        "track",
    )

    def __init__(self, track: Track, tokens: tuple[int, ...], lays: Lays, marks: tuple[int, ...] = ()) -> None:
        self.ground: Ground = track.ground
        self.track: Track = track
        self.tokens: tuple[int, ...] = tokens  # places, as in `State.tokens`
        self.lays: Lays = lays
        self.marks: tuple[int, ...] = marks  # state that powers ignoring tokens also depend on
        self.holders: dict[StopId, list[CompanyId]] = {}  # companies with a token in each city; see `Ground.bearer`
        self._own: dict[CompanyId, list[int]] = {}
        self._waits: dict[CompanyId, list[HexId]] = {}  # hexes where tokens wait
        self._reach: dict[CompanyId, Reach] = {}
        self.runs: dict[tuple[CompanyId, tuple[TrainId, ...], int, int], tuple[tuple[Route, ...], Money, int]] = {}
        """Best runs proved by `routes`: routes, revenue, number of states searched."""
        self.demands: dict[tuple[CompanyId, tuple[TrainId, ...], int, int, int], Money] = {}
        """Minimum revenues of mandatory runs, as found by `routes`."""
        self.revenues: dict[tuple[object, ...], tuple[str, tuple[Money, ...]]] = {}
        """Reason codes and revenues of runs, as found by `routes`; needed when a run is checked and when it is made."""
        ground = self.ground
        for n, place in enumerate(tokens):
            if place >= 0:
                company = ground.token_owner[n]
                if ground.down is not None and ground.down(company, place // MAX_NODES, marks):
                    company = NOBODY  # the slot stays taken
                self.holders.setdefault(ground.stop(place // MAX_NODES, place % MAX_NODES), []).append(company)
                self._own.setdefault(company, []).append(place)
            elif place <= WAITING:
                self._waits.setdefault(ground.token_owner[n], []).append(waiting_spot(place)[0])

    def with_face(self, hex: HexId, new: FaceId) -> Network:
        """Network after a tile lay; not cached."""
        old = self.track.tiles[hex]
        moves = self.lays.city_moves(old, new)
        first = hex * MAX_NODES
        with self.ground.lock:
            track = Track(self.ground, (*self.track.tiles[:hex], new, *self.track.tiles[hex + 1 :]), self.track)
            tokens = tuple(
                first + moves[place - first] if first <= place < first + MAX_NODES else place for place in self.tokens
            )
            return Network(track, tokens, self.lays, self.marks)

    def own_stops(self, company: CompanyId) -> list[StopId]:
        """Cities with a token of the company, in map order."""
        places = self._own.get(self.ground.bearer[company])
        if places is None:
            return []
        return [self.ground.stop(place // MAX_NODES, place % MAX_NODES) for place in sorted(places)]

    def waiting_hexes(self, company: CompanyId) -> Sequence[HexId]:
        """Hexes where a token of the company waits: the company may only build there (1890-C.10.14-i)."""
        return self._waits.get(self.ground.bearer[company], ())

    def passable(self, company: CompanyId, stop: StopId) -> bool:
        """True if a company may run through a stop, not only to it.

        1889-CON-02, 1889-RUN-04, 1889-RUN-13, 1889-TOK-08, 1888*-DEF-10, 1888*-DEF-11, 1888*-TOK-03, 1888*-TOK-14,
        1888*-TRK-09, 1888*-UPG-12, 1890-10.5.2-h.
        """
        node = self.track.nodes[stop]
        if node is None or node.is_end:
            return False
        if node.kind != CITY:
            return True
        holders = self.holders.get(stop)
        if holders is None or len(holders) < node.slots or self.ground.bearer[company] in holders:
            return True
        return self._may_pass_tokens(company, stop)

    def track_bits(self) -> int:
        """Bits of everything that can conflict, except stops."""
        bits = 0
        for bit in self.ground.stop_bit:
            bits |= bit
        return ~bits

    def closed_stop_bits(self, company: CompanyId) -> int:
        """Bits of the stops that a company may not run through (1889-TOK-08, 1888*-TOK-03)."""
        return self.reach(company).closed

    def full_stops(self, company: CompanyId) -> list[StopId]:
        """Cities full of other companies' tokens, which a company may not run through."""
        nodes = self.track.nodes
        bearer = self.ground.bearer[company]
        found: list[StopId] = []
        for stop, holders in self.holders.items():
            node = nodes[stop]
            if node is None or len(holders) < node.slots or bearer in holders:
                continue
            if not self._may_pass_tokens(company, stop):
                found.append(stop)
        return found

    def reach(self, company: CompanyId) -> Reach:
        """Reach of a company; computed once."""
        found = self._reach.get(company)
        if found is None:
            found = Reach(self, company)
            self._reach[company] = found
        return found

    def forget_reach(self) -> None:
        """Forget what is computed for companies, which refers back to the network: so it is freed at once."""
        self._reach = {}

    def _may_pass_tokens(self, company: CompanyId, stop: StopId) -> bool:
        ground = self.ground
        if ground.ignores is None:
            return False
        hex = ground.stop_hex[stop]
        return ground.ignores(company, hex, self.track.tiles[hex], ground.stop_node[stop], self.marks)  # 1890-C.8.2-m


class Reach:
    """Reach of a company's track; each part is computed on first use.

    1889-CON-01, 1889-CON-02, 1889-CON-03, 1889-CON-04.
    """

    __slots__ = (
        "_all_lays",
        "_answered",
        "_cities",
        "_closed",
        "_entries",
        "_full_cities",
        "_keys",
        "_walks",
        "can_route",
        "company",
        "network",
        "own",
    )

    def __init__(self, network: Network, company: CompanyId) -> None:
        self.network: Network = network
        self.company: CompanyId = company
        self.own: list[StopId] = network.own_stops(company)
        self._closed: int = -1
        self._full_cities: dict[HexId, int] = {}
        self._walks: Walks | None = None
        self._entries: dict[HexId, int] | None = None
        self._cities: tuple[tuple[HexId, int], ...] | None = None
        self._keys: dict[HexId, tuple[int, ...]] | None = None
        self._all_lays: dict[str, list[tuple[HexId, tuple[FaceId, ...]]]] = {}
        self._answered: dict[tuple[int, int, int, str, tuple[int, ...]], tuple[FaceId, ...]] = {}
        self.can_route: bool = network.track.leads_from(self.own)
        """True if the company has a route of two stops, whatever the train (1889-RUN-02, 1889-RUN-03)."""

    @property
    def walks(self) -> Walks:
        """Walks from the company's tokens (1889-TRK-20, 1888*-TOK-05)."""
        if self._walks is None:
            self._walks = walks_from(self.network.track, self.own, self.closed)
        return self._walks

    @property
    def closed(self) -> int:
        """Bits of the stops that the company may not run through."""
        if self._closed < 0:
            self._find_closed()
        return self._closed

    @property
    def full_cities(self) -> dict[HexId, int]:
        """Nodes of the cities that the company may not run through, as bits, by hex."""
        if self._closed < 0:
            self._find_closed()
        return self._full_cities

    def _find_closed(self) -> None:
        ground, bits = self.network.ground, self.network.track.ends()
        full: dict[HexId, int] = {}
        for stop in self.network.full_stops(self.company):
            bits |= ground.stop_bit[stop]
            hex = ground.stop_hex[stop]
            full[hex] = full.get(hex, 0) | 1 << ground.stop_node[stop]
        self._full_cities = full
        self._closed = bits  # assigned last, since other threads may read it

    @property
    def entries(self) -> dict[HexId, int]:
        """Sides by which the company's track arrives from the neighbours, as bits, by hex.

        Hexes with an own token are included even if no track arrives. Hexes where an own token waits
        also have ALWAYS_CONNECTED_BIT.
        """
        if self._entries is None:
            ground = self.network.ground
            arrivals = self.walks.entries.to_bytes(ground.size, "little")
            found = {hex: edges for hex, edges in enumerate(arrivals) if edges}
            for stop in self.own:
                found.setdefault(ground.stop_hex[stop], 0)
            for hex in self.network.waiting_hexes(self.company):
                found[hex] = found.get(hex, 0) | ALWAYS_CONNECTED_BIT
            self._entries = found  # assigned only when complete, since other threads may read it
        return self._entries

    @property
    def cities(self) -> tuple[tuple[HexId, int], ...]:
        """Hex and node of every city reached, including own and full cities, in order.

        1889-TOK-04, 1888*-TOK-11, 1890-10.4.3-b.
        """
        if self._cities is None:
            ground = self.network.ground
            nodes = self.network.track.nodes
            found: list[tuple[HexId, int]] = []
            for stop in self.walks.stops:
                node = nodes[stop]
                if node is not None and node.kind == CITY:
                    found.append((ground.stop_hex[stop], ground.stop_node[stop]))
            self._cities = tuple(sorted(found))
        return self._cities

    def hexes(self) -> tuple[HexId, ...]:
        """Hexes where a tile lay may be connected, in order."""
        return tuple(sorted(self.entries))

    def lays(self, hex: HexId, old: FaceId, rule: str) -> tuple[FaceId, ...]:
        """Connected faces that may replace `old`: those of `Atlas.lays` for which `may_lay` is true."""
        edges = self.entries.get(hex, -1)
        if edges < 0:
            return ()
        memo = self.network.lays.connected
        key = (hex, old, edges, rule, self._token_keys().get(hex, ()))
        found = memo.get(key)
        if found is not None:
            return found
        found = self._answered.get(key)
        if found is None:
            found = self._check_lays(key)
        return found

    def _check_lays(self, key: tuple[int, int, int, str, tuple[int, ...]]) -> tuple[FaceId, ...]:
        """Check every face that may replace the old one, and search walks where the faces alone leave doubts.

        Answers without doubts are cached for all positions, others for this one.
        """
        hex, old, _, rule, _ = key
        lays = self.network.lays
        verdicts = lays.doubtful.get(key)
        if verdicts is None:
            verdicts = tuple((new, self._verdict(hex, old, new, rule)) for new in lays.lays(hex, old))
            verdicts = tuple((new, verdict) for new, verdict in verdicts if verdict is not False)
            if all(verdict is True for _, verdict in verdicts):
                found = tuple(new for new, _ in verdicts)
                _cache_answer(lays.connected, key, found)
                return found
            _cache_answer(lays.doubtful, key, verdicts)
        found = tuple(new for new, verdict in verdicts if self._is_connected(verdict, hex, old, new, rule))
        self._answered[key] = found
        return found

    def all_lays(self, rule: str) -> list[tuple[HexId, tuple[FaceId, ...]]]:
        """Results of `lays` for every hex where a tile lay may be connected, in order; computed once."""
        known = self._all_lays.get(rule)
        if known is not None:
            return known
        memo, tiles = self.network.lays.connected, self.network.track.tiles
        keys = self._token_keys()
        found: list[tuple[HexId, tuple[FaceId, ...]]] = []
        for hex, edges in sorted(self.entries.items()):
            old = tiles[hex]
            faces = memo.get((hex, old, edges, rule, keys.get(hex, ())))
            found.append((hex, self.lays(hex, old, rule) if faces is None else faces))
        self._all_lays[rule] = found
        return found

    def may_lay(self, hex: HexId, old: FaceId, new: FaceId, rule: str) -> bool:
        """True if a tile lay is connected as the track rule requires (1889-TRK-02, 1889-TRK-13).

        "semi-restrictive": some new track is connected, or the revenue of a connected stop
        changes; "restrictive": some new track is connected; "permissive": any track is connected.

        1888*-TRK-08, 1890-10.3.1.1-c.
        """
        return hex in self.entries and self._is_connected(self._verdict(hex, old, new, rule), hex, old, new, rule)

    def _verdict(self, hex: HexId, old: FaceId, new: FaceId, rule: str) -> Verdict:
        """Verdict on a tile lay without searching walks; cached for all positions."""
        edges = self.entries[hex]
        if edges & ALWAYS_CONNECTED_BIT:
            return True
        tokens = self._token_keys().get(hex, ())
        memo = self.network.lays.allowed
        key = (old, new, edges, rule, tokens)
        found = memo.get(key)
        if found is None:
            holdings = NO_TOKENS
            if tokens:
                holdings = Holdings(tokens[1], self._full_after(hex, old, old), self._full_after(hex, old, new))
            found = lay_verdict(self.network.lays, old, new, edges, holdings, rule)
            _cache_answer(memo, key, found)
        return found

    def _is_connected(self, verdict: Verdict, hex: HexId, old: FaceId, new: FaceId, rule: str) -> bool:
        """True if a tile lay is connected, after searching walks if the verdict requires it."""
        if isinstance(verdict, bool):
            return verdict
        if verdict is not SEARCH_WALKS:
            return any(self._has_walk_to(hex, start, self._bit(hex, end)) for start, end in verdict)
        after = self.network.with_face(hex, new).reach(self.company)
        return after._walks_new_track(hex, extension(self.network.lays, old, new), rule)

    def _walks_new_track(self, hex: HexId, brings: Extension, rule: str) -> bool:
        """True if a walk runs over new track of a hex or, if semi-restrictive, calls where the revenue has changed."""
        ground = self.network.ground
        for start, end, junctions, _ in brings.ways:
            used = self._bit(hex, end)
            with ground.lock:
                for junction in junctions:
                    used |= ground.inner_bit(hex, junction, junction)
            if self._has_walk_to(hex, start, used):
                return True
        called = self.walks.stops
        return rule == "semi-restrictive" and any(ground.stop(hex, brings.moves[n]) in called for n in brings.worth)

    def _bit(self, hex: HexId, end: int) -> int:
        """Bit of a side or stop of a hex."""
        ground = self.network.ground
        return ground.sides[6 * hex + end] if end < NODE else ground.stop_bit[ground.stop(hex, end - NODE)]

    def _has_walk_to(self, hex: HexId, start: int, used: int) -> bool:
        """True if a walk reaches a side or stop of a hex without using the bits `used`, so it can go on over them."""
        network, walks = self.network, self.walks
        if start < NODE:
            entry = 1 << (ENTRY_BITS_PER_HEX * hex + start)
            if walks.has_known_arrival(entry, used):
                return True
            return bool(walks_from(network.track, self.own, walks.closed, used).entries & entry)
        stop = network.ground.stop(hex, start - NODE)
        if network.ground.stop_bit[stop] & walks.closed and stop not in self.own:
            return False
        return walks.has_known_call(stop, used) or stop in walks_from(network.track, self.own, walks.closed, used).stops

    def _token_keys(self) -> dict[HexId, tuple[int, ...]]:
        """Everything about tokens that `may_lay` depends on, for hexes with tokens.

        Company and hex (if powers look at them), own nodes, marks, number of tokens by node.
        """
        if self._keys is None:
            ground = self.network.ground
            bearer = ground.bearer[self.company]
            keys: dict[HexId, tuple[int, ...]] = {}
            for stop, holders in sorted(self.network.holders.items()):
                hex = ground.stop_hex[stop]
                asked = self.company * ground.size + hex if ground.ignores is not None else NOBODY
                key = keys.get(hex, (asked, 0, *self.network.marks))
                node = ground.stop_node[stop]
                own = key[1] | (1 << node if bearer in holders else 0)
                keys[hex] = (key[0], own, *key[2:], node, len(holders))
            self._keys = keys
        return self._keys

    def _full_after(self, hex: HexId, old: FaceId, new: FaceId) -> int:
        """New nodes that would be full of other companies' tokens after an upgrade, as bits."""
        network = self.network
        ground = network.ground
        moves = network.lays.city_moves(old, new)
        taken: dict[int, int] = {}
        free: set[int] = set()
        for stop in ground.stops_on(hex, old):
            holders = network.holders.get(stop)
            node = moves[ground.stop_node[stop]] if ground.stop_node[stop] < len(moves) else -1
            if holders is None or node < 0:
                continue
            taken[node] = taken.get(node, 0) + len(holders)
            if ground.bearer[self.company] in holders:
                free.add(node)
        full = 0
        for node, count in taken.items():
            if count < ground.faces[new].nodes[node].slots or node in free:
                continue
            if ground.ignores is not None and ground.ignores(self.company, hex, new, node, network.marks):
                continue
            full |= 1 << node
        return full


def _cache_answer(memo: dict[Key, Answer], key: Key, answer: Answer) -> None:
    """Cache an answer; clear a full cache first."""
    if len(memo) >= MAX_CACHED_ANSWERS:
        memo.clear()
    memo[key] = answer
