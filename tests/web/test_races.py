"""Simultaneous requests and broken connections: one move is accepted as a whole, or none."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from threading import Barrier
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.visitor import TOKEN, Answer, Visitor

ROUNDS = 20


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FilledDatabase:
    """Tables for this module's tests, one each."""
    folder = tmp_path_factory.mktemp("races")
    return fill(folder / "site.db", TableSpec(people=["Ann", "Bo"], count=4), TableSpec())


@pytest.fixture(scope="module")
def server(filled: FilledDatabase) -> Iterator[Server]:
    assert filled.database
    with Server.start(filled.database) as running:
        yield running


def at_once(*posts: Any) -> list[Answer]:
    """Answers to posts sent simultaneously."""
    barrier, answers = Barrier(len(posts)), dict[int, Answer]()

    def send(number: int) -> None:
        barrier.wait()
        answers[number] = posts[number]()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(len(posts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [answers[number] for number in sorted(answers)]


def test_of_two_moves_for_one_position_one_is_accepted(server: Server, filled: FilledDatabase) -> None:
    """Two tabs of one player send different moves; the losing tab is shown the current state."""
    table = filled.tables[0]
    tabs = {name: [Visitor(server.address, filled.sessions[name]) for _ in range(2)] for name in ("Ann", "Bo")}
    for number in range(ROUNDS):
        name = ("Ann", "Bo")[number % 2]  # they outbid each other for the same private
        price = 35 + 10 * number
        bids = [{"type": "bid", "player": name, "lot": "MF", "price": price + 5 * extra} for extra in (0, 1)]
        answers = at_once(*(partial(tab.act, table, number, bid) for tab, bid in zip(tabs[name], bids, strict=True)))
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert [answer.data["version"] for answer in answers] == [number + 1, number + 1]
    stream = tabs["Ann"][0].stream(table)
    assert stream.next("move").data == str(ROUNDS)
    stream.close()


def test_the_same_move_from_two_tabs_is_done_once(server: Server, filled: FilledDatabase) -> None:
    table = filled.tables[1]
    tabs = [Visitor(server.address, filled.sessions["Ann"]) for _ in range(4)]
    bid = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
    answers = at_once(*(partial(tab.act, table, 0, bid) for tab in tabs))
    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409]


def test_who_comes_too_late_is_shown_the_fresh_position(server: Server, filled: FilledDatabase) -> None:
    table = filled.tables[4]
    first = random_actions()[0]
    ann = Visitor(server.address, filled.sessions["Ann"])
    assert ann.act(table, 0, first).status == 200
    late = ann.act(table, 0, {"type": "pass", "player": "Ann"}, Accept="text/html")
    assert late.status == 409
    assert 'data-version="1"' in late.text
    assert "moved on" in late.text


def test_undo_and_a_move_at_once(server: Server, filled: FilledDatabase) -> None:
    """The first one counts; the other refers to a position that is gone."""
    table = filled.tables[2]
    ann, bo = (Visitor(server.address, filled.sessions[name]) for name in ("Ann", "Bo"))
    version = 0
    for _ in range(5):
        bid = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
        assert ann.act(table, version, bid).status == 200
        answers = at_once(
            partial(ann.post, f"/t/{table}/undo/", {"version": version + 1}, Accept="application/json"),
            partial(bo.act, table, version + 1, {"type": "pass", "player": "Bo"}),
        )
        undone, passed = answers
        assert sorted((undone.status, passed.status)) == [200, 409]
        version = undone.data["version"]
        if passed.status == 200:
            break
    assert version >= 2


def test_a_post_that_was_cut_off_is_no_move(server: Server, filled: FilledDatabase) -> None:
    """Cut off, its amount would differ: 35 instead of 350."""
    table = filled.tables[3]
    ann = Visitor(server.address, filled.sessions["Ann"])
    action = '{"type": "bid", "player": "Ann", "lot": "MF", "open": "price"}'
    body = urlencode({"version": 0, "action": action, "amount": 350}).encode()
    for missing in (1, 2, 3):
        head = [
            f"POST /t/{table}/act/ HTTP/1.1",
            "Host: localhost",
            f"Cookie: {ann.cookie}",
            f"X-CSRFToken: {TOKEN}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall("\r\n".join([*head, "", ""]).encode() + body[:-missing])
            time.sleep(0.1)
    time.sleep(0.5)
    stream = ann.stream(table)
    assert stream.next("move").data == "0"
    stream.close()
    assert ann.post(f"/t/{table}/act/", body.decode(), Accept="application/json").status == 200
