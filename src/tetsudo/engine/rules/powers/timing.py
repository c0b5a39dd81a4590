"""Timing of privates' powers besides the current procedure."""

from __future__ import annotations

from typing import Final

from tetsudo.core.frames import Stock, Turn
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State

FREE_MOMENT: Final = Phrase("in stock rounds, between company turns and in turns of the owner's companies")
"""Free moment, as described to players."""


def is_free_moment(state: State, player: PlayerId) -> bool:
    """True if a player's private may act: in a stock round, in a turn of the player's company, or between turns.

    "Between turns" means a company's turn in which nothing has been done yet (1889-PRV-05, 1889-PRV-09).
    """
    frame = state.stack[-1]
    if isinstance(frame, Stock):
        return True
    if not isinstance(frame, Turn):
        return False
    return not frame.begun or president_of(state, frame.company) == player
