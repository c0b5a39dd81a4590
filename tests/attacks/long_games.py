"""Attack: very long games are imported, viewed on every page, and branched repeatedly.

    python -m tests.attacks.long_games [--seconds 30] [--actions 4900]

Starts a site on its own database.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import tetsudo
from tests.attacks.siege import ATTACKERS
from tests.attacks.visitor import VISITOR_NAME, VISITOR_TABLE, MoveTimes, OtherVisitor
from tests.server import Server
from tests.web.filling import fill
from tests.web.visitor import Answer, Visitor
from tetsudo.core.actions import Pass

PAUSE_SECONDS: Final = 0.5
"""Seconds between two requests of one attacker; fetching pages nonstop is stopped by rate limits."""

TOO_MANY_ACTIONS: Final = 49_990

IMPORT_TIMEOUT_SECONDS: Final = 240.0
"""Seconds within which a game must be imported: the import workers run at low priority."""


class LongGameResult(NamedTuple):
    """Result: what the other visitor felt; duration and status of each request by kind; bytes of a page."""

    felt: MoveTimes
    took: dict[str, list[float]]
    answers: dict[str, set[int]]
    page: int


def record_of_passes(actions: int) -> str:
    """A game with nothing but passes."""
    game = tetsudo.new("1889", ["Mallory", "Other"])
    for _ in range(actions):
        game.apply(Pass(game.to_act.player))
    return game.record().to_json().decode()


def overlong_record() -> str:
    """A file that is refused for its length."""
    passes = [{"type": "pass", "player": "Mallory"}] * TOO_MANY_ACTIONS
    head = {"format": "tetsudo", "version": 2, "title": "1889", "players": ["Mallory", "Other"]}
    return json.dumps({**head, "actions": passes})


class Attacker:
    """An attacker who records the duration of each request."""

    def __init__(self, address: str, source: str) -> None:
        self.visitor = Visitor(address, source=source)
        self.took: dict[str, list[float]] = {}
        self.answers: dict[str, set[int]] = {}
        self.page = 0

    def _record_answer(self, kind: str, begun: float, answer: Answer) -> Answer:
        self.took.setdefault(kind, []).append(time.monotonic() - begun)
        self.answers.setdefault(kind, set()).add(answer.status)
        return answer

    def get(self, kind: str, path: str) -> Answer:
        """Fetch a page."""
        return self._record_answer(kind, time.monotonic(), self.visitor.get(path))

    def post(self, kind: str, path: str, data: dict[str, Any]) -> Answer:
        """Post a form."""
        return self._record_answer(kind, time.monotonic(), self.visitor.post(path, data))

    def send(self, kind: str, text: str) -> Answer:
        """Upload a file as a browser does."""
        head = '--x\r\nContent-Disposition: form-data; name="file"; filename="game.json"\r\n'
        body = f"{head}Content-Type: application/json\r\n\r\n{text}\r\n--x--\r\n"
        form = {"Content-Type": "multipart/form-data; boundary=x"}
        return self._record_answer(kind, time.monotonic(), self.visitor.post("/import/", body, **form))

    def import_game(self, text: str) -> str:
        """Import a game and wait until it is read; the table's path."""
        answer = self.send("import", text)
        until = time.monotonic() + IMPORT_TIMEOUT_SECONDS
        while answer.status == 200 and time.monotonic() < until:
            address = answer.text.partition('hx-post="')[2].partition('"')[0]
            time.sleep(0.3)
            answer = self.post("reading", address, {})
        assert answer.status == 302, answer.text[:5000]
        return answer.headers["Location"]


def attack(folder: Path, seconds: float, actions: int) -> LongGameResult:
    """Run the attack, with another visitor alongside."""
    filled, text = fill(folder / "site.db", VISITOR_TABLE), record_of_passes(actions)
    attackers = []
    with (
        Server.start(folder / "site.db") as server,
        OtherVisitor(server.address, filled.table, filled.sessions[VISITOR_NAME]) as other,
    ):
        threads = []
        for number, source in enumerate(ATTACKERS):
            attacker = Attacker(server.address, source)
            attackers.append(attacker)
            threads.append(
                threading.Thread(target=_attack_pages, args=(attacker, text, actions, seconds, Random(number)))
            )
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(IMPORT_TIMEOUT_SECONDS + seconds + 120)
        page = attackers[0].page
    took = {kind: [each for a in attackers for each in a.took.get(kind, [])] for kind in attackers[0].took}
    answers = {kind: set().union(*(a.answers.get(kind, set()) for a in attackers)) for kind in attackers[0].took}
    return LongGameResult(other.felt, took, answers, page)


def _attack_pages(attacker: Attacker, text: str, actions: int, seconds: float, chance: Random) -> None:
    attacker.send("too long", overlong_record())
    table = attacker.import_game(text)
    until = time.monotonic() + seconds
    attacker.page = len(attacker.get("page", table).body)
    while time.monotonic() < until:
        at = chance.randrange(1, actions)
        attacker.get("past", f"{table}at/{at}/parts/")
        time.sleep(PAUSE_SECONDS)
        answer = attacker.post("branch", f"{table}branch/{at}/", {})
        time.sleep(PAUSE_SECONDS)
        attacker.get("branch's page", answer.headers["Location"])
        time.sleep(PAUSE_SECONDS)
        attacker.get("log", f"{table}at/{actions}/log/{chance.randrange(actions // 100)}/")
        time.sleep(PAUSE_SECONDS)


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--actions", type=int, default=4900)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        came = attack(Path(folder), given.seconds, given.actions)
    print(f"the other visitor: {came.felt}")
    print(f"a page has {came.page:,} bytes")
    for kind, seconds in came.took.items():
        print(f"{kind}: {len(seconds)}, worst {max(seconds) * 1000:.0f} ms, {came.answers[kind]}")


if __name__ == "__main__":
    _main()
