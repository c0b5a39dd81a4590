"""Attack: many spectators view positions with slow best runs, each with different route constraints.

    python -m tests.attacks.dear_questions [--seconds 30] [--slow]

Starts a site on its own database. With `--slow`, searches are replaced by ones that never end; otherwise the boards are
full ones of 1890, with two unlimited trains.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import tetsudo
from tests.attacks.boards import expensive_board
from tests.attacks.siege import ATTACKERS
from tests.attacks.visitor import VISITOR_NAME, VISITOR_TABLE, MoveTimes, OtherVisitor
from tests.server import SITE_PROGRAM, Server
from tests.web.filling import FilledDatabase, TableSpec, fill
from tests.web.visitor import Visitor
from tetsudo.lab.random_play import play_random

VIEWERS: Final = 16
PAUSE_SECONDS: Final = 1.5
"""Seconds between two views by one attacker; fetching pages nonstop is another attack, stopped by rate limits."""

SLOW_SITE: Final = ("tests.attacks.slow_site",)


class SearchAttackResult(NamedTuple):
    """Result: what the other visitor felt, the durations of the attackers' views, and the statuses of the answers."""

    felt: MoveTimes
    views: list[float]
    answers: dict[int, int]


def record_at_run() -> Any:
    """A record of a game in which a company is about to run its trains."""
    game = tetsudo.new("1889", ["Mallory", "Other"], seed=5)
    play_random(game, Random(3))
    lengths = range(game.length - 1, 0, -1)
    late = next(game.earlier(length) for length in lengths if game.earlier(length).to_act.doing == "run")
    return json.loads(late.record().to_json())


def tables(count: int, *, slow: bool) -> list[TableSpec]:
    """The attacker's tables."""
    records = [record_at_run()] * count if slow else [expensive_board(seed) for seed in range(1, count + 1)]
    return [TableSpec(people=["Mallory"], record=record) for record in records]


def attack(folder: Path, seconds: float, *, slow: bool) -> SearchAttackResult:
    """Run the attack, with another visitor alongside."""
    filled = fill(folder / "site.db", VISITOR_TABLE, *tables(4, slow=slow))
    with (
        Server.start(folder / "site.db", program=SLOW_SITE if slow else SITE_PROGRAM) as server,
        OtherVisitor(server.address, filled.table, filled.sessions[VISITOR_NAME]) as other,
    ):
        views, answers = _view_pages(server.address, filled, seconds)
    return SearchAttackResult(other.felt, views, answers)


def _view_pages(address: str, filled: FilledDatabase, seconds: float) -> tuple[list[float], dict[int, int]]:
    took: list[float] = []
    answers: dict[int, int] = {}
    until = time.monotonic() + seconds

    def look(number: int) -> None:
        visitor = Visitor(address, filled.sessions["Mallory"], ATTACKERS[number % len(ATTACKERS)])
        table = filled.tables[1:][number % len(filled.tables[1:])]
        step = 0
        time.sleep(number * PAUSE_SECONDS / VIEWERS)
        while time.monotonic() < until:
            begun = time.monotonic()
            page = visitor.get(f"/t/{table}/parts/")
            took.append(time.monotonic() - begun)
            answers[page.status] = answers.get(page.status, 0) + 1
            version = re.search(r'data-version="(\d+)"', page.text)
            assert version
            step += 1
            wish = f"version={version[1]}&train=0&spot={('K4', 'F9', 'C10', 'G14')[step % 4]},{number}"
            answer = visitor.get(f"/t/{table}/routes/?{wish}")
            answers[answer.status] = answers.get(answer.status, 0) + 1
            time.sleep(PAUSE_SECONDS)

    threads = [threading.Thread(target=look, args=(number,)) for number in range(VIEWERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 60)
    return took, answers


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--slow", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        came = attack(Path(folder), given.seconds, slow=given.slow)
    print(f"the other visitor: {came.felt}")
    print(f"{len(came.views)} views, worst {max(came.views) * 1000:.0f} ms, answers {came.answers}")


if __name__ == "__main__":
    _main()
