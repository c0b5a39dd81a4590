"""Contests between bots: the same deals with rotated seats, and the result of each game.

Each deal is played once per rotation of the seats. Its random events and each seat's generator depend only on the
seed and the number of the game. So a seed gives the same games with any number of processes, if
budgets are numbers of rollouts.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from tetsudo.bots.levels import maker
from tetsudo.bots.player import Budget, Player, ask_for_choice
from tetsudo.core import garbage
from tetsudo.core.actions import WITHHOLD, Action, BuyTrain, Descriptor, Dividend
from tetsudo.core.errors import BadInput
from tetsudo.core.units import Money
from tetsudo.game.game import Game
from tetsudo.lab.random_play import MAX_ACTIONS
from tetsudo.lab.table_spec import Table

logger = logging.getLogger(__name__)

PAIR_SIZE: Final = 2


@dataclass(frozen=True)
class Entrant:
    """A bot in a contest: its name in results, its bot name, and its budget per move."""

    name: str
    bot: str
    seconds: float | None = None
    rollouts: int | None = None

    def __str__(self) -> str:
        rollouts = "" if self.rollouts is None else f" {self.rollouts}r"
        return f"{self.bot}{rollouts}" if self.seconds is None else f"{self.bot} {self.seconds:g}"

    @property
    def budget(self) -> Budget:
        """Thinking budget."""
        return Budget(self.seconds, self.rollouts)


@dataclass(frozen=True)
class Contest:
    """A table, the bots that play there, and the seed."""

    table: Table
    entrants: tuple[Entrant, ...]
    seed: int

    @property
    def first_seats(self) -> tuple[Entrant, ...]:
        """Bots by seat before any rotation; with two bots, the first has one seat and the second all others."""
        if len(self.entrants) == PAIR_SIZE:
            first, second = self.entrants
            return (first, *[second] * (self.table.players - 1))
        most = max(self.table.players, len(self.entrants))
        return tuple(self.entrants[seat % len(self.entrants)] for seat in range(most))

    def seats(self, number: int) -> tuple[Entrant, ...]:
        """Bots by seat in a game."""
        row = self.first_seats
        return tuple(row[(seat - number) % len(row)] for seat in range(self.table.players))

    def deal(self, number: int) -> int:
        """Number of the deal of a game."""
        return number // len(self.first_seats)


class GameResult(NamedTuple):
    """Result of a game; most is by seat."""

    game: int
    deal: int
    bots: tuple[str, ...]
    worths: tuple[Money, ...]
    end: str
    """Reason of the end; "" if the game was stopped."""
    turns: int
    phases: dict[str, int]
    """Turn in which each phase began."""
    trains: tuple[int, ...]
    sold: tuple[int, ...]
    """Number of shares sold."""
    dividends: tuple[int, ...]
    withheld: tuple[int, ...]
    """Number of dividends withheld."""
    started: tuple[int, ...]
    """Number of companies started."""
    faults: tuple[int, ...]
    """Number of failed decisions: errors and illegal actions."""
    ms: tuple[tuple[float, ...], ...]
    """Milliseconds per decision, shortest first."""
    digest: str = ""
    """Digest of the final position, and the number of actions: alike in copies of a game. "" in older files."""


def play_game(contest: Contest, number: int) -> GameResult:
    """Play one game of a contest."""
    game = contest.table.game(Random(f"{contest.seed}-{contest.deal(number)}").getrandbits(63), keep_positions=False)
    seats = contest.seats(number)
    players = [
        maker(each.bot)(game.setup, Random(f"{contest.seed}-{number}-{seat}")) for seat, each in enumerate(seats)
    ]
    clocks: list[list[float]] = [[] for _ in seats]
    faults = [0] * len(seats)
    with garbage.collect_rarely():
        while not game.is_over and game.length < MAX_ACTIONS:
            seat = game.to_act.player
            offers = game.legal_actions()
            began = perf_counter()
            action = _decide(players[seat], game, offers, seats[seat].budget)
            clocks[seat].append(round(1000 * (perf_counter() - began), 3))
            if action is None:
                faults[seat] += 1
                action = offers[0].example()
            game.apply(action)
    told = Profile(len(seats))
    told.count_events(game)
    worths = {worth.player: worth.total for worth in game.standings()}
    return GameResult(
        number,
        contest.deal(number),
        tuple(each.name for each in seats),
        tuple(worths[seat] for seat in range(len(seats))),
        game.end_reason,
        game.state.turn,
        told.phases,
        tuple(told.trains),
        tuple(told.sold),
        tuple(told.dividends),
        tuple(told.withheld),
        tuple(told.started),
        tuple(faults),
        tuple(tuple(sorted(clock)) for clock in clocks),
        f"{game.digest():016x}-{game.length}",
    )


def _decide(player: Player, game: Game, offers: Sequence[Descriptor], budget: Budget) -> Action | None:
    """Ask a player for its action; None after an error or an illegal action."""
    try:
        action = ask_for_choice(player, game.view(game.to_act.player), offers, budget).action
        return action if game.is_legal(action) else None
    except Exception:  # a bot's error must not end the contest
        logger.exception("A bot could not decide")
        return None


class Profile:
    """Statistics of a game."""

    def __init__(self, seats: int) -> None:
        self.phases: dict[str, int] = {}
        self.trains = [0] * seats
        self.sold = [0] * seats
        self.dividends = [0] * seats
        self.withheld = [0] * seats
        self.started = [0] * seats

    def count_events(self, game: Game) -> None:
        """Count the game's events."""
        turn = buyer = 0
        for moment in game.moments():
            action = moment.action
            if isinstance(action, BuyTrain):
                buyer = action.player
            elif isinstance(action, Dividend):
                self.dividends[action.player] += 1
                self.withheld[action.player] += action.payout == WITHHOLD
            for event in moment.events:
                if event.kind == "stock_round_began":
                    turn = event.turn
                elif event.kind == "phase_began":
                    self.phases[game.setup.phases[event.phase].name] = turn
                elif event.kind == "train_bought":
                    self.trains[buyer] += 1
                elif event.kind == "shares_sold":
                    self.sold[event.player] += event.shares
                elif event.kind == "started":
                    self.started[event.player] += 1


def entrants(names: str, budgets: str = "") -> tuple[Entrant, ...]:
    """Parse a comma-separated list of bots and their budgets: `0.3` seconds, `200r` rollouts; one for all or one each.

    Raise BadInput for an unknown bot or an invalid budget.
    """
    bots = [name.strip() for name in names.split(",")]
    said = [text.strip() for text in budgets.split(",")] if budgets else [""]
    if len(said) not in (1, len(bots)):
        raise BadInput("give one for all bots, or one for each", "--budget")
    found: list[Entrant] = []
    for place, bot in enumerate(bots):
        maker(bot)
        count = bots[:place].count(bot)
        name = f"{bot}#{count + 1}" if count else bot
        found.append(Entrant(name, bot, *_budget(said[place % len(said)])))
    return tuple(found)


def _budget(text: str) -> tuple[float | None, int | None]:
    try:
        if text.endswith("r"):
            return None, int(text[:-1])
        return (float(text) if text else None), None
    except ValueError:
        raise BadInput("must be seconds, such as 0.3, or rollouts, such as 200r", "--budget") from None
