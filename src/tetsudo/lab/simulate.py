"""Simulation of many games, random or with bots: speed, length, ends and winners.

Game `i` is played from `Random(f"{seed}-{i}")`, so a seed gives the same games
with any number of processes; with bots only if their budgets are numbers of rollouts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, NamedTuple

from tetsudo.bots.levels import maker
from tetsudo.bots.player import ask_for_choice
from tetsudo.core import garbage
from tetsudo.core.errors import BadInput
from tetsudo.core.units import Money
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.arena import Entrant
from tetsudo.lab.random_play import MAX_ACTIONS, play_random
from tetsudo.lab.table_spec import Table, game_rng
from tetsudo.lab.workers.jobs import results

MIN_DISTINCT: Final = 0.9
"""Part of distinct games below which a study is warned of."""


class Outcome(NamedTuple):
    """Result of a game. `worths` by seat; `end` is "" if it was stopped; `record` is filled only on request."""

    number: int
    actions: int
    turns: int
    end: str
    worths: tuple[Money, ...]
    digest: int
    record: bytes = b""


def play_one(table: Table, seed: int, index: int, *, recorded: bool = False) -> Outcome:
    """Play game `index` of a seed randomly."""
    return _outcome(table, index, random_game(table, seed, index), recorded)


def play_bots(table: Table, seed: int, bots: Sequence[Entrant], index: int, *, recorded: bool = False) -> Outcome:
    """Play game `index` of a seed with bots in the seats, repeated in order; raise BadInput for an illegal action."""
    return _outcome(table, index, bots_game(table, seed, bots, index), recorded)


def random_game(table: Table, seed: int, index: int) -> Game:
    """Game `index` of a seed, played randomly."""
    rng = game_rng(seed, index)
    game = table.game(rng.getrandbits(32), keep_positions=False)
    with garbage.collect_rarely():
        play_random(game, rng)
    return game


def bots_game(table: Table, seed: int, bots: Sequence[Entrant], index: int) -> Game:
    """Game `index` of a seed, played by bots.

    As many games in a row as there are seats have the same generators for bots, each in another seat every time: so
    a mixed bot's habits sit in every seat once. Raise BadInput for an illegal action.
    """
    game = table.game(game_rng(seed, index).getrandbits(32), keep_positions=False)
    seats = [bots[seat % len(bots)] for seat in range(table.players)]
    group, turned = divmod(index, table.players)
    players = [
        maker(each.bot)(game.setup, Random(f"{seed}-{group}-{(seat + turned) % table.players}"))
        for seat, each in enumerate(seats)
    ]
    with garbage.collect_rarely():
        while not game.is_over and game.length < MAX_ACTIONS:
            seat = game.to_act.player
            view = game.view(seat)
            action = ask_for_choice(players[seat], view, view.legal_actions(), seats[seat].budget).action
            if not game.is_legal(action):
                raise BadInput(
                    "{name} played an illegal action: {action}", "--bots", name=seats[seat].name, action=action
                )
            game.apply(action)
    return game


def _outcome(table: Table, index: int, game: Game, recorded: bool) -> Outcome:
    worths = {worth.player: worth.total for worth in game.standings()}
    by_seat = tuple(worths[player] for player in range(table.players))
    told = record.write(game).to_json() if recorded else b""
    return Outcome(index, game.length, game.state.turn, game.end_reason, by_seat, game.digest(), told)


def simulate(
    table: Table,
    games: int,
    seed: int,
    jobs: int = 1,
    *,
    played: Container[int] = (),
    address: str = "",
    bots: Sequence[Entrant] = (),
    recorded: bool = False,
) -> Iterator[Outcome]:
    """Yield the outcomes of many games, in order, without those already `played`.

    `address`: of a cluster whose workers play, `dask://host:port` or `ray://host:port`.
    `bots`: players in seat order; without them play is random. `recorded`: include the records.
    """
    numbers = [index for index in range(games) if index not in played]
    if bots:
        return results(partial(play_bots, table, seed, bots, recorded=recorded), numbers, jobs, address, batch=1)
    return results(partial(play_one, table, seed, recorded=recorded), numbers, jobs, address)


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of many games. Lengths are sorted; `wins` and `worth` are by seat, ties shared.

    `distinct`: number of games that are not a copy of another: they differ in length or final position.
    """

    games: int
    distinct: int
    actions: int
    lengths: tuple[int, ...]
    turns: float
    ends: dict[str, int]
    wins: tuple[float, ...]
    worth: tuple[float, ...]

    def length(self, percent: int) -> int:
        """Percentile of the game lengths, in actions."""
        return self.lengths[min(len(self.lengths) - 1, len(self.lengths) * percent // 100)]


def summarize(outcomes: Iterable[Outcome]) -> Summary:
    """Statistics of one or more games."""
    every = list(outcomes)
    seats = range(len(every[0].worths))
    return Summary(
        games=len(every),
        distinct=len({(outcome.digest, outcome.actions) for outcome in every}),
        actions=sum(outcome.actions for outcome in every),
        lengths=tuple(sorted(outcome.actions for outcome in every)),
        turns=sum(outcome.turns for outcome in every) / len(every),
        ends=dict(Counter(outcome.end for outcome in every).most_common()),
        wins=tuple(sum(_win_share(outcome, seat) for outcome in every) for seat in seats),
        worth=tuple(sum(outcome.worths[seat] for outcome in every) / len(every) for seat in seats),
    )


def _win_share(outcome: Outcome, seat: int) -> float:
    best = max(outcome.worths)
    return 1 / outcome.worths.count(best) if outcome.worths[seat] == best else 0.0
