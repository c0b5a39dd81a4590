"""The simple player: legal, quick to finish a game, and better than random."""

from __future__ import annotations

from random import Random

import pytest

import tetsudo
from tests.builders import assign_private, buy_train, empty_depot, lay, operate, set_cash, start, stock_round
from tests.clauses.t1888.boards import by_the_mountain
from tetsudo.bots import Player, RandomPlayer, SimplePlayer
from tetsudo.core.actions import Answer, RunRoutes
from tetsudo.core.open_actions import Runs
from tetsudo.engine.model.title import MINOR
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table
from tetsudo.titles.loader import title_info


def play(game: Game, players: list[Player]) -> Game:
    while not game.is_over:
        seat = game.to_act.player
        offers = game.legal_actions()
        action = players[seat].decide(game.view(seat), offers).action
        assert any(offer.admits(action) for offer in offers)
        game.apply(action)
        assert game.length < 2500
    return game


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variants", [(), ("beginner",)])
def test_games_of_simple_players_end_with_the_bank(players: int, variants: tuple[str, ...]) -> None:
    game = Table("1889", players, variants=variants).game(seed=1)
    play(game, [SimplePlayer(game.setup, Random(seat)) for seat in range(players)])
    assert game.end_reason == "bank"
    assert game.state.turn < 25


@pytest.mark.parametrize(
    ("title", "players"),
    [("1888n", players) for players in range(2, 7)] + [("1888", players) for players in range(3, 7)],
)
def test_games_of_1888_end_with_the_bank(title: str, players: int) -> None:
    game = Table(title, players).game(seed=1)
    play(game, [SimplePlayer(game.setup, Random(seat)) for seat in range(players)])
    assert game.end_reason == "bank"
    assert game.state.turn < 25


def simple_game(scenario: str, players: int, seed: int) -> Game:
    """A whole game of 1890."""
    names = [f"P{seat}" for seat in range(players)]
    game = tetsudo.new("1890", names, scenario=scenario, seed=seed)
    return play(game, [SimplePlayer(game.setup, Random(seat)) for seat in range(players)])


def is_played_well(game: Game) -> bool:
    """True if lots and most shares were bought, companies ran, and minors merged or converted as far as they can."""
    companies = [company for company in game.setup.companies if company.kind != MINOR]
    floated = sum(game.companies[company.symbol].is_floated for company in companies)
    ran = sum(event.kind == "ran" for event in game.events)
    return game.end_reason in ("bank", "turns") and floated >= len(companies) - 2 and ran > 20


@pytest.mark.parametrize(("scenario", "players"), [("A", 2), ("B", 4), ("C", 4), ("C", 7), ("D", 7)])
def test_games_with_minors_are_played_to_their_end(scenario: str, players: int) -> None:
    game = simple_game(scenario, players, 1)
    assert is_played_well(game)
    assert ("joined" in {event.kind for event in game.events}) == (scenario == "C")


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
@pytest.mark.parametrize("seed", [2, 3])
def test_games_of_every_scenario_are_played_to_their_end_by_any_number(scenario: str, seed: int) -> None:
    for players in title_info("1890").seats(scenario):
        assert is_played_well(simple_game(scenario, players, seed)), players


@pytest.mark.parametrize("title", ["1888", "1888n"])
def test_companies_float_in_the_first_stock_round(title: str) -> None:
    """Companies float at 60 % and players have 600 each: the starter picks a par at which the cash pays for six
    shares."""
    game = Table(title, 4).game(seed=1)
    bots = [SimplePlayer(game.setup, Random(seat)) for seat in range(4)]
    while game.state.turn < 2:
        seat = game.to_act.player
        game.apply(bots[seat].decide(game.view(seat), game.legal_actions()).action)
    assert sum(company.is_floated for company in game.companies.values()) >= 2


@pytest.mark.parametrize("title", ["1888", "1888n"])
def test_it_calls_where_a_subsidy_is_paid(title: str) -> None:
    """Datong and Hohhot earn 30 with one 2-train; the other train earns 20 and collects 40 at the mountain."""
    game = by_the_mountain(title)
    assign_private(game, "HS", 1)
    start(game, "HJR", {0: 60}, par=95, trains=["2", "2"], tokens=["C3"])
    game = operate(game, "HJR", "run")
    action = SimplePlayer(game.setup, Random(1)).decide(game.view(0), game.legal_actions()).action
    runs = next(offer for offer in game.legal_actions() if isinstance(offer, Runs))
    assert isinstance(action, RunRoutes)
    assert (sum(runs.earned(action)), sum(runs.subsidies(action))) == (50, 40)


@pytest.mark.parametrize("agrees", [True, False])
def test_it_asks_for_the_train_of_another_before_it_sells_in_vain(agrees: bool) -> None:
    """Its one share brings too little for a 3-train; the 7 in the treasury may buy another company's 2-train."""
    game = stock_round()
    start(game, "AR", {0: 20, 1: 20}, cash=7)
    start(game, "SR", {1: 40, 0: 10})
    start(game, "KU", {2: 40}, trains=("2",))
    lay(game, "K8", "57", 1)
    empty_depot(game, "2")
    set_cash(game, 0, 0)
    operate(game, "AR", "trains")
    bot = SimplePlayer(game.setup, Random(1))
    offer = bot.decide(game.view(0), game.legal_actions()).action
    assert offer == buy_train(game, "AR", "2", "KU", 7)
    game.apply(offer)
    game.apply(Answer(2, int(agrees)))
    if agrees:
        assert game.companies["AR"].trains == ("2",)
        return
    while not game.is_over:
        game.apply(bot.decide(game.view(0), game.legal_actions()).action)
    assert game.end_reason == "bankrupt"


def test_it_beats_chance() -> None:
    wins = 0
    for seed in range(6):
        game = Table("1889", 3).game()
        rng = Random(seed)
        play(game, [RandomPlayer(rng), SimplePlayer(game.setup, rng), RandomPlayer(rng)])
        wins += game.standings()[0].player == 1
    assert wins >= 5


def test_the_same_generator_gives_the_same_game() -> None:
    games = [Table("1889", 3).game() for _ in range(2)]
    for game in games:
        play(game, [SimplePlayer(game.setup, Random(seat)) for seat in range(3)])
    assert games[0].actions == games[1].actions
