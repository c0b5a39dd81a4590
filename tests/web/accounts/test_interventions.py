"""Interventions of organisers hold: no one undoes them, and no one loses time by them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.adapter import get_adapter
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.web.accounts.builders import account
from tests.web.builders import browser, open_party
from tetsudo.web.accounts.desk import bans, interventions
from tetsudo.web.accounts.desk.models import Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.tables.models import Guest, Move, Seat, Table, UndoRequest
from tetsudo.web.tables.people.merging import merge
from tetsudo.web.tables.seats import leave

pytestmark = pytest.mark.django_db

PEOPLE = ("Bo", "Cy", "Di")


@pytest.fixture
def ann() -> User:
    """An organiser."""
    return account("Ann")


def test_no_one_starts_the_clocks_of_a_closed_table(ann: User) -> None:
    party = open_party(PEOPLE)
    Table.objects.filter(pk=party.table.pk).update(clock_minutes=30)
    party.table.refresh_from_db()
    interventions.close(party.table, "Cheating", ann)
    answer = party.client("Bo").post(f"/t/{party.table.key}/pause/resume/")
    assert answer.status_code == 403
    party.table.refresh_from_db()
    assert (party.table.clock_since, party.table.status) == (None, Table.Status.CLOSED)
    Table.objects.filter(pk=party.table.pk).update(paused_at=None, clock_since=timezone.now())  # by an older version
    interventions.reopen(party.table, "Mistake", ann)
    party.table.refresh_from_db()
    assert party.table.clock_since is None
    assert party.table.paused_at is not None
    assert party.client("Bo").post(f"/t/{party.table.key}/pause/resume/").status_code == 200


def test_its_owner_cannot_delete_a_closed_game(ann: User) -> None:
    party = open_party(("Bo",), ("rules",))
    interventions.close(party.table, "Cheating", ann)
    there = party.client("Bo")
    assert f"/t/{party.table.key}/delete/" not in there.get(f"/t/{party.table.key}/seats/").content.decode()
    answer = there.post(f"/t/{party.table.key}/delete/")
    assert answer.status_code == 403
    assert Table.objects.get(pk=party.table.pk).status == Table.Status.CLOSED
    interventions.reopen(party.table, "Mistake", ann)
    assert f"/t/{party.table.key}/delete/" in there.get(f"/t/{party.table.key}/seats/").content.decode()


def test_no_one_is_overdue_as_soon_as_a_table_is_open_again(ann: User) -> None:
    party = open_party(PEOPLE)
    party.act({"type": "pass", "player": "Bo"})
    interventions.close(party.table, "Cheating", ann)
    moment = timezone.now() - timedelta(days=9)
    Table.objects.update(deadline=3, changed=moment, created=moment, deadline_end="owner", overdue_version=1)
    Move.objects.update(at=moment)
    Seat.objects.update(since=moment)
    interventions.reopen(party.table, "Mistake", ann)
    seat = Seat.objects.get(table=party.table, number=1)
    end = leave.deadline_of(seat)
    assert end is not None
    assert abs(end - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    assert not leave.is_overdue(seat)
    assert seat.since == moment  # ratings tell by it who took a seat over
    assert seat.table.overdue_version is None  # the new deadline is announced, too


def test_who_was_removed_from_a_seat_does_not_get_it_back(ann: User) -> None:
    party = open_party(PEOPLE)
    Table.objects.filter(pk=party.table.pk).update(is_listed=True)
    interventions.free_seat(party.table, 1, "Insults", ann)
    seat = Seat.objects.get(table=party.table, number=1)
    path, take = f"/t/{party.table.key}/seats/", {"seat": 1, "do": "take", "name": "Cy"}
    removed, stranger = party.client("Cy"), browser(Guest.objects.create(name="Eve"))
    assert "Take this seat" not in stranger.get(path, headers={"accept": "text/html"}).content.decode()
    for client in (removed, stranger):
        assert client.post(path, take).status_code == 403
    assert removed.post(f"/seat/{seat.key}/", {"name": "Cy"}).status_code == 422
    leave.hand_to_bot(Seat.objects.get(pk=seat.pk), "rules", None)
    assert removed.post(path, {"seat": 1, "do": "back"}).status_code == 403
    leave.vacate(Seat.objects.get(pk=seat.pk), keeps_name=True)
    seat.refresh_from_db()
    assert seat.left_by == party.guests["Cy"]
    assert removed.post(path, take).status_code == 403
    assert stranger.post(f"/seat/{seat.key}/", {"name": "Eve"}).status_code == 302
    seat.refresh_from_db()
    assert (seat.guest.name if seat.guest else "", seat.is_barred) == ("Eve", False)


def test_a_new_password_does_not_lift_a_ban(ann: User) -> None:
    bo = account("Bo")
    before = User.objects.get(pk=bo.pk)  # as the request that sets the password has read it
    bans.ban(bo, "Insults", by=ann)
    get_adapter().set_password(before, "five tiny green ferries")
    found = User.objects.get(pk=bo.pk)
    assert (found.is_active, found.ban_reason) == (False, "Insults")
    assert found.check_password("five tiny green ferries")


def test_signing_in_reads_no_requests_of_others_tables() -> None:
    party = open_party(PEOPLE)
    mine, other = party.guests["Bo"], Guest.objects.create(name="Eve")
    UndoRequest.objects.create(table=party.table, version=0, to=0, asked_by="Bo", agreed=[mine.pk])
    stranger = Guest.objects.create()
    with CaptureQueriesContext(connection) as asked:
        merge(stranger, other)
    assert not [each for each in asked if 'FROM "tables_undorequest"' in each["sql"] and " IN (" not in each["sql"]]
    merge(mine, other)
    assert UndoRequest.objects.get().agreed == [other.pk]


def test_long_names_fit_into_the_trace(ann: User) -> None:
    Guest.objects.filter(account=ann).update(name="A" * 60)
    User.objects.filter(pk=ann.pk).update(username="ann-" + "x" * 36)
    ann.refresh_from_db()
    bans.ban(account("Bo"), "Insults", by=ann)
    assert len(Trace.objects.get().by_name) == 80
