"""Many streams of live events, of which each would be kept open."""

from __future__ import annotations

import time
from collections import Counter

from tests.attacks.siege import Site, close, run, status_of

COUNT = 600


def attack(site: Site, count: int = COUNT, seconds: float = 1.0) -> Counter[int]:
    """Open so many streams of the other visitor's table, keep them for some seconds; what was answered."""
    request = f"GET /t/{site.filled.table}/live/ HTTP/1.1|Host: localhost||"
    sockets = [site.ask(request) for _ in range(count)]
    answered = Counter(map(status_of, sockets))
    time.sleep(seconds)
    close(sockets)
    return answered


if __name__ == "__main__":
    run(attack)
