"""Numbered jobs, run in this process, in several processes, or by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from tetsudo.core.errors import BadInput
from tetsudo.core.extras import require
from tetsudo.lab.clusters import Losses, cluster

BATCH: Final = 10
"""Number of jobs in a process's batch."""

ROUND: Final = 1000
"""Number of jobs sent to a cluster at a time."""

TRIES: Final = 3
"""Number of attempts for a round if workers are lost."""

T = TypeVar("T")

Work = Callable[[int], T]
"""A job, by number."""


def results(work: Work[T], numbers: Sequence[int], jobs: int = 1, address: str = "", batch: int = BATCH) -> Iterator[T]:
    """Yield the result of each job, in order. `address`: of a cluster, `dask://host:port` or `ray://host:port`."""
    if address:
        return _on_cluster(work, numbers, address, batch)
    if jobs == 1:
        return map(work, numbers)
    return _in_processes(work, numbers, jobs, batch)


def _in_processes(work: Work[T], numbers: Sequence[int], jobs: int, size: int) -> Iterator[T]:
    require("lab", "Playing in several processes", "joblib")
    from joblib import Parallel, delayed

    processes = Parallel(n_jobs=jobs, return_as="generator")
    for done in processes(delayed(_batch)(work, batch) for batch in _batches(numbers, size)):
        yield from done


def _on_cluster(work: Work[T], numbers: Sequence[int], address: str, size: int) -> Iterator[T]:
    """Run in rounds, since not every cluster returns results one by one."""
    require("cluster", "A cluster", "joblib")
    from joblib import Parallel, delayed

    with cluster(address) as losses:
        workers = Parallel(n_jobs=-1)
        for some in _batches(numbers, ROUND):
            calls = [delayed(_batch)(work, batch) for batch in _batches(some, size)]
            for done in _persistently(partial(workers, calls), losses):
                yield from done


def _persistently(round: Callable[[], T], losses: Losses) -> T:
    """Run a round, retrying if a worker is lost; raise BadInput after `TRIES` attempts."""
    for _ in range(TRIES):
        try:
            return round()
        except losses:
            continue
    raise BadInput("a worker failed {tries} times on the same job", "--cluster", tries=TRIES)


def _batches(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def _batch(work: Work[T], numbers: Sequence[int]) -> list[T]:
    return [work(number) for number in numbers]
