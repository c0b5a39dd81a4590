"""Positions of version 1: the frame of a turn had the number of tiles laid, not their hexes.

Its titles lay one tile a turn, so any hex with a tile will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tetsudo.core.frames import KINDS, Turn
from tetsudo.engine.state.board import face_on
from tetsudo.engine.state.state import State

if TYPE_CHECKING:
    from tetsudo.core.units import HexId
    from tetsudo.engine.model.title import Setup

TURN_KIND: Final = KINDS.index(Turn)
VERSION_1_MARK: Final = "tetsudo-position/1"

TURN_LENGTHS: Final = (5, 6)
"""Lengths of a turn's frame in version 1: kind, company, step, tiles laid, begun (1 or 0), subsidy if any."""


def upgrade_stack(setup: Setup, state: State, stack: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Stack of version 1 in the current format."""
    tiled = [hex.id for hex in setup.map.hexes if face_on(state, hex.id) != hex.printed]
    return [_upgrade_turn(frame, tiled) if frame[0] == TURN_KIND else frame for frame in stack]


def _upgrade_turn(frame: tuple[int, ...], tiled: Sequence[HexId]) -> tuple[int, ...]:
    if len(frame) not in TURN_LENGTHS:
        return frame  # refused later
    kind, company, step, laid, begun, *subsidy = frame
    return kind, company, step, begun, 0, *(subsidy or (0,)), *tiled[: max(laid, 0)]
