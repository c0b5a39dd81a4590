"""Machines that share the work with this one: a running cluster of Dask or Ray, named by its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from tetsudo.core.errors import BadInput
from tetsudo.core.extras import require

Losses: TypeAlias = tuple[type[Exception], ...]
"""What is raised where a worker was lost with its work."""

NEEDED: Final = {"dask": "distributed", "ray": "ray"}
"""The package behind each kind of address."""


def kind_of(address: str) -> str:
    """Which kind of cluster an address is of, `dask://host:port` or `ray://host:port`; BadInput for any other."""
    kind, sign, place = address.partition("://")
    if not sign or not place or kind not in NEEDED:
        raise BadInput("must be dask://HOST:PORT or ray://HOST:PORT", "--cluster")
    return kind


@contextmanager
def cluster(address: str) -> Iterator[Losses]:
    """Whatever joblib does meanwhile is done by the workers of a cluster; BadInput if nobody answers there.

    Gives what is raised where a worker is lost. Dask plays again by itself what it had, unless it is lost
    again and again; Ray does not.

    Tetsudo must be installed on each worker, the same version as here.
    """
    kind = kind_of(address)
    require("cluster", "A cluster", "joblib", NEEDED[kind])
    with _dask(address) if kind == "dask" else _ray(address) as losses:
        yield losses


@contextmanager
def _dask(address: str) -> Iterator[Losses]:
    from distributed import Client, KilledWorker
    from joblib import parallel_config

    try:
        client = Client(address.replace("dask://", "tcp://", 1), timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise BadInput("nobody answers at {address}", "--cluster", address=address) from None
    with client, parallel_config(backend="dask", client=client):
        yield (KilledWorker,)


@contextmanager
def _ray(address: str) -> Iterator[Losses]:
    import ray
    from joblib import parallel_config
    from ray.exceptions import RayError
    from ray.util.joblib import register_ray

    try:
        ray.init(address=address)
    except (OSError, ValueError):
        raise BadInput("nobody answers at {address}", "--cluster", address=address) from None
    register_ray()
    try:
        with parallel_config(backend="ray"):
            yield (RayError,)
    finally:
        ray.shutdown()
