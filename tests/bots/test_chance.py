"""The random player: every move legal, amounts within range, sometimes a worse run."""

from __future__ import annotations

from random import Random

from tetsudo.bots import RandomPlayer
from tetsudo.bots.random.choices import amount, choose, sample, worse_run
from tetsudo.core.actions import Pass
from tetsudo.core.open_actions import Bids, Runs, Sales
from tetsudo.lab.random_play import random_action
from tetsudo.lab.table_spec import Table


def test_kinds_are_chosen_evenly_however_many_there_are_of_each() -> None:
    rng = Random(1)
    offers = [Pass(0), *(Bids(0, lot, 5, 90) for lot in range(9))]
    passes = sum(choose(offers, rng) == Pass(0) for _ in range(2000))
    assert 900 < passes < 1100


def test_amounts_are_low_high_or_between() -> None:
    rng = Random(1)
    found = [amount(10, 20, rng) for _ in range(3000)]
    assert set(found) == set(range(10, 21))
    assert found.count(10) > 900
    assert found.count(20) > 900
    assert amount(7, 7, rng) == 7


def test_samples_of_a_range_are_admitted() -> None:
    rng = Random(1)
    offer = Sales(1, 2, 1, 5)
    assert all(offer.admits(sample(offer, rng)) for _ in range(100))


def test_worse_runs_are_valid_and_earn_no_more() -> None:
    rng = Random(3)
    worse = 0
    for seed in range(3):
        game = Table("1889", 3).game()
        moves = Random(seed)
        while not game.is_over:
            for offer in game.legal_actions():
                if isinstance(offer, Runs):
                    run = worse_run(offer, offer.best(), rng)
                    assert offer.admits(run)
                    other = game.clone()
                    earned = next(event.price for event in other.apply(run) if event.kind == "ran")
                    assert isinstance(earned, int)
                    assert earned <= offer.revenue()
                    worse += run != offer.best()
            game.apply(random_action(game, moves))
    assert worse


def test_a_random_player_needs_only_view_and_actions() -> None:
    game = Table("1889", 2).game()
    player = RandomPlayer(Random(0))
    for _ in range(200):
        seat = game.to_act.player
        game.apply(player.decide(game.view(seat), game.legal_actions()).action)
    assert game.length == 200
