"""A PostgreSQL server for these tests, and databases on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests import postgresql
from tests.postgresql import Postgres
from tests.server import Server


class NewSite(Protocol):
    """Starts a process that serves a database."""

    def __call__(self, database: str, *options: str, **environment: str) -> Server: ...


@pytest.fixture(scope="package")
def postgres() -> Iterator[Postgres]:
    """A running server."""
    if not postgresql.is_installed():
        pytest.skip(postgresql.NO_POSTGRESQL)
    with postgresql.running() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """URL of an empty database; keys are made in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return postgres.create(f"site_{abs(hash(str(tmp_path))) % 10**12}")


@pytest.fixture
def serve() -> Iterator[NewSite]:
    """Starts servers, which stop at the end of the test."""
    started: list[Server] = []

    def start(database: str, *options: str, **environment: str) -> Server:
        started.append(Server.start(database, *options, environment=environment))
        return started[-1]

    yield start
    for server in started:
        server.stop()
