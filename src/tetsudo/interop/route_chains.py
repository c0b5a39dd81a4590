"""Conversion of routes between 18xx.games chains of hexes, one for each pair of stops, and Tetsudo lists of hexes.

A chain may be in either direction. The route is the one way to join them end to end. Files of 2020 have no
`connections`; see `route_chains_2020.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from tetsudo.analysis.run_report import checked
from tetsudo.core.actions import Route, RunRoutes
from tetsudo.core.errors import BadInput
from tetsudo.core.units import HexId, Money
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.network.track import OPEN_END
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.game.game import Game
from tetsudo.interop import route_chains_2020
from tetsudo.interop.ids.trains import Trains
from tetsudo.interop.json_fields import Fields

MAX_CHAINS: Final = 60
MAX_HEXES: Final = 200
MAX_READINGS: Final = 64

ROUTE_FIELDS: Final = frozenset(
    ("train", "connections", "hexes", "revenue", "revenue_str", "subsidy", "halts", "abilities", "nodes")
)
"""Known fields of a route in 18xx.games files."""

Chain = tuple[HexId, ...]


def routes(sent: Fields, by_name: dict[str, HexId], trains: Trains, network: Network) -> tuple[tuple[Route, ...], ...]:
    """Every reading of the routes of a run: a tuple of candidates for each route."""
    found = []
    for route in sent.objects("routes", most=50):
        kind = trains.kind(route.text("train"), route.path("train"))
        candidates = _candidates(route, by_name, network)
        if candidates:
            found.append(tuple(Route(kind, hexes) for hexes in candidates))
    return tuple(found)


def _candidates(route: Fields, by_name: dict[str, HexId], network: Network) -> list[Chain]:
    """Hexes of a route, for each way to read it; empty if the train stays at home."""
    for key in route.raw:
        if key not in ROUTE_FIELDS:
            raise route.error("is not known of a route", key)
    chains = _chains(route, by_name)
    if not chains:
        hexes = _listed_hexes(route, by_name)
        return route_chains_2020.readings(network, hexes) or [hexes] if hexes else []
    joined = list(dict.fromkeys(_join_chains(chains)))
    if not joined:
        raise route.error("these hexes do not follow one another", "connections")
    return _sort_by_stops(route, by_name, chains, joined)


def _listed_hexes(route: Fields, by_name: dict[str, HexId]) -> Chain:
    """Hexes of a route of 2020; empty if the train stays at home."""
    if "hexes" not in route and "connections" not in route:
        raise route.error("where the train runs is not said", "connections")
    names = route.texts("hexes", [], MAX_HEXES)
    for at, name in enumerate(names):
        if name not in by_name:
            raise route.error(f"there is no hex {name!r}", f"hexes[{at}]")
    if not names and route.number("revenue", 0):
        raise route.error("where the train earned this is not said", "revenue")
    return tuple(by_name[name] for name in names)


def _chains(route: Fields, by_name: dict[str, HexId]) -> list[Chain]:
    chains = []
    for at, chain in enumerate(route.items("connections", [], MAX_CHAINS)):
        where = route.path(f"connections[{at}]")
        if not isinstance(chain, list) or not chain or len(chain) > MAX_HEXES:
            raise BadInput("must be a list of hexes", where)
        for name in chain:
            if not isinstance(name, str) or name not in by_name:
                raise BadInput("there is no hex {name!r}", where, name=name)
        chains.append(tuple(by_name[name] for name in chain))
    return chains


def _join_chains(chains: Sequence[Chain]) -> Iterator[Chain]:
    """Hexes of a route, for each way to orient its chains so that each begins at the end of the one before."""
    ways: list[Chain] = list(dict.fromkeys((chains[0], chains[0][::-1])))
    for chain in chains[1:]:
        ways = [way + turned[1:] for way in ways for turned in {chain, chain[::-1]} if way[-1] == turned[0]]
        ways = ways[:MAX_READINGS]
    yield from ways


def _sort_by_stops(
    route: Fields, by_name: dict[str, HexId], chains: Sequence[Chain], joined: list[Chain]
) -> list[Chain]:
    """Readings, with those first that start and end at the first and last stop in the file."""
    stops = [by_name.get(name) for name in route.texts("hexes", [])]
    if len(joined) < 2 or len(stops) < 2:
        return joined
    return sorted(joined, key=lambda hexes: (hexes[0], hexes[-1]) != (stops[0], stops[-1]))


RouteStops: TypeAlias = tuple[tuple[str, ...], ...]
"""Hexes of the stops of each route of a run."""


class RunReading(NamedTuple):
    """Run as it was read. `doubt`: if several readings are legal, the stops of the first two that differ."""

    run: RunRoutes
    doubt: tuple[RouteStops, ...] = ()


def best_reading(
    game: Game, action: RunRoutes, readings: tuple[tuple[Route, ...], ...], revenue: Money | None
) -> RunReading:
    """Run with the first readings that are legal together and earn the recorded revenue.

    If none earn that, the first legal readings; if none are legal, the first of all. `revenue`: recorded revenue of all
    routes, or None.
    """
    choices: list[tuple[Route, ...]] = [()]
    for candidates in readings:
        choices = [(*chosen, route) for chosen in choices for route in candidates][:MAX_READINGS]
    runs = [RunRoutes(action.player, action.company, chosen) for chosen in choices]
    legal = [run for run in runs if game.is_legal(run)] if len(runs) > 1 else []
    if not legal:
        return RunReading(runs[0])
    symbol = game.setup.companies[action.company].symbol
    told = [checked(game, symbol, run.routes) for run in legal]
    fitting = [at for at, run in enumerate(told) if revenue is None or run.revenue == revenue] or [*range(len(told))]
    calls = [tuple(tuple(sorted(stop.hex for stop in train.stops)) for train in told[at].trains) for at in fitting]
    other = [each for each in calls if each != calls[0]]
    return RunReading(legal[fitting[0]], (calls[0], other[0]) if other else ())


# Writing


Numbering: TypeAlias = Callable[[State, HexId, int], int]
"""Number on 18xx.games of a stop on a hex."""


def route_to_data(rules: Ruleset, state: State, route: Route, revenue: Money, number: Numbering) -> dict[str, Any]:
    """Route in the form of 18xx.games files, without its train."""
    network = rules.atlas.network(state)
    stops, chains = next(_readings(network, route.hexes), ((), ()))
    names = [hex.name for hex in rules.setup.map.hexes]
    ground = network.ground
    places = [(ground.stop_hex[stop], ground.stop_node[stop]) for stop in stops]
    visited = [names[hex] for hex, _ in places]
    return {
        "connections": [[names[hex] for hex in chain] for chain in chains],
        "hexes": visited,
        "revenue": revenue,
        "revenue_str": "-".join(visited),
        "nodes": [f"{names[hex]}-{number(state, hex, node)}" for hex, node in places],
    }


Reading = tuple[tuple[StopId, ...], tuple[Chain, ...]]


def _readings(network: Network, hexes: Chain) -> Iterator[Reading]:
    """Ways to follow the hexes along track: the stops, and the hexes between each two."""
    for stop in network.ground.stops_on(hexes[0], network.track.tiles[hexes[0]]):
        yield from _extend_reading(network, hexes, 0, ((stop,), ()))


def _extend_reading(network: Network, hexes: Chain, at: int, reading: Reading) -> Iterator[Reading]:
    stops, chains = reading
    if at == len(hexes) - 1 and len(stops) > 1:
        yield reading
    for arc in network.track.out[stops[-1]]:
        end = at + len(arc.hexes)
        if arc.target not in (OPEN_END, *stops) and hexes[at:end] == arc.hexes:
            yield from _extend_reading(network, hexes, end - 1, ((*stops, arc.target), (*chains, arc.hexes)))
