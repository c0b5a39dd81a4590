"""Several processes on one PostgreSQL database: live pages, bots, limits, and what happens when one of them dies."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import pytest

from tests.postgresql import Postgres
from tests.web.filling import TableSpec, fill, random_actions
from tests.web.postgresql.conftest import NewSite
from tests.web.visitor import Visitor

ALONE = TableSpec(people=(), bots=("simple", "random", "simple"), count=3)
"""Tables of bots only."""

SECONDS = 60.0
LIVE_SECONDS = 5.0
"""Patience for bots, and with what is told at once; a process looks for itself only every 30 seconds."""


def wait_until(is_so: Callable[[], bool], seconds: float = SECONDS) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


def name_of(database: str) -> str:
    return database.rpartition("/")[2]


def moves(postgres: Postgres, database: str) -> int:
    return int(postgres.run("SELECT count(*) FROM tables_move", name_of(database)))


def check_kept(postgres: Postgres, database: str) -> None:
    """Assert that every table has all its moves, each once, and the position after them."""
    wrong = postgres.run(
        """SELECT t.id FROM tables_table t
        LEFT JOIN tables_snapshot s ON s.table_id = t.id AND NOT s.begins
        WHERE t.version <> (SELECT count(*) FROM tables_move m WHERE m.table_id = t.id)
        OR t.version <> (SELECT coalesce(max("index") + 1, 0) FROM tables_move m WHERE m.table_id = t.id)
        OR s.version IS DISTINCT FROM t.version""",
        name_of(database),
    )
    assert wrong == ""


def test_a_move_at_one_server_is_seen_at_the_other(database: str, serve: NewSite) -> None:
    hall = fill(database, TableSpec())
    ann = Visitor(serve(database).address, hall.sessions["Ann"])
    bo = Visitor(serve(database).address, hall.sessions["Bo"])
    stream = bo.stream(hall.table)
    assert stream.next("move").data == "0"
    first, second = random_actions()[:2]
    assert ann.act(hall.table, 0, first).status == 200
    began = time.monotonic()
    assert stream.next("move").data == "1"
    assert time.monotonic() - began < LIVE_SECONDS
    page = bo.get(f"/t/{hall.table}/")
    assert 'data-version="1"' in page.text
    assert ann.act(hall.table, 0, first).status == 409, "it was made already"
    mover = {"Ann": ann, "Bo": bo}.get(second["player"])
    assert mover is None or mover.act(hall.table, 1, second).status == 200


@pytest.mark.long
def test_chat_is_heard_at_the_other_server(database: str, serve: NewSite) -> None:
    hall = fill(database, TableSpec())
    ann = Visitor(serve(database).address, hall.sessions["Ann"])
    bo = Visitor(serve(database).address, hall.sessions["Bo"])
    stream = bo.stream(hall.table)
    assert stream.next("chat").data == "0"
    assert ann.post(f"/t/{hall.table}/chat/", {"text": "Hello"}).status in (200, 302)
    assert int(stream.next("chat").data) > 0


@pytest.mark.long
def test_bots_move_once_with_three_processes(database: str, postgres: Postgres, serve: NewSite) -> None:
    fill(database, ALONE)
    for _ in range(3):
        serve(database)
    wait_until(lambda: moves(postgres, database) > 150)
    check_kept(postgres, database)


def test_another_process_goes_on_for_one_that_is_killed(database: str, postgres: Postgres, serve: NewSite) -> None:
    fill(database, ALONE)
    first = serve(database)
    wait_until(lambda: moves(postgres, database) > 20)
    serve(database)
    for _ in range(2):
        first.kill()
        check_kept(postgres, database)
        before = moves(postgres, database)
        wait_until(lambda least=before: moves(postgres, database) > least + 20)  # type: ignore[misc]
        first = serve(database)
    check_kept(postgres, database)


@pytest.mark.long
def test_limits_are_counted_together(database: str, serve: NewSite) -> None:
    rate = {"TETSUDO_RATE_CHAT": "3/hour"}
    hall = fill(database, TableSpec())
    servers = [serve(database, **rate) for _ in range(2)]
    people = [Visitor(servers[number % 2].address, hall.sessions["Ann"]) for number in range(6)]
    said = [ann.post(f"/t/{hall.table}/chat/", {"text": "Hi"}).status for ann in people]
    assert [status == 429 for status in said] == [False] * 3 + [True] * 3


@pytest.mark.long
def test_the_database_goes_away_and_comes_back(database: str, postgres: Postgres, serve: NewSite) -> None:
    hall = fill(database, TableSpec())
    servers = [serve(database), serve(database)]
    ann, bo = (Visitor(each.address, hall.sessions[name]) for each, name in zip(servers, ("Ann", "Bo"), strict=True))
    stream = bo.stream(hall.table)
    stream.next("move")
    action = random_actions()[0]
    postgres.stop(signal.SIGQUIT)  # as in a crash
    try:
        for _ in range(3):
            refused = ann.act(hall.table, 0, action)
            assert refused.status == 503
            assert "The site cannot reach its database" in refused.text or "lost its database" in refused.text
            page = bo.get(f"/t/{hall.table}/", Accept="text/html")
            assert page.status == 503
            assert int(page.headers["Retry-After"]) > 0
        health = ann.get("/healthz")
        assert health.status == 503
    finally:
        postgres.start()
    wait_until(lambda: ann.act(hall.table, 0, action).status == 200)
    assert bo.get(f"/t/{hall.table}/").status == 200
    while (told := stream.next("move").data) == "0":
        pass  # both servers look again once they are connected, and tell what is so now
    assert told == "1", "the stream goes on"
    check_kept(postgres, database)
    for server in servers:
        assert not [line for line in server.log_lines if "Traceback" in line]
