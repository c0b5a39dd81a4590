"""Workers on other machines, simulated by processes on this one."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from joblib import parallel_config

from tests.cli.test_commands import run
from tetsudo.core.errors import BadInput
from tetsudo.lab import simulate as simulation
from tetsudo.lab.simulate import Outcome, play_one, simulate
from tetsudo.lab.table_spec import Table
from tetsudo.lab.workers import jobs
from tetsudo.lab.workers.clusters import WorkerLosses, cluster

TABLE = Table("1889", 3)


@pytest.fixture
def two_workers() -> Iterator[Any]:
    """A Dask cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        yield local


def kill_a_worker_at_work(local: Any, killed: list[int]) -> None:
    """Kill a worker as soon as one has work."""
    while True:
        for worker in local.workers.values():
            known = local.scheduler.workers.get(worker.worker_address)
            if known is not None and known.processing:
                killed.append(worker.pid)
                os.kill(worker.pid, signal.SIGKILL)
                return
        time.sleep(0.01)


@pytest.mark.long
def test_a_worker_that_is_killed_changes_nothing(two_workers: Any) -> None:
    address = two_workers.scheduler_address.replace("tcp://", "dask://")
    killed: list[int] = []
    Thread(target=kill_a_worker_at_work, args=(two_workers, killed), daemon=True).start()
    outcomes = list(simulate(TABLE, 60, seed=4, address=address))
    assert len(killed) == 1
    assert outcomes == list(simulate(TABLE, 60, seed=4))


@contextmanager
def unreliable(_address: str) -> Iterator[WorkerLosses]:
    """A cluster within this process, with one kind of lost-worker error."""
    with parallel_config(backend="sequential"):
        yield (ConnectionResetError,)


@pytest.mark.pure
@pytest.mark.parametrize("times", [1, 2])
def test_what_a_lost_worker_had_is_played_again(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a cluster that does not retry by itself, such as Ray."""
    monkeypatch.setattr(jobs, "cluster", unreliable)
    monkeypatch.setattr(simulation, "play_one", failing(times))
    assert list(simulate(TABLE, 3, seed=4, address="ray://nowhere:1")) == [play_one(TABLE, 4, n) for n in range(3)]


@pytest.mark.pure
def test_where_workers_are_lost_again_and_again_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "cluster", unreliable)
    monkeypatch.setattr(simulation, "play_one", failing(3))
    with pytest.raises(BadInput, match="a worker failed 3 times"):
        list(simulate(TABLE, 3, seed=4, address="ray://nowhere:1"))


def failing(times: int) -> Callable[[Table, int, int], Outcome]:
    """A play function that fails the given number of times first."""
    left = iter(range(times))

    def play(table: Table, seed: int, index: int, *, recorded: bool = False) -> Outcome:
        for _ in left:
            raise ConnectionResetError
        return play_one(table, seed, index)

    return play


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:8786", "dask:", "dask://", "ftp://somewhere"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="must be dask://"), cluster(address):
        pass


@pytest.mark.long
def test_where_nobody_answers_it_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, complaint = run(monkeypatch, capsys, "simulate", "1889", "--games", "2", "--cluster", "dask://127.0.0.1:1")
    assert code != 0
    assert "no cluster answers at dask://127.0.0.1:1" in complaint
