"""The numbers of the rules of thumb: how somebody plays, or may be thought to play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final


@dataclass(frozen=True, slots=True)
class Habits:
    """What differs between those who play by the same rules of thumb."""

    over: float = 4 / 3
    """Up to how often its face value is paid for a lot."""
    reserves: float = 0.3
    """How much of what a lot brings besides is paid over its face value; 0: nothing is reserved, either."""
    kept: float = 1.0
    """How much of what floats a company is kept in the auction."""
    kept_of_two: float = 0.6
    """The same where two play: what one does not take is the other's."""
    kept_of_lots: float = inf
    """The most that is kept where lots are more than what they pay, and companies more than players."""
    fleet: int = 2
    """How many trains a company wants."""
    lasting: int = 2
    """Trains that rust with the kind on sale (1) or the one after it (2) do not count among them; 0: all count."""
    careful: bool = False
    """Whether lays and tokens are chosen by what they change in the best run."""
    joins: float = inf
    """Shares are bought of others' companies that float by the money of all, where more than two play and what floats a
    company costs more than this part of what players begin with."""
    horizon: int = 5
    """For how many runs shares are bought."""
    companies: int = 99
    """How many companies one leads at the most."""
    rounds: float = 0.0
    """How many operating rounds must be left for a company to be begun, as far as is known."""
    raises: bool = False
    """Whether shares are sold to begin a company with what they pay; of own companies all but one half at the most."""
    par: float = 0.0
    """From which price on another company is begun, as part of the highest one."""
    swaps: bool = False
    """Whether who may hold no more certificates sells a share to buy another that brings more."""
    sells: bool = False
    """Whether shares of a company are sold that is about to be without a train."""
    keeps: int = 0
    """For how many runs a company keeps what it earns, at the most, if that pays a train that it wants."""
    saves: int = 0
    """For how many, if that pays one that never rusts, and it has none yet."""


USUAL: Final = Habits()
SIMPLE: Final = Habits(lasting=0)
"""As the simple player."""

JOINER: Final = Habits(joins=0.0)
RUSHER: Final = Habits(fleet=4)
WAITER: Final = Habits(lasting=1, reserves=0.0)
SELLER: Final = Habits(sells=True)
WITHHOLDER: Final = Habits(keeps=1)
SAVER: Final = Habits(keeps=3)
RUSHING_WITHHOLDER: Final = Habits(keeps=1, fleet=3)
BUILDER: Final = Habits(keeps=1, fleet=3, horizon=3, companies=2, rounds=5.0, raises=True, par=0.75, swaps=True)
"""What is worth most in the middle of a game, of all that was measured: docs/bots-diary.md."""

SAVING_BUILDER: Final = replace(BUILDER, saves=3)
"""How search plays on itself where more than two play."""

SELLING_WITHHOLDER: Final = Habits(keeps=1, sells=True)
