"""Extreme tasks for the worker pool; run as a program, a server with such tasks in progress."""

from __future__ import annotations

import os
import time
from typing import Any

from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.web.tables.workers.cancellation import is_cancelled


def echo(value: Any) -> Any:
    """Return the value."""
    return value


def run_forever() -> None:
    """Compute forever."""
    while True:
        sum(range(1000))


def raise_refusal() -> None:
    """Raise a refusal by the rules."""
    raise IllegalAction("no", "Not so.", "1889-RUN-01", "Do that.")


def raise_bad_input() -> None:
    """Raise an error for bad input."""
    raise BadInput("is nonsense", "file")


def raise_error() -> None:
    """Raise an unexpected error."""
    raise RuntimeError("a fault")


_hoard: list[bytes] = []


def allocate(count: int) -> int:
    """Allocate `count` bytes and keep them."""
    _hoard.append(bytes(count))
    return os.getpid()


def kill_process() -> None:
    """Kill the process."""
    os._exit(3)


def run_until_cancelled() -> None:
    """Compute until cancelled."""
    while not is_cancelled():
        time.sleep(0.01)


def process_id() -> int:
    """Id of this process."""
    return os.getpid()


def _main() -> None:
    from tetsudo.web.tables.workers.process_pool import Job, Pool

    pool = Pool(1)
    pool.submit(Job("a", process_id, (), 20, lambda outcome: print(outcome.value, flush=True)))
    pool.submit(Job("a", run_forever, (), 600, lambda outcome: None))
    time.sleep(600)


if __name__ == "__main__":
    _main()
