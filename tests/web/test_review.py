"""Review page of a finished table: exact findings by player, maps of runs below the best, and the setting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.web.builders import open_party
from tests.web.test_bringing import row
from tests.web.test_page import recorded
from tetsudo.web.tables.models import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def over(client: Client, shared: Path) -> Table:
    """The finished game 1889/104, at a table of the client's."""
    row(client, recorded(shared).record().to_json())
    return Table.objects.get()


def text_of(client: Client, address: str) -> str:
    """A page that is found, on one line."""
    answer = client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


@pytest.mark.shared("games/1889/104.json")
def test_the_review_lists_the_runs_below_the_best_one_with_both_maps(client: Client, over: Table) -> None:
    """`best-runs.json`: at action 190, SR ran for 170 where 180 was possible; in all, 11 runs are below the best."""
    assert f"/t/{over.key}/review/" in text_of(client, f"/t/{over.key}/end/")
    shown = text_of(client, f"/t/{over.key}/review/")
    maps = set(re.findall(rf'href="(/t/{over.key}/review/\d+/)"', shown))
    assert len(maps) == 11
    assert f"/t/{over.key}/review/190/" in maps
    page = text_of(client, f"/t/{over.key}/review/190/")
    assert page.count("<svg") >= 2
    assert "¥170" in page
    assert "¥180" in page
    assert client.get(f"/t/{over.key}/review/189/").status_code == 404


@pytest.mark.shared("games/1889/104.json")
def test_the_review_is_turned_off_in_the_settings(client: Client, over: Table) -> None:
    client.post("/settings/", {"review": "off"})
    assert f"/t/{over.key}/review/" not in text_of(client, f"/t/{over.key}/end/")
    assert client.get(f"/t/{over.key}/review/")["Location"] == f"/t/{over.key}/end/"


def test_there_is_no_review_during_a_game() -> None:
    party = open_party()
    answer = party.client("Ann").get(f"/t/{party.table.key}/review/", headers={"accept": "text/html"})
    assert answer["Location"] == f"/t/{party.table.key}/"
    assert party.client("Ann").get(f"/t/{party.table.key}/review/0/").status_code == 404
