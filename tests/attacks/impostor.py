"""Attack: a visitor who imitates a player's name, and a host who tries to take a player's seat."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from typing import Final, NamedTuple

from tests.attacks.rates import Stranger
from tests.attacks.siege import SIEGES, Site, run
from tests.web.filling import Wanted
from tests.web.visitor import Visitor
from tetsudo.web.tables.display_names import LOOKS

TABLES: Final = (Wanted(), Wanted(listed=False))
"""A table where spectators may chat, and a private one. Ann opened both; Bo and Cy play there too."""

MARKS: Final = ("", " ", ".", "\u200b", "\u202e", "\u2060", "\u00ad", "\ufe0f", "\u3164", "\u00a0")
"""Marks that are invisible or hard to see."""


def alike(name: str, count: int) -> list[str]:
    """Names that look much like a name, the name itself first."""
    each = [[letter, letter.swapcase(), *LOOKS.get(letter, ""), *LOOKS.get(letter.swapcase(), "")] for letter in name]
    written = ("".join(letters) + mark for mark in MARKS for letters in product(*each))
    return list(islice(written, count))


class Got(NamedTuple):
    """Result of the attack."""

    spoken: Counter[tuple[int, int]]
    """Statuses of chat posts under the imitated names, at the listed and at the private table."""

    himself: tuple[int, int]
    """Statuses of the same posts under an unrelated name."""

    seats: Counter[int]
    """Statuses of the host's requests."""

    names: list[str]
    """Names of those who have spoken at the listed table, as its page shows them."""

    holds: bool
    """True if the player still holds the seat and can move."""


def attack(site: Site, count: int = 700) -> Got:
    """Chat under many names like a player's, and try every way to empty their seat."""
    listed, private = site.filled.tables[SIEGES:]
    stranger, host = Stranger(site), Visitor(site.server.address, site.filled.sessions["Ann"])

    def say(name: str) -> tuple[int, int]:
        stranger.post("/guest/", {"name": name})
        first, second = (stranger.post(f"/t/{key}/chat/", {"text": name})[0] for key in (listed, private))
        return first, second

    stranger.post("/guest/", {"name": "Eve"})
    spoken = Counter(say(name) for name in alike("Bo", count))
    himself = say("Mallory")
    seats = Counter[int]()
    for do, bot in product(("leave", "bot", "ask", "agree", "expire", "take"), ("", "random")):
        seats[host.post(f"/t/{private}/seats/", {"do": do, "seat": 1, "bot": bot, "name": "Ann"}).status] += 1
    chat = host.get(f"/t/{listed}/chat/").text
    names = [line.partition("</b>")[0] for line in chat.split("<b>")[1:]]
    return Got(spoken, himself, seats, names, _moves(site, private))


def _moves(site: Site, table: str) -> bool:
    """True if Bo can still move, after Ann."""
    for version, name in enumerate(("Ann", "Bo")):
        visitor = Visitor(site.server.address, site.filled.sessions[name])
        if visitor.act(table, version, {"type": "pass", "player": name}).status != 200:
            return False
    return True


if __name__ == "__main__":
    run(attack, *TABLES)
