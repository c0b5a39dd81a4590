"""Attack: connections on which nothing is ever sent."""

from __future__ import annotations

import socket
import time
from typing import NamedTuple

from tests.attacks.siege import ATTACKERS, Site, close_all, count_open, run

CONNECTION_COUNT = 1010


class HalfOpenResult(NamedTuple):
    """The most descriptors held by the site, and the number of connections still open at the end."""

    descriptors: int
    left: int


def attack(site: Site, count: int = CONNECTION_COUNT, hosts: int = 1, seconds: float = 2.0) -> HalfOpenResult:
    """Open `count` connections from `hosts` addresses and keep them open for some seconds."""
    opened: list[socket.socket] = []
    most, until = 0, time.monotonic() + seconds
    for number in range(count):
        opened.append(site.connect(ATTACKERS[number % hosts]))
        if number % 100 == 0:
            most = max(most, site.descriptors)
    while time.monotonic() < until:
        most = max(most, site.descriptors)
        time.sleep(0.05)
    left = count_open(opened)
    close_all(opened)
    return HalfOpenResult(most, left)


if __name__ == "__main__":
    run(attack, descriptors=1024)
