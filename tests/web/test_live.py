"""Live events: only numbers, the newest first, and no resources are kept for closed pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.visitor import TOKEN, Event, Stream, Visitor
from tetsudo.web.tables import events

AT_ONCE = 8
"""Seconds: usually half a second, more on a busy machine."""


class Site(NamedTuple):
    """A running site with a table for three and its players."""

    server: Server
    filled: FilledDatabase
    table: str

    def visitor(self, name: str = "") -> Visitor:
        return Visitor(self.server.address, self.filled.sessions.get(name, ""))

    def act(self, version: int) -> None:
        """Make the next move of the sequence."""
        action = random_actions()[version]
        assert self.visitor(action["player"]).act(self.table, version, action).status == 200

    def threads(self) -> int:
        """Number of the site's threads."""
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(status.split("Threads:")[1].split()[0])


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Site]]:
    """One server, with a separate table for each test."""
    filled = fill(tmp_path_factory.mktemp("live") / "site.db", TableSpec(count=10))
    assert filled.database
    with Server.start(filled.database) as server:
        yield iter([Site(server, filled, table) for table in filled.tables])


@pytest.fixture
def site(sites: Iterator[Site]) -> Site:
    return next(sites)


def test_a_stream_begins_with_how_things_stand(site: Site) -> None:
    for version in range(3):
        site.act(version)
    stream = site.visitor().stream(site.table)
    assert stream.next() == Event("move", "3", "3")
    assert stream.next().kind == "chat"


def test_a_move_reaches_open_pages_in_less_than_a_second(site: Site) -> None:
    streams = [site.visitor(name).stream(site.table) for name in ("Ann", "Bo", "")]
    for stream in streams:
        assert stream.next("move").data == "0"
    spent = []
    for version in range(3):
        site.act(version)
        began = time.monotonic()
        for stream in streams:
            assert stream.next("move") == Event("move", str(version + 1), str(version + 1))
        spent.append(time.monotonic() - began)
    assert min(spent) < 1


def test_who_comes_back_hears_the_newest(site: Site) -> None:
    stream = site.visitor().stream(site.table)
    assert stream.next("move").id == "0"
    stream.close()
    for version in range(4):
        site.act(version)
    again = site.visitor().stream(site.table, last=0)
    assert again.next("move").data == "4"
    site.act(4)
    assert again.next("move").data == "5"


def test_who_comes_back_looks_at_the_seats_again(site: Site) -> None:
    """Someone may have left meanwhile."""
    new, again = site.visitor().stream(site.table), site.visitor().stream(site.table, last=0)
    assert [new.next().kind, new.next().kind] == ["move", "chat"]
    assert {again.next().kind for _ in range(3)} == {"move", "chat", "table"}


def test_the_same_number_is_no_news() -> None:
    """Each process of a site tells the present numbers again every half minute; but seats may change between moves."""

    async def present() -> events.Numbers:
        return {events.MOVE: 3, events.CHAT: 7}

    async def hear() -> list[events.Numbers]:
        told = events.changes(1, present)
        heard = [await anext(told)]
        for kind, number in ((events.CHAT, 7), (events.MOVE, 4)):
            events.notify(1, kind, number)
        heard.append(await anext(told))
        for kind in (events.MOVE, events.TABLE):
            events.notify(1, kind, 4)
        heard.append(await anext(told))
        await told.aclose()
        return heard

    assert asyncio.run(hear()) == [{"move": 3, "chat": 7}, {"move": 4}, {"table": 4}]


def test_events_say_numbers_only(site: Site) -> None:
    stream = site.visitor("Ann").stream(site.table)
    site.act(0)
    heard = [stream.next() for _ in range(3)]
    assert all(event.data.isdecimal() for event in heard)


def test_no_table_no_stream(site: Site) -> None:
    assert site.visitor().stream("nowhere").status == 404


def test_a_stream_is_only_for_who_reads_it(site: Site) -> None:
    """A HEAD request would never end."""
    for method in ("HEAD", "POST"):
        assert site.visitor().ask(method, f"/t/{site.table}/live/", None, {"X-CSRFToken": TOKEN}).status == 405


def test_two_hundred_streams_hold_no_threads_and_the_site_answers(site: Site) -> None:
    site.act(0)
    before = site.threads()
    streams = [site.visitor().stream(site.table) for _ in range(200)]
    for stream in streams:
        assert stream.next("move").data == "1"
    assert site.threads() < before + 20
    site.act(1)
    for stream in streams:
        assert stream.next("move").data == "2"
        stream.close()


def test_open_streams_do_not_keep_the_site_from_stopping(tmp_path: Path) -> None:
    filled = fill(tmp_path / "site.db", TableSpec())
    server = Server.start(tmp_path / "site.db")
    streams = [Visitor(server.address).stream(filled.table) for _ in range(20)]
    for stream in streams:
        stream.next("move")
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < AT_ONCE
    assert not server.log_lines, "".join(server.log_lines[:20])
    for stream in streams:
        with pytest.raises(EOFError):
            stream.next("move")


def test_who_has_gone_is_forgotten(site: Site) -> None:
    def sockets() -> int:
        return sum(1 for file in Path(f"/proc/{site.server.process.pid}/fd").iterdir() if file.is_symlink())

    site.act(0)
    before = sockets()
    streams: list[Stream] = [site.visitor().stream(site.table) for _ in range(50)]
    for stream in streams:
        stream.next("move")
    assert sockets() >= before + 40
    for stream in streams:
        stream.close()
    site.act(1)
    deadline = time.monotonic() + 10
    while sockets() > before + 20 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert sockets() <= before + 20
