"""History of a game, as linked steps: copies of a game share the steps they have in common."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from tetsudo.core.actions import Action
from tetsudo.core.events import Log
from tetsudo.engine.state.state import State


class Moment:
    """Step of the past: the position before it (None if not kept), the action, and its events."""

    __slots__ = ("action", "before", "events", "index", "past")

    def __init__(self, past: Moment | None, before: State | None, action: Action, events: Log, index: int) -> None:
        self.past = past
        self.before = before
        self.action = action
        self.events = events
        self.index = index

    def __reduce__(self) -> tuple[type[Moment], tuple[None, State | None, Action, Log, int]]:
        """Pickle and copy a step without the steps before it, of which there may be thousands."""
        return Moment, (None, self.before, self.action, self.events, self.index)


def steps(last: Moment | None, since: int = 0) -> list[Moment]:
    """Steps up to `last`, in order, without the first `since` of the game."""
    return list(takewhile(lambda moment: moment.index >= since, _walk_back(last)))[::-1]


def detach(steps: list[Moment]) -> Moment | None:
    """Last of some consecutive steps, cut off from what came before them; None if there are none."""
    last: Moment | None = None
    for moment in steps:
        last = Moment(last, moment.before, moment.action, moment.events, moment.index)
    return last


def _walk_back(last: Moment | None) -> Iterator[Moment]:
    while last is not None:
        yield last
        last = last.past
