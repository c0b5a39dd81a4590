"""Guests: a name, a cookie and a secret link."""

from __future__ import annotations

import pytest
from django.test import Client

from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


def secret_link(guest: Guest) -> str:
    return f"/guest/{guest.key}/"


def ann(client: Client) -> Guest:
    client.post("/guest/", {"name": "Ann"})
    return Guest.objects.get(name="Ann")


def who(client: Client) -> Guest | None:
    found: Guest | None = client.get("/").context["guest"]
    return found


def test_looking_round_makes_nobody_known(client: Client) -> None:
    for page in ("/", "/new/", "/guest/", "/import/"):
        assert client.get(page).status_code == 200
    assert not Guest.objects.exists()


def test_the_secret_link_brings_a_guest_to_another_browser_once_it_is_confirmed(client: Client) -> None:
    guest, phone = ann(client), Client()
    assert f"http://testserver{secret_link(guest)}" in client.get("/guest/").content.decode()
    assert phone.get(secret_link(guest)).status_code == 200
    assert who(phone) is None
    phone.post(secret_link(guest))
    assert who(phone) == guest


def test_the_link_is_in_no_other_page(client: Client) -> None:
    guest = ann(client)
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair()]), guest)
    for browser in (client, Client()):
        for page in ("/", "/new/", f"/t/{table.key}/", f"/t/{table.key}/seats/"):
            assert guest.key not in browser.get(page).content.decode()


def test_a_wrong_link_is_nobodys(client: Client) -> None:
    assert client.post("/guest/wrong/").status_code == 404
    assert who(client) is None


def test_who_takes_another_ones_link_is_warned(client: Client) -> None:
    ann(client)
    bo = Guest.objects.create(name="Bo")
    assert "In this browser you are Ann" in client.get(secret_link(bo)).content.decode()


def test_a_name_is_changed_but_not_at_the_tables(client: Client) -> None:
    guest = ann(client)
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair("Bo")]), guest)
    client.post("/guest/", {"name": "Anna"})
    guest.refresh_from_db()
    assert guest.name == "Anna"
    assert table.seats.get(number=0).name == "Ann"


@pytest.mark.parametrize("name", ["", " ", "x" * 61])
def test_a_name_that_cannot_be_is_refused(client: Client, name: str) -> None:
    guest = ann(client)
    assert client.post("/guest/", {"name": name}).status_code == 422
    guest.refresh_from_db()
    assert guest.name == "Ann"


def test_this_browser_forgets_a_guest_who_can_come_back(client: Client) -> None:
    guest = ann(client)
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair("Bo")]), guest)
    client.post("/guest/", {"forget": "1"})
    assert who(client) is None
    client.post(secret_link(guest))
    assert Table.objects.get() == table
    assert [card.table for card in client.get("/").context["sections"][0].cards] == [table]


def test_a_form_from_elsewhere_is_refused_with_a_sentence() -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/play/")
    assert response.status_code == 403
    assert "Reload it and try again" in response.content.decode()
    assert not Table.objects.exists()
