"""Minimum revenue of a company where the highest revenue is compulsory.

Stops that pay a subsidy are exempt: the president may choose to call there, but must not give up
more revenue for it than necessary. So the minimum depends on the number of trains that call at
such hexes: it is the highest revenue of a run with that many calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tetsudo.core.actions import Route
from tetsudo.core.open_actions import Wish
from tetsudo.core.units import CompanyId, HexId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.constrained_run import WishFailure, best_constrained, best_run
from tetsudo.engine.routes.revenue import PLAIN_VALUATION, Valuation


def minimum_revenue(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: Sequence[Route],
    offboard: int,
    exempt: frozenset[HexId],
    valuation: Valuation = PLAIN_VALUATION,
) -> Money:
    """Minimum revenue of a run; arguments as for `best_run.best`. `exempt`: hexes that pay a subsidy.

    1888*-REV-03, 1888*-REV-04.
    """
    if not exempt:
        return best_run(network, company, trains, offboard, valuation)[1]
    calls = sum(not exempt.isdisjoint(route.hexes) for route in routes)
    key = (company, trains, offboard, valuation.key, calls)
    found = network.demands.get(key)
    if found is None:
        found = _best_with_calls(network, company, trains, calls, offboard, exempt, valuation)
        network.demands[key] = found
    return found


def _best_with_calls(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    calls: int,
    offboard: int,
    exempt: Iterable[HexId],
    valuation: Valuation,
) -> Money:
    """Highest revenue of a run in which `calls` trains, and no others, call at any of some hexes."""
    most = 0
    for hexes in _calls(tuple(exempt), calls):
        for callers in _choices(trains, calls):
            wishes = _wishes(trains, callers, hexes, frozenset(exempt))
            met = best_constrained(network, company, trains, offboard, wishes, valuation)
            if not isinstance(met, WishFailure):
                most = max(most, met.total)
    return most


def _calls(exempt: tuple[HexId, ...], calls: int) -> Iterator[tuple[HexId, ...]]:
    """Every assignment of a hex to each train that calls."""
    if not calls:
        yield ()
        return
    for rest in _calls(exempt, calls - 1):
        for hex in exempt:
            yield (*rest, hex)


def _choices(trains: tuple[TrainId, ...], calls: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Every choice of the trains that call, by their places in the fleet."""
    if not calls:
        yield ()
        return
    for place in range(first, len(trains)):
        for rest in _choices(trains, calls - 1, place + 1):
            yield (place, *rest)


def _wishes(
    trains: tuple[TrainId, ...], callers: tuple[int, ...], hexes: tuple[HexId, ...], exempt: frozenset[HexId]
) -> list[Wish]:
    """Wishes by which callers must call at their hex, and the other trains must not call."""
    where = dict(zip(callers, hexes, strict=True))
    return [
        Wish(train, must=frozenset({where[place]})) if place in where else Wish(train, never=exempt)
        for place, train in enumerate(trains)
    ]
