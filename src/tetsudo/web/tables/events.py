"""Notification of open pages by server-sent events, each of which carries only a number.

A page that receives a number fetches the new content itself, so a page that was asleep or
offline catches up without a gap: the stream starts with the present numbers. A slow page
is sent only the newest of several pending numbers.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from functools import partial
from random import random
from threading import Lock
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Max

from tetsudo.web.common.database.channel import Channel, Subject
from tetsudo.web.tables.models import Table

MOVE: Final = "move"
CHAT: Final = "chat"
TABLE: Final = "table"
WAITING: Final = "waiting"
"""Kinds of events: the game (its number of moves), the chat (the last message), seats and undo requests, and another
table that now waits for the viewer (its id)."""

COUNTED: Final = (MOVE, CHAT)
"""Kinds whose numbers only grow, so that the same number is no news."""

HEARTBEAT_SECONDS: Final = 20.0
RETRY_MILLISECONDS: Final = 1500
MILLISECONDS_PER_STREAM: Final = 5
"""Time before a page reconnects: the site beginning anew takes so long to answer each of the others."""

HEARTBEAT: Final = ": still here\n\n"
"""Comment of a stream without news."""


class _Listener:
    """An open page and its pending events. Used only on its event loop, except for `notify` and `end`."""

    def __init__(self, guest: int | None) -> None:
        self.guest = guest
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._news: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self.has_ended = False

    def notify(self, kind: str, number: int) -> None:
        """Add an event, from any thread."""
        self._call(self._add_event, kind, number)

    def end(self) -> None:
        """End the stream, from any thread."""
        self._call(self._set_ended)

    def _call(self, what: Callable[..., None], *values: object) -> None:
        with contextlib.suppress(RuntimeError):  # its loop is closed: the site is stopping
            self._loop.call_soon_threadsafe(what, *values)

    def _add_event(self, kind: str, number: int) -> None:
        if kind in COUNTED and number <= self._told.get(kind, -1):
            return  # each process tells all present numbers now and then
        self._news[kind] = max(number, self._news.get(kind, 0))
        self._woken.set()

    def note(self, numbers: Numbers) -> None:
        """Note the numbers that the page is told."""
        self._told.update({kind: number for kind, number in numbers.items() if kind in COUNTED})

    def _set_ended(self) -> None:
        self.has_ended = True
        self._woken.set()

    async def news(self) -> dict[str, int]:
        """Wait for events and return their numbers by kind; empty after `HEARTBEAT_SECONDS` seconds without any.

        Or after less, so that pages that were opened together are not all written to together.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), HEARTBEAT_SECONDS * (1 + random()) / 2)
        found, self._news = self._news, {}
        self._woken.clear()
        self.note(found)
        return found


PLAN: Final = "plan"
NAMES: Final = "names"
"""Events for the site only: a player has made a plan, which other pages must not learn; a seat has got another name in
all moves, so what processes have in memory is wrong.
"""

_listeners: defaultdict[int, set[_Listener]] = defaultdict(set)
_lock = Lock()
_watchers: list[Callable[[int, str], None]] = []
_watchers_of_all: list[Callable[[int, str], None]] = []
_channels: list[Channel] = []


def watch(callback: Callable[[int, str], None], *, elsewhere: bool = False) -> None:
    """Register a callback for the table and kind of each event, called in the thread of the event.

    `elsewhere`: also for those of the site's other processes.
    """
    _watchers.append(callback)
    if elsewhere:
        _watchers_of_all.append(callback)


def notify(table: int, kind: str, number: int) -> None:
    """Notify all viewers of a table and the watchers, from any thread; within a transaction, when it is committed."""
    _tell_pages(table, kind, number)
    _tell_watchers(_watchers, table, kind, number)


def notify_watchers(table: int, kind: str) -> None:
    """Notify only the watchers."""
    _tell_watchers(_watchers, table, kind, 0)


def _tell_pages(table: int, kind: str, number: int) -> None:
    with _lock:
        listeners = list(_listeners.get(table, ()))
    for listener in listeners:
        listener.notify(kind, number)


def _tell_watchers(watchers: list[Callable[[int, str], None]], table: int, kind: str, number: int) -> None:
    """Tell the watchers of this process, then the other processes."""
    for watcher in watchers:
        watcher(table, kind)
    for channel in _channels:
        transaction.on_commit(partial(channel.say, (table, kind), number))


def open_channel(look: Callable[[], None]) -> None:
    """Connect with the site's other processes. `look`: called now and then, since some events may have been missed."""

    def hear(subject: Subject, number: int) -> None:
        table, kind = subject
        if kind not in (PLAN, NAMES):
            _tell_pages(table, kind, number)
        for watcher in _watchers_of_all:
            watcher(table, kind)

    def look_everywhere(was_interrupted: bool) -> None:
        _tell_present(was_interrupted)
        look()

    channel = Channel(hear, look_everywhere)
    _channels.append(channel)
    channel.start()


def _tell_present(was_interrupted: bool) -> None:
    """Tell all open pages the present numbers of their table; after an interruption, that seats may have changed."""
    with _lock:
        tables = list(_listeners)
    for pk, version, message in Table.objects.filter(pk__in=tables).values_list("pk", "version", Max("messages")):
        _tell_pages(pk, MOVE, version)
        _tell_pages(pk, CHAT, message or 0)
        if was_interrupted:
            _tell_pages(pk, TABLE, version)


def is_channel_alive() -> bool:
    """True if the channels that were opened in this process still work."""
    return all(channel.is_alive for channel in _channels)


def present_guests() -> set[int]:
    """Guests with a table's page open in this process."""
    with _lock:
        return {each.guest for listeners in _listeners.values() for each in listeners if each.guest is not None}


def stream_count() -> int:
    """Number of open streams in this process."""
    with _lock:
        return sum(map(len, _listeners.values()))


def notify_guest(guest: int, table: int) -> None:
    """Notify the pages that a guest has open at other tables that this one waits for them."""
    with _lock:
        others = [each for pk, listeners in _listeners.items() if pk != table for each in listeners]
    for listener in others:
        if listener.guest == guest:
            listener.notify(WAITING, table)


def end() -> None:
    """End all streams, because the site is stopping; pages reconnect once it is back."""
    with _lock:
        listeners = [listener for each in _listeners.values() for listener in each]
    for listener in listeners:
        listener.end()


Numbers: TypeAlias = Mapping[str, int]
"""The latest number of each kind of event."""


def retry() -> str:
    """Beginning of a stream: when its page is to reconnect. Many pages are spread over some seconds."""
    return f"retry: {RETRY_MILLISECONDS + int(random() * stream_count() * MILLISECONDS_PER_STREAM)}\n\n"


async def stream(
    table: int, beginning: Callable[[], Awaitable[Numbers]], guest: int | None = None
) -> AsyncIterator[str]:
    """Event stream of a table for a page of a guest, if known; parameters as for `changes`."""
    yield retry()
    async with aclosing(changes(table, beginning, guest)) as found:
        async for numbers in found:
            yield "".join(_event(kind, number) for kind, number in numbers.items()) or HEARTBEAT


async def changes(
    table: int, beginning: Callable[[], Awaitable[Numbers]], guest: int | None = None
) -> AsyncGenerator[Numbers, None]:
    """Numbers of a table that have changed, as they do; none of them after `HEARTBEAT_SECONDS` seconds without any.

    `beginning` gives the present numbers, and is called once listening has begun, so that nothing is missed.
    """
    listener = _Listener(guest)
    with _lock:
        _listeners[table].add(listener)
    try:
        present = await beginning()
        listener.note(present)
        yield present
        while not listener.has_ended:
            yield await listener.news()
    finally:
        with _lock:
            _listeners[table].discard(listener)
            if not _listeners[table]:
                del _listeners[table]


def _event(kind: str, number: int) -> str:
    """Format an event. Only a move has an id, which a reconnecting page sends back as its last known state."""
    head = f"id: {number}\n" if kind == MOVE else ""
    return f"{head}event: {kind}\ndata: {number}\n\n"
