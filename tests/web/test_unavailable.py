"""A read-only database: status 503, a sentence and a retry time; the same post later succeeds, once."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.web.builders import Party, open_party
from tetsudo.web.common.database import faults
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Move, Note
from tetsudo.web.tables.moves import submit

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
LOST_NOTHING = "Nothing was lost."


def pragma(text: str) -> Any:
    """Run a SQLite pragma."""
    with connection.cursor() as cursor:
        found = cursor.execute(f"PRAGMA {text}").fetchone()
    return found[0] if found else None


@contextmanager
def read_only() -> Iterator[None]:
    """Make the database read-only."""
    pragma("query_only = 1")
    try:
        yield
    finally:
        pragma("query_only = 0")


@contextmanager
def full() -> Iterator[None]:
    """Simulate a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no free pages in the file either
    pragma(f"max_page_count = {pragma('page_count')}")
    try:
        yield
    finally:
        pragma("max_page_count = 1000000")


def bid(ann: Client, hall: Party, **headers: str) -> Any:
    """Post the first move."""
    post = {"version": 0, "action": json.dumps(FIRST)}
    return ann.post(f"/t/{hall.table.key}/act/", post, headers=headers)


def is_later(answer: Any, said: str) -> None:
    """Assert that an answer announces a delay and a retry time."""
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert said in answer.content.decode()
    assert LOST_NOTHING in answer.content.decode()


@pytest.mark.parametrize(
    "headers",
    [
        {"accept": "application/json"},
        {"accept": "text/html", "HX-Request": "true"},
        {"accept": "text/html"},
    ],
    ids=["a program", "a script of the page", "a browser"],
)
def test_a_database_that_is_read_only(headers: dict[str, str]) -> None:
    hall = open_party()
    ann = hall.client("Ann")
    with read_only():
        is_later(bid(ann, hall, **headers), "cannot write to its database")
    assert games.current(hall.table).version == 0
    assert bid(ann, hall, **headers).status_code == 200
    assert [move.data for move in Move.objects.all()] == [FIRST]


def test_a_disk_that_is_full() -> None:
    hall = open_party()
    client, path = hall.client("Ann"), f"/t/{hall.table.key}/notes/"
    post = {"text": "a long letter " * 1000}
    with full():
        is_later(client.post(path, post), "disk is full")
        assert Client().get("/").status_code == 200
    assert not Note.objects.exists()
    assert client.post(path, post).status_code == 200
    assert Note.objects.count() == 1


def test_a_session_that_cannot_be_written() -> None:
    """It is written after the page is made, outside any view."""
    guest = Guest.objects.create(name="Ann")
    client = Client(raise_request_exception=False)
    with read_only():
        is_later(client.post(f"/guest/{guest.key}/"), "cannot write to its database")
    assert client.post(f"/guest/{guest.key}/").status_code == 302


def test_a_table_at_which_another_move_takes_too_long(settings: Any) -> None:
    settings.LOCK_SECONDS = 0.05
    hall = open_party()
    ann = hall.client("Ann")
    with submit.hold_lock(hall.table):
        is_later(bid(ann, hall), "database is busy")
    assert bid(ann, hall).status_code == 200


def test_what_is_no_passing_fault() -> None:
    assert faults.fault_of(None) is None
    assert faults.fault_of(OperationalError("no such table: tables_table")) is None
    assert faults.fault_of(ValueError()) is None
    assert faults.fault_of(OSError(errno.ENOENT, "no such file")) is None
    assert faults.fault_of(OSError(errno.ENOSPC, "no space left")) == faults.DISK_FULL
