"""Accounts of a game, by round: players' net worth, companies' revenues, and sources of income.

`accounts(game)` computes them from the game's past. `series` makes plots of them, `spreadsheets` tables, and
`turning_points` finds the decisive moments. They are made from a game as a viewer knows it (`Game.seen_by`), so they
contain no hidden amounts.
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
