"""Choices that only toy editions have, on the pages of a table: a home, trades out of turn, a second share."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.titles.test_general_keys import CHEAP, TRADES
from tests.titles.test_general_mechanisms import CHOICE, ELM, MILL
from tests.titles.toys import Toy
from tests.web.test_five_shares import TO_STOCK_ROUND, act, page
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


def table_of(client: Client, title: str, *actions: dict[str, Any]) -> Table:
    """A hotseat table of the guest Ann after the auction and some actions."""
    client.post("/guest/", {"name": "Ann"})
    made = open_table(TableSettings(title, [Chair("Ann"), Chair("Bo")], seed=7), Guest.objects.get(name="Ann"))
    for action in (*TO_STOCK_ROUND, *actions):
        act(made, action)
    return made


def share(player: str, company: str, source: str = "ipo") -> dict[str, Any]:
    return {"type": "buy_share", "player": player, "company": company, "source": source}


def par(player: str, company: str, price: int) -> dict[str, Any]:
    return {"type": "par", "player": player, "company": company, "price": price}


def passing(player: str) -> dict[str, Any]:
    return {"type": "pass", "player": player}


def test_a_trade_out_of_turn_is_offered(client: Client, toy: Toy) -> None:
    """Ann may buy the ferry of Bo in her turn; so may Bo the wagons of Ann, out of turn."""
    shown = page(client, table_of(client, toy(title=TRADES)))
    assert shown.count("Buy a private") == 2
    assert "of Bo, pays $10" in shown
    assert "of Ann, pays $5" in shown


def test_the_president_is_asked_for_a_home(client: Client, toy: Toy) -> None:
    title = toy(title=CHOICE, map=MILL, companies=ELM)
    founding = (par("Ann", "ELM", 60), share("Bo", "ELM"), share("Ann", "ELM"), passing("Bo"), passing("Ann"))
    table = table_of(client, title, *founding)
    shown = page(client, table)
    assert "choose a home" in shown
    assert "Pick a glowing hex" in shown
    act(table, {"type": "place_token", "player": "Ann", "company": "ELM", "hex": "B7", "city": 0})
    assert "lay track" in page(client, table)


def test_a_second_cheap_share_has_its_button(client: Client, toy: Toy) -> None:
    """Pars are cheap here: after a share from the offering another one may follow."""
    cheap = CHEAP + "p = { par = true, several = true }\n"
    table = table_of(client, toy(market=cheap), par("Ann", "ALD", 60), share("Bo", "ALD"))
    assert '"type": "buy_share", "player": "Bo", "company": "ALD"' in page(client, table).replace("&quot;", '"')
