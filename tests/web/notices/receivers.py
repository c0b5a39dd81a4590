"""Receivers of notices on this machine: web server, mail server, and a browser that has subscribed to push messages."""

from __future__ import annotations

import json
import socket
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


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


def base64(data: bytes) -> str:
    """Data in base64 as browsers write it: for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers send it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Subscriber:
    """A browser that has subscribed to push messages: its keys."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"sixteen bytes!!!"

    @property
    def public(self) -> str:
        """Its public key."""
        return base64(point(self.key.public_key()))

    def read(self, body: bytes) -> Any:
        """A message, decrypted."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))
