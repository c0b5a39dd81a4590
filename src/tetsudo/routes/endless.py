"""The best run of a fleet with a train without a limit, on boards with too many routes to write down; exact.

One such train is searched for by `Longest`; the others have lists of their routes, short ones as
their trains are short. Lists are cut by what is known to be possible: a route that could not be
part of a better run, even beside the best of all other trains, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.board.network import Network
from tetsudo.routes.choose import Candidate, Chosen, Fleet, choose
from tetsudo.routes.grow import Growth
from tetsudo.routes.longest import Longest
from tetsudo.units import Money, TrainId


def is_endless(network: Network, train: TrainId) -> bool:
    """Whether a train has no limit of any kind."""
    kind = network.ground.trains[train]
    return kind.stops == 0 and kind.towns < 0


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


def _above(candidates: list[Candidate], floor: Money) -> list[Candidate]:
    """The candidates that are worth more than a floor."""
    return [candidate for candidate in candidates if candidate[0] > floor]


def _apart(others: Fleet, used: int) -> Fleet:
    """What a route leaves the other trains."""
    left: list[tuple[TrainId, list[Candidate]]] = []
    for kind, candidates in others:
        left.append((kind, [candidate for candidate in candidates if not candidate[1] & used]))
    return left
