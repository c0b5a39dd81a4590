"""Best run of a company that meets wishes about some of its trains; exact.

A train with a wish keeps only the routes that meet it; then the set is chosen as for the
best run. Each route of a train that must run gets a bonus that outweighs everything the
other trains could earn, so the best set leaves the train at home only if it cannot run.
If there are too many routes to write down, `frontier` gets the requirements of each train.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from tetsudo.core.actions import Route
from tetsudo.core.open_actions import Enough, Proof, Spot, Wish
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import Pool, Pools, candidates_of, grow_if_few, prove, read, search
from tetsudo.engine.routes.enumeration import OVER_BUDGET_BITS, hexes_of, stops_of
from tetsudo.engine.routes.frontier.dp_table import RouteRequirements
from tetsudo.engine.routes.frontier.solve import Frontier, frontier
from tetsudo.engine.routes.revenue import PLAIN_VALUATION, Call, Valuation, links_payment
from tetsudo.engine.routes.train_set import Candidate, Choice, Fleet, choose_within

PlacedRoute: TypeAlias = tuple[int, Route]
"""Place of a train in the fleet, and its route."""


class ConstrainedBest(NamedTuple):
    """Routes of the best run that meets the wishes, by place in the fleet, and their total revenue."""

    routes: tuple[PlacedRoute, ...]
    total: Money
    looked_at: int = 0
    """Number of states searched, as in `Proof`."""


class WishFailure(NamedTuple):
    """Reason code why no run meets the wishes, and the number of the wish at fault; NOBODY: all of them together."""

    code: str
    wish: int


def best_run(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation = PLAIN_VALUATION,
) -> tuple[tuple[Route, ...], Money]:
    """Run of the highest revenue, including the bonus for a call; otherwise like `best_run.best`."""
    return proved_run(network, company, trains, offboard, valuation)[:2]


def proved_run(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation = PLAIN_VALUATION,
    enough: Enough | None = None,
) -> Proof:
    """Best run with its proof, including the bonus for a call; otherwise like `best_run.prove`."""
    call = valuation.call(network, company)
    if call is None:
        return prove(network, company, trains, offboard, valuation, enough)
    key = (company, trains, offboard, valuation.key)
    known = network.runs.get(key)
    if known is not None:
        routes, total, looked_at = known
        return Proof(routes, total, total, looked_at)
    found = _proved_with_call(network, company, trains, offboard, valuation, call, enough)
    if found.proved:
        network.runs[key] = (found.routes, found.revenue, found.looked_at)
    return found


def _proved_with_call(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    valuation: Valuation,
    call: Call,
    enough: Enough | None,
) -> Proof:
    """Best run with its proof if a call pays. `enough` is checked in the first search and before each further one."""
    found = search(network, company, trains, offboard, valuation, enough)
    bound = found.bound + call.amount
    if any(call.hex in route.hexes for route in found.routes):
        return found._replace(revenue=found.revenue + call.amount, bound=bound)
    if not found.proved:
        return found._replace(bound=bound)
    # The call may be worth a loss of revenue elsewhere: let each train in turn make it.
    for further in _wishes_with_call(trains, (), call.hex):
        if enough is not None and enough(found.looked_at):
            return found._replace(bound=bound)
        other = _best_without_call(network, company, trains, offboard, further, valuation)
        if isinstance(other, WishFailure):
            continue
        looked_at = found.looked_at + other.looked_at
        if other.total + call.amount > found.revenue:
            found = found._replace(routes=tuple(route for _, route in other.routes), revenue=other.total + call.amount)
        found = found._replace(looked_at=looked_at)
    return found._replace(bound=found.revenue)


def best_constrained(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    wishes: Sequence[Wish],
    valuation: Valuation = PLAIN_VALUATION,
) -> ConstrainedBest | WishFailure:
    """Run of the highest revenue among those that meet some wishes; arguments as for `best_run.best`.

    Codes: "route_train": a wish for a train that the company does not own, or not as often;
    "route_wish": no route of the train meets its wish; "route_wishes": each wish can be met, but
    not all at once; "unknown_id": a hex that does not exist; and those of `best_run.revenue_of`
    for a route given as a wish.
    """
    found = _best_without_call(network, company, trains, offboard, wishes, valuation)
    call = valuation.call(network, company)
    if call is None or isinstance(found, WishFailure):
        return found
    if any(call.hex in route.hexes for _, route in found.routes):
        return found._replace(total=found.total + call.amount)
    # The call may be worth a loss of revenue elsewhere: let each train in turn make it.
    for further in _wishes_with_call(trains, wishes, call.hex):
        other = _best_without_call(network, company, trains, offboard, further, valuation)
        if isinstance(other, WishFailure):
            continue
        looked_at = found.looked_at + other.looked_at
        if other.total + call.amount > found.total:
            found = other._replace(total=other.total + call.amount)
        found = found._replace(looked_at=looked_at)
    return found


def _wishes_with_call(trains: tuple[TrainId, ...], wishes: Sequence[Wish], hex: HexId) -> Iterator[list[Wish]]:
    """Wishes with one more train that must pass a hex: a train that has a wish, or one of each kind that has none."""
    for n, wish in enumerate(wishes):
        if not wish.idle and wish.route is None:
            yield [*wishes[:n], replace(wish, must=wish.must | {hex}), *wishes[n + 1 :]]
    wished = Counter(wish.train for wish in wishes)
    for train, count in Counter(trains).items():
        if count > wished[train]:
            yield [*wishes, Wish(train, must=frozenset({hex}))]


def _best_without_call(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    wishes: Sequence[Wish],
    valuation: Valuation,
) -> ConstrainedBest | WishFailure:
    """Best run that meets the wishes, without the bonus for a call."""
    places = _places(trains, wishes)
    for number, wish in enumerate(wishes):
        code = "route_train" if places[number] == NOBODY else _wish_fault(network, wish)
        if code:
            return WishFailure(code, number)
    pools = grow_if_few(network, company, trains, offboard, valuation)
    by_place = dict(zip(places, wishes, strict=True))
    if pools is None:
        return _best_by_frontier(network, company, trains, offboard, by_place, valuation)
    lists = _candidate_lists(network, company, trains, offboard, by_place, pools, valuation)
    return lists if isinstance(lists, WishFailure) else _choose(trains, by_place, lists)


def _candidate_lists(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    wishes: dict[int, Wish],
    pools: Pools,
    valuation: Valuation,
) -> dict[int, list[Candidate]] | WishFailure:
    """Routes that each train may run, by place in the fleet."""
    lists: dict[int, list[Candidate]] = {}
    for number, (place, wish) in enumerate(wishes.items()):
        if wish.idle:
            lists[place] = []
        elif wish.route is None:
            lists[place] = _candidates_for_wish(
                network, company, wish, pools.by_train[wish.train], pools.track, valuation
            )
        else:
            code, readings = read(network, company, Route(wish.train, wish.route), offboard, valuation)
            if code:
                return WishFailure(code, number)
            lists[place] = [(value, used & pools.track, (used, 0, value, 0, None, None)) for used, value in readings]
            lists[place].sort(key=itemgetter(0), reverse=True)
        if _must_run(wish) and not lists[place]:
            return WishFailure("route_wish", number)
    for train, pool in pools.by_train.items():
        free = [place for place, each in enumerate(trains) if each == train and place not in wishes]
        if free:
            found = candidates_of(network, company, train, pool, pools.track, valuation, len(trains) > 1)
            lists |= dict.fromkeys(free, found)
    return lists


def _best_by_frontier(
    network: Network,
    company: CompanyId,
    trains: tuple[TrainId, ...],
    offboard: int,
    wishes: dict[int, Wish],
    valuation: Valuation,
) -> ConstrainedBest | WishFailure:
    """Best run that meets the wishes by `frontier`, for more routes than can be written down."""
    searches = frontier(network, company, offboard, valuation)
    asked: dict[int, RouteRequirements] = {}
    fixed: list[list[tuple[int, Money]]] = []
    for number, (place, wish) in enumerate(wishes.items()):
        if wish.route is not None and not wish.idle:
            code, readings = read(network, company, Route(wish.train, wish.route), offboard, valuation)
            if code:
                return WishFailure(code, number)
            fixed.append(readings)
        elif not wish.idle:
            asked[place] = _requirements(network, wish)
            if not searches.can_run(wish.train, asked[place]):
                return WishFailure("route_wish", number)
    asked |= {place: RouteRequirements() for place in range(len(trains)) if place not in wishes}
    best: ConstrainedBest | None = None
    looked_at = 0
    for used, value in _combined_readings(fixed):
        found = _best_avoiding(searches, trains, asked, used)
        looked_at += found.looked_at if found is not None else 0
        if found is not None and (best is None or found.total + value > best.total):
            best = ConstrainedBest(found.routes, found.total + value)
    if best is None:
        return WishFailure("route_wishes", NOBODY)
    kept = [(place, Route(wish.train, wish.route)) for place, wish in wishes.items() if wish.route and not wish.idle]
    return ConstrainedBest(tuple(sorted((*best.routes, *kept), key=itemgetter(0))), best.total, looked_at)


def _best_avoiding(
    searches: Frontier, trains: tuple[TrainId, ...], asked: dict[int, RouteRequirements], used: int
) -> ConstrainedBest | None:
    """Best routes that meet the trains' requirements and avoid used track; None if there are none."""
    alike: dict[tuple[TrainId, RouteRequirements], list[int]] = {}
    for place, each in asked.items():
        alike.setdefault((trains[place], each._replace(never=each.never | used)), []).append(place)
    found = searches.best([kind for kind, places in alike.items() for _ in places])
    if found is None:
        return None
    placed = zip((place for places in alike.values() for place in places), found.routes, strict=True)
    routes = tuple((place, Route(trains[place], hexes)) for place, hexes in placed if hexes)
    return ConstrainedBest(routes, found.total, found.looked_at)


def _combined_readings(fixed: list[list[tuple[int, Money]]]) -> Iterator[tuple[int, Money]]:
    """Combined readings of some routes without shared track: the track that they use, and their revenue."""
    if not fixed:
        yield 0, 0
        return
    for used, value in _combined_readings(fixed[1:]):
        for mask, more in fixed[0]:
            if not mask & used:
                yield mask | used, value + more


def _requirements(network: Network, wish: Wish) -> RouteRequirements:
    """Requirements of a wish on a route."""
    spots = sorted(wish.must, key=lambda spot: spot if isinstance(spot, tuple) else (spot, NOBODY))
    never = 0
    for spot in wish.never:
        never |= spot_bits(network, spot)
    return RouteRequirements(tuple(spot_bits(network, spot) for spot in spots), never)


def _places(trains: tuple[TrainId, ...], wishes: Sequence[Wish]) -> list[int]:
    """Place in the fleet of each wish's train, first come first served; NOBODY where none is left."""
    places: list[int] = []
    for wish in wishes:
        left = [place for place, train in enumerate(trains) if train == wish.train and place not in places]
        places.append(left[0] if left else NOBODY)
    return places


def _wish_fault(network: Network, wish: Wish) -> str:
    """Reason code of a malformed wish; "" if it is well-formed."""
    size = network.ground.size
    spots = [spot[0] if isinstance(spot, tuple) else spot for spot in (*wish.must, *wish.never)]
    if not all(0 <= hex < size for hex in (*spots, *(wish.route or ()))):
        return "unknown_id"
    # No route enters more hexes than the map has sides.
    return "route_track" if len(wish.route or ()) > 6 * size else ""


def _must_run(wish: Wish) -> bool:
    return not wish.idle and (wish.route is not None or bool(wish.must))


def _candidates_for_wish(
    network: Network, company: CompanyId, wish: Wish, pool: Pool, track: int, valuation: Valuation
) -> list[Candidate]:
    """Routes of a train that meet its wish, most valuable first."""
    routes, extra, parts = pool
    links = valuation.links(network, company)
    must = [spot_bits(network, spot) for spot in wish.must]
    never = 0
    for spot in wish.never:
        never |= spot_bits(network, spot)
    found: list[Candidate] = []
    begin = 0
    for banned, end in parts:
        for grown in routes[begin:end]:
            used = grown[0] & ~banned
            if used & never or (grown[3] + extra) & OVER_BUDGET_BITS or not all(used & bits for bits in must):
                continue
            bonus = valuation.bonus(network, company, wish.train, stops_of(grown)) if valuation.bonus else 0
            bonus += links_payment(links, used)
            found.append((grown[2] + bonus, grown[0] & track, grown))
        begin = end
    found.sort(key=itemgetter(0), reverse=True)
    return found


def spot_bits(network: Network, spot: Spot) -> int:
    """Bits of a spot: a route uses at least one if it passes the spot, else none; 0 if its node is not a stop."""
    ground, track = network.ground, network.track
    hex, node = spot if isinstance(spot, tuple) else (spot, NOBODY)
    stops = ground.stops_on(hex, track.tiles[hex])
    if node != NOBODY and not ground.is_grouped(hex):
        return sum(ground.stop_bit[stop] for stop in stops if ground.stop_node[stop] == node)
    # In a group, only the sides tell which of its hexes a route enters.
    bits = 0 if ground.is_grouped(hex) else sum(ground.stop_bit[stop] for stop in stops)
    for side in ground.sides[6 * hex : 6 * hex + 6]:
        bits |= side
    return bits


def _choose(
    trains: tuple[TrainId, ...], wishes: dict[int, Wish], lists: dict[int, list[Candidate]]
) -> ConstrainedBest | WishFailure:
    """Best set in which every train runs that must. `wishes` and `lists` are by place in the fleet."""
    fleet = _Fleet(trains, wishes, lists)
    return fleet.read(choose_within(fleet.others, None))


class _Fleet:
    """Trains in the form that `choose_within` takes, and the reading of its answer.

    Each route of a train that must run has a bonus that outweighs everything else.
    """

    def __init__(self, trains: tuple[TrainId, ...], wishes: dict[int, Wish], lists: dict[int, list[Candidate]]) -> None:
        self._trains = trains
        self._wishes = wishes
        self._bonus = 1 + sum(found[0][0] for found in lists.values() if found)
        self._bound = {place for place, wish in wishes.items() if _must_run(wish)}
        self._kinds: dict[int, list[int]] = {}
        """Places of trains that are interchangeable for `choose_within`, by the number of their kind."""
        self.others: Fleet = []
        for place in range(len(trains)):
            self._kinds.setdefault(self.kind_of(place), []).append(place)
            found = lists[place]
            if place in self._bound:
                found = [(value + self._bonus, used, grown) for value, used, grown in found]
            self.others.append((self.kind_of(place), found))
        self.others.sort(key=lambda each: (-each[1][0][0] if each[1] else 0, each[0]))

    def kind_of(self, place: int) -> int:
        """Number of a train's kind for `choose_within`: each train with a wish is a kind of its own."""
        return max(self._trains) + 1 + place if place in self._wishes else self._trains[place]

    def read(self, choice: Choice) -> ConstrainedBest | WishFailure:
        """Routes by place, if all trains run that must."""
        placed: list[PlacedRoute] = []
        left = {kind: places[:] for kind, places in self._kinds.items()}
        for kind, grown in choice.chosen:
            place = left[kind].pop(0)
            wished = self._wishes[place].route if place in self._wishes else None
            placed.append((place, Route(self._trains[place], hexes_of(grown) if wished is None else wished)))
        if not {place for place, _ in placed}.issuperset(self._bound):
            return WishFailure("route_wishes", NOBODY)
        looked_at = choice.looked_at + sum(len(candidates) for _, candidates in self.others)
        total = choice.total - self._bonus * len(self._bound)
        return ConstrainedBest(tuple(sorted(placed, key=itemgetter(0))), total, looked_at)
