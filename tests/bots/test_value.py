"""The estimate of a position: exact once the game is over, and higher for a player who owns more."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import assign_private, new_game, start, stock_round
from tetsudo.bots import SimplePlayer
from tetsudo.bots.heuristics.value import (
    FEATURES,
    FINAL_DOUBT,
    INCOME_ROUNDS,
    MAX_ROUNDS_AHEAD,
    PAYMENT_GROWTH,
    STAGES,
    doubt,
    expected_worths,
    feature_leads,
    features,
    rounds_left,
)
from tetsudo.bots.heuristics.weights import WEIGHTS
from tetsudo.engine.state.state import bank_cash, record_run
from tetsudo.game.game import Game
from tetsudo.lab.fitting import Games, Sample, explained_variance, fit
from tetsudo.lab.table_spec import Table


def railways() -> Game:
    """A game in which P0's AR, with a permanent train, has paid 100."""
    game = stock_round(4, cash=300)
    start(game, "AR", {0: 60, 1: 20}, cash=0, trains=("5",))
    record_run(game.state, game.company("AR").id, 100)
    return game


def test_the_end_of_a_game_is_what_it_is() -> None:
    game = Table("1889", 2).game(1)
    players = [SimplePlayer(game.setup, Random(seat)) for seat in range(2)]
    while not game.is_over:
        game.apply(players[game.to_act.player].decide(game.view(game.to_act.player), game.legal_actions()).action)
    result = game.result()
    assert result is not None
    assert expected_worths(game.ruleset, game.state) == tuple(result[name] for name in game.names)
    assert doubt(game.ruleset, game.state) == FINAL_DOUBT


def test_rounds_are_left_as_long_as_the_bank_lasts() -> None:
    """Payouts are 1000, 1150, 1322.5 ... per round until the bank is empty."""
    game = railways()
    company = game.company("AR").id
    record_run(game.state, company, 1000)
    bank, rounds, paid = float(bank_cash(game.state)), 0, 1000.0
    while bank >= paid:
        bank, rounds, paid = bank - paid, rounds + 1, paid * (1 + PAYMENT_GROWTH)
    assert rounds <= rounds_left(game.ruleset, game.state) <= rounds + 1
    record_run(game.state, company, 10)
    assert rounds_left(game.ruleset, game.state) == MAX_ROUNDS_AHEAD


def test_nobody_knows_how_long_a_game_goes_on_that_pays_nothing() -> None:
    assert rounds_left(stock_round().ruleset, stock_round().state) == MAX_ROUNDS_AHEAD


def test_what_a_player_has_is_told_in_money() -> None:
    """A run of 100 by a 5-train, which never rusts, pays 60 a round to the owner of 60 %. The train cost 450."""
    game = railways()
    every = features(game.ruleset, game.state, rounds_left(game.ruleset, game.state))
    first, second, third, _ = (dict(zip(FEATURES, row, strict=True)) for row in every)
    assert first["cash"] == second["cash"] == third["cash"] == 300
    assert first["dividends of trains that last, for some rounds"] == pytest.approx(60 * INCOME_ROUNDS)
    assert second["dividends of trains that last, for some rounds"] == pytest.approx(20 * INCOME_ROUNDS)
    assert first["dividends of trains that rust soon, for some rounds"] == 0
    assert first["what trains cost that last, of own companies"] == 450
    assert second["what trains cost that last, of own companies"] == 0
    assert (first["own companies that have floated"], first["certificates"]) == (1, 5 / 5)
    assert sum(third.values()) == third["cash"]


def test_players_are_told_apart_by_what_they_have_on_average() -> None:
    """Amounts of 100, 200 and 300 in parts of 200; counts in fifths."""
    rest = [0.0] * (len(FEATURES) - 2)
    mean, rows = feature_leads(
        [[amount, *rest, counted] for amount, counted in ((100.0, 0.0), (200.0, 1.0), (300.0, 2.0))]
    )
    assert mean == 200
    assert [row[0] for row in rows] == [-0.5, 0, 0.5]
    assert [row[-1] for row in rows] == pytest.approx([-0.2, 0, 0.2])


def test_who_has_more_may_expect_more() -> None:
    worths = expected_worths(railways().ruleset, railways().state)
    assert worths[0] > worths[1] > worths[2] == pytest.approx(worths[3])
    game = new_game(3)
    assign_private(game, "ER", 1)
    assert max(expected_worths(game.ruleset, game.state)) == expected_worths(game.ruleset, game.state)[1]


def test_the_longer_a_game_the_more_is_open() -> None:
    game = railways()
    company = game.company("AR").id
    doubts = []
    for run in (10, 300, 1000):
        record_run(game.state, company, run)
        doubts.append(doubt(game.ruleset, game.state))
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[-1] > FINAL_DOUBT


def test_there_is_a_weight_for_each_amount_at_each_stage() -> None:
    assert [len(row) for row in WEIGHTS] == [len(STAGES)] * len(FEATURES)


def test_weights_are_found_again() -> None:
    """The samples are twice the first amount plus half the second, which counts double late in a game."""
    random = Random(1)
    samples = []
    for number in range(3000):
        first, second, late = random.random(), random.random(), random.random()
        samples.append(Sample(number, 1, (1.0, late), (first, second), 2 * first + (0.5 + 0.5 * late) * second))
    weights = fit([samples[:1000], samples[1000:]])
    assert weights.ravel().tolist() == pytest.approx([2, 0, 0.5, 0.5], abs=0.05)
    assert explained_variance(samples, weights) == pytest.approx(1, abs=0.01)


def test_a_game_gives_a_sample_for_each_player_and_turn() -> None:
    found = Games(Table("1889", 2)).samples(1)
    assert len(found) % 2 == 0
    assert len(found) >= 10
    assert sum(each.worth for each in found) == pytest.approx(0, abs=1e-6)
    assert [each.turn for each in found[::2]] == list(range(1, len(found) // 2 + 1))
