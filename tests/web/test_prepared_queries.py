"""Prepared queries: for everyone they answer what the same query answers that is composed for one person."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.web.builders import open_party
from tetsudo.web.lobby import lists
from tetsudo.web.lobby.finding.filters import FILTERED, Filters
from tetsudo.web.notices import waiting
from tetsudo.web.tables.models import Block, Guest, Move, Seat, Table
from tetsudo.web.tables.models.prepared_query import PreparedQuery

pytestmark = pytest.mark.django_db


def crowd() -> list[Guest]:
    """People at tables of all kinds: open, running, finished, unlisted, hidden, held for a rematch; some blocked."""
    random, guests = Random(7), [Guest.objects.create(name=name) for name in ("Ann", "Bo", "Cy", "Di")]
    start = timezone.now() - timedelta(days=1)
    for number in range(150):
        table = Table.objects.create(
            owner=random.choice(guests),
            title="1889",
            status=random.choice(Table.Status.values),
            is_listed=random.random() < 0.8,
            is_hidden=random.random() < 0.1,
            to_act=random.choice([None, 0, 1]),
            rematch_of=Table.objects.order_by("pk").first() if random.random() < 0.3 else None,
            changed=start,
        )
        Table.objects.filter(pk=table.pk).update(changed=start + timedelta(minutes=random.randrange(20)))
        for seat in range(2):
            guest = random.choice([None, *guests])
            left = random.choice([None, None, *guests]) if guest is None else None
            Seat.objects.create(table=table, number=seat, name=f"{number}-{seat}", guest=guest, left_by=left)
        if random.random() < 0.5:
            at = start + timedelta(minutes=random.randrange(20))
            Move.objects.create(table=table, index=0, seat=0, data={}, at=at)
    Block.objects.create(blocker=guests[0], blocked=guests[1])
    return guests


def test_the_lists_of_the_lobby_are_those_of_each_viewer() -> None:
    for viewer in (*crowd(), None):
        for name, (_heading, tables) in lists.LISTS.items():
            if name == "mine" and viewer is None:
                continue
            found = tables(viewer)
            found = Filters().apply(found, name, viewer, None) if name in FILTERED else found
            expected = [table.pk for table in found[: lists.MAX_PREVIEW_TABLES + 1]]
            rows = lists._first_keys(name, viewer is not None).rows(viewer.pk if viewer else 0)
            assert [pk for (pk,) in rows] == expected
            assert expected


def test_nobody_elses_unfinished_list_has_an_own_table() -> None:
    for viewer in crowd():
        own = {table.pk for table in lists.LISTS["mine"][1](viewer)}
        for name in FILTERED:
            assert own.isdisjoint(table.pk for table in lists.LISTS[name][1](viewer))


def test_waiting_tables_are_those_of_each_guest_in_the_order_of_the_wait() -> None:
    numbers = []
    for guest in crowd():
        expected = []
        for table in Table.objects.filter(status=Table.Status.RUNNING):
            seats = list(table.seats.all())
            if any(seat.guest_id == guest.pk and seat.number == table.to_act for seat in seats):
                move = Move.objects.filter(table=table).first()
                others = any(seat.guest_id not in (None, guest.pk) for seat in seats)
                expected.append((not others, move.at if move else table.changed, table.pk))
        found = waiting.waiting_tables(guest.pk)
        assert [(not each.has_others, each.since, each.pk) for each in found] == sorted(expected)
        assert waiting.waiting_count(guest.pk) == sum(not alone for alone, _since, _pk in expected)
        numbers.append(len(found))
    assert sum(numbers) > 4


def test_a_prepared_query_is_composed_once_and_gives_types_of_python() -> None:
    table, composed = open_party(("Ann", "Bo")).table, []

    def compose(owner: int) -> object:
        composed.append(owner)
        return Table.objects.filter(owner=owner, is_listed=table.is_listed).values_list("key", "changed", "options")

    query = PreparedQuery(compose)  # type: ignore[arg-type]
    table.refresh_from_db()
    for _ in range(2):
        ((key, changed, options),) = query.rows(table.owner_id)
        assert (key, changed, options) == (table.key, table.changed, table.options)
        assert isinstance(changed, datetime)
    assert query.rows(table.owner_id + 1) == []
    assert len(composed) == 1
