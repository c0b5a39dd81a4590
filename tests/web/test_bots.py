"""Bots in seats: they move automatically, and their errors never stop a table."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from tests.server import Server
from tests.web.builders import open_party
from tests.web.filling import TableSpec, fill
from tests.web.visitor import Visitor
from tetsudo.core.actions import Bid, Pass
from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.errors import StaleRequest
from tetsudo.web.tables.games import chance
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Move, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table
from tetsudo.web.tables.workers import tasks

FIRST = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}


class Fool:
    """A bot with a given decision."""

    def __init__(self, decision: Callable[[Any, Any], Any]) -> None:
        self.decision = decision

    def decide(self, view: Any, offers: Any, budget: Any) -> Any:
        return self.decision(view, offers)


def be_foolish(monkeypatch: pytest.MonkeyPatch, decide: Callable[[Any, Any], Any]) -> None:
    monkeypatch.setitem(worker.BOTS, "simple", ("Fool", lambda setup, rng: Fool(decide)))


@pytest.mark.django_db
def test_a_program_moves_when_it_is_its_turn_and_only_then() -> None:
    hall = open_party(("Ann",), bots=("simple", "random"))
    worker.move(hall.table.pk)
    assert not Move.objects.exists()
    hall.act(FIRST)
    worker.move(hall.table.pk)
    assert list(Move.objects.values_list("seat", flat=True)) == [0, 1]


def fails(view: Any, offers: Any) -> Any:
    raise RuntimeError("no idea")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "decide",
    [
        fails,
        lambda view, offers: None,
        lambda view, offers: Bid(1, 0, 1),
        lambda view, offers: Pass(0),
    ],
    ids=["an exception", "nothing", "what is not legal", "for another player"],
)
def test_a_programs_fault_does_not_stop_the_table(
    monkeypatch: pytest.MonkeyPatch, decide: Callable[[Any, Any], Any]
) -> None:
    be_foolish(monkeypatch, decide)
    hall = open_party(("Ann",), bots=("simple", "simple"))
    hall.act(FIRST)
    worker.move(hall.table.pk)
    assert list(Move.objects.values_list("seat", flat=True)) == [0, 1]


@pytest.mark.django_db
def test_a_program_that_comes_too_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_party(("Ann",), bots=("simple",), undo=Table.Undo.FREE)
    hall.act(FIRST)

    def late(game: Game, bot: str, drawn: str) -> Any:
        """Undo the previous move while the bot decides."""
        submit.undo_moves(hall.table, 1, None, hall.guests["Ann"])
        return Pass(1)

    monkeypatch.setattr(worker, "decide", late)
    worker.move(hall.table.pk)
    assert [move.data["type"] for move in Move.objects.all()] == ["bid", "undo"]


@pytest.mark.django_db
def test_programs_do_the_same_at_the_same_moment() -> None:
    table = open_party(("Ann",), bots=("simple",)).table
    game = games.current(table).game
    decisions = [worker.decide(game, "random", chance.bot_seed(table, 0, 5)) for _ in range(5)]
    assert decisions == decisions[:1] * 5


@pytest.mark.django_db
def test_what_programs_draw_is_not_known_from_the_seed() -> None:
    """Nor from their play at another table, such as a branch; nor without the site's key."""
    tables = [
        open_table(TableSettings("1889", [Chair(bot="random")] * 2, seed=3), Guest.objects.create()) for _ in range(2)
    ]
    for table in tables:
        for _ in range(30):
            worker.move(table.pk)
    first, second = ([move.data for move in table.moves.all()] for table in tables)
    assert first != second
    drawn = {chance.bot_seed(table, seat, version) for table in tables for seat in (0, 1) for version in (0, 1)}
    assert len(drawn) == 8
    with override_settings(SECRET_KEY="another"):
        assert not drawn & {chance.bot_seed(tables[0], seat, version) for seat in (0, 1) for version in (0, 1)}


@pytest.mark.django_db
@pytest.mark.parametrize("task", ["decision", "plain_run"])
def test_what_no_process_could_do_is_asked_anew(monkeypatch: pytest.MonkeyPatch, task: str) -> None:
    """Otherwise a table would get the same failure at each attempt, until the next restart."""
    hot = games.current(open_party(("Ann",), bots=("simple", "simple")).table)
    asked: list[str] = []

    def refused(kind: str) -> Any:
        def fail(*args: Any) -> None:
            asked.append(kind)
            raise BadInput("Not now.")

        return fail

    for kind in ("decision", "plain_run"):
        monkeypatch.setattr(tasks, kind, refused(kind))
    if task == "plain_run":
        monkeypatch.setattr(tasks, "decision", lambda *args: None)
        monkeypatch.setattr(Game, "legal_actions", lambda game: [])
    for _ in range(3):
        with pytest.raises(RuntimeError):
            wait_for_decision(hot)
    assert asked == [task] * 3


def wait_for_decision(hot: CachedGame) -> object:
    """A bot's decision, once the pool has answered."""
    for _ in range(1000):
        found = worker.ask_bot(1, hot, "simple", "drawn", lambda: None)
        if found is not None:
            return found
        time.sleep(0.01)
    raise TimeoutError


@pytest.mark.django_db(transaction=True)
def test_a_table_where_something_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def broken(mover: object, table: int, party: object) -> None:
        tried.append(table)
        raise RuntimeError("the database is locked")

    monkeypatch.setattr(events, "_watchers", [])
    monkeypatch.setattr(worker.BotMover, "_carry_out", broken)
    hand = worker.BotMover(pace=0, patience=0.01)
    hand.start()
    hand.handle_event(5, events.MOVE)
    deadline = time.monotonic() + 10
    while len(tried) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    monkeypatch.setattr(worker.BotMover, "_carry_out", lambda mover, table, party: None)
    assert tried[:3] == [5, 5, 5]


@pytest.mark.django_db
def test_programs_alone_play_to_the_end() -> None:
    owner = Guest.objects.create(name="Nobody")
    table = open_table(TableSettings("1889", [Chair(bot="random"), Chair(bot="random")], seed=3), owner)
    for _ in range(5000):
        table.refresh_from_db()
        if table.status == Table.Status.FINISHED:
            break
        worker.move(table.pk)
    assert table.status == Table.Status.FINISHED
    assert set(table.result) == {seat.name for seat in table.seats.all()}
    with pytest.raises(StaleRequest):
        submit.act_for_bot(table, table.version - 1, Pass(0))


# At a running site


def wait(visitor: Visitor, table: str, seconds: float, until: Callable[[int], bool]) -> int:
    """Listen until a table's number of moves meets the condition; returns the number."""
    stream = visitor.stream(table)
    deadline = time.monotonic() + seconds
    version = int(stream.next("move").data)
    while not until(version) and time.monotonic() < deadline:
        version = int(stream.next("move").data)
    stream.close()
    assert until(version)
    return version


def test_one_person_and_three_programs_until_it_is_the_persons_turn_again(tmp_path: Path) -> None:
    filled = fill(tmp_path / "site.db", TableSpec(people=["Ann"], bots=["simple", "simple", "random"]))
    with Server.start(tmp_path / "site.db") as server:
        ann = Visitor(server.address, filled.sessions["Ann"])
        for _ in range(3):
            version = wait(ann, filled.table, 0, lambda version: True)
            assert ann.act(filled.table, version, {"type": "pass", "player": "Ann"}).status == 200
            wait(ann, filled.table, 30, lambda now, before=version: now >= before + 4)  # type: ignore[misc]


@pytest.mark.long
def test_a_restart_wakes_the_programs_and_pages_answer_while_they_move(tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    filled = fill(database, TableSpec(people=[], bots=["simple", "simple", "simple"]))
    with Server.start(database) as server:
        before = wait(Visitor(server.address), filled.table, 30, lambda version: version > 5)
        server.kill()
    with Server.start(database) as server:
        visitor = Visitor(server.address)
        wait(visitor, filled.table, 30, lambda version: version > before + 5)
        first = visitor.get(f"/t/{filled.table}/")
        assert first.status == 200
        wait(visitor, filled.table, 30, lambda version: version > before + 20)
