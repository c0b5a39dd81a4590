"""What a company must earn where the highest revenue is compulsory.

Stops that pay a subsidy are exempt: whether to call there is the president's choice, and it
must not be paid for with more revenue than it takes. So the demand depends on how many trains
call at such hexes: what is earned besides must be the most that so many calls leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tetsudo.core.actions import Route
from tetsudo.core.open_actions import Wish
from tetsudo.core.units import CompanyId, HexId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.constrained_run import Unmet, best_run, best_through
from tetsudo.engine.routes.revenue import PLAIN, Valuation


def demanded(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: Sequence[Route],
    offboard: int,
    exempt: frozenset[HexId],
    valuation: Valuation = PLAIN,
) -> Money:
    """The least that a run must earn; arguments as for `search.best`. `exempt`: hexes that pay a subsidy.

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
    """The highest revenue of a run in which just so many trains call at any of some hexes."""
    most = 0
    for hexes in _calls(tuple(exempt), calls):
        for callers in _choices(trains, calls):
            wishes = _wishes(trains, callers, hexes, frozenset(exempt))
            met = best_through(network, company, trains, offboard, wishes, valuation)
            if not isinstance(met, Unmet):
                most = max(most, met.total)
    return most


def _calls(exempt: tuple[HexId, ...], calls: int) -> Iterator[tuple[HexId, ...]]:
    """By caller, the hex where it must call; in every way."""
    if not calls:
        yield ()
        return
    for rest in _calls(exempt, calls - 1):
        for hex in exempt:
            yield (*rest, hex)


def _choices(trains: tuple[TrainId, ...], calls: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """The places of so many trains that call."""
    if not calls:
        yield ()
        return
    for place in range(first, len(trains)):
        for rest in _choices(trains, calls - 1, place + 1):
            yield (place, *rest)


def _wishes(
    trains: tuple[TrainId, ...], callers: tuple[int, ...], hexes: tuple[HexId, ...], exempt: frozenset[HexId]
) -> list[Wish]:
    """Callers must call, the others must not."""
    where = dict(zip(callers, hexes, strict=True))
    return [
        Wish(train, must=frozenset({where[place]})) if place in where else Wish(train, never=exempt)
        for place, train in enumerate(trains)
    ]
