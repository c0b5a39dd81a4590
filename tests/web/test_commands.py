"""Typed moves: completion for the viewer, the move that is made, and the same refusals as for a button."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any, Final

import pytest
from django.test import Client

from tests.clauses.t1890.hidden import first_hidden_game, second_hidden_game
from tests.web.builders import Party, browser, open_party
from tests.web.test_hidden import CHANCE, Hall
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Move, Seat, Table, UndoRequest
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


LOWEST_BIDS: Final = ["bid TR 20", "bid MF 35", "bid ER 45", "bid SMR 55", "bid DR 65", "bid SIR 85"]
"""At the start, for three players."""


def completions(client: Client, hall: Party | Hall, typed: str, version: int | None = None) -> str:
    """The list for a text."""
    hall.table.refresh_from_db()
    query: dict[str, str | int] = {"typed": typed, "version": hall.table.version if version is None else version}
    answer = client.get(f"/t/{hall.table.key}/commands/", query, headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    return answer.content.decode()


def texts(page: str) -> list[str]:
    """Commands in a list."""
    return re.findall(r'data-text="([^"]*)"', page)


def usual(page: str) -> list[str]:
    """The command that Enter makes."""
    return re.findall(r'data-text="([^"]*)"\s+data-usual', page)


def told(page: str) -> str:
    """The sentence below the list."""
    said = re.search(r"<template\s*>(.*?)</template>", page, re.DOTALL)
    assert said
    return " ".join(unescape(re.sub(r"<[^>]*>", "", said[1])).split())


def type_move(client: Client, hall: Party | Hall, command: str, version: int | None = None) -> Any:
    """Send a command as the page does."""
    hall.table.refresh_from_db()
    data = {"command": command, "version": hall.table.version if version is None else version}
    return client.post(f"/t/{hall.table.key}/commands/", data)


@pytest.fixture
def hall() -> Party:
    return open_party()


def test_completions_are_what_the_viewer_may_do(hall: Party) -> None:
    page = completions(hall.client("Ann"), hall, "")
    assert texts(page) == ["pass", *LOWEST_BIDS]
    assert usual(page) == []
    assert "Bid ¥35 for Mitsubishi Ferry" in page
    assert "¥35 – ¥420" in page


@pytest.mark.parametrize(
    ("typed", "found", "made"),
    [
        ("b m", ["bid MF 35"], ["bid MF 35"]),
        ("bid mf 4", ["bid MF 40"], []),
        ("BID MF 45", ["bid MF 45"], ["bid MF 45"]),
        ("buy tr", ["buy TR"], ["buy TR"]),
        ("p", ["pass"], ["pass"]),
        ("bid", LOWEST_BIDS, []),
        ("undo", [], []),
    ],
)
def test_what_goes_on_from_a_text(hall: Party, typed: str, found: list[str], made: list[str]) -> None:
    page = completions(hall.client("Ann"), hall, typed)
    assert (texts(page), usual(page)) == (found, made)


def test_a_typed_command_makes_the_move(hall: Party) -> None:
    for name, command in (("Ann", "bid MF 40"), ("Bo", " b  m "), ("Cy", "pass")):
        assert type_move(hall.client(name), hall, command).status_code == 200
    assert list(Move.objects.values_list("data", flat=True)) == [
        {"type": "bid", "player": "Ann", "lot": "MF", "price": 40},
        {"type": "bid", "player": "Bo", "lot": "MF", "price": 45},
        {"type": "pass", "player": "Cy"},
    ]


def test_the_answer_is_the_new_position(hall: Party) -> None:
    client = hall.client("Ann")
    client.defaults["HTTP_ACCEPT"] = "text/html"
    page = type_move(client, hall, "pass").content.decode()
    assert 'data-version="1"' in page
    assert "notice refusal" not in page


def test_a_refusal_has_its_clause_as_that_of_a_button(hall: Party) -> None:
    client = hall.client("Ann")
    client.defaults["HTTP_ACCEPT"] = "text/html"
    data = json.dumps({"type": "bid", "player": "Ann", "lot": "MF", "price": 30})
    pressed = client.post(f"/t/{hall.table.key}/act/", {"version": 0, "action": data})
    typed = type_move(client, hall, "bid MF 30")
    assert (pressed.status_code, typed.status_code) == (422, 422)
    notice = re.compile(r'<div class="notice refusal".*?</div>', re.DOTALL)
    one, other = (notice.findall(each.content.decode()) for each in (pressed, typed))
    assert one == other
    assert "1889-" in one[0]
    assert "1889-" in told(completions(client, hall, "bid MF 30"))
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "only the beginning of a command"),
        ("b", "b is only the beginning of a command. Choose one of the list, or type on."),
        ("fly", "fly is not a command. Delete a word to see how to go on."),
        ("bid ZZ 20", "There is no lot ZZ."),
        ("bid MF 35 now", "&#x27;bid MF 35 now&#x27; is not a command."),
        ("<b>", "is not a command"),
        ("x" * 5000, "is not a command"),
    ],
)
def test_what_is_no_command_is_refused_with_the_remedy(hall: Party, command: str, sentence: str) -> None:
    client = hall.client("Ann")
    client.defaults["HTTP_ACCEPT"] = "text/html"
    answer = type_move(client, hall, command)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert "<b>" not in completions(client, hall, command)
    assert not Move.objects.exists()


def test_a_stale_command_changes_nothing(hall: Party) -> None:
    type_move(hall.client("Ann"), hall, "pass")
    answer = type_move(hall.client("Bo"), hall, "no command of this position", version=0)
    assert answer.status_code == 409
    assert "moved on" in answer.json()["refusal"]
    assert Move.objects.count() == 1
    assert "earlier position" in told(completions(hall.client("Bo"), hall, "p", version=0))
    assert type_move(hall.client("Bo"), hall, "pass", version=99).status_code == 409
    answer = hall.client("Bo").post(f"/t/{hall.table.key}/commands/", {"command": "pass"})
    assert answer.status_code == 422


def test_others_wait_and_spectators_watch(hall: Party) -> None:
    page = completions(hall.client("Bo"), hall, "pass")
    assert (texts(page), told(page)) == ([], "It is Ann's turn. Wait for yours.")
    refused = type_move(hall.client("Bo"), hall, "pass")
    assert refused.status_code == 422
    assert "It is not Bo's turn." in refused.json()["refusal"]
    for client in (Client(), browser(Guest.objects.create(name="Eve"))):
        page = completions(client, hall, "pass")
        assert (texts(page), told(page)) == ([], "You are watching. Only players make moves.")
        for command in ("pass", "Ann: pass", "undo", "redo"):
            assert type_move(client, hall, command).status_code in (403, 422)
    assert not Move.objects.exists()


def test_nobody_types_for_another(hall: Party) -> None:
    assert type_move(hall.client("Bo"), hall, "Ann: pass").status_code == 403
    assert "another player" in told(completions(hall.client("Ann"), hall, "Bo: pass"))
    assert not Move.objects.exists()


def test_who_has_several_seats_types_for_the_one_to_act(hall: Party) -> None:
    Seat.objects.filter(table=hall.table).update(guest=hall.guests["Ann"])
    for command in ("pass", "pass", "Cy: pass"):
        assert type_move(hall.client("Ann"), hall, command).status_code == 200
    assert [data["player"] for data in Move.objects.values_list("data", flat=True)] == ["Ann", "Bo", "Cy"]


def test_undo_and_redo_by_words(hall: Party) -> None:
    ann = hall.client("Ann")
    type_move(ann, hall, "pass")
    page = completions(ann, hall, "u")
    assert (texts(page), usual(page)) == (["undo"], ["undo"])
    assert type_move(ann, hall, "un").status_code == 200
    assert games.current(hall.table).game.length == 0
    assert "redo" in texts(completions(ann, hall, "r"))
    assert type_move(ann, hall, "redo").status_code == 200
    hall.table.refresh_from_db()
    assert (hall.table.version, games.current(hall.table).game.length) == (3, 1)
    assert texts(completions(hall.client("Bo"), hall, "u")) == []
    assert type_move(hall.client("Bo"), hall, "undo").status_code == 422


def test_undo_asks_where_all_must_agree() -> None:
    hall = open_party(undo=Table.Undo.AGREE)
    type_move(hall.client("Ann"), hall, "pass")
    page = completions(hall.client("Ann"), hall, "undo")
    assert "Ask to undo" in page
    assert type_move(hall.client("Ann"), hall, "undo").status_code == 200
    assert UndoRequest.objects.filter(table=hall.table).exists()
    assert games.current(hall.table).game.length == 1
    assert texts(completions(hall.client("Ann"), hall, "undo")) == []


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
@pytest.mark.parametrize("name", ["P1", "P2", ""])
@pytest.mark.parametrize("typed", ["", "t", "train 3 NK 131", "P1: pass", "undo"])
def test_hidden_amounts_stay_hidden(name: str, typed: str) -> None:
    """P2 and spectators get the same for games that differ in what they may not know."""
    seen = []
    for game in (first_hidden_game(), second_hidden_game()):
        hall = Hall(game)
        page, answer = completions(hall.client(name), hall, typed), type_move(hall.client(name), hall, typed)
        seen.append((page, CHANCE.sub(b"", answer.content).replace(hall.table.key.encode(), b"")))
        Table.objects.all().delete()
        Guest.objects.all().delete()
        games.clear()
    if name != "P1":
        assert seen[0] == seen[1]
        assert set(texts(seen[0][0])) <= {"undo"}
    elif typed == "":
        assert "pass" in texts(seen[0][0])


def test_the_sentences_are_in_the_language_of_the_viewer(hall: Party) -> None:
    client = hall.client("Ann")
    client.cookies["django_language"] = "ja"
    page = completions(client, hall, "pass")
    assert texts(page) == ["pass"]
    assert "Pass" not in page


def test_a_table_that_waits_has_no_commands() -> None:
    guest = Guest.objects.create(name="Ann")
    table = open_table(TableSettings("1889", [Chair("Ann"), Chair()], seed=7), guest)
    post = {"command": "pass", "version": 0}
    assert browser(guest).post(f"/t/{table.key}/commands/", post).status_code == 404
    assert browser(guest).get(f"/t/{table.key}/commands/").status_code == 404
