"""A visitor of a running site, without a browser: cookies, posts like those of pages, and the event stream."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Generator
from http.client import HTTPConnection
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

TOKEN: Final = "x" * 32
"""CSRF token, in the cookie and in the header."""

MAX_IDLE_SECONDS: Final = 0.5
"""Seconds after which an idle connection is not reused: the site may close it soon."""


class Answer(NamedTuple):
    """An answer of the site."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Visitor:
    """A visitor with their own session, or none, and one persistent connection."""

    def __init__(self, address: str, session: str = "", source: str = "") -> None:
        """`source`: the visitor's IP address."""
        parts = urlsplit(address)
        assert parts.port
        self._where = ("127.0.0.1", parts.port)
        self._connection = HTTPConnection(*self._where, timeout=60, source_address=(source, 0) if source else None)
        self._used = 0.0
        self.session = session

    def get(self, path: str, **headers: str) -> Answer:
        """Request a page."""
        return self.ask("GET", path, None, headers)

    def post(self, path: str, data: dict[str, Any] | str, **headers: str) -> Answer:
        """Send a form."""
        body = data if isinstance(data, str) else urlencode(data)
        form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": TOKEN}
        return self.ask("POST", path, body.encode(), {**form, **headers})

    def act(self, table: str, version: int, action: Any, **headers: str) -> Answer:
        """Do an action and get the short answer."""
        data = {"version": version, "action": json.dumps(action)}
        return self.post(f"/t/{table}/act/", data, **{"Accept": "application/json", **headers})

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        """Send any request."""
        if time.monotonic() - self._used > MAX_IDLE_SECONDS:
            self._connection.close()  # reconnects automatically
        self._connection.request(method, path, body, {"Cookie": self.cookie, **headers})
        self._used = time.monotonic()
        answer = self._connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())

    @property
    def cookie(self) -> str:
        """The cookie header of a browser."""
        return f"csrftoken={TOKEN}" + (f"; sessionid={self.session}" if self.session else "")

    def stream(self, table: str, last: int | None = None) -> Stream:
        """The live events of a table."""
        return Stream(self._where, f"/t/{table}/live/", self.cookie, last)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Event(NamedTuple):
    """A server-sent event."""

    kind: str
    data: str
    id: str


class Stream:
    """An open stream of events."""

    def __init__(self, where: tuple[str, int], path: str, cookie: str, last: int | None) -> None:
        self._socket = socket.create_connection(where, timeout=60)
        again = f"Last-Event-ID: {last}\r\n" if last is not None else ""
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n{again}\r\n"
        self._socket.sendall(head.encode())
        self._lines = self._read()
        self.status = int(next(self._lines).split()[1])
        for line in self._lines:
            if not line:
                break

    def _read(self) -> Generator[str]:
        with self._socket.makefile("rb") as file:
            for line in file:
                yield line.decode().rstrip("\r\n")

    def next(self, kind: str = "") -> Event:
        """The next event, optionally of one kind."""
        found: dict[str, str] = {}
        for line in self._lines:
            name, colon, value = line.partition(": ")
            if colon and name in ("event", "data", "id"):  # chunk sizes and comments
                found[name] = value
            elif not line and "event" in found:
                event = Event(found["event"], found.get("data", ""), found.get("id", ""))
                if not kind or event.kind == kind:
                    return event
                found = {}
        raise EOFError("the stream has ended")

    def close(self) -> None:
        """Close the stream."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._lines.close()
        self._socket.close()
