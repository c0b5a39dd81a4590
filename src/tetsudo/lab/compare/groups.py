"""Games of an edition, played in groups: one game for each seat, with the same habits turned by one seat each time.

The games of a group resemble each other, so a group is one observation: intervals and tests count groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from tetsudo.lab.arena import entrants
from tetsudo.lab.compare.editions import Edition
from tetsudo.lab.compare.measures import Key, measures_of
from tetsudo.lab.simulate import bots_game
from tetsudo.lab.workers.jobs import results

SEED_BITS: Final = 48


class Total(NamedTuple):
    """Sum of a measure over the games that have it, and their number."""

    sum: float
    games: int


class Group(NamedTuple):
    """Games of a group: totals by figure, and the length and final position of each game."""

    edition: int
    players: int
    totals: dict[Key, Total]
    lengths: tuple[int, ...]
    digests: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """Editions, numbers of players, and how many groups of each are played, by bots and from a seed.

    Jobs are numbered so that all editions and numbers of players go on together: an interrupted run has as many
    groups of each.
    """

    editions: tuple[Edition, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    bots: str

    def groups(self, players: int) -> int:
        """Number of groups with a number of players."""
        return -(-self.games // players)

    def jobs(self) -> list[int]:
        """Numbers of all jobs."""
        every = range(max(map(self.groups, self.players)) * self._row)
        parts = ((job, *self._parts(job)) for job in every)
        return [job for job, _edition, players, number in parts if number < self.groups(players)]

    @property
    def _row(self) -> int:
        return len(self.editions) * len(self.players)

    def _parts(self, job: int) -> tuple[int, int, int]:
        """Edition, number of players, and number of the group."""
        number, place = divmod(job, self._row)
        edition, at = divmod(place, len(self.players))
        return edition, self.players[at], number

    def play(self, job: int) -> Group:
        """Play a group. Each edition has games of its own: equal ones differ by chance only."""
        edition, players, number = self._parts(job)
        table, seed = self.editions[edition].table(players), edition_seed(self.seed, edition)
        totals: defaultdict[Key, Total] = defaultdict(lambda: Total(0.0, 0))
        lengths, digests, bots = [], [], entrants(self.bots)
        for turn in range(players):
            game = bots_game(table, seed, bots, number * players + turn)
            for key, value in measures_of(game).items():
                total = totals[key]
                totals[key] = Total(total.sum + value, total.games + 1)
            lengths.append(game.length)
            digests.append(game.digest())
        return Group(edition, players, dict(totals), tuple(lengths), tuple(digests))

    def run(self, processes: int = 1) -> Iterator[Group]:
        """Play all groups, in order."""
        return results(self.play, self.jobs(), processes, batch=1)


def edition_seed(seed: int, edition: int) -> int:
    """Seed of the games of an edition."""
    return Random(f"{seed}-edition-{edition}").getrandbits(SEED_BITS)


def distinct_games(groups: Sequence[Group]) -> int:
    """Number of games that are not a copy of another."""
    return len({pair for group in groups for pair in zip(group.lengths, group.digests, strict=True)})
