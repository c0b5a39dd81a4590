"""The stack of procedures: what its frames say, and how one takes another's place."""

from __future__ import annotations

from typing import TypeVar

from tetsudo.core.frames import Frame, Turn
from tetsudo.core.units import CompanyId
from tetsudo.engine.state.state import State

F = TypeVar("F", bound=Frame)


def top_frame(state: State, kind: type[F]) -> F:
    """The frame on top, for a procedure of its kind."""
    frame = state.stack[-1]
    assert isinstance(frame, kind)
    return frame


def frame_below(state: State, kind: type[F]) -> F:
    """The frame under that on top, of a kind."""
    frame = state.stack[-2]
    assert isinstance(frame, kind)
    return frame


def replace_top(state: State, frame: Frame) -> None:
    """Put another frame in place of the one on top."""
    state.stack = (*state.stack[:-1], frame)


def replace_below(state: State, frame: Frame) -> None:
    """Put another frame in place of the one under that on top."""
    state.stack = (*state.stack[:-2], frame, state.stack[-1])


def turn_of(state: State, company: CompanyId) -> Turn | None:
    """A company's turn that goes on, with whatever upon it; None if it is not its turn."""
    for frame in reversed(state.stack):
        if isinstance(frame, Turn) and frame.company == company:
            return frame
    return None


def turn_on(state: State) -> Turn | None:
    """The turn that goes on, with whatever upon it."""
    for frame in reversed(state.stack):
        if isinstance(frame, Turn):
            return frame
    return None
