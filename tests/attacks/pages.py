"""Attack: one address requests the page of a long game repeatedly, on many connections."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from tests.attacks.siege import ATTACKERS, Site, run
from tests.web.filling import OPTIONS, PEOPLE, SEED, TITLE, TableSpec, random_actions

LONG = TableSpec(
    people=["Ann"],
    record={
        "format": "tetsudo", "version": 2, "title": TITLE, "players": list(PEOPLE), "seed": SEED,
        "options": OPTIONS, "actions": list(random_actions()[:300]),
    },
)  # fmt: skip
"""A table with a long game; it comes last."""


def attack(site: Site, connections: int = 40, seconds: float = 10) -> int:
    """Request for `seconds` seconds; number of pages served."""
    until = time.monotonic() + seconds
    path = f"/t/{site.filled.tables[-1]}/"

    def ask(_number: int) -> int:
        connection, made = HTTPConnection("127.0.0.1", site.server.port, source_address=(ATTACKERS[0], 0)), 0
        while time.monotonic() < until:
            connection.request("GET", path)
            connection.getresponse().read()
            made += 1
        connection.close()
        return made

    with ThreadPoolExecutor(connections) as threads:
        return sum(threads.map(ask, range(connections)))


if __name__ == "__main__":
    run(attack, LONG)
