"""Unused data are deleted, after a preview; nothing else is."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from tests.web.builders import open_party
from tetsudo.web.tables.games import cleanup
from tetsudo.web.tables.models import Guest, Message, Note, NoteLine, Preset, Table
from tetsudo.web.tables.seats import leave
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - timedelta(days=31)


def guest(name: str) -> Guest:
    """A guest created long ago."""
    made = Guest.objects.create(name=name)
    Guest.objects.filter(pk=made.pk).update(created=LONG_AGO)
    return made


def waiting(owner: Guest, **changed: Any) -> Table:
    """A table opened long ago whose game never started."""
    table = open_table(TableSettings("1889", [Chair(owner.name), Chair()], name=f"of {owner.name}"), owner)
    Table.objects.filter(pk=table.pk).update(**{"created": LONG_AGO, "changed": LONG_AGO, **changed})
    return table


def session(days: float) -> str:
    """A session that expires in some days."""
    made = SessionStore()
    made["guest"] = 1
    made.save()
    Session.objects.filter(pk=made.session_key).update(expire_date=timezone.now() + timedelta(days=days))
    return str(made.session_key)


def names_left() -> set[str]:
    """Names of the remaining guests."""
    return set(Guest.objects.values_list("name", flat=True))


def test_guests_with_nothing_go() -> None:
    guest("Ann")
    Guest.objects.create(name="New")
    cleanup.tidy()
    assert names_left() == {"New"}


def sits(found: Guest) -> None:
    table = open_table(TableSettings("1889", [Chair("Host"), Chair()]), Guest.objects.create(name="Host"))
    sit_down(table.seats.get(number=1), found, found.name)


def left(found: Guest) -> None:
    """A guest whose seat was vacated by the others and who may return to it."""
    hall = open_party()
    seat = hall.table.seats.get(name="Bo")
    seat.guest = found
    leave.vacate(seat, keeps_name=True)


HAVE: dict[str, Callable[[Guest], object]] = {
    "a seat": sits,
    "a seat that he left": left,
    "a table of his own": lambda found: open_table(TableSettings("1889", [Chair("A"), Chair("B")]), found),
    "a message": lambda found: Message.objects.create(table=open_party().table, guest=found, name="x", text="hello"),
    "a note": lambda found: Note.objects.create(table=open_party().table, guest=found, text="buy early"),
    "a preset": lambda found: Preset.objects.create(guest=found, name="Ours", settings={}),
    "a note on a company": lambda found: NoteLine.objects.create(
        table=open_party().table, guest=found, about="company:AR", text="buy early"
    ),
}


@pytest.mark.parametrize("has", HAVE.values(), ids=HAVE)
def test_guests_with_something_stay(has: Callable[[Guest], object]) -> None:
    has(guest("Zoe"))  # a unique name
    cleanup.tidy()
    assert "Zoe" in names_left()


def test_tables_that_never_began_go_and_then_those_who_only_had_them() -> None:
    dee, eve = guest("Dee"), guest("Eve")
    waiting(dee)
    begun = open_party().table
    Table.objects.filter(pk=begun.pk).update(created=LONG_AGO, changed=LONG_AGO)
    young = waiting(eve, created=timezone.now())
    gone = {called: count for called, count in cleanup.tidy().items() if count}
    assert gone == {"tables that never began": 1, "guests who have nothing here": 1}
    assert set(Table.objects.all()) == {begun, young}
    assert names_left() == {"Eve", "Ann", "Bo", "Cy"}


def test_a_table_where_somebody_talks_stays() -> None:
    table = waiting(guest("Ann"))
    Message.objects.create(table=table, name="Ann", text="anybody?")
    cleanup.tidy()
    assert Table.objects.filter(pk=table.pk).exists()


def test_a_table_where_somebody_sat_down_of_late_stays() -> None:
    table = open_table(TableSettings("1889", [Chair("Ann"), Chair(), Chair()]), guest("Ann"))
    Table.objects.update(created=LONG_AGO, changed=LONG_AGO)
    sit_down(table.seats.get(number=1), guest("Bo"), "Bo")
    cleanup.tidy()
    assert Table.objects.filter(pk=table.pk).exists()
    table.seats.update(since=LONG_AGO)
    cleanup.tidy()
    assert not Table.objects.filter(pk=table.pk).exists()


def test_sessions_that_are_over_go() -> None:
    session(-1)
    valid = session(1)
    assert cleanup.tidy()["sessions that are over"] == 1
    assert [found.pk for found in Session.objects.all()] == [valid]


def test_what_would_go_is_shown_first() -> None:
    waiting(guest("Ann"))
    for number in range(25):
        guest(f"Guest {number}")
    guest("")
    session(-1)
    sessions, tables, guests, *_of_accounts = cleanup.preview()
    assert (sessions.count, sessions.names) == (1, ())
    assert tables.names == (f"of Ann (1889, opened {LONG_AGO:%Y-%m-%d} by Ann)",)
    assert guests.count == 26  # Ann still has her table
    assert guests.names[:2] == ("Guest 0", "Guest 1")
    assert len(guests.names) == 20
    assert Guest.objects.count() == 27


def test_they_go_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In small batches that block the database only briefly; a guest who returns in between is kept."""
    Guest.objects.bulk_create(Guest(name=f"Guest {number}") for number in range(250))
    Guest.objects.update(created=LONG_AGO)
    last = Guest.objects.latest("pk")
    pauses: list[float] = []

    def come_back(seconds: float) -> None:
        if not pauses:
            Message.objects.create(table=open_party().table, guest=last, name="x", text="I am back")
        pauses.append(seconds)

    monkeypatch.setattr(time, "sleep", come_back)
    spent: list[float] = []

    def measured(execute: Callable[..., Any], *given: Any) -> Any:
        began = time.thread_time()  # excludes time taken by other processes
        try:
            return execute(*given)
        finally:
            spent.append(time.thread_time() - began)

    with connection.execute_wrapper(measured):
        assert cleanup.tidy()["guests who have nothing here"] == 249
    assert len(pauses) == 13
    assert max(spent) < 0.05
    assert Guest.objects.filter(pk=last.pk).exists()
