"""Random choices, weighted so that games end.

A uniform choice among descriptors would hardly ever pass, and would lay track much more often
than buy trains. So a *kind* of action is chosen first, uniformly, and then one descriptor of
that kind, uniformly. Amounts are the lowest, the highest or anything between, a third each:
only extremes would leave the middle untried, and only middles would keep treasuries from
buying the trains that end the game. Only bids are mostly low: a player with all money in
reserve bids can never buy the lot on top, and if all players do that, the auction goes on for thousands of passes.

A game of 1889 played like this takes 250 to 2,000 actions, mostly 600 to 1,000. With two
players the bank usually breaks; with more, a bankruptcy usually ends the game.
"""

from __future__ import annotations

from random import Random
from typing import Final, cast

from tetsudo.core.actions import Action, Descriptor, Route, RunRoutes
from tetsudo.core.open_actions import OPEN_DESCRIPTORS, Bids, Range, Runs

_OPEN: Final = OPEN_DESCRIPTORS  # where compiled, a constant of this module is not looked up by its name

LOW_BID_PROBABILITY: Final = 7 / 8
"""Share of bids that are the minimum."""

WORSE_RUN_PROBABILITY: Final = 1 / 8
"""Share of runs that are worse than the best one."""


def choose(offers: list[Descriptor], rng: Random) -> Descriptor:
    """Choose a kind uniformly, then one descriptor of that kind."""
    kinds: list[str] = []  # in listing order, which is deterministic
    runs: list[int] = []  # index of the kind of each run of offers of one type
    starts: list[int] = []
    last: type[Action] | None = None
    for place, offer in enumerate(offers):
        if type(offer) is not last:
            last = type(offer)
            kind, index = offer.kind, 0
            while index < len(kinds) and kinds[index] != kind:
                index += 1
            if index == len(kinds):
                kinds.append(kind)
            runs.append(index)
            starts.append(place)
    starts.append(len(offers))
    wanted = int(rng.random() * float(len(kinds)))
    count = 0
    for run, index in enumerate(runs):
        if index == wanted:
            count += starts[run + 1] - starts[run]
    place = int(rng.random() * float(count))
    run = 0
    while runs[run] != wanted or place >= starts[run + 1] - starts[run]:
        if runs[run] == wanted:
            place -= starts[run + 1] - starts[run]
        run += 1
    return offers[starts[run] + place]


def sample(offer: Descriptor, rng: Random) -> Action:
    """Choose one of the actions that a descriptor admits."""
    kind = type(offer)  # `isinstance` takes ten times as long for actions
    if kind not in _OPEN:
        return offer
    if kind is Runs:
        assert type(offer) is Runs
        best = offer.best()
        return worse_run(offer, best, rng) if rng.random() < WORSE_RUN_PROBABILITY else best
    if kind is Bids and rng.random() < LOW_BID_PROBABILITY:
        return offer.example()
    span = cast("Range", offer)
    return span.at(amount(span.low, span.high, rng))


def amount(low: int, high: int, rng: Random) -> int:
    """Choose the lowest, the highest, or any amount between."""
    if low == high:
        return low
    where = rng.random() * 3
    if where < 1:
        return low
    if where < 2:
        return high
    return low + int(rng.random() * (high - low + 1))


def worse_run(offer: Runs, best: RunRoutes, rng: Random) -> RunRoutes:
    """Return a valid part of the best run: one train stays at home or takes a shorter route."""
    if not best.routes:
        return best
    n = int(rng.random() * len(best.routes))
    before, route, after = best.routes[:n], best.routes[n], best.routes[n + 1 :]
    choices: list[tuple[Route, ...]] = [(*before, *after)]
    for length in range(2, len(route.hexes)):
        choices.append((*before, Route(route.train, route.hexes[:length]), *after))
        choices.append((*before, Route(route.train, route.hexes[-length:]), *after))
    while choices:
        run = RunRoutes(best.player, best.company, choices.pop(int(rng.random() * len(choices))))
        if offer.admits(run):
            return run
    return best
