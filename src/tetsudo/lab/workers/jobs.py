"""Numbered jobs, run in this process, in several processes, or by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from tetsudo.core.errors import BadInput
from tetsudo.core.extras import require
from tetsudo.lab.workers.clusters import WorkerLosses, cluster

BATCH_SIZE: Final = 10
"""Number of jobs in a process's batch."""

CLUSTER_ROUND_SIZE: Final = 1000
"""Number of jobs sent to a cluster at a time."""

MAX_ATTEMPTS: Final = 3
"""Number of attempts for a round if workers are lost."""

T = TypeVar("T")

Work = Callable[[int], T]
"""A job, by number."""


def results(
    work: Work[T], numbers: Sequence[int], jobs: int = 1, address: str = "", batch: int = BATCH_SIZE
) -> Iterator[T]:
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
    for done in processes(delayed(_run_batch)(work, batch) for batch in _batches(numbers, size)):
        yield from done


def _on_cluster(work: Work[T], numbers: Sequence[int], address: str, size: int) -> Iterator[T]:
    """Run in rounds, since not every cluster returns results one by one."""
    require("cluster", "A cluster", "joblib")
    from joblib import Parallel, delayed

    with cluster(address) as losses:
        workers = Parallel(n_jobs=-1)
        for some in _batches(numbers, CLUSTER_ROUND_SIZE):
            calls = [delayed(_run_batch)(work, batch) for batch in _batches(some, size)]
            for done in _retry(partial(workers, calls), losses):
                yield from done


def _retry(round: Callable[[], T], losses: WorkerLosses) -> T:
    """Run a round, retrying if a worker is lost; raise BadInput after `MAX_ATTEMPTS` attempts."""
    for _ in range(MAX_ATTEMPTS):
        try:
            return round()
        except losses:
            continue
    raise BadInput("a worker failed {tries} times on the same job", "--cluster", tries=MAX_ATTEMPTS)


def _batches(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def _run_batch(work: Work[T], numbers: Sequence[int]) -> list[T]:
    return [work(number) for number in numbers]
