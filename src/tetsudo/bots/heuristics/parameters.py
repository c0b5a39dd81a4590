"""The parameters of the rule-based policies: a bot's own habits, or those assumed of an opponent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final


@dataclass(frozen=True, slots=True)
class Habits:
    """Parameters that distinguish players who follow the same rules."""

    over: float = 4 / 3
    """Maximum price for a lot, as a multiple of its face value."""
    reserves: float = 0.3
    """Part of a lot's extra value paid above its face value; with 0 there are no reserve bids."""
    kept: float = 1.0
    """Part of the cost to float a company that is kept in the auction."""
    kept_of_two: float = 0.6
    """The same in two-player games: lots that one player leaves go to the other."""
    kept_of_lots: float = inf
    """Upper limit of `kept` if lots are more than income and there are more companies than players."""
    fleet: int = 2
    """Number of trains that a company wants."""
    lasting: int = 2
    """Trains that rust with the kind on sale (1) or the one after it (2) do not count towards `fleet`; 0: all count."""
    careful: bool = False
    """True if lays and tokens are chosen by their effect on the best run."""
    joins: float = inf
    """Part of the starting cash: if floating a company costs more, buy shares of others' companies to float them
    together. Not in two-player games.
    """
    horizon: int = 5
    """Number of runs over which a share is valued."""
    companies: int = 99
    """Maximum number of companies that a player leads."""
    rounds: float = 0.0
    """Minimum number of expected operating rounds left to start a company."""
    raises: bool = False
    """True if shares are sold to start a company with the proceeds; at least half of each own company is kept."""
    par: float = 0.0
    """Minimum par of a further company, as a part of the highest par."""
    swaps: bool = False
    """True if a player at the certificate limit sells a share to buy one that brings more."""
    sells: bool = False
    """True if shares of a company about to lose its last train are sold."""
    keeps: int = 0
    """Maximum number of runs for which a company withholds, if that buys a train it wants."""
    saves: int = 0
    """The same for a train that never rusts, if the company has none yet."""
    cashes: bool = False
    """True if a private is sold to a company if its price brings more in shares than the private itself."""
    granted: bool = False
    """True if shares that players hold before a company starts, as some privates bring them, count towards floating it
    at the lowest par, unless the player can pay for all.
    """


USUAL: Final = Habits()
SIMPLE: Final = Habits(lasting=0)
"""Habits of the simple player."""

JOINER: Final = Habits(joins=0.0)
RUSHER: Final = Habits(fleet=4)
WAITER: Final = Habits(lasting=1, reserves=0.0)
SELLER: Final = Habits(sells=True)
WITHHOLDER: Final = Habits(keeps=1)
SAVER: Final = Habits(keeps=3)
RUSHING_WITHHOLDER: Final = Habits(keeps=1, fleet=3)
BUILDER: Final = Habits(keeps=1, fleet=3, horizon=3, companies=2, rounds=5.0, raises=True, par=0.75, swaps=True)
"""Habits with the best results in the middle of a game, of all that were measured: docs/bots-diary.md."""

SAVING_BUILDER: Final = replace(BUILDER, saves=3)
HOLDING_BUILDER: Final = replace(BUILDER, raises=False, par=0.0)
"""Builder that sells no shares to start a company, and starts a further one at any par."""

SAVING_HOLDING_BUILDER: Final = replace(HOLDING_BUILDER, saves=3)
"""Habits of the search bot itself with more than two players."""

SELLING_WITHHOLDER: Final = Habits(keeps=1, sells=True)
