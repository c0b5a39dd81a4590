"""People who want notices, and receivers of them, for the tests of notices."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, NamedTuple

from aiosmtpd.controller import Controller

from tetsudo.web.notices import outbox, worker
from tetsudo.web.notices.models import Notice, Recipient
from tetsudo.web.tables.models import Guest, Table

NOON: Final = datetime(2026, 6, 15, 12, tzinfo=UTC)
"""A Monday in summer."""

AFTER_GRACE: Final = timedelta(minutes=2)


def recipient(guest: Guest, **wishes: Any) -> Recipient:
    """A guest who wants notices; by default by webhook, always."""
    usual = {
        "webhook": "always",
        "hook_address": "http://127.0.0.1:9/",
        "is_active": True,
        "site": "https://t.example/",
    }
    return Recipient.objects.create(guest=guest, **{**usual, **wishes})


def mail_recipient(guest: Guest, **wishes: Any) -> Recipient:
    """A guest who wants mails, always and about live tables too."""
    usual = {
        "mail": "always",
        "webhook": "never",
        "has_live_mail": True,
        "address": f"{guest.name}@example.org".lower(),
    }
    return recipient(guest, **{**usual, "is_confirmed": True, **wishes})


def notices(**wanted: Any) -> list[Notice]:
    """Notices, in order."""
    return list(Notice.objects.filter(**wanted).order_by("pk"))


def work(now: datetime) -> int:
    """Work until nothing is left to do at a time; returns the number of attempts."""
    count = 0
    while worker.work(now):
        count += 1
        assert count < 200, "it never ends"
    return count


def make_due(table: Table, guest: Guest, kind: str = "over", **fields: Any) -> Notice:
    """A planned notice by webhook, created at noon."""
    usual = {"version": 1, "channel": "webhook", "state": "due", "created": NOON, "not_before": NOON}
    return Notice.objects.create(guest=guest, table=table, kind=kind, **{**usual, **fields})


class Sender:
    """A channel of the tests: keeps what is sent, and answers as told."""

    def __init__(self) -> None:
        self.sent: list[Notice] = []
        self.outcome = outbox.Outcome(outbox.Result.SENT)

    def __call__(self, held: outbox.Lease) -> outbox.Outcome:
        self.sent += held.notices
        return self.outcome


class Request(NamedTuple):
    """A request that a receiver got."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A web server that keeps what is posted to it."""

    def __init__(self, status: int = 200, location: str = "") -> None:
        self.requests: list[Request] = []
        self.status = status
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.requests.append(Request(self.path, dict(self.headers.items()), body))
                self.send_response(receiver.status)
                if location:
                    self.send_header("Location", location)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def stop(self) -> None:
        """Stop it."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def receiving(status: int = 200, location: str = "") -> Iterator[Receiver]:
    """A receiver while it is needed."""
    receiver = Receiver(status, location)
    try:
        yield receiver
    finally:
        receiver.stop()


class Letter(NamedTuple):
    """A mail that the mail server got."""

    to: list[str]
    content: bytes


class Mailbox:
    """Handler of a mail server that keeps the mails; `answer` refuses them if it is not empty."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.answer = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Receive a mail."""
        if self.answer:
            return self.answer
        self.letters.append(Letter(envelope.rcpt_tos, envelope.content))
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, int]]:
    """A mail server while it is needed, and its port."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()
