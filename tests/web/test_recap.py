"""Recaps since a player's last move: the right events for each viewer, matching the actual changes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.browser.games import simple_game
from tests.web.builders import Party, browser, open_party
from tetsudo.engine.state.board import faces_on, tokens_on
from tetsudo.engine.state.state import cash_of
from tetsudo.game.game import Game
from tetsudo.web.play.panels.recap import Recap, recap_of
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.play.scene.values import Value, drop_common_marks
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.moves import submit

pytestmark = pytest.mark.django_db

HTML = {"accept": "text/html"}


def scene_of(game: Game, seat: int) -> Scene:
    """A game as seen by the owner of one seat; the others belong to other guests."""
    mine, other = Guest.objects.create(name="Me"), Guest.objects.create(name="Other")
    table = from_record.create_from_game(game, other, "")
    Seat.objects.filter(table=table, number=seat).update(guest=mine)
    return Scene(table, games.current(table), mine, False)


def late_game(title: str, length: int, scenario: str = "") -> Game:
    return simple_game(3, whims=0.5, title=title, scenario=scenario).earlier(length)


@pytest.mark.parametrize(("title", "scenario"), [("1889", ""), ("1888n", ""), ("1888", ""), ("1890", "C")])
@pytest.mark.parametrize("length", [60, 150, 250])
def test_a_recap_is_what_has_changed(title: str, scenario: str, length: int) -> None:
    """Cash and worth of every player, the price of every company, and the hexes that changed."""
    game = late_game(title, length, scenario)
    for seat in range(3):
        scene = scene_of(game, seat)
        own = [number for number, action in enumerate(game.actions, 1) if action.player == seat]
        before = game.earlier(max(own, default=0))
        recap = recap_of(scene)
        assert len(recap.steps) == min(game.length - before.length, 60)
        assert gains(recap) == {
            name: changed(scene, cash_of(game.state, player), cash_of(before.state, player))
            for player, name in enumerate(["You" if number == seat else each for number, each in enumerate(game.names)])
            if cash_of(game.state, player) != cash_of(before.state, player)
        }
        told = {line.symbol: (line.before, line.now.text) for line in recap.companies if line.before}
        prices = {symbol: (before.companies[symbol].price, game.companies[symbol].price) for symbol in game.companies}
        assert told == {
            symbol: (scene.labels.money(old), scene.labels.money(new))
            for symbol, (old, new) in prices.items()
            if old and new and old != new
        }
        looks_other = {
            hex.name
            for hex in game.setup.map.hexes
            if (faces_on(game.state)[hex.id], sorted(tokens_on(game.state, hex.id)))
            != (faces_on(before.state)[hex.id], sorted(tokens_on(before.state, hex.id)))
        }
        assert looks_other <= {name for name, _numbers in recap.hexes}


def gains(recap: Recap) -> dict[str, str]:
    return {line.name: line.cash.text for line in recap.players if line.cash.way}


def changed(scene: Scene, now: int, before: int) -> str:
    return f"+{scene.labels.money(now - before)}" if now > before else scene.labels.money(now - before)


# Start of a recap


def bid(player: str, lot: str, price: int) -> dict[str, Any]:
    return {"type": "bid", "player": player, "lot": lot, "price": price}


OPENING = (bid("Ann", "ER", 45), bid("Bo", "SMR", 65), bid("Cy", "DR", 75), bid("Ann", "TR", 20))


def recap(hall: Party, name: str, version: int | None = None) -> Recap:
    """A viewer's recap ("": a spectator)."""
    table = Table.objects.get(pk=hall.table.pk)
    hot = games.current(table) if version is None else games.at_version(table, version)
    return recap_of(Scene(table, hot, hall.guests.get(name), version is not None))


def test_everybody_is_told_what_happened_since_his_own_move() -> None:
    hall = open_party()
    hall.act(*OPENING)
    assert recap(hall, "Ann").heading == "No one has moved since you did."
    assert recap(hall, "Bo").heading == "Since you moved: 2 moves"
    assert [(line.name, line.said, line.cash.text) for line in recap(hall, "Bo").players] == [
        ("Ann", "buys Takamatsu Electric Track ¥20", "−¥20"),
        ("Cy", "bids ¥75 for Dōgo Railway", ""),
    ]
    assert recap(hall, "Cy").heading == "Since you moved: 1 move"
    hall.act({"type": "pass", "player": "Bo"})
    assert recap(hall, "Bo").players == []


def test_who_only_watches_is_told_of_the_round() -> None:
    hall = open_party()
    hall.act(*OPENING)
    assert len(recap(hall, "").steps) == 4


def test_in_the_past_one_is_told_what_that_move_did() -> None:
    hall = open_party()
    hall.act(*OPENING)
    told = recap(hall, "Bo", version=1)
    assert told.heading == "With this move"
    assert [line.said for line in told.players] == ["bids ¥45 for Ehime Railroad"]


def test_one_person_with_several_seats_has_moved_with_any() -> None:
    hall = open_party()
    Seat.objects.filter(table=hall.table, number=1).update(guest=hall.guests["Ann"])
    for action, by in zip(OPENING, ("Ann", "Ann", "Cy"), strict=False):
        hall.act(action, by=by)
    assert len(recap(hall, "Ann").steps) == 1


# Undone moves


def test_an_undo_is_told_to_all_but_who_did_it() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*OPENING)
    table = Table.objects.get(pk=hall.table.pk)
    submit.undo_moves(table, 4, 2, hall.guests["Ann"])
    for name in ("Bo", "Cy", ""):
        assert recap(hall, name).taken_back == ["Ann undid: Bid ¥75 for Dōgo Railway, and 1 move after it."]
    assert recap(hall, "Ann").taken_back == []
    page = hall.client("Cy").get(f"/t/{hall.table.key}/", headers=HTML).content.decode()
    assert page.count("Ann undid: Bid ¥75 for Dōgo Railway") == 2  # in the recap, and next to the turn


def test_what_is_done_again_was_not_taken_back() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*OPENING)
    table = Table.objects.get(pk=hall.table.pk)
    submit.undo_moves(table, 4, 2, hall.guests["Ann"])
    submit.redo_moves(table, 5, hall.guests["Ann"])
    assert recap(hall, "Cy").taken_back == ["Ann undid: Bid ¥20 for Takamatsu Electric Track."]
    submit.redo_moves(table, 6, hall.guests["Ann"])
    assert recap(hall, "Cy").taken_back == []


def test_who_has_moved_since_is_not_told_again() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*OPENING)
    table = Table.objects.get(pk=hall.table.pk)
    submit.undo_moves(table, 4, 2, hall.guests["Ann"])
    table.refresh_from_db()
    hall.table.refresh_from_db()
    hall.act({"type": "pass", "player": "Cy"})
    assert recap(hall, "Cy").taken_back == []
    assert recap(hall, "Bo").taken_back != []


# Marks


def marked(client: Client, table: Table) -> list[str]:
    players = client.get(f"/t/{table.key}/parts/", headers=HTML).content.decode().partition('id="matrix"')[2]
    return [cell.partition("<")[0] for cell in re.split(r'class="[^"]*\bchanged">', players)[1:]]


def test_each_sees_marked_what_changed_since_he_moved() -> None:
    hall = open_party()
    hall.act(*OPENING)
    hall.act({"type": "pass", "player": "Bo"})
    assert "400" in marked(hall.client("Cy"), hall.table)
    assert "400" not in marked(hall.client("Ann"), hall.table)


@pytest.mark.parametrize("path", ["", "parts/"])
def test_a_recap_rebuilds_no_game(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a long game the cached part is enough, even for a player who moved long ago."""
    game = simple_game(3, whims=0.5)
    scene = scene_of(game.earlier(500), 0)
    Seat.objects.filter(table=scene.table).exclude(number=0).update(guest=None)
    followed: list[Any] = []
    monkeypatch.setattr(Game, "follow", lambda _game, action: followed.append(action))
    assert scene.guest
    assert browser(scene.guest).get(f"/t/{scene.table.key}/{path}", headers=HTML).status_code == 200
    assert followed == []


@pytest.mark.parametrize(
    ("changed", "marked"),
    [
        ([1, 0, 0, 0], [1, 0, 0, 0]),
        ([1, 1, 0, 0], [1, 1, 0, 0]),
        ([1, 1, 1, 0], [0, 0, 0, 0]),  # more than two of three
        ([1, 1, 1, 1], [0, 0, 0, 0]),
        ([1, 1], [1, 1]),  # two can be compared at a glance
        ([1, 1, 1, 0, 0], [1, 1, 1, 0, 0]),
    ],
)
def test_where_nearly_all_have_changed_nothing_is_marked(changed: list[int], marked: list[int]) -> None:
    values = drop_common_marks([Value("¥1", bool(each)) for each in changed])
    assert [value.is_changed for value in values] == [bool(each) for each in marked]


def test_companies_that_have_no_price_do_not_count() -> None:
    values = drop_common_marks([*[Value("¥1", is_changed=True)] * 3, *[Value("")] * 9])
    assert not any(value.is_changed for value in values)
