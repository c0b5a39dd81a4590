"""The organiser's desk: who may enter, what is found there, and what each deed does."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.web.accounts.builders import account, confirmed, guest_of, signed_in
from tests.web.builders import Party, browser, open_party
from tetsudo.web.accounts.desk import bans
from tetsudo.web.accounts.desk.models import Banner, Report, Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.api import keys
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games import cleanup
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Message, Seat, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

KINDS = ("people", "tables", "reports", "announcements", "trace")


def organiser(name: str = "Ann") -> tuple[User, Client]:
    """An organiser with a browser that has lately confirmed who they are."""
    user = account(name, f"{name.lower()}@example.org")
    User.objects.filter(pk=user.pk).update(is_organiser=True)
    return user, confirmed(user)


def page(client: Client, path: str) -> str:
    """A page of the desk."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def person_page(user: User) -> str:
    """Address of a person on the desk."""
    return f"/desk/people/{user.pk}/change/"


def table_page(table: Table) -> str:
    """Address of a table on the desk."""
    return f"/desk/tables/{table.pk}/change/"


def deeds() -> list[tuple[str, str]]:
    """Entries of the trace, the latest first."""
    return [(each.by_name, each.deed) for each in Trace.objects.all()]


# Who may enter


def test_every_page_of_the_desk_can_be_read_by_an_organiser() -> None:
    user, client = organiser()
    party = open_party(("Bo", "Cy"))
    report = Report.objects.create(table=party.table, by=party.guests["Bo"], about=party.guests["Cy"], reason="Rude")
    now = timezone.now()
    shown = Banner.objects.create(text="Tea at five", begins=now, ends=now + timedelta(hours=1))
    page(client, "/desk/")
    page(client, "/desk/limits/")
    page(client, "/desk/announcements/add/")
    for kind in KINDS:
        page(client, f"/desk/{kind}/")
        page(client, f"/desk/{kind}/?q=an")
    client.post(person_page(account("Di")), {"do": "ban", "reason": "Spam"})
    for path in (
        person_page(user),
        table_page(party.table),
        f"/desk/reports/{report.pk}/change/",
        f"/desk/announcements/{shown.pk}/change/",
        f"/desk/trace/{Trace.objects.get().pk}/change/",
    ):
        page(client, path)


def test_an_organiser_confirms_who_they_are_first() -> None:
    user = account("Ann")
    User.objects.filter(pk=user.pk).update(is_organiser=True)
    client = signed_in(user)
    for path in ("/desk/", "/desk/people/", person_page(user)):
        assert client.get(path)["Location"].startswith("/account/reauthenticate/")


def test_nothing_is_deleted_or_edited_on_the_desk() -> None:
    user, client = organiser()
    for path in ("delete/", "history/", "password/"):
        assert client.get(f"/desk/people/{user.pk}/{path}").status_code == 404
    assert client.get("/desk/people/add/").status_code == 404
    before = User.objects.filter(pk=user.pk).values().get()
    client.post(person_page(user), {"username": "evil", "email": "evil@example.org", "is_organiser": "0", "_save": "1"})
    assert User.objects.filter(pk=user.pk).values().get() == before
    entry = Trace.objects.create(by_name="x", deed="ban")
    client.post(f"/desk/trace/{entry.pk}/change/", {"by_name": "y", "_save": "1"})
    entry.refresh_from_db()
    assert entry.by_name == "x"


def test_a_list_is_filtered_only_as_offered() -> None:
    """Any other column could be guessed by filters, such as the seed of a running game, or a password's hash."""
    _user, client = organiser()
    running()
    for query in (
        "tables/?seed__gte=0",
        "tables/?deal__isnull=1",
        "tables/?owner__key__startswith=a",
        "tables/?status__startswith=r",
        "people/?password__startswith=a",
        "people/?guest__key__startswith=a",
        "people/?recovery_hash__startswith=a",
        "reports/?by=1",
        "announcements/?pk=1",
    ):
        assert client.get(f"/desk/{query}").status_code == 400, query
    for query in (
        "tables/?status__exact=running",
        "trace/?deed__exact=ban",
        "reports/?closed=yes",
        "people/?banned=yes",
    ):
        page(client, f"/desk/{query}")


def test_tables_are_filtered_by_their_status_in_the_viewers_language() -> None:
    _user, client = organiser()
    party = running()
    there, elsewhere = (page(client, f"/desk/tables/?status__exact={status}") for status in ("running", "waiting"))
    assert party.table.key in there
    assert party.table.key not in elsewhere
    shown = client.get("/desk/tables/", headers={"accept-language": "ja"}).content.decode()
    assert "状態" in shown
    assert "Status" not in shown


def test_people_are_found_by_name_sign_in_name_and_address() -> None:
    _user, client = organiser()
    account("Boris", "boris@example.org")
    account("Cy", "cy@example.org")
    for query in ("Boris", "boris-hill", "boris@example"):
        found = page(client, f"/desk/people/?q={query}")
        assert "boris-hill-1000" in found
        assert "cy-hill-1000" not in found


# People


def test_a_ban_signs_out_and_tells_the_reason_at_sign_in() -> None:
    _ann, desk = organiser()
    bo = account("Bo")
    theirs = signed_in(bo)
    desk.post(person_page(bo), {"do": "ban", "reason": "Insulted <b>Cy</b>"})
    assert theirs.get("/account/").status_code == 302
    sent = {"login": bo.username, "password": "four tiny green ferries"}
    answer = Client().post("/account/login/", sent, headers={"accept": "text/html"})
    assert answer.status_code == 403
    said = answer.content.decode()
    assert "Insulted &lt;b&gt;Cy&lt;/b&gt;" in said
    assert "The ban has no end." in said
    wrong = Client().post("/account/login/", {**sent, "password": "wrong password"}, headers={"accept": "text/html"})
    assert "Insulted" not in wrong.content.decode()
    assert "banned for good: Insulted" in page(desk, "/desk/people/?banned=yes")
    desk.post(person_page(bo), {"do": "lift", "reason": "Apologised"})
    assert theirs.get("/account/").status_code == 302
    assert signed_in(bo).get("/account/").status_code == 200
    assert deeds() == [("Ann (ann-hill-1000)", "lift"), ("Ann (ann-hill-1000)", "ban")]


def test_a_time_out_ends_by_itself() -> None:
    _ann, desk = organiser()
    bo = account("Bo")
    theirs = signed_in(bo)
    desk.post(person_page(bo), {"do": "ban", "reason": "Slept", "days": "3"})
    bo.refresh_from_db()
    assert bo.banned_until
    assert abs(bo.banned_until - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    assert theirs.get("/account/").status_code == 302
    assert deeds() == [("Ann (ann-hill-1000)", "time-out")]
    User.objects.filter(pk=bo.pk).update(banned_until=timezone.now() - timedelta(seconds=1))
    assert theirs.get("/account/").status_code == 302  # signed out everywhere
    assert signed_in(bo).get("/account/").status_code == 200
    assert "Slept" not in page(desk, "/desk/people/?banned=yes")


@pytest.mark.parametrize("sent", [{"reason": ""}, {"reason": "x", "days": "0"}, {"reason": "x", "days": "99999"}])
def test_a_ban_needs_a_reason_and_a_length_in_range(sent: dict[str, str]) -> None:
    _ann, desk = organiser()
    bo = account("Bo")
    answer = desk.post(person_page(bo), {"do": "ban", **sent})
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert User.objects.get(pk=bo.pk).is_active
    assert not Trace.objects.exists()


def test_organisers_are_not_banned_by_each_other() -> None:
    _ann, desk = organiser()
    bo, _desk = organiser("Bo")
    desk.post(person_page(bo), {"do": "ban", "reason": "Coup"})
    assert User.objects.get(pk=bo.pk).is_active
    assert not Trace.objects.exists()


# Tables


def running() -> Party:
    """A running game with a bot to come."""
    return open_party(("Bo", "Cy", "Di"))


def test_a_closed_table_keeps_its_game_and_takes_no_move() -> None:
    _ann, desk = organiser()
    party = running()
    party.act({"type": "pass", "player": "Bo"})
    position = games.current(party.table).game.position()
    desk.post(table_page(party.table), {"do": "close", "reason": "Cheating"})
    table = Table.objects.get(pk=party.table.pk)
    assert table.status == Table.Status.CLOSED
    for held in (table, party.table):  # one read before it was closed, too
        with pytest.raises((NotAllowed, Exception), match=r"closed|moved on"):
            submit.act(held, held.version, {"type": "pass", "player": "Cy"}, [1])
    with pytest.raises(NotAllowed, match="closed"):
        submit.undo_moves(table, table.version, None, party.guests["Bo"])
    games.clear()
    assert games.current(Table.objects.get(pk=table.pk)).game.position() == position
    assert Message.objects.get(table=table).facts == {"reason": "Cheating"}
    shown = party.client("Cy").get(f"/t/{table.key}/", headers={"accept": "text/html"}).content.decode()
    assert "An organiser has closed this table: Cheating" in shown
    assert "You can go on with the game as a what-if game." in shown
    assert party.client("Cy").post(f"/t/{table.key}/branch/1/").status_code == 302
    assert f"/t/{table.key}/" not in browser(Guest.objects.create()).get("/").content.decode()
    desk.post(table_page(table), {"do": "reopen", "reason": "Mistake"})
    table.refresh_from_db()
    submit.act(table, table.version, {"type": "pass", "player": "Cy"}, [1])
    assert [deed for _who, deed in deeds()] == ["reopen", "close"]


def test_a_closed_table_stops_its_clocks() -> None:
    _ann, desk = organiser()
    party = running()
    Table.objects.filter(pk=party.table.pk).update(clock_minutes=30)
    desk.post(table_page(party.table), {"do": "close", "reason": "Cheating"})
    table = Table.objects.get(pk=party.table.pk)
    assert table.clock_since is None
    assert table.paused_at is not None


def test_a_bot_stands_in_for_an_absent_player_who_can_return() -> None:
    _ann, desk = organiser()
    party = running()
    desk.post(table_page(party.table), {"do": "bot", "seat": "1", "bot": "rules", "reason": "Away for weeks"})
    seat = Seat.objects.get(table=party.table, number=1)
    assert (seat.bot, seat.left_by, seat.guest) == ("rules", party.guests["Cy"], None)
    assert [message.news for message in Message.objects.filter(table=party.table)] == ["replaced", "stand-in"]
    assert deeds() == [("Ann (ann-hill-1000)", "replace")]
    party.client("Cy").post(f"/t/{party.table.key}/seats/", {"seat": 1, "do": "back"})
    seat.refresh_from_db()
    assert seat.guest == party.guests["Cy"]


def test_a_seat_is_freed_for_someone_else() -> None:
    _ann, desk = organiser()
    party = running()
    key = Seat.objects.get(table=party.table, number=1).key
    desk.post(table_page(party.table), {"do": "free", "seat": "1", "reason": "Gone"})
    seat = Seat.objects.get(table=party.table, number=1)
    assert seat.is_open
    assert seat.key != key
    assert Message.objects.get(table=party.table).facts == {"name": "Cy", "reason": "Gone"}


def test_an_intervention_that_is_not_offered_changes_nothing() -> None:
    _ann, desk = organiser()
    party = running()
    before = list(Seat.objects.values())
    for sent in (
        {"do": "free", "seat": "7", "reason": "x"},
        {"do": "bot", "seat": "1", "bot": "nonsense", "reason": "x"},
        {"do": "free", "seat": "1", "reason": ""},
        {"do": "reopen", "reason": "x"},
        {"do": "delete", "reason": "x"},
        {},
    ):
        assert desk.post(table_page(party.table), sent).status_code in (302, 422)
    assert list(Seat.objects.values()) == before
    assert Table.objects.get().status == Table.Status.RUNNING
    assert not Trace.objects.exists()
    assert not Message.objects.exists()


def test_a_table_without_a_game_is_deleted() -> None:
    _ann, desk = organiser()
    host = Guest.objects.create(name="Eve")
    table = open_table(TableSettings("1889", [Chair("Eve"), Chair()], name="Buy my watches"), host)
    answer = desk.post(table_page(table), {"do": "remove", "reason": "Advertising"})
    assert answer["Location"] == "/desk/tables/"
    assert not Table.objects.exists()
    assert not Message.objects.exists()
    assert Trace.objects.get().about == f"Buy my watches ({table.key})"
    party = running()
    desk.post(table_page(party.table), {"do": "remove", "reason": "x"})
    assert Table.objects.get() == party.table


# Reports


def test_a_message_is_reported_and_the_report_closed_with_a_note() -> None:
    _ann, desk = organiser()
    party = running()
    said = messages.say(party.table, party.guests["Cy"], "you <i>fool</i>")
    there = party.client("Bo")
    assert f"/report/message/{said.pk}/" in there.get(f"/t/{party.table.key}/chat/").content.decode()
    path = reverse("report-message", args=[party.table.key, said.pk])
    assert "you &lt;i&gt;fool&lt;/i&gt;" in there.get(path).content.decode()
    assert there.post(path, {"reason": ""}).status_code == 422
    assert "will read your report" in there.post(path, {"reason": "Insult"}).content.decode()
    report = Report.objects.get()
    assert (report.by, report.about, report.quoted) == (party.guests["Bo"], party.guests["Cy"], "you <i>fool</i>")
    Message.objects.all().delete()
    shown = page(desk, f"/desk/reports/{report.pk}/change/")
    assert "you &lt;i&gt;fool&lt;/i&gt;" in shown
    assert '<span class="count">1</span>' in shown
    desk.post(f"/desk/reports/{report.pk}/change/", {"do": "settle", "note": "Talked to Cy"})
    report.refresh_from_db()
    assert report.closed is not None
    assert report.note == "Talked to Cy"
    assert deeds() == [("Ann (ann-hill-1000)", "settle")]
    assert "There are no open reports." in page(desk, "/desk/")


def test_a_person_is_reported_at_their_seat() -> None:
    party = running()
    there = party.client("Bo")
    path = reverse("report-seat", args=[party.table.key, 1])
    assert path in there.get(f"/t/{party.table.key}/seats/", headers={"accept": "text/html"}).content.decode()
    there.post(path, {"reason": "Stalls"})
    assert Report.objects.get().about == party.guests["Cy"]
    assert there.get(reverse("report-seat", args=[party.table.key, 0])).status_code == 403  # their own
    assert there.get(reverse("report-seat", args=[party.table.key, 9])).status_code == 404


def test_only_people_with_a_seat_or_an_account_report() -> None:
    party = running()
    path = reverse("report-seat", args=[party.table.key, 1])
    for client in (Client(), browser(Guest.objects.create(name="Eve"))):
        assert client.post(path, {"reason": "x"}).status_code == 403
    assert not Report.objects.exists()
    assert signed_in(account("Fay")).post(path, {"reason": "x"}).status_code == 200


def test_reports_are_limited(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "reports": "2/hour"}
    party = running()
    path = reverse("report-seat", args=[party.table.key, 1])
    found = [party.client("Bo").post(path, {"reason": "x"}).status_code for _each in range(3)]
    assert found == [200, 200, 429]
    assert Report.objects.count() == 2


def test_closed_reports_are_kept_for_a_year_and_open_ones_for_ever() -> None:
    now = timezone.now()
    for closed in (None, now - timedelta(days=365), now - timedelta(days=367)):
        Report.objects.create(reason="x", closed=closed)
    Report.objects.update(created=now - timedelta(days=800))
    cleanup.tidy()
    assert [each.closed for each in Report.objects.order_by("pk")] == [None, now - timedelta(days=365)]


# The trace


def test_the_trace_is_kept_for_a_year() -> None:
    entries = [Trace.objects.create(by_name="Ann", deed="ban") for _each in range(2)]
    Trace.objects.filter(pk=entries[0].pk).update(at=timezone.now() - timedelta(days=365))
    Trace.objects.filter(pk=entries[1].pk).update(at=timezone.now() - timedelta(days=367))
    cleanup.tidy()
    assert [each.pk for each in Trace.objects.all()] == [entries[0].pk]


def test_a_deed_that_fails_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    _ann, desk = organiser()
    bo = account("Bo")
    monkeypatch.setattr("tetsudo.web.accounts.desk.trace.Trace.objects.create", _fail)
    with pytest.raises(RuntimeError):
        desk.post(person_page(bo), {"do": "ban", "reason": "x"})
    assert User.objects.get(pk=bo.pk).is_active


def _fail(**_fields: Any) -> None:
    raise RuntimeError


def test_the_trace_outlives_people_and_tables() -> None:
    ann, desk = organiser()
    bo, party = account("Bo"), running()
    desk.post(person_page(bo), {"do": "ban", "reason": "x"})
    desk.post(table_page(party.table), {"do": "close", "reason": "y"})
    guest_of(bo).delete()
    User.objects.get(pk=bo.pk).delete()
    ann_guest = guest_of(ann)
    ann_guest.delete()
    User.objects.get(pk=ann.pk).delete()
    assert [(each.by_name, each.about, each.reason) for each in Trace.objects.order_by("pk")] == [
        ("Ann (ann-hill-1000)", "Bo (bo-hill-1000)", "x"),
        ("Ann (ann-hill-1000)", f"1889 ({party.table.key})", "y"),
    ]


# Limits


def test_every_rate_and_its_variable_are_listed(settings: Any) -> None:
    _ann, desk = organiser()
    settings.RATES = {**settings.RATES, "chat": "7/minute"}
    settings.MAX_BOT_TABLES = 23
    shown = page(desk, "/desk/limits/")
    assert [kind for kind in settings.RATES if f"TETSUDO_RATE_{kind.upper()}" not in shown] == []
    assert "7/minute" in shown
    assert "<td>23</td>" in shown


# The API and the host's commands


def test_keys_of_a_banned_person_and_of_their_programs_are_refused_until_the_end() -> None:
    bo = account("Bo")
    program = keys.create_program(bo, "Robo")
    made = [keys.create(each, "k", ["read"]) for each in (bo, program)]
    assert [_asked(key) for key in made] == [200, 200]
    bans.ban(bo, "Slept", 3)
    assert [_asked(key) for key in made] == [401, 401]
    User.objects.filter(pk=bo.pk).update(banned_until=timezone.now() - timedelta(seconds=1))
    assert [_asked(key) for key in made] == [200, 200]


def _asked(key: str) -> int:
    return Client().get("/api/v1/me", headers={"authorization": f"Bearer {key}"}).status_code


def test_an_organisers_key_opens_no_desk() -> None:
    user, _desk = organiser()
    key = keys.create(user, "k", ["read", "play", "organise"])
    for path in ("/desk/", "/desk/people/", person_page(user)):
        assert Client().get(path, headers={"authorization": f"Bearer {key}"}).status_code == 404


def test_a_form_of_another_site_does_nothing() -> None:
    _ann, desk = organiser()
    bo = account("Bo")
    desk.handler.enforce_csrf_checks = True
    assert desk.post(person_page(bo), {"do": "ban", "reason": "x"}).status_code == 403
    assert User.objects.get(pk=bo.pk).is_active


def test_someone_who_is_no_organiser_any_more_is_out_at_once() -> None:
    ann, desk = organiser()
    User.objects.filter(pk=ann.pk).update(is_organiser=False)
    for path in ("/desk/", *(f"/desk/{kind}/" for kind in KINDS), "/desk/limits/"):
        assert desk.get(path).status_code == 404
        assert desk.post(path).status_code == 404
