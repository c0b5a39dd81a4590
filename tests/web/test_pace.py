"""Pace of a table: what is asked when it is opened, dates of live games, the lobby, deadlines and vacations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from tests.web.builders import Party, browser, open_party
from tests.web.clock import START, Clock
from tests.web.test_new import THREE, filled
from tetsudo.core.errors import BadInput
from tetsudo.web.lobby.finding.start_dates import start_time
from tetsudo.web.tables.clocks import deadlines
from tetsudo.web.tables.clocks.deadlines import Absence
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Message, Preset, Seat, Table, Vacation
from tetsudo.web.tables.seats import absent_players, leave, vacations
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

OPEN = (("here", "Ann"), ("open", ""), ("open", ""))
LIVE = {"tempo": "live", "starts_at": "2027-03-05T20:00", "zone": "Europe/Berlin"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def hall(clock: Clock) -> Party:
    """Ann, who opened the table and is to act, Bo and Cy, with a deadline of two days."""
    hall = open_party()
    agree(hall, deadline=2)
    return hall


def agree(hall: Party, **settings: Any) -> None:
    Table.objects.filter(pk=hall.table.pk).update(**settings)
    hall.table.refresh_from_db()


def do(hall: Party, who: str, what: str, seat: str, **more: str) -> int:
    number = hall.table.seats.get(name=seat).number
    status: int = hall.client(who).post(f"/t/{hall.table.key}/seats/", {"do": what, "seat": number, **more}).status_code
    return status


def seat_of(hall: Party, name: str) -> Seat:
    return Seat.objects.select_related("table", "guest").get(table=hall.table, name=name)


def page(client: Client, path: str) -> str:
    return client.get(path, headers={"accept": "text/html"}).content.decode()


def news() -> list[str]:
    return [message.news for message in Message.objects.all()]


# The form


def test_without_a_word_nothing_changes(client: Client) -> None:
    client.post("/new/", filled(*OPEN))
    table = Table.objects.get()
    assert (table.tempo, table.starts_at, table.clock_minutes, table.clock_end) == ("unsaid", None, 0, "shown")
    assert (table.vacation_days, table.deadline_end) == (0, "players")
    shown = page(client, f"/t/{table.key}/")
    assert "Pace:" not in shown
    assert "invitation.ics" not in shown


def test_everything_that_is_asked_is_kept_and_said(client: Client, clock: Clock) -> None:
    sent = filled(
        *OPEN, **LIVE, clock_minutes="45", clock_end="penalty", clock_penalty="5", deadline="3", deadline_end="owner",
        vacation_days="7",
    )  # fmt: skip
    assert client.post("/new/", sent).status_code == 302
    table = Table.objects.get()
    assert table.starts_at == datetime(2027, 3, 5, 19, tzinfo=UTC)
    assert (table.clock_minutes, table.clock_end, table.clock_penalty) == (45, "penalty", 5)
    assert (table.deadline_end, table.vacation_days) == ("owner", 7)
    told = [
        "Pace: live, in one sitting.",
        "Each player has 45 minutes for the whole game. Each minute over that costs ¥5 at the end.",
        "The table&#x27;s owner may replace a player who keeps the game waiting for 3 days.",
        "Each player has 7 vacation days, in which no deadline runs.",
        "2027-03-05 19:00 UTC",
    ]
    for path in (f"/t/{table.key}/", f"/seat/{table.seats.get(number=1).key}/"):
        shown = page(client, path)
        assert [sentence for sentence in told if sentence not in shown] == []


def test_the_folded_line_and_presets_have_the_settings_but_not_the_date(client: Client, clock: Clock) -> None:
    sent = filled(*OPEN, **LIVE, clock_minutes="45", vacation_days="3", deadline="3", deadline_end="bot")
    words = client.post("/new/", {**sent, "update": "1"}).context["words"]["policies"]
    for word in (
        "Pace of play: live, in one sitting", "Date of a live game: 2027-03-05 20:00",
        "Time for each player: 45 minutes",
        "Vacation: 3 days for each player", "When a deadline passes: a bot plays until the player returns",
    ):  # fmt: skip
        assert word in words
    assert client.post("/new/", {**sent, "save": "1", "preset-name": "Club"}).status_code == 200
    kept = Preset.objects.get().settings["table"]
    assert (kept["tempo"], kept["clock_minutes"], kept["vacation_days"], kept["deadline_end"]) == ("live", 45, 3, "bot")
    assert not {"starts_at", "zone"} & set(kept)
    forms = client.get(f"/new/preset/{Preset.objects.get().key}/").context["forms"]
    assert (forms.table["clock_minutes"].value(), forms.table["starts_at"].value()) == ("45", None)


def test_a_preset_from_before_has_the_defaults(client: Client) -> None:
    client.post("/new/", {**filled(*OPEN), "save": "1", "preset-name": "Old"})
    preset = Preset.objects.get()
    for name in ("tempo", "clock_minutes", "clock_end", "clock_penalty", "vacation_days", "deadline_end"):
        preset.settings["table"].pop(name, None)
    preset.save()
    answer = client.get(f"/new/preset/{preset.key}/")
    assert answer.context["unknown"] == ""
    assert '<option value="10" selected>¥10</option>' in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tempo": "daily"}, "Only a live game has a date: choose that pace, or leave the date empty."),
        ({"tempo": ""}, "Only a live game has a date"),
        ({"starts_at": "2027-02-28T20:00"}, "This date has passed: choose a later one."),
        ({"starts_at": "2029-02-28T20:00"}, "more than a year ahead"),
        ({"starts_at": "tomorrow"}, "Enter the date like 2026-12-31 20:00."),
        ({"zone": "Mars/Olympus"}, "time zone is unknown here: leave the date empty, or use UTC."),
        ({"zone": "../../etc/passwd"}, "time zone is unknown here"),
        ({"clock_minutes": "7"}, "Select a valid choice"),
        ({"clock_penalty": "-5"}, "Select a valid choice"),
        ({"vacation_days": "999"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    client: Client, clock: Clock, changes: dict[str, str], sentence: str
) -> None:
    answer = client.post("/new/", filled(*THREE, **{**LIVE, **changes}))
    assert answer.status_code == 422
    assert sentence in " ".join(str(errors) for errors in answer.context["forms"].table.errors.values())
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("local", "zone", "utc"),
    [
        ("2027-01-10T20:00", "Asia/Tokyo", "2027-01-10T11:00"),
        ("2027-07-10T20:00", "Europe/Berlin", "2027-07-10T18:00"),
        ("2027-07-10T20:00", "", "2027-07-10T20:00"),
        ("2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30"),  # the hour that summer time leaves out
    ],
)
def test_a_date_is_stored_in_utc(local: str, zone: str, utc: str) -> None:
    assert start_time(datetime.fromisoformat(local), zone).isoformat()[:16] == utc


# Calendar files


def test_the_calendar_file_says_when_and_where(client: Client, clock: Clock) -> None:
    client.post("/new/", filled(*OPEN, **LIVE, name="Friday, 20:00; all welcome", clock_minutes="60"))
    table = Table.objects.get()
    seat = table.seats.get(number=1)
    for path, address in (
        (f"/t/{table.key}/invitation.ics", f"http://testserver/t/{table.key}/"),
        (f"/seat/{seat.key}/invitation.ics", f"http://testserver/seat/{seat.key}/"),
    ):
        answer = Client().get(path)
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        assert "friday-2000-all-welcome.ics" in answer["Content-Disposition"]
        event: Any = Calendar.from_ical(answer.content.decode()).walk("VEVENT")[0]
        assert event["dtstart"].dt == table.starts_at
        assert event["dtend"].dt == datetime(2027, 3, 5, 22, tzinfo=UTC)
        assert str(event["summary"]) == "Friday, 20:00; all welcome"
        assert event["url"] == address
        assert address in event["description"]
    assert f"/seat/{seat.key}/invitation.ics" in page(Client(), f"/seat/{seat.key}/")
    shown = page(Client(), f"/t/{table.key}/")
    assert f"/t/{table.key}/invitation.ics" in shown
    assert seat.key not in shown
    Table.objects.update(starts_at=None)
    assert Client().get(f"/t/{table.key}/invitation.ics").status_code == 404
    assert Client().get(f"/seat/{seat.key}/invitation.ics").status_code == 404
    assert Client().get("/seat/nothing/invitation.ics").status_code == 404


# The lobby


def listed(client: Client, **asked: str) -> dict[str, list[str]]:
    sections = client.get("/", asked).context["sections"]
    return {section.name: [card.name for card in section.cards] for section in sections}


def test_the_lobby_is_filtered_by_pace(clock: Clock) -> None:
    bo, me = Guest.objects.create(name="Bo"), browser(Guest.objects.create(name="Eve"))
    for tempo in ("unsaid", "live", "brisk", "daily", "relaxed"):
        for others in ([Chair()], [Chair(bot="random")]):
            wish = TableSettings("1889", [Chair("Bo"), *others], name=tempo, tempo=tempo)
            open_table(wish, bo)
    for name in ("waiting", "running"):
        assert len(listed(me)[name]) == 5
        assert listed(me, pace="live")[name] == ["live"]
        assert set(listed(me, pace="turn")[name]) == {"brisk", "daily", "relaxed"}
        assert len(listed(me, pace="nonsense")[name]) == 5
    shown = page(me, "/?pace=turn")
    assert "by turn, about one move a day" in shown
    assert '<option value="turn" selected>By turn</option>' in shown
    one = me.get("/", {"list": "waiting", "pace": "live"})
    assert [card.name for card in one.context["cards"]] == ["live"]


# Deadlines


def test_a_deadline_that_is_only_a_reminder(hall: Party, clock: Clock) -> None:
    agree(hall, deadline_end="reminder")
    assert absent_players.carry_out(hall.table.pk) == 2 * 86_400
    clock.wait(days=2.1)
    for who, bot in (("Bo", ""), ("Cy", "simple")):
        assert do(hall, who, "stand-in" if bot else "expire", "Ann", bot=bot) == 403
    assert absent_players.carry_out(hall.table.pk) == 0.0
    hall.table.refresh_from_db()
    assert hall.table.overdue_version == hall.table.version
    assert absent_players.carry_out(hall.table.pk) is None  # once
    assert news() == ["late-reminder"]
    shown = page(hall.client("Bo"), f"/t/{hall.table.key}/")
    assert "Ann has let the deadline pass." in shown
    assert "Open this seat" not in page(hall.client("Bo"), f"/t/{hall.table.key}/seats/")


def test_a_deadline_after_which_a_bot_plays(hall: Party, clock: Clock) -> None:
    agree(hall, deadline_end="bot")
    clock.wait(days=2.1)
    assert do(hall, "Bo", "expire", "Ann") == 403
    assert absent_players.carry_out(hall.table.pk) == 0.0
    assert seat_of(hall, "Ann").bot
    assert news() == ["late-bot"]
    assert do(hall, "Ann", "back", "Ann") == 302
    assert not leave.is_overdue(seat_of(hall, "Ann"))


def test_a_deadline_after_which_the_owner_decides(hall: Party, clock: Clock) -> None:
    agree(hall, deadline_end="owner", owner=hall.guests["Cy"])
    clock.wait(days=2.1)
    assert do(hall, "Bo", "expire", "Ann") == 403
    assert absent_players.carry_out(hall.table.pk) == 0.0
    assert news() == ["late-owner"]
    assert "Open this seat" in page(hall.client("Cy"), f"/t/{hall.table.key}/seats/")
    assert do(hall, "Cy", "expire", "Ann") == 302
    assert seat_of(hall, "Ann").is_open


def test_about_the_owner_the_others_decide(hall: Party, clock: Clock) -> None:
    agree(hall, deadline_end="owner")
    clock.wait(days=2.1)
    assert do(hall, "Bo", "stand-in", "Ann", bot="simple") == 302
    assert seat_of(hall, "Ann").bot == "simple"


def test_by_default_nothing_happens_by_itself(hall: Party, clock: Clock) -> None:
    clock.wait(days=9)
    assert not Table.objects.filter(absent_players.DUTIES.tables).exists()
    assert absent_players.carry_out(hall.table.pk) is None
    assert do(hall, "Bo", "expire", "Ann") == 302


def test_refusals_say_what_helps(hall: Party, clock: Clock) -> None:
    clock.wait(days=9)
    for agreed, word in (("reminder", "only a reminder"), ("bot", "a bot plays"), ("owner", "its owner decides")):
        agree(hall, deadline_end=agreed, owner=hall.guests["Cy"])
        with pytest.raises(NotAllowed, match=rf"{word}.*ask the others") as refused:
            leave.expire(seat_of(hall, "Ann"), hall.guests["Bo"])
        assert refused
    assert not seat_of(hall, "Ann").is_open


# Vacations


def test_vacation_days_extend_the_deadline_for_all_to_see(hall: Party, clock: Clock) -> None:
    agree(hall, vacation_days=7, deadline_end="bot")
    clock.wait(days=1)
    address = f"/t/{hall.table.key}/seats/"
    assert "Take vacation" in page(hall.client("Ann"), address)
    assert page(hall.client("Ann"), address).count("Take vacation") == 1
    assert do(hall, "Ann", "vacation", "Ann", days="3") == 302
    assert leave.deadline_of(seat_of(hall, "Ann")) == START + timedelta(days=5)
    assert deadlines.days_left(seat_of(hall, "Ann")) == 4
    for path in (address, f"/t/{hall.table.key}/"):
        assert "on vacation until 2027-03-05" in page(hall.client("Bo"), path)
    assert news() == ["vacation"]
    clock.wait(days=3.9)
    assert absent_players.carry_out(hall.table.pk) == pytest.approx(0.1 * 86_400)
    clock.wait(days=0.2)
    assert absent_players.carry_out(hall.table.pk) == 0.0
    assert seat_of(hall, "Ann").bot


def test_days_taken_twice_follow_each_other(hall: Party, clock: Clock) -> None:
    agree(hall, vacation_days=7)
    for days in (2, 5):
        vacations.take(seat_of(hall, "Ann"), hall.guests["Ann"], days)
    assert deadlines.away_until(seat_of(hall, "Ann")) == START + timedelta(days=7)
    assert leave.deadline_of(seat_of(hall, "Ann")) == START + timedelta(days=9)


def test_vacations_that_are_refused(hall: Party, clock: Clock) -> None:
    ann, bo = hall.guests["Ann"], hall.guests["Bo"]
    with pytest.raises(NotAllowed, match="no vacation days"):
        vacations.take(seat_of(hall, "Ann"), ann, 1)
    agree(hall, vacation_days=3)
    with pytest.raises(NotAllowed, match="another player's"):
        vacations.take(seat_of(hall, "Ann"), bo, 1)
    for days in (0, 4, -1):
        with pytest.raises(BadInput, match="You have 3 vacation days left"):
            vacations.take(seat_of(hall, "Ann"), ann, days)
    assert do(hall, "Ann", "vacation", "Ann", days="x") == 422
    assert do(hall, "Ann", "vacation", "Bo", days="1") == 403
    vacations.take(seat_of(hall, "Bo"), bo, 1)  # also out of turn
    clock.wait(days=2.1)
    with pytest.raises(NotAllowed, match="passed already: make your move"):
        vacations.take(seat_of(hall, "Ann"), ann, 1)
    assert Vacation.objects.count() == 1


def test_a_new_player_has_days_of_their_own(hall: Party, clock: Clock) -> None:
    agree(hall, vacation_days=3)
    vacations.take(seat_of(hall, "Ann"), hall.guests["Ann"], 3)
    dora = Guest.objects.create(name="Dora")
    Seat.objects.filter(name="Ann").update(guest=dora)
    assert deadlines.days_left(seat_of(hall, "Ann")) == 3
    assert leave.deadline_of(seat_of(hall, "Ann")) == START + timedelta(days=2)


@pytest.mark.parametrize("seed", range(20))
def test_the_end_of_a_deadline_is_that_of_counting_hours(seed: int) -> None:
    """Count the hours after the beginning that lie in no absence until the deadline is used up."""
    chance, at, away = Random(seed), START - timedelta(days=4), []
    for _ in range(chance.randrange(4)):
        begins = at + timedelta(hours=chance.randrange(60))
        at = begins + timedelta(days=chance.randrange(1, 4))
        away.append(Absence(begins, at))
    days, now, counted = chance.randrange(1, 6), START, 0
    while counted < days * 24:
        counted += not any(absence.begins <= now < absence.ends for absence in away)
        now += timedelta(hours=1)
    assert deadlines.end_of(START, days, away) == now
