"""Games of bots at every table: every title, scenario, variant and number of players, without illegal moves.

    python -m tests.bots.everywhere --games 5000 --jobs 2
    python -m tests.bots.everywhere --games 60 --bots rollouts,search --budget 6r

prints the results; a bot that makes an illegal move or no move stops the run.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tetsudo.bots import Budget, maker
from tetsudo.bots.player import DEFAULT_BUDGET, ask_for_choice
from tetsudo.core import garbage
from tetsudo.lab.arena import entrants
from tetsudo.lab.table_spec import Table
from tetsudo.lab.table_spec import tables as without_variants
from tetsudo.lab.workers.jobs import results
from tetsudo.titles.loader import title_info

QUICK_BOTS: Final = ("rules", "simple", "random")
MAX_ACTIONS: Final = 3000
"""Maximum number of actions; a game with a random player is abandoned after these."""


def tables() -> Iterator[Table]:
    """Every title, scenario and number of seats; then each single variant, in every scenario that offers it."""
    yield from without_variants()
    for table in without_variants():
        info = title_info(table.title)
        if table.players == info.seats(table.scenario or "")[0]:
            for each in info.variants_in(table.scenario or ""):
                yield replace(table, variants=(each.name,))


def table_of(number: int) -> Table:
    """The table of a sample's game: tables in turn, and variants with other numbers of seats in later rounds."""
    every = list(tables())
    table, later = every[number % len(every)], number // len(every)
    seats = title_info(table.title).seats(table.scenario or "")
    return Table(table.title, seats[later % len(seats)], table.scenario, table.variants) if table.variants else table


@dataclass(frozen=True)
class Sample:
    """Games of several bots, seated in rotation."""

    bots: Sequence[str] = QUICK_BOTS
    budget: Budget = DEFAULT_BUDGET

    def play(self, number: int) -> str:
        """Result of a game; raises AssertionError on an illegal decision."""
        table = table_of(number)
        game = table.game(number, keep_positions=False)
        seated = [self.bots[(seat + number) % len(self.bots)] for seat in range(table.players)]
        players = [maker(bot)(game.setup, Random(f"{number}-{seat}")) for seat, bot in enumerate(seated)]
        with garbage.collect_rarely():
            while not game.is_over and game.length < MAX_ACTIONS:
                seat = game.to_act.player
                offers = game.legal_actions()
                action = ask_for_choice(players[seat], game.view(seat), offers, self.budget).action
                assert any(offer.admits(action) for offer in offers), f"{table}, {seated[seat]}: {action}"
                game.apply(action)
        return game.end_reason or "left"


def main() -> None:
    """Play the games and print their results."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=len(list(tables())))
    asked.add_argument("--bots", default=",".join(QUICK_BOTS))
    asked.add_argument("--budget", default="")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--first", type=int, default=0, help="the number of the first game")
    said = asked.parse_args()
    bots = entrants(said.bots, said.budget)
    sample, began = Sample(tuple(each.bot for each in bots), bots[0].budget), time.monotonic()
    ends = Counter(results(sample.play, range(said.first, said.first + said.games), said.jobs, batch=4))
    print(f"{said.games} games at {len(list(tables()))} tables in {time.monotonic() - began:.0f} s: {dict(ends)}")


if __name__ == "__main__":
    main()
