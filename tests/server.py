"""The site as people run it: `tetsudo serve` in a process of its own, on a port and a database of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Final, TypedDict, Unpack

ROOT: Final = Path(__file__).resolve().parent.parent
RATES: Final = tuple(
    f"TETSUDO_RATE_{kind}"
    for kind in ("GUESTS", "TABLES", "IMPORTS", "BRANCHES", "CHAT", "NOTES", "SEATS", "BOARDS", "ADVICE")
)
"""How often a guest may do what: as often as he likes in tests, unless one says otherwise ("" for what is usual)."""

SITE: Final = ("tetsudo", "serve")
PATIENCE: Final = 60.0
"""Seconds until the address must have been printed: the machine may be busy."""


class Chosen(TypedDict, total=False):
    """How it is started, if not as usual."""

    pace: float
    """Seconds that bots wait, 0 by default."""

    port: int
    host: str
    descriptors: int
    """How many it may have."""

    environment: Mapping[str, str] | None
    """The host's choices, such as TETSUDO_STREAMS."""

    program: Sequence[str]
    """What is run in place of `tetsudo serve`."""


class Server:
    """A running site. `with Server.start(tmp_path / "site.db") as server: ... server.address`"""

    def __init__(self, process: subprocess.Popen[str], address: str, database: Path | str) -> None:
        self.process = process
        self.address = address
        self.database = database
        self.said: list[str] = []
        threading.Thread(target=_drain, args=(process.stdout, self.said), daemon=True).start()

    @classmethod
    def start(cls, database: Path | str, *options: str, **chosen: Unpack[Chosen]) -> Server:
        """Start it on a database (a file, or a URL), and wait until it serves."""
        process = launch(database, *options, **chosen)
        found = _address(process)
        if found is None:
            process.kill()
            raise RuntimeError(f"the site did not start: {process.communicate()[0]}")
        return cls(process, found.rstrip("/"), database)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def heard(self, words: str, after: int = 0, times: int = 1) -> list[str]:
        """The lines that it said after so many, once these words are in some: they may come after an answer."""
        until = time.monotonic() + PATIENCE
        while sum(words in line for line in self.said[after:]) < times:
            assert time.monotonic() < until, f"it never said {words!r}: {self.said[after:]}"
            time.sleep(0.01)
        return self.said[after:]

    def stop(self) -> int:
        """Stop it as Ctrl+C does; the exit code."""
        return self._end(signal.SIGINT)

    def kill(self) -> int:
        """End it at once, as a power cut does."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
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


def launch(database: Path | str, *options: str, **chosen: Unpack[Chosen]) -> subprocess.Popen[str]:
    """The process, its output (both kinds) as a pipe; it may still be about to refuse."""
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    where = ["--host", chosen.get("host", "127.0.0.1"), "--port", str(chosen.get("port", 0))]
    command = [sys.executable, "-m", *chosen.get("program", SITE), "--database", url, *where, *options]
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
    """As this process has it, without what the tests' own settings put there."""
    ours = ("DJANGO_SETTINGS_MODULE", "DISPLAY", "TETSUDO_WORKERS", "TETSUDO_BOT_WORKERS", "TETSUDO_PATIENCE")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", ""))))
    chosen = {"TETSUDO_BOT_PACE": str(pace), **dict.fromkeys(RATES, "10000/minute")}
    return {**kept, **chosen, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}


def _address(process: subprocess.Popen[str]) -> str | None:
    """What it prints once it listens; None if it ends or says nothing in time."""
    assert process.stdout
    impatience = threading.Timer(PATIENCE, process.kill)
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
    """Read on, or a full pipe would stop it."""
    for line in stream or ():
        into.append(line)
