"""The accounts of a game: round by round what everybody had, what companies earned, and where the money came from.

`accounts(game)` reckons them from the game's past; `plots` has lines of them, `sheets` tables, and `turning` the
moments that decided. They are made from a game as somebody knows it (`Game.seen_by`): what is hidden is in none.
"""

from tetsudo.analysis.accounts.cash_flow import SOURCES, Flow
from tetsudo.analysis.accounts.rounds import Accounts, Round, Run, Standing, accounts
from tetsudo.analysis.accounts.series import PLOTS, Line, Plot, drawn_from
from tetsudo.analysis.accounts.turning_points import TurningPoint, turning_points

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
