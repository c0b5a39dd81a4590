"""1888, both editions: setup and the opening auction (SET, AUC). Four players with 600 each."""

from __future__ import annotations

import pytest

import tetsudo
from tests.builders import bid, code, kinds, new_game, par, pass_times, play
from tetsudo.core.actions import Pass
from tetsudo.core.open_actions import Bids
from tetsudo.engine.state.state import AUCTION_ROUND, STOCK_ROUND
from tetsudo.game.game import Game

HENG_SHAN = {"1888": 70, "1888n": 75}
KT, TA, HS, CW, YRF, FC = "KT", "TA", "HS", "CW", "YRF", "FC"


def cash(game: Game) -> list[int]:
    return [player.cash for player in game.players]


def owner(game: Game, symbol: str) -> int | None:
    held = game.privates[symbol].owner
    return None if held is None else held.id


@pytest.mark.rule("1888*-SET-01", "1888*-SET-02")
def test_seats_are_drawn_and_the_first_seat_holds_the_priority_deal(title: str) -> None:
    names = ["Ann", "Bo", "Cy", "Di"]
    drawn = [tetsudo.new(title, names, seating="random", seed=seed) for seed in range(20)]
    assert {tuple(sorted(game.names)) for game in drawn} == {tuple(names)}
    assert {game.names[0] for game in drawn} == set(names)
    assert {(game.to_act.player, game.state.priority) for game in drawn} == {(0, 0)}


@pytest.mark.rule("1888*-SET-02", "1888*-SET-06", "1888*-SET-13", "1888*-GEN-02")
def test_the_game_opens_with_the_auction_and_the_holder_of_the_priority_deal(title: str) -> None:
    game = new_game(4, title=title)
    assert (game.state.round, game.state.turn, game.to_act.player, game.state.priority) == (AUCTION_ROUND, 0, 0, 0)
    assert (cash(game), game.view().bank) == ([600] * 4, 9000 - 2400)


@pytest.mark.rule("1888*-SET-14")
def test_everything_is_open_to_everybody(title: str) -> None:
    game = new_game(4, title=title)
    game.apply(bid(game, 0, CW, 105))
    views = [game.view(player) for player in range(-1, 4)]
    for view in views:
        assert [player.cash for player in view.players] == cash(game)


@pytest.mark.rule("1888*-AUC-02", "1888*-AUC-09", "1888*-PRV-02")
def test_a_turn_buys_the_cheapest_or_bids_on_a_dearer_one_or_passes(title: str) -> None:
    game = new_game(4, title=title)
    assert [type(each) for each in game.legal_actions()] == [Pass, *[Bids] * 6]
    assert code(game, bid(game, 0, KT, 25)) == ""
    assert code(game, bid(game, 0, KT, 30)) == "lot_on_top"
    assert code(game, bid(game, 0, TA, 55)) == ""
    assert code(game, par(game, 0, "JHR", 95)) == "not_in_auction"
    assert code(game, Pass(1)) == "not_your_turn"


@pytest.mark.rule("1888*-AUC-03")
def test_who_passed_may_bid_and_buy_later(title: str) -> None:
    game = new_game(4, title=title)
    play(game, Pass(0), bid(game, 1, TA, 55), Pass(2), Pass(3))
    assert code(game, bid(game, 0, KT, 25)) == code(game, bid(game, 0, HS, 80)) == ""


@pytest.mark.rule("1888*-AUC-04", "1888*-AUC-05")
def test_a_bid_is_at_least_five_above_face_value_and_above_the_highest_bid(title: str) -> None:
    game = new_game(4, title=title)
    face = HENG_SHAN[title]
    assert code(game, bid(game, 0, HS, face + 4)) == "bid_low"
    game.apply(bid(game, 0, HS, face + 5))
    assert code(game, bid(game, 1, HS, face + 9)) == "bid_low"
    assert code(game, bid(game, 1, HS, face + 10)) == ""
    assert code(game, bid(game, 1, CW, 104)) == "bid_low"
    play(game, bid(game, 1, CW, 105))
    assert code(game, bid(game, 2, CW, 109)) == "bid_low"
    assert code(game, bid(game, 2, CW, 110)) == ""


@pytest.mark.rule("1888*-AUC-06", "1888*-AUC-25", "1888*-AUC-07")
def test_staked_money_is_bound_and_any_number_may_bid(title: str) -> None:
    game = new_game(4, title=title)
    play(game, bid(game, 0, FC, 500), bid(game, 1, FC, 505), bid(game, 2, FC, 510), Pass(3))
    assert code(game, bid(game, 0, CW, 105)) == "bid_cash"  # 100 are unbid
    assert code(game, bid(game, 0, HS, 100)) == ""
    assert code(game, bid(game, 0, HS, 101)) == "bid_cash"
    assert cash(game) == [600] * 4
    assert [each for each in game.state.bids if each] == [500, 505, 510]


@pytest.mark.rule("1888*-AUC-08")
def test_a_second_bid_replaces_the_first(title: str) -> None:
    game = new_game(4, title=title)
    play(game, bid(game, 0, FC, 155), Pass(1), Pass(2), bid(game, 3, TA, 55))
    play(game, bid(game, 0, FC, 160))
    assert [each for each in game.state.bids if each] == [55, 160]


@pytest.mark.rule("1888*-AUC-10", "1888*-AUC-11", "1888*-AUC-17", "1888*-AUC-18")
def test_single_bids_are_settled_one_after_another_before_the_next_turn(title: str) -> None:
    game = new_game(4, title=title)
    play(game, bid(game, 0, TA, 55), bid(game, 1, HS, 85), Pass(2), Pass(3))
    events = play(game, Pass(0), bid(game, 1, KT, 25))
    assert [owner(game, each) for each in (KT, TA, HS, CW)] == [1, 0, 1, None]
    assert kinds(events).count("lot_sold") == 3
    assert cash(game) == [545, 490, 600, 600]
    assert game.to_act.player == 2  # left of the player who bought at face value


@pytest.mark.rule("1888*-AUC-12", "1888*-AUC-13", "1888*-AUC-14", "1888*-AUC-15", "1888*-AUC-16")
def test_several_bidders_bid_on_from_the_lowest_clockwise(title: str) -> None:
    game = new_game(4, title=title)
    play(game, bid(game, 0, TA, 60), bid(game, 1, TA, 65), Pass(2), bid(game, 3, TA, 70))
    # Player 1 is the lowest bidder now: 0 has raised to 75.
    play(game, bid(game, 0, TA, 75), Pass(1), bid(game, 2, KT, 25))
    assert game.to_act == (1, -1, "bid-off")
    assert code(game, bid(game, 2, TA, 80)) == "not_your_turn"
    assert code(game, bid(game, 1, TA, 79)) == "raise_low"
    play(game, bid(game, 1, TA, 80))
    assert game.to_act.player == 3  # not 0, although 75 is the second-lowest bid: bidding goes clockwise from 1
    play(game, bid(game, 3, TA, 85))
    assert game.to_act.player == 0
    assert code(game, bid(game, 0, TA, 600)) == ""  # cash in the old bid counts
    assert code(game, bid(game, 0, TA, 601)) == "bid_cash"
    play(game, Pass(0), Pass(1))
    assert (owner(game, TA), cash(game)) == (3, [600, 600, 575, 515])
    assert not any(game.state.bids)
    assert game.to_act.player == 3  # left of player 2, who bought at face value


@pytest.mark.rule("1888*-AUC-14")
def test_nobody_is_asked_to_outbid_himself(title: str) -> None:
    """Heng Shan: A bids 80, C 85, B 90. A passes; C may raise to 95, though B sits between them."""
    game = new_game(4, title=title)
    play(game, bid(game, 0, HS, 80), Pass(1), bid(game, 2, HS, 85), bid(game, 3, TA, 55))
    play(game, Pass(0), bid(game, 1, HS, 90), Pass(2), bid(game, 3, KT, 25))
    assert game.to_act == (0, -1, "bid-off")
    play(game, Pass(0))
    assert game.to_act == (2, -1, "bid-off")
    assert code(game, Pass(1)) == "not_your_turn"
    assert code(game, bid(game, 2, HS, 94)) == "raise_low"
    raised = game.clone()
    play(game, Pass(2))
    assert (owner(game, HS), cash(game)) == (1, [600, 510, 600, 520])
    play(raised, bid(raised, 2, HS, 95))
    assert raised.to_act == (1, -1, "bid-off")
    play(raised, Pass(1))
    assert (owner(raised, HS), cash(raised)) == (2, [600, 600, 505, 520])


@pytest.mark.rule("1888*-AUC-13")
def test_on_18xx_games_the_lowest_bidder_speaks_each_time(title: str) -> None:
    game = new_game(4, title=title, variants=["18xx.games"])
    play(game, bid(game, 0, TA, 55), bid(game, 1, TA, 60), bid(game, 2, TA, 65), bid(game, 3, KT, 25))
    play(game, bid(game, 0, TA, 70), bid(game, 1, TA, 75))
    assert game.to_act.player == 2


@pytest.mark.rule("1888*-AUC-19", "1888*-PRV-06")
def test_when_all_pass_an_operating_round_of_privates_follows_and_the_auction_goes_on(title: str) -> None:
    game = new_game(4, title=title)
    play(game, bid(game, 0, KT, 25), bid(game, 1, TA, 50), bid(game, 2, FC, 155))
    events = pass_times(game, 4)
    assert kinds(events)[4:] == [
        "operating_round_began", "income", "income",
        *(["train_exported", "phase_began"] if title == "1888n" else []), "auction_began",
    ]  # fmt: skip
    assert cash(game) == [580, 560, 600, 600]
    assert (game.state.round, game.state.turn) == (AUCTION_ROUND, 0)
    assert [each for each in game.state.bids if each] == [155]
    assert game.to_act.player == 2  # the priority deal: left of the last buyer


@pytest.mark.rule("1888*-AUC-20")
def test_before_the_first_sale_the_price_falls_instead(title: str) -> None:
    game = new_game(4, title=title)
    events = pass_times(game, 4)
    assert kinds(events)[-1] == "lot_reduced"
    assert code(game, bid(game, 0, KT, 20)) == ""
    assert "income" not in kinds(events)
    pass_times(game, 4)
    assert code(game, bid(game, 0, KT, 15)) == ""


@pytest.mark.rule("1888*-AUC-21")
def test_at_nothing_the_holder_of_the_priority_deal_takes_it(title: str) -> None:
    game = new_game(4, title=title)
    play(game, Pass(0), bid(game, 1, TA, 55))
    pass_times(game, 4 * 5)
    assert owner(game, KT) == 0  # not player 2, who would be next
    assert owner(game, TA) == 1
    assert cash(game) == [600, 545, 600, 600]
    assert (game.to_act.player, game.state.priority) == (1, 1)
    other = new_game(4, title=title, variants=["18xx.games"])
    play(other, Pass(0), bid(other, 1, TA, 55))
    pass_times(other, 4 * 5)
    assert owner(other, KT) == 2


@pytest.mark.rule("1888*-AUC-22")
def test_a_stock_round_follows_once_all_are_sold(title: str) -> None:
    game = new_game(4, title=title)
    for private in (KT, TA, HS, CW, YRF, FC):
        player = game.to_act.player
        price = game.privates[private].price
        game.apply(bid(game, player, private, price))
    assert (game.state.round, game.state.turn) == (STOCK_ROUND, 1)
    assert game.to_act.player == game.state.priority == 2  # player 1 bought last
    assert code(game, par(game, 2, "JHR", 95)) == ""
