"""Attack: many live event streams, each of which would stay open."""

from __future__ import annotations

import time
from collections import Counter

from tests.attacks.siege import Site, close_all, run, status_of

COUNT = 600


def attack(site: Site, count: int = COUNT, seconds: float = 1.0) -> Counter[int]:
    """Open `count` streams of the other visitor's table and keep them for some seconds; answers by status."""
    request = f"GET /t/{site.filled.table}/live/ HTTP/1.1|Host: localhost||"
    sockets = [site.ask(request) for _ in range(count)]
    answered = Counter(map(status_of, sockets))
    time.sleep(seconds)
    close_all(sockets)
    return answered


if __name__ == "__main__":
    run(attack)
