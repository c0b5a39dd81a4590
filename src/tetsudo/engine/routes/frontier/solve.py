"""Best routes of a fleet by the frontier method, as hexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tetsudo.core.open_actions import Enough
from tetsudo.core.units import CompanyId, HexId, Money, TrainId
from tetsudo.engine.model.tiles import NODE
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import Ground
from tetsudo.engine.routes.enumeration import Growth, budget
from tetsudo.engine.routes.frontier.dp_table import NO_ROUTE, RouteRequirements, RouteStates, route_states
from tetsudo.engine.routes.frontier.fleet import Fleet
from tetsudo.engine.routes.frontier.layout import Layout
from tetsudo.engine.routes.frontier.states import States
from tetsudo.engine.routes.revenue import Valuation


@dataclass(frozen=True)
class FleetRoutes:
    """Total revenue of some trains, and the hexes of each train's route; none if it stays at home."""

    total: Money
    routes: tuple[tuple[HexId, ...], ...]
    bound: Money
    """Upper bound: no run earns more."""
    looked_at: int
    """Number of states searched."""


MAX_CACHED_BOARDS: Final = 8
"""Maximum number of cached searches, each for a company on a board; each takes one or a few megabytes."""

MAX_CACHED_TABLES: Final = 12
"""Maximum number of cached tables of one search."""


def frontier(network: Network, company: CompanyId, offboard: int, valuation: Valuation) -> Frontier:
    """Searches of one company on one board, cached for later use; arguments as for `best_run.best`.

    This method does not support a valuation with a `bonus`.
    """
    kept = network.ground.kept
    key = (network, company, offboard, valuation.key)
    found = kept.get(key)
    if not isinstance(found, Frontier):
        found = Frontier(network, company, offboard, valuation)
        if len(kept) >= MAX_CACHED_BOARDS:
            kept.clear()
        kept[key] = found
    return found


class Frontier:
    """Searches of one company on one board. Threads may share its caches."""

    def __init__(self, network: Network, company: CompanyId, offboard: int, valuation: Valuation) -> None:
        self._network = network
        self._company = company
        self._offboard = offboard
        self._valuation = valuation
        self._links = valuation.links(network, company)
        self._growths: dict[tuple[int, bool], Growth] = {}
        self._tables: dict[tuple[TrainId, RouteRequirements], RouteStates] = {}
        self._states: States | None = None

    def can_run(self, train: TrainId, asked: RouteRequirements) -> bool:
        """True if a train has a route that meets its requirements when no other train runs."""
        return self._table(train, asked).best != NO_ROUTE

    def best(
        self, trains: Sequence[tuple[TrainId, RouteRequirements]], enough: Enough | None = None
    ) -> FleetRoutes | None:
        """Best routes of some trains; None if they cannot all meet their requirements.

        Interchangeable trains must be adjacent. `enough` may stop the search once it has a run.
        """
        if not trains:
            return FleetRoutes(0, (), 0, 0)
        tables = [self._table(train, asked) for train, asked in trains]
        states = tables[0].states
        fleet = Fleet(tables)
        found = fleet.best(enough)
        if found is None:
            return None
        looked_at = fleet.looked_at + states.looked_at + sum(table.looked_at for table in set(tables))
        routes = tuple(_route_hexes(self._network.ground, states, options) for options in found.options)
        return FleetRoutes(found.total, routes, found.bound, looked_at)

    def _table(self, train: TrainId, asked: RouteRequirements) -> RouteStates:
        key = (train, asked)
        found = self._tables.get(key)
        if found is None:
            kind = self._network.ground.trains[train]
            growth = self._growth(train, apart=kind.towns >= 0)
            if self._states is None:
                self._states = States(Layout(self._network, growth), growth)
            found = route_states(self._states, growth.worth, budget(kind.stops, kind.towns), self._links, asked)
            if len(self._tables) >= MAX_CACHED_TABLES:
                self._tables.clear()
            self._tables[key] = found
        return found

    def _growth(self, train: TrainId, *, apart: bool) -> Growth:
        column = self._valuation.column(self._network, train, self._offboard)
        found = self._growths.get((column, apart))
        if found is None:
            found = Growth(self._network, self._company, self._valuation, column, apart)
            self._growths[column, apart] = found
        return found


def _route_hexes(ground: Ground, states: States, options: Sequence[int]) -> tuple[HexId, ...]:
    """Hexes of a route, given its option in each place, from one end to the other."""
    beside: dict[tuple[HexId, int], list[int]] = {}
    for place, of_place, option in zip(states.layout.places, states.options, options, strict=True):
        shape = of_place.shapes[option]
        track = [(place.hex, segment) for segment in shape.segments]
        for side in shape.used:
            if side in place.slots and side not in place.known:
                track += place.wires[side].track
        for hex, (a, b) in track:
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
