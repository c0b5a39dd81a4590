"""Attack: requests like those of the pages, each with one error: in its address, parameters, body or headers."""

from __future__ import annotations

import json
from collections import Counter
from http.client import HTTPException
from random import Random
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from tests.attacks.siege import ATTACKERS, Site, run
from tests.web.visitor import Answer, Visitor

AWKWARD_VALUES: Final = (
    "", " ", "0", "-1", "1e9", "99999999999999999999", "true", "null", "NaN", "[]", "{}", "[[[[]]]]", '{"type": "bid"}',
    "é", "鉄道", "\u202e", "%00", "%ff", "../../etc/passwd", "<b>", "' or 1=1 --", "A" * 300, "K4,-1", "K4,99", "x,y",
)  # fmt: skip
"""Values in place of expected ones."""

ACTION: Final = {"type": "bid", "player": "Bo", "lot": "TR", "price": 20}


class Request(NamedTuple):
    """A valid request."""

    method: str
    path: str
    data: dict[str, str]


def valid_requests(table: str) -> list[Request]:
    """One request of each kind that pages make."""
    at, act = f"/t/{table}/", {"version": "0", "action": json.dumps(ACTION)}
    looked = ("", "parts/", "at/1/", "at/1/parts/", "chronicle/", "at/1/log/0/", "at/1/log/before/1/", "tiles.svg",
              "record/", "seats/", "undo/")  # fmt: skip
    return [
        *(Request("GET", path, {}) for path in ("/", "/new/", "/titles/", "/titles/1889/", "/titles/1889/rules/",
          "/titles/1889/rules/1889-TRK-01/", "/guest/", "/guest/x/", "/seat/x/", "/import/", "/import/x/",
          "/palette.css", "/static/tetsudo/page/base.css", "/healthz",
          "/notices/", "/notices/sent/", "/notices/confirm/x/", "/notices/off/x/", "/next/", "/next/count/")),
        Request("GET", "/new/", {"title": "1890", "players": "4"}),
        *(Request("GET", at + path, {}) for path in looked),
        Request("GET", f"{at}hex/K4/", {"version": "3"}),
        Request("GET", f"{at}routes/", {"version": "3", "train": "0", "spot": "K4,-1", "wishes": "[[[],[],false]]"}),
        Request("GET", f"{at}record/", {"format": "18xx.games", "version": "2"}),
        Request("POST", f"{at}act/", act),
        Request("POST", f"{at}undo/", {"version": "0", "to": "0"}),
        Request("POST", f"{at}undo/ask/", {"version": "0", "to": "0"}),
        Request("POST", f"{at}undo/agree/", {}),
        Request("POST", f"{at}undo/decline/", {}),
        Request("POST", f"{at}redo/", {"version": "0"}),
        Request("POST", f"{at}chat/", {"text": "Hello", "version": "0"}),
        Request("POST", f"{at}notes/", {"text": "Mine"}),
        Request("POST", f"{at}talk/", {"talk": "all"}),
        Request("POST", f"{at}seats/", {"seat": "0", "do": "leave"}),
        Request("POST", f"{at}branch/1/", {}),
        Request("POST", "/guest/", {"name": "Dee"}),
        Request("POST", "/notices/", {"webhook": "away", "hook_address": "https://x.example/", "zone": "UTC"}),
        Request("POST", "/notices/devices/", {"endpoint": "https://x.example/", "public": "A" * 87, "secret": "AAA"}),
        Request("POST", f"{at}notices/", {"mail": "always"}),
        Request("POST", "/import/", {"text": json.dumps({"format": "tetsudo", "version": 2, "title": "1889"})}),
        Request("POST", "/new/", {"title": "1889", "players": "3", "seat-0-kind": "me", "seat-0-name": "Ann"}),
        Request("POST", "/language/setlang/", {"language": "en", "next": "/"}),
    ]  # fmt: skip


def mutate(request: Request, random: Random) -> tuple[Request, str, dict[str, str]]:
    """A request with an error, its body and its headers."""
    method, path, data = request.method, request.path, dict(request.data)
    headers: dict[str, str] = {}
    body = ""
    for _ in range(random.randint(1, 3)):
        match random.randrange(7):
            case 0:
                parts = path.split("/")
                parts[random.randrange(len(parts))] = quote(random.choice(AWKWARD_VALUES), safe="%")
                path = "/" + "/".join(parts).lstrip("/")
            case 1 if data:
                data[random.choice(sorted(data))] = random.choice(AWKWARD_VALUES)
            case 2 if data:
                del data[random.choice(sorted(data))]
            case 3:
                data[random.choice(("version", "to", "spot", "x", "page", "format", "title"))] = random.choice(
                    AWKWARD_VALUES
                )
            case 4:
                method = random.choice(("GET", "POST", "PUT", "HEAD", "DELETE"))
            case 5:
                name = random.choice(("Accept", "HX-Request", "HX-Target", "Accept-Language", "Content-Type", "Cookie"))
                headers[name] = random.choice(AWKWARD_VALUES).encode("ascii", "ignore").decode()
            case 6:
                text = urlencode(data)
                cut = random.randrange(len(text) + 1)
                body = text[:cut] + random.choice(AWKWARD_VALUES) + text[cut:]
    return Request(method, path, data), body, headers


def attack(site: Site, times: int = 2000, seed: int = 1) -> Counter[int]:
    """Send `times` requests; the number of answers by status. A status of 500 fails, naming the request."""
    random, statuses = Random(seed), Counter[int]()
    people = [Visitor(site.server.address, session, ATTACKERS[0]) for session in site.filled.sessions.values()]
    people.append(Visitor(site.server.address, source=ATTACKERS[1]))
    requests = valid_requests(site.filled.tables[-1])
    for _ in range(times):
        request, body, headers = mutate(random.choice(requests), random)
        answer = _send(random.choice(people), request, body, headers)
        statuses[answer.status] += 1
        assert answer.status not in (500, 502), (request, body, headers, answer.text[:300])
    return statuses


def _send(who: Visitor, request: Request, body: str, headers: dict[str, str]) -> Answer:
    """The answer to a request; status 0 if the server hangs up."""
    text = body or urlencode(request.data)
    try:
        if request.method == "POST":
            return who.post(request.path, text, **headers)
        query = f"?{quote(text, safe='=&%+')}" if text else ""
        return who.ask(request.method, request.path + query, None, headers)
    except (HTTPException, OSError):
        who.close()
        return Answer(0, {}, b"")


if __name__ == "__main__":
    run(attack)
