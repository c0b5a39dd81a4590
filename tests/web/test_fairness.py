"""Threads for pages: one address's requests delay only its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from tetsudo.web.server.thread_pool import FairThreads


def finish(what: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(what, 20))


def test_another_address_does_not_wait_behind_many_of_one() -> None:
    order: list[str] = []

    async def main() -> None:
        gate, threads = threading.Event(), FairThreads(threads=3, each=2)
        many = [asyncio.create_task(threads.run("a", gate.wait, 10)) for _ in range(20)]
        await asyncio.sleep(0)
        await threads.run("b", order.append, "b")  # the third thread is still free
        assert not any(task.done() for task in many)
        gate.set()
        await asyncio.gather(*many)

    finish(main())
    assert order == ["b"]


def test_addresses_take_turns() -> None:
    order: list[str] = []

    async def main() -> None:
        gate, threads = threading.Event(), FairThreads(threads=1, each=1)
        first = asyncio.create_task(threads.run("x", gate.wait, 10))
        await asyncio.sleep(0)
        places = ["a", "a", "a", "b", "b", "c"]
        others = [asyncio.create_task(threads.run(place, order.append, place)) for place in places]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *others)

    finish(main())
    assert order == ["a", "b", "c", "a", "b", "a"]


def test_who_goes_away_gives_no_thread_back_that_still_works() -> None:
    """Otherwise repeated requests and disconnects would occupy all threads."""

    async def main() -> None:
        gate, threads, begun = threading.Event(), FairThreads(threads=2, each=1), list[int]()

        def work(number: int) -> None:
            begun.append(number)
            gate.wait(10)

        for number in range(5):
            task = asyncio.create_task(threads.run("a", work, number))
            await asyncio.sleep(0.02)
            while not begun:  # the thread may start late on a busy machine
                await asyncio.sleep(0.001)
            task.cancel()
        await asyncio.sleep(0.02)
        assert begun == [0]
        gate.set()
        await threads.run("a", begun.append, 9)
        assert begun == [0, 9]

    finish(main())


def test_a_fault_gives_the_thread_back() -> None:
    async def main() -> Any:
        threads = FairThreads(threads=1, each=1)
        for _ in range(3):
            try:
                await threads.run("a", int, "no number")
            except ValueError:
                continue
        return await threads.run("a", int, "7")

    assert finish(main()) == 7
