"""Speed of the site: the real server in its own process, and the load generated on the same machine.

A move counts as accepted when its post is answered, which is after the commit; the answer is the short one, without any
drawing. Each part also reports the server's processor time, since other work distorts wall-clock time on a shared
machine.
"""

from __future__ import annotations

import contextlib
import gc
import gzip
import json
import os
import resource
import statistics
import threading
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import tetsudo
from benchmarks import reference
from tests.server import Server
from tests.web.filling import PEOPLE, SEED, TITLE, FilledDatabase, TableSpec, fill, random_actions
from tests.web.visitor import Visitor
from tetsudo import interop
from tetsudo.core.errors import TetsudoError
from tetsudo.game.game import Game
from tetsudo.lab.random_play import play_random

MOVES: Final = 500
TABLES: Final = 50
STREAMS: Final = 200
RATE: Final = 20
SECONDS: Final = 30
RECORDED: Final = "games/1889/*.json"


def main() -> None:
    """Measure everything and print it."""
    print(f"Reference loop: {reference.microseconds():.1f} us")
    memory()  # first, while no memory has been freed yet
    with TemporaryDirectory() as folder:
        accepting(Path(folder) / "idle.db")
        measure_load(Path(folder) / "load.db")
        measure_cold_start(Path(folder) / "cold.db")


def accepting(database: Path) -> None:
    """Time consecutive moves at one table of an idle site."""
    filled = fill(database, TableSpec(count=2))
    with Server.start(database) as server:
        for table in filled.tables:
            began = processor(server)
            spent = post_all(server, filled, table, MOVES)
            used = (processor(server) - began) / MOVES
            print(f"A move accepted, idle site: {line(spent)} ms; {used * 1000:.1f} ms of processor")
        sizes(server, filled)


def post_all(server: Server, filled: FilledDatabase, table: str, moves: int) -> list[float]:
    """Milliseconds of each of the first moves of the standard game."""
    visitors = {name: Visitor(server.address, session) for name, session in filled.sessions.items()}
    spent = []
    for version, action in enumerate(random_actions()[:moves]):
        began = time.perf_counter()
        answer = visitors[action["player"]].act(table, version, action)
        spent.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, answer
    return spent


def sizes(server: Server, filled: FilledDatabase) -> None:
    """Print the size and time of a table's page late in a game."""
    visitor = Visitor(server.address, filled.sessions["Ann"])
    for what, path in (("page", ""), ("parts", "parts/")):
        spent = []
        for _ in range(20):
            began = time.perf_counter()
            answer = visitor.get(f"/t/{filled.table}/{path}")
            spent.append((time.perf_counter() - began) * 1000)
        weight = f"{len(answer.body) / 1000:.0f} kB, {len(gzip.compress(answer.body, 6)) / 1000:.0f} packed"
        print(f"The {what} after {MOVES} moves: {weight}; {line(spent)} ms")


# Many tables


def measure_load(database: Path) -> None:
    """Play 20 moves a second at 50 live tables, with 200 open streams."""
    filled = fill(database, TableSpec(count=TABLES))
    with Server.start(database) as server:
        heard: dict[tuple[str, int], list[float]] = {}
        for number in range(STREAMS):
            table = filled.tables[number % TABLES]
            stream = Visitor(server.address).stream(table)
            threading.Thread(target=listen, args=(stream, table, heard), daemon=True).start()
        time.sleep(1)
        began = processor(server)
        posted, spent, late = post_steadily(server, filled)
        used = (processor(server) - began) / SECONDS
        time.sleep(1)
        delays = [(at - posted[key]) * 1000 for key, times in heard.items() if key in posted for at in times]
        print(f"{RATE} moves/s over {TABLES} tables, {STREAMS} streams: accepted {line(spent)} ms")
        print(f"  heard by {len(delays)} of {len(posted) * STREAMS // TABLES} pages after {line(delays)} ms")
        print(f"  latest post {late * 1000:.0f} ms behind its time; {used * 100:.0f} % of one processor")


def listen(stream: Any, table: str, heard: dict[tuple[str, int], list[float]]) -> None:
    """Record the time at which each move arrives on the stream."""
    with contextlib.suppress(EOFError, OSError):  # the server stops at the end
        while True:
            event = stream.next("move")
            heard.setdefault((table, int(event.data)), []).append(time.perf_counter())


def post_steadily(server: Server, filled: FilledDatabase) -> tuple[dict[tuple[str, int], float], list[float], float]:
    """Post to each table in turn: the time of each post, the duration of each, and the largest delay of a post."""
    visitors = {name: Visitor(server.address, session) for name, session in filled.sessions.items()}
    posted: dict[tuple[str, int], float] = {}
    spent, late = [], 0.0
    start = time.perf_counter()
    for number in range(RATE * SECONDS):
        due = start + number / RATE
        time.sleep(max(0.0, due - time.perf_counter()))
        version, table = number // TABLES, filled.tables[number % TABLES]
        action = random_actions()[version]
        began = posted[table, version + 1] = time.perf_counter()
        late = max(late, began - due)
        assert visitors[action["player"]].act(table, version, action).status == 200
        spent.append((time.perf_counter() - began) * 1000)
    return posted, spent, late


# Cold games


def measure_cold_start(database: Path) -> None:
    """Time the first request for a finished game after a restart: the whole page, map and history."""
    games = {"longest recorded": longest_recorded(), "longest of 60 by chance": longest_by_chance()}
    known = {what: game for what, game in games.items() if game}
    wanted = [TableSpec(people=["Ann"], record=record_of(game)) for game in known.values()]
    filled = fill(database, *wanted)
    for (what, game), table in zip(known.items(), filled.tables, strict=True):
        for path in ("parts/", ""):
            with Server.start(database) as server:
                visitor = Visitor(server.address)
                visitor.get("/nowhere/")
                used, began = processor(server), time.perf_counter()
                answer = visitor.get(f"/t/{table}/{path}")
                spent, used = time.perf_counter() - began, processor(server) - used
                assert answer.status == 200
            times = f"{spent * 1000:.0f} ms; {used * 1000:.0f} ms of processor"
            print(f"Cold, {what} ({game.length} actions), /{path}: {times}")


def record_of(game: Game) -> Any:
    """A game as JSON."""
    return json.loads(game.record().to_json())


def longest_recorded() -> Game | None:
    """The longest finished game of the shared folder."""
    folder = Path(os.environ.get("TETSUDO_SHARED") or Path(__file__).parents[2] / "shared")
    found = []
    for file in sorted(folder.glob(RECORDED)):
        try:
            report = interop.replay(file)
        except TetsudoError:
            continue
        if report.error is None and report.game.is_over:
            found.append(report.game)
    return max(found, key=lambda game: game.length, default=None)


def longest_by_chance() -> Game:
    """The longest of 60 random games with six players."""
    found = []
    for number in range(60):
        game = tetsudo.new(TITLE, ["A", "B", "C", "D", "E", "F"], seed=number)
        play_random(game, Random(number))
        found.append(game)
    return max(found, key=lambda game: game.length)


# Memory


def memory() -> None:
    """Print the memory that a game takes, with its whole history, averaged over many games of about 500 actions."""
    records = [hot_record(number) for number in range(100)]
    tetsudo.load(records[0])
    gc.collect()
    before = resident()
    kept = [tetsudo.load(record) for record in records]
    gc.collect()
    grown = resident() - before
    actions = sum(game.length for game in kept)
    tracemalloc.start()
    again = [tetsudo.load(record) for record in records[:10]]
    exact = tracemalloc.get_traced_memory()[0] / len(again)
    tracemalloc.stop()
    takes = f"{grown / len(kept) / 1000:.0f} kB resident, {exact / 1000:.0f} kB of objects"
    print(f"A game in memory, {actions / len(kept):.0f} actions: {takes}")


def hot_record(number: int) -> Any:
    """The first 500 actions of a random three-player game."""
    game = tetsudo.new(TITLE, PEOPLE, seed=SEED + number)
    play_random(game, Random(number))
    return game.earlier(min(game.length, MOVES)).record()


def resident() -> int:
    """Resident memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


# Figures


def processor(server: Server) -> float:
    """Processor time used by a server, in seconds."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def line(spent: Sequence[float]) -> str:
    """Median, p99 and worst, as text."""
    ordered = sorted(spent)
    last = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"p50 {statistics.median(ordered):.1f}, p99 {last:.1f}, worst {ordered[-1]:.1f}"


if __name__ == "__main__":
    main()
