"""Another visitor, who moves at their own table while the site is attacked, and the durations of their moves.

The visitor is a separate process (this module as a program), so that the cost of the attack's own client does not
count. Their table is one more in the site's database:

    filled = fill(file, VISITOR_TABLE, ...)  # the first of the tables, the session of VISITOR_NAME
    session = filled.sessions[VISITOR_NAME]
    with Server.start(file) as server, OtherVisitor(server.address, filled.table, session) as other:
        attack(server)
    other.felt.p99
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from http.client import HTTPException
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from tests.web.filling import TableSpec
from tests.web.visitor import Visitor

ROOT: Final = Path(__file__).resolve().parents[2]
VISITOR_NAME: Final = "Vera"
RECORD: Final = {"format": "tetsudo", "version": 2, "title": "1889", "players": ["Vera", "Willy"]}
VISITOR_TABLE: Final = TableSpec(people=[VISITOR_NAME], record=RECORD)
"""The visitor plays both seats and may undo everything, so there is always a move."""

BID: Final = {"type": "bid", "player": "Vera", "lot": "MF", "price": 35}
WARM_UP_ROUNDS: Final = 5
QUIET_SECONDS: Final = 1.0
"""Seconds of moves before the attack."""

MIN_MOVES: Final = 20
"""Minimum number of moves, even if the attack ends earlier: a short one may leave the site slow."""

MAX_SLOWDOWN: Final = 5
"""Factor by which moves may slow down under attack, on a machine that is slow anyway."""

MAX_P99_SECONDS: Final = 0.3
"""Seconds within which 99 % of the visitor's moves must be answered during an attack."""

MAX_PARALLEL_P99_SECONDS: Final = 1.0
"""The same while other tests run in parallel, as in `make test`; `make test-long` runs the attacks alone."""


class MoveTimes(NamedTuple):
    """Measurements: seconds from sending each move to its answer, and the moves that were not accepted.

    A move that is not answered with 200 is sent again; if the table then already has it, only the answer was lost.
    """

    seconds: list[float]
    lost: list[str]
    quiet: Sequence[float] = ()  # durations of moves before the attack

    @property
    def p99(self) -> float:
        """Seconds within which 99 % of the moves were answered."""
        return _p99(self.seconds)

    @property
    def limit(self) -> float:
        """Limit for `p99`; higher only on a machine that is slow without an attack."""
        least = MAX_PARALLEL_P99_SECONDS if "PYTEST_XDIST_WORKER" in os.environ else MAX_P99_SECONDS
        return max(least, MAX_SLOWDOWN * _p99(self.quiet)) if self.quiet else least

    @property
    def worst(self) -> float:
        """Seconds of the slowest move."""
        return max(self.seconds)

    def __str__(self) -> str:
        lost = f", {len(self.lost)} lost ({self.lost[0]})" if self.lost else ""
        quiet = f"before {_p99(self.quiet) * 1000:.0f} ms, " if self.quiet else ""
        return f"{len(self.seconds)} moves, {quiet}p99 {self.p99 * 1000:.0f} ms, worst {self.worst * 1000:.0f} ms{lost}"


def _p99(seconds: Sequence[float]) -> float:
    return sorted(seconds)[max(0, -(-99 * len(seconds) // 100) - 1)]


def warm_up(address: str, table: str, session: str) -> None:
    """Fetch a table until the site's one-time work is done: that is not part of the attack."""
    visitor = Visitor(address, session)
    for _ in range(WARM_UP_ROUNDS):
        for path in ("", "parts/", "at/0/parts/"):
            visitor.get(f"/t/{table}/{path}")
        time.sleep(0.4)


class OtherVisitor:
    """Moves from entering the `with` block until leaving it; `felt` then has the measurements."""

    felt: MoveTimes

    def __init__(self, address: str, table: str, session: str, *, pace: float = 0.02, most: float = 600) -> None:
        """`pace`: seconds between two moves. The visitor stops after `most` seconds."""
        self._command = [sys.executable, "-m", "tests.attacks.visitor", address, table, session, str(pace), str(most)]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> OtherVisitor:
        warm_up(*self._command[3:6])
        path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
        self._process = subprocess.Popen(
            self._command,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        assert self._process.stdout.readline() == "moves\n"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process
        said, _ = self._process.communicate("", timeout=120)
        self.felt = MoveTimes(**json.loads(said))


def _main(address: str, table: str, session: str, pace: str, most: str) -> None:
    """Move until standard input is closed, but at least `MIN_MOVES` times."""
    visitor, until = Visitor(address, session), time.monotonic() + float(most)
    quiet, felt, version = MoveTimes([], [], []), MoveTimes([], [], []), 0
    begun = time.monotonic()
    while time.monotonic() < begun + QUIET_SECONDS:
        version = _move(visitor, table, version, quiet)
        time.sleep(float(pace))
    print("moves", flush=True)
    while time.monotonic() < until and (
        not select.select([sys.stdin], [], [], float(pace))[0] or len(felt.seconds) < MIN_MOVES
    ):
        version = _move(visitor, table, version, felt)
    json.dump({"seconds": felt.seconds, "lost": quiet.lost + felt.lost, "quiet": quiet.seconds}, sys.stdout)


def _move(visitor: Visitor, table: str, version: int, felt: MoveTimes) -> int:
    """Make a move: a bid, or its undo. Returns the new version."""
    begun = time.monotonic()
    said, known = "", version
    try:
        status, known = _send_move(visitor, table, version)
        said = "" if status == 200 else str(status)
    except (OSError, HTTPException) as error:
        visitor.close()
        said = repr(error)
    felt.seconds.append(time.monotonic() - begun)
    if said:
        felt.lost.append(f"move {version}: {said}")
    return known


def _send_move(visitor: Visitor, table: str, version: int) -> tuple[int, int]:
    if version % 2:
        answer = visitor.post(f"/t/{table}/undo/", {"version": version}, Accept="application/json")
    else:
        answer = visitor.act(table, version, BID)
    data: Any = answer.data if answer.status in (200, 409) else {"version": version}
    return answer.status, data["version"]


if __name__ == "__main__":
    _main(*sys.argv[1:])
