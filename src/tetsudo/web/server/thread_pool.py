"""Threads that make pages, so shared that one address's requests keep only its own waiting."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

THREADS: Final = 8
"""How many pages are made at once. More would only wait for each other: Python runs one at a time."""

EACH: Final = 2
"""How many of them for one address: enough for one that waits for the disk, and each slows all others down."""


class FairThreads:
    """Asked on an event loop. Whose requests have the fewest threads comes next, and of one address the first."""

    def __init__(self, threads: int = THREADS, each: int = EACH) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._free, self._each = threads, each
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(self, place: str, made: Callable[..., Any], *values: Any, patience: float | None = None) -> Any:
        """What a function makes in one of the threads, for somebody at an address.

        `TimeoutError` if it has not begun within `patience` seconds.
        """
        await asyncio.wait_for(self._turn(place), patience)
        loop = asyncio.get_running_loop()
        work = self._pool.submit(made, *values)  # who goes away meanwhile does not free the thread
        work.add_done_callback(lambda _done: loop.call_soon_threadsafe(self._is_done, place))
        return await asyncio.wrap_future(work)

    def _is_done(self, place: str) -> None:
        self._running[place] -= 1
        if not self._running[place]:
            del self._running[place]
        self._free += 1
        self._go_on()

    async def _turn(self, place: str) -> None:
        """Wait until a thread is there; it is taken then."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(turn)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:  # he has gone
            if turn.done() and not turn.cancelled():
                self._is_done(place)
            raise

    def _go_on(self) -> None:
        while self._free:
            ready = [place for place in self._waiting if self._running[place] < self._each]
            if not ready:
                return
            place = min(ready, key=self._running.__getitem__)
            waiting = self._waiting.pop(place)
            turn = waiting.popleft()
            if waiting:
                self._waiting[place] = waiting  # behind the others
            if not turn.cancelled():
                turn.set_result(None)
                self._running[place] += 1
                self._free -= 1
