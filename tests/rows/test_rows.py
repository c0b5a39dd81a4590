"""Rows of a game: names on each, the same as the engine and the accounts have, and nothing hidden."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

import tetsudo
from tests.accounts.test_accounts import played
from tests.clauses.t1890.hidden import first_hidden_game, second_hidden_game
from tests.conftest import ROOT
from tetsudo.analysis.rows import TABLES
from tetsudo.analysis.rows.columns import NUMBER, NUMBERS, SHARE, TEXT, TEXTS
from tetsudo.core import events
from tetsudo.core.errors import UnknownName
from tetsudo.game.game import Game

KINDS = ["1889", "1889 beginner", "1888", "1890 C"]
TYPES: dict[str, type] = {NUMBER: int, TEXT: str, SHARE: float, TEXTS: list, NUMBERS: list}


def start_of_a_game() -> Game:
    """Auction in which Ann buys TR at its face value of 20, Bo bids 45 for ER, and Cy passes."""
    game = tetsudo.new("1889", players=["Ann", "Bo", "Cy"], seed=7)
    for command in ("buy TR", "bid ER 45", "pass"):
        game.apply(game.parse(command))
    return game


def by_hand(rows: list[dict[str, Any]], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row.get(column) for column in columns) for row in rows]


def test_events_have_names_and_their_place() -> None:
    found = start_of_a_game().rows("events")
    assert by_hand(found, "action", "round", "player", "kind", "lot", "price") == [
        (0, "Auction", None, "auction_began", None, None),
        (1, "Auction", "Ann", "lot_sold", "TR", 20),
        (2, "Auction", "Bo", "bid", "ER", 45),
        (3, "Auction", "Cy", "passed", None, None),
    ]


def test_a_private_sold_in_the_auction_is_a_trade() -> None:
    (trade,) = start_of_a_game().rows("trades")
    assert trade == {
        "action": 1,
        "round_index": 1,
        "round": "Auction",
        "turn": 0,
        "player": "Ann",
        "kind": "lot_sold",
        "item": "lot",
        "name": "TR",
        "quantity": 1,
        "price": 20,
        "buyer": "Ann",
        "seller": "bank",
    }


def test_the_rounds_of_an_auction() -> None:
    """Ann has paid 20 of her 420; the private counts with its face value."""
    found = start_of_a_game().rows("rounds")
    assert by_hand(found, "round", "player", "seat", "deals", "cash", "held_privates", "worth") == [
        ("Start", "Ann", 1, 0, 420, 0, 420),
        ("Start", "Bo", 2, 0, 420, 0, 420),
        ("Start", "Cy", 3, 0, 420, 0, 420),
        ("Auction", "Ann", 1, -20, 400, 20, 420),
        ("Auction", "Bo", 2, 0, 420, 0, 420),
        ("Auction", "Cy", 3, 0, 420, 0, 420),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_events_are_those_of_the_game_in_order(kind: str) -> None:
    game = played(kind)
    found = game.rows("events")
    assert [row["kind"] for row in found] == [event.kind for event in game.events]
    for number, rows in groupby(found, key=lambda row: int(row["action"])):
        assert [row["number"] for row in rows] == list(range(len(game.earlier(number).latest_events)))


@pytest.mark.parametrize("kind", KINDS)
def test_runs_are_those_of_the_log(kind: str) -> None:
    game = played(kind)
    found = game.rows("runs")
    last_of_log = [event for event in game.events if isinstance(event, events.Ran | events.DidNotRun)]
    symbols = [company.symbol for company in game.setup.companies]
    assert [row["company"] for row in found] == [symbols[event.company] for event in last_of_log]
    assert sum(row["paid"] for row in found) == sum(
        event.price for event in game.events if isinstance(event, events.PaidOut)
    )
    for row in found:
        then = game.earlier(row["action"])
        assert len(row["trains"]) == len(row["routes"])
        assert row["revenue"] == 0 or row["trains"]
        assert row["round"].startswith("OR ")
        president = then.company(row["company"]).president
        assert president is None or president.name in (row["player"], then.names[then.to_act.player])


@pytest.mark.parametrize("kind", KINDS)
def test_holdings_and_cash_are_the_net_worth(kind: str) -> None:
    game = played(kind)
    held = game.rows("holdings")
    for row in game.rows("rounds"):
        own = [each for each in held if (each["round_index"], each["owner"]) == (row["round_index"], row["player"])]
        assert row["cash"] + sum(each["value"] for each in own) + row["owed"] == row["worth"]
    last = [each for each in held if each["action"] == game.length]
    for player in game.players:
        shares = {row["name"]: row["percent"] for row in last if (row["owner"], row["item"]) == (player.name, "share")}
        assert shares == player.shares
    for company in game.companies.values():
        own = [row for row in last if (row["owner"], row["item"]) == (company.symbol, "train")]
        assert sorted(company.trains) == sorted(row["name"] for row in own for _ in range(row["quantity"]))


@pytest.mark.parametrize("kind", KINDS)
def test_rows_have_the_columns_and_types_that_are_documented(kind: str) -> None:
    game = played(kind)
    for name, table in TABLES.items():
        types = {column.name: TYPES.get(column.type, object) for column in table.columns}
        found = game.rows(name)
        assert found
        for row in found:
            assert set(row) == set(types) if name != "events" else set(row) <= set(types)
            assert all(isinstance(value, types[field]) for field, value in row.items() if value is not None)


def test_the_result_by_player() -> None:
    game = played()
    found = {row["player"]: row for row in game.rows("players")}
    assert {name: row["worth"] for name, row in found.items()} == game.result()
    assert [name for name, row in found.items() if row["win"]] == list(game.winners())
    worths = sorted((row["worth"] for row in found.values()), reverse=True)
    best = next(row for row in found.values() if row["worth"] == worths[0])
    assert (best["place"], best["margin"]) == (1, worths[0] - worths[1])


def test_a_game_without_positions_has_the_same_rows() -> None:
    """Many games at once are played without keeping positions."""
    game = start_of_a_game()
    quick = tetsudo.new("1889", players=["Ann", "Bo", "Cy"], seed=7)
    quick.keeps_positions = False
    for action in game.actions:
        quick.apply(action)
    assert {name: quick.rows(name) for name in TABLES} == {name: game.rows(name) for name in TABLES}


def test_rows_of_a_viewer_have_nothing_hidden() -> None:
    """Two games that differ in hidden amounts only, seen by P2."""
    one, other = (made().seen_by("P2") for made in (first_hidden_game, second_hidden_game))
    for name in ("rounds", "trades", "holdings", "events", "players"):
        assert one.rows(name) == other.rows(name)
    (train,) = [row for row in one.rows("trades") if row["item"] == "train"]
    assert (train["buyer"], train["seller"], train["price"]) == ("HK", "NK", None)
    assert {row["cash"] for row in one.rows("rounds") if row["player"] == "P1"} == {None}


def test_an_unknown_table_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"There is no table run\. Did you mean runs"):
        start_of_a_game().rows("run")


def test_every_field_of_an_event_has_a_column() -> None:
    fields = {name for kind in events.KINDS.values() for name in events.fields_of(kind)}
    assert fields <= {column.name for column in TABLES["events"].columns}


def test_the_manual_lists_every_column() -> None:
    page = (ROOT / "docs" / "data.md").read_text("utf-8")
    for name, table in TABLES.items():
        section = page.partition(f"### `{name}`")[2].partition("###")[0]
        listed = [line for line in section.splitlines() if line.startswith("| `")]
        assert listed == [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in table.columns]
