"""Telling open pages that something happened: server-sent events, of which each says only a number.

A page that hears a number fetches what it shows itself, so that a page that was asleep or
away catches up without a gap: the stream begins with how things stand. Of several numbers
that a slow page has not been sent yet it is sent the newest.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from threading import Lock
from typing import Final

MOVE: Final = "move"
CHAT: Final = "chat"
TABLE: Final = "table"
"""What an event is about: the game (its number of moves), the chat (the last message), seats and undo requests."""

HEARTBEAT: Final = 20.0
RETRY: Final = 1500


class _Listener:
    """An open page: what it has not been sent yet. Used on its event loop only, but for `tell` and `end`."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._news: dict[str, int] = {}
        self.has_ended = False

    def tell(self, kind: str, number: int) -> None:
        """From any thread."""
        self._call(self._hear, kind, number)

    def end(self) -> None:
        """From any thread."""
        self._call(self._hear_the_end)

    def _call(self, what: Callable[..., None], *values: object) -> None:
        with contextlib.suppress(RuntimeError):  # its loop is closed: the site is being stopped
            self._loop.call_soon_threadsafe(what, *values)

    def _hear(self, kind: str, number: int) -> None:
        self._news[kind] = max(number, self._news.get(kind, 0))
        self._woken.set()

    def _hear_the_end(self) -> None:
        self.has_ended = True
        self._woken.set()

    async def news(self) -> dict[str, int]:
        """What happened, as soon as something does; nothing if nothing did for a while."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), HEARTBEAT)
        found, self._news = self._news, {}
        self._woken.clear()
        return found


PLAN: Final = "plan"
"""What only this process hears of: somebody has made a plan, which nobody else is told."""

_listeners: defaultdict[int, set[_Listener]] = defaultdict(set)
_lock = Lock()
_watchers: list[Callable[[int, str], None]] = []


def watch(heard: Callable[[int, str], None]) -> None:
    """Have a function called with each table and kind of event, in the thread in which it happens."""
    _watchers.append(heard)


def tell(table: int, kind: str, number: int) -> None:
    """Tell all who look at a table; from any thread."""
    with _lock:
        listeners = list(_listeners.get(table, ()))
    for listener in listeners:
        listener.tell(kind, number)
    hint(table, kind)


def hint(table: int, kind: str) -> None:
    """Tell only those who watch in this process."""
    for heard in _watchers:
        heard(table, kind)


def end() -> None:
    """End all streams: the site is being stopped, and pages will come back to the next one."""
    with _lock:
        listeners = [listener for each in _listeners.values() for listener in each]
    for listener in listeners:
        listener.end()


async def stream(table: int, beginning: Callable[[], AsyncIterator[tuple[str, int]]]) -> AsyncIterator[str]:
    """The events of a table; `beginning` says how things stand, and is asked once nothing can be missed."""
    listener = _Listener()
    with _lock:
        _listeners[table].add(listener)
    try:
        yield f"retry: {RETRY}\n\n"
        async for kind, number in beginning():
            yield _event(kind, number)
        while not listener.has_ended:
            news = await listener.news()
            yield "".join(_event(kind, number) for kind, number in news.items()) or ": still here\n\n"
    finally:
        with _lock:
            _listeners[table].discard(listener)
            if not _listeners[table]:
                del _listeners[table]


def _event(kind: str, number: int) -> str:
    """Only a move has an id: it is what a page that comes back says that it knows."""
    head = f"id: {number}\n" if kind == MOVE else ""
    return f"{head}event: {kind}\ndata: {number}\n\n"
