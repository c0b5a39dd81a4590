"""Slow bots: in separate processes, by fair turns, cancelled when moot, asked again after a kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.server import Server
from tests.web import dear, slow
from tests.web.builders import open_party
from tests.web.filling import FilledDatabase, TableSpec, fill
from tests.web.test_bots import wait
from tests.web.test_pool import Desk
from tests.web.visitor import Visitor
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.workers import process_pool as pools
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import Questions, bot_questions, questions
from tetsudo.web.tables.workers.process_pool import DONE, DROPPED, FAILED, TIMED_OUT, Outcome

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

FIRST = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}


class Thought(NamedTuple):
    """A line written by a thinking bot."""

    word: str
    process: int
    seat: int


class Site:
    """A database, the thoughts of its bots, and servers on it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database, self.file = folder / "site.db", folder / "thoughts"
        self.file.touch()
        names = ("Endless", "Steady", "Wise", "Liar")
        monkeypatch.setenv("TETSUDO_BOTS", ",".join(f"{name}={slow.__file__}:{name}" for name in names))
        monkeypatch.setenv("THOUGHTS", str(self.file))

    def start(self, workers: int = 1, **more: str) -> Server:
        environment = {"TETSUDO_BOT_WORKERS": str(workers), "TETSUDO_MAX_BOT_TABLES": "100", **more}
        return Server.start(self.database, environment=environment)

    def thoughts(self, word: str) -> list[Thought]:
        rows = [line.split() for line in self.file.read_text().splitlines()]
        return [Thought(row[0], int(row[1]), int(row[2])) for row in rows if row[0] == word]

    def wait(self, count: int, word: str = "begins") -> list[Thought]:
        until(lambda: len(self.thoughts(word)) >= count)
        return self.thoughts(word)

    def moves(self, table: int = 1) -> list[int]:
        """Seats of a table's moves, in order."""
        with sqlite3.connect(self.database, timeout=20) as connection:
            found = connection.execute('select seat from tables_move where table_id = ? order by "index"', (table,))
            return [seat for (seat,) in found]


def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(tmp_path, monkeypatch)


def ann_of(server: Server, filled: FilledDatabase) -> Visitor:
    return Visitor(server.address, filled.sessions["Ann"])


@pytest.mark.long
def test_a_bot_whose_process_is_killed_decides_all_the_same(site: Site) -> None:
    filled = fill(site.database, TableSpec(people=["Ann"], bots=["Steady"]))
    with site.start() as server:
        assert ann_of(server, filled).act(filled.table, 0, FIRST).status == 200
        first = site.wait(1)[0]
        assert first.process != server.process.pid
        os.kill(first.process, signal.SIGKILL)
        assert wait(ann_of(server, filled), filled.table, 30, lambda version: version >= 2) == 2
        second = site.wait(2)[1]
        assert second.process != first.process
        assert site.moves() == [0, 1]


@pytest.mark.long
def test_a_site_that_is_killed_while_a_bot_thinks_goes_on(site: Site) -> None:
    filled = fill(site.database, TableSpec(people=["Ann"], bots=["Steady"]))
    with site.start() as server:
        assert ann_of(server, filled).act(filled.table, 0, FIRST).status == 200
        site.wait(1)
        server.kill()
    assert site.moves() == [0]
    with site.start() as server:
        wait(ann_of(server, filled), filled.table, 30, lambda version: version >= 2)
    assert site.moves()[:2] == [0, 1]


@pytest.mark.long
def test_what_is_undone_is_thought_about_no_more_and_others_need_not_wait(site: Site) -> None:
    """A single process with an endless bot is freed without being killed; a quick bot needs none."""
    wanted = (TableSpec(people=["Ann"], bots=["Endless"]), TableSpec(people=[], bots=["rules", "simple"]))
    filled = fill(site.database, *wanted)
    with site.start(TETSUDO_BOT_TIMEOUT_SECONDS="60") as server:
        ann = ann_of(server, filled)
        assert ann.act(filled.table, 0, FIRST).status == 200
        first = site.wait(1)[0]
        before = len(site.moves(2))
        until(lambda: len(site.moves(2)) > before + 5)
        assert ann.post(f"/t/{filled.table}/undo/", {"version": 1}).status == 200
        assert site.wait(1, "moot")[0].process == first.process
        assert ann.act(filled.table, 2, FIRST).status == 200
        assert site.wait(2)[1].process == first.process
        assert len(site.moves()) == 3


@pytest.mark.long
def test_two_tables_take_turns_and_whoever_thinks_too_long_is_ended(site: Site) -> None:
    steady = [TableSpec(people=[], bots=["Steady", "Steady"]) for _ in range(2)]
    fill(site.database, *steady, TableSpec(people=[], bots=["Endless", "Endless"]))
    with site.start(TETSUDO_BOT_TIMEOUT_SECONDS="1") as _server:
        until(lambda: len(site.moves(1)) + len(site.moves(2)) >= 8)
        assert min(len(site.moves(1)), len(site.moves(2))) >= 3
        until(lambda: len(site.moves(3)) >= 1)


# Cancelled work


def test_what_waits_is_dropped_at_once_and_what_is_under_way_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "CANCEL_GRACE_SECONDS", 0.2)
    desk = Desk(1)
    desk.give("a", dear.echo, 0)
    desk.wait(1)
    for name in ("b", "c"):
        desk.give(name, dear.run_forever, budget=60.0)
    desk.give("d", dear.echo, 4)
    time.sleep(0.3)
    for name in ("c", "b"):
        desk.pool.drop(desk.jobs[name])
    assert desk.wait(4)[1:] == [("c", Outcome(DROPPED)), ("b", Outcome(DROPPED)), ("d", Outcome(DONE, 4))]


def test_what_asks_whether_it_is_moot_ends_by_itself() -> None:
    desk = Desk(1)
    desk.give("a", dear.process_id)
    process = desk.wait(1)[0][1].value
    desk.give("b", dear.run_until_cancelled, budget=60.0)
    time.sleep(0.3)
    desk.pool.drop(desk.jobs["b"])
    desk.give("c", dear.process_id)
    assert [outcome.how for _name, outcome in desk.wait(3)[1:]] == [DROPPED, DONE]
    assert desk.done[2][1].value == process


def test_a_question_that_was_dropped_is_asked_anew() -> None:
    asked: list[Outcome] = []
    mine = Questions(pools.Pool(0), 0, 10)
    mine.ask("key", "group", dear.run_until_cancelled, tuple, callback=lambda: asked.append(Outcome(DONE)))
    mine.drop("group", but="key")
    assert mine.peek("key") is not None
    mine.drop("group")
    assert mine.peek("key") is None
    until(lambda: mine.ask("key", "group", dear.echo, lambda: (5,)) == Outcome(DONE, 5))
    assert asked == []


# At a table


def answer(monkeypatch: pytest.MonkeyPatch, answers: dict[str, Outcome]) -> list[str]:
    """Replace the bots' answers by the given outcomes; returns the list of bots asked."""
    asked: list[str] = []

    def ask(key: Any, group: Any, task: Any, args: Any, **named: Any) -> Outcome:
        asked.append(args()[1] if task is tasks.decision else "plain")
        return answers[asked[-1]]

    for home in (questions, bot_questions):
        monkeypatch.setattr(home, "ask", ask)
    return asked


@pytest.mark.django_db
@pytest.mark.parametrize(("how", "times"), [(FAILED, worker.ATTEMPTS), (TIMED_OUT, 1)])
def test_for_a_bot_that_cannot_decide_the_usual_one_does(monkeypatch: pytest.MonkeyPatch, how: str, times: int) -> None:
    hot = games.current(open_party(("Ann",), bots=("rollouts",)).table)
    offer = hot.game.legal_actions()[0].example()
    asked = answer(monkeypatch, {"rollouts": Outcome(how), "rules": Outcome(DONE, offer)})
    assert worker.ask_bot(1, hot, "rollouts", "drawn", lambda: None) == offer
    assert asked == ["rollouts"] * times + ["rules"]


@pytest.mark.django_db
def test_no_table_waits_while_another_moves_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread works for both; each asks its next question at once, like tables with only bots."""
    monkeypatch.setattr(slow, "THINKING_SECONDS", 0.02)
    monkeypatch.setitem(worker.BOTS, "Steady", ("Steady", slow.Steady))
    hot = games.current(open_party(("Ann",), bots=("simple",)).table)
    done: list[int] = []

    def next_of(table: int, version: int) -> None:
        def heard() -> None:
            done.append(table)
            next_of(table, version + 1)

        if version < 6:
            worker.ask_bot(table, hot._replace(version=version), "Steady", "drawn", heard)

    for table in (1, 2):
        next_of(table, 0)
    until(lambda: len(done) == 12)
    assert all(done[:count].count(1) in (count // 2, count // 2 + 1) for count in range(2, 12, 2))


@pytest.mark.django_db
def test_bots_keep_the_pace_of_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_party(("Ann",), bots=("simple",))
    Table.objects.update(pace=1)
    hand, hot = worker.BotMover(pace=0), games.current(hall.table)
    action = hot.game.legal_actions()[0].example()
    monkeypatch.setattr(worker, "ask_bot", lambda *args: action)
    began = time.monotonic()
    hand.handle_event(hall.table.pk, events.MOVE)
    assert hand._turns.take()[0] == hall.table.pk
    assert hand._think(hall.table.pk, False, hot, "simple", "drawn") is None
    assert hand._turns.take()[0] == hall.table.pk
    assert time.monotonic() - began >= 1
    assert hand._think(hall.table.pk, False, hot, "simple", "drawn") == action
