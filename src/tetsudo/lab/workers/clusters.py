"""Clusters that share the work: a running cluster of Dask or Ray, given by its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from tetsudo.core.errors import BadInput
from tetsudo.core.extras import require

WorkerLosses: TypeAlias = tuple[type[Exception], ...]
"""Exceptions raised if a worker is lost with its work."""

REQUIRED_PACKAGES: Final = {"dask": "distributed", "ray": "ray"}
"""Package required for each kind of address."""


def cluster_kind(address: str) -> str:
    """Kind of cluster at an address, `dask://host:port` or `ray://host:port`; raise BadInput for any other."""
    kind, sign, place = address.partition("://")
    if not sign or not place or kind not in REQUIRED_PACKAGES:
        raise BadInput("must be dask://HOST:PORT or ray://HOST:PORT", "--cluster")
    return kind


@contextmanager
def cluster(address: str) -> Iterator[WorkerLosses]:
    """Send joblib's work to the workers of a cluster; raise BadInput if it does not answer.

    Yields the exceptions raised if a worker is lost. Dask repeats lost work by itself, unless it is lost
    again and again; Ray does not.

    Tetsudo must be installed on each worker, in the same version as here.
    """
    kind = cluster_kind(address)
    require("cluster", "A cluster", "joblib", REQUIRED_PACKAGES[kind])
    with _dask(address) if kind == "dask" else _ray(address) as losses:
        yield losses


@contextmanager
def _dask(address: str) -> Iterator[WorkerLosses]:
    from distributed import Client, KilledWorker
    from joblib import parallel_config

    try:
        client = Client(address.replace("dask://", "tcp://", 1), timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise BadInput("no cluster answers at {address}", "--cluster", address=address) from None
    with client, parallel_config(backend="dask", client=client):
        yield (KilledWorker,)


@contextmanager
def _ray(address: str) -> Iterator[WorkerLosses]:
    import ray
    from joblib import parallel_config
    from ray.exceptions import RayError
    from ray.util.joblib import register_ray

    try:
        ray.init(address=address)
    except (OSError, ValueError):
        raise BadInput("no cluster answers at {address}", "--cluster", address=address) from None
    register_ray()
    try:
        with parallel_config(backend="ray"):
            yield (RayError,)
    finally:
        ray.shutdown()
