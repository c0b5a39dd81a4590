"""Invitation links: who may take a seat and act for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tetsudo.titles.loader import titles
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db
TITLE = titles()[0].name


@pytest.fixture
def bo() -> Client:
    """Another browser."""
    return Client()


def opened(client: Client, *chairs: Chair, **wish: Any) -> Table:
    """A table of the guest Ann, whose browser is `client`."""
    client.post("/guest/", {"name": "Ann"})
    return open_table(TableSettings(TITLE, chairs, **wish), Guest.objects.get(name="Ann"))


def link(table: Table, number: int) -> str:
    return f"/seat/{table.seats.get(number=number).key}/"


def bid(client: Client, table: Table, player: str) -> int:
    """Status of a bid for the cheapest lot."""
    table.refresh_from_db()
    action = {"type": "bid", "player": player, "lot": "TR", "price": 20}
    return client.post(f"/t/{table.key}/act/", {"version": table.version, "action": json.dumps(action)}).status_code


def do(client: Client, table: Table, what: str, seat: int, **more: str) -> Any:
    return client.post(f"/t/{table.key}/seats/", {"do": what, "seat": seat, **more})


# Invitations


def test_by_a_link_one_sits_down_and_acts_for_that_seat_only(client: Client, bo: Client) -> None:
    table = opened(client, Chair(), Chair("Ann"), Chair("Ann too"))
    assert bo.post(link(table, 0), {"name": "Bo"})["Location"] == f"/t/{table.key}/"
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    assert [seat.name for seat in table.seats.all()] == ["Bo", "Ann", "Ann too"]
    assert bid(client, table, "Bo") == 403
    assert bid(bo, table, "Bo") == 200
    assert bid(bo, table, "Ann") == 403
    assert games.current(Table.objects.get()).version == 1


def test_looking_at_a_link_takes_nothing(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair())
    page = bo.get(link(table, 1))
    assert page.status_code == 200
    assert "Sit down" in page.content.decode()
    assert table.seats.get(number=1).is_open
    assert Guest.objects.count() == 1


def test_a_taken_seat_says_so_and_lets_its_own_guest_through(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair(), Chair())
    bo.post(link(table, 1), {"name": "Bo"})
    assert bo.get(link(table, 1))["Location"] == f"/t/{table.key}/"
    for response in (Client().get(link(table, 1)), Client().post(link(table, 1), {"name": "Cy"})):
        assert "This seat is taken: Bo sits here." in response.content.decode()
    assert table.seats.get(number=1).name == "Bo"


@pytest.mark.parametrize("name", ["", "  ", "ann", "x" * 61, "a\x07b"])
def test_a_name_that_cannot_be_is_refused_and_leaves_no_guest(client: Client, bo: Client, name: str) -> None:
    table = opened(client, Chair("Ann"), Chair())
    response = bo.post(link(table, 1), {"name": name})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert table.seats.get(number=1).is_open
    assert Guest.objects.count() == 1


def test_a_link_that_was_never_given_opens_nothing(client: Client) -> None:
    response = client.get("/seat/never/")
    assert response.status_code == 404
    assert "no longer opens a seat" in response.content.decode()


def test_links_are_shown_to_who_opened_the_table_only(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair(), Chair())
    keys = [seat.key for seat in table.seats.all()]
    mine = client.get(f"/t/{table.key}/").content.decode()
    assert [key in mine for key in keys] == [False, True, True]
    bo.post(link(table, 1), {"name": "Bo"})
    for other in (bo, Client()):
        assert not any(key in other.get(f"/t/{table.key}/").content.decode() for key in keys)


def test_names_are_text(client: Client) -> None:
    table = opened(client, Chair("<i>Ann</i>"), Chair(), name="<u>table</u>")
    for page in (f"/t/{table.key}/", link(table, 1)):
        text = client.get(page).content.decode()
        assert "&lt;i&gt;Ann" in text
        assert "<i>" not in text
        assert "<u>" not in text


# The waiting room


def test_at_a_listed_table_one_sits_down_without_a_link(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair())
    assert do(bo, table, "take", 1, name="Bo").status_code == 302
    assert [seat.name for seat in table.seats.all()] == ["Ann", "Bo"]


def test_at_a_private_table_one_does_not(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair(), is_listed=False)
    assert "Take this seat" not in bo.get(f"/t/{table.key}/").content.decode()
    assert do(bo, table, "take", 1, name="Bo").status_code == 403
    assert table.seats.get(number=1).is_open


def test_a_taken_seat_cannot_be_taken_again(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair())
    assert do(bo, table, "take", 0, name="Bo").status_code == 403
    assert table.seats.get(number=0).name == "Ann"


def test_the_room_becomes_the_table_when_it_is_full(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair())
    room = f"/t/{table.key}/seats/?room=waiting"
    assert client.get(room, headers={"HX-Request": "true"}).status_code == 200
    bo.post(link(table, 1), {"name": "Bo"})
    assert client.get(room, headers={"HX-Request": "true"})["HX-Redirect"] == f"/t/{table.key}/"


def test_the_last_open_seat_given_to_a_bot_begins_the_game(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair())
    assert do(bo, table, "bot", 1, bot="simple").status_code == 403
    assert do(client, table, "bot", 1, bot="no-such").status_code == 422
    assert do(client, table, "bot", 1, bot="simple")["Location"] == f"/t/{table.key}/"
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING


@pytest.mark.parametrize(
    ("what", "seat"), [("take", "7"), ("leave", "x"), ("burn", "0"), ("", ""), ("leave", "9" * 50)]
)
def test_what_there_is_not_is_a_sentence(client: Client, what: str, seat: str) -> None:
    table = opened(client, Chair("Ann"), Chair())
    response = do(client, table, what, seat, name="Ann")  # type: ignore[arg-type]
    assert response.status_code == 422
    assert "There is no such seat" in response.content.decode()


# Seats that change hands


def test_a_seat_is_handed_over_in_a_running_game(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair("Other"))
    old = link(table, 0)
    page = do(client, table, "leave", 0).content.decode()
    assert link(table, 0) != old
    assert f"http://testserver{link(table, 0)}" in page
    assert bid(client, table, "Ann") == 403
    assert bo.get(old).status_code == 404
    bo.post(link(table, 0), {"name": "Bo"})
    assert bid(bo, table, "Ann") == 200
    assert games.current(Table.objects.get()).game.names == ("Ann", "Other")


def test_who_leaves_gets_the_link_of_that_seat_only(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair(), Chair())
    bo.post(link(table, 1), {"name": "Bo"})
    page = do(bo, table, "leave", 1).content.decode()
    assert table.seats.get(number=1).key in page
    assert table.seats.get(number=2).key not in page


def test_nobody_frees_another_ones_seat_but_who_opened_the_table(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair(), Chair())
    bo.post(link(table, 1), {"name": "Bo"})
    assert do(bo, table, "leave", 0).status_code == 403
    assert do(Client(), table, "leave", 0).status_code == 403
    assert table.seats.get(number=0).name == "Ann"
    assert do(client, table, "leave", 1).status_code == 200
    assert Seat.objects.get(table=table, number=1).is_open


def test_a_person_lets_a_bot_play_on(client: Client) -> None:
    table = opened(client, Chair("Ann"), Chair("Other"))
    do(client, table, "bot", 1, bot="random")
    seat = table.seats.get(number=1)
    assert (seat.name, seat.bot, seat.guest) == ("Other", "random", None)


# Abandoned tables


def test_a_table_of_ones_own_can_be_deleted(client: Client) -> None:
    table = opened(client, Chair("Ann"), Chair("Ann too"))
    assert games.current(table).version == 0
    assert client.post(f"/t/{table.key}/delete/")["Location"] == "/"
    assert not Table.objects.exists()
    assert client.get(f"/t/{table.key}/").status_code == 404


def test_a_table_with_another_person_stays(client: Client, bo: Client) -> None:
    table = opened(client, Chair("Ann"), Chair())
    bo.post(link(table, 1), {"name": "Bo"})
    for browser in (client, bo, Client()):
        assert browser.post(f"/t/{table.key}/delete/").status_code == 403
        assert b"/delete/" not in browser.get(f"/t/{table.key}/seats/").content
    assert games.current(Table.objects.get()).version == 0
