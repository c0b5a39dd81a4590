"""Open pages: they hear of other tables that wait, and their viewers count as present."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.notices.receivers import receiving
from tests.web.visitor import Stream, Visitor

DATA = {"hook_form": "json", "kinds": "turn", "zone": "UTC", "cool_down": "10"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Server, FilledDatabase]]:
    """Ann, Bo and Cy at two tables, where it is Ann's turn."""
    filled = fill(tmp_path / "site.db", TableSpec(count=2))
    with Server.start(tmp_path / "site.db", environment={"TETSUDO_WEBHOOK_NETWORKS": "127.0.0.0/8"}) as server:
        yield server, filled


def move(server: Server, filled: FilledDatabase, table: str) -> None:
    """Ann moves, and it is Bo's turn."""
    visitor = Visitor(server.address, filled.sessions["Ann"])
    assert visitor.act(table, 0, random_actions()[0]).status == 200


def table_id(filled: FilledDatabase, key: str) -> str:
    assert filled.database
    with closing(sqlite3.connect(filled.database)) as connection:
        return str(connection.execute("select id from tables_table where key = ?", (key,)).fetchone()[0])


def opened(server: Server, filled: FilledDatabase, name: str, table: str) -> Stream:
    """A page of a table, whose first events have come."""
    stream = Visitor(server.address, filled.sessions[name]).stream(table)
    stream.next("chat")
    return stream


def test_a_page_hears_that_another_table_waits(site: tuple[Server, FilledDatabase]) -> None:
    server, filled = site
    here, there = filled.tables
    bo, cy = opened(server, filled, "Bo", there), opened(server, filled, "Cy", there)
    move(server, filled, here)
    assert bo.next("waiting").data == table_id(filled, here)
    visitor = Visitor(server.address, filled.sessions["Bo"])
    assert visitor.get(f"/next/count/?from={there}").data["others"] == 1
    move(server, filled, there)
    assert cy.next().kind == "move", "the first table did not wait for Cy"
    for stream in (bo, cy):
        stream.close()


def seen(filled: FilledDatabase) -> bool:
    """True if someone's presence was written down."""
    assert filled.database
    with closing(sqlite3.connect(filled.database)) as connection:
        return bool(connection.execute("select count(seen) from notices_recipient").fetchone()[0])


@pytest.mark.long
def test_who_has_a_page_open_is_not_told_elsewhere(site: tuple[Server, FilledDatabase]) -> None:
    """And is written down as present, for workers in other processes."""
    server, filled = site
    with receiving() as receiver:
        bo = Visitor(server.address, filled.sessions["Bo"])
        assert bo.post("/notices/", {**DATA, "webhook": "away", "hook_address": receiver.address}).status == 302
        stream = opened(server, filled, "Bo", filled.tables[1])
        move(server, filled, filled.tables[0])
        until = time.monotonic() + 60
        while not seen(filled):
            assert time.monotonic() < until
            time.sleep(0.5)
        assert receiver.requests == []
        stream.close()
