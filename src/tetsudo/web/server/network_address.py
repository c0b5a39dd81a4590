"""Address of the site in the local network, for phones and other computers there."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterator
from typing import Final, TextIO

from tetsudo.web.common.qr_codes import qr_for_terminal

EVERYWHERE: Final = "0.0.0.0"
"""Host that listens on all networks."""

TEST_NETWORK: Final = ("192.0.2.1", 9)
"""Address of no machine (RFC 5737). A datagram socket connected to it sends nothing, but knows its own address."""


def network_lines(host: str, port: int, path: str, output: TextIO) -> Iterator[str]:
    """Lines about the address in the local network, with its QR code at a terminal; none if there is no network."""
    from django.conf import settings

    own = own_address() if host == EVERYWHERE else ""
    if not own or not {"*", own} & set(settings.ALLOWED_HOSTS):
        return
    address = f"http://{own}:{port}{path}"
    yield f"Everyone in this network can open it: {address}"
    if output.isatty() and _can_encode("▀", output.encoding):
        yield qr_for_terminal(address)


def own_address() -> str:
    """IPv4 address of this machine in its network; "" without a network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unused:
        unused.connect(TEST_NETWORK)
        found: str = unused.getsockname()[0]
        if not ipaddress.ip_address(found).is_loopback:
            return found
    return ""


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
