"""The best run of a fleet with a train without a limit, on boards with too many routes to write down.

One such train is searched for by `Longest`; the others have lists of their routes, short ones as
their trains are short. Lists are cut by what is known to be possible: a route that could not be
part of a better run, even beside the best of all other trains, is left out. So far that is exact.

Two such trains are too much for that where routes are very many. Then all but one have a list of
their most valuable routes only, and what comes out is the best run found, not proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tetsudo.board.network import Network
from tetsudo.routes.choose import Candidate, Chosen, Fleet, choose
from tetsudo.routes.grow import Grown, Growth, TooMany, budget
from tetsudo.routes.longest import Longest
from tetsudo.units import Money, TrainId

MOST_WRITTEN: Final = 300_000
"""So many routes of a further train without a limit are written down."""

STOPS: Final = (0, 12, 8, 6)
"""Where there are more, only those of so many stops are; 0: of any number."""

MOST_KEPT: Final = 10_000
"""So many routes of one train are compared, the most valuable ones."""

MAIN, OTHER = 0, 1
"""The two trains of a turn, whatever their kinds."""

NOTHING: Final = -1


def is_endless(network: Network, train: TrainId) -> bool:
    """Whether a train has no limit of any kind."""
    kind = network.ground.trains[train]
    return kind.stops == 0 and kind.towns < 0


def best_beside(
    network: Network, train: TrainId, growth: Growth, others: Fleet, must: Sequence[int] = (), never: int = 0
) -> tuple[Chosen, Money] | None:
    """As `best_endless`; but where one of the others has very many routes, the best that is found by turns.

    Beside the train one of the others at a time is searched for while the rest keep their routes,
    as long as that gains, beginning with each of them.
    """
    if all(len(candidates) <= MOST_KEPT for _, candidates in others):
        return best_endless(network, train, growth, others, must, never)
    few = [(kind, candidates[:MOST_KEPT]) for kind, candidates in others]
    top: tuple[Chosen, Money] | None = None
    for first in range(len(few)):
        found = _Turns(network, train, growth, few).take(first, must, never)
        if found is not None and (top is None or found[1] > top[1]):
            top = found
    return top


def best_endless(
    network: Network, train: TrainId, growth: Growth, others: Fleet, must: Sequence[int] = (), never: int = 0
) -> tuple[Chosen, Money] | None:
    """The best routes of a train without a limit and of others, and what they earn.

    `others` as for `choose`; their routes have all bits of the track that they use. The train's
    route uses a bit of each of `must`, and none of `never`; None if it has to and cannot.
    """
    others = [(kind, candidates) for kind, candidates in others if candidates]
    longest = Longest(network, growth)
    longest.demand(list(must), never)
    alone = longest.search(0)
    if alone is None:
        return None if must else choose(others)
    value, grown, _ = alone
    beside, more = choose(_apart(others, grown[0]))
    known: tuple[Chosen, Money] = ((train, grown), *beside), value + more
    if not others:
        return known
    chosen, total = choose(others)
    if total > known[1] and not must:
        known = chosen, total
    used = 0
    for _, route in chosen:
        used |= route[0]
    second = longest.search(max(0, known[1] - total), used & network.track_bits())
    if second is not None:
        known = ((train, second[1]), *chosen), total + second[0]
    tops = sum(candidates[0][0] for _, candidates in others)
    worthy = [(kind, _above(candidates, known[1] - value - tops + candidates[0][0])) for kind, candidates in others]
    if not any(candidates for _, candidates in worthy):
        return known
    longest.beside(worthy)
    better = longest.search(known[1])
    return known if better is None else (((train, better[1]), *better[2]), better[0])


def written(growth: Growth) -> list[Grown]:
    """The routes of a further train without a limit, or the shorter ones."""
    for stops in STOPS:
        try:
            return growth.routes(budget(stops, -1), MOST_WRITTEN)
        except TooMany:
            continue
    return []


def _above(candidates: list[Candidate], floor: Money) -> list[Candidate]:
    """The candidates that are worth more than a floor."""
    return [candidate for candidate in candidates if candidate[0] > floor]


def _apart(others: Fleet, used: int) -> Fleet:
    """What a route leaves the other trains."""
    left: list[tuple[TrainId, list[Candidate]]] = []
    for kind, candidates in others:
        left.append((kind, [candidate for candidate in candidates if not candidate[1] & used]))
    return left


class _Turns:
    """What each train runs so far."""

    def __init__(self, network: Network, train: TrainId, growth: Growth, others: Fleet) -> None:
        self._network = network
        self._train = train
        self._growth = growth
        self._others = others
        self._held: dict[int, Candidate] = {}  # by place among the others
        self._main: Grown | None = None
        self._total: Money = NOTHING

    def take(self, first: int, must: Sequence[int], never: int) -> tuple[Chosen, Money] | None:
        """Let the others have their turns, from one of them on, until no turn gains; None if `must` cannot be."""
        idle = 0
        place = first
        while idle < len(self._others):
            idle = 1 if self._gains(place, must, never) else idle + 1
            place = (place + 1) % len(self._others)
        if self._total == NOTHING:
            return None
        beside = tuple((self._others[place][0], grown) for place, (_, _, grown) in sorted(self._held.items()))
        return ((((self._train, self._main),) if self._main is not None else ()) + beside, self._total)

    def _gains(self, place: int, must: Sequence[int], never: int) -> bool:
        """Search for the train and one other, beside the routes of the rest; whether that is worth more."""
        rest = {other: held for other, held in self._held.items() if other != place}
        used = 0
        for _, taken, _ in rest.values():
            used |= taken
        own = [candidate for candidate in self._others[place][1] if not candidate[1] & used]
        found = best_endless(self._network, MAIN, self._growth, [(OTHER, own)], must, never | used)
        if found is None:
            return False
        total = found[1] + sum(value for value, _, _ in rest.values())
        if total <= self._total:
            return False
        chosen = dict(found[0])
        self._total = total
        self._main = chosen.get(MAIN)
        self._held = rest
        if OTHER in chosen:
            self._held[place] = next(candidate for candidate in own if candidate[2] is chosen[OTHER])
        return True
