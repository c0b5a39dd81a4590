"""Attack: a visitor who imitates a player's name, and a host who tries to take a player's seat."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from typing import Final, NamedTuple

from tests.attacks.rates import Guest
from tests.attacks.siege import SIEGE_COUNT, Site, run
from tests.web.filling import TableSpec
from tests.web.visitor import Visitor
from tetsudo.web.tables.people.display_names import LOOKALIKES

TABLES: Final = (TableSpec(), TableSpec(listed=False))
"""A table where spectators may chat, and a private one. Ann opened both; Bo and Cy play there too."""

MARKS: Final = ("", " ", ".", "\u200b", "\u202e", "\u2060", "\u00ad", "\ufe0f", "\u3164", "\u00a0")
"""Marks that are invisible or hard to see."""


def similar_names(name: str, count: int) -> list[str]:
    """Names that look much like a name, the name itself first."""
    each = [
        [letter, letter.swapcase(), *LOOKALIKES.get(letter, ""), *LOOKALIKES.get(letter.swapcase(), "")]
        for letter in name
    ]
    written = ("".join(letters) + mark for mark in MARKS for letters in product(*each))
    return list(islice(written, count))


class ImpostorResult(NamedTuple):
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


def attack(site: Site, count: int = 700) -> ImpostorResult:
    """Chat under many names like a player's, and try every way to empty their seat."""
    listed, private = site.filled.tables[SIEGE_COUNT:]
    guest, host = Guest(site), Visitor(site.server.address, site.filled.sessions["Ann"])

    def say(name: str) -> tuple[int, int]:
        guest.post("/guest/", {"name": name})
        first, second = (guest.post(f"/t/{key}/chat/", {"text": name})[0] for key in (listed, private))
        return first, second

    guest.post("/guest/", {"name": "Eve"})
    spoken = Counter(say(name) for name in similar_names("Bo", count))
    himself = say("Mallory")
    seats = Counter[int]()
    for do, bot in product(("leave", "bot", "ask", "agree", "expire", "take"), ("", "random")):
        seats[host.post(f"/t/{private}/seats/", {"do": do, "seat": 1, "bot": bot, "name": "Ann"}).status] += 1
    chat = host.get(f"/t/{listed}/chat/").text
    names = [line.partition("</b>")[0] for line in chat.split("<b>")[1:]]
    return ImpostorResult(spoken, himself, seats, names, _can_move(site, private))


def _can_move(site: Site, table: str) -> bool:
    """True if Bo can still move, after Ann."""
    for version, name in enumerate(("Ann", "Bo")):
        visitor = Visitor(site.server.address, site.filled.sessions[name])
        if visitor.act(table, version, {"type": "pass", "player": name}).status != 200:
            return False
    return True


if __name__ == "__main__":
    run(attack, *TABLES)
