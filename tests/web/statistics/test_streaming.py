"""Download of the archive from a running site: whole, and without holding up pages."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from tests.server import Server
from tests.web.visitor import Visitor

PATH = "/games/archive.jsonl.gz"

CONTENT = Random(1).randbytes(20_000_000)
"""Content of the file: more than the buffers of a connection hold."""

STALLED = 6
"""Number of readers that stop: more than the threads that one address may have."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "site.db.games.jsonl.gz").write_bytes(CONTENT)
    with Server.start(tmp_path / "site.db", environment={"TETSUDO_PUBLIC_ARCHIVE": "1"}) as started:
        yield started


def test_the_file_comes_whole_and_is_not_sent_twice(server: Server) -> None:
    visitor = Visitor(server.address)
    answer = visitor.get(PATH, **{"Accept-Encoding": "gzip, br"})
    assert (answer.status, answer.body == CONTENT) == (200, True)
    again = visitor.get(PATH, **{"If-None-Match": answer.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")


def test_readers_that_stop_hold_up_no_page(server: Server) -> None:
    parts = urlsplit(server.address)
    assert parts.port
    stalled = [socket.create_connection(("127.0.0.1", parts.port)) for _ in range(STALLED)]
    try:
        for each in stalled:
            each.sendall(f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert each.recv(100).startswith(b"HTTP/1.1 200")
        visitor = Visitor(server.address)
        assert [visitor.get("/titles/").status for _ in range(3)] == [200] * 3
    finally:
        for each in stalled:
            each.close()
