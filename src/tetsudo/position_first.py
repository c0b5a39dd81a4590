"""Positions written in version 1: the frame of a turn said how many tiles had been laid, and not where.

Its titles lay one tile a turn, so that any hex with a tile says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tetsudo.rules.flow import frames
from tetsudo.state import Frame, State

if TYPE_CHECKING:
    from tetsudo.model.title import Setup
    from tetsudo.units import HexId

FIRST_MARK: Final = "tetsudo-position/1"

LENGTHS: Final = (5, 6)
"""Of a turn's frame then: kind, company, step, tiles laid, 1 once something was done; a run's subsidy, if any."""


def renew(setup: Setup, state: State) -> None:
    """Write the frames of a state of version 1 as they are written now."""
    tiled = [hex.id for hex in setup.map.hexes if state.tiles[hex.id] != hex.printed]
    state.stack = [_turn(frame, tiled) if frame[0] == frames.TURN else frame for frame in state.stack]


def _turn(frame: Frame, tiled: Sequence[HexId]) -> Frame:
    if len(frame) not in LENGTHS:
        return frame  # which is refused as it stands
    kind, company, step, laid, begun, *subsidy = frame
    return kind, company, step, begun, 0, *(subsidy or (0,)), *tiled[: max(laid, 0)]
