"""Names at a table are distinct for readers, and legible."""

from __future__ import annotations

import unicodedata

import pytest
from django.test import Client

from tetsudo.core.errors import BadInput
from tetsudo.draw import short_names
from tetsudo.titles.loader import titles
from tetsudo.web.tables.bot_levels import NAMES
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.people.display_names import LOOKALIKES, are_alike, valid_name
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

ALIKE = {
    "case": ("Ann", "aNN"),
    "spaces": ("Ann Lee", "An nLee"),
    "a space that is none": ("Ann Lee", "Ann\u00a0Lee"),
    "a point": ("Ann", "Ann."),
    "a Cyrillic a": ("Ann", "\u0410nn"),
    "a Greek o": ("Bo", "B\u03bf"),
    "Greek capitals": ("NANA", "\u039d\u0391\u039d\u0391"),
    "a Greek nu": ("van", "\u03bdan"),
    "an Armenian o": ("Bo", "B\u0585"),
    "the same name in Cyrillic capitals": ("\u0430\u043d\u044f", "\u0410\u041d\u042f"),
    "the same name in Greek capitals": ("\u03bd\u03af\u03ba\u03bf\u03c2", "\u039d\u038a\u039a\u039f\u03a3"),
    "a small L for a capital i": ("Ian", "lan"),
    "a one for an L": ("Bill", "Bi1l"),
    "a nought for an o": ("Bo", "B0"),
    "r and n for an m": ("Emma", "Ernma"),
    "wide letters": ("Bo", "\uff22\uff4f"),
    "letters of formulas": ("Bo", "\U0001d401\U0001d428"),
    "a mark apart from its letter": ("Zo\u00eb", "Zoe\u0308"),
    "a style that shows nothing": ("Bo", "Bo\ufe0f"),
    "a sharp s": ("Strasse", "Stra\u00dfe"),
    "a character for a syllable": ("\u30ed\u30dc", "\u53e3\u30dc"),
}


@pytest.mark.parametrize("kind", ALIKE)
def test_what_looks_the_same_is_the_same(kind: str) -> None:
    one, other = ALIKE[kind]
    assert one != other
    assert are_alike(one, other)
    assert are_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Bo", "Bob"), ("Zoe", "Zo\u00eb"), ("Player 1", "Player 2"), ("Cy", "Di"),
     ("Simple bot", "Simple bot 2"), ("\u592a\u90ce", "\u6b21\u90ce"), ("\u0418\u0432\u0430\u043d", "Ivan"),
     ("!", "?")],
)  # fmt: skip
def test_what_does_not_is_not(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_the_table_of_look_alikes_says_nothing_twice_and_nothing_that_unicode_says_already() -> None:
    alikes = "".join(LOOKALIKES.values())
    assert len(set(alikes)) == len(alikes)
    for letter, same in LOOKALIKES.items():
        assert unicodedata.normalize("NFKC", letter) == letter
        assert all(unicodedata.name(each) for each in same)


@pytest.mark.parametrize(
    "name",
    ["a\x07b", "\u202eoB", "A\u200bnn", "A\u00adnn", "\u2066Ann", "\u3164", "A\u115fn", "\u2800",
     "A\nnn", "A\ud800", "\ufe0f", ""],
)  # fmt: skip
def test_a_name_with_what_cannot_be_seen_or_turns_text_round_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        valid_name(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Jos\u00e9", "\u592a\u90ce", "Ann O\u2019Hara", "\u2603", "\u0410\u043d\u044f", "x" * 60]
)
def test_names_of_people_pass(name: str) -> None:
    assert valid_name(f" {name} ") == name


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/guest/", "seat"])
def test_no_form_takes_a_name_that_turns_text_round(client: Client, path: str) -> None:
    owner = Guest.objects.create(name="Ann")
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair()]), owner)
    if path == "seat":
        path = f"/seat/{table.seats.get(number=1).key}/"
    response = client.post(path, {"name": "\u202eoB"})
    assert response.status_code == 422
    assert "characters, all of them visible" in response.content.decode()
    assert Guest.objects.count() == 1


@pytest.mark.django_db
def test_nobody_sits_down_under_a_name_that_looks_like_another(client: Client) -> None:
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair()]), Guest.objects.create(name="Ann"))
    response = client.post(f"/seat/{table.seats.get(number=1).key}/", {"name": "\u0410nn"})
    assert response.status_code == 422
    assert "The name Ann is taken here" in response.content.decode()
    assert table.seats.get(number=1).is_open


@pytest.mark.django_db
def test_a_table_is_not_opened_with_such_names() -> None:
    with pytest.raises(BadInput, match=r"players\[1\]"):
        open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair("\u0410nn")]), Guest.objects.create(name="Ann"))


@pytest.mark.django_db
def test_a_bot_takes_another_name_rather_than_that_of_a_person() -> None:
    guest = Guest.objects.create(name="Ann")
    table = open_table(
        TableSettings(titles()[0].name, [Chair("Ak1 (Beginner b0t)"), Chair(bot="simple"), Chair(bot="simple")]), guest
    )
    assert [seat.name for seat in table.seats.all()] == [
        "Ak1 (Beginner b0t)",
        "Botan (Beginner bot)",
        "Chika (Beginner bot)",
    ]


def test_bots_are_told_apart_also_where_names_are_short() -> None:
    called = [f"{name} (Beginner bot)" for name in NAMES]
    assert len({name[0] for name in called}) == len(called)
    assert short_names(called, 4) == ("Aki", "Bot…", "Chi…", "Dai…", "Emi", "Fumi", "Goro", "Haru")


@pytest.mark.django_db
def test_more_bots_than_names_have_numbers() -> None:
    guest = Guest.objects.create(name="Ann")
    people = [Chair(f"{name} (Beginner bot)") for name in map(str, NAMES[:6])]
    table = open_table(TableSettings("1890", [*people, Chair(bot="simple")]), guest)
    assert table.seats.get(number=6).name == "Goro (Beginner bot)"


@pytest.mark.django_db
def test_who_has_spoken_has_his_name(client: Client) -> None:
    """A spectator's name is protected too; its owner may sit down with it."""
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair()]), Guest.objects.create(name="Ann"))
    client.post("/guest/", {"name": "Eve"})
    assert client.post(f"/t/{table.key}/chat/", {"text": "Hello"}).status_code == 200
    seat = table.seats.get(number=1)
    with pytest.raises(BadInput, match="The name Eve"):
        sit_down(seat, Guest.objects.create(name="x"), "eve")
    sit_down(seat, Guest.objects.get(name="Eve"), "eve")
    assert Table.objects.get().status == Table.Status.RUNNING
