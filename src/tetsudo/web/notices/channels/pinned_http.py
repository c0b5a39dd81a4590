"""HTTPS requests to addresses that visitors choose: webhooks and push services.

The name is resolved once, every address behind it must be public, and the connection goes to one of these addresses,
so that a name server cannot change its mind. No redirects, few ports, and limits of time and size. No library of the
usual ones does this: requests and httpx resolve the name again when they connect.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from threading import Timer
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from tetsudo.web.common.client_address import is_among

CONNECT_SECONDS: Final = 5.0
TOTAL_SECONDS: Final = 15.0
"""Timeouts in seconds: to connect, and for the whole request."""

MAX_ANSWER_BYTES: Final = 4_000
PORTS: Final = frozenset({443, 8443})
MAX_ADDRESS_LENGTH: Final = 1_000

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotReachable(Exception):
    """Request that was certainly not delivered."""


class MaybeDelivered(Exception):
    """Request that may have been delivered, without an answer."""


class Forbidden(NotReachable):
    """Address that the site does not send to."""


class Answer(NamedTuple):
    """Answer of a server, its body cut off."""

    status: int
    body: bytes


def check_address(address: str) -> SplitResult:
    """Parts of an address; `Forbidden` unless it may be sent to, as far as can be told without asking a name server."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Forbidden("not an address") from None
    if (
        not parts.hostname
        or len(address) > MAX_ADDRESS_LENGTH
        or any(ord(each) <= 32 or ord(each) > 126 for each in address)
    ):
        raise Forbidden("not an address")
    if parts.username is not None or parts.password is not None:
        raise Forbidden("names and passwords are not sent")
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.WEBHOOK_NETWORKS):
        raise Forbidden("it must begin with https://")
    if (port or 443) not in PORTS and not settings.WEBHOOK_NETWORKS:
        raise Forbidden("only ports 443 and 8443 are allowed")
    return parts


def is_public(address: Address) -> bool:
    """True for an address of the public internet, the addresses within IPv6 addresses included."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolve(host: str, port: int, scheme: str) -> list[str]:
    """Addresses of a host, resolved once; `Forbidden` if any of them may not be sent to."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotReachable(f"no address: {error}") from None
    addresses = list(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found))
    for address in addresses:
        is_allowed = is_among(address, settings.WEBHOOK_NETWORKS)
        is_open = is_public(ipaddress.ip_address(address)) and scheme == "https" and port in PORTS
        if not (is_allowed or is_open):
            raise Forbidden("it is not a public address")
    return addresses


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post a body. Raises `NotReachable` (certainly not delivered) or `MaybeDelivered`."""
    parts = check_address(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    assert parts.hostname
    connected = _connect(resolve(parts.hostname, port, parts.scheme), port)
    if parts.scheme == "https":
        connected = _context().wrap_socket(connected, server_hostname=parts.hostname, do_handshake_on_connect=False)
    watch = Timer(TOTAL_SECONDS, _cut_off, (connected,))
    watch.daemon = True
    watch.start()
    try:
        return _exchange(connected, parts, port, body, headers)
    finally:
        watch.cancel()
        connected.close()


def _connect(addresses: Sequence[str], port: int) -> socket.socket:
    """Socket connected to the first of the addresses that accepts."""
    reason = "no address"
    for address in addresses:
        try:
            return socket.create_connection((address, port), CONNECT_SECONDS)
        except OSError as error:
            reason = f"{type(error).__name__}: {error}"
    raise NotReachable(reason)


def _exchange(
    connected: socket.socket, parts: SplitResult, port: int, body: bytes, headers: Mapping[str, str]
) -> Answer:
    """Request and answer on a connected socket."""
    if isinstance(connected, ssl.SSLSocket):
        try:
            connected.do_handshake()
        except OSError as error:
            raise NotReachable(f"{type(error).__name__}: {error}") from None
    connection = http.client.HTTPConnection(parts.hostname or "", port)
    connection.sock = connected
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body, {"User-Agent": "Tetsudo", "Connection": "close", **headers})
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(MAX_ANSWER_BYTES))
    except (OSError, http.client.HTTPException) as error:
        raise MaybeDelivered(f"{type(error).__name__}: {error}") from None


def _context() -> ssl.SSLContext:
    """Context that checks certificates; those of the host's own authority too."""
    context = ssl.create_default_context()
    if settings.WEBHOOK_CA:
        context.load_verify_locations(settings.WEBHOOK_CA)
    return context


def _cut_off(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
