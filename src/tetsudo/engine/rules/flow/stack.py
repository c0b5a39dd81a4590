"""Access to the stack of procedures: read and replace its frames."""

from __future__ import annotations

from typing import TypeVar

from tetsudo.core.frames import Frame, Turn
from tetsudo.core.units import CompanyId
from tetsudo.engine.state.state import State

F = TypeVar("F", bound=Frame)


def top_frame(state: State, kind: type[F]) -> F:
    """Top frame, which must be of a given kind."""
    frame = state.stack[-1]
    assert isinstance(frame, kind)
    return frame


def frame_below(state: State, kind: type[F]) -> F:
    """Frame below the top one, which must be of a given kind."""
    frame = state.stack[-2]
    assert isinstance(frame, kind)
    return frame


def replace_top(state: State, frame: Frame) -> None:
    """Replace the top frame."""
    stack = state.stack
    # A tuple of known length is made faster where compiled, and most stacks have one or two frames.
    if len(stack) == 1:
        state.stack = (frame,)
    elif len(stack) == 2:
        state.stack = (stack[0], frame)
    else:
        state.stack = (*stack[:-1], frame)


def replace_below(state: State, frame: Frame) -> None:
    """Replace the frame below the top one."""
    state.stack = (*state.stack[:-2], frame, state.stack[-1])


def turn_of(state: State, company: CompanyId) -> Turn | None:
    """A company's current turn, whatever frames are on top of it; None if it is not its turn."""
    for frame in reversed(state.stack):
        if isinstance(frame, Turn) and frame.company == company:
            return frame
    return None


def current_turn(state: State) -> Turn | None:
    """Current turn, whatever frames are on top of it; None if there is none."""
    for frame in reversed(state.stack):
        if isinstance(frame, Turn):
            return frame
    return None
