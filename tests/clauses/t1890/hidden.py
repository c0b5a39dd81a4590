"""A game with hidden cash and hidden train prices, and the same game with other hidden amounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.builders import company, operate, set_cash, start, train
from tests.clauses.t1890.tables import table
from tetsudo.core.actions import Answer, BuyTrain
from tetsudo.core.units import NOBODY
from tetsudo.game.game import Game

CASH: Final = ("hidden-cash",)
PRICES: Final = ("hidden-prices",)

NAMES: Final = ("P0", "P1", "P2", "P3")


def offer(game: Game, price: int) -> BuyTrain:
    """Hankyu's offer for Nankai's 3-train."""
    return BuyTrain(1, company(game, "HK"), train(game, "3"), company(game, "NK"), price, NOBODY)


def hidden_game(cash: Sequence[int], nankai: int, hankyu: int, declined: int, agreed: int) -> Game:
    """P0 is president of Nankai, P1 of Hankyu, which has bought a train from it and is still in its turn, P2 of
    Keihan."""
    made = table("C", "3", variants=CASH + PRICES)
    start(made, "NK", {0: 50, 3: 10}, cash=nankai, trains=["3"], market=10)
    start(made, "HK", {1: 50, 2: 10}, cash=hankyu, trains=["4"])
    start(made, "KH", {2: 50}, cash=350, trains=["3"])
    for player, amount in enumerate(cash):
        set_cash(made, player, amount)
    operate(made, "HK", "trains")
    game = Game.at(made.ruleset, NAMES, made.state)
    for action in (offer(game, declined), Answer(0, 0), offer(game, agreed), Answer(0, 1)):
        game.apply(action)
    return game


def first_hidden_game() -> Game:
    """Afterwards Nankai has 457 and Hankyu 243."""
    return hidden_game((500, 700, 400, 300), 300, 400, 131, 157)


def second_hidden_game() -> Game:
    """The same if P1 had 150 more, taken from P3 and P0, and all prices were different: Nankai has 531 and Hankyu
    169."""
    return hidden_game((420, 850, 400, 230), 360, 340, 119, 171)
