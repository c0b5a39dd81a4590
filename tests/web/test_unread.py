"""Unread chat: the messages that count, for each viewer, and when they are read."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.builders import Party, browser, open_party
from tests.web.filling import TITLE
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import messages, unread
from tetsudo.web.tables.games import removal
from tetsudo.web.tables.models import Guest, Message, ReadMark, Seat, Table
from tetsudo.web.tables.seats import join, leave
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Party:
    """Ann, Bo and Cy, each in their own browser."""
    return open_party()


def say(hall: Party, name: str, text: str = "Hello") -> int:
    return messages.say(hall.table, hall.guests[name], text).pk


def read(client: Client, table: Table, message: Any) -> Any:
    return client.post(f"/t/{table.key}/chat/read/", {"message": message})


def count(guest: Guest, table: Table) -> int:
    return unread.counts([table], guest).get(table.pk, 0)


def start(client: Client, table: Table) -> int | None:
    """The last read message according to the page; None if the page does not mark reading."""
    found = re.search(r'id="messages"[^>]* data-read="(\d*)"', client.get(f"/t/{table.key}/").content.decode())
    return int(found[1]) if found and found[1] else None


def test_what_others_wrote_is_unread_until_the_chat_is_opened(hall: Party) -> None:
    say(hall, "Ann")
    last = say(hall, "Ann")
    say(hall, "Bo")
    assert [count(hall.guests[name], hall.table) for name in ("Ann", "Bo", "Cy")] == [1, 2, 3]
    assert start(hall.client("Bo"), hall.table) == 0
    assert read(hall.client("Bo"), hall.table, last).status_code == 204
    assert [count(hall.guests[name], hall.table) for name in ("Ann", "Bo", "Cy")] == [1, 0, 3]
    assert start(hall.client("Bo"), hall.table) == last


def test_it_is_read_on_every_device_of_a_person(hall: Party) -> None:
    last = say(hall, "Ann")
    phone, desk = browser(hall.guests["Bo"]), browser(hall.guests["Bo"])
    read(phone, hall.table, last)
    assert start(desk, hall.table) == last
    assert desk.get(f"/t/{hall.table.key}/chat/")["Chat-Read"] == str(last)
    assert desk.get("/").content.decode().count("new message") == 0


def test_a_page_knows_which_messages_are_its_readers_own(hall: Party) -> None:
    own, others = say(hall, "Ann"), say(hall, "Bo")
    page = hall.client("Ann").get(f"/t/{hall.table.key}/").content.decode()
    assert re.search(rf'data-message="{own}"[^>]* data-own', page)
    assert not re.search(rf'data-message="{others}"[^>]* data-own', page)


def test_what_was_read_does_not_become_unread_again(hall: Party) -> None:
    first, second = say(hall, "Ann"), say(hall, "Ann")
    for message in (second, first, 0, "", "x", "-1"):
        assert read(hall.client("Bo"), hall.table, message).status_code == 204
    assert count(hall.guests["Bo"], hall.table) == 0


def test_nobody_reads_what_is_not_written_yet(hall: Party) -> None:
    say(hall, "Ann")
    read(hall.client("Bo"), hall.table, 10**15)
    say(hall, "Ann")
    assert count(hall.guests["Bo"], hall.table) == 1


def test_other_tables_have_marks_of_their_own(hall: Party) -> None:
    say(hall, "Ann")
    other = Party(open_table(TableSettings(TITLE, [Chair("Bo"), Chair("Di")]), hall.guests["Bo"]), hall.guests)
    last = messages.say(other.table, Guest.objects.create(name="Eve"), "Hello").pk
    read(hall.client("Bo"), other.table, last)
    assert unread.counts([hall.table, other.table], hall.guests["Bo"]) == {hall.table.pk: 1}


# Late arrivals and spectators


def test_what_was_said_before_somebody_sat_down_is_not_unread() -> None:
    ann, bo = Guest.objects.create(name="Ann"), Guest.objects.create(name="Bo")
    table = open_table(TableSettings(TITLE, [Chair("Ann"), Chair()]), ann)
    messages.say(table, ann, "Is anybody there?")
    join.sit_down(table.seats.get(number=1), bo, "Bo")
    assert count(bo, table) == 0
    messages.say(table, ann, "Welcome")
    assert count(bo, table) == 1


def test_who_watches_has_marks_once_the_chat_was_opened(hall: Party) -> None:
    eve = Guest.objects.create(name="Eve")
    first = say(hall, "Ann")
    assert count(eve, hall.table) == 0
    assert start(browser(eve), hall.table) is None
    read(browser(eve), hall.table, first)
    say(hall, "Ann")
    assert count(eve, hall.table) == 1
    assert start(browser(eve), hall.table) == first
    assert "1 new message" in browser(eve).get("/").content.decode()


def test_who_is_nobody_leaves_no_marks(hall: Party) -> None:
    last, marks = say(hall, "Ann"), ReadMark.objects.count()
    assert read(Client(), hall.table, last).status_code == 204
    assert ReadMark.objects.count() == marks
    page = Client().get(f"/t/{hall.table.key}/").content.decode()
    assert "data-read" not in page
    assert "Chat-Read" not in Client().get(f"/t/{hall.table.key}/chat/")


def test_who_opened_a_table_without_a_seat_there_has_marks() -> None:
    owner, ann = Guest.objects.create(name="Host"), Guest.objects.create(name="Ann")
    table = open_table(TableSettings(TITLE, [Chair(), Chair(bot="simple")]), owner)
    join.sit_down(table.seats.get(number=0), ann, "Ann")
    messages.say(table, ann, "Hello")
    assert count(owner, table) == 1


def test_what_was_said_while_a_bot_stood_in_is_unread(hall: Party) -> None:
    read(hall.client("Cy"), hall.table, say(hall, "Ann"))
    seat = Seat.objects.select_related("table", "guest").get(table=hall.table, guest=hall.guests["Cy"])
    join.give_to_bot(seat, "simple", hall.guests["Cy"])
    say(hall, "Bo")
    leave.come_back(seat, hall.guests["Cy"])
    assert count(hall.guests["Cy"], hall.table) == 1


def test_news_are_unread_but_not_for_who_made_them(hall: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "check_bot_limit", lambda _guest: None)
    seat = Seat.objects.select_related("table", "guest").get(table=hall.table, guest=hall.guests["Cy"])
    join.give_to_bot(seat, "simple", hall.guests["Cy"])  # "Simple plays for Cy"
    leave.come_back(seat, hall.guests["Cy"])  # "Cy plays again"
    hall.client("Ann").post(f"/t/{hall.table.key}/asking/", {"advice": "none"})  # "Ann has set: ..."
    assert Message.objects.exclude(news="").count() == 3
    assert [count(hall.guests[name], hall.table) for name in ("Ann", "Bo", "Cy")] == [2, 3, 1]


def test_news_take_no_name_from_anybody(hall: Party) -> None:
    messages.post_system_message(hall.table, "back", by=hall.guests["Ann"], name="Ann")
    assert messages.is_chat_name_free(hall.table, "Eve")


# The lobby


def test_the_lobby_says_how_much_is_new(hall: Party) -> None:
    page = hall.client("Bo").get("/").content.decode()
    assert "new message" not in page
    say(hall, "Ann")
    assert "1 new message" in hall.client("Bo").get("/").content.decode()
    assert "new message" not in hall.client("Ann").get("/").content.decode()
    last = say(hall, "Cy")
    assert "2 new messages" in hall.client("Bo").get("/").content.decode()
    assert "2 new messages" in hall.client("Bo").get("/", {"list": "mine"}).content.decode()
    read(hall.client("Bo"), hall.table, last)
    assert "new message" not in hall.client("Bo").get("/").content.decode()


def test_the_lobby_says_so_in_japanese(hall: Party) -> None:
    say(hall, "Ann")
    page = hall.client("Bo").get("/", headers={"accept-language": "ja"}).content.decode()
    assert "新着メッセージ 1 件" in page


def test_a_finished_table_is_marked_too(hall: Party) -> None:
    Table.objects.update(status=Table.Status.FINISHED, to_act=None)
    say(hall, "Ann", "Well played")
    sections = {section.name: section for section in hall.client("Bo").get("/").context["sections"]}
    assert [card.unread for card in sections["finished"].cards] == [1]


def test_the_lobby_asks_the_same_number_of_queries_however_much_is_new(
    hall: Party, django_assert_num_queries: Any
) -> None:
    client, eve = hall.client("Bo"), Guest.objects.create(name="Eve")
    say(hall, "Ann")
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    for _each in range(9):
        table = open_table(TableSettings(TITLE, [Chair("Bo"), Chair()]), hall.guests["Bo"])
        for text in ("one", "two", "three"):
            messages.say(table, eve, text)
    with django_assert_num_queries(len(one)):
        page = client.get("/").content.decode()
    assert page.count("3 new messages") == 9


# Stored marks


def test_marks_go_with_their_table(hall: Party) -> None:
    read(hall.client("Bo"), hall.table, say(hall, "Ann"))
    removal.hide(hall.table)
    removal.clear(hall.table)
    assert not ReadMark.objects.exists()


def test_a_new_message_writes_once_and_reading_it_again_nothing(hall: Party) -> None:
    client, last = hall.client("Bo"), say(hall, "Ann")
    read(client, hall.table, last)
    with CaptureQueriesContext(connection) as again:
        read(client, hall.table, last)
    assert not [query for query in again if not query["sql"].startswith("SELECT")]


def test_what_was_written_before_marks_were_kept_is_read(hall: Party) -> None:
    say(hall, "Ann")
    eve = Guest.objects.create(name="Eve")
    messages.say(hall.table, eve, "I watch")
    ReadMark.objects.all().delete()
    import_module("tetsudo.web.tables.migrations.0009_read_marks").mark(apps, None)
    everybody = [*hall.guests.values(), eve]
    assert [count(guest, hall.table) for guest in everybody] == [0, 0, 0, 0]
    say(hall, "Ann")
    assert [count(guest, hall.table) for guest in everybody] == [0, 1, 1, 1]
