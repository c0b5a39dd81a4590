"""Players of fourteen habits, to measure bots against: `benchmarks/strength/opponents.py:Thrifty` in the arena.

All lay track with care and leave some decisions to chance, so that no two games are the same.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from typing import Final

from tetsudo.bots.heuristics.parameters import BUILDER, Habits
from tetsudo.bots.mixed import MixedPlayer
from tetsudo.engine.model.title import Setup

PLAIN: Final = Habits(kept=1.1, kept_of_lots=0.5, careful=True, joins=0.95, companies=2, rounds=7.0, raises=True)
"""Habits of `rules` with more than two players before 2026-11-30."""


class Opponent(MixedPlayer):
    """Rule-based bot with known habits."""

    own_habits = PLAIN

    def __init__(self, setup: Setup, rng: Random) -> None:
        super().__init__(setup, rng, self.own_habits)


class Thrifty(Opponent):
    """Keeps a fifth less in the auction than what floats a company."""

    own_habits = replace(PLAIN, kept=0.8, kept_of_two=0.8)


class HighBidder(Opponent):
    """Pays up to three times face value, and keeps little."""

    own_habits = replace(PLAIN, over=3.0, reserves=1.0, kept=0.4, kept_of_two=0.4)


class AuctionSkipper(Opponent):
    """Takes part in no auction."""

    own_habits = replace(PLAIN, over=0.0, reserves=0.0)


class Rusher(Opponent):
    """Buys every train that a company can pay."""

    own_habits = replace(PLAIN, fleet=99, lasting=0)


class Withholder(Opponent):
    """Withholds up to three dividends for a train."""

    own_habits = replace(PLAIN, keeps=3)


class Saver(Opponent):
    """Withholds for trains that never rust."""

    own_habits = replace(PLAIN, keeps=1, saves=5)


class Dumper(Opponent):
    """Sells the shares of companies about to lose their last train."""

    own_habits = replace(PLAIN, sells=True)


class Joiner(Opponent):
    """Buys shares of others' companies to float them together."""

    own_habits = replace(PLAIN, joins=0.0)


class Waiter(Opponent):
    """Reserves nothing in the auction, and joins nothing."""

    own_habits = replace(PLAIN, reserves=0.0, joins=inf)


class Starter(Opponent):
    """Starts every company it can float, at any time."""

    own_habits = replace(PLAIN, companies=99, rounds=0.0)


class Follower(Opponent):
    """Starts no company: it buys shares of others'."""

    own_habits = replace(PLAIN, companies=0, raises=False)


class Builder(Opponent):
    """Wants three trains a company and swaps shares, as `search` does."""

    own_habits = replace(BUILDER, careful=True)


class ShortSighted(Opponent):
    """Thinks of no rust, and of no more than two runs."""

    own_habits = Habits(lasting=0, horizon=2, careful=True)


class Absent(Opponent):
    """Leaves a tenth of its decisions to chance."""

    chance = 0.1


OPPONENTS: Final[tuple[type[Opponent], ...]] = (
    Thrifty,
    HighBidder,
    AuctionSkipper,
    Rusher,
    Withholder,
    Saver,
    Dumper,
    Joiner,
    Waiter,
    Starter,
    Follower,
    Builder,
    ShortSighted,
    Absent,
)
