"""Automatic passes in stock rounds: only for a player without another action, and only if the game has them."""

from __future__ import annotations

from typing import Any

import pytest

import tetsudo
from tests.builders import assign_private, exchange, kinds, play, sell, start, stock_round
from tetsudo import interop
from tetsudo.core.actions import Action, Pass
from tetsudo.game.game import Game


def broke(symbol: str = "DR", **options: Any) -> Game:
    """Three players in a stock round without cash or sellable shares; 0 owns a private, and 2 is to act.

    Player 1 is president of Iyo, has half of it, and may sell.
    """
    game = stock_round(3, cash=0, player=2, **options)
    start(game, "IR", {1: 50}, par=80)
    assign_private(game, symbol, 0)
    return game


def listed(game: Game, player: int) -> set[str]:
    """The kinds of a player's legal actions."""
    return {each.kind for each in game.legal_actions(player)}


@pytest.mark.rule("1889-PRV-09", "1889-SR-03")
def test_a_player_who_can_only_exchange_a_private_is_asked() -> None:
    game = broke()
    assert kinds(play(game, Pass(2))) == ["passed"]
    assert game.to_act.player == 0
    assert listed(game, 0) == {"pass", "exchange_private"}


@pytest.mark.rule("1889-PRV-09", "1889-SR-03")
def test_after_the_exchange_the_share_may_be_sold_in_the_same_turn() -> None:
    game = broke()
    play(game, Pass(2), exchange(game, 0))
    assert game.to_act.player == 0
    assert listed(game, 0) == {"pass", "sell_shares"}
    play(game, sell(game, 0, "IR"))
    assert game.to_act.player == 1


@pytest.mark.rule("1889-PRV-05", "1889-SR-03")
def test_a_player_who_can_only_lay_a_tile_with_a_private_is_asked() -> None:
    game = broke("MF")
    play(game, Pass(2))
    assert game.to_act.player == 0
    assert listed(game, 0) == {"pass", "lay_private_tile"}


@pytest.mark.rule("1889-SR-03")
def test_a_player_who_can_only_pass_is_passed_over() -> None:
    """Sumitomo Mine allows no action in a stock round."""
    game = broke("SMR")
    assert kinds(play(game, Pass(2))) == ["passed", "auto_passed"]
    assert game.to_act.player == 1


@pytest.mark.rule("1889-PRV-09")
def test_the_turn_waits_for_a_private_after_the_purchase() -> None:
    """No sales in the first stock round, so only the exchange is left after the purchase."""
    game = stock_round(3, cash=80, turn=1)
    start(game, "IR", {1: 50}, par=80)
    assign_private(game, "DR", 0)
    play(game, game.parse("buy IR ipo"))
    assert game.to_act.player == 0
    assert listed(game, 0) == {"pass", "exchange_private"}


@pytest.mark.rule("1889-SR-03")
def test_without_automatic_passes_everybody_is_asked() -> None:
    game = broke("SMR", automatic_passes=False)
    assert kinds(play(game, Pass(2))) == ["passed"]
    assert listed(game, 0) == {"pass"}
    assert kinds(play(game, Pass(0))) == ["passed"]


def test_without_automatic_passes_a_turn_in_which_something_was_done_still_ends() -> None:
    game = stock_round(3, cash=80, turn=1, automatic_passes=False)
    start(game, "IR", {1: 50}, par=80)
    assert kinds(play(game, game.parse("buy IR ipo"))) == ["share_bought"]
    assert game.to_act.player == 1


def test_the_option_is_recorded_and_read_back() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"], options={"automatic_passes": False})
    assert game.record().options == {"automatic_passes": False}
    assert not tetsudo.load(game.record()).setup.settings.automatic_passes
    assert not tetsudo.game.position.read(game.position()).setup.settings.automatic_passes


# Older records


def old_record(game: Game) -> dict[str, Any]:
    """A game's record as written in version 1."""
    record = game.record()
    options = {name: value for name, value in record.options.items() if name != "passes_without_trade"}
    return {
        "format": "tetsudo",
        "version": 1,
        "title": record.title,
        "variants": record.variants,
        "options": options,
        "players": record.players,
        "actions": record.actions,
    }


OPENING = ("buy TR", "buy MF", "buy ER", "buy SMR", "buy DR", "par IR 75")


def opened(**options: bool) -> Game:
    """Two players; Bo has bought Mitsubishi Ferry for 30 and Sumitomo Mine for 50, and started Iyo for 150."""
    game = tetsudo.new("1889", ["Ann", "Bo"], options=options)
    for text in OPENING:
        game.apply(game.parse(text))
    return game


def test_in_a_record_of_version_1_a_player_who_cannot_trade_is_passed_over() -> None:
    """Bo's turn ends with the purchase, without a recorded pass, although the port tile may still be laid."""
    now, before = opened(), opened(passes_without_trade=True)
    assert (now.to_act.player, before.to_act.player) == (1, 0)
    assert listed(now, 1) == {"pass", "lay_private_tile"}
    before.apply(before.parse("buy IR ipo"))
    again = tetsudo.load(old_record(before))
    assert again.state == before.state
    assert again.record().options == {"passes_without_trade": True}
    assert tetsudo.load(again.record()).state == before.state


def test_players_cannot_choose_how_old_records_passed() -> None:
    assert "passes_without_trade" not in {option.name for option in tetsudo.titles()[0].options}


def actions_of(game: Game, *texts: str) -> list[Action]:
    """Apply typed actions; returns all actions of the game."""
    for text in texts:
        game.apply(game.parse(text))
    return list(game.actions)


def test_a_pass_that_18xx_games_makes_by_itself_is_not_exported() -> None:
    """Bo buys, and passes with only the port tile left: 18xx.games ended the turn with the purchase."""
    game = tetsudo.new("1889", ["Ann", "Bo"], variants=["18xx.games"])
    done = actions_of(game, *OPENING, "pass", "buy IR ipo")
    file = interop.export_18xx_games(game)
    assert len(file["actions"]) == len(done) - 1
    assert "pass" not in {each["type"] for each in file["actions"]}
    assert file["acting"] == [2]
    there = interop.replay(file).game
    game.apply(game.parse("pass"))  # Ann may still exchange her private; on 18xx.games her turn is over, too
    assert there.state == game.state
