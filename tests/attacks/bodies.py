"""Attack: a body of 600 MB, sent to an address that does not exist and to others."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from typing import NamedTuple

from tests.attacks.siege import Site, close_all, run, status_of

BODY_BYTES = 600_000_000
PIECE = b"x" * 65536

QUIET_SECONDS = 2.0
"""Seconds without an answer after which no more are expected."""


class UploadResult(NamedTuple):
    """Status of the answer, bytes accepted before it, and the most bytes held on disk."""

    status: int
    taken: int
    on_disk: int


def attack(site: Site, path: str = "/nowhere/", size: int = BODY_BYTES, *, is_said: bool = True) -> UploadResult:
    """Send `size` bytes, or until the server hangs up. `is_said`: with a Content-Length header; else in chunks."""
    length = f"Content-Length: {size}" if is_said else "Transfer-Encoding: chunked"
    made = site.ask(f"POST {path} HTTP/1.1|Host: localhost|{length}||")
    sent = most = 0
    with contextlib.suppress(OSError):
        while sent < size:
            piece = PIECE[: size - sent]
            made.sendall(piece if is_said else b"%x\r\n%b\r\n" % (len(piece), piece))
            sent += len(piece)
            most = max(most, site.on_disk) if sent % (PIECE.__len__() * 16) == 0 else most
        if not is_said:
            made.sendall(b"0\r\n\r\n")
    status = status_of(made)
    made.close()
    return UploadResult(status, sent, most)


def upload_together(site: Site, count: int, size: int = 8_000_000) -> list[int]:
    """Start `count` uploads at once, half a file each; the statuses of the refused ones."""
    head = f"POST /import/ HTTP/1.1|Host: localhost|Content-Length: {size}||"
    sockets: list[socket.socket] = [site.ask(head) for _ in range(count)]
    until, answered = time.monotonic() + QUIET_SECONDS, list[socket.socket]()
    while time.monotonic() < until:
        found = select.select([each for each in sockets if each not in answered], [], [], 0.1)[0]
        if found:
            until = time.monotonic() + QUIET_SECONDS
        answered += found
    refused = [status_of(each) for each in answered]
    close_all(sockets)
    return refused


if __name__ == "__main__":
    run(lambda site: [attack(site), attack(site, is_said=False)])
