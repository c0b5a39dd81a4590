"""Webhooks: their three forms, and everything that they must not reach."""

from __future__ import annotations

import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.builders import Party, open_party
from tests.web.notices.builders import NOON, make_due, notices, recipient, work
from tests.web.notices.certificates import write_certificate
from tests.web.notices.receivers import Receiver, receiving
from tetsudo.web.common.client_address import parse_networks
from tetsudo.web.notices.channels import pinned_http
from tetsudo.web.notices.channels.pinned_http import Forbidden, MaybeDelivered, NotReachable
from tetsudo.web.tables.models import Table

LOCAL = parse_networks("127.0.0.0/8")


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A receiver on this machine, which the host allows."""
    settings.WEBHOOK_NETWORKS = LOCAL
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def hall(db: None) -> Party:
    """A table whose name is an attack."""
    hall = open_party()
    Table.objects.filter(pk=hall.table.pk).update(name="@everyone <!channel> *&")
    return hall


def posted(hall: Party, receiver: Receiver, form: str) -> Any:
    recipient(hall.guests["Bo"], hook_address=f"{receiver.address}/hook?key=1", hook_form=form)
    make_due(hall.table, hall.guests["Bo"])
    work(NOON)
    (request,) = receiver.requests
    assert request.path == "/hook?key=1"
    assert request.headers["Content-Type"] == "application/json"
    return json.loads(request.body)


def test_plain_json(hall: Party, receiver: Receiver) -> None:
    data = posted(hall, receiver, "json")
    assert data["kind"] == "over"
    assert data["table"] == hall.table.key
    assert data["link"] == f"https://t.example/t/{hall.table.key}/"
    assert data["title"] == "1889"
    (notice,) = notices()
    assert notice.state == "sent"
    assert receiver.requests[0].headers["Idempotency-Key"] == f"{notice.key}.{notice.pk}"


def test_discord_mentions_nobody(hall: Party, receiver: Receiver) -> None:
    data = posted(hall, receiver, "discord")
    assert data["allowed_mentions"] == {"parse": []}
    assert "**The game is over: @everyone \\<!channel\\> \\*&**" in data["content"]


def test_slack_is_escaped(hall: Party, receiver: Receiver) -> None:
    assert "@everyone &lt;!channel&gt; *&amp;" in posted(hall, receiver, "slack")["text"]


@pytest.mark.parametrize(
    ("status", "state"), [(200, "sent"), (204, "sent"), (302, "failed"), (404, "failed"), (429, "due"), (503, "due")]
)
def test_the_answer_decides(hall: Party, settings: Any, status: int, state: str) -> None:
    settings.WEBHOOK_NETWORKS = LOCAL
    with receiving() as elsewhere, receiving(status, elsewhere.address) as receiver:
        recipient(hall.guests["Bo"], hook_address=receiver.address)
        make_due(hall.table, hall.guests["Bo"])
        work(NOON)
        assert [notice.state for notice in notices()] == [state]
        assert len(receiver.requests) == 1
        assert elsewhere.requests == [], "redirects are not followed"


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https:///path",
        "https://user:pass@example.org/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "https://[::1",
        "javascript:alert(1)",
        "https://example.org/" + 1000 * "x",
    ],
)
def test_such_an_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(Forbidden):
        pinned_http.check_address(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "240.0.0.1"),
        *("::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1"),
        *("2002:7f00:1::", "2001:db8::1", "2001:0:0:0:0:0:f5ff:fffe"),
    ],
)
def test_no_address_of_a_private_network(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Also if a public name leads there, and if only one of its addresses does."""
    assert not pinned_http.is_public(ipaddress.ip_address(address))
    found = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_values, **_named: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_values: pytest.fail("it connects"))
    with pytest.raises(Forbidden):
        pinned_http.post("https://example.org/", b"", {})


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:8.8.8.8"])
def test_public_addresses_are_allowed(address: str) -> None:
    assert pinned_http.is_public(ipaddress.ip_address(address))


def test_a_name_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name server that answers differently the second time gains nothing."""
    asked: list[str] = []
    connected: list[Any] = []

    def resolve(host: str, *_values: Any, **_named: Any) -> list[Any]:
        asked.append(host)
        return [(0, 0, 0, "", ("93.184.216.34" if len(asked) == 1 else "127.0.0.1", 443))]

    def connect(address: Any, *_values: Any) -> Any:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotReachable):
        pinned_http.post("https://example.org/", b"", {})
    assert (asked, connected) == (["example.org"], [("93.184.216.34", 443)])


def test_an_address_that_turned_private_is_given_up(hall: Party) -> None:
    """Without allowed networks."""
    recipient(hall.guests["Bo"], hook_address="https://127.0.0.1/")
    make_due(hall.table, hall.guests["Bo"])
    work(NOON)
    assert [(notice.state, notice.reason) for notice in notices()] == [("failed", "it is not a public address")]


# Connections


def serve_once(answer: Any) -> int:
    """A server that accepts one connection, and lets `answer` handle it; returns its port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection = listening.accept()[0]
        with connection, listening:
            answer(connection)

    threading.Thread(target=serve, daemon=True).start()
    return int(listening.getsockname()[1])


def drip(connection: socket.socket) -> None:
    """An answer without end, a letter at a time."""
    connection.recv(65536)
    try:
        while True:
            connection.sendall(b"x")
            time.sleep(0.02)
    except OSError:
        pass


def hang_up(connection: socket.socket) -> None:
    connection.recv(65536)


def test_a_slow_answer_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOK_NETWORKS = LOCAL
    monkeypatch.setattr(pinned_http, "TOTAL_SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(MaybeDelivered):
        pinned_http.post(f"http://127.0.0.1:{serve_once(drip)}/", b"{}", {})
    assert time.monotonic() - began < 30


def test_a_lost_answer_may_have_been_delivered(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = LOCAL
    with pytest.raises(MaybeDelivered):
        pinned_http.post(f"http://127.0.0.1:{serve_once(hang_up)}/", b"{}", {})


def test_no_connection_means_not_delivered(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = LOCAL
    with pytest.raises(NotReachable):
        pinned_http.post("http://127.0.0.1:1/", b"{}", {})


@pytest.mark.parametrize("name", ["localhost", "other.example"])
def test_the_certificate_must_be_for_the_name(settings: Any, tmp_path: Path, name: str) -> None:
    """And its authority known."""
    settings.WEBHOOK_NETWORKS = LOCAL
    certificate, key = write_certificate(tmp_path, name)
    with receiving() as receiver:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
        address = f"https://localhost:{receiver.address.rpartition(':')[2]}/"
        if ":" in socket.getaddrinfo("localhost", 1)[0][4][0]:  # type: ignore[operator]
            settings.WEBHOOK_NETWORKS = parse_networks("127.0.0.0/8 ::1")
        with pytest.raises(NotReachable):
            pinned_http.post(address, b"{}", {})
        settings.WEBHOOK_CA = str(certificate)
        if name == "localhost":
            assert pinned_http.post(address, b"{}", {}).status == 200
            assert len(receiver.requests) == 1
        else:
            with pytest.raises(NotReachable):
                pinned_http.post(address, b"{}", {})
