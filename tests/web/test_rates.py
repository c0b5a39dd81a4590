"""Rate limits for expensive or disturbing requests: status 429, a retry time, and a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.web.builders import Party, browser, open_party
from tests.web.filling import random_actions
from tetsudo.core.errors import BadInput
from tetsudo.web.common import rate_limits
from tetsudo.web.tables.models import Guest, Message, Table
from tetsudo.web.tables.workers import async_results
from tetsudo.web.tables.workers.process_pool import FAILED, Outcome

pytestmark = pytest.mark.django_db

SENTENCE = "Too many attempts in a short time. Try again in "


@pytest.fixture(autouse=True)
def _few(settings: Any) -> None:
    """Two of each per minute for a guest, five for an address."""
    settings.RATES = dict.fromkeys(settings.RATES, "2/minute, 100/hour")
    settings.ADDRESS_RATE_FACTOR = 2.5
    rate_limits.reset_counters()


@pytest.fixture
def hall() -> Party:
    return open_party()


def record() -> str:
    return json.dumps({"format": "tetsudo", "version": 2, "title": "1889", "players": ["A", "B"], "actions": []})


NEW = {
    "title": "1889", "players": "2", "undo": "own", "seat-0-kind": "here", "seat-0-name": "A",
    "seat-1-kind": "open", "seat-1-name": "",
}  # fmt: skip

DOINGS: dict[str, Callable[[Client, Party], Any]] = {
    "play": lambda client, hall: client.post("/play/"),
    "new table": lambda client, hall: client.post("/new/", NEW),
    "preset": lambda client, hall: client.post("/new/", {**NEW, "save": "1", "preset-name": "Ours"}),
    "import": lambda client, hall: client.post("/import/", {"text": record()}),
    "branch": lambda client, hall: client.post(f"/t/{hall.table.key}/branch/0/"),
    "chat": lambda client, hall: client.post(f"/t/{hall.table.key}/chat/", {"text": "Hello"}),
    "notes": lambda client, hall: client.post(f"/t/{hall.table.key}/notes/", {"text": "Mine"}),
    "seats": lambda client, hall: client.post(f"/t/{hall.table.key}/seats/", {"do": "take", "seat": "0", "name": "X"}),
}


@pytest.mark.parametrize("doing", DOINGS)
def test_a_guest_may_do_it_so_often_and_others_still_may(hall: Party, doing: str) -> None:
    hall.act(random_actions()[0])
    ann, bo = (browser(hall.guests[name]) for name in ("Ann", "Bo"))
    for client in (ann, bo):
        client.defaults["HTTP_ACCEPT"] = "text/html"
        for _ in range(2):
            assert DOINGS[doing](client, hall).status_code in (200, 302, 403)
    refused = DOINGS[doing](ann, hall)
    assert refused.status_code == 429
    assert SENTENCE in refused.content.decode()
    assert 0 < int(refused["Retry-After"]) <= 61


def test_an_address_may_do_it_so_often(hall: Party) -> None:
    """A visitor who drops the session cookie is a new guest, but has the same address."""
    statuses = [Client().post("/guest/", {"name": f"Dee {number}"}).status_code for number in range(7)]
    assert statuses == [302] * 5 + [429] * 2
    assert Guest.objects.filter(name__startswith="Dee").count() == 5
    elsewhere = Client(REMOTE_ADDR="2001:db8:1:2::3")
    assert elsewhere.post("/guest/", {"name": "Dee"}).status_code == 302


def test_an_ipv6_line_is_one_address() -> None:
    statuses = []
    for number in range(6):
        client = Client(REMOTE_ADDR=f"2001:db8:1:2::{number}")
        statuses.append(client.post("/guest/", {"name": "Dee"}).status_code)
    assert statuses == [302] * 5 + [429]
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post("/guest/", {"name": "Dee"}).status_code == 302


def test_files_of_an_ipv6_line_wait_behind_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise an attacker with many addresses would be served before all others."""
    groups: list[object] = []

    def ask(_key: object, group: object, *_rest: object) -> Outcome:
        groups.append(group)
        return Outcome(FAILED)

    monkeypatch.setattr(async_results.files, "ask", ask)
    for number in (1, 2):
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number}").post("/import/", {"text": record()})
    assert groups == [("import", "2001:db8:1:2::/64")] * 2


def test_what_is_refused_leaves_nothing(hall: Party) -> None:
    client, before = browser(hall.guests["Ann"]), Table.objects.count()
    for _ in range(6):
        client.post("/play/")
        client.post(f"/t/{hall.table.key}/chat/", {"text": "Hello"})
    assert Table.objects.count() == before + 2
    assert Message.objects.count() == 2


def test_a_script_of_the_page_is_told_with_the_sentence_alone(hall: Party) -> None:
    client = browser(hall.guests["Ann"])
    url = f"/t/{hall.table.key}/notes/"
    for _ in range(3):
        answer = client.post(url, {"text": "Mine"}, headers={"HX-Request": "true", "Accept": "*/*"})
    assert answer.status_code == 429
    assert answer.content.decode().startswith(SENTENCE)
    assert answer["Content-Type"].startswith("text/plain")
    data = client.post(url, {"text": "Mine"}, headers={"Accept": "application/json"})
    assert data.json()["refusal"].startswith(SENTENCE)


def test_moving_is_not_limited(hall: Party) -> None:
    for action in random_actions()[:20]:
        hall.act(action)
    assert hall.table.version == 20


@pytest.mark.parametrize("nonsense", ["", "often", "6", "6/fortnight", "-1/minute"])
def test_a_rate_that_is_none_is_refused_at_the_start(settings: Any, nonsense: str) -> None:
    settings.RATES = {"chat": nonsense}
    rate_limits.reset_counters()
    with pytest.raises(BadInput, match="TETSUDO_RATE_CHAT: must be like '6/minute, 60/hour'"):
        rate_limits.check_settings()
