"""Memory of best runs for playouts: equal surroundings of a company's tokens give equal runs, whatever lies elsewhere.

A run depends only on the hexes that track leads to from the company's tokens, and no further than its trains go. They
are asked about one by one: the answers so far say which hex is next. So a remembered run is found without any search
of the track, also in a position whose map as a whole has never been seen.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from tetsudo.core.open_actions import Enough, Proof
from tetsudo.core.units import CompanyId, HexId, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.best_run import is_endless
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.routes.revenue import Valuation

MAX_RUNS: Final = 10_000
"""Maximum number of remembered runs; then all are forgotten."""

FACES: Final = 1 << 16
"""Factor of a hex's full cities in an answer; the rest is its face."""

NO_END: Final = 1 << 30
"""Number of stops of a train without a limit."""

Key: TypeAlias = tuple[CompanyId, tuple[StopId, ...], tuple[TrainId, ...], int, object, int]
"""Company, own stops, trains, colour of off-board values, what pays apart from stops, closed stops of grouped hexes."""


class Fork:
    """Question about a hex."""

    __slots__ = ("hex", "onward")

    def __init__(self, hex: HexId) -> None:
        self.hex: HexId = hex
        self.onward: dict[int, object] = {}  # by answer: the next fork, or a `Proof`


class RunMemory:
    """Best runs of one setup, all found with the same condition to stop."""

    def __init__(self, enough: Enough | None) -> None:
        self._enough = enough
        self._first: dict[Key, object] = {}
        self._count = 0

    def best_run(
        self, network: Network, company: CompanyId, trains: tuple[TrainId, ...], offboard: int, valuation: Valuation
    ) -> Proof:
        """Best run as by `proved_run`. Where the search was stopped, all track within reach counts."""
        if (company, trains, offboard, valuation.key) in network.runs or not valuation.is_local:
            return proved_run(network, company, trains, offboard, valuation, self._enough)
        reach = network.reach(company)
        pays = (valuation.key, valuation.links(network, company), valuation.call(network, company))
        key = (company, tuple(reach.own), trains, offboard, pays, reach.closed & network.ground.grouped_bits)
        tiles, full = network.track.tiles, reach.full_cities
        found = self._first.get(key)
        while type(found) is Fork:
            answer = tiles[found.hex]
            if full:
                answer += full.get(found.hex, 0) * FACES
            found = found.onward.get(answer)
        if found is not None:
            assert isinstance(found, Proof)
            if found.proved:
                network.runs[company, trains, offboard, valuation.key] = (found.routes, found.revenue, found.looked_at)
            return found
        proof = proved_run(network, company, trains, offboard, valuation, self._enough)
        is_cut = not proof.proved or (self._enough is not None and self._enough(proof.looked_at))
        asked = hexes_asked(network, company, NO_END if is_cut else _most_stops(network, trains))
        self._remember(key, asked, [tiles[hex] + full.get(hex, 0) * FACES for hex in asked], proof)
        return proof

    def _remember(self, key: Key, asked: list[HexId], answers: list[int], proof: Proof) -> None:
        """Add a run under its key and the answers."""
        if self._count >= MAX_RUNS:
            self._first.clear()
            self._count = 0
        self._count += 1
        found = self._first.get(key)
        if not isinstance(found, Fork):
            found = self._first[key] = Fork(asked[0])
        fork: Fork = found
        for number in range(1, len(asked)):
            onward = fork.onward.get(answers[number - 1])
            if not isinstance(onward, Fork):
                onward = fork.onward[answers[number - 1]] = Fork(asked[number])
            fork = onward
        fork.onward[answers[-1]] = proof


def hexes_asked(network: Network, company: CompanyId, most: int) -> list[HexId]:
    """Hexes on which the runs of trains with `most` stops depend, nearest first.

    Each follows from the faces and full cities of those before it.
    """
    ground, track = network.ground, network.track
    closed = network.closed_stop_bits(company)
    level = network.own_stops(company)
    asked: dict[HexId, None] = dict.fromkeys([ground.stop_hex[stop] for stop in level])
    seen = {*level}
    for _ in range(most if ground.has_free_stops else most - 1):
        after: list[StopId] = []
        for stop in level:
            for arc in track.out[stop]:
                for hex in arc.hexes:
                    asked[hex] = None
                target = arc.target
                if target < 0 or target in seen:
                    continue
                seen.add(target)
                if not ground.stop_bit[target] & closed:
                    node = track.nodes[target]
                    is_free = node is not None and not node.length
                    (level if is_free else after).append(target)
        if not after:
            break
        level = after
    return list(asked)


def _most_stops(network: Network, trains: tuple[TrainId, ...]) -> int:
    """Maximum number of stops on the route of any of some trains that take up a part of its range."""
    most = 0
    for train in trains:
        kind = network.ground.trains[train]
        if not kind.stops or is_endless(network, train):
            return NO_END
        most = max(most, kind.stops + max(kind.towns, 0))
    return most
