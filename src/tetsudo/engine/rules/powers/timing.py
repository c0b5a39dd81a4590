"""Timing of privates' powers: apart from the powers, which are not compiled."""

from __future__ import annotations

from typing import Final

from tetsudo.core.frames import Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, PlayerId, PrivateId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.state.ownership import president_of, private_owner
from tetsudo.engine.state.state import State, last_run_of, turn_in_round

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


def is_block_in_force(state: State, private: PrivateId, until_phase: int, until_turn: CompanyId) -> bool:
    """True if a private still blocks its hexes: until a company owns it, or it closes (1889-PBY-03, 1888*-HS-07).

    A phase or a company's first turn may end that earlier; NOBODY where none does.
    """
    if until_phase != NOBODY and state.phase >= until_phase:  # 1890-C.8.1-h
        return False
    if until_turn != NOBODY and _has_begun(state, until_turn):
        return False
    owner = private_owner(state, private)
    return owner != NOBODY and (owner < state.players or owner == state.players + state.companies)


def _has_begun(state: State, company: CompanyId) -> bool:
    """True if a company has ever started a turn (1890-C.8.1-o)."""
    return last_run_of(state, company) != NOBODY or turn_in_round(state, company) > 0
