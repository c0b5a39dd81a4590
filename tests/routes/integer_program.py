"""The best fleet as an integer program for HiGHS: an independent formulation, for tests.

Variables by train: the arcs it uses between stops, the stops it visits, its ends. A visited stop has two arcs, or one
at the end of the route; each piece of track has at most one arc that uses it. A solution may contain cycles besides its
route: each one found is forbidden, and the program is solved again. From the project it takes only the board itself
(arcs, values of stops), none of its searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import highspy

from tetsudo.core.units import CompanyId, Money, TrainId
from tetsudo.engine.model.tiles import TOWN
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId

Terms: TypeAlias = dict[int, float]
"""Coefficients by variable."""

Link: TypeAlias = tuple[StopId, StopId, int]
"""Stops connected by track, and its bits."""


@dataclass(frozen=True)
class Train:
    """The variables of one train."""

    arcs: list[int]
    visits: dict[StopId, int]
    ends: dict[StopId, int]
    runs: int


class Program:
    """The best run of a company, as equations."""

    def __init__(self, network: Network, company: CompanyId, trains: Sequence[TrainId], offboard: int) -> None:
        self._network = network
        self._closed = network.closed_stop_bits(company)
        self._own = set(network.own_stops(company))
        made: Any = highspy.Highs  # scipy has no type hints
        self._solver = made()
        for option, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self._solver.setOptionValue(option, value)
        self._size = 0
        self._links = self._joined()
        self._trains = [self._train(train, offboard) for train in trains]
        self._use_track_once()

    def best(self) -> Money:
        """The highest revenue."""
        while True:
            self._solver.run()
            values = self._solver.getSolution().col_value
            rings = [ring for train in self._trains for ring in self._rings(train, values)]
            if not rings:
                return -round(self._solver.getInfo().objective_function_value)
            for ring in rings:
                self._forbid(ring)

    def _joined(self) -> list[Link]:
        """Track between stops that the company can reach, each piece once."""
        found: set[Link] = set()
        todo = list(self._own)
        seen = set(todo)
        for stop in todo:
            if stop not in self._own and self._is_closed(stop):
                continue
            for arc in self._network.track.out[stop]:
                if arc.target >= 0:
                    found.add((min(stop, arc.target), max(stop, arc.target), arc.mask))
                    if arc.target not in seen:
                        seen.add(arc.target)
                        todo.append(arc.target)
        return sorted(found)

    def _is_closed(self, stop: StopId) -> bool:
        return bool(self._network.ground.stop_bit[stop] & self._closed)

    def _train(self, train: TrainId, offboard: int) -> Train:
        """Variables of a train, and the constraints of a route."""
        kind = self._network.ground.trains[train]
        column = 5 if kind.diesel else offboard
        stops = sorted({stop for link in self._links for stop in link[:2]} | self._own)
        nodes = {stop: self._network.track.nodes[stop] for stop in stops}
        worth = {stop: node.revenue[column] if node is not None else 0 for stop, node in nodes.items()}
        made = Train(
            [self._variable() for _ in self._links],
            {stop: self._variable(-worth[stop]) for stop in stops},
            {stop: self._variable() for stop in stops},
            self._variable(),
        )
        for stop in stops:
            at = {made.arcs[n]: 1.0 for n, link in enumerate(self._links) if stop in link[:2]}
            visit, end = made.visits[stop], made.ends[stop]
            self._row(0, 0, at | {visit: -2, end: 1})
            self._row(0, 0 if self._is_closed(stop) else 1, {visit: 1, end: -1})
        self._row(0, 0, dict.fromkeys(made.ends.values(), 1.0) | {made.runs: -2})
        self._row(0, len(stops), {made.visits[stop]: 1.0 for stop in sorted(self._own)} | {made.runs: -1})
        for together in self._locations(stops):
            self._row(0, 1, {made.visits[stop]: 1.0 for stop in together})
        length = {stop: node.length if node is not None else 1 for stop, node in nodes.items()}
        towns = {stop for stop, node in nodes.items() if node is not None and node.kind == TOWN}
        apart = towns if kind.towns >= 0 else set()
        if kind.stops:
            self._row(0, kind.stops, {made.visits[stop]: float(length[stop]) for stop in stops if stop not in apart})
        if kind.towns >= 0:
            self._row(0, kind.towns, {made.visits[stop]: float(length[stop]) for stop in sorted(towns)})
        return made

    def _locations(self, stops: Iterable[StopId]) -> list[list[StopId]]:
        """Stops grouped by location, each of which a route visits at most once."""
        found: dict[int, list[StopId]] = {}
        for stop in stops:
            found.setdefault(self._network.ground.stop_bit[stop], []).append(stop)
        return [together for together in found.values() if len(together) > 1]

    def _use_track_once(self) -> None:
        users: dict[int, list[int]] = {}
        for n, (_, _, mask) in enumerate(self._links):
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    users.setdefault(bit, []).append(n)
        for arcs in sorted({tuple(arcs) for arcs in users.values()}):
            self._row(0, 1, {train.arcs[n]: 1.0 for train in self._trains for n in arcs})

    def _rings(self, train: Train, values: Sequence[float]) -> list[set[StopId]]:
        """Stops of a train's cycles apart from its route."""
        groups: list[set[StopId]] = []
        for variable, link in zip(train.arcs, self._links, strict=True):
            if values[variable] > 0.5:
                joined = [group for group in groups if not group.isdisjoint(link[:2])]
                groups = [group for group in groups if group.isdisjoint(link[:2])]
                groups.append(set(link[:2]).union(*joined))
        return [group for group in groups if all(values[train.ends[stop]] < 0.5 for stop in group)]

    def _forbid(self, ring: set[StopId]) -> None:
        """Forbid a cycle: within these stops, a train uses fewer arcs than it visits stops."""
        for train in self._trains:
            within = {
                variable: 1.0
                for variable, link in zip(train.arcs, self._links, strict=True)
                if ring.issuperset(link[:2])
            }
            for left_out in sorted(ring):
                visits = {train.visits[stop]: -1.0 for stop in sorted(ring) if stop != left_out}
                self._row(-len(self._links), 0, within | visits)

    def _variable(self, cost: float = 0) -> int:
        """A binary variable."""
        number = self._size
        self._size += 1
        self._solver.addVar(0, 1)
        self._solver.changeColIntegrality(number, highspy.HighsVarType.kInteger)
        self._solver.changeColCost(number, cost)
        return number

    def _row(self, low: float, high: float, terms: Terms) -> None:
        self._solver.addRow(low, high, len(terms), list(terms), list(terms.values()))
