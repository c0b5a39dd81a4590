"""The past of a game: steps, each of which knows the one before it, so that copies of a game share what they have in
common."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from tetsudo.core.actions import Action
from tetsudo.core.events import Log
from tetsudo.engine.state.state import State


class Moment:
    """One step of the past: the position before (None if it was not kept), the action, and what it set off."""

    __slots__ = ("action", "before", "events", "index", "past")

    def __init__(self, past: Moment | None, before: State | None, action: Action, events: Log, index: int) -> None:
        self.past = past
        self.before = before
        self.action = action
        self.events = events
        self.index = index

    def __reduce__(self) -> tuple[type[Moment], tuple[None, State | None, Action, Log, int]]:
        """A step is pickled and copied without those before it, of which there may be thousands."""
        return Moment, (None, self.before, self.action, self.events, self.index)


def steps(last: Moment | None, since: int = 0) -> list[Moment]:
    """The steps up to the last one, first to last; without the first `since` of the game's."""
    return list(takewhile(lambda moment: moment.index >= since, _backwards(last)))[::-1]


def alone(steps: list[Moment]) -> Moment | None:
    """The last of some steps that follow each other, without what was before them; None if there are none."""
    last: Moment | None = None
    for moment in steps:
        last = Moment(last, moment.before, moment.action, moment.events, moment.index)
    return last


def _backwards(last: Moment | None) -> Iterator[Moment]:
    while last is not None:
        yield last
        last = last.past
