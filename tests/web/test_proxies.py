"""Behind a proxy that terminates TLS on another address: forms work, cookies are for HTTPS, live events arrive.

Proxy headers sent by a client itself are not trusted.
"""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import pytest

from tests.server import Server, launch
from tests.web import proxies
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.proxies import NAME, PROXY_ADDRESS
from tests.web.visitor import TOKEN

PROXIES: Final[list[Any]] = [
    pytest.param(
        proxies.nginx,
        PROXY_ADDRESS,
        id="nginx",
        marks=pytest.mark.skipif(
            not (proxies.command("nginx") and proxies.command("openssl")), reason=proxies.NO_NGINX
        ),
    ),
    pytest.param(
        proxies.caddy,
        "127.0.0.1",
        id="caddy",
        marks=[pytest.mark.long, pytest.mark.skipif(not proxies.command("caddy"), reason=proxies.NO_CADDY)],
    ),
]


class Answer(NamedTuple):
    """An answer received through a proxy."""

    status: int
    cookies: list[str]
    text: str


class Browser:
    """A client that connects only to the proxy, under the site's name."""

    def __init__(self, port: int, trust: ssl.SSLContext, cookie: str = "") -> None:
        self.port, self.trust, self.cookie = port, trust, cookie

    @property
    def origin(self) -> str:
        """The Origin header of a browser."""
        return f"https://{NAME}:{self.port}"

    def ask(self, method: str, path: str, data: dict[str, Any] | None = None, **headers: str) -> Answer:
        """Send a request over TLS, checking the certificate against the name."""
        connection = _Named(self.port, self.trust)
        body = urlencode(data).encode() if data else None
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin} if data else {}
        sent = {"Host": f"{NAME}:{self.port}", "Cookie": self.cookie, **form, **headers}
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        found = connection.getresponse()
        answer = Answer(found.status, found.headers.get_all("Set-Cookie", []), found.read().decode())
        connection.close()
        return answer

    def stream(self, table: str) -> Iterator[str]:
        """The lines of a table's live event stream."""
        with self.trust.wrap_socket(
            socket.create_connection(("127.0.0.1", self.port), 20), server_hostname=NAME
        ) as made:
            head = f"GET /t/{table}/live/ HTTP/1.1\r\nHost: {NAME}:{self.port}\r\nCookie: {self.cookie}\r\n\r\n"
            made.sendall(head.encode())
            for line in made.makefile("rb"):
                yield line.decode().strip()


class _Named(HTTPSConnection):
    """A connection to this machine under the site's name."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        super().__init__("127.0.0.1", port, timeout=20, context=trust)
        self._trust = trust

    def connect(self) -> None:
        """Connect to this machine, with TLS for the site's name."""
        HTTPConnection.connect(self)
        self.sock = self._trust.wrap_socket(self.sock, server_hostname=NAME)


@pytest.mark.parametrize(("proxy", "speaks_from"), PROXIES)
def test_moves_chat_and_live_events_over_tls(
    tmp_path: Path,
    proxy: Callable[..., AbstractContextManager[tuple[int, ssl.SSLContext]]],
    speaks_from: str,
) -> None:
    """The manual's example unchanged, except for names, ports and files of this machine."""
    filled = fill(tmp_path / "site.db", TableSpec())
    first = random_actions()[0]
    cookie = f"csrftoken={TOKEN}; sessionid={filled.sessions[first['player']]}"
    site = Server.start(tmp_path / "site.db", "--behind-proxy", speaks_from, environment={"TETSUDO_HOSTS": NAME})
    with site as server, proxy(tmp_path, server.port) as (port, trust):
        browser = Browser(port, trust, cookie)
        heard = (line for line in browser.stream(filled.table) if line.startswith("data:"))
        assert next(heard) == "data: 0"
        assert next(heard) == "data: 0"  # no chat message yet

        move = {"csrfmiddlewaretoken": TOKEN, "version": 0, "action": json.dumps(first)}
        acted = browser.ask("POST", f"/t/{filled.table}/act/", move, Accept="application/json")
        assert acted.status == 200, acted.text
        assert next(heard) == "data: 1"
        heard.close()

        stranger = Browser(port, trust, f"csrftoken={TOKEN}")
        named = stranger.ask("POST", "/guest/", {"csrfmiddlewaretoken": TOKEN, "name": "Dee"})
        assert named.status == 302, named.text
        assert named.cookies
        assert all("Secure" in cookie for cookie in named.cookies)
        session = next(cookie for cookie in named.cookies if cookie.startswith("sessionid=")).partition(";")[0]
        own = Browser(port, trust, session).ask("GET", "/guest/")
        assert f"{browser.origin}/guest/" in own.text  # the guest's secret link

        forged = browser.ask("POST", f"/t/{filled.table}/act/", move, Origin="https://evil.example")
        assert forged.status == 403
        assert [line for line in server.log_lines if "Traceback" in line] == []


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FilledDatabase:
    return fill(tmp_path_factory.mktemp("proxies") / "site.db", TableSpec())


@pytest.fixture(scope="module")
def server(filled: FilledDatabase) -> Iterator[Server]:
    """A site that trusts one address and has one host name."""
    assert filled.database
    chosen = {
        "TETSUDO_PROXIES": f"{PROXY_ADDRESS}, 10.1.0.0/24",
        "TETSUDO_HOSTS": f"{NAME},localhost",
        "TETSUDO_MAX_ADDRESS_STREAMS": "2",
    }
    with Server.start(filled.database, environment=chosen) as running:
        yield running


def ask(server: Server, method: str, path: str, speaks_from: str, **headers: str) -> tuple[int, str, str]:
    """Send a request directly to the site from an address: status, cookies and page."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(speaks_from, 0))
    body = f"csrfmiddlewaretoken={TOKEN}&name=Dee".encode() if method == "POST" else None
    form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {"Cookie": f"csrftoken={TOKEN}", "Host": "localhost", **form, **sent})
    found = connection.getresponse()
    answer = found.status, " ".join(found.headers.get_all("Set-Cookie", [])), found.read().decode()
    connection.close()
    return answer


SAID: Final = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": NAME, "Origin": f"https://{NAME}"}


def test_only_a_proxy_is_believed(server: Server) -> None:
    through = {**SAID, "Host": "localhost"}
    status, cookies, _page = ask(server, "POST", "/guest/", PROXY_ADDRESS, **through)
    assert (status, "Secure" in cookies) == (302, True)
    stranger = {**through, "Origin": "https://localhost:1"}
    assert ask(server, "POST", "/guest/", "127.0.0.8", **stranger)[0] == 403
    status, cookies, _page = ask(server, "POST", "/guest/", "127.0.0.8", Host="localhost", Origin="http://localhost")
    assert (status, "Secure" in cookies) == (302, False)


def test_of_several_hosts_the_proxys_own_counts(server: Server) -> None:
    said = {**SAID, "X_Forwarded_Host": f"evil.example, {NAME}", "Host": "localhost"}
    assert ask(server, "POST", "/guest/", PROXY_ADDRESS, **said)[0] == 302
    said["X_Forwarded_Host"] = f"{NAME}, evil.example"
    assert ask(server, "POST", "/guest/", PROXY_ADDRESS, **said)[0] == 400


def test_a_proxys_visitors_are_told_apart_and_a_strangers_word_is_not_believed(
    server: Server, filled: FilledDatabase
) -> None:
    def stream(speaks_from: str, said: str) -> tuple[int, socket.socket]:
        made = socket.create_connection(("127.0.0.1", server.port), 20, source_address=(speaks_from, 0))
        head = f"GET /t/{filled.table}/live/ HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {said}\r\n\r\n"
        made.sendall(head.encode())
        return int(made.recv(12).split()[1]), made

    visitors = ["1.2.3.4", "1.2.3.5", "9.9.9.9, 1.2.3.4", "9.9.9.9, 1.2.3.4"]
    through = [stream(PROXY_ADDRESS, said) for said in visitors]
    assert [status for status, _made in through] == [200, 200, 200, 429]
    alone = [stream("127.0.0.9", said) for said in visitors]
    assert [status for status, _made in alone] == [200, 200, 429, 429]
    for _status, made in (*through, *alone):
        made.close()


def test_a_proxy_may_say_anything_of_who_asks(server: Server) -> None:
    """Some proxies add the port; an invalid address causes no error of the site."""
    for said in ("1.2.3.4:5678", "[2001:db8::1]:1234", "[2001:db8::1", "unknown", "a:b", "fe80::1%eth0", "", ", ,"):
        assert ask(server, "GET", "/guest/", PROXY_ADDRESS, X_Forwarded_For=said)[0] == 200, said


def test_a_wrong_host_is_a_line_and_400(server: Server) -> None:
    said = len(server.log_lines)
    status, _cookies, page = ask(server, "GET", "/", "127.0.0.1", Host="evil.example")
    assert status == 400
    assert "could not be read" in page
    assert ask(server, "GET", f"/t/x{'x' * 3000}/live/", "127.0.0.1", Host="evil.example")[0] == 400
    assert ask(server, "GET", "/", "127.0.0.1", Host="localhost")[0] == 200
    lines = server.wait_for_log("refused: ", said, times=2)
    assert len(lines) == 2
    assert all(line.startswith("refused: Invalid HTTP_HOST header: 'evil.example'.") for line in lines)


def test_a_form_that_a_proxy_does_not_explain_is_a_line_that_says_what_lacks(server: Server) -> None:
    said = len(server.log_lines)
    assert ask(server, "POST", "/guest/", "127.0.0.8", Host="localhost", Origin="https://other.example")[0] == 403
    assert "Traceback" not in "".join(server.wait_for_log("--behind-proxy", said))


def test_an_address_that_is_none(tmp_path: Path) -> None:
    process = launch(tmp_path / "site.db", "--behind-proxy", "the proxy")
    said = process.communicate(timeout=60)[0].strip()
    assert process.returncode == 2
    assert said == "--behind-proxy: must be addresses or networks, such as 10.0.0.2 or 10.0.0.0/24, not 'the'"
