"""A site under attack: what another visitor felt, what the site logged, and its open resources.

Attackers use their own addresses (127.0.0.2 and up, all on this machine), so that rate limits per address do not slow
the other visitor. An attack is a function of a `Site`; to run one by hand: `python -m tests.attacks.NAME`.
"""

from __future__ import annotations

import contextlib
import resource
import select
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.attacks.visitor import MAX_P99_SECONDS, VISITOR_NAME, VISITOR_TABLE, MoveTimes, OtherVisitor
from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill

ATTACKERS: Final = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")


SIEGE_COUNT: Final = 8
"""Number of the other visitor's tables; each siege starts at a fresh one."""

MAX_BUSY_SECONDS: Final = 1.0
"""Seconds allowed for a move in a short attack, while other tests use the machine."""


class Site(NamedTuple):
    """A running site. The first tables belong to the other visitor, one for each siege."""

    server: Server
    filled: FilledDatabase
    his: Iterator[str]

    def connect(self, host: str = ATTACKERS[0]) -> socket.socket:
        """A connection from an attacker's address."""
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=20, source_address=(host, 0))

    def ask(self, request: str, host: str = ATTACKERS[0]) -> socket.socket:
        """A connection with a request already sent; `|` stands for a line end."""
        made = self.connect(host)
        made.sendall(request.replace("|", "\r\n").encode())
        return made

    @property
    def descriptors(self) -> int:
        """Number of files and connections that the site holds open."""
        return sum(1 for _ in Path(f"/proc/{self.server.process.pid}/fd").iterdir())

    @property
    def on_disk(self) -> int:
        """Bytes of unnamed files that the site holds open: bodies being received."""
        found = 0
        for file in Path(f"/proc/{self.server.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                found += file.stat().st_size if "(deleted)" in str(file.readlink()) else 0
        return found


class Siege(NamedTuple):
    """Result of an attack: its own findings, what the other visitor felt, and the site's log."""

    found: Any
    felt: MoveTimes
    said: list[str]

    def assert_withstood(self, within: float = MAX_P99_SECONDS) -> None:
        """Assert that the other visitor's moves were all answered in time and that the log is short."""
        assert not self.felt.lost, str(self.felt)
        assert self.felt.p99 < max(within, self.felt.limit), str(self.felt)
        assert sum(map(len, self.said)) < 20_000, "".join(self.said[:20])


@contextmanager
def site(
    folder: Path, *more: TableSpec, descriptors: int = 0, chosen: Mapping[str, str] | None = None
) -> Iterator[Site]:
    """A site with the other visitor's table and more; `chosen`: the host's settings."""
    filled = fill(folder / "site.db", replace(VISITOR_TABLE, count=SIEGE_COUNT), *more)
    with Server.start(folder / "site.db", descriptors=descriptors, environment=chosen) as server:
        yield Site(server, filled, iter(filled.tables[:SIEGE_COUNT]))


def besiege(attacked: Site, attack: Callable[[Site], Any]) -> Siege:
    """Attack while another visitor moves."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # attackers need many descriptors, too
    server, filled, his = attacked
    with OtherVisitor(server.address, next(his), filled.sessions[VISITOR_NAME]) as other:
        found = attack(attacked)
    return Siege(found, other.felt, server.log_lines)


def run(attack: Callable[[Site], Any], *more: TableSpec, descriptors: int = 0) -> None:
    """Run the attack by hand and print its result."""
    with tempfile.TemporaryDirectory() as folder, site(Path(folder), *more, descriptors=descriptors) as attacked:
        began = time.monotonic()
        found, felt, said = besiege(attacked, attack)
        print(f"{time.monotonic() - began:.1f} s: {found}\nanother visitor: {felt}\nthe site said {len(said)} lines")
        sys.stdout.writelines(said[:10])


def count_open(sockets: list[socket.socket]) -> int:
    """Number of connections that the site has not closed; data received on them is discarded."""
    alive = 0
    for each in sockets:
        try:
            while select.select([each], [], [], 0)[0]:
                if not each.recv(65536):
                    raise EOFError
        except (OSError, EOFError, ValueError):
            continue
        alive += 1
    return alive


def status_of(answering: socket.socket) -> int:
    """Status of the site's first answer; 0 if it hangs up."""
    try:
        head = answering.recv(12)
    except OSError:
        return 0
    return int(head.split()[1]) if len(head) == 12 else 0


def close_all(sockets: list[socket.socket]) -> None:
    """Close the connections."""
    for each in sockets:
        each.close()
