"""Turn order of tables for bots: the least-served owner first, so that one owner's many tables delay no other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from tests.web.builders import browser, open_party
from tetsudo.core.errors import BadInput
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.bots.scheduler import Party, Turns
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, give_to_bot, open_table

ANN, BO, ROBOTS = Party(1, False), Party(2, False), Party(3, True)


class Clock:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def turns(clock: Callable[[], float] | None = None) -> Turns:
    """Tables 10 to 19 are Ann's, 20 to 29 Bo's; 30 to 39 have only bots."""
    return Turns(lambda table: {1: ANN, 2: BO, 3: ROBOTS}[table // 10], clock or Clock())


def test_two_with_many_tables_and_with_one_take_turns() -> None:
    waiting = turns()
    for table in (10, 11, 12, 13, 20):
        waiting.put(table, 0)
    taken = []
    for _ in range(8):
        table, whose = waiting.take()
        taken.append(table)
        waiting.charge(whose, 1.0)
        waiting.put(table, 0)
    assert [table // 10 for table in taken].count(2) == 4
    assert taken.count(20) == 4
    assert {table for table in taken if table < 20} == {10, 11, 12, 13}


def test_who_uses_much_at_a_time_gets_no_more_time() -> None:
    waiting, spent = turns(), {ANN: 0.0, BO: 0.0}
    waiting.put(10, 0)
    waiting.put(20, 0)
    for _ in range(110):
        table, whose = waiting.take()
        cost = 1.0 if whose == ANN else 0.1
        spent[whose] += cost
        waiting.charge(whose, cost)
        waiting.put(table, 0)
    assert spent[ANN] == pytest.approx(spent[BO], abs=1.1)


def test_who_comes_late_is_next_and_has_saved_up_nothing() -> None:
    waiting = turns()
    for table in (10, 11, 12):
        waiting.put(table, 0)
    for _ in range(20):
        table, whose = waiting.take()
        waiting.charge(whose, 1.0)
        waiting.put(table, 0)
    waiting.put(20, 0)
    waiting.put(21, 0)
    taken = []
    for _ in range(6):
        table, whose = waiting.take()
        taken.append(whose)
        waiting.charge(whose, 1.0)
        waiting.put(table, 0)
    assert taken[0] == BO
    assert taken.count(ANN) >= 2


def test_programs_alone_come_after_those_for_whom_somebody_waits_and_rest_as_long_as_they_moved() -> None:
    clock = Clock()
    waiting = turns(clock)
    waiting.put(30, 0)
    assert waiting.take() == (30, ROBOTS)
    waiting.charge(ROBOTS, 2.0)
    waiting.put(30, 0)
    waiting.put(20, 0)
    assert waiting.take() == (20, BO)

    def later() -> None:
        clock.now = 1002.0
        waiting.put(21, 5000.0)

    began = time.monotonic()
    threading.Timer(0.05, later).start()
    assert waiting.take() == (30, ROBOTS)
    assert time.monotonic() - began >= 0.04


def test_a_table_waits_once_and_no_earlier_than_it_is_due() -> None:
    clock = Clock()
    waiting = turns(clock)
    waiting.put(10, 1005.0)
    waiting.put(10, 1001.0)
    waiting.put(20, 1003.0)
    clock.now = 1006.0
    assert {waiting.take()[0], waiting.take()[0]} == {10, 20}
    assert waiting._wait_seconds() is None


# At tables


@pytest.mark.django_db
def test_whose_tables_they_are() -> None:
    hall = open_party(("Ann",), bots=("simple",))
    alone = open_table(TableSettings("1889", [Chair(bot="random"), Chair(bot="random")]), hall.guests["Ann"])
    assert worker.party_of(hall.table.pk) == Party(hall.guests["Ann"].pk, False)
    assert worker.party_of(alone.pk) == Party(hall.guests["Ann"].pk, True)
    assert worker.party_of(10**6) == Party(0, False)


@pytest.mark.django_db
def test_a_guests_bots_move_at_so_many_tables_at_once(settings: object) -> None:
    settings.MAX_BOT_TABLES = 2  # type: ignore[attr-defined]
    ann = Guest.objects.create(name="Ann")
    alone = TableSettings("1889", [Chair(bot="random"), Chair(bot="random")])
    for _ in range(2):
        open_table(alone, ann)
    with pytest.raises(BadInput, match="Bots are playing at 2 of your tables"):
        open_table(alone, ann)
    open_table(alone, Guest.objects.create(name="Bo"))
    waits = open_table(TableSettings("1889", [Chair("Ann"), Chair()]), ann)
    with pytest.raises(BadInput, match="Bots are playing at 2 of your tables"):
        give_to_bot(waits.seats.get(number=1), "simple", ann)
    refused = browser(ann).post("/play/")
    assert refused.status_code == 422
    assert b"Bots are playing at 2 of your tables" in refused.content
    Table.objects.filter(owner=ann, seats__bot="random").update(status=Table.Status.FINISHED)
    assert browser(ann).post("/play/").status_code == 302


def test_an_earlier_time_replaces_a_later_one() -> None:
    """A table that is queued for its deadline moves when its turn comes, and is not taken twice."""
    clock = Clock()
    waiting = turns(clock)
    waiting.put(10, clock.now + 1000)
    waiting.put(20, clock.now + 500)
    waiting.put(10, clock.now)
    waiting.put(10, clock.now + 2000)
    assert waiting.take() == (10, ANN)
    clock.now += 1500
    assert waiting.take() == (20, BO)
    waiting.put(10, clock.now)
    assert waiting.take() == (10, ANN)
