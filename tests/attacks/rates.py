"""Attack: one person does as much as possible: bot tables, guests, chat."""

from __future__ import annotations

import json
import time
from collections import Counter
from http.client import HTTPConnection
from typing import NamedTuple
from urllib.parse import urlencode

from tests.attacks.siege import ATTACKERS, Site, run
from tests.web.visitor import TOKEN


class RateResult(NamedTuple):
    """Statuses of the answers, and the message when the rate limit was hit."""

    statuses: Counter[int]
    later: int
    sentence: str


class Guest:
    """A guest at an attacker's address, who keeps or drops the session cookie."""

    def __init__(self, site: Site, *, keeps_cookie: bool = True, host: str = ATTACKERS[0]) -> None:
        self._connection = HTTPConnection("127.0.0.1", site.server.port, timeout=60, source_address=(host, 0))
        self._keeps_cookie = keeps_cookie
        self._cookie = ""
        self.sent_to = ""
        """Path of the last redirect."""

    def post(self, path: str, data: dict[str, str]) -> tuple[int, dict[str, str], str]:
        """Send a form."""
        cookie = f"csrftoken={TOKEN}; {self._cookie}"
        headers = {"Cookie": cookie, "X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request("POST", path, urlencode(data), headers)
        answer = self._connection.getresponse()
        for said in answer.headers.get_all("Set-Cookie", []) if self._keeps_cookie else []:
            if said.startswith("sessionid="):
                self._cookie = said.partition(";")[0]
        self.sent_to = answer.getheader("Location") or self.sent_to
        return answer.status, dict(answer.getheaders()), answer.read().decode()

    def post_repeatedly(self, path: str, data: dict[str, str], times: int) -> RateResult:
        """Send the form `times` times."""
        statuses, later, sentence = Counter[int](), 0, ""
        for _ in range(times):
            status, headers, text = self.post(path, data)
            statuses[status] += 1
            if status == 429:
                later, sentence = int(headers["Retry-After"]), text
        return RateResult(statuses, later, sentence)


def attack(site: Site, times: int = 50) -> list[RateResult]:
    """Open tables with bots as one guest, and as many guests from one address; guests, imports, chat, branches."""
    table = site.filled.tables[0]
    record = json.dumps({"format": "tetsudo", "version": 2, "title": "1889", "players": ["A", "B"]})
    guest = Guest(site)
    played = guest.post_repeatedly("/play/", {}, times)
    own = guest.sent_to  # chat at other people's tables is refused
    return [
        played,
        Guest(site, keeps_cookie=False).post_repeatedly("/play/", {}, times * 2),
        Guest(site, keeps_cookie=False).post_repeatedly("/guest/", {"name": "Dee"}, times * 2),
        guest.post_repeatedly("/import/", {"text": record}, 3 * times),
        guest.post_repeatedly(f"{own}chat/", {"text": "Hello"}, max(times, 25)),
        guest.post_repeatedly(f"/t/{table}/branch/0/", {}, times),
    ]


BOT_TABLE_FORM = {
    "title": "1889", "players": "4", "undo": "free",
    **{f"seat-{number}-{what}": value for number in range(4) for what, value in (("kind", "simple"), ("name", ""))},
}  # fmt: skip


def open_bot_tables(site: Site, tables: int, seconds: float) -> int:
    """Open bot-only tables, each as a new guest, and let the bots play; number of tables opened."""
    guest = Guest(site, keeps_cookie=False)
    opened = guest.post_repeatedly("/new/", BOT_TABLE_FORM, tables).statuses[302]
    time.sleep(seconds)
    return opened


if __name__ == "__main__":
    run(attack)
