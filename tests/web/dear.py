"""Work for the pool, as bad as can be; as a program, a server with such work under way."""

from __future__ import annotations

import os
import time
from typing import Any

from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.web.tables.workers.cancellation import is_cancelled


def told(value: Any) -> Any:
    """The value."""
    return value


def forever() -> None:
    """Reckons on and on."""
    while True:
        sum(range(1000))


def refused() -> None:
    """The rules refuse it."""
    raise IllegalAction("no", "Not so.", "1889-RUN-01", "Do that.")


def bad() -> None:
    """It is nonsense."""
    raise BadInput("is nonsense", "file")


def fails() -> None:
    """A fault."""
    raise RuntimeError("a fault")


_hoard: list[bytes] = []


def hoards(count: int) -> int:
    """Takes so many bytes, and gives none back."""
    _hoard.append(bytes(count))
    return os.getpid()


def crashes() -> None:
    """The process is gone."""
    os._exit(3)


def until_moot() -> None:
    """Reckons on until nobody wants it any more."""
    while not is_cancelled():
        time.sleep(0.01)


def process() -> int:
    """Which process this is."""
    return os.getpid()


def _main() -> None:
    from tetsudo.web.tables.workers.process_pool import Job, Pool

    pool = Pool(1)
    pool.submit(Job("a", process, (), 20, lambda outcome: print(outcome.value, flush=True)))
    pool.submit(Job("a", forever, (), 600, lambda outcome: None))
    time.sleep(600)


if __name__ == "__main__":
    _main()
