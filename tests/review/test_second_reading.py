"""Every finding is found again by a second, plain reading of the game, and the other way round."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.walks import TITLES, new_numbered_game
from tests.review import plain
from tetsudo.bots import SimplePlayer
from tetsudo.bots.player import ask_for_choice
from tetsudo.core.units import NOBODY
from tetsudo.game.game import Game
from tetsudo.lab.random_play import random_action
from tetsudo.review import Review, review
from tetsudo.review.findings.kinds import IdleMoney

ROLLS = ("1890",)
"""Titles where a die adds to runs: there a run below the best may be no finding."""


def rows(found: Review, kind: str, *names: str) -> set[plain.Row]:
    """Findings of a kind as tuples of some of their values."""
    return {tuple(getattr(each, name) for name in names) for each in found.of_kind(kind)}


def check(game: Game) -> Review:
    """Compare the review of a game with the plain reading, kind by kind."""
    found, table = review(game), plain.Table(game)
    runs = rows(found, "run_below_best", "move", "revenue", "best")
    rusted = rows(found, "train_rusted_unpaid", "move", "company", "train", "price", "earned")
    if game.setup.title in ROLLS:
        assert runs <= plain.runs(table)
        assert {row[:4] for row in rusted} <= {row[:4] for row in plain.rusted(table)}
    else:
        assert runs == plain.runs(table)
        assert rusted == plain.rusted(table)
    idle = {
        (each.player, NOBODY, each.amount, each.chances, each.brought - each.price)
        if each.company == NOBODY
        else (NOBODY, each.company, each.amount, each.chances, each.brought)
        for each in found.findings
        if isinstance(each, IdleMoney)
    }
    assert idle == plain.idle_money(table)
    assert rows(found, "unused_certificate", "move", "player", "held", "price") == plain.certificates(table)
    assert rows(found, "useless_withholding", "move", "company", "amount", "spent") == plain.withholding(table)
    assert rows(found, "cheaper_train_earlier", "move", "company", "paid", "earlier_price") == plain.forced(table)
    assert rows(found, "private_not_sold", "move", "player", "private", "price") == plain.privates(table)
    assert rows(found, "unused_tokens", "company", "count", "chances") == plain.tokens(table)
    return found


def played(number: int, title: str, random_moves: float) -> Game:
    """A numbered game of simple players with some random moves, at its end."""
    game, random = new_numbered_game(number, title), Random(f"{title}-{number}")
    bots = [SimplePlayer(game.setup, random) for _ in game.names]
    while not game.is_over:
        if random.random() < random_moves:
            game.apply(random_action(game, random))
        else:
            seat = game.to_act.player
            game.apply(ask_for_choice(bots[seat], game.view(seat), game.legal_actions()).action)
    return game


@pytest.mark.parametrize("title", TITLES)
def test_a_game_of_bots_with_some_random_moves(title: str) -> None:
    assert check(played(2, title, 1 / 10)).findings


@pytest.mark.parametrize("title", TITLES)
def test_a_random_game(title: str) -> None:
    assert check(played(1, title, 1)).findings


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("random_moves", [0, 1 / 10, 1])
def test_many_games(title: str, number: int, random_moves: float) -> None:
    """Every number of players, scenario and variant."""
    check(played(number, title, random_moves))
