"""An external title, with companies of five shares paid share by share, as shown on the site."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

import tetsudo
from tetsudo.titles.data import discovery
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parents[1] / "titles" / "valley"
TO_STOCK_ROUND = (
    {"type": "bid", "player": "Ann", "lot": "MW", "price": 20},
    {"type": "bid", "player": "Bo", "lot": "CF", "price": 50},
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "_added_titles", {})
    tetsudo.add_title(FOLDER)


@pytest.fixture
def table(client: Client) -> Table:
    """A hotseat table of the guest Ann, in its first stock round."""
    client.post("/guest/", {"name": "Ann"})
    made = open_table(TableSettings("valley", [Chair("Ann"), Chair("Bo")], seed=7), Guest.objects.get(name="Ann"))
    for action in TO_STOCK_ROUND:
        act(made, action)
    return made


def act(table: Table, action: dict[str, object]) -> None:
    table.refresh_from_db()
    submit.act(table, table.version, action, range(2))


def page(client: Client, table: Table) -> str:
    return client.get(f"/t/{table.key}/").content.decode().replace("\xa0", " ")


def test_its_page_of_rules_tells_of_shares_and_capital(client: Client) -> None:
    text = client.get("/titles/valley/").content.decode().replace("\xa0", " ")
    assert "It has 5 shares of 20 %, 40 % in the president&#x27;s certificate." in text
    assert "It receives the price of each share as it is bought from the IPO." in text


def test_it_stands_in_the_lobby(client: Client) -> None:
    assert "Four Valleys" in client.get("/new/").content.decode() + client.get("/").content.decode()


def test_a_table_shows_fifths(client: Client, table: Table) -> None:
    first = page(client, table)
    assert "Choose the price of a 20 % share to start the company: you buy 20 / 40 %, and it floats at 60 %." in first
    act(table, {"type": "par", "player": "Ann", "company": "ALD", "price": 90})
    after = page(client, table)
    assert "40%" in after
    assert "IPO, 60 %" in after
    assert "Alder Valley Railway receives $180." in after
