"""Thread pool that renders pages, shared fairly, so that many requests from one address delay only that address."""

from __future__ import annotations

import asyncio
import contextvars
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

THREADS: Final = 8
"""Number of pages rendered at once. More would only wait for each other: Python runs one thread at a time."""

MAX_THREADS_PER_ADDRESS: Final = 2
"""Maximum number of threads for one address: a second one for waits on the disk. Each slows all others down."""


class FairThreads:
    """Fair thread pool, used from an event loop. The address with the fewest running threads is next, in order of
    arrival within an address."""

    def __init__(self, threads: int = THREADS, each: int = MAX_THREADS_PER_ADDRESS) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._free, self._each = threads, each
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(self, place: str, made: Callable[..., Any], *values: Any, patience: float | None = None) -> Any:
        """Run a function in one of the threads on behalf of an address, and return its result.

        `TimeoutError` if it has not started within `patience` seconds.
        """
        await asyncio.wait_for(self._wait_for_thread(place), patience)
        loop = asyncio.get_running_loop()
        context = contextvars.copy_context()  # with the id of the request, for its log lines
        work = self._pool.submit(context.run, made, *values)  # a client that disconnects does not free the thread
        work.add_done_callback(lambda _done: loop.call_soon_threadsafe(self._release, place))
        return await asyncio.wrap_future(work)

    def _release(self, place: str) -> None:
        self._running[place] -= 1
        if not self._running[place]:
            del self._running[place]
        self._free += 1
        self._dispatch()

    async def _wait_for_thread(self, place: str) -> None:
        """Wait for a free thread, and reserve it."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(turn)
        self._dispatch()
        try:
            await turn
        except asyncio.CancelledError:  # the client has disconnected
            if turn.done() and not turn.cancelled():
                self._release(place)
            raise

    def _dispatch(self) -> None:
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
