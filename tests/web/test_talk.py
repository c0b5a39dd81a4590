"""Chat."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from tests.web.builders import open_party
from tests.web.filling import random_actions
from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Guest, Message, Table, UndoRequest
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client: Client) -> Table:
    """A table of the guest Ann, whose browser is `client`; she plays Ann and Bo."""
    client.post("/guest/", {"name": "Ann B"})
    return open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair("Bo")], seed=7), Guest.objects.get())


@pytest.fixture
def other() -> Client:
    """Another browser."""
    return Client()


def say(client: Client, table: Table, text: str, **more: Any) -> Any:
    return client.post(f"/t/{table.key}/chat/", {"text": text, **more})


def test_what_a_player_says_stands_under_the_names_of_his_seats(client: Client, other: Client, table: Table) -> None:
    assert say(client, table, " Hello ").status_code == 200
    told = " ".join(other.get(f"/t/{table.key}/").content.decode().split())
    assert '<b>Ann, Bo</b> <span class="role small" >player</span>' in told
    assert "<p>Hello</p>" in told


def test_onlookers_speak_under_their_own_name_if_they_have_one(other: Client, table: Table) -> None:
    assert say(other, table, "Hello").status_code == 422
    assert 'id="chat-form"' not in other.get(f"/t/{table.key}/").content.decode()
    other.post("/guest/", {"name": "Eve"})
    assert say(other, table, "Hello").status_code == 200
    assert Message.objects.get().name == "Eve"
    told = " ".join(other.get(f"/t/{table.key}/").content.decode().split())
    assert '<b>Eve</b> <span class="role small watches" >watching</span>' in told


def test_what_somebody_was_when_he_spoke_stays_with_what_he_said(client: Client, table: Table) -> None:
    say(client, table, "I play")
    table.seats.update(guest=None)
    Guest.objects.update(name="Spectator")
    say(client, table, "I watch")
    assert list(Message.objects.values_list("name", "is_seated")) == [("Ann, Bo", True), ("Spectator", False)]


@pytest.mark.parametrize("name", ["Bo", "bo", " B o", "B\u043e", "B0", "Bo."])
def test_a_stranger_does_not_speak_as_a_player(other: Client, table: Table, name: str) -> None:
    other.post("/guest/", {"name": name})
    answer = say(other, table, "I am Bo")
    assert answer.status_code == 422
    assert "The name Bo is taken here" in answer.content.decode()
    assert not Message.objects.exists()
    shown = other.get(f"/t/{table.key}/").content.decode()
    assert 'id="chat-form"' not in shown
    assert "The name Bo is taken here" in shown


def test_nor_as_a_bot_or_as_another_stranger(other: Client, table: Table) -> None:
    table.seats.filter(number=1).update(name="Simple bot", bot="simple", guest=None)
    third = Client()
    for browser, name, status in ((other, "simple b0t", 422), (other, "Eve", 200), (third, "\u0415ve", 422)):
        browser.post("/guest/", {"name": name})
        assert say(browser, table, "Hello").status_code == status
    third.post("/guest/", {"name": "Mallory"})
    assert say(third, table, "Hello").status_code == 200
    assert say(other, table, "Again").status_code == 200


def test_nor_does_a_player_ask_for_an_undo_as_another() -> None:
    hall = open_party(undo="agree")
    hall.act(random_actions()[0])
    hall.client("Cy").post("/guest/", {"name": "Ann"})
    hall.client("Cy").post(f"/t/{hall.table.key}/undo/ask/", {"version": hall.table.version})
    assert UndoRequest.objects.get().asked_by == "Cy"


def test_what_was_said_before_that_was_kept_is_judged_by_who_sits_there_now(client: Client, table: Table) -> None:
    guest = Guest.objects.get()
    Message.objects.create(table=table, guest=guest, name="Ann, Bo", text="played")
    Message.objects.create(table=table, guest=Guest.objects.create(name="Eve"), name="Eve", text="watched")
    import_module("tetsudo.web.tables.migrations.0004_who_speaks").judge(apps, None)
    told = list(Message.objects.values_list("name", "is_seated", "seen"))
    assert told == [("Ann, Bo", True, "annbo"), ("Eve", False, "eve")]


def test_a_name_that_is_given_up_stays_with_who_spoke_under_it(other: Client, table: Table) -> None:
    for name in ("Eve", "Eva"):
        other.post("/guest/", {"name": name})
        assert say(other, table, "Hello").status_code == 200
    third = Client()
    third.post("/guest/", {"name": "eve"})
    assert say(third, table, "Hello").status_code == 422


def test_an_old_name_that_cannot_be_read_is_not_spoken_under(other: Client, table: Table) -> None:
    other.post("/guest/", {"name": "Eve"})
    Guest.objects.filter(name="Eve").update(name="\u202eevE")
    assert say(other, table, "Hello").status_code == 422


@pytest.mark.parametrize(
    ("is_listed", "talk", "status"),
    [
        (True, "usual", 200),
        (True, "seated", 403),
        (False, "usual", 403),
        (False, "all", 200),
        (False, "seated", 403),
    ],
)
def test_who_watches_a_private_table_needs_its_leave(
    client: Client, other: Client, table: Table, is_listed: bool, talk: str, status: int
) -> None:
    Table.objects.update(is_listed=is_listed, talk=talk)
    other.post("/guest/", {"name": "Eve"})
    assert say(other, table, "Hello").status_code == status
    assert ('id="chat-form"' in other.get(f"/t/{table.key}/").content.decode()) == (status == 200)
    assert say(client, table, "Hello").status_code == 200


def test_who_opened_a_table_gives_that_leave_and_nobody_else(client: Client, other: Client, table: Table) -> None:
    Table.objects.update(is_listed=False)
    other.post("/guest/", {"name": "Eve"})
    assert other.post(f"/t/{table.key}/talk/", {"talk": "all"}).status_code == 403
    assert Client().post(f"/t/{table.key}/talk/", {"talk": "all"}).status_code == 403
    assert client.post(f"/t/{table.key}/talk/", {"talk": "loud"}).status_code == 422
    assert say(other, table, "Hello").status_code == 403
    assert 'name="talk"' in client.get(f"/t/{table.key}/seats/").content.decode()
    assert 'name="talk"' not in other.get(f"/t/{table.key}/seats/").content.decode()
    assert client.post(f"/t/{table.key}/talk/", {"talk": "all"}).status_code == 302
    assert say(other, table, "Hello").status_code == 200


def test_messages_are_text(client: Client, table: Table) -> None:
    answer = say(client, table, "<img src=x onerror=alert(1)>").content.decode()
    assert "<img" not in answer
    assert "&lt;img" in answer


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
def test_nothing_and_too_much_are_refused_in_a_sentence(client: Client, table: Table, text: str) -> None:
    answer = say(client, table, text)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Message.objects.exists()


def test_as_long_as_it_may_be(client: Client, table: Table) -> None:
    assert say(client, table, "x" * 1000).status_code == 200


def test_a_page_asks_only_for_what_came_after(client: Client, table: Table) -> None:
    say(client, table, "first")
    first = Message.objects.get().pk
    answer = say(client, table, "second", after=first).content.decode()
    assert "second" in answer
    assert "first" not in answer
    assert "first" not in client.get(f"/t/{table.key}/chat/", {"after": first}).content.decode()
    assert "first" in client.get(f"/t/{table.key}/chat/", {"after": "x"}).content.decode()


def test_a_message_remembers_the_position(client: Client, table: Table) -> None:
    say(client, table, "here")
    assert f"/t/{table.key}/at/0/" in client.get(f"/t/{table.key}/chat/").content.decode()
