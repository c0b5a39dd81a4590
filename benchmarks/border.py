"""The number of routes above which the frontier method beats route lists.

    python benchmarks/border.py [--title 1890] [--scenario C] [--boards 6] [--fleets "D,6 D,D D"]

Finds the same best runs with both methods, on random boards of 50 to 110 lays, and prints the times, grouped by the
number of routes of an unlimited train. `best_run.MAX_ROUTES_BY_METHOD` is based on these figures. Each time is the
better of two, in processor time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from time import thread_time

from benchmarks.late_boards import late_board
from tetsudo.core.units import GREY, CompanyId, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes import best_run as search
from tetsudo.engine.routes.constrained_run import best_run
from tetsudo.engine.routes.enumeration import Growth, TooMany
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles.loader import setup

EDGES = (0, 250, 500, 1000, 2000, 4000, 6000, 10_000, 20_000)
"""Bounds of the groups; boards with more routes are left out."""

WAYS = {"lists": (1 << 40,) * 3, "frontier": (-1,) * 3}
"""`MAX_ROUTES_BY_METHOD` settings that force each method."""


def count(network: Network, company: CompanyId, rules: Ruleset) -> int:
    """Number of routes of an unlimited train; -1 if there are too many."""
    try:
        return len(Growth(network, company, rules.valuation, GREY, False).routes(0, EDGES[-1]))
    except TooMany:
        return -1


def milliseconds(way: str, network: Network, company: CompanyId, trains: tuple[TrainId, ...], rules: Ruleset) -> float:
    """Time of one method, with cold caches."""
    times: list[float] = []
    before = search.MAX_ROUTES_BY_METHOD
    search.MAX_ROUTES_BY_METHOD = WAYS[way]  # type: ignore[misc]
    for _ in range(2):
        network.runs.clear()
        network.ground.kept.clear()
        began = thread_time()
        best_run(network, company, trains, GREY, rules.valuation)
        times.append(1000 * (thread_time() - began))
    search.MAX_ROUTES_BY_METHOD = before  # type: ignore[misc]
    return min(times)


def print_times(fleet: str, times: Sequence[tuple[int, float, float]]) -> None:
    """Print the times of a fleet, by group."""
    for low, high in pairwise(EDGES):
        within = [each for each in times if low <= each[0] < high]
        if within:
            lists, frontier = (sum(each[n] for each in within) / len(within) for n in (1, 2))
            print(f"{fleet:6} {low:6} to {high:6}  n {len(within):3}  lists {lists:8.2f}  frontier {frontier:8.2f} ms")


def main() -> None:
    """Make boards and time both methods."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--title", default="1890")
    parser.add_argument("--scenario", default="C")
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--fleets", default="D,6 D,D D")
    options = parser.parse_args()
    rules = Ruleset(setup(options.title, 4, scenario=options.scenario))
    kinds = {train.name: train.id for train in rules.setup.trains}
    times: dict[str, list[tuple[int, float, float]]] = {fleet: [] for fleet in options.fleets.split(",")}
    for seed in range(options.boards):
        network = rules.atlas.network(late_board(rules, seed, 50 + 12 * seed % 61))
        for company in rules.setup.companies:
            routes = count(network, company.id, rules) if network.own_stops(company.id) else -1
            for fleet, taken in times.items() if routes >= 0 else ():
                trains = tuple(sorted(kinds[name] for name in fleet.split()))
                lists, frontier = (milliseconds(way, network, company.id, trains, rules) for way in WAYS)
                taken.append((routes, lists, frontier))
    for fleet, taken in times.items():
        print_times(fleet, taken)


if __name__ == "__main__":
    main()
