"""Invitations of persons to a table, reserved seats, and dates that the owner moves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.web.builders import Party, browser, open_party
from tests.web.clock import Clock
from tests.web.notices.builders import notices, recipient
from tetsudo.web.notices import kinds, outbox
from tetsudo.web.notices.texts import text_of
from tetsudo.web.tables.models import Block, Guest, Seat, SeatInvitation, Table
from tetsudo.web.tables.people.merging import merge
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

pytestmark = pytest.mark.django_db

FRIDAY = datetime(2027, 3, 5, 19, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The first of March 2027, at noon UTC."""
    return Clock(monkeypatch)


@pytest.fixture
def hall() -> Party:
    """Ann, Bo and Cy, who have shared a table; Ann has opened another one with two free seats."""
    hall = open_party()
    hall.table = opened(hall.guests["Ann"])
    return hall


def opened(owner: Guest, **settings: Any) -> Table:
    chairs = [Chair(owner.name), Chair(), Chair()]
    return open_table(TableSettings("1889", chairs, name="Friday", is_listed=False, **settings), owner)


def do(hall: Party, who: str, what: str, **fields: Any) -> Any:
    """Press a button about an invitation."""
    return hall.client(who).post(f"/t/{hall.table.key}/invitations/", {"do": what, **fields})


def invite(hall: Party, whom: str, seat: str = "any") -> Any:
    return do(hall, "Ann", "invite", person=hall.guests[whom].pk, seat=seat)


def page(client: Client, path: str) -> str:
    return " ".join(client.get(path, headers={"accept": "text/html"}).content.decode().split())


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


# Invitations


def test_the_invited_person_sees_it_and_sits_down_with_one_press(hall: Party) -> None:
    assert invite(hall, "Bo").status_code == 302
    lobby = page(hall.client("Bo"), "/")
    assert "Invitations" in lobby
    assert "Ann invites you" in lobby
    assert "Ann</b> invites you to this table." in page(hall.client("Bo"), f"/t/{hall.table.key}/")
    assert "Invitations" not in page(hall.client("Cy"), "/")
    answer = do(hall, "Bo", "accept")
    assert answer["Location"] == f"/t/{hall.table.key}/"
    assert names(hall.table) == ["Ann", "Bo", ""]
    assert not SeatInvitation.objects.exists()


def test_a_declined_invitation_is_not_repeated(hall: Party) -> None:
    invite(hall, "Bo", "1")
    assert page(hall.client("Bo"), f"/t/{hall.table.key}/").count("reserved for you") == 1
    assert do(hall, "Bo", "decline")["Location"] == "/"
    assert "Invitations" not in page(hall.client("Bo"), "/")
    shown = page(hall.client("Ann"), f"/t/{hall.table.key}/")
    assert "has declined" in shown
    assert "reserved for" not in shown
    assert invite(hall, "Bo").status_code == 403
    assert do(hall, "Bo", "accept").status_code == 409
    assert names(hall.table) == ["Ann", "", ""]


def test_a_withdrawn_invitation_is_gone(hall: Party) -> None:
    invite(hall, "Bo")
    assert do(hall, "Cy", "withdraw", person=hall.guests["Bo"].pk).status_code == 403
    assert SeatInvitation.objects.count() == 1
    assert do(hall, "Ann", "withdraw", person=hall.guests["Bo"].pk).status_code == 302
    refused = do(hall, "Bo", "accept")
    assert refused.status_code == 409
    assert "This invitation no longer exists." in refused.content.decode()


def test_only_people_who_have_shared_a_table_can_be_invited_and_no_answer_tells_more(hall: Party) -> None:
    """Visitors, numbers without a person, blockers and the blocked all get the same answer."""
    visitor, bo, cy = Guest.objects.create(name="Di"), hall.guests["Bo"], hall.guests["Cy"]
    Block.objects.create(blocker=bo, blocked=hall.guests["Ann"])
    Block.objects.create(blocker=hall.guests["Ann"], blocked=cy)
    said = set()
    for person in (visitor.pk, 999_999, bo.pk, cy.pk, "x", ""):
        refused = do(hall, "Ann", "invite", person=person)
        assert refused.status_code == 403
        said.add(refused.context["refusal"])
    assert said == {"You can invite people with whom you have shared a table. Send others a seat's link."}
    assert not SeatInvitation.objects.exists()
    assert 'name="person"' not in page(hall.client("Ann"), f"/t/{hall.table.key}/")


def test_only_the_owner_invites_and_only_before_the_game(hall: Party) -> None:
    sit_down(hall.table.seats.get(number=1), hall.guests["Bo"], "Bo")
    assert do(hall, "Bo", "invite", person=hall.guests["Cy"].pk).status_code == 403
    sit_down(hall.table.seats.get(number=2), Guest.objects.create(name="Di"), "Di")
    assert invite(hall, "Cy").status_code == 403
    assert Client().post(f"/t/{hall.table.key}/invitations/", {"do": "accept"}).status_code == 403
    assert do(hall, "Ann", "nonsense").status_code == 422
    assert Client().post("/t/nothing/invitations/", {"do": "accept"}).status_code == 404
    assert not SeatInvitation.objects.exists()


def test_a_reserved_seat_is_for_the_invited_person_only(hall: Party) -> None:
    Table.objects.update(is_listed=True)
    assert invite(hall, "Bo", "2").status_code == 302
    other = browser(Guest.objects.create(name="Di"))
    shown = page(other, f"/t/{hall.table.key}/")
    assert "reserved for Bo" in shown
    assert shown.count("Take this seat") == 1
    link = f"/seat/{hall.table.seats.get(number=2).key}/"
    for address, sent in (
        (f"/t/{hall.table.key}/seats/", {"do": "take", "seat": "2", "name": "Di"}),
        (link, {"name": "Di"}),
    ):
        refused = other.post(address, sent)
        assert refused.status_code in (403, 422)
        assert "This seat is reserved for an invited player. Take another seat." in refused.content.decode()
    assert (
        hall.client("Ann").post(f"/t/{hall.table.key}/seats/", {"do": "bot", "seat": "2", "bot": "simple"}).status_code
        == 403
    )
    do(hall, "Bo", "accept")
    assert names(hall.table) == ["Ann", "", "Bo"]


def test_a_seat_that_is_taken_or_reserved_cannot_be_reserved(hall: Party) -> None:
    invite(hall, "Bo", "1")
    for seat in ("0", "1", "9", "x"):
        assert invite(hall, "Cy", seat).status_code == 422
    assert [each.guest.name for each in SeatInvitation.objects.all()] == ["Bo"]


def test_the_invited_take_another_name_if_theirs_is_taken(hall: Party) -> None:
    Seat.objects.filter(table=hall.table, number=1).update(name="Bo", guest=Guest.objects.create(name="Bo"))
    invite(hall, "Bo")
    refused = do(hall, "Bo", "accept")
    assert refused.status_code == 422
    assert "The name Bo is taken here" in refused.content.decode()
    shown = page(hall.client("Bo"), f"/t/{hall.table.key}/")
    assert "Take this seat" in shown
    hall.client("Bo").post(f"/t/{hall.table.key}/seats/", {"do": "take", "seat": "2", "name": "Bob"})
    assert names(hall.table) == ["Ann", "Bo", "Bob"]


def test_the_start_of_the_game_ends_all_invitations(hall: Party) -> None:
    invite(hall, "Bo")
    for number in (1, 2):
        guest = Guest.objects.create(name=f"P{number}")
        sit_down(hall.table.seats.get(number=number), guest, guest.name)
    assert not SeatInvitation.objects.exists()
    assert "Invitations" not in page(hall.client("Bo"), "/")


def test_an_invitation_by_a_person_blocked_since_is_not_shown(hall: Party) -> None:
    invite(hall, "Bo")
    Block.objects.create(blocker=hall.guests["Bo"], blocked=hall.guests["Ann"])
    assert "Invitations" not in page(hall.client("Bo"), "/")
    assert do(hall, "Bo", "accept").status_code == 409


def test_a_deleted_table_invites_nobody(hall: Party) -> None:
    invite(hall, "Bo", "1")
    hall.client("Ann").post(f"/t/{hall.table.key}/delete/")
    assert page(hall.client("Bo"), "/").count("Friday") == 0
    assert not SeatInvitation.objects.exists()


def test_two_guests_who_are_one_person_are_invited_once(hall: Party) -> None:
    invite(hall, "Bo")
    invite(hall, "Cy")
    merge(hall.guests["Bo"], hall.guests["Cy"])
    assert [each.guest.name for each in SeatInvitation.objects.all()] == ["Cy"]
    merge(hall.guests["Cy"], hall.guests["Ann"])
    assert not SeatInvitation.objects.exists()


# Notices


def test_the_invited_person_is_told_until_they_answer(hall: Party) -> None:
    told = recipient(hall.guests["Bo"])
    recipient(hall.guests["Cy"])
    invite(hall, "Bo")
    outbox.plan()
    (notice,) = notices(kind="invited")
    assert notice.guest_id == hall.guests["Bo"].pk
    text = text_of(notice, told)
    assert text.subject == "Ann invites you: Friday"
    assert text.link == f"https://t.example/t/{hall.table.key}/"
    assert not kinds.is_over(notice)
    do(hall, "Bo", "decline")
    assert kinds.is_over(notice)


# Dates


def move(client: Client, table: Table, starts_at: str, zone: str = "UTC") -> Any:
    return client.post(f"/t/{table.key}/date/", {"starts_at": starts_at, "zone": zone})


def test_the_owner_moves_the_date_and_all_who_sit_there_are_told(clock: Clock) -> None:
    hall = open_party()
    hall.table = opened(hall.guests["Ann"], tempo="live", starts_at=FRIDAY)
    sit_down(hall.table.seats.get(number=1), hall.guests["Bo"], "Bo")
    told = [recipient(hall.guests[name], zone="Europe/Berlin") for name in ("Ann", "Bo", "Cy")]
    assert "Move the date" in page(hall.client("Ann"), f"/t/{hall.table.key}/")
    assert "Move the date" not in page(hall.client("Bo"), f"/t/{hall.table.key}/")
    assert move(hall.client("Ann"), hall.table, "2027-03-06T20:00", "Europe/Berlin").status_code == 302
    hall.table.refresh_from_db()
    assert hall.table.starts_at == FRIDAY + timedelta(days=1)
    outbox.plan()
    (notice,) = notices(kind="moved")
    assert notice.guest_id == hall.guests["Bo"].pk
    text = text_of(notice, told[1])
    assert text.subject == "Ann has moved the date: Friday"
    assert "Starts 2027-03-06 20:00 (Europe/Berlin)" in text.lines
    assert not kinds.is_over(notice)
    move(hall.client("Ann"), hall.table, "2027-03-07T19:00")
    notice.refresh_from_db()
    assert kinds.is_over(notice)
    outbox.plan()
    assert len(notices(kind="moved")) == 2


def test_no_clock_runs_before_the_new_date(clock: Clock) -> None:
    ann = Guest.objects.create(name="Ann")
    chairs = [Chair("Ann"), Chair("Bo")]
    table = open_table(TableSettings("1889", chairs, tempo="live", starts_at=FRIDAY, clock_minutes=30), ann)
    assert table.status == Table.Status.RUNNING
    assert move(browser(ann), table, "2027-03-08T19:00").status_code == 302
    table.refresh_from_db()
    assert table.starts_at == table.clock_since == FRIDAY + timedelta(days=3)
    clock.wait(days=8)
    assert move(browser(ann), table, "2027-03-20T19:00").status_code == 403


@pytest.mark.parametrize(
    ("who", "starts_at", "zone", "status", "sentence"),
    [
        ("Bo", "2027-03-06T20:00", "UTC", 403, "Only the table's owner can move the date, until the game has started."),
        ("Ann", "2027-02-06T20:00", "UTC", 422, "This date has passed: choose a later one."),
        ("Ann", "2029-02-06T20:00", "UTC", 422, "more than a year ahead"),
        ("Ann", "tomorrow", "UTC", 422, "Enter the date like 2026-12-31 20:00."),
        ("Ann", "", "UTC", 422, "Enter the date like 2026-12-31 20:00."),
        ("Ann", "2027-03-06T20:00", "Mars/Olympus", 422, "time zone is unknown here"),
    ],
)
def test_a_date_that_cannot_be_changes_nothing(
    clock: Clock, who: str, starts_at: str, zone: str, status: int, sentence: str
) -> None:
    hall = open_party()
    table = opened(hall.guests["Ann"], tempo="live", starts_at=FRIDAY)
    refused = move(hall.client(who), table, starts_at, zone)
    assert refused.status_code == status
    assert sentence in refused.context["refusal"]
    table.refresh_from_db()
    assert table.starts_at == FRIDAY


def test_a_table_without_a_date_gets_none(hall: Party, clock: Clock) -> None:
    assert move(hall.client("Ann"), hall.table, "2027-03-06T20:00").status_code in (403, 422)
    assert Table.objects.filter(starts_at__isnull=False).count() == 0
    assert "Move the date" not in page(hall.client("Ann"), f"/t/{hall.table.key}/")
