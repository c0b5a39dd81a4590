"""Actions as people type them."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.builders import operate, start, stock_round
from tetsudo.cli.menu import Entry, describe, menu
from tetsudo.core.actions import (
    KINDS,
    Action,
    BuyPassage,
    BuyShare,
    BuyTrain,
    Chance,
    Convert,
    Join,
    Pass,
    PassRound,
    RestoreToken,
    TakeBackToken,
    TakePrivate,
)
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY
from tetsudo.game.game import Game
from tetsudo.game.text import commands
from tetsudo.lab.random_play import random_action
from tetsudo.lab.table_spec import Table


def test_every_action_of_random_games_can_be_typed() -> None:
    seen = set()
    for seed in range(12):
        game = Table("1889", 2 + seed % 5).game()
        rng = Random(seed)
        while not game.is_over:
            action = random_action(game, rng)
            words = commands.text(game.setup, action)
            assert commands.parse(game, words, action.player) == action, words
            seen.add(action.kind)
            game.apply(action)
    assert seen == set(KINDS) - {action.kind for action in SELDOM}


SELDOM: Final = (
    Join(0, 0), PassRound(0), Convert(0, 0), BuyPassage(0, 0, 0), TakePrivate(0, 0, 20), Chance(result=1),
    TakeBackToken(0, 0, 7), RestoreToken(0, 0, 7),
)  # fmt: skip
"""Actions that random games of 1889 do not reach; by player 0, and by company 0 for companies' actions."""


@pytest.mark.parametrize("action", SELDOM, ids=lambda action: action.kind)
def test_what_random_games_seldom_come_to_can_be_typed(action: Action) -> None:
    game = stock_round(2)
    start(game, "AR", {0: 60})
    operate(game, "AR")
    assert commands.parse(game, commands.text(game.setup, action), 0) == action


def test_in_the_auction_a_lot_is_bought_at_its_price() -> None:
    game = Table("1889", 3).game()
    assert commands.parse(game, "buy TR") == commands.parse(game, "bid TR 20")
    assert commands.parse(stock_round(3), "buy AR") == BuyShare(0, 0, 3)  # from the IPO


def test_a_private_is_taken_at_its_face_value() -> None:
    assert commands.parse(stock_round(2), "take TR") == TakePrivate(0, 0, 20)


def test_capitals_do_not_matter_and_little_is_needed() -> None:
    game = Table("1889", 3).game()
    assert commands.parse(game, "PASS") == Pass(0)
    assert commands.parse(game, "bid tr 20") == commands.parse(game, "Bid TR 20")
    assert commands.parse(game, "buy AR") == commands.parse(game, "buy AR ipo")
    assert commands.parse(game, "Player 2: pass") == Pass(1)


def test_a_train_costs_what_the_bank_asks_unless_it_is_said() -> None:
    words = operating(Table("1889", 3).game())
    buy = commands.parse(words, "train 3")
    assert isinstance(buy, BuyTrain)
    assert (buy.price, buy.seller, buy.trade_in) == (180, 7, NOBODY)
    traded = commands.parse(words, "train D trade 4")
    assert isinstance(traded, BuyTrain)
    assert (traded.price, traded.trade_in) == (800, 2)
    bought = commands.parse(words, "train 2 SR 55")
    assert isinstance(bought, BuyTrain)
    assert (bought.price, bought.seller) == (55, 2)


def operating(game: Game) -> Game:
    """The game at a company's first turn."""
    rng = Random(1)
    while game.to_act.company == NOBODY:
        game.apply(random_action(game, rng))
    return game


@pytest.mark.parametrize(
    "words",
    [
        "dance", "bid", "bid XX 20", "bid TR", "bid TR x", "bid TR 20 30", "buy", "buy ZZ", "sell 2", "token K4",
        "lay K4", "lay Z99 7 0", "run 3", "train 9", "par AR", "par AR ninety", "exchange TR", "pay", "bankrupt",
        "bid TR 99999999999999", "use TR", "discard 2", "Bo: pass", "bid TR ²",
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_bad_input(words: str) -> None:
    with pytest.raises(BadInput):
        commands.parse(Table("1889", 3).game(), words)


def leaves(entries: list[Entry]) -> list[Entry]:
    return [leaf for entry in entries for leaf in (leaves(list(entry.entries)) if entry.entries else [entry])]


def test_the_menu_has_every_offer_once_and_is_short() -> None:
    for seed in range(6):
        game = Table("1889", 4).game()
        rng = Random(seed)
        while not game.is_over:
            offers = game.legal_actions()
            entries = menu(game, offers)
            assert len(entries) <= 40
            found = [leaf.offer for leaf in leaves(entries)]
            assert len(found) == len(offers)
            assert all(offer in found for offer in offers if offer.kind != "run_routes")
            assert all(describe(game, offer) for offer in offers)
            game.apply(random_action(game, rng))
