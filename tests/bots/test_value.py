"""What is expected of a position: nothing but what there is once a game is over, and more for who has more."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import new_game, own_private, start, stock_round
from tetsudo.bots import SimplePlayer
from tetsudo.bots.value import FEATURES, MOST_ROUNDS, expected, features, rounds_left
from tetsudo.game import Game
from tetsudo.lab.fitting import Sample, fit, samples, solved, told
from tetsudo.lab.table import Table
from tetsudo.state import bank_cash, remember_run


def railways() -> Game:
    """AR of the first player, with a train that stays, has paid 100."""
    game = stock_round(4, cash=300)
    start(game, "AR", {0: 60, 1: 20}, cash=0, trains=("5",))
    remember_run(game.state, game.company("AR").id, 100)
    return game


def test_the_end_of_a_game_is_what_it_is() -> None:
    game = Table("1889", 2).game(1)
    players = [SimplePlayer(game.setup, Random(seat)) for seat in range(2)]
    while not game.is_over:
        game.apply(players[game.to_act.player].decide(game.view(game.to_act.player), game.legal_actions()).action)
    result = game.result()
    assert result is not None
    assert expected(game.ruleset, game.state) == tuple(result[name] for name in game.names)


def test_rounds_are_left_as_long_as_the_bank_lasts() -> None:
    game = railways()
    bank = bank_cash(game.state)
    assert rounds_left(game.ruleset, game.state) == pytest.approx(min(MOST_ROUNDS, bank / 100))
    remember_run(game.state, game.company("AR").id, 1000)
    assert rounds_left(game.ruleset, game.state) == pytest.approx(bank / 1000)


def test_nobody_knows_how_long_a_game_goes_on_that_pays_nothing() -> None:
    assert rounds_left(stock_round().ruleset, stock_round().state) == MOST_ROUNDS


def test_what_a_player_has_is_told_in_money() -> None:
    """Of a run of 100 by a 5-train, which never rusts, who has 60 % has 60 in a round."""
    game = railways()
    left = rounds_left(game.ruleset, game.state)
    first, second, third, _ = (dict(zip(FEATURES, row, strict=False)) for row in features(game.ruleset, game.state))
    assert first["cash"] == second["cash"] == third["cash"] == 300
    assert first["dividends of trains that last"] == pytest.approx(60 * left)
    assert second["dividends of trains that last"] == pytest.approx(20 * left)
    assert first["dividends of trains that rust soon"] == third["shares at what they cost now"] == 0


def test_who_has_more_may_expect_more() -> None:
    worths = expected(railways().ruleset, railways().state)
    assert worths[0] > worths[1] > worths[2] == pytest.approx(worths[3])
    game = new_game(3)
    own_private(game, "ER", 1)
    assert max(expected(game.ruleset, game.state)) == expected(game.ruleset, game.state)[1]


def test_weights_are_found_again() -> None:
    """Of worths that are twice the first amount and a half of the second."""
    random = Random(1)
    rows = [(random.random(), random.random()) for _ in range(3000)]
    every = [Sample(1.0, row, 2 * row[0] + row[1] / 2) for row in rows]
    weights = fit(every)
    assert weights == pytest.approx([2, 0.5], abs=0.01)
    assert told(every, weights) == pytest.approx(1, abs=0.01)
    assert fit(every, {1: 0.5}) == pytest.approx([2, 0.5], abs=0.01)
    assert solved([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1, 3])


def test_a_game_gives_a_sample_for_each_player_and_turn() -> None:
    found = list(samples(Table("1889", 2), 1))
    assert len(found) % 2 == 0
    assert len(found) >= 10
    assert sum(each.worth for each in found) == pytest.approx(0, abs=1e-6)
