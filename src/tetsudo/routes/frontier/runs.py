"""The best routes of a fleet by the frontier method, as hexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tetsudo.board.ground import Ground
from tetsudo.board.network import Network
from tetsudo.model.tiles import NODE
from tetsudo.routes.frontier.fleet import best_fleet
from tetsudo.routes.frontier.layout import Layout
from tetsudo.routes.frontier.shapes import Segments
from tetsudo.routes.frontier.table import NO_WAY, Asked, RouteStates
from tetsudo.routes.grow import Growth, budget
from tetsudo.routes.valuation import Valuation
from tetsudo.units import CompanyId, HexId, Money, TrainId


@dataclass(frozen=True)
class Found:
    """What trains earn together, and by train the hexes of its route; none if it stays at home."""

    total: Money
    routes: tuple[tuple[HexId, ...], ...]


class Frontier:
    """The searches of one company on one board."""

    def __init__(self, network: Network, company: CompanyId, offboard: int, valuation: Valuation) -> None:
        """Arguments as for `search.best`; a valuation with a `bonus` is not for this method."""
        self._network = network
        self._company = company
        self._offboard = offboard
        self._valuation = valuation
        self._links = valuation.links(network, company)
        self._growths: dict[tuple[int, bool], Growth] = {}
        self._tables: dict[tuple[TrainId, Asked], RouteStates] = {}
        self._layout: Layout | None = None

    def can_run(self, train: TrainId, asked: Asked) -> bool:
        """Whether a train has a route that does what is asked, were it alone."""
        return self._table(train, asked).best != NO_WAY

    def best(self, trains: Sequence[tuple[TrainId, Asked]]) -> Found | None:
        """The best routes of some trains; None if they cannot all do what is asked. Alike ones stand together."""
        if not trains:
            return Found(0, ())
        tables = [self._table(train, asked) for train, asked in trains]
        found = best_fleet(tables)
        if found is None or self._layout is None:
            return None
        total, done = found
        hexes = [place.hex for place in self._layout.places]
        ground = self._network.ground
        routes = tuple(_walk(ground, dict(zip(hexes, segments, strict=True))) for segments in done)
        return Found(total, routes)

    def _table(self, train: TrainId, asked: Asked) -> RouteStates:
        key = (train, asked)
        found = self._tables.get(key)
        if found is None:
            kind = self._network.ground.trains[train]
            growth = self._growth(train, apart=kind.towns >= 0)
            if self._layout is None:
                self._layout = Layout(self._network, growth)
            found = RouteStates(self._layout, growth, budget(kind.stops, kind.towns), self._links, asked)
            self._tables[key] = found
        return found

    def _growth(self, train: TrainId, *, apart: bool) -> Growth:
        column = self._valuation.column(self._network, train, self._offboard)
        found = self._growths.get((column, apart))
        if found is None:
            found = Growth(self._network, self._company, self._valuation, column, apart)
            self._growths[column, apart] = found
        return found


def _walk(ground: Ground, segments: dict[HexId, Segments]) -> tuple[HexId, ...]:
    """The hexes of a route that uses some segments of each hex, from one end to the other."""
    beside: dict[tuple[HexId, int], list[int]] = {}
    for hex, pairs in segments.items():
        for a, b in pairs:
            beside.setdefault((hex, a), []).append(b)
            beside.setdefault((hex, b), []).append(a)
    ends = [spot for spot, others in beside.items() if spot[1] >= NODE and len(others) == 1]
    if not ends:
        return ()
    hex, at = min(ends)
    hexes = [hex]
    before = -1
    while True:
        onward = [end for end in beside[hex, at] if end != before]
        if not onward:
            return tuple(hexes)
        before, at = at, onward[0]
        if at < NODE:
            hex = ground.neighbours[6 * hex + at]
            at = (at + 3) % 6
            before = -1
            hexes.append(hex)
