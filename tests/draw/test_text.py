"""The position as text tables."""

from __future__ import annotations

from dataclasses import replace

from tests.draw.builders import first_position, late_position
from tetsudo import new
from tetsudo.core.actions import Action
from tetsudo.draw import (
    Position,
    company_rows,
    depot_text,
    hex_rows,
    map_text,
    player_rows,
    position_text,
    private_rows,
    train_rows,
)
from tetsudo.engine.state.ownership import give_private
from tetsudo.game.game import Game


def begun() -> Game:
    """A three-player game in which Ann has just bought the first private."""
    game = new("1889", players=["Ann", "Bo", "Cy"])
    game.apply(game.legal_actions()[0].example() if game.legal_actions()[0].kind == "bid" else first_bid(game))
    return game


def first_bid(game: Game) -> Action:
    return next(each for each in game.legal_actions() if each.kind == "bid").example()


def test_players() -> None:
    ann, bo, _ = player_rows(begun())
    assert (ann.name, ann.cash, ann.worth, ann.privates, ann.to_act) == ("Ann", 400, 420, ("TR",), False)
    assert (bo.name, bo.certificates, bo.certificate_limit, bo.to_act) == ("Bo", 0, 19, True)


def test_companies_at_the_start() -> None:
    row = company_rows(begun())[0]
    assert (row.symbol, row.status, row.president, row.price, row.offering, row.market) == ("AR", "", "", 0, 100, 0)
    assert (row.tokens, row.tokens_left, row.held, row.last_run, row.order) == ((), (0, 40), {}, -1, 0)


def test_privates_and_their_owners() -> None:
    game = begun()
    assert [row.owner for row in private_rows(game)[:2]] == ["Ann", "bank"]
    give_private(game.state, 1, game.state.players + 3)
    give_private(game.state, 2, -1)
    assert [row.owner for row in private_rows(game)[1:3]] == ["KO", "closed"]


def test_trains() -> None:
    rows = train_rows(begun())
    assert [(row.name, row.in_depot, row.on_sale) for row in rows][:2] == [("2", 6, True), ("3", 5, False)]
    assert depot_text(begun()).startswith("→2 ×6 ¥80  3 ×5 ¥180")
    assert "D ×∞ ¥1,100" in depot_text(begun())


def test_where_the_game_stands() -> None:
    assert position_text(begun()) == "Auction · phase 2 · bank ¥5,760 · Bo to act: auction"


def test_hexes() -> None:
    rows = {row.name: row for row in hex_rows(begun())}
    assert (rows["K4"].place, rows["K4"].homes, rows["K4"].revenue) == ("Takamatsu", ("KO",), (30,))
    assert rows["F1"].revenue == (30,)
    assert rows["A8"].cost == 80
    assert "B5" not in rows  # no token there


def test_the_map_in_letters() -> None:
    lines = map_text(first_position())
    assert all(hex.name in lines for hex in first_position().setup.map.hexes)
    assert "(KU)" in lines
    lines = map_text(late_position())
    assert "#611/5" in lines
    assert "TR UR o" in lines
    assert max(map(len, lines.splitlines())) <= 100


def test_a_pointed_map_in_letters() -> None:
    position = first_position()
    table = replace(position.setup, map=replace(position.setup.map, flat_top=False))
    assert "K4" in map_text(Position(table, position.state))
