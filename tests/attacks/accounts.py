"""Attack: people who are signed in try the account, notice and clock addresses of others, and guess what is secret."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from http.client import HTTPConnection
from typing import Final, NamedTuple
from urllib.parse import urlencode

from altcha.v1 import Challenge, Payload, solve_challenge

from tests.attacks.siege import ATTACKERS, Site, run
from tests.web.visitor import TOKEN

SETTINGS: Final = {
    "TETSUDO_SIGN_UP": "open",
    "TETSUDO_CHALLENGE_SIZE": "1000",
    "TETSUDO_ADDRESS_RATE_FACTOR": "2",
    "TETSUDO_PUSH_KEY": f"{'AQEB' * 10}AQE",
}
"""The host's settings: anyone may sign up, and devices get push messages."""

PASSWORD: Final = "four tiny green ferries"
PUSH: Final = {"endpoint": "https://push.example.org/own", "public": "k" * 80, "secret": "s" * 20}
OWN_FORMS: Final = (
    "/account/",
    "/account/people/",
    "/account/export/",
    "/account/delete/",
    "/account/recovery-code/",
    "/account/password/change/",
    "/account/logout/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/add/",
    "/notices/",
    "/notices/seen/",
    "/notices/devices/",
    "/notices/devices/1/off/",
)
"""Addresses whose forms change what a person has."""

PAUSES: Final = ("ask", "agree", "decline", "resume")


class Answer(NamedTuple):
    """Status, text, and target of a redirect."""

    status: int
    text: str
    location: str


class Person:
    """A person at an attacker's address, with the cookies of a browser."""

    def __init__(self, site: Site, host: str = ATTACKERS[0]) -> None:
        self._port, self._host = site.server.port, host
        self._cookies = {"csrftoken": TOKEN}
        self.sign_in_name = ""

    def get(self, path: str) -> Answer:
        """Get a page."""
        return self._ask("GET", path, None, {})

    def post(self, path: str, data: dict[str, str] | None = None, *, has_token: bool = True) -> Answer:
        """Send a form, as our page does or as another site's does."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if has_token:
            headers["X-CSRFToken"] = self._cookies["csrftoken"]
        return self._ask("POST", path, urlencode(data or {}), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60, source_address=(self._host, 0))
        connection.request(method, path, body, {"Cookie": cookies, "Accept": "text/html", **headers})
        answer = connection.getresponse()
        for said in answer.headers.get_all("Set-Cookie", []):
            name, _is, value = said.partition(";")[0].partition("=")
            self._cookies[name] = value
        text = answer.read().decode(errors="replace")
        connection.close()
        return Answer(answer.status, text, answer.getheader("Location") or "")

    def sign_up(self, name: str) -> Person:
        """Sign up, with the proof of work that is asked for."""
        page = self.get("/account/signup/").text
        fields = {each: _value(page, each) for each in ("username", "offer", "invitation")}
        sent = {"name": name, "password1": PASSWORD, "proof": _proof(page), **fields}
        answer = self.post("/account/signup/", sent)
        assert answer.status == 302, answer.text
        self.sign_in_name = fields["username"]
        return self


def _value(page: str, name: str) -> str:
    field = next(tag for tag in re.findall(r"<input[^>]*>", page) if f'name="{name}"' in tag)
    found = re.search(r'value="([^"]*)"', field)
    return unescape(found[1]) if found else ""


def _proof(page: str) -> str:
    found = re.search(r'data-challenge="([^"]*)"', page)
    assert found
    data = json.loads(unescape(found[1]))
    asked = Challenge(data["algorithm"], data["challenge"], data["maxNumber"], data["salt"], data["signature"])
    solved = solve_challenge(asked.challenge, asked.salt, asked.algorithm, asked.max_number)
    assert solved
    return Payload(asked.algorithm, asked.challenge, solved.number, asked.salt, asked.signature).to_base64()


class AccountResult(NamedTuple):
    """Statuses by kind of attack, and True if the victim still has everything."""

    forged: Counter[int]
    foreign: Counter[int]
    pauses: Counter[int]
    tokens: Counter[int]
    passwords: Counter[int]
    codes: Counter[int]
    holds: bool


def attack(site: Site, rounds: int = 40) -> AccountResult:
    """A victim, and two attackers: one who is signed in, and one who guesses."""
    victim = Person(site, ATTACKERS[1]).sign_up("Vic")
    victim.post("/notices/devices/", PUSH)
    key = re.search(r"/people/([\w-]+)/", victim.get("/account/").text)
    assert key
    eve, mallory = Person(site).sign_up("Eve"), Person(site, ATTACKERS[2])
    table = site.filled.tables[-1]
    found = AccountResult(
        Counter(victim.post(path, has_token=False).status for path in OWN_FORMS),
        Counter(answer.status for answer in _foreign(eve, table)),
        Counter(eve.post(f"/t/{table}/pause/{deed}/", {"version": "0"}).status for deed in PAUSES * 5),
        Counter(_with_token(eve, number).status for number in range(rounds)),
        Counter(_guess_password(mallory, victim.sign_in_name, number).status for number in range(rounds)),
        Counter(_guess_code(mallory, number).status for number in range(rounds)),
        holds=False,
    )
    eve.post("/account/people/", {"person": key[1], "block": "1"})
    return found._replace(holds=_holds(victim))


def _foreign(eve: Person, table: str) -> list[Answer]:
    """Ids of others: devices, keys, programmed actions, seats."""
    numbers = range(1, 8)
    return [
        *(eve.post(f"/notices/devices/{number}/off/") for number in numbers),
        *(eve.post(f"/account/2fa/webauthn/keys/{number}/remove/") for number in numbers),
        *(eve.post(f"/t/{table}/plans/{number}/off/") for number in numbers),
        *(eve.post(f"/t/{table}/seats/", {"do": do, "seat": "0"}) for do in ("leave", "vacation", "back", "stand-in")),
    ]


def _with_token(eve: Person, number: int) -> Answer:
    """A link of a mail, with a token that the site has not signed."""
    kind = ("off", "confirm")[number % 2]
    return eve.post(f"/notices/{kind}/{number}:1xXM4J:{'x' * 43}/")


def _guess_password(mallory: Person, name: str, number: int) -> Answer:
    return mallory.post("/account/login/", {"login": name, "password": f"password number {number}"})


def _guess_code(mallory: Person, number: int) -> Answer:
    return mallory.post("/account/recovery/", {"code": f"{number:030}", "password1": "another long phrase"})


def _holds(victim: Person) -> bool:
    """True if the victim is still signed in, and has the device."""
    has_device = "/notices/devices/1/off/" in victim.get("/notices/").text
    return has_device and victim.get("/account/").status == 200


if __name__ == "__main__":
    run(attack)
