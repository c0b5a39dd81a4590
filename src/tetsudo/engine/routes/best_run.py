"""Best run of a company, and revenue of a run that a player chooses.

A route is written as the hexes that it passes, from the hex of its first stop to that of its
last stop. A hex appears once for each time that the route enters it; two consecutive stops in
one hex share one entry. If the same hexes fit several tracks, every reading is tried. The run
is valid if one combination of readings is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.actions import Route
from tetsudo.core.open_actions import Enough, Proof
from tetsudo.core.units import CompanyId, Money, TrainId
from tetsudo.engine.model.tiles import TOWN
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.network.track import Arc
from tetsudo.engine.routes.enumeration import (
    NO_LIMIT,
    OVER_BUDGET_BITS,
    Grown,
    Growth,
    TooMany,
    budget,
    hexes_of,
    stops_of,
)
from tetsudo.engine.routes.frontier.dp_table import RouteRequirements
from tetsudo.engine.routes.frontier.solve import frontier
from tetsudo.engine.routes.revenue import PLAIN_VALUATION, Call, Link, Valuation, links_payment
from tetsudo.engine.routes.single_train import best_single_route
from tetsudo.engine.routes.train_set import Candidate, choose_within, representatives

MAX_CACHED_REVENUES: Final = 64
"""Maximum number of run revenues cached per network."""

MAX_ROUTES_BY_METHOD: Final = (1_000, 4_000, 300)
"""Maximum number of arms for a single train without a limit; of routes if it runs with limited trains; of routes if
several trains have no limit.

Above that `frontier` is faster, since comparing routes in pairs is slow. Measured by `benchmarks/border.py`.
"""

MIN_UNLIMITED_STOPS: Final = 8
"""Number of stops from which a train counts as unlimited: on a full board it has too many routes to write down."""

MIN_ROUTES_TO_COMPRESS: Final = 500
"""Number of routes above which it pays to compare fewer bits of each."""

Pool: TypeAlias = tuple[list[Grown], int, list[tuple[int, int]]]
"""Routes, the length that the train's empty route adds to theirs, and `Growth.parts`."""


class Pools(NamedTuple):
    """Routes that some trains may run."""

    by_train: dict[TrainId, Pool]
    track: int
    """Bits of track by which routes are compared."""
    bound: Money | None
    """Upper bound of the trains' revenue if the search stopped before it found all routes; else None."""


def best(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation = PLAIN_VALUATION,
) -> tuple[tuple[Route, ...], Money]:
    """Run of the highest revenue, and that revenue. Trains that stay at home have no route.

    The bonus for a call is left out: see `constrained_run.best_run`.
    `trains`: sorted, each kind as often as the company has it. `offboard`: colour of the
    values in force (`Phase.offboard`).
    """
    return prove(network, company, trains, offboard, valuation)[:2]


def prove(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation = PLAIN_VALUATION,
    enough: Enough | None = None,
) -> Proof:
    """Best run with its proof; or the best run found until `enough`, with a bound.

    Building the tables of `frontier` is not interrupted, since it takes a few milliseconds. Growing routes that a
    `bonus` pays is not interrupted either, since the bonus has no bound.
    """
    key = (company, trains, offboard, valuation.key)
    known = network.runs.get(key)
    if known is not None:
        routes, total, looked_at = known
        return Proof(routes, total, total, looked_at)
    found = search(network, company, trains, offboard, valuation, enough)
    if found.proved:
        network.runs[key] = (found.routes, found.revenue, found.looked_at)
    return found


def revenue_of(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: tuple[Route, ...],
    offboard: int,
    valuation: Valuation = PLAIN_VALUATION,
) -> tuple[str, tuple[Money, ...]]:
    """Revenue of each route of a run; or a reason code and no revenues if the run is invalid.

    Codes: "route_train": the company does not own the train, or not as often; "route_track": not
    along track from stop to stop; "route_short": fewer than two stops; "route_stop_twice";
    "route_reuse": track used twice, by one train or two; "route_through_end": passes a location
    that ends routes; "route_blocked": passes a full city; "route_token": no own token;
    "route_long": more stops than the train makes.
    """
    key = (company, trains, offboard, valuation.key, tuple((route.train, route.hexes) for route in routes))
    found = network.revenues.get(key)
    if found is None:
        found = _revenue_of(network, company, trains, routes, offboard, valuation)
        if len(network.revenues) >= MAX_CACHED_REVENUES:
            network.revenues.clear()
        network.revenues[key] = found
    return found


def _revenue_of(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    routes: tuple[Route, ...],
    offboard: int,
    valuation: Valuation,
) -> tuple[str, tuple[Money, ...]]:
    left = list(trains)
    readings: list[list[tuple[int, Money]]] = []
    for route in routes:
        if route.train not in left:
            return "route_train", ()
        left.remove(route.train)
        code, values = read(network, company, route, offboard, valuation)
        if code:
            return code, ()
        readings.append(values)
    amounts = _combine(readings, 0, 0)
    if amounts is None:
        return "route_reuse", ()
    call = valuation.call(network, company)
    if call is not None:
        amounts = add_call_bonus(call, routes, amounts)
    return "", amounts


def add_call_bonus(call: Call, routes: Sequence[Route], amounts: tuple[Money, ...]) -> tuple[Money, ...]:
    """Revenues of routes, with the bonus of a call added to the first route that makes it."""
    for n, route in enumerate(routes):
        if call.hex in route.hexes:
            return (*amounts[:n], amounts[n] + call.amount, *amounts[n + 1 :])
    return amounts


def search(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation,
    enough: Enough | None,
) -> Proof:
    """Grow the routes of every kind of train, then choose the best set; use `frontier` if there are too many.

    For a single train, arms are joined instead of growing routes, if routes earn only their stops.
    """
    if len(trains) == 1 and valuation.bonus is None and not valuation.links(network, company):
        return _search_single_train(network, company, trains[0], offboard, valuation, enough)
    pools = grow_if_few(network, company, trains, offboard, valuation, enough)
    if pools is None:
        return _search_frontier(network, company, trains, offboard, valuation, enough)
    candidates: dict[TrainId, list[Candidate]] = {}
    for train, pool in pools.by_train.items():
        candidates[train] = candidates_of(network, company, train, pool, pools.track, valuation, len(trains) > 1)
    fleet = sorted(trains, key=lambda train: (-candidates[train][0][0] if candidates[train] else 0, train))
    grown = sum(len(routes) for routes, _, _ in pools.by_train.values())
    choice = choose_within([(train, candidates[train]) for train in fleet], _continued_condition(enough, grown))
    found = [Route(train, hexes_of(route)) for train, route in choice.chosen]
    found.sort(key=lambda route: route.train)
    bound = choice.bound if pools.bound is None else max(choice.total, pools.bound)
    return Proof(tuple(found), choice.total, bound, choice.looked_at + grown)


def _search_single_train(
    network: Network, company: CompanyId, train: TrainId, offboard: int, valuation: Valuation, enough: Enough | None
) -> Proof:
    """Best run of a single train."""
    column = valuation.column(network, train, offboard)
    growth = Growth(network, company, valuation, column, network.ground.trains[train].towns >= 0)
    most = MAX_ROUTES_BY_METHOD[0] if is_endless(network, train) else NO_LIMIT
    try:
        found = best_single_route(growth, _empty_length(network, train), _most_stops(network, train), most, enough)
    except TooMany:
        return _search_frontier(network, company, (train,), offboard, valuation, enough)
    routes = (Route(train, found.hexes),) if found.hexes else ()
    return Proof(routes, found.total, found.bound, found.looked_at)


def _continued_condition(enough: Enough | None, looked_at: int) -> Enough | None:
    """Stop condition for a search that counts again from 0 after `looked_at` states."""
    if enough is None:
        return None
    return lambda more: enough(looked_at + more)


def grow_if_few(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation,
    enough: Enough | None = None,
) -> Pools | None:
    """Routes as in `grow_all`; None if a train has no limit and very many routes: then `frontier` is faster.

    With a `bonus` all routes are grown: `frontier` only supports stops and links.
    """
    endless = sum(is_endless(network, train) for train in trains)
    if valuation.bonus is not None:
        return grow_all(network, company, trains, offboard, valuation)
    most = MAX_ROUTES_BY_METHOD[min(endless, 2)] if endless else NO_LIMIT
    try:
        return grow_all(network, company, trains, offboard, valuation, most, enough)
    except TooMany:
        return None


def _search_frontier(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation,
    enough: Enough | None,
) -> Proof:
    """Best run by `frontier`, for more routes than can be written down."""
    found = frontier(network, company, offboard, valuation).best(
        [(train, RouteRequirements()) for train in trains], enough
    )
    assert found is not None  # no train has requirements
    runs = zip(trains, found.routes, strict=True)
    return Proof(
        tuple(Route(train, hexes) for train, hexes in runs if hexes), found.total, found.bound, found.looked_at
    )


def grow_all(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation,
    most: int = NO_LIMIT,
    enough: Enough | None = None,
) -> Pools:
    """Routes that each kind of train may run, or those found until `enough`.

    Kinds that collect alike share the routes grown for the longest of them. Raise TooMany above `most` routes.
    """
    classes: dict[tuple[int, bool], list[TrainId]] = {}
    for train in sorted(set(trains)):
        column = valuation.column(network, train, offboard)
        classes.setdefault((column, network.ground.trains[train].towns >= 0), []).append(train)
    track = bound = 0
    is_cut = False
    pools: dict[TrainId, Pool] = {}
    growths: list[tuple[Growth, int, list[TrainId]]] = []
    for (column, apart), members in classes.items():
        growth = Growth(network, company, valuation, column, apart)
        empties = [_empty_length(network, train) for train in members]
        widest = min(empty & 255 for empty in empties) + min(empty & ~255 for empty in empties)
        if most < NO_LIMIT and not widest:
            growth.check_estimate(most)
        growths.append((growth, widest, members))
    for growth, widest, members in growths:
        routes = growth.routes(widest, most, enough)
        is_cut = is_cut or growth.is_cut
        track |= representatives(growth.masks()) if len(routes) > MIN_ROUTES_TO_COMPRESS else network.track_bits()
        for train in members:
            pools[train] = (routes, _empty_length(network, train) - widest, growth.parts)
            bound += trains.count(train) * growth.revenue_bound(_most_stops(network, train))
    if not is_cut:
        return Pools(pools, track, None)
    return Pools(pools, track, bound + len(trains) * sum(link.amount for link in valuation.links(network, company)))


def is_endless(network: Network, train: TrainId) -> bool:
    """True if a train has no limit of any kind, or one too high to matter."""
    kind = network.ground.trains[train]
    return (kind.stops == 0 or kind.stops >= MIN_UNLIMITED_STOPS) and kind.towns < 0


def _most_stops(network: Network, train: TrainId) -> int:
    """Maximum number of stops of a train; 0: any number."""
    kind = network.ground.trains[train]
    return kind.stops + max(kind.towns, 0) if kind.stops else 0


def _empty_length(network: Network, train: TrainId) -> int:
    """Length of an empty route of a train."""
    kind = network.ground.trains[train]
    return budget(kind.stops, kind.towns)


def candidates_of(
    network: Network,
    company: CompanyId,
    train: TrainId,
    pool: Pool,
    track: int,
    valuation: Valuation,
    several: bool,
) -> list[Candidate]:
    """Routes that a train can run, most valuable first; the best one is enough for a single train."""
    routes, extra, _ = pool
    links = valuation.links(network, company)
    if links or valuation.bonus is not None:
        return _candidates_with_bonus(network, company, train, pool, track, valuation, links)
    if extra:
        routes = [grown for grown in routes if not (grown[3] + extra) & OVER_BUDGET_BITS]
    if several or not routes:
        found = [(grown[2], grown[0] & track, grown) for grown in routes]
    else:
        top = max(routes, key=itemgetter(2))
        return [(top[2], top[0], top)]
    found.sort(key=itemgetter(0), reverse=True)
    return found


def _candidates_with_bonus(
    network: Network,
    company: CompanyId,
    train: TrainId,
    pool: Pool,
    track: int,
    valuation: Valuation,
    links: tuple[Link, ...],
) -> list[Candidate]:
    """Candidates of a train whose routes may earn more than their stops."""
    routes, extra, parts = pool
    bonus = valuation.bonus
    found: list[Candidate] = []
    begin = 0
    for banned, end in parts:
        for grown in routes[begin:end]:
            if (grown[3] + extra) & OVER_BUDGET_BITS:
                continue
            value = grown[2] + links_payment(links, grown[0] & ~banned)
            if bonus is not None:
                value += bonus(network, company, train, stops_of(grown))
            found.append((value, grown[0] & track, grown))
        begin = end
    found.sort(key=itemgetter(0), reverse=True)
    return found


def read(
    network: Network, company: CompanyId, route: Route, offboard: int, valuation: Valuation
) -> tuple[str, list[tuple[int, Money]]]:
    """Valid readings of a route, as track used and revenue; or a reason code if there are none."""
    readings: list[tuple[tuple[StopId, ...], tuple[Arc, ...]]] = []
    hexes = route.hexes
    track = network.track
    if hexes:
        for stop in network.ground.stops_on(hexes[0], track.tiles[hexes[0]]):
            _collect_readings(network, hexes, 0, (stop,), (), readings)
    code = "route_track"
    valid: list[tuple[int, Money]] = []
    column = valuation.column(network, route.train, offboard)
    for stops, arcs in readings:
        why = _route_fault(network, company, route.train, stops, arcs)
        if why:
            code = why
            continue
        used = 0
        for arc in arcs:
            used |= arc.mask
        value = sum(valuation.worth(network, company, stop, column) for stop in stops)
        value += links_payment(valuation.links(network, company), bits_of(network, stops))
        if valuation.bonus is not None:
            value += valuation.bonus(network, company, route.train, stops)
        valid.append((used, value))
    return ("" if valid else code), valid


def bits_of(network: Network, stops: Iterable[StopId]) -> int:
    """Combined bits of some stops."""
    bits = 0
    for stop in stops:
        bits |= network.ground.stop_bit[stop]
    return bits


def _collect_readings(
    network: Network,
    hexes: tuple[int, ...],
    at: int,
    stops: tuple[StopId, ...],
    arcs: tuple[Arc, ...],
    readings: list[tuple[tuple[StopId, ...], tuple[Arc, ...]]],
) -> None:
    """Collect every way to follow the hexes from a stop, by arcs whose hexes come next."""
    if at == len(hexes) - 1:
        readings.append((stops, arcs))
    for arc in network.track.out[stops[-1]]:  # 1888*-DEF-08
        if arc.target < 0:
            continue
        end = at + len(arc.hexes)
        if hexes[at:end] != arc.hexes or (len(arc.hexes) == 1 and arc.target in stops):
            continue
        _collect_readings(network, hexes, end - 1, (*stops, arc.target), (*arcs, arc), readings)


def _route_fault(
    network: Network, company: CompanyId, train: TrainId, stops: tuple[StopId, ...], arcs: tuple[Arc, ...]
) -> str:
    """Reason code why a train may not run this route; "" if it may."""
    if len(stops) < 2:
        return "route_short"
    used = 0
    for stop in stops:
        if used & network.ground.stop_bit[stop]:
            return "route_stop_twice"
        used |= network.ground.stop_bit[stop]
    used = 0
    for arc in arcs:
        if used & arc.mask:
            return "route_reuse"
        used |= arc.mask
    nodes = network.track.nodes
    for stop in stops[1:-1]:  # 1889-TOK-08, 1888*-DEF-11, 1888*-TOK-04
        if not network.passable(company, stop):
            node = nodes[stop]
            return "route_through_end" if node is not None and node.is_end else "route_blocked"
    # 1889-TOK-07, 1888*-TOK-02, 1888N-RUN-19
    if not any(network.ground.bearer[company] in network.holders.get(stop, ()) for stop in stops):
        return "route_token"
    kind = network.ground.trains[train]
    length = towns = 0
    for stop in stops:
        node = nodes[stop]
        if node is None:
            continue
        if kind.towns >= 0 and node.kind == TOWN:
            towns += node.length
        else:
            length += node.length
    return "route_long" if 0 < kind.stops < length or 0 <= kind.towns < towns else ""


def _combine(readings: list[list[tuple[int, Money]]], at: int, used: int) -> tuple[Money, ...] | None:
    """Highest revenues with one reading of each route and no shared track; None if the routes conflict.

    1889-RUN-05, 1889-RUN-06, 1888*-RUN-09, 1888*-RUN-10, 1888*-RUN-18, 1890-10.5.2-k.
    """
    if at == len(readings):
        return ()
    top: tuple[Money, ...] | None = None
    for mask, value in readings[at]:
        if mask & used:
            continue
        rest = _combine(readings, at + 1, used | mask)
        if rest is not None and (top is None or value + sum(rest) > sum(top)):
            top = (value, *rest)
    return top
