"""Load of a busy site: `python -m benchmarks.load [--seconds N] [--postgresql] [--restarts]`.

Forty moves a second over 500 tables with 1,000 open streams, which is fifty times what is played on all of 18xx.games;
then the lobby of a site with 100,000 finished games. Site and load are on one machine. With `--postgresql` two servers
share a database, and every second request goes to the other one; with `--restarts` each is started anew in the middle.
With `--late N` the games have gone on for N moves: after 150 or so the server keeps as much of them as it ever will.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import selectors
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

import tetsudo
from benchmarks import reference
from benchmarks.web import line, processor, record_of
from tests import postgresql
from tests.server import Server
from tests.web.filling import PEOPLE, SEED, TITLE, FilledDatabase, TableSpec, fill, random_actions
from tests.web.visitor import Visitor
from tetsudo.lab.random_play import play_random

TABLES: Final = 500
STREAMS: Final = 1000
RATE: Final = 40
POSTERS: Final = 8
"""Number of threads that post moves."""

MEMORY_SECONDS: Final = 30.0
"""Seconds between two looks at the site's memory."""

FINISHED: Final = 100_000
OLD_GAMES: Final = """
WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n WHERE number < {count})
INSERT INTO tables_table ({columns}) SELECT {values} FROM tables_table t, n WHERE t.status = 'finished'
"""
OLD_SEATS: Final = """
INSERT INTO tables_seat ({columns}) SELECT {values} FROM tables_table t, tables_seat s
WHERE t.key LIKE 'old%' AND s.table_id = (SELECT min(id) FROM tables_table WHERE status = 'finished')
"""
"""Copies of the one finished game, without its moves."""


class Streams:
    """Many open streams, read by one thread; the times at which each move arrives, by table and number."""

    def __init__(self, servers: Sequence[Server], tables: Sequence[str]) -> None:
        self.heard: dict[tuple[str, int], list[float]] = {}
        self.begun = self.ended = 0
        self._selector = selectors.DefaultSelector()
        for number in range(STREAMS):
            server = number + number // len(tables)  # one stream of a table is at the server where its moves are posted
            self._open(servers[server % len(servers)], tables[number % len(tables)])
        threading.Thread(target=self._read, daemon=True).start()

    def _open(self, server: Server, table: str) -> None:
        place = urlsplit(server.address)
        opened = socket.create_connection(("127.0.0.1", place.port or 80))
        opened.sendall(
            f"GET /t/{table}/live/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        opened.setblocking(False)
        self._selector.register(opened, selectors.EVENT_READ, [table, b""])

    def _read(self) -> None:
        while True:
            for key, _events in self._selector.select():
                assert isinstance(key.fileobj, socket.socket)
                with contextlib.suppress(BlockingIOError):
                    block = key.fileobj.recv(65_536)
                    if not block:
                        self._selector.unregister(key.fileobj)
                        self.ended += 1
                        continue
                    key.data[1] = self._events(key.data[0], key.data[1] + block)

    def _events(self, table: str, text: bytes) -> bytes:
        """Note the moves in what has come; the rest that is not whole yet."""
        *events, rest = text.split(b"\n\n")
        self.begun += any(b"retry: " in event for event in events)
        for event in events:
            if b"event: move\ndata: " in event:
                number = int(event.partition(b"event: move\ndata: ")[2].split()[0])
                self.heard.setdefault((table, number), []).append(time.perf_counter())
        return rest


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--late", type=int, default=0, help="moves already made at each table: memory is full at once")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--restarts", action="store_true")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 20_000)), hard))
    print(f"Reference loop: {reference.microseconds():.1f} us", flush=True)
    with new_database(chosen.postgresql) as database:
        servers = 2 if chosen.postgresql else 1
        measure(database, servers, chosen.seconds, late=chosen.late, restarts=chosen.restarts)
        if isinstance(database, Path):
            measure_lobby(database)


@contextlib.contextmanager
def new_database(is_shared: bool) -> Iterator[Path | str]:
    """Empty database: a file, or a URL."""
    with TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        if not is_shared:
            yield Path(folder) / "site.db"
            return
        with postgresql.running() as server:
            yield server.create("site")


def measure(database: Path | str, count: int, seconds: int, *, late: int, restarts: bool) -> None:
    """Play for some seconds, and print what players and viewers wait for, and the memory of each server."""
    filled = fill(database, TableSpec(count=TABLES, actions=random_actions()[:late]))
    limits = {"TETSUDO_MAX_ADDRESS_STREAMS": "2000", "TETSUDO_MAX_ADDRESS_CONNECTIONS": "4000"}
    servers = [Server.start(database, environment=limits) for _ in range(count)]
    streams = Streams(servers, filled.tables)
    began = time.perf_counter()
    while streams.begun < STREAMS:
        time.sleep(0.1)
    print(f"{STREAMS} streams opened at once have all begun after {time.perf_counter() - began:.1f} s", flush=True)
    used, memory = [processor(each) for each in servers], Memory(servers)
    if restarts:
        threading.Timer(seconds / 3, restart, (servers, 0, database, limits)).start()
        threading.Timer(seconds * 2 / 3, restart, (servers, 1, database, limits)).start()
    if late:
        post(servers, filled, TABLES // RATE, late)  # each game is read once
        late += 1
    posted, spent, refused = post(servers, filled, seconds, late)
    time.sleep(1)
    delays = [(at - posted[key]) * 1000 for key, times in streams.heard.items() if key in posted for at in times]
    print(f"{RATE} moves/s over {TABLES} tables, {STREAMS} streams, {seconds} s, {count} servers: {line(spent)} ms")
    print(
        f"  {len(spent)} moves, {refused} of them after another try; heard {len(delays)} times after {line(delays)} ms"
    )
    shares = [f"{(processor(each) - before) / seconds:.0%}" for each, before in zip(servers, used, strict=True)]
    print(f"  of one processor: {', '.join(shares)}; memory in MB: {memory.text()}", flush=True)
    for server in servers:
        server.stop()


def post(
    servers: Sequence[Server], filled: FilledDatabase, seconds: int, late: int
) -> tuple[dict[tuple[str, int], float], list[float], int]:
    """Post to each table in turn: the time of each post, the milliseconds of each, and how many were tried again."""
    posted: dict[tuple[str, int], float] = {}
    spent: list[float] = []
    again: list[int] = []
    local = threading.local()

    def move(number: int, due: float) -> None:
        version, table = late + number // TABLES, filled.tables[number % TABLES]
        action = random_actions()[version]
        posted[table, version + 1] = time.perf_counter()
        while True:
            server = servers[number % len(servers)]
            people = local.__dict__.setdefault(server.address, {})
            name = action["player"]
            visitor = people.setdefault(name, Visitor(server.address, filled.sessions[name]))
            try:
                status = visitor.act(table, version, action).status
            except OSError:
                status = 503
            if status in (200, 409):
                break
            again.append(number)
            people.clear()
            number += 1  # the other server
            time.sleep(0.05)
        spent.append((time.perf_counter() - due) * 1000)

    start = time.perf_counter()
    with ThreadPoolExecutor(POSTERS) as posters:
        for number in range(min(RATE * seconds, TABLES * (len(random_actions()) - late))):
            due = start + number / RATE
            time.sleep(max(0.0, due - time.perf_counter()))
            posters.submit(move, number, due)
    return posted, spent, len(set(again))


def restart(servers: list[Server], number: int, database: Path | str, limits: dict[str, str]) -> None:
    """Start a server anew, at its port."""
    port = servers[number].port
    servers[number].stop()
    servers[number] = Server.start(database, environment=limits, port=port)


class Memory:
    """Resident memory of servers, in MB, looked at now and then."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._servers, self._seen = servers, list[list[int]]()
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                self._seen.append([megabytes(each.process.pid) for each in self._servers])
            time.sleep(MEMORY_SECONDS)

    def text(self) -> str:
        """First, middle and last look at each server."""
        chosen = [self._seen[0], self._seen[len(self._seen) // 2], self._seen[-1]]
        return "; ".join(" ".join(map(str, each)) for each in zip(*chosen, strict=True))


def megabytes(process: int) -> int:
    """Resident memory of a process."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1000


def measure_lobby(database: Path) -> None:
    """Time the lobby with many finished games."""
    game = tetsudo.new(TITLE, PEOPLE, seed=SEED)
    play_random(game, Random(SEED))
    fill(database, TableSpec(people=["Ann"], record=record_of(game)))
    with sqlite3.connect(database) as connection:
        own = {"key": "'old' || n.number", "is_listed": "1", "name": "'Game ' || n.number"}
        connection.execute(OLD_GAMES.format(count=FINISHED, **copied(connection, "tables_table", "t", own)))
        own = {"table_id": "t.id", "key": "t.key || s.number"}
        connection.execute(OLD_SEATS.format(**copied(connection, "tables_seat", "s", own)))
    with Server.start(database) as server:
        visitor = Visitor(server.address)
        for path in ("/", "/?show=finished"):
            visitor.get(path)
            spent = []
            for _ in range(50):
                began = time.perf_counter()
                assert visitor.get(path).status == 200
                spent.append((time.perf_counter() - began) * 1000)
            print(f"{path} with {FINISHED:,} finished games: {line(spent)} ms", flush=True)


def copied(connection: sqlite3.Connection, table: str, alias: str, own: dict[str, str]) -> dict[str, str]:
    """Columns of a table, and the values of copies of its rows, of which some have values of their own."""
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
    values = ", ".join(own.get(name, f'{alias}."{name}"') for name in names)
    return {"columns": ", ".join(f'"{name}"' for name in names), "values": values}


if __name__ == "__main__":
    main()
