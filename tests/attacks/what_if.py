"""Attack: one address requests best runs of one full what-if board after another, each with eight unlimited trains.

python -m tests.attacks.what_if
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection
from random import Random

from tests.attacks.boards import expensive_board
from tests.attacks.siege import ATTACKERS, Site, run
from tetsudo.game import position
from tetsudo.game.sandbox.board import HandMade
from tetsudo.web.play.sandbox import query_string


def uncached_boards(full: HandMade, companies: Sequence[str], seed: int) -> Iterator[str]:
    """Queries of boards that are not cached yet."""
    chance = Random(seed)
    while True:
        yield query_string.query(
            replace(full, trains={symbol: tuple(chance.choices("6D", k=8)) for symbol in companies})
        )


def attack(site: Site, connections: int = 10, seconds: float = 10) -> Counter[int]:
    """Request for `seconds` seconds; answers by status."""
    full = HandMade.of(position.read(expensive_board(1)["start"]))
    companies = [company.symbol for company in full.empty_game().setup.companies]
    until = time.monotonic() + seconds

    def ask(number: int) -> Counter[int]:
        connection = HTTPConnection("127.0.0.1", site.server.port, source_address=(ATTACKERS[0], 0))
        answers: Counter[int] = Counter()
        for query in uncached_boards(full, companies, number):
            if time.monotonic() > until:
                break
            connection.request("GET", f"/board/?{query}")
            answer = connection.getresponse()
            answer.read()
            answers[answer.status] += 1
        connection.close()
        return answers

    with ThreadPoolExecutor(connections) as threads:
        return sum(threads.map(ask, range(connections)), Counter())


if __name__ == "__main__":
    run(attack)
