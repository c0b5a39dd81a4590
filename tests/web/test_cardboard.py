"""Companion of a game on cardboard: a device in the middle of the table, phones that join, corrections."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.web.builders import browser
from tests.web.test_acting import post
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.own_seats import own_seats
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann", "Bo", "Cy")


def opened(cardboard: str = "trust", title: str = "1889", **more: Any) -> tuple[Table, Guest]:
    """A table for three, and the guest of the device in its middle."""
    middle = Guest.objects.create(name="Tablet")
    chairs = [Chair(name) for name in PEOPLE]
    table = open_table(TableSettings(title, chairs, seed=3, cardboard=cardboard, undo="free", **more), middle)
    table.refresh_from_db()
    return table, middle


def phone(table: Table, name: str) -> tuple[Client, Guest]:
    """The phone of a player, which has opened the link of their seat and sat down."""
    guest = Guest.objects.create(name=f"{name}'s phone")
    client, seat = browser(guest), Seat.objects.get(table=table, name=name)
    assert name in client.get(f"/seat/{seat.key}/", headers={"accept": "text/html"}).content.decode()
    answer = client.post(f"/seat/{seat.key}/", {"name": name})
    assert answer.status_code == 302
    return client, guest


def correct(client: Client, table: Table, seat: int | str = 0, **values: Any) -> Any:
    version = Table.objects.get(pk=table.pk).version
    return client.post(f"/t/{table.key}/corrections/", {"version": version, "seat": seat, **values})


def sentence(answer: Any) -> str:
    return str(answer.json().get("refusal", ""))


def test_phones_claim_their_seats_and_the_middle_enters_for_all() -> None:
    table, middle = opened()
    client, guest = phone(table, "Bo")
    assert own_seats(table, guest) == [1]
    assert own_seats(table, middle) == [0, 1, 2]
    moved = browser(middle).post(f"/t/{table.key}/act/", {"version": 0, "action": '{"type": "pass", "player": "Ann"}'})
    assert moved.status_code == 200
    assert client.post(
        f"/t/{table.key}/act/", {"version": 1, "action": '{"type": "pass", "player": "Bo"}'}
    ).status_code == 200  # fmt: skip
    names = [seat.name for seat in Seat.objects.filter(table=table)]
    assert names == list(PEOPLE)  # a phone plays under the name of its seat


def test_a_claimed_seat_is_taken_and_the_middle_can_free_it() -> None:
    table, middle = opened()
    _client, guest = phone(table, "Bo")
    other, seat = browser(Guest.objects.create(name="Eve")), Seat.objects.get(table=table, number=1)
    other.post(f"/seat/{seat.key}/", {"name": "Eve"})
    assert Seat.objects.get(pk=seat.pk).guest == guest
    browser(middle).post(f"/t/{table.key}/seats/", {"seat": 1, "do": "leave"})
    assert own_seats(table, guest) == []
    assert own_seats(table, middle) == [0, 1, 2]
    fresh = Seat.objects.get(pk=seat.pk)
    assert fresh.key != seat.key  # the lost phone's link is void
    phone(table, "Bo")


def test_elsewhere_a_seat_in_use_is_not_claimed() -> None:
    table, middle = opened(cardboard="no")
    seat = Seat.objects.get(table=table, number=1)
    browser(Guest.objects.create(name="Eve")).post(f"/seat/{seat.key}/", {"name": "Eve"})
    assert Seat.objects.get(pk=seat.pk).guest == middle


def test_with_hidden_cash_the_middle_plays_only_for_those_without_a_phone() -> None:
    table, middle = opened(title="1890", scenario="C", variants=["hidden-cash"])
    _client, guest = phone(table, "Bo")
    assert own_seats(table, middle) == [0, 2]
    assert own_seats(table, guest) == [1]


@pytest.mark.parametrize("who", ["middle", "phone"])
def test_a_correction_is_made_logged_and_undone(who: str) -> None:
    table, middle = opened()
    client = browser(middle) if who == "middle" else phone(table, "Bo")[0]
    before = games.current(table).game.player("Cy").cash
    answer = correct(client, table, seat=1, type="correct_cash", holder="Cy", price=before - 30)
    assert answer.status_code == 200
    table.refresh_from_db()
    assert games.current(table).game.player("Cy").cash == before - 30
    page = client.get(f"/t/{table.key}/", headers={"accept": "text/html"}).content.decode()
    assert f"Bo corrects the position: Cy has ¥{before - 30}." in page
    assert client.post(f"/t/{table.key}/undo/", {"version": table.version}).status_code == 200
    table.refresh_from_db()
    assert games.current(table).game.player("Cy").cash == before


def test_a_strict_table_takes_only_the_revenue() -> None:
    table, middle = opened(cardboard="strict")
    answer = correct(browser(middle), table, type="correct_cash", holder="Cy", price=5)
    assert answer.status_code == 403
    assert "plays by the rules" in sentence(answer)
    assert Table.objects.get(pk=table.pk).version == 0


@pytest.mark.parametrize("address", ["act", "corrections"])
def test_no_correction_at_other_tables(address: str) -> None:
    """Neither where corrections are made, nor as a move."""
    table, middle = opened(cardboard="no")
    data = '{"type": "correct_cash", "player": "Ann", "holder": "Ann", "price": 6000}'
    values = {"version": 0, "action": data, "type": "correct_cash", "seat": 0, "holder": "Ann", "price": 6000}
    answer = browser(middle).post(f"/t/{table.key}/{address}/", values)
    assert answer.status_code in (403, 422)
    assert sentence(answer)
    assert Table.objects.get(pk=table.pk).version == 0


def test_nor_as_a_move_on_cardboard_nor_by_a_spectator() -> None:
    table, middle = opened()
    data = '{"type": "correct_cash", "player": "Ann", "holder": "Ann", "price": 6000}'
    assert post(browser(middle), table, 0, data).status_code == 403
    eve = browser(Guest.objects.create(name="Eve"))
    assert correct(eve, table, type="correct_cash", holder="Ann", price=1).status_code == 403
    assert eve.get(f"/t/{table.key}/corrections/").status_code == 403
    assert Table.objects.get(pk=table.pk).version == 0


@pytest.mark.parametrize(
    "values",
    [
        {"type": "correct_cash", "holder": "Cy", "price": "-3"},
        {"type": "correct_cash", "holder": "Dan", "price": "3"},
        {"type": "correct_cash", "holder": "Cy"},
        {"type": "pass"},
        {"type": "correct_tile", "hex": "C10", "tile": "8", "rotation": "9"},
        {"type": "correct_cash", "holder": "Cy", "price": "3", "seat": "7"},
    ],
    ids=str,
)
def test_a_bad_correction_says_why(values: dict[str, str]) -> None:
    table, middle = opened()
    answer = correct(browser(middle), table, **values)
    assert answer.status_code == 422
    assert len(sentence(answer)) > 10
    assert Table.objects.get(pk=table.pk).version == 0


def test_a_refusal_is_in_the_language_of_its_reader() -> None:
    table, middle = opened()
    client = browser(middle)
    client.cookies["django_language"] = "ja"
    answer = correct(client, table, type="correct_shares", holder="Cy", company="AR", count=40, source="ipo")
    assert answer.status_code == 422
    page = client.post(
        f"/t/{table.key}/corrections/",
        {"version": 0, "seat": 0, "type": "correct_price", "company": "AR", "cell": 3},
        headers={"accept": "text/html"},
    )
    assert "この会社にはまだ株価がありません。" in page.content.decode()


@pytest.mark.parametrize("title", ["1889", "1888", "1888-N", "1890"])
def test_every_form_of_the_dialog_can_be_sent(title: str) -> None:
    """Each with its first choices is either made or refused with a sentence, in every title."""
    table, middle = opened(title=title, scenario="A" if title == "1890" else "")
    client = browser(middle)
    page = client.get(f"/t/{table.key}/corrections/").content.decode()
    forms = re.findall(r"<form data-plan-form>(.*?)</form>", page, re.DOTALL)
    assert len(forms) >= 15
    for form in forms:
        values = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', form))
        values |= dict.fromkeys(re.findall(r'type="number"\s+name="(\w+)"', form), "1")
        for name, options in re.findall(r'<select\s+name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
            first = re.search(r'value="([^"]*)"', options)
            assert first, (name, form)
            values[name] = first[1]
        answer = correct(client, table, **values)
        assert answer.status_code == 200 or sentence(answer), values


def test_new_table_offers_a_companion() -> None:
    """By one button: everyone at this screen, any undo, corrections by all, not listed."""
    client = browser(Guest.objects.create(name="Ann"))
    asked = {"title": "1889", "players": "3", "seating": "cardboard"}
    page = client.post("/new/", asked, headers={"accept": "text/html"}).content.decode()
    form: dict[str, Any] = {"title": "1889", "players": "3"}
    for name, options in re.findall(r'<select name="([\w-]+)".*?>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        form[name] = chosen[1] if chosen else ""
    form |= dict(re.findall(r'<input type="text" name="(seat-\d-name)" value="([^"]*)"', page))
    assert client.post("/new/", form, headers={"accept": "text/html"}).status_code == 302
    table = Table.objects.get()
    assert (table.cardboard, table.undo, table.is_listed) == ("trust", "free", False)
    assert {seat.guest for seat in table.seats.all()} == {table.owner}
