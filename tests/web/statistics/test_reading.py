"""Reading of the past: how often visitors may, what browsers keep, and what crawlers are told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.web.accounts.builders import account, signed_in
from tests.web.builders import Party, browser, open_party
from tests.web.filling import random_actions
from tests.web.statistics.builders import finished_table
from tests.web.test_robots import may_read
from tetsudo.web.common import rate_limits
from tetsudo.web.tables.models import Guest, Seat, Table

pytestmark = pytest.mark.django_db

PAST = ("at/1/", "at/1/parts/", "at/1/print/", "at/1/log/0/", "at/1/tiles/57/", "record/?version=1")


@pytest.fixture
def few(settings: Any) -> None:
    """Two reads a minute, for an address twice as many."""
    settings.RATES = {**settings.RATES, "reads": "2/minute"}
    settings.ADDRESS_RATE_FACTOR = 2
    rate_limits.reset_counters()


@pytest.fixture
def hall() -> Party:
    party = open_party()
    party.act(*random_actions()[:4])
    return party


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("path", PAST)
def test_an_address_without_a_name_may_read_the_past_so_often(hall: Party, client: Client, path: str) -> None:
    address = f"/t/{hall.table.key}/{path}"
    assert [client.get(address).status_code for _ in range(5)] == [200] * 4 + [429]
    refused = client.get(address)
    assert "Too many attempts in a short time. Try again in" in refused.content.decode()
    assert 0 < int(refused["Retry-After"]) <= 61
    assert refused["Cache-Control"] == "no-store"
    assert client.get(f"/t/{hall.table.key}/").status_code == 200, "the present is not limited"
    assert Client(REMOTE_ADDR="2001:db8::1").get(address).status_code == 200


@pytest.mark.usefixtures("few")
def test_players_and_people_with_an_account_are_not_limited(hall: Party) -> None:
    for reader in (browser(hall.guests["Ann"]), signed_in(account("Dora"))):
        assert {reader.get(f"/t/{hall.table.key}/at/1/").status_code for _ in range(8)} == {200}


@pytest.mark.usefixtures("few")
def test_a_name_alone_gives_no_more(hall: Party) -> None:
    """Anyone gives themselves one."""
    eve = browser(Guest.objects.create(name="Eve"))
    assert [eve.get(f"/t/{hall.table.key}/at/1/").status_code for _ in range(5)] == [200] * 4 + [429]


@pytest.mark.usefixtures("few")
def test_the_present_by_its_number_is_not_the_past(hall: Party, client: Client) -> None:
    address = f"/t/{hall.table.key}/at/{hall.table.version}/parts/"
    assert {client.get(address).status_code for _ in range(8)} == {200}


# Caches


@pytest.mark.parametrize("path", ["record/", "record/?version=2", "plots/cash.csv", "plots/cash.svg?theme=dark"])
def test_a_file_about_a_game_is_made_once_for_a_browser(hall: Party, client: Client, path: str) -> None:
    address = f"/t/{hall.table.key}/{path}"
    first = client.get(address)
    assert first.status_code == 200
    assert {"private", "no-cache"} <= set(first["Cache-Control"].split(", "))
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "private" in again["Cache-Control"]
    Seat.objects.filter(table=hall.table, number=0).update(name="former player")
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_file_of_the_present_is_new_after_a_move(hall: Party, client: Client) -> None:
    present, past = (f"/t/{hall.table.key}/record/{query}" for query in ("", "?version=2"))
    tags = {address: client.get(address)["ETag"] for address in (present, past)}
    hall.act(random_actions()[4])
    assert client.get(present, headers={"If-None-Match": tags[present]}).status_code == 200
    assert client.get(past, headers={"If-None-Match": tags[past]}).status_code == 304


def test_a_record_is_new_when_its_game_has_ended(client: Client) -> None:
    """Only then it has the seed."""
    table = finished_table(status=Table.Status.RUNNING)
    before = client.get(f"/t/{table.key}/record/")
    Table.objects.update(status=Table.Status.FINISHED)
    after = client.get(f"/t/{table.key}/record/", headers={"If-None-Match": before["ETag"]})
    assert (before.json().get("seed"), after.status_code) == (None, 200)
    assert after.json()["seed"] == table.seed


def test_tiles_are_asked_for_again_after_a_day(hall: Party, client: Client) -> None:
    first = client.get(f"/t/{hall.table.key}/tiles.svg")
    assert "max-age=86400" in first["Cache-Control"]
    again = client.get(f"/t/{hall.table.key}/tiles.svg", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "max-age=86400" in again["Cache-Control"]


@pytest.mark.parametrize("path", ["at/1/", "at/1/parts/", "at/1/print/", "at/1/log/0/"])
def test_pages_of_the_past_are_kept_by_the_browser_alone(hall: Party, client: Client, path: str) -> None:
    said = client.get(f"/t/{hall.table.key}/{path}")["Cache-Control"].split(", ")
    assert "private" in said
    assert "public" not in said
    assert any(each.startswith("max-age=") and each != "max-age=0" for each in said)


def test_a_clause_in_a_page_with_a_name_is_private(client: Client) -> None:
    assert "private" in client.get("/titles/1889/rules/1889-OR-07/")["Cache-Control"]


# Crawlers


@pytest.mark.parametrize("path", ["at/1/", "at/1/parts/", "at/1/print/"])
def test_crawlers_neither_index_the_past_nor_follow_its_links(hall: Party, client: Client, path: str) -> None:
    assert client.get(f"/t/{hall.table.key}/{path}")["X-Robots-Tag"] == "noindex, nofollow"


def test_no_link_of_a_table_leads_crawlers_into_its_past(client: Client) -> None:
    table = finished_table()
    seen = 0
    for path in ("", "end/", "plots/", "chronicle/"):
        content = client.get(f"/t/{table.key}/{path}").content.decode()
        for link in re.findall(rf'<a\s[^>]*href="/t/{table.key}/at/[^>]*>', content):
            seen += 1
            assert 'rel="nofollow"' in link, link
    assert seen > 20


def test_robots_leave_the_archive_file_and_the_past_alone(client: Client) -> None:
    rules = client.get("/robots.txt").content.decode()
    for path in ("/games/archive.jsonl.gz", "/t/abc/at/3/", "/t/abc/record/?version=3", "/t/abc/plots/cash.svg"):
        assert not may_read(rules, path), path
    for path in ("/games/archive/", "/titles/1889/statistics/", "/t/abc/"):
        assert may_read(rules, path), path
