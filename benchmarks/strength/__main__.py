"""Wins of a bot in one seat: against `simple` bots at every table, or against players of each habit.

    python -m benchmarks.strength simple --games 200 --jobs 2
    python -m benchmarks.strength habits --tables 1889:4,1890:C:3 --games 100 --jobs 2
    python -m benchmarks.strength simple --bot search --budget 0.3 --tables 1889:4 --games 40

Seats rotate, copies of a game count once, and intervals are 95 % Wilson. Everything follows from `--seed`, unless the
budget is in seconds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from benchmarks.strength.opponents import OPPONENTS
from tetsudo.lab.arena import Contest, entrants, play_game
from tetsudo.lab.ranking import distinct_games, summary
from tetsudo.lab.table_spec import Table, tables
from tetsudo.lab.workers.jobs import results

FILE: Final = Path(__file__).parent / "opponents.py"


def contests(said: argparse.Namespace) -> Iterator[tuple[Table, str]]:
    """Tables, and the bot in all other seats."""
    places = [read_table(each) for each in said.tables.split(",")] if said.tables else [*tables()]
    rivals = ["simple"] if said.kind == "simple" else [f"{FILE}:{each.__name__}" for each in OPPONENTS]
    for table in places:
        for rival in rivals:
            yield table, rival


def read_table(text: str) -> Table:
    """Table of `TITLE:PLAYERS` or `TITLE:SCENARIO:PLAYERS`."""
    title, *scenario, players = text.split(":")
    return Table(title, int(players), scenario=scenario[0] if scenario else None)


def row(table: Table, rival: str, said: argparse.Namespace) -> str:
    """Row of the table that is printed."""
    contest = Contest(table, entrants(f"{said.bot},{rival}", said.budget), said.seed)
    games = distinct_games(results(partial(play_game, contest), range(said.games), said.jobs))
    found = summary(games)[contest.entrants[0].name]
    cells: Sequence[object] = (
        " ".join(filter(None, (table.title, table.scenario))),
        table.players,
        rival.rpartition(":")[2],
        f"{len(games)} of {said.games}",
        f"{found['share']:.0%} ({found['low']:.0%}-{found['high']:.0%})",
        f"{found['share'] * table.players:.2f}",
        f"{found['ms']:.1f}, {found['ms_p99']:.0f}, {found['ms_worst']:.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print a Markdown table, row by row."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("kind", choices=("simple", "habits"))
    asked.add_argument("--bot", default="rules")
    asked.add_argument("--budget", default="")
    asked.add_argument("--tables", default="", help="such as 1889:4,1890:C:3; all without it")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    said = asked.parse_args()
    print("| table | players | others | distinct games | wins | times fair | ms mean, p99, worst |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for table, rival in contests(said):
        print(row(table, rival, said), flush=True)


if __name__ == "__main__":
    # Called through its module name, so that its classes can be sent to other processes.
    import_module("benchmarks.strength.__main__").main()
