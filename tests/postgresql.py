"""PostgreSQL for tests: a server of its own in a temporary folder, started once for each run of the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

FOLDERS: Final = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"))
NO_POSTGRESQL: Final = "needs a PostgreSQL server: apt-get install postgresql"
ACCOUNT: Final = "postgres"
"""User of the machine that runs the server if the tests run as root, as which it refuses to run."""


def program(name: str) -> str | None:
    """Path of a program of PostgreSQL; None if it is not installed."""
    return next((str(folder / name) for folder in FOLDERS if (folder / name).exists()), None) or shutil.which(name)


def is_installed() -> bool:
    """True if a server can be started."""
    return bool(program("initdb") and program("postgres"))


class Postgres:
    """A running server, which listens on a socket in its folder only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ["-k", str(self.folder), "-c", "listen_addresses=", "-c", "max_connections=200"]
        command = [str(program("postgres")), "-D", str(self.folder / "data"), *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **_account())
        asked = [str(program("pg_isready")), "-q", "-h", str(self.folder), "-U", ACCOUNT]
        while subprocess.run(asked, check=False).returncode:
            assert self._process.poll() is None, (self.folder / "log").read_text()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: by default at once, with an end of all connections."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def create(self, name: str) -> str:
        """Create an empty database, and return its URL."""
        self.run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        self.run(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def url(self, name: str) -> str:
        """URL of a database."""
        return f"postgresql://{ACCOUNT}@{str(self.folder).replace('/', '%2F')}/{name}"

    def run(self, sql: str, database: str = "postgres") -> str:
        """Run a statement, and return what psql prints."""
        command = [str(program("psql")), "-qAt", "-h", str(self.folder), "-U", ACCOUNT, "-d", database, "-c", sql]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def running(parent: Path | None = None) -> Iterator[Postgres]:
    """Server with an empty cluster, removed at the end; its files are in a folder of `parent`, if that is given."""
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=parent))  # short: a socket's path has at most 107 characters
    if os.getuid() == 0:
        shutil.chown(folder, ACCOUNT, ACCOUNT)
    command = [str(program("initdb")), "-D", str(folder / "data"), "-U", ACCOUNT, "-A", "trust", "-N", "-E", "UTF8"]
    subprocess.run([*command, "--locale=C.UTF-8"], check=True, stdout=subprocess.DEVNULL, cwd="/", **_account())
    server = Postgres(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _account() -> dict[str, Any]:
    """Options of a process that must not run as root."""
    return {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": ()} if os.getuid() == 0 else {}
