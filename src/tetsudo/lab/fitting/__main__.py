"""Fitting of the value of positions (`bots.heuristics.value`) on playouts of the rule-based policies.

    python -m tetsudo.lab.fitting --games 40 --jobs 2 --out src/tetsudo/bots/heuristics/weights.py

plays games at every table, plays each on several times from the start of every turn, and fits a small network to the
mean results. It prints the share of their variance that the network explains, by game turn, in games that were held
out: of the network in use, then of the new one; nan where chance alone decides.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from tetsudo.lab.fitting.network import Network, fit
from tetsudo.lab.fitting.samples import Games, Sample, arrays, explained_variance
from tetsudo.lab.table_spec import Table, tables
from tetsudo.lab.workers.jobs import results

VALIDATION_INTERVAL: Final = 4
"""Interval of held-out games: one in this many is used for validation only."""

TURN_GROUPS: Final = ((2, 3), (3, 4), (4, 5), (5, 7), (7, 99))
"""Turns that are reported together: the first, and the one after the last."""


def report(table: Table, samples: Sequence[Sample], networks: Sequence[Network]) -> str:
    """Row of Markdown: the share of variance explained, by group of turns and network."""
    fresh = [each for each in samples if not each.game % VALIDATION_INTERVAL]
    cells = [" ".join(filter(None, (table.title, table.scenario))), str(table.players)]
    for low, high in TURN_GROUPS:
        some = [each for each in fresh if low <= each.turn < high]
        cells.append(", ".join(f"{explained_variance(some, each):.2f}" for each in networks) if some else "")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play, fit, and print; write the new weights."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=40, help="at each table")
    asked.add_argument("--title", default="", help="this one alone")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--out", type=Path, help="file for the new weights")
    said = asked.parse_args()
    places = [table for table in tables() if said.title in ("", table.title)]
    every = [
        [each for game in results(Games(table).samples, range(said.games), said.jobs, batch=1) for each in game]
        for table in places
    ]
    network = fit([arrays([each for each in samples if each.game % VALIDATION_INTERVAL]) for samples in every])
    print("| table | players | turn 2 | 3 | 4 | 5, 6 | later |\n| --- | --- | --- | --- | --- | --- | --- |")
    for table, samples in zip(places, every, strict=True):
        print(report(table, samples, (Network.in_use(), network)))
    if said.out:
        said.out.write_text(network.source(), "utf-8")


if __name__ == "__main__":
    # Called through its module name, so that its classes can be sent to other processes.
    import_module("tetsudo.lab.fitting.__main__").main()
