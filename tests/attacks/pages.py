"""One address that asks for the page of a long game, again and again, on many connections."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from tests.attacks.siege import ATTACKERS, Site, run
from tests.web.filling import OPTIONS, PEOPLE, SEED, TITLE, Wanted, sequence

LONG = Wanted(
    people=["Ann"],
    record={
        "format": "tetsudo", "version": 2, "title": TITLE, "players": list(PEOPLE), "seed": SEED,
        "options": OPTIONS, "actions": list(sequence()[:300]),
    },
)  # fmt: skip
"""A table with a game that has gone on for long: the last one."""


def attack(site: Site, connections: int = 40, seconds: float = 10) -> int:
    """Ask for so many seconds; how many pages were made."""
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
