"""The outbox: recorded with the move, planned by wishes, sent once, cancelled when over, tried again for two days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.web.builders import Party, open_party
from tests.web.notices.builders import AFTER_GRACE, NOON, Sender, mail_recipient, make_due, notices, recipient, work
from tetsudo.web.notices import channels, outbox, presence, rules, worker
from tetsudo.web.notices.kinds import KINDS
from tetsudo.web.notices.models import Notice, PushDevice, Recipient, TableWish, default_kinds
from tetsudo.web.notices.outbox import Outcome, Result
from tetsudo.web.tables import events
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.models import Guest, Seat, Table, Vacation
from tetsudo.web.tables.moves import undo
from tetsudo.web.tables.people import announcements
from tetsudo.web.tables.seats import leave
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Party:
    """Ann, Bo and Cy; Ann is to act."""
    return open_party(undo="agree")


@pytest.fixture
def sender(monkeypatch: pytest.MonkeyPatch) -> Sender:
    """All channels, replaced."""
    found = Sender()
    monkeypatch.setattr(channels, "SENDERS", dict.fromkeys(("mail", "push", "webhook"), found))
    return found


def pass_turn(hall: Party, name: str) -> None:
    hall.act({"type": "pass", "player": name})


def kinds(**wanted: Any) -> list[tuple[str, str]]:
    return [(notice.kind, notice.guest.name) for notice in notices(**wanted)]


# Recording


def test_a_move_tells_whose_turn_it_is(hall: Party) -> None:
    for guest in hall.guests.values():
        recipient(guest)
    pass_turn(hall, "Ann")
    (told,) = notices()
    assert (told.kind, told.guest, told.version, told.state) == ("turn", hall.guests["Bo"], 1, "new")


def test_who_wants_nothing_is_not_recorded(hall: Party) -> None:
    pass_turn(hall, "Ann")
    recipient(hall.guests["Cy"], is_active=False)
    pass_turn(hall, "Bo")
    assert notices() == []


def test_a_move_costs_one_query_more(hall: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    pass_turn(hall, "Ann")  # the game is read
    monkeypatch.setattr(announcements, "_listeners", [])
    with CaptureQueriesContext(connection) as before:
        pass_turn(hall, "Bo")
    monkeypatch.undo()
    for guest in hall.guests.values():
        recipient(guest)
    with CaptureQueriesContext(connection) as after:
        pass_turn(hall, "Cy")
    assert len(after) == len(before) + 1
    assert kinds() == [("turn", "Ann")]


def test_what_is_rolled_back_tells_nobody(hall: Party) -> None:
    recipient(hall.guests["Bo"])
    made = announcements.Announcement(hall.table, announcements.TURN, 5, (1,))
    with transaction.atomic():
        announcements.announce(made)
        assert len(notices()) == 1
        transaction.set_rollback(True)
    assert notices() == []


def test_a_person_alone_with_bots_is_told_nothing() -> None:
    hall = open_party(["Ann"], ["simple", "simple"])
    recipient(hall.guests["Ann"])
    announcements.announce(announcements.Announcement(hall.table, announcements.TURN, 5, (0,)))
    assert notices() == []


def test_the_start_tells_all_and_the_first_of_the_turn() -> None:
    ann, bo, cy = (Guest.objects.create(name=name) for name in ("Ann", "Bo", "Cy"))
    for guest in (ann, bo, cy):
        recipient(guest)
    table = open_table(TableSettings("1889", [Chair("Ann"), Chair(), Chair()]), ann)
    seats = list(table.seats.all())
    sit_down(seats[1], bo, "Bo")
    assert notices() == []
    sit_down(seats[2], cy, "Cy")
    assert sorted(kinds()) == [("begun", "Bo"), ("begun", "Cy"), ("turn", "Ann")]


def test_requests_and_chat_tell_the_others(hall: Party) -> None:
    for guest in hall.guests.values():
        recipient(guest)
    pass_turn(hall, "Ann")
    Notice.objects.all().delete()
    undo.ask(hall.table, hall.table.version, None, hall.guests["Ann"])
    assert sorted(kinds()) == [("undo", "Bo"), ("undo", "Cy")]
    Notice.objects.all().delete()
    messages.say(hall.table, hall.guests["Cy"], "Hello")
    assert sorted(kinds()) == [("chat", "Ann"), ("chat", "Bo")]
    Notice.objects.all().delete()
    leave.ask(hall.table.seats.get(number=2), hall.guests["Ann"])
    assert kinds() == [("vote", "Bo")]


def test_cardboard_tells_nobody(hall: Party) -> None:
    recipient(hall.guests["Bo"])
    Table.objects.filter(pk=hall.table.pk).update(cardboard="strict")
    hall.table.refresh_from_db()
    announcements.announce(announcements.Announcement(hall.table, announcements.TURN, 1, (1,)))
    assert notices() == []


# Planning


def test_an_event_becomes_a_notice_for_each_channel_and_device(hall: Party) -> None:
    bo = hall.guests["Bo"]
    mail_recipient(bo, push="away", webhook="always")
    devices = [PushDevice.objects.create(guest=bo, endpoint=f"https://p.example/{number}") for number in (1, 2)]
    pass_turn(hall, "Ann")
    assert outbox.plan() == 1
    found = {(notice.channel, notice.target) for notice in notices()}
    assert found == {("mail", ""), ("webhook", ""), *(("push", str(device.pk)) for device in devices)}
    assert outbox.plan() == 0


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({}, ["webhook"]),
        ({"kinds": ["over"]}, []),
        ({"mail": "always"}, ["webhook"]),
        ({"mail": "always", "has_live_mail": True}, ["mail", "webhook"]),
        ({"webhook": "never"}, []),
    ],
)
def test_wishes_decide_at_a_live_table(hall: Party, wishes: dict[str, Any], expected: list[str]) -> None:
    Table.objects.filter(pk=hall.table.pk).update(tempo=Table.Tempo.LIVE)
    recipient(hall.guests["Bo"], **wishes)
    pass_turn(hall, "Ann")
    outbox.plan()
    assert [notice.channel for notice in notices()] == expected


def test_wishes_for_a_table_come_first(hall: Party) -> None:
    recipient(hall.guests["Bo"])
    TableWish.objects.create(guest=hall.guests["Bo"], table=hall.table, mail="always", webhook="never")
    pass_turn(hall, "Ann")
    outbox.plan()
    assert [notice.channel for notice in notices()] == ["mail"]


@pytest.mark.parametrize("tempo", [Table.Tempo.UNSAID, Table.Tempo.DAILY])
def test_a_mail_about_a_table_that_is_not_live(hall: Party, tempo: str) -> None:
    mail_recipient(hall.guests["Bo"], has_live_mail=False)
    Table.objects.filter(pk=hall.table.pk).update(tempo=tempo)
    pass_turn(hall, "Ann")
    outbox.plan()
    assert [notice.channel for notice in notices()] == ["mail"]


# Sending


def test_it_is_sent_once(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"])
    pass_turn(hall, "Ann")
    assert work(timezone.now()) == 1
    assert work(timezone.now() + timedelta(days=1)) == 0
    assert [(notice.kind, notice.state) for notice in notices()] == [("turn", "sent")]


def test_a_turn_that_is_over_tells_nobody(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"])
    pass_turn(hall, "Ann")
    outbox.plan()
    pass_turn(hall, "Bo")
    work(timezone.now())
    assert sender.sent == []
    assert [notice.state for notice in notices()] == ["cancelled"]


def test_a_turn_of_which_a_part_is_done_tells_nobody(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"])
    pass_turn(hall, "Ann")
    outbox.plan()
    table = Table.objects.get(pk=hall.table.pk)
    table.moves.create(index=1, data={}, seat=1)
    work(timezone.now())
    assert sender.sent == []


def test_only_the_last_of_two_turns_is_told(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"])
    pass_turn(hall, "Ann")
    for version in (1, 3):
        Notice.objects.get_or_create(
            guest=hall.guests["Bo"],
            table=hall.table,
            kind="turn",
            version=version,
            channel="webhook",
            defaults={"state": "due", "created": NOON, "not_before": NOON},
        )
    Notice.objects.filter(channel="").delete()
    work(NOON)
    assert [notice.version for notice in sender.sent] == [3]


@pytest.mark.parametrize("kind", [*KINDS])
def test_every_kind_has_an_end(hall: Party, kind: str) -> None:
    """None of these is still needed: no request, no message, no turn; but begun and over stay true."""
    recipient(hall.guests["Bo"])
    notice = make_due(hall.table, hall.guests["Bo"], kind, facts={"message": 0, "seat": 1})
    hall.table.messages.all().delete()
    assert KINDS[kind].is_over(notice) == (kind not in ("begun", "over"))


def test_who_is_there_is_told_only_after_leaving(hall: Party, sender: Sender, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = hall.guests["Bo"]
    recipient(bo, webhook="away")
    make_due(hall.table, bo)
    monkeypatch.setattr(events, "present_guests", lambda: {bo.pk})
    work(NOON + AFTER_GRACE)
    assert sender.sent == []
    monkeypatch.setattr(events, "present_guests", set)
    work(NOON + AFTER_GRACE)
    assert sender.sent == [], "it is checked again only after a while"
    work(NOON + 2 * AFTER_GRACE)
    assert len(sender.sent) == 1


def test_presence_in_another_process_counts(hall: Party, sender: Sender, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = hall.guests["Bo"]
    wishes = recipient(bo, webhook="away")
    monkeypatch.setattr(events, "present_guests", lambda: {bo.pk, hall.guests["Ann"].pk})
    presence.write(NOON)
    monkeypatch.setattr(events, "present_guests", set)
    wishes.refresh_from_db()
    assert not presence.is_away(wishes, NOON + timedelta(seconds=60))
    assert presence.is_away(wishes, NOON + timedelta(seconds=80))


def test_another_notice_of_the_kind_waits_for_the_cool_down(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"], cool_down=30)
    make_due(hall.table, hall.guests["Bo"], version=1)
    make_due(hall.table, hall.guests["Bo"], version=2)
    make_due(hall.table, hall.guests["Bo"], "begun")
    work(NOON)
    assert [(notice.kind, notice.version) for notice in sender.sent] == [("over", 1), ("begun", 1)]
    work(NOON + timedelta(minutes=29))
    assert len(sender.sent) == 2
    work(NOON + timedelta(minutes=30, seconds=5))
    assert len(sender.sent) == 3


def test_what_failed_is_tried_again_for_two_days_and_then_shown(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"])
    make_due(hall.table, hall.guests["Bo"])
    sender.outcome = Outcome(Result.NOT_SENT, "the server is off")
    now = NOON
    while now < NOON + rules.GIVE_UP_AFTER + timedelta(hours=7):
        work(now)
        now += timedelta(minutes=1)
    (notice,) = notices()
    assert (notice.state, notice.reason) == ("failed", "the server is off")
    assert 10 < notice.attempts < 25
    assert list(outbox.undelivered(hall.guests["Bo"].pk)) == [notice]
    outbox.mark_seen(hall.guests["Bo"].pk)
    assert not outbox.undelivered(hall.guests["Bo"].pk).exists()


def test_what_may_have_arrived_is_sent_again_only_after_the_cool_down(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    sender.outcome = Outcome(Result.UNKNOWN, "no answer")
    work(NOON)
    sender.outcome = Outcome(Result.SENT)
    for minutes in (1, 2, 30, 60):  # the attempt took some thousandths of a second
        work(NOON + timedelta(minutes=minutes))
    assert len(sender.sent) == 1
    work(NOON + timedelta(minutes=60, seconds=5))
    assert len(sender.sent) == 2
    assert [notice.state for notice in notices()] == ["sent"]


def test_what_certainly_did_not_arrive_is_sent_again_soon(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    sender.outcome = Outcome(Result.NOT_SENT, "refused")
    work(NOON)
    sender.outcome = Outcome(Result.SENT)
    work(NOON + timedelta(minutes=2))
    assert len(sender.sent) == 2


def test_a_dead_worker_is_followed_by_another_after_the_cool_down(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    held = outbox.lease(NOON)
    assert held is not None
    assert outbox.lease(NOON) is None
    for at in (outbox.LEASE, timedelta(minutes=60), outbox.LEASE + timedelta(minutes=59)):
        work(NOON + at)
        assert sender.sent == [], "it may have been sent, up to the end of the lease"
    work(NOON + outbox.LEASE + timedelta(minutes=60))
    assert len(sender.sent) == 1


def test_another_notice_of_the_kind_waits_for_what_a_dead_worker_may_have_sent(hall: Party, sender: Sender) -> None:
    """Bo's second turn, and the first one, whose worker died, which is over meanwhile."""
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    assert outbox.lease(NOON)
    make_due(hall.table, hall.guests["Bo"], version=2)
    for at in (timedelta(minutes=1), timedelta(minutes=60), outbox.LEASE + timedelta(minutes=59)):
        work(NOON + at)
        assert sender.sent == []
    work(NOON + outbox.LEASE + timedelta(minutes=60))
    assert len(sender.sent) == 1


@pytest.mark.parametrize("result", [Result.SENT, Result.UNKNOWN])
def test_the_cool_down_counts_from_the_end_of_an_attempt(hall: Party, sender: Sender, result: Result) -> None:
    """A receiver that takes two minutes to answer may have taken it in the last second."""
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    held = outbox.lease(NOON)
    assert held is not None
    outbox.settle(held, Outcome(result), NOON + timedelta(minutes=2))
    make_due(hall.table, hall.guests["Bo"], version=2)
    work(NOON + timedelta(minutes=61))
    assert sender.sent == []
    work(NOON + timedelta(minutes=62))
    assert len(sender.sent) == 1


def test_a_slow_worker_that_is_believed_dead_still_settles(hall: Party) -> None:
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    held = outbox.lease(NOON)
    assert held is not None
    assert outbox.lease(NOON + outbox.LEASE) is None
    outbox.settle(held, Outcome(Result.SENT), NOON + outbox.LEASE)
    assert [notice.state for notice in notices()] == ["sent"]


def test_a_slow_worker_that_is_believed_dead_says_how_long_it_may_have_sent(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    held = outbox.lease(NOON)
    assert held is not None
    assert outbox.lease(NOON + outbox.LEASE) is None
    outbox.settle(held, Outcome(Result.UNKNOWN), NOON + 2 * outbox.LEASE)
    work(NOON + outbox.LEASE + timedelta(minutes=60))
    assert sender.sent == []
    work(NOON + 2 * outbox.LEASE + timedelta(minutes=60))
    assert len(sender.sent) == 1


def test_a_wish_that_was_taken_away_cancels(hall: Party, sender: Sender) -> None:
    wishes = recipient(hall.guests["Bo"])
    make_due(hall.table, hall.guests["Bo"])
    Recipient.objects.filter(pk=wishes.pk).update(webhook="never")
    work(NOON)
    assert (sender.sent, [notice.state for notice in notices()]) == ([], ["cancelled"])


def test_one_mail_a_day_tells_all(hall: Party, sender: Sender) -> None:
    mail_recipient(hall.guests["Bo"], digest_hour=18)
    others = [open_party(["Ann", "Bo"]).table for _ in range(2)]
    for table in (hall.table, *others):
        make_due(table, hall.guests["Bo"], channel="mail")
    assert work(NOON + timedelta(hours=5, minutes=59)) == 0
    assert work(NOON + timedelta(hours=6)) == 1
    assert len(sender.sent) == 3
    assert {notice.state for notice in notices()} == {"sent"}


# Deadlines


def test_a_deadline_that_is_near_is_told_once(hall: Party, sender: Sender) -> None:
    ann = hall.guests["Ann"]
    recipient(ann)
    Table.objects.filter(pk=hall.table.pk).update(deadline=2)
    since = leave.waits_since(Seat.objects.get(table=hall.table, number=0))
    assert since is not None
    worker.scan(since + timedelta(days=1))
    assert notices() == []
    for hours in (37, 38, 47):
        worker.scan(since + timedelta(hours=hours))
        work(timezone.now())
    assert [(notice.kind, notice.guest) for notice in sender.sent] == [("deadline", ann)]


def test_vacation_days_move_the_warning(hall: Party, sender: Sender) -> None:
    ann, seat = hall.guests["Ann"], Seat.objects.get(table=hall.table, number=0)
    recipient(ann)
    Table.objects.filter(pk=hall.table.pk).update(deadline=2, vacation_days=3)
    since = leave.waits_since(seat)
    assert since is not None
    Vacation.objects.create(seat=seat, guest=ann, begins=since, days=3)
    worker.scan(since + timedelta(hours=38))
    assert notices() == []
    worker.scan(since + timedelta(days=3, hours=38))
    work(timezone.now())
    assert [notice.kind for notice in sender.sent] == ["deadline"]


def test_players_are_reminded_of_a_date_once_and_again_when_it_moves(hall: Party, sender: Sender) -> None:
    for guest in hall.guests.values():
        mail_recipient(guest, has_live_mail=False)
    begin = timezone.now()
    for count, hours in ((0, 2), (3, 4)):
        date = begin + timedelta(hours=hours)
        Table.objects.filter(pk=hall.table.pk).update(tempo=Table.Tempo.LIVE, starts_at=date)
        worker.scan(date - timedelta(minutes=61))
        assert len(sender.sent) == count
        for minutes in (60, 30):
            worker.scan(date - timedelta(minutes=minutes))
            work(date - timedelta(hours=1))
    assert {(notice.kind, notice.channel) for notice in sender.sent} == {("date", "mail")}
    assert sorted(notice.guest.name for notice in sender.sent) == ["Ann", "Ann", "Bo", "Bo", "Cy", "Cy"]


def test_a_reminder_of_a_date_that_was_moved_is_not_sent(hall: Party, sender: Sender) -> None:
    recipient(hall.guests["Bo"])
    date = timezone.now() + timedelta(minutes=50)
    Table.objects.filter(pk=hall.table.pk).update(starts_at=date)
    worker.scan(timezone.now())
    Table.objects.filter(pk=hall.table.pk).update(starts_at=date + timedelta(days=1))
    work(timezone.now())
    assert sender.sent == []


def test_old_notices_go(hall: Party) -> None:
    make_due(hall.table, hall.guests["Bo"], state="sent", done=NOON)
    make_due(hall.table, hall.guests["Bo"], version=2)
    worker.scan(NOON + worker.KEEP + timedelta(seconds=1))
    assert [notice.version for notice in notices()] == [2]


def test_the_usual_kinds_are_those_marked() -> None:
    assert set(default_kinds()) == {name for name, kind in KINDS.items() if kind.is_default}


def test_a_lease_that_took_long_is_renewed_so_that_it_lasts_until_the_sending_is_over(hall: Party) -> None:
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    held = outbox.lease(NOON)
    assert held is not None
    later = NOON + timedelta(minutes=2)
    renewed = outbox.renew(held, later)
    assert renewed is not None
    assert [notice.lease for notice in notices()] == [later + outbox.LEASE]
    outbox.settle(renewed, Outcome(Result.SENT), later)
    assert [(notice.state, notice.tried) for notice in notices()] == [("sent", later)]


def test_a_lease_that_another_worker_has_taken_over_is_not_renewed(hall: Party) -> None:
    recipient(hall.guests["Bo"], cool_down=1)
    make_due(hall.table, hall.guests["Bo"])
    first = outbox.lease(NOON)
    second = outbox.lease(NOON + outbox.LEASE + timedelta(minutes=1))
    assert first is not None
    assert second is not None
    assert outbox.renew(first, NOON + outbox.LEASE) is None
    assert [notice.holder for notice in notices()] == [second.holder]


@pytest.mark.parametrize("seconds", [1.0, 20.0, 200.0])
def test_a_slow_database_does_not_shorten_the_cool_down(
    hall: Party, sender: Sender, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """Planning and leasing take some seconds, by a clock of their own."""
    recipient(hall.guests["Bo"], cool_down=60)
    make_due(hall.table, hall.guests["Bo"])
    clock, lease = [0.0], outbox.lease

    def slow(*asked: Any) -> outbox.Lease | None:
        clock[0] += seconds
        return lease(*asked)

    monkeypatch.setattr("tetsudo.web.notices.worker.time.monotonic", lambda: clock[0])
    monkeypatch.setattr(outbox, "lease", slow)
    worker.work(NOON)
    assert len(sender.sent) == 1
    (notice,) = notices()
    assert notice.tried is not None
    assert NOON + timedelta(seconds=seconds) - notice.tried <= outbox.LEASE / worker.PROMPT
