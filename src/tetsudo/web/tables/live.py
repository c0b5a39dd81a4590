"""Telling open pages that something happened: server-sent events, of which each says only a number.

A page that hears a number fetches what it shows itself, so that a page that was asleep or
away catches up without a gap: the stream begins with how things stand.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from threading import Lock
from typing import Final, NamedTuple

MOVE: Final = "move"
CHAT: Final = "chat"
TABLE: Final = "table"
"""What an event is about: the game (its number of moves), the chat (the last message), seats and undo requests."""

HEARTBEAT: Final = 20.0
RETRY: Final = 1500


class _Listener(NamedTuple):
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[tuple[str, int]]


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
        listener.loop.call_soon_threadsafe(listener.queue.put_nowait, (kind, number))
    for heard in _watchers:
        heard(table, kind)


def open_streams() -> int:
    """How many pages listen."""
    with _lock:
        return sum(map(len, _listeners.values()))


async def stream(table: int, beginning: Callable[[], AsyncIterator[tuple[str, int]]]) -> AsyncIterator[str]:
    """The events of a table; `beginning` says how things stand, and is asked once nothing can be missed."""
    listener = _Listener(asyncio.get_running_loop(), asyncio.Queue())
    with _lock:
        _listeners[table].add(listener)
    try:
        yield f"retry: {RETRY}\n\n"
        async for kind, number in beginning():
            yield _event(kind, number)
        while True:
            try:
                kind, number = await asyncio.wait_for(listener.queue.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
            else:
                yield _event(kind, number)
    finally:
        with _lock:
            _listeners[table].discard(listener)
            if not _listeners[table]:
                del _listeners[table]


def _event(kind: str, number: int) -> str:
    """Only a move has an id: it is what a page that comes back says that it knows."""
    head = f"id: {number}\n" if kind == MOVE else ""
    return f"{head}event: {kind}\ndata: {number}\n\n"
