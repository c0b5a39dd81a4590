"""Routes by brute force: slow and plain, a reference for the search.

It walks the faces themselves, one segment at a time, and shares no code with `board` or the search, except that it
reads the same setup and position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.board.builders import Board
from tetsudo.core.units import CompanyId, HexId, Money, TrainId
from tetsudo.engine.model.tiles import CITY, JUNCTION, NODE, OFFBOARD, TOWN, Node
from tetsudo.engine.model.title import Setup, TrainKind
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.state.state import MAX_CITIES, State

Place = tuple[HexId, int]
"""A hex and a node of its face."""

Links = dict[CompanyId, list[tuple[HexId, HexId, Money]]]
"""By company, pairs of hexes that a route must both visit for a bonus."""

Used = frozenset[tuple[object, ...]]
"""Hexsides, junctions, and segments between nodes used by a walk."""


@dataclass(frozen=True)
class Walk:
    """A walk from stop to stop."""

    stops: tuple[Place, ...]
    hexes: tuple[HexId, ...]
    used: Used


class Reference:
    """The board of a position, for slow queries."""

    def __init__(
        self,
        setup: Setup,
        state: State,
        links: Links | None = None,
        ignored: set[tuple[CompanyId, Place]] | None = None,
    ) -> None:
        """`ignored`: cities in which tokens do not block a company."""
        self.setup = setup
        self.state = state
        self.links = links or {}
        self.ignored = ignored or set()

    def location(self, place: Place) -> object:
        """The location of a stop: the stop itself, or all stops of a group of hexes."""
        return self.setup.map.hexes[place[0]].group or place

    def is_terminus(self, place: Place) -> bool:
        """True if routes end at a stop."""
        return self.node(place).kind == OFFBOARD or self.node(place).end

    def node(self, place: Place) -> Node:
        """The node at a place."""
        return self.setup.faces[self.state.tiles[place[0]]].nodes[place[1]]

    def stops(self) -> list[Place]:
        """Every stop on the board."""
        return [
            (hex, n)
            for hex, face in enumerate(self.state.tiles)
            for n, node in enumerate(self.setup.faces[face].nodes)
            if node.kind != JUNCTION
        ]

    def holders(self, place: Place) -> list[CompanyId]:
        """Companies with tokens at a place; tokens of privates have numbers above them."""
        found = []
        first = 0
        for company in self.setup.companies:
            for token in self.state.tokens[first : first + len(company.token_prices)]:
                if token == place[0] * MAX_CITIES + place[1]:
                    found.append(company.id)
            first += len(company.token_prices)
        for token in self.state.tokens[first:]:
            if token == place[0] * MAX_CITIES + place[1]:
                found.append(len(self.setup.companies))
        return found

    def is_passable(self, company: CompanyId, place: Place) -> bool:
        """True if a company may run through a stop."""
        node = self.node(place)
        if node.kind == CITY:
            holders = self.holders(place)
            is_open = company in holders or len(holders) < node.slots or (company, place) in self.ignored
            return not self.is_terminus(place) and is_open
        return not self.is_terminus(place)

    def steps(self, hex: HexId, end: int, origin: int) -> Iterator[tuple[HexId, int, tuple[object, ...]]]:
        """Steps from an end of track along each segment of the hex: the hex and end reached, and the track used.

        A side is crossed at once, so that a step arrives at the neighbour's side.
        """
        for other in self.setup.faces[self.state.tiles[hex]].ways_out(end):
            if other == origin:
                continue
            if other >= NODE:
                yield hex, other, (("inner", hex, *sorted((end, other))) if end >= NODE else ())
                continue
            across = self.setup.map.neighbour(hex, other)
            if across >= 0:
                back = (other + 3) % 6
                yield across, back, ("side", *sorted(((hex, other), (across, back))))

    def walks(self, company: CompanyId, start: Place) -> Iterator[Walk]:
        """Every walk of two or more stops from a stop, shorter beginnings first."""
        yield from self._extend(company, start[0], NODE + start[1], -1, Walk((start,), (start[0],), frozenset()))

    def _extend(self, company: CompanyId, hex: HexId, end: int, origin: int, walk: Walk) -> Iterator[Walk]:
        for there, to, used in self.steps(hex, end, origin):
            if used and used in walk.used:
                continue
            further = walk.used | {used} if used else walk.used
            hexes = (*walk.hexes, there) if there != hex else walk.hexes
            if to < NODE:
                yield from self._extend(company, there, to, -1, Walk(walk.stops, hexes, further))
                continue
            place = (there, to - NODE)
            if self.node(place).kind == JUNCTION:
                bit = ("junction", *place)
                if bit not in walk.used:
                    yield from self._extend(company, there, to, end, Walk(walk.stops, hexes, further | {bit}))
                continue
            if self.location(place) in map(self.location, walk.stops):
                continue
            longer = Walk((*walk.stops, place), hexes, further)
            yield longer
            if self.is_passable(company, place):
                yield from self._extend(company, there, to, -1, longer)

    def routes(self, company: CompanyId) -> list[Walk]:
        """Every route of a company for an unlimited train, each in one of its two directions."""
        found: dict[tuple[object, Used], Walk] = {}
        for stop in self.stops():
            for walk in self.walks(company, stop):
                if any(company in self.holders(place) for place in walk.stops):
                    found.setdefault((frozenset((walk.stops[0], walk.stops[-1])), walk.used), walk)
        return list(found.values())

    def can_run(self, walk: Walk, train: TrainKind) -> bool:
        """True if a train can run the walk."""
        nodes = [self.node(place) for place in walk.stops]
        length = sum(node.length for node in nodes)
        if train.towns >= 0:
            towns = sum(node.length for node in nodes if node.kind == TOWN)
            return length - towns <= train.stops and towns <= train.towns
        return train.stops == 0 or length <= train.stops

    def revenue(self, walk: Walk, train: TrainKind, offboard: int, company: CompanyId = 0) -> Money:
        """Revenue of a route."""
        hexes = {hex for hex, _ in walk.stops}
        bonus = sum(amount for here, there, amount in self.links.get(company, ()) if here in hexes and there in hexes)
        return bonus + sum(self.node(place).revenue[5 if train.diesel else offboard] for place in walk.stops)

    def best_with_calls(
        self, company: CompanyId, trains: Iterable[TrainId], offboard: int, calls: int, hexes: set[HexId]
    ) -> Money:
        """The highest revenue of any set of routes of which exactly `calls` visit some hexes; -1 if there is none."""
        walks = self.routes(company)
        kinds = [self.setup.trains[train] for train in trains]

        def search(left: list[TrainKind], used: Used, calls: int) -> Money:
            if not left:
                return -1 if calls else 0
            top = search(left[1:], used, calls)
            for walk in walks:
                called = any(hex in hexes for hex, _ in walk.stops)
                if walk.used & used or not self.can_run(walk, left[0]) or called > calls:
                    continue
                rest = search(left[1:], used | walk.used, calls - called)
                if rest >= 0:
                    top = max(top, self.revenue(walk, left[0], offboard, company) + rest)
            return top

        return search(kinds, frozenset(), calls)

    def best(self, company: CompanyId, trains: Iterable[TrainId], offboard: int) -> Money:
        """The highest revenue of any set of routes."""
        walks = self.routes(company)
        kinds = [self.setup.trains[train] for train in trains]
        return self._best(walks, kinds, frozenset(), offboard, company)

    def _best(self, walks: list[Walk], kinds: list[TrainKind], used: Used, offboard: int, company: CompanyId) -> Money:
        if not kinds:
            return 0
        top = self._best(walks, kinds[1:], used, offboard, company)
        for walk in walks:
            if not walk.used & used and self.can_run(walk, kinds[0]):
                rest = self._best(walks, kinds[1:], used | walk.used, offboard, company)
                top = max(top, self.revenue(walk, kinds[0], offboard, company) + rest)
        return top


def compare_best_runs(board: Board, fleets: Iterable[tuple[TrainId, ...]], offboard: int, most_walks: int) -> int:
    """Compare best runs of three companies with brute force, if feasible; number of runs compared."""
    reference = Reference(board.setup, board.state)
    count = 0
    for company in range(3):
        walks = len(reference.routes(company))
        for trains in fleets:
            if walks ** len(trains) > most_walks**2:
                continue
            routes, total = best(board.network, company, trains, offboard)
            assert total == reference.best(company, trains, offboard), (company, trains)
            code, amounts = revenue_of(board.network, company, trains, routes, offboard)
            assert (code, sum(amounts)) == ("", total), (company, trains)
            count += bool(routes)
    return count
