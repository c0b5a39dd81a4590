"""The estimate of a position: exact once the game is over, and higher for a player who owns more."""

from __future__ import annotations

from math import isnan
from random import Random

import numpy as np
import pytest

from tests.builders import assign_private, empty_depot, new_game, start, stock_round
from tetsudo.bots import SimplePlayer
from tetsudo.bots.heuristics.assets import ASSETS, FIRST_COUNT, assets
from tetsudo.bots.heuristics.outlook import LATER_ROUNDS, MAX_ROUNDS_AHEAD, PAYMENT_GROWTH, SOON_ROUNDS, rounds_left
from tetsudo.bots.heuristics.value import FINAL_DOUBT, STAGES, doubt, expected_worths, read, values
from tetsudo.engine.state.state import bank_cash, record_run
from tetsudo.game.game import Game
from tetsudo.lab.fitting.network import Network, Samples, fit
from tetsudo.lab.fitting.samples import Games, Sample, explained_variance
from tetsudo.lab.table_spec import Table


def railways(*trains: str) -> Game:
    """A game in which P0's AR, with a permanent train unless other ones are named, has paid 100."""
    game = stock_round(4, cash=300)
    start(game, "AR", {0: 60, 1: 20}, cash=0, trains=trains or ("5",))
    record_run(game.state, game.company("AR").id, 100)
    return game


def told(game: Game, rounds: float) -> list[dict[str, float]]:
    """Assets by player and name, with this many rounds left."""
    return [dict(zip(ASSETS, row, strict=True)) for row in assets(game.ruleset, game.state, rounds)]


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
    first, second, third, _ = told(railways(), 8.0)
    assert first["cash"] == second["cash"] == third["cash"] == 300
    assert first["lasting_dividends"] == pytest.approx(60 * 8)
    assert second["lasting_dividends"] == pytest.approx(20 * 8)
    assert first["soon_dividends"] == first["later_dividends"] == 0
    assert (first["lasting_trains"], first["lasting_train_count"], first["train_count"]) == (450, 1, 1)
    assert second["lasting_trains"] == second["companies"] == 0
    assert (first["companies"], first["certificates"]) == (1, 5 / 5)
    assert first["spare_shares"] == first["shares"] / 6
    assert (first["need"], first["lasting_need"]) == (0, 0)
    assert sum(third.values()) == third["cash"] + third["seat"]


@pytest.mark.parametrize(
    ("sold", "later", "soon", "need"),
    [
        ((), 60 * LATER_ROUNDS, 0, 0),  # a 2-train is on sale, a 3 is next
        (("2",), 0, 60 * SOON_ROUNDS[1], 180),  # 3s are on sale, and 4s are next
        (("2", "3"), 0, 60 * SOON_ROUNDS[0], 300),
    ],
)
def test_trains_count_as_long_as_they_last(sold: tuple[str, ...], later: float, soon: float, need: float) -> None:
    """The 2-train of the company rusts with the first 4. A 3 costs 180, a 4 300, and a 5, which never rusts, 450."""
    game = railways("2")
    empty_depot(game, *sold)
    first = told(game, 8.0)[0]
    assert first["lasting_dividends"] == 0
    assert first["later_dividends"] == pytest.approx(later)
    assert first["soon_dividends"] == pytest.approx(soon)
    assert (first["need"], first["lasting_need"]) == (-need, -450)


def test_a_private_that_stays_pays_to_the_end_and_others_for_a_while() -> None:
    """In 1889 UTF pays 30 and stays with its owner; MF pays 5, and is sold for up to 60."""
    game = new_game(4)
    assign_private(game, "UTF", 0)
    assign_private(game, "MF", 1)
    first, second, _, _ = told(game, 9.0)
    assert (first["lasting_income"], first["income"]) == (30 * 9, 0)
    assert (second["lasting_income"], second["income"]) == (0, 5 * LATER_ROUNDS)
    assert second["private_sales"] == 60


def test_players_are_told_apart_by_what_they_have_on_average() -> None:
    """P0 has 60 %, P1 20 % of a company whose share costs the same to both; all have 300."""
    game = railways()
    reading = read(game.ruleset, game.state)
    shares = ASSETS.index("shares")
    price = game.company("AR").price
    mean = 300 + 8 * price / 4
    assert [row[0] for row in reading.leads] == [0, 0, 0, 0]
    assert [row[shares] for row in reading.leads] == pytest.approx(
        [(held * price - 8 * price / 4) / mean for held in (6, 2, 0, 0)]
    )
    assert [row[FIRST_COUNT] for row in reading.leads] == [0.75, -0.25, -0.25, -0.25]


def test_who_has_more_may_expect_more() -> None:
    worths = expected_worths(railways().ruleset, railways().state)
    assert worths[0] > worths[1] > max(worths[2:])


def test_the_longer_a_game_the_more_is_open() -> None:
    game = railways()
    company = game.company("AR").id
    doubts = []
    for run in (10, 300, 1000):
        record_run(game.state, company, run)
        doubts.append(doubt(game.ruleset, game.state))
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[-1] > FINAL_DOUBT


def test_the_network_is_computed_alike_with_and_without_numpy() -> None:
    game = railways()
    reading = read(game.ruleset, game.state)
    stages = np.array([reading.stage] * 4)
    found = Network.in_use().values(np.array(reading.leads), stages)
    assert values(reading.leads, reading.stage) == pytest.approx((found - found.mean()).tolist())
    assert sum(values(reading.leads, reading.stage)) == pytest.approx(0)
    assert len(reading.stage) == len(STAGES)


def test_a_network_written_as_source_is_read_as_it_was() -> None:
    read_back: dict[str, list[list[float]]] = {}
    network = Network.in_use()
    exec(network.source(), read_back)  # what the command writes
    assert np.allclose(read_back["DEEP_WEIGHTS"], network.deep, rtol=1e-3)
    assert np.shape(read_back["LEAD_WEIGHTS"]) == network.leads.shape


def test_training_finds_what_leads_are_worth_at_each_stage() -> None:
    """The result is twice the first lead plus half the second, which counts double late in a game."""
    random = np.random.default_rng(1)
    leads = random.standard_normal((2000, 2))
    late = random.random(2000)
    results = 0.2 * leads[:, 0] + (0.05 + 0.05 * late) * leads[:, 1]
    stages = np.stack([np.ones(2000), late], 1)
    network = fit(
        [Samples(leads[:800], stages[:800], results[:800]), Samples(leads[800:], stages[800:], results[800:])]
    )
    missed = network.values(leads, stages) - results
    assert missed.var() < 0.02 * results.var()


def test_a_game_gives_a_sample_for_each_player_and_turn() -> None:
    found = Games(Table("1889", 2)).samples(1)
    turns = [each.turn for each in found[::2]]
    assert turns == list(range(2, len(turns) + 2))
    assert [each.turn for each in found[1::2]] == turns
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert first.result + second.result == pytest.approx(0, abs=1e-6)
        assert first.noise == pytest.approx(second.noise)


def test_chance_of_playouts_is_no_part_of_what_could_be_explained() -> None:
    """Results of 0.1 and -0.1, each with a variance of 0.005 by chance: half of theirs. A network that expects nothing
    explains nothing of it.
    """
    network = Network(*(np.zeros_like(each) for each in Network.in_use()))
    sample = Sample(1, 2, 2, (0.0,) * len(STAGES), (0.0,) * len(ASSETS), 0.1, 0.005)
    assert explained_variance([sample, sample._replace(result=-0.1)], network) == pytest.approx(0)


def test_nothing_is_said_to_be_explained_where_chance_decides_all() -> None:
    network = Network.in_use()
    sample = Sample(1, 2, 2, (0.0,) * len(STAGES), (0.0,) * len(ASSETS), 0.1, 0.0095)
    assert isnan(explained_variance([sample, sample._replace(result=-0.1)], network))
