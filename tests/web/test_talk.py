"""Chat and private notes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Guest, Message, Note, Table
from tetsudo.web.tables.seating import Chair, Wish, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client: Client) -> Table:
    """A table of the guest Ann, whose browser `client` is; she plays Ann and Bo."""
    client.post("/guest/", {"name": "Ann B"})
    return open_table(Wish(titles()[0].name, [Chair("Ann"), Chair("Bo")], seed=7), Guest.objects.get())


@pytest.fixture
def other() -> Client:
    """Another browser."""
    return Client()


def say(client: Client, table: Table, text: str, **more: Any) -> Any:
    return client.post(f"/t/{table.key}/chat/", {"text": text, **more})


def test_what_a_player_says_stands_under_the_names_of_his_seats(client: Client, other: Client, table: Table) -> None:
    assert say(client, table, " Hello ").status_code == 200
    told = other.get(f"/t/{table.key}/").content.decode()
    assert "<b>Ann, Bo</b>" in told
    assert "<p>Hello</p>" in told


def test_onlookers_speak_under_their_own_name_if_they_have_one(other: Client, table: Table) -> None:
    assert say(other, table, "Hello").status_code == 422
    assert 'id="chat-form"' not in other.get(f"/t/{table.key}/").content.decode()
    other.post("/guest/", {"name": "Eve"})
    assert say(other, table, "Hello").status_code == 200
    assert Message.objects.get().name == "Eve"


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


def test_notes_are_only_for_who_wrote_them(client: Client, other: Client, table: Table) -> None:
    assert client.post(f"/t/{table.key}/notes/", {"text": "sell <b>KO</b>"}).status_code == 200
    assert client.post(f"/t/{table.key}/notes/", {"text": "sell <b>TR</b>"}).status_code == 200
    assert "sell &lt;b&gt;TR&lt;/b&gt;" in client.get(f"/t/{table.key}/").content.decode()
    other.post("/guest/", {"name": "Eve"})
    assert "sell" not in other.get(f"/t/{table.key}/").content.decode()
    assert Note.objects.count() == 1


def test_who_is_nobody_keeps_no_notes(other: Client, table: Table) -> None:
    assert other.post(f"/t/{table.key}/notes/", {"text": "x"}).status_code == 403
    assert not Note.objects.exists()


def test_notes_have_an_end(client: Client, table: Table) -> None:
    assert client.post(f"/t/{table.key}/notes/", {"text": "x" * 20_001}).status_code == 422
