"""Many random games: how fast, how long, how they end, who wins.

Game `i` is played from `Random(f"{seed}-{i}")`, so that a seed gives the same games
however many processes share the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from tetsudo import collector
from tetsudo.lab.play import play_random
from tetsudo.lab.table import Table
from tetsudo.lab.work import results
from tetsudo.units import Money


class Outcome(NamedTuple):
    """How one game went. `worths` by seat; `end` is "" for a game that was given up."""

    number: int
    actions: int
    turns: int
    end: str
    worths: tuple[Money, ...]
    digest: int


def play_one(table: Table, seed: int, index: int) -> Outcome:
    """Play game `index` of a seed."""
    rng = Random(f"{seed}-{index}")
    game = table.game(rng.getrandbits(32), keep_positions=False)
    with collector.at_rest():
        actions = play_random(game, rng).actions
    worths = {worth.player: worth.total for worth in game.standings()}
    by_seat = tuple(worths[player] for player in range(table.players))
    return Outcome(index, actions, game.state.turn, game.end_reason, by_seat, game.digest())


def simulate(
    table: Table, games: int, seed: int, jobs: int = 1, *, played: Container[int] = (), address: str = ""
) -> Iterator[Outcome]:
    """The outcomes of many games, in order, but for those that were `played` before.

    `address`: of a cluster whose workers play them, `dask://host:port` or `ray://host:port`.
    """
    numbers = [index for index in range(games) if index not in played]
    return results(partial(play_one, table, seed), numbers, jobs, address)


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures of many games. Lengths are sorted; `wins` and `worth` by seat, ties shared."""

    games: int
    actions: int
    lengths: tuple[int, ...]
    turns: float
    ends: dict[str, int]
    wins: tuple[float, ...]
    worth: tuple[float, ...]

    def length(self, percent: int) -> int:
        """How many actions so much of the games took at the most."""
        return self.lengths[min(len(self.lengths) - 1, len(self.lengths) * percent // 100)]


def summarize(outcomes: Iterable[Outcome]) -> Summary:
    """The figures of at least one game."""
    every = list(outcomes)
    seats = range(len(every[0].worths))
    return Summary(
        games=len(every),
        actions=sum(outcome.actions for outcome in every),
        lengths=tuple(sorted(outcome.actions for outcome in every)),
        turns=sum(outcome.turns for outcome in every) / len(every),
        ends=dict(Counter(outcome.end for outcome in every).most_common()),
        wins=tuple(sum(_share(outcome, seat) for outcome in every) for seat in seats),
        worth=tuple(sum(outcome.worths[seat] for outcome in every) / len(every) for seat in seats),
    )


def _share(outcome: Outcome, seat: int) -> float:
    best = max(outcome.worths)
    return 1 / outcome.worths.count(best) if outcome.worths[seat] == best else 0.0
