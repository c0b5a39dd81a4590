"""Decisions by chance, made so that games end by the rules.

An even choice among descriptors would hardly ever pass, and lay track much more often
than buy trains. So a *kind* of action is chosen first, each as likely as the others, and
then one descriptor of the kind, evenly. Amounts are the lowest, the highest or anything
between, a third each: what is never paid in between would not be tried, and what is only
paid in between would keep treasuries from the trains that end the game. Bids alone are
mostly low: one who binds all his money in reserve bids can never buy the lot on top, and
once all do so the auction goes on for thousands of passes.

So played, a game of 1889 ends at 250 to 2,000 actions, 600 to 1,000 mostly: with two
players by the bank mostly, with more by a bankruptcy.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tetsudo.core.actions import Action, Descriptor, Route, RunRoutes
from tetsudo.core.open_actions import Bids, Range, Runs

LOW_BID: Final = 7 / 8
"""How often a bid is just enough."""

WORSE_RUN: Final = 1 / 8
"""How often a company runs less than it could."""


def choose(offers: Sequence[Descriptor], rng: Random) -> Descriptor:
    """A kind, each as likely as the others, then one descriptor of the kind."""
    kinds: dict[str, list[Descriptor]] = {}  # in the order of the listing, which is always the same
    for offer in offers:
        kinds.setdefault(offer.kind, []).append(offer)
    of_kind = list(kinds.values())[int(rng.random() * len(kinds))]
    return of_kind[int(rng.random() * len(of_kind))]


def sample(offer: Descriptor, rng: Random) -> Action:
    """One of the actions that a descriptor admits."""
    if isinstance(offer, Runs):
        best = offer.best()
        return worse_run(offer, best, rng) if rng.random() < WORSE_RUN else best
    if isinstance(offer, Bids) and rng.random() < LOW_BID:
        return offer.example()
    return offer.at(amount(offer.low, offer.high, rng)) if isinstance(offer, Range) else offer


def amount(low: int, high: int, rng: Random) -> int:
    """The lowest, the highest, or anything from one to the other."""
    if low == high:
        return low
    where = rng.random() * 3
    if where < 1:
        return low
    if where < 2:
        return high
    return low + int(rng.random() * (high - low + 1))


def worse_run(offer: Runs, best: RunRoutes, rng: Random) -> RunRoutes:
    """A valid run that is part of the best one: a train stays at home, or turns back early."""
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
