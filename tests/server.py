"""The site as users run it: `tetsudo serve` in its own process, with its own port and database."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, TypedDict, Unpack

from tests import two_servers

ROOT: Final = Path(__file__).resolve().parent.parent
RATE_SETTINGS: Final = tuple(
    f"TETSUDO_RATE_{kind}"
    for kind in (
        *("GUESTS", "TABLES", "IMPORTS", "BRANCHES", "CHAT", "NOTES", "SEATS", "BOARDS", "ADVICE", "PRESETS"),
        *("MAILS", "SIGN_UPS", "READS"),
    )
)
"""Rate limits for guests: off in tests by default ("" restores the usual limit)."""

SITE_PROGRAM: Final = ("tetsudo", "serve")
TIMEOUT_SECONDS: Final = 60.0
"""Timeout in seconds for the printed address; long, for busy machines."""


class ServerOptions(TypedDict, total=False):
    """Optional settings of the server."""

    pace: float
    """Seconds that bots wait, 0 by default."""

    port: int
    host: str
    descriptors: int
    """Limit on file descriptors."""

    environment: Mapping[str, str] | None
    """The host's settings, such as TETSUDO_MAX_STREAMS."""

    program: Sequence[str]
    """The program to run instead of `tetsudo serve`."""


class Server:
    """A running site. `with Server.start(tmp_path / "site.db") as server: ... server.address`"""

    def __init__(self, process: subprocess.Popen[str], address: str, database: Path | str) -> None:
        self.process = process
        self.address = address
        self.database = database
        self.log_lines: list[str] = []
        threading.Thread(target=_drain, args=(process.stdout, self.log_lines), daemon=True).start()

    @classmethod
    def start(cls, database: Path | str, *options: str, **chosen: Unpack[ServerOptions]) -> Server:
        """Start the site on a database (a file, or a URL), and wait until it serves."""
        if two_servers.IS_ON and isinstance(database, Path) and "program" not in chosen:
            return TwoServers.start_both(database, *options, **chosen)
        process = launch(database, *options, **chosen)
        found = _address(process)
        if found is None:
            process.kill()
            raise RuntimeError(f"the site did not start: {process.communicate()[0]}")
        return cls(process, found.rstrip("/"), database)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.address.rpartition(":")[2])

    def wait_for_log(self, words: str, after: int = 0, times: int = 1) -> list[str]:
        """Log lines after line `after`, once `words` have appeared `times` times: lines may come later than an
        answer."""
        until = time.monotonic() + TIMEOUT_SECONDS
        while sum(words in line for line in self.log_lines[after:]) < times:
            assert time.monotonic() < until, f"it never said {words!r}: {self.log_lines[after:]}"
            time.sleep(0.01)
        return self.log_lines[after:]

    def stop(self) -> int:
        """Stop it as Ctrl+C does; returns the exit code."""
        return self._terminate(signal.SIGINT)

    def kill(self) -> int:
        """Kill it, as a power cut does."""
        return self._terminate(signal.SIGKILL)

    def _terminate(self, how: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class TwoServers(Server):
    """Two servers and a worker on PostgreSQL, with the interface of one (`two_servers`)."""

    def __init__(self, servers: Sequence[Server], worker: subprocess.Popen[str], database: Path) -> None:
        self._servers, self._worker = servers, worker
        self._in_turn = two_servers.InTurn([each.port for each in servers])
        self.process, self.database = servers[0].process, database
        self.address = f"http://localhost:{self._in_turn.port}"

    @classmethod
    def start_both(cls, database: Path, *options: str, **chosen: Unpack[ServerOptions]) -> TwoServers:
        """Start all three processes on the database that stands for a file, and wait until they serve."""
        url = two_servers.url_of(database)
        ours = {"XDG_DATA_HOME": str(database.parent), **(chosen.get("environment") or {})}
        chosen["environment"] = {"TETSUDO_NOTICE_WORKERS": "0", **ours}
        servers = [Server.start(url, *options, **chosen) for _ in range(2)]
        return cls(servers, two_servers.start_worker(url, {**_environment(0), **ours}), database)

    @property
    def log_lines(self) -> list[str]:  # type: ignore[override]
        """Log lines of both servers; those of the second come last."""
        return [line for each in self._servers for line in each.log_lines]

    def stop(self) -> int:
        """Stop all processes."""
        self._end()
        return max(each.stop() for each in self._servers)

    def kill(self) -> int:
        """Kill all processes."""
        self._end()
        return max(each.kill() for each in self._servers)

    def _end(self) -> None:
        self._in_turn.close()
        self._worker.kill()
        self._worker.wait()


def database_url(database: Path | str) -> str:
    """URL of a database, given as a file or as a URL."""
    if not isinstance(database, Path):
        return database
    return two_servers.url_of(database) if two_servers.IS_ON else f"sqlite:///{database}"


def change(database: Path | str, statement: str, values: Sequence[Any] = ()) -> None:
    """Change the database of a running site, of either kind, by a statement with ? for values."""
    url = database_url(database)
    if url.startswith("postgresql"):
        import psycopg

        with psycopg.connect(url) as shared:
            shared.execute(statement.replace("?", "%s"), values)
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=30)) as connection, connection:
        connection.execute(statement, values)


def launch(database: Path | str, *options: str, **chosen: Unpack[ServerOptions]) -> subprocess.Popen[str]:
    """The process, with stdout and stderr as one pipe; it may still refuse to start."""
    where = ["--host", chosen.get("host", "127.0.0.1"), "--port", str(chosen.get("port", 0))]
    command = [
        sys.executable,
        "-m",
        *chosen.get("program", SITE_PROGRAM),
        "--database",
        database_url(database),
        *where,
        *options,
    ]
    if descriptors := chosen.get("descriptors"):
        command = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", *command]
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**_environment(chosen.get("pace", 0)), **(chosen.get("environment") or {})},
    )


def _environment(pace: float) -> dict[str, str]:
    """This process's environment, without the tests' own settings."""
    ours = ("DJANGO_SETTINGS_MODULE", "DISPLAY", "TETSUDO_WORKERS", "TETSUDO_BOT_WORKERS", "TETSUDO_PAGE_WAIT_SECONDS")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", ""))))
    chosen = {"TETSUDO_BOT_PACE": str(pace), **dict.fromkeys(RATE_SETTINGS, "10000/minute")}
    return {**kept, **chosen, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}


def _address(process: subprocess.Popen[str]) -> str | None:
    """The address that it prints; None if it exits or prints none in time."""
    assert process.stdout
    impatience = threading.Timer(TIMEOUT_SECONDS, process.kill)
    impatience.start()
    try:
        for line in process.stdout:
            found = re.search(r"https?://\S+", line)
            if found:
                return found.group()
        return None
    finally:
        impatience.cancel()


def _drain(stream: IO[str] | None, into: list[str]) -> None:
    """Keep reading, since a full pipe would block the server."""
    for line in stream or ():
        into.append(line)
