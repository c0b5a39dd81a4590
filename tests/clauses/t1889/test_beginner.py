"""1889: the beginner variant (BEG)."""

from __future__ import annotations

import pytest

import tetsudo
from tests.builders import (
    assign_private,
    bid,
    buy_private,
    buy_train,
    clause,
    empty_depot,
    exchange,
    is_admitted,
    lay,
    lay_private,
    lay_tile,
    new_game,
    operate,
    par,
    pass_times,
    set_phase,
    start,
)
from tetsudo.core.actions import ExchangePrivate, LayPrivateTile
from tetsudo.core.events import StockRoundBegan
from tetsudo.game.game import Game

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
VALUES = {"TR": 20, "MF": 40, "ER": 40, "SMR": 60, "DR": 60, "SIR": 90}


def beginners(players: int = 6) -> Game:
    return new_game(players, variants=["beginner"])


@pytest.mark.rule("1889-BEG-01", "1889-BEG-09")
def test_play_begins_with_the_first_stock_round() -> None:
    game = beginners(4)
    assert game.to_act == (0, -1, "stock")
    assert [event.kind for event in game.events].count("auction_began") == 0
    assert game.events[-1] == StockRoundBegan(1)
    assert clause(game, par(game, 0, "AR", 65)) == ""
    assert game.setup.lots == ()


@pytest.mark.rule("1889-BEG-09")
def test_nothing_is_sold_in_that_round() -> None:
    game = beginners(4)
    start(game, "AR", {0: 50})
    assert not any(each.kind == "sell_shares" for each in game.legal_actions())


@pytest.mark.rule("1889-BEG-01")
def test_there_is_nothing_to_bid_for() -> None:
    tr_in_an_auction = bid(new_game(6), 0, "TR", 20)
    assert not is_admitted(beginners(6), tr_in_an_auction)


@pytest.mark.rule("1889-BEG-02")
def test_each_player_gets_one_private_and_pays_its_value() -> None:
    game = beginners(6)
    assert sorted(symbol for player in game.players for symbol in player.privates) == sorted(VALUES)
    for player in game.players:
        (symbol,) = player.privates
        assert player.cash == 390 - VALUES[symbol]
    assert game.view().bank == 7000 - 6 * 390 + 310


@pytest.mark.rule("1889-BEG-02")
def test_the_deal_is_drawn_and_may_be_said() -> None:
    drawn = {
        tuple(player.privates for player in tetsudo.new("1889", NAMES[:3], variants=["beginner"], seed=seed).players)
        for seed in range(12)
    }
    assert len(drawn) > 1
    game = tetsudo.new("1889", NAMES[:2], variants=["beginner"], deal=["SIR", "DR"])
    assert [player.privates for player in game.players] == [("SIR",), ("DR",)]
    assert [player.cash for player in game.players] == [330, 360]


@pytest.mark.rule("1889-BEG-03")
@pytest.mark.parametrize(("players", "letters"), [(2, "EF"), (3, "CEF"), (4, "CDEF"), (5, "ACDEF"), (6, "ABCDEF")])
def test_privates_by_number_of_players(players: int, letters: str) -> None:
    game = beginners(players)
    assert "".join(each.letter for each in game.setup.privates) == letters
    dealt = sorted(symbol for player in game.players for symbol in player.privates)
    assert dealt == sorted(game.privates)


@pytest.mark.rule("1889-BEG-04", "1889-BEG-05")
@pytest.mark.parametrize(
    ("symbol", "value", "income"),
    [("TR", 20, 5), ("MF", 40, 15), ("ER", 40, 15), ("SMR", 60, 20), ("DR", 60, 20), ("SIR", 90, 25)],
)
def test_values_and_incomes(symbol: str, value: int, income: int) -> None:
    game = beginners(6)
    assert game.privates[symbol].price == value
    held = game.privates[symbol].owner
    assert held is not None
    assert held.cash == 390 - value
    pass_times(game, 6)
    assert held.cash == 390 - value + income


@pytest.mark.rule("1889-BEG-06")
@pytest.mark.parametrize(("symbol", "hex_name", "tile_name"), [("TR", "K4", "440"), ("ER", "C4", "12")])
def test_privates_block_nothing(symbol: str, hex_name: str, tile_name: str) -> None:
    game = beginners(6)
    set_phase(game, "3")
    start(game, "AR", {0: 60}, tokens=[hex_name])
    operate(game, "AR")
    assign_private(game, symbol, 1)
    assert clause(game, lay_tile(game, "AR", hex_name, tile_name)) == ""


@pytest.mark.rule("1889-BEG-06")
@pytest.mark.parametrize("name", ["2", "3", "4"])
def test_companies_buy_no_privates(name: str) -> None:
    game = beginners(6)
    set_phase(game, name)
    start(game, "AR", {0: 60}, cash=1000)
    operate(game, "AR")
    forbidden = "1889-PBY-01" if name == "2" else "1889-BEG-06"
    assert clause(game, buy_private(game, 0, "AR", "SIR", 90)) == forbidden
    assert clause(game, buy_private(game, 0, "AR", "SIR", 0)) == forbidden


@pytest.mark.rule("1889-BEG-06")
def test_privates_have_no_abilities() -> None:
    game = beginners(6)
    for player in range(6):
        assert not any(isinstance(each, ExchangePrivate | LayPrivateTile) for each in game.legal_actions(player))
    for player in range(6):
        assert not is_admitted(game, exchange(game, player))
        assert not is_admitted(game, lay_private(game, player, "MF", "G10", "437"))
    assert all(each.powers == () for each in game.setup.privates)


@pytest.mark.rule("1889-BEG-06")
def test_mountains_cost_80_whoever_has_besshi() -> None:
    game = beginners(6)
    start(game, "IR", {0: 60}, cash=100)
    assign_private(game, "SMR", "IR")
    lay(game, "E2", "5", 0)
    operate(game, "IR")
    game.apply(lay_tile(game, "IR", "E4", "9", 0))
    assert game.companies["IR"].cash == 20


@pytest.mark.rule("1889-BEG-07")
def test_privates_close_with_the_first_5_train() -> None:
    game = beginners(6)
    set_phase(game, "4")
    start(game, "AR", {0: 60}, cash=450)
    empty_depot(game, "2", "3", "4")
    operate(game, "AR", "trains")
    assert len([symbol for player in game.players for symbol in player.privates]) == 6
    game.apply(buy_train(game, "AR", "5"))
    assert [player.privates for player in game.players] == [()] * 6


@pytest.mark.rule("1889-BEG-08")
def test_seven_tiles_more() -> None:
    usual = {each.name: each.count for each in new_game(4).setup.tiles}
    more = {each.name: each.count for each in beginners(4).setup.tiles}
    assert {name: more[name] - usual[name] for name in usual if more[name] != usual[name]} == {
        "6": 2,
        "7": 1,
        "8": 1,
        "9": 1,
        "23": 1,
        "24": 1,
    }
    assert (sum(usual.values()), sum(more.values())) == (63, 70)
