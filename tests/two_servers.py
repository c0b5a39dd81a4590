"""The site as a host with many players runs it: two servers and a worker on PostgreSQL, behind one address.

With TETSUDO_TEST_SITE=postgresql, `Server.start` starts such a site for every test that names a file as its database.
Connections go to both servers in turn, so that hardly any page is served by one of them alone.
"""

from __future__ import annotations

import asyncio
import atexit
import hashlib
import itertools
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Final

from tests import postgresql
from tests.postgresql import Postgres

IS_ON: Final = os.environ.get("TETSUDO_TEST_SITE") == "postgresql"
"""True if sites are started in this way."""

ONLY_SQLITE: Final = "holds or reads the SQLite file of the site"
"""Reason for skipping tests of one process."""


@cache
def _server() -> Postgres:
    """PostgreSQL of this process, stopped at its end."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(postgresql.running())


@cache
def url_of(file: Path) -> str:
    """URL of the database that stands for a file, created when first asked for."""
    return _server().create(f"site_{hashlib.sha256(str(file).encode()).hexdigest()[:16]}")


class InTurn:
    """Address whose connections go to some servers in turn."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = itertools.cycle(ports)
        self._loop = asyncio.new_event_loop()
        self.port = 0
        started = threading.Event()
        threading.Thread(target=self._run, args=(started.set,), daemon=True).start()
        started.wait()

    def close(self) -> None:
        """Stop."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _run(self, say_started: Callable[[], None]) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        say_started()
        self._loop.run_forever()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", next(self._ports))
        except OSError:
            writer.close()
            return
        await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while block := await reader.read(65_536):
            writer.write(block)
            await writer.drain()
    with suppress(OSError):
        writer.close()


def start_worker(database: str, environment: dict[str, str]) -> subprocess.Popen[str]:
    """A process that sends the notices of a site."""
    command = [sys.executable, "-m", "tetsudo", "worker", "--database", database]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, text=True, env=environment)
