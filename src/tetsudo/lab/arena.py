"""Bots against each other: the same deals with seats rotated, and what became of each game.

A deal is played once for each rotation of the seats. Its chance, and what each seat draws from, come from the seed and
the number of the game alone, so that a seed gives the same games however many processes share the work, as long as
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
from tetsudo.bots.player import Budget, Player, decision
from tetsudo.core import gc_pause
from tetsudo.core.actions import WITHHOLD, Action, BuyTrain, Descriptor, Dividend
from tetsudo.core.errors import BadInput
from tetsudo.core.units import Money
from tetsudo.game.game import Game
from tetsudo.lab.random_play import MOST_ACTIONS
from tetsudo.lab.table_spec import Table

logger = logging.getLogger(__name__)

TWO: Final = 2


@dataclass(frozen=True)
class Entrant:
    """A bot, by the name under which it is counted, how it is found, and how long it may think about a move."""

    name: str
    bot: str
    seconds: float | None = None
    rollouts: int | None = None

    def __str__(self) -> str:
        rollouts = "" if self.rollouts is None else f" {self.rollouts}r"
        return f"{self.bot}{rollouts}" if self.seconds is None else f"{self.bot} {self.seconds:g}"

    @property
    def budget(self) -> Budget:
        """How long it may think."""
        return Budget(self.seconds, self.rollouts)


@dataclass(frozen=True)
class Contest:
    """Who plays at which table, and from what seed."""

    table: Table
    entrants: tuple[Entrant, ...]
    seed: int

    @property
    def first_seats(self) -> tuple[Entrant, ...]:
        """Who sits where before any rotation: of two the first in one seat, the other in all others."""
        if len(self.entrants) == TWO:
            first, second = self.entrants
            return (first, *[second] * (self.table.players - 1))
        most = max(self.table.players, len(self.entrants))
        return tuple(self.entrants[seat % len(self.entrants)] for seat in range(most))

    def seats(self, number: int) -> tuple[Entrant, ...]:
        """Who sits where in a game."""
        row = self.first_seats
        return tuple(row[(seat - number) % len(row)] for seat in range(self.table.players))

    def deal(self, number: int) -> int:
        """Which deal a game is played with."""
        return number // len(self.first_seats)


class Played(NamedTuple):
    """What became of a game; everything but `phases` by seat."""

    game: int
    deal: int
    bots: tuple[str, ...]
    worths: tuple[Money, ...]
    end: str
    """ "" for a game that was given up."""
    turns: int
    phases: dict[str, int]
    """In which turn each began."""
    trains: tuple[int, ...]
    sold: tuple[int, ...]
    """Shares."""
    dividends: tuple[int, ...]
    withheld: tuple[int, ...]
    """How many of the dividends."""
    started: tuple[int, ...]
    """Companies."""
    faults: tuple[int, ...]
    """Decisions that were none: errors, and what is not legal."""
    ms: tuple[tuple[float, ...], ...]
    """Milliseconds for each decision, the shortest first."""


def play_game(contest: Contest, number: int) -> Played:
    """Play one game of a contest."""
    game = contest.table.game(Random(f"{contest.seed}-{contest.deal(number)}").getrandbits(63), keep_positions=False)
    seats = contest.seats(number)
    players = [
        maker(each.bot)(game.setup, Random(f"{contest.seed}-{number}-{seat}")) for seat, each in enumerate(seats)
    ]
    clocks: list[list[float]] = [[] for _ in seats]
    faults = [0] * len(seats)
    with gc_pause.at_rest():
        while not game.is_over and game.length < MOST_ACTIONS:
            seat = game.to_act.player
            offers = game.legal_actions()
            began = perf_counter()
            action = _decided(players[seat], game, offers, seats[seat].budget)
            clocks[seat].append(round(1000 * (perf_counter() - began), 3))
            if action is None:
                faults[seat] += 1
                action = offers[0].example()
            game.apply(action)
    told = Profile(len(seats))
    told.read(game)
    worths = {worth.player: worth.total for worth in game.standings()}
    return Played(
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
    )


def _decided(player: Player, game: Game, offers: Sequence[Descriptor], budget: Budget) -> Action | None:
    """What a player decides; None if it is nothing that it may do."""
    try:
        action = decision(player, game.view(game.to_act.player), offers, budget).action
        return action if game.is_legal(action) else None
    except Exception:  # a program's fault is its own, and ends no contest
        logger.exception("A bot could not decide")
        return None


class Profile:
    """How a game was played."""

    def __init__(self, seats: int) -> None:
        self.phases: dict[str, int] = {}
        self.trains = [0] * seats
        self.sold = [0] * seats
        self.dividends = [0] * seats
        self.withheld = [0] * seats
        self.started = [0] * seats

    def read(self, game: Game) -> None:
        """Count what happened."""
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
    """The bots of a list with commas, and their budgets: `0.3` seconds, `200r` rollouts; one for all, or one for each.

    BadInput for a bot or a budget that is none.
    """
    bots = [name.strip() for name in names.split(",")]
    said = [text.strip() for text in budgets.split(",")] if budgets else [""]
    if len(said) not in (1, len(bots)):
        raise BadInput("one for all bots, or one for each", "--budget")
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
