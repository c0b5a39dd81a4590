"""The table's page: its content, the parts a move changes, and its small size."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

import tetsudo
from tetsudo import interop
from tetsudo.game.game import Game
from tetsudo.lab.random_play import play_random
from tetsudo.titles.loader import titles
from tetsudo.web import settings
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.replay_import import table_data
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db
TITLE = titles()[0].name
PARTS = ("companies", "matrix", "privates", "market", "trains")


@pytest.fixture
def table(client: Client) -> Table:
    """A hotseat table of the guest Ann, whose browser is `client`."""
    client.post("/guest/", {"name": "Ann"})
    return open_table(
        TableSettings(TITLE, [Chair("Ann"), Chair("Bo"), Chair("Cy")], seed=7), Guest.objects.get(name="Ann")
    )


def bid(table: Table, player: str, price: int = 20, lot: str = "TR") -> None:
    table.refresh_from_db()
    action = {"type": "bid", "player": player, "lot": lot, "price": price}
    submit.act(table, table.version, action, range(3))


def get(client: Client, table: Table, path: str = "", **query: Any) -> str:
    answer = client.get(f"/t/{table.key}/{path}", query)
    assert answer.status_code == 200
    return answer.content.decode()


def map_number(page: str) -> str:
    found = re.search(r'<svg id="map" data-map="(\d+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(("title", "scenario"), [("1889", None), ("1890", "C")])
def test_a_page_is_small_after_500_moves(client: Client, title: str, scenario: str | None) -> None:
    client.post("/guest/", {"name": "Ann"})
    game = tetsudo.new(title, ("Ann", "Bo", "Cy", "Di"), seed=7, scenario=scenario)
    play_random(game, Random(5), 500)
    table = from_record.create_table(table_data(game), Guest.objects.get(name="Ann"), "Late")
    assert len(get(client, table).encode()) < 200_000


def recorded(shared: Path, actions: int | None = None) -> Game:
    game = interop.replay((shared / "games/1889/104.json").read_bytes()).game
    return game if actions is None else game.earlier(actions)


def test_a_page_has_map_actions_panels_and_track(client: Client, table: Table) -> None:
    page = get(client, table)
    assert map_number(page)
    for part in ("acts", "history", "log", "messages", *PARTS):
        assert f'id="{part}"' in page
    for company in games.current(table).game.setup.companies:
        assert f'id="mark-{company.symbol}"' in page


def test_parts_bring_only_what_the_page_does_not_show(client: Client, table: Table) -> None:
    page = get(client, table)
    bid(table, "Ann", 35, "MF")
    parts = get(client, table, "parts/", version=0, compared=0, map=map_number(page))
    assert 'id="map"' not in parts
    assert 'id="market"' not in parts
    assert 'id="matrix"' in parts
    assert 'data-version="1"' in parts


def test_parts_bring_everything_to_a_page_that_shows_nothing(client: Client, table: Table) -> None:
    parts = get(client, table, "parts/")
    assert all(f'id="{part}"' in parts for part in ("map", "acts", "standing", "track", "log", *PARTS))


@pytest.mark.parametrize("wrong", [{"version": "x"}, {"map": "-1"}, {"version": "9" * 40}, {"map": "²"}])
def test_parts_for_a_page_that_says_nonsense(client: Client, table: Table, wrong: dict[str, str]) -> None:
    assert 'id="map"' in get(client, table, "parts/", **wrong)


def test_what_others_changed_is_marked_until_one_has_moved(client: Client, table: Table) -> None:
    """At a hotseat table the viewer is the player to act."""
    of_ann = 'class="col-player changed">400</td>'
    bid(table, "Ann")
    for player, lot in (("Bo", "ER"), ("Cy", "SMR")):
        assert of_ann in get(client, table, "parts/").partition('id="matrix"')[2]
        bid(table, player, 80, lot)
    assert of_ann not in get(client, table, "parts/")


def test_a_page_says_round_phase_bank_and_move(client: Client, table: Table) -> None:
    bid(table, "Ann")
    where = get(client, table).partition('id="where"')[2].partition("</p>")[0]
    for said in ("Auction", "Phase 2", "¥", "Move 1"):
        assert said in where


def test_names_are_text(client: Client) -> None:
    client.post("/guest/", {"name": "Ann"})
    evil = "<i>x</i>"
    wish = TableSettings(TITLE, [Chair(evil), Chair("Bo")], name="<script>alert(1)</script>")
    page = get(client, open_table(wish, Guest.objects.get()))
    assert evil not in page
    assert "<script>alert" not in page
    assert "&lt;i&gt;x&lt;/i&gt;" in page


def test_a_finished_game_says_who_won(client: Client, table: Table, shared: Path) -> None:
    game = recorded(shared)
    page = get(client, from_record.create_from_game(game, table.owner, "Done"))
    ending = page.partition('class="ending"')[2].partition("</section>")[0]
    for name, worth in (game.result() or {}).items():
        assert name in ending
        assert f"{worth:,}" in ending
    assert f"{game.winners()[0]} wins" in ending
    assert 'class="ending"' not in get(client, table)


@pytest.mark.parametrize("actions", [150, 300, 429])
def test_a_page_is_small_also_late_in_a_game(client: Client, table: Table, shared: Path, actions: int) -> None:
    late = from_record.create_from_game(recorded(shared, actions), table.owner, "Late")
    assert len(get(client, late).encode()) < 200_000


def test_companies_show_trains_shares_and_what_is_left(client: Client, table: Table, shared: Path) -> None:
    game = recorded(shared, 300)
    companies = get(client, from_record.create_from_game(game, table.owner, "Late"), "parts/")
    for symbol, company in game.companies.items():
        if not company.is_floated:
            continue
        charters = (part.partition("</article>")[0] for part in companies.split('<article class="charter')[1:])
        charter = next(charter for charter in charters if f'data-company="{symbol}"' in charter)
        assert company.president
        assert company.president.name in charter
        assert f"¥{company.cash:,}" in charter
        assert charter.count("chip train") == len(company.trains)
        assert charter.count("chip token") == len(company.token_prices_left)


def test_tiles_are_symbols_in_one_picture(client: Client, table: Table) -> None:
    answer = client.get(f"/t/{table.key}/tiles.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    tiles = games.current(table).game.setup.tiles
    assert all(f'id="tile-{tile.name}"' in answer.content.decode() for tile in tiles)


def test_there_is_no_such_table(client: Client) -> None:
    assert client.get("/t/nothing/").status_code == 404
    assert client.get("/t/nothing/parts/").status_code == 404


def test_lines_of_templates_can_be_read() -> None:
    for path in (settings.HERE / "templates").rglob("*.*"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert len(line) < 200, f"{path.name}:{number}"
