"""Servers that a host's check asks: DNS, mail, and a proxy with HTTPS."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import dns.message
import dns.query
import dns.rcode
import dns.rrset
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult


@contextmanager
def name_server(texts: Mapping[str, Sequence[str]], port: int = 0, forward: str = "") -> Iterator[str]:
    """A DNS server that knows TXT records by their names; its address with the port.

    `forward`: address of the server that knows all other names ("": there are none).
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listening.bind(("127.0.0.1", port))

    def answer() -> None:
        while True:
            try:
                data, asker = listening.recvfrom(4096)
            except OSError:
                return
            if not data:
                return
            threading.Thread(target=reply, args=(data, asker), daemon=True).start()

    def reply(data: bytes, asker: Any) -> None:
        response = _response(data, texts, forward)
        with contextlib.suppress(OSError):
            listening.sendto(response, asker)

    threading.Thread(target=answer, daemon=True).start()
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.sendto(b"", listening.getsockname())  # ends the thread
        listening.close()


def _response(data: bytes, texts: Mapping[str, Sequence[str]], forward: str) -> bytes:
    asked = dns.message.from_wire(data)
    made = dns.message.make_response(asked)
    name = asked.question[0].name
    found = texts.get(name.to_text(omit_final_dot=True))
    if found is None and forward:
        return dns.query.udp(asked, forward, timeout=20).to_wire()
    if found is None:
        made.set_rcode(dns.rcode.NXDOMAIN)
    else:
        made.answer.append(dns.rrset.from_text_list(name, 60, "IN", "TXT", [f'"{text}"' for text in found]))
    return made.to_wire()


class Letters:
    """Handler of a mail server: it keeps every mail."""

    def __init__(self) -> None:
        self.contents: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Keep a mail."""
        self.contents.append(envelope.content.decode())
        return "250 OK"


@contextmanager
def mail_server(certificate: tuple[Path, Path], password: str, port: int = 0) -> Iterator[tuple[int, Letters]]:
    """A mail server with STARTTLS that knows one password; its port, and what it got."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)

    def sign_in(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=data.password == password.encode(), handled=False)

    letters = Letters()
    made = Controller(
        letters,
        hostname="127.0.0.1",
        port=port or free_port(),
        tls_context=context,
        require_starttls=True,
        authenticator=sign_in,
        auth_required=True,
    )
    made.start()
    try:
        yield made.port, letters
    finally:
        made.stop()


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def proxy(certificate: tuple[Path, Path], site: int, *, tells: bool) -> Iterator[int]:
    """A proxy with HTTPS in front of a site's port, which tells it of HTTPS or not; its own port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            import http.client

            headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"} if tells else {}
            connection = http.client.HTTPConnection("127.0.0.1", site)
            connection.request("GET", self.path, headers={"Host": self.headers["Host"], **headers})
            answer = connection.getresponse()
            body = answer.read()
            self.send_response(answer.status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
