"""1889: setup before the first decision (SET), and the object of the game (GEN)."""

from __future__ import annotations

import pytest

import tetsudo
from tests.builders import (
    assign_private,
    bid,
    buy,
    clause,
    company,
    exchange,
    is_admitted,
    new_game,
    operate,
    par,
    pass_times,
    play,
    private,
    set_cash,
    start,
    stock_round,
)
from tetsudo.core.actions import BuyTrain, Pass
from tetsudo.core.events import data
from tetsudo.game.game import Game

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


def kinds(game: Game) -> set[str]:
    return {each.kind for each in game.legal_actions()}


def buy_every_private(game: Game) -> None:
    """Each player in turn buys the cheapest private at face value."""
    for each in game.setup.privates:
        game.apply(bid(game, game.to_act.player, each.symbol, each.price))


@pytest.mark.rule("1889-SET-01")
def test_the_president_certificate_lies_on_top_of_its_stack() -> None:
    game = stock_round()
    assert [each.in_offering for each in game.companies.values()] == [100] * 7
    assert clause(game, buy(game, 0, "AR")) == "1889-BUY-01"
    game.apply(par(game, 0, "AR", 65))
    assert game.companies["AR"].in_offering == 80
    assert is_admitted(game, buy(game, 1, "AR"))


@pytest.mark.rule("1889-SET-02", "1889-GEN-04")
def test_after_the_auction_the_first_round_is_a_stock_round() -> None:
    game = new_game(4)
    assert game.to_act.doing == "auction"
    buy_every_private(game)
    assert game.to_act.doing == "stock"
    assert [event.kind for event in game.latest_events][-1] == "stock_round_began"
    assert data(game.latest_events[-1]) == {"turn": 1}
    assert not any(event.kind == "operating_round_began" for event in game.events)


@pytest.mark.rule("1889-GEN-04")
def test_privates_are_never_auctioned_again() -> None:
    game = new_game(4)
    buy_every_private(game)
    pass_times(game, 8)
    assert [event.kind for event in game.events].count("auction_began") == 1
    assert [event.kind for event in game.events].count("stock_round_began") == 3
    assert not is_admitted(game, bid(game, game.to_act.player, "UTF", 150))


@pytest.mark.rule("1889-SET-03")
def test_trains_lie_in_the_order_in_which_they_are_sold() -> None:
    game = stock_round()
    assert list(game.view().depot) == ["2", "3", "4", "5", "6", "D"]
    assert game.view().on_sale == ("2",)


@pytest.mark.rule("1889-SET-04")
def test_privates_are_lined_up_by_letter() -> None:
    game = new_game(4)
    line_up = [game.setup.privates[each.private] for each in game.setup.lots]
    assert [(each.letter, each.symbol, each.price) for each in line_up] == [
        ("A", "TR", 20),
        ("B", "MF", 30),
        ("C", "ER", 40),
        ("D", "SMR", 50),
        ("E", "DR", 60),
        ("F", "SIR", 80),
        ("G", "UTF", 150),
    ]
    assert is_admitted(game, bid(game, 0, "TR", 20))


@pytest.mark.rule("1889-SET-05", "1889-SET-06", "1889-SET-07")
@pytest.mark.parametrize(
    ("players", "letters"), [(2, "ABCDE"), (3, "ABCDEF"), (4, "ABCDEFG"), (5, "ABCDEFG"), (6, "ABCDEFG")]
)
def test_privates_by_number_of_players(players: int, letters: str) -> None:
    game = new_game(players)
    assert "".join(game.setup.privates[each.private].letter for each in game.setup.lots) == letters
    assert len(game.setup.privates) == len(letters)


@pytest.mark.rule("1889-SET-08", "1889-SET-09", "1889-SET-10", "1889-SET-11")
@pytest.mark.parametrize(
    ("players", "cash", "bank"), [(2, 420, 6160), (3, 420, 5740), (4, 420, 5320), (5, 390, 5050), (6, 390, 4660)]
)
def test_starting_cash_comes_from_a_bank_of_7000(players: int, cash: int, bank: int) -> None:
    game = new_game(players)
    assert [player.cash for player in game.players] == [cash] * players
    assert game.view().bank == bank


def test_house_rule_bank_and_starting_cash() -> None:
    game = new_game(3, bank=9000, starting_cash=500)
    assert [player.cash for player in game.players] == [500, 500, 500]
    assert game.view().bank == 7500


@pytest.mark.rule("1889-SET-12")
def test_seats_are_drawn_and_the_first_seat_holds_priority() -> None:
    seatings = {tetsudo.new("1889", NAMES, seed=seed, seating="random").names for seed in range(8)}
    assert len(seatings) > 1
    assert {tuple(sorted(names)) for names in seatings} == {tuple(NAMES)}
    game = tetsudo.new("1889", NAMES, seed=3, seating="random")
    assert game.names == tetsudo.new("1889", NAMES, seed=3, seating="random").names
    assert game.to_act.player == 0
    assert game.state.priority == 0


@pytest.mark.rule("1889-SET-13")
@pytest.mark.parametrize(("players", "limit"), [(2, 25), (3, 19), (4, 14), (5, 12), (6, 11)])
def test_certificate_limits(players: int, limit: int) -> None:
    game = stock_round(players, cash=1000)
    assert game.setup.settings.certificate_limit == limit
    for symbol, percent in _spread(limit):
        start(game, symbol, {0: percent}, floated=False)
    assert game.players[0].certificates == limit
    assert clause(game, par(game, 0, "UR", 65)) == "1889-BUY-19"


def _spread(certificates: int) -> list[tuple[str, int]]:
    """Companies, with up to 60 % (five certificates) of each, that add up to `certificates`."""
    symbols = ("AR", "IR", "SR", "KO", "TR", "KU")
    counts = [min(5, certificates - 5 * place) for place in range(-(-certificates // 5))]
    return [(symbol, 10 * (count + 1)) for symbol, count in zip(symbols, counts, strict=False)]


@pytest.mark.rule("1889-SET-14")
def test_trains_and_their_prices() -> None:
    game = stock_round()
    assert [(each.name, each.price) for each in game.setup.trains] == [
        ("2", 80),
        ("3", 180),
        ("4", 300),
        ("5", 450),
        ("6", 630),
        ("D", 1100),
    ]
    assert game.view().depot == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": -1}


@pytest.mark.rule("1889-SET-15", "1889-SET-16")
@pytest.mark.parametrize(
    ("symbol", "home", "tokens"),
    [
        ("AR", "K8", 2),
        ("IR", "E2", 2),
        ("SR", "I2", 2),
        ("KO", "K4", 2),
        ("TR", "F9", 3),
        ("KU", "C10", 1),
        ("UR", "B7", 3),
    ],
)
def test_companies_homes_and_tokens(symbol: str, home: str, tokens: int) -> None:
    game = stock_round(cash=1000)
    assert list(game.companies) == ["AR", "IR", "SR", "KO", "TR", "KU", "UR"]
    start(game, symbol, {0: 50}, tokens=())
    assert len(game.companies[symbol].token_prices_left) == tokens
    pass_times(game, 4)
    assert game.companies[symbol].tokens == (home,)


@pytest.mark.rule("1889-GEN-01")
def test_the_wealthiest_wins_and_equals_share_the_win() -> None:
    game = stock_round(3)
    set_cash(game, 0, 500)
    set_cash(game, 1, 600)
    set_cash(game, 2, 200)
    start(game, "AR", {2: 40}, par=100)
    game.state.ended = 1
    assert game.result() == {"P1": 600, "P2": 600, "P0": 500}
    assert game.standings()[0].total == game.standings()[1].total


@pytest.mark.rule("1889-GEN-02")
def test_a_stock_round_is_followed_by_an_operating_round_and_then_by_the_next_stock_round() -> None:
    game = stock_round(cash=1000)
    start(game, "KU", {0: 50})
    rounds = [event.kind for event in pass_times(game, 4) if event.kind.endswith("_round_began")]
    assert rounds == ["operating_round_began"]
    assert game.to_act.company == company(game, "KU")
    rounds = [event.kind for event in pass_times(game, 1) if event.kind.endswith("_round_began")]
    assert rounds == ["stock_round_began"]


@pytest.mark.rule("1889-GEN-02")
def test_an_operating_round_is_held_even_if_no_company_is_floated() -> None:
    game = stock_round()
    rounds = [event.kind for event in pass_times(game, 4) if event.kind.endswith("_round_began")]
    assert rounds == ["operating_round_began", "stock_round_began"]


@pytest.mark.rule("1889-GEN-03")
def test_in_a_stock_round_shares_are_traded_and_nothing_else() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 50, 0: 10}, cash=1000)
    assert kinds(game) == {"pass", "par", "buy_share", "sell_shares"}
    assert not is_admitted(game, BuyTrain(0, company(game, "AR"), 0, 7, 80, -1))


@pytest.mark.rule("1889-GEN-05")
@pytest.mark.parametrize(
    ("symbol", "face", "income"),
    [("TR", 20, 5), ("MF", 30, 5), ("ER", 40, 10), ("SMR", 50, 15), ("DR", 60, 15), ("SIR", 80, 20), ("UTF", 150, 30)],
)
def test_a_private_pays_its_income_whenever_an_operating_round_starts(symbol: str, face: int, income: int) -> None:
    game = stock_round()
    assign_private(game, symbol, 2)
    assert game.privates[symbol].price == face
    pass_times(game, 4)
    assert game.players[2].cash == 420 + income
    pass_times(game, 4)
    assert game.players[2].cash == 420 + 2 * income


@pytest.mark.rule("1889-GEN-05")
def test_a_private_of_a_company_pays_its_treasury() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {0: 50}, cash=100)
    assign_private(game, "SIR", "AR")
    paid = [data(event) for event in pass_times(game, 4) if event.kind == "income"]
    assert paid == [{"private": private(game, "SIR"), "owner": 4 + company(game, "AR"), "price": 20}]
    assert game.companies["AR"].cash == 120


@pytest.mark.rule("1889-GEN-05")
def test_only_its_owner_uses_a_private() -> None:
    game = stock_round()
    assign_private(game, "DR", 1)
    assert clause(game, exchange(game, 0)) == "1889-GEN-05"
    assert clause(game, exchange(game, 1)) == ""


def test_a_private_pays_in_every_operating_round_of_a_set() -> None:
    game = stock_round()
    assign_private(game, "UTF", 0)
    start(game, "KU", {1: 50})
    operate(game, "KU")
    game.state.operating_rounds = 3
    play(game, Pass(1))
    assert game.players[0].cash == 450
    play(game, Pass(1))
    assert game.players[0].cash == 480
    assert game.to_act.doing != "stock"
