"""Signing in: all that this browser's guest has moves to the account, whatever kind it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import ForeignObjectRel
from django.test import Client
from django.utils import timezone

from tests.web.accounts.builders import account, guest_of, signed_in
from tests.web.builders import browser, open_party
from tetsudo.web.accounts.desk.models import Report
from tetsudo.web.notices.models import Notice, PushDevice, Recipient, TableWish, When
from tetsudo.web.results.statistics.models import ArchiveWish
from tetsudo.web.results.studies.models import Study
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.games import cleanup
from tetsudo.web.tables.models import (
    Block,
    Guest,
    Message,
    Note,
    NoteLine,
    Preset,
    ReadMark,
    Seat,
    SeatInvitation,
    SeatPlan,
    SeatRequest,
    Table,
    UndoRequest,
    Vacation,
)
from tetsudo.web.tables.people import merging

pytestmark = pytest.mark.django_db


def test_each_foreign_key_to_guests_has_a_rule() -> None:
    relations = [each for each in Guest._meta.get_fields(include_hidden=True) if isinstance(each, ForeignObjectRel)]
    found = {(each.related_model, each.field.name) for each in relations}
    assert found == set(merging.RULES)


def everything(guest: Guest, table: Table) -> None:
    """One row of each kind for a guest at a table."""
    seat = table.seats.exclude(guest=guest).get()
    Note.objects.create(table=table, guest=guest, text="mine")
    Report.objects.create(table=table, by=guest, about=guest, reason="Rude")
    NoteLine.objects.create(table=table, guest=guest, about="player:1", text="bold")
    Preset.objects.create(guest=guest, name="Club", settings={})
    Study.objects.create(guest=guest, name="Lines")
    elsewhere = Table.objects.create(owner=Guest.objects.create(name="Host"), title="1889")
    SeatInvitation.objects.create(table=elsewhere, guest=guest)
    ReadMark.objects.update_or_create(table=table, guest=guest, defaults={"message": 5})
    SeatPlan.objects.create(seat=table.seats.get(guest=guest), guest=guest, about="x", data={}, length=0)
    SeatRequest.objects.create(seat=seat, version=0, asked_by=guest, agreed=[guest.pk])
    UndoRequest.objects.create(table=table, version=0, to=0, asked_by=guest.name, agreed=[guest.pk])
    messages.say(table, guest, "hello")
    Vacation.objects.create(seat=table.seats.get(guest=guest), guest=guest, begins=timezone.now(), days=1)
    Recipient.objects.create(guest=guest, is_active=True, mail=When.ALWAYS)
    TableWish.objects.create(guest=guest, table=table, mail=When.NEVER)
    PushDevice.objects.create(guest=guest, endpoint=f"https://push.example.org/{guest.pk}", public="p", secret="s")
    ArchiveWish.objects.create(guest=guest)
    note(table, guest, 3)


def note(table: Table, guest: Guest, version: int) -> Notice:
    """A notice that it is a guest's turn."""
    now = timezone.now()
    return Notice.objects.create(
        guest=guest, table=table, kind="turn", version=version, channel="mail", created=now, not_before=now
    )


def rows(guest: Guest) -> dict[str, int]:
    """Number of rows of each kind."""
    return {
        f"{model.__name__}.{field}": model._base_manager.filter(**{field: guest}).count()
        for model, field in merging.RULES
    }


def test_all_that_a_guest_has_moves_and_the_guest_is_gone() -> None:
    party, user = open_party(("Ann", "Bo")), account("Anna")
    ann, bo = party.guests.values()
    everything(ann, party.table)
    Block.objects.create(blocker=ann, blocked=bo)
    before = rows(ann)
    assert {kind for kind, count in before.items() if not count} == {"Seat.left_by", "Block.blocked"}
    client = signed_in(user, party.client("Ann"))
    mine = guest_of(user)
    assert rows(mine) == before
    assert not Guest.objects.filter(pk=ann.pk).exists()
    assert SeatRequest.objects.get().agreed == UndoRequest.objects.get().agreed == [mine.pk]
    assert party.table.seats.get(number=0).name == "Ann"
    assert client.get("/").context["guest"] == mine
    assert mine.name == "Anna"


def test_what_both_have_at_a_table_is_put_together() -> None:
    party, user = open_party(("Ann", "Bo")), account("Cy")
    ann, mine, table = party.guests["Ann"], guest_of(user), party.table
    Seat.objects.filter(table=table, number=1).update(guest=mine)
    for guest, text, mark in ((mine, "one", 7), (ann, "two", 3)):
        Note.objects.create(table=table, guest=guest, text=text)
        NoteLine.objects.create(table=table, guest=guest, about="player:1", text=text)
        Preset.objects.create(guest=guest, name="Club", settings={})
        ReadMark.objects.update_or_create(table=table, guest=guest, defaults={"message": mark})
    Block.objects.create(blocker=mine, blocked=ann)
    other = Guest.objects.create(name="Di")
    for guest in (mine, ann):
        Block.objects.create(blocker=other, blocked=guest)
    signed_in(user, party.client("Ann"))
    assert [seat.guest for seat in table.seats.all()] == [mine, mine]
    assert Note.objects.get().text == "one\n\ntwo"
    assert NoteLine.objects.get().text == "one / two"
    assert sorted(Preset.objects.values_list("name", flat=True)) == ["Club", "Club (2)"]
    assert ReadMark.objects.get(guest=mine).message == 7
    assert [(block.blocker, block.blocked) for block in Block.objects.all()] == [(other, mine)]


def test_finished_lessons_are_put_together(client: Client) -> None:
    user = account("Ann")
    Guest.objects.filter(account=user).update(finished_lessons=["1889/float"])
    client.post("/guest/", {"name": "Ann"})
    Guest.objects.filter(account=None).update(finished_lessons=["1889/control", "1889/float"])
    signed_in(user, client)
    assert guest_of(user).finished_lessons == ["1889/control", "1889/float"]


def test_the_person_plays_on_at_once() -> None:
    party, user = open_party(("Ann", "Bo")), account("Ann")
    client = signed_in(user, party.client("Ann"))
    page = client.get(f"/t/{party.table.key}/", headers={"accept": "text/html"})
    assert page.context["scene"].own_seats == [0]


def test_an_account_is_one_person_on_all_devices() -> None:
    user = account("Ann")
    one, other = signed_in(user), signed_in(user)
    assert one.get("/").context["guest"] == other.get("/").context["guest"] == guest_of(user)


def test_another_accounts_guest_is_not_claimed() -> None:
    ann, bo = account("Ann"), account("Bo")
    client = signed_in(ann)
    client.post("/account/logout/")
    signed_in(bo, client)
    assert Guest.objects.filter(account__in=[ann, bo]).count() == 2
    assert client.get("/").context["guest"] == guest_of(bo)


def test_a_session_of_an_account_that_is_not_signed_in_is_nobodys() -> None:
    user = account("Ann")
    assert browser(guest_of(user)).get("/").context["guest"] is None


def test_the_link_of_an_accounts_guest_is_no_way_in(client: Client) -> None:
    guest = guest_of(account("Ann"))
    for send in (client.get, client.post):
        assert send(f"/guest/{guest.key}/").status_code == 404


def test_signing_out_leaves_nothing_on_the_device() -> None:
    client = signed_in(account("Ann"))
    answer = client.post("/account/logout/")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get("/").context["guest"] is None
    assert {name for name, cookie in client.cookies.items() if cookie.value} <= {"csrftoken"}


def test_forgetting_a_guest_signs_an_account_out_too() -> None:
    client = signed_in(account("Ann"))
    client.post("/guest/", {"forget": "1"})
    assert client.get("/").context["guest"] is None
    assert client.get("/account/").status_code == 302


def test_the_sign_in_page_says_whose_seats_will_move(client: Client) -> None:
    client.post("/guest/", {"name": "Annie"})
    assert "Annie" in client.get("/account/login/").content.decode()
    assert "move to your account" in client.get("/account/login/").content.decode()


def test_an_account_without_tables_is_not_tidied_away(settings: Any) -> None:
    guest = guest_of(account("Ann"))
    Guest.objects.update(created="2020-01-01T00:00:00Z")
    cleanup.tidy()
    assert Guest.objects.filter(pk=guest.pk).exists()


def test_a_message_keeps_the_name_that_was_read() -> None:
    party, user = open_party(("Ann", "Bo")), account("Anna")
    messages.say(party.table, party.guests["Ann"], "hello")
    signed_in(user, party.client("Ann"))
    assert Message.objects.get().name == "Ann"


def test_notices_of_both_are_kept_once_and_the_wishes_of_the_account() -> None:
    party, user = open_party(("Ann", "Bo")), account("Cy")
    ann, mine, table = party.guests["Ann"], guest_of(user), party.table
    for guest, mail in ((mine, When.NEVER), (ann, When.ALWAYS)):
        Recipient.objects.create(guest=guest, is_active=True, mail=mail, address=f"{guest.pk}@example.org")
        TableWish.objects.create(guest=guest, table=table, mail=mail)
        note(table, guest, 3)
    note(table, ann, 4)
    signed_in(user, party.client("Ann"))
    assert [notice.version for notice in Notice.objects.filter(guest=mine).order_by("version")] == [3, 4]
    assert Recipient.objects.get().mail == TableWish.objects.get().mail == When.NEVER


def test_wishes_in_use_come_along_with_a_guest() -> None:
    party, user = open_party(("Ann", "Bo")), account("Cy")
    Recipient.objects.create(guest=guest_of(user))
    Recipient.objects.create(guest=party.guests["Ann"], is_active=True, mail=When.ALWAYS)
    signed_in(user, party.client("Ann"))
    wishes = Recipient.objects.get()
    assert (wishes.guest, wishes.mail, wishes.is_active) == (guest_of(user), When.ALWAYS, True)
