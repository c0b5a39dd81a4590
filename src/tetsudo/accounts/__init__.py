"""The accounts of a game: round by round what everybody had, what companies earned, and where the money came from.

`accounts(game)` reckons them from the game's past; `plots` has lines of them, `sheets` tables, and `turning` the
moments that decided. They are made from a game as somebody knows it (`Game.seen_by`): what is hidden is in none.
"""

from tetsudo.accounts.money import SOURCES, Flow
from tetsudo.accounts.plots import PLOTS, Line, Plot, drawn_from
from tetsudo.accounts.rounds import Accounts, Round, Run, Standing, accounts
from tetsudo.accounts.turning import TurningPoint, turning_points

__all__ = [
    "PLOTS",
    "SOURCES",
    "Accounts",
    "Flow",
    "Line",
    "Plot",
    "Round",
    "Run",
    "Standing",
    "TurningPoint",
    "accounts",
    "drawn_from",
    "turning_points",
]
