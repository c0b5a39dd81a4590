"""A stranger who calls himself as a player does, and a host who wants a player's seat."""

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
"""One at which who watches may speak, and a private one; Ann has opened both, Bo and Cy play there, too."""

MARKS: Final = ("", " ", ".", "\u200b", "\u202e", "\u2060", "\u00ad", "\ufe0f", "\u3164", "\u00a0")
"""What hardly shows, or does not."""


def alike(name: str, count: int) -> list[str]:
    """So many ways to write a name that look much like it, itself first."""
    each = [[letter, letter.swapcase(), *LOOKS.get(letter, ""), *LOOKS.get(letter.swapcase(), "")] for letter in name]
    written = ("".join(letters) + mark for mark in MARKS for letters in product(*each))
    return list(islice(written, count))


class Got(NamedTuple):
    """What came of it."""

    spoken: Counter[tuple[int, int]]
    """The statuses of what was said under those names, at the listed table and at the private one."""

    himself: tuple[int, int]
    """The same under a name of his own."""

    seats: Counter[int]
    """The statuses of what the host asked for."""

    names: list[str]
    """Who has spoken at the listed table, as its page says."""

    holds: bool
    """Whether the player still has his seat: he moves."""


def attack(site: Site, count: int = 700) -> Got:
    """Speak under so many names like a player's, and try each way to empty his seat."""
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
    """Whether Bo can still move, after Ann."""
    for version, name in enumerate(("Ann", "Bo")):
        visitor = Visitor(site.server.address, site.filled.sessions[name])
        if visitor.act(table, version, {"type": "pass", "player": name}).status != 200:
            return False
    return True


if __name__ == "__main__":
    run(attack, *TABLES)
