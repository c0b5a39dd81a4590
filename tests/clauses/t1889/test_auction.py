"""1889: the opening auction of the privates (AUC). Four players, unless a test says otherwise."""

from __future__ import annotations

import pytest

from tests.builders import bid, clause, exchange, is_admitted, lot, new_game, par, pass_times, play, private
from tetsudo.core.actions import Bid, Pass
from tetsudo.core.events import BidPlaced, BidReturned, Income, LotSold, StockRoundBegan
from tetsudo.core.open_actions import Bids
from tetsudo.game.game import Game

A, B, C, D, E, F, G = "TR", "MF", "ER", "SMR", "DR", "SIR", "UTF"


def cash(game: Game) -> list[int]:
    return [player.cash for player in game.players]


def owner(game: Game, symbol: str) -> int | None:
    held = game.privates[symbol].owner
    return None if held is None else held.id


def bid_off_for_c(*variants: str) -> Game:
    """A bid-off for C between players 0 (45), 1 (55, the highest) and 2 (50); 3 bought B and was the last to act."""
    game = new_game(4, variants=variants)
    play(game, bid(game, 0, C, 45), Pass(1), bid(game, 2, C, 50), Pass(3))
    play(game, Pass(0), bid(game, 1, C, 55), bid(game, 2, A, 20), bid(game, 3, B, 30))
    assert game.to_act.doing == "bid-off"
    return game


# Turns


@pytest.mark.rule("1889-AUC-01", "1889-AUC-20")
def test_only_the_topmost_private_is_sold_at_its_face_value() -> None:
    game = new_game()
    assert clause(game, bid(game, 0, A, 20)) == ""
    assert clause(game, bid(game, 0, B, 30)) == "1889-AUC-04"
    game.apply(bid(game, 0, A, 20))
    assert clause(game, bid(game, 1, B, 30)) == ""
    assert clause(game, bid(game, 1, A, 20)) == "1889-AUC-01"


@pytest.mark.rule("1889-AUC-20")
@pytest.mark.parametrize("price", [15, 21, 25, 100])
def test_the_topmost_private_is_bought_at_its_price_and_not_bid_for(price: int) -> None:
    game = new_game()
    assert clause(game, bid(game, 0, A, price)) == "1889-AUC-20"


@pytest.mark.rule("1889-AUC-02")
def test_a_turn_buys_the_topmost_or_bids_on_another_or_passes() -> None:
    game = new_game()
    assert game.to_act == (0, -1, "auction")
    assert [type(each) for each in game.legal_actions()] == [Pass, *[Bids] * 7]
    assert clause(game, par(game, 0, "AR", 65)) == "1889-AUC-02"
    assert clause(game, exchange(game, 0)) == "1889-AUC-02"
    assert not is_admitted(game, Pass(1))
    assert not is_admitted(game, bid(game, 1, A, 20))


@pytest.mark.rule("1889-AUC-02")
def test_players_act_clockwise_from_the_priority_holder() -> None:
    game = new_game()
    actors = []
    for action in (Pass(0), bid(game, 1, C, 45), bid(game, 2, A, 20), Pass(3), Pass(0)):
        actors.append(game.to_act.player)
        game.apply(action)
    assert actors == [0, 1, 2, 3, 0]


@pytest.mark.rule("1889-AUC-03")
def test_a_buyer_pays_the_bank_and_the_next_player_is_offered_the_next_private() -> None:
    game = new_game()
    bank = game.view().bank
    game.apply(bid(game, 0, A, 20))
    assert (owner(game, A), game.players[0].cash, game.view().bank) == (0, 400, bank + 20)
    assert game.to_act.player == 1
    assert is_admitted(game, bid(game, 1, B, 30))


# Reserve bids


@pytest.mark.rule("1889-AUC-04")
def test_a_reserve_bid_is_5_over_face_or_over_the_highest_bid() -> None:
    game = new_game()
    assert clause(game, bid(game, 0, C, 44)) == "1889-AUC-04"
    game.apply(bid(game, 0, C, 45))
    assert clause(game, bid(game, 1, C, 49)) == "1889-AUC-04"
    game.apply(bid(game, 1, C, 70))
    assert clause(game, bid(game, 2, C, 74)) == "1889-AUC-04"
    assert clause(game, bid(game, 2, C, 76)) == ""
    game.apply(bid(game, 2, C, 75))
    assert Bids(3, lot(game, C), 80, 420) in game.legal_actions()


def test_house_rule_bid_step() -> None:
    game = new_game(bid_step=10)
    assert clause(game, bid(game, 0, C, 49)) == "1889-AUC-04"
    game.apply(bid(game, 0, C, 50))
    assert clause(game, bid(game, 1, C, 59)) == "1889-AUC-04"
    assert clause(game, bid(game, 1, C, 60)) == ""


def test_house_rule_bid_step_is_what_a_falls_by_but_never_below_0() -> None:
    game = new_game(2, bid_step=15)
    pass_times(game, 2)
    assert clause(game, bid(game, 0, A, 5)) == ""
    pass_times(game, 2)
    assert clause(game, bid(game, 0, A, 0)) == ""
    assert clause(game, bid(game, 0, A, 5)) == "1889-AUC-20"


@pytest.mark.rule("1889-AUC-05")
def test_bid_money_is_not_free_for_anything_else() -> None:
    game = new_game(2)
    play(game, bid(game, 0, C, 401), Pass(1))
    assert game.players[0].cash == 420
    assert clause(game, bid(game, 0, A, 20)) == "1889-AUC-06"
    game.undo()
    game.undo()
    play(game, bid(game, 0, C, 400), Pass(1))
    assert clause(game, bid(game, 0, A, 20)) == ""


@pytest.mark.rule("1889-AUC-06")
def test_bids_together_do_not_exceed_a_players_money() -> None:
    game = new_game(2)
    assert clause(game, bid(game, 0, C, 421)) == "1889-AUC-06"
    play(game, bid(game, 0, C, 200), Pass(1))
    assert clause(game, bid(game, 0, D, 221)) == "1889-AUC-06"
    assert clause(game, bid(game, 0, D, 220)) == ""


@pytest.mark.rule("1889-AUC-06")
def test_a_bidder_who_raises_his_own_bid_gets_the_old_one_back() -> None:
    game = new_game(2)
    play(game, bid(game, 0, C, 400), Pass(1))
    assert clause(game, bid(game, 0, C, 420)) == ""
    assert clause(game, bid(game, 0, C, 421)) == "1889-AUC-06"


@pytest.mark.rule("1889-AUC-07")
def test_a_pass_does_not_exclude() -> None:
    game = new_game()
    play(game, Pass(0), bid(game, 1, A, 20), Pass(2), Pass(3))
    assert is_admitted(game, bid(game, 0, B, 30))
    assert is_admitted(game, bid(game, 0, C, 45))


# All players pass


@pytest.mark.rule("1889-AUC-08")
def test_a_gets_cheaper_by_5_while_nobody_owns_a_private() -> None:
    game = new_game()
    prices: list[object] = [20]
    for _ in range(3):
        events = pass_times(game, 4)
        assert game.to_act.player == 0
        prices += [event.price for event in events if event.kind == "lot_reduced"]
    assert prices == [20, 15, 10, 5]
    assert clause(game, bid(game, 0, A, 20)) == "1889-AUC-20"
    game.apply(bid(game, 0, A, 5))
    assert (owner(game, A), game.players[0].cash) == (0, 415)


@pytest.mark.rule("1889-AUC-08")
def test_only_passes_in_a_row_make_a_cheaper() -> None:
    game = new_game()
    play(game, Pass(0), Pass(1), Pass(2), bid(game, 3, C, 45), Pass(0), Pass(1), Pass(2))
    assert clause(game, bid(game, 3, A, 20)) == ""
    game.apply(Pass(3))
    assert clause(game, bid(game, 0, A, 15)) == ""


@pytest.mark.rule("1889-AUC-08", "1889-AUC-10")
def test_a_reserve_bid_does_not_make_an_owner() -> None:
    game = new_game()
    game.apply(bid(game, 0, C, 45))
    events = pass_times(game, 4)
    assert [event.kind for event in events if event.kind in ("lot_reduced", "income")] == ["lot_reduced"]


@pytest.mark.rule("1889-AUC-09")
def test_a_free_private_must_be_taken_after_one_more_round_of_passes() -> None:
    game = new_game()
    pass_times(game, 16)
    assert owner(game, A) is None
    assert game.to_act == (0, -1, "auction")
    assert clause(game, bid(game, 0, A, 0)) == ""
    pass_times(game, 3)
    assert owner(game, A) is None
    pass_times(game, 1)
    assert (owner(game, A), game.players[0].cash) == (0, 420)
    assert game.to_act.player == 1
    assert clause(game, bid(game, 1, B, 30)) == ""


@pytest.mark.rule("1889-AUC-09")
def test_a_free_private_may_be_taken_by_anybody_in_that_round() -> None:
    game = new_game()
    pass_times(game, 17)
    game.apply(bid(game, 1, A, 0))
    assert (owner(game, A), game.players[1].cash, game.to_act.player) == (1, 420, 2)


@pytest.mark.rule("1889-AUC-09")
def test_on_18xx_games_a_free_private_is_taken_at_once_by_the_next_player() -> None:
    game = new_game(variants=["18xx.games"])
    pass_times(game, 15)
    assert owner(game, A) is None
    pass_times(game, 1)
    assert (owner(game, A), game.players[0].cash) == (0, 420)
    assert game.to_act.player == 1


@pytest.mark.rule("1889-AUC-08", "1889-AUC-10")
def test_what_is_sold_pays_once_when_everybody_passes_and_the_auction_goes_on() -> None:
    game = new_game()
    play(game, bid(game, 0, A, 20), bid(game, 1, B, 30))
    events = pass_times(game, 4)
    assert [event for event in events if event.kind == "income"] == [
        Income(private(game, A), 0, 5),
        Income(private(game, B), 1, 5),
    ]
    assert cash(game) == [405, 395, 420, 420]
    assert game.to_act == (2, -1, "auction")
    assert clause(game, bid(game, 2, C, 40)) == ""
    assert clause(game, bid(game, 2, C, 35)) == "1889-AUC-20"
    assert not any(event.kind == "operating_round_began" for event in events)
    pass_times(game, 4)
    assert cash(game) == [410, 400, 420, 420]


# Settling bids


@pytest.mark.rule("1889-AUC-11", "1889-AUC-12", "1889-AUC-18")
def test_the_only_bidder_gets_the_new_topmost_before_the_next_turn() -> None:
    game = new_game()
    play(game, Pass(0), Pass(1), bid(game, 2, B, 35))
    bank = game.view().bank
    game.apply(bid(game, 3, A, 20))
    assert owner(game, B) == 2
    assert cash(game) == [420, 420, 385, 400]
    assert game.view().bank == bank + 55
    assert game.to_act == (0, -1, "auction")
    assert clause(game, bid(game, 0, C, 40)) == ""


@pytest.mark.rule("1889-AUC-12", "1889-AUC-13", "1889-AUC-15", "1889-AUC-16", "1889-AUC-17", "1889-AUC-18")
def test_the_example_of_the_rules() -> None:
    game = new_game()
    alice, bob, chris, dan = range(4)
    play(game, bid(game, alice, C, 45), bid(game, bob, C, 50), bid(game, chris, B, 35))
    game.apply(bid(game, dan, A, 20))
    assert owner(game, B) == chris
    assert game.to_act == (alice, -1, "bid-off")
    play(game, bid(game, alice, C, 55), Pass(bob))
    assert owner(game, C) == alice
    assert cash(game) == [365, 420, 385, 400]
    assert game.to_act == (alice, -1, "auction")
    assert clause(game, bid(game, alice, D, 50)) == ""


@pytest.mark.rule("1889-AUC-13")
def test_only_bidders_take_part_in_a_bid_off_and_only_for_its_private() -> None:
    game = bid_off_for_c()
    assert not is_admitted(game, Bid(3, 2, 60))
    assert not is_admitted(game, Pass(3))
    assert clause(game, bid(game, 2, D, 55)) == "1889-AUC-14"
    assert {game.to_act.player} | _speakers(game, 6) == {0, 1, 2}


def _speakers(game: Game, count: int) -> set[int]:
    """Players to act while each raises by 5."""
    found = set()
    for price in range(60, 60 + 5 * count, 5):
        found.add(game.to_act.player)
        game.apply(bid(game, game.to_act.player, C, price))
    return found


@pytest.mark.rule("1889-AUC-14")
def test_a_bid_off_goes_clockwise_from_the_one_after_the_highest_bidder() -> None:
    game = bid_off_for_c()
    assert game.to_act.player == 2
    assert not is_admitted(game, bid(game, 0, C, 60))
    game.apply(bid(game, 2, C, 60))
    assert game.to_act.player == 0
    game.apply(bid(game, 0, C, 65))
    assert game.to_act.player == 1
    game.apply(Pass(1))
    assert game.to_act.player == 2
    game.apply(bid(game, 2, C, 70))
    assert game.to_act.player == 0


@pytest.mark.rule("1889-AUC-14")
def test_on_18xx_games_the_lowest_bidder_speaks_each_time() -> None:
    game = bid_off_for_c("18xx.games")
    assert game.to_act.player == 0
    game.apply(bid(game, 0, C, 60))
    assert game.to_act.player == 2
    game.apply(bid(game, 2, C, 65))
    assert game.to_act.player == 1
    game.apply(bid(game, 1, C, 70))
    assert game.to_act.player == 0
    game.apply(Pass(0))
    assert game.to_act.player == 2


@pytest.mark.rule("1889-AUC-14")
def test_a_bid_off_opens_at_the_highest_bid_and_is_raised_by_5_or_more() -> None:
    game = bid_off_for_c()
    assert clause(game, bid(game, 2, C, 59)) == "1889-AUC-14"
    assert clause(game, bid(game, 2, C, 61)) == ""
    game.apply(bid(game, 2, C, 100))
    assert clause(game, bid(game, 0, C, 104)) == "1889-AUC-14"
    assert clause(game, bid(game, 0, C, 105)) == ""
    assert clause(game, bid(game, 0, C, 420)) == ""
    assert clause(game, bid(game, 0, C, 421)) == "1889-AUC-06"


@pytest.mark.rule("1889-AUC-06", "1889-AUC-14")
def test_bids_on_other_privates_hold_money_back_in_a_bid_off_too() -> None:
    game = new_game()
    play(game, bid(game, 0, B, 35), bid(game, 1, B, 40), bid(game, 2, A, 20))
    assert game.to_act == (0, -1, "bid-off")
    other = new_game()
    play(other, bid(other, 0, B, 35), bid(other, 1, B, 40), Pass(2), Pass(3), bid(other, 0, D, 380))
    play(other, bid(other, 1, A, 20))
    assert other.to_act.player == 0
    assert clause(other, bid(other, 0, B, 45)) == "1889-AUC-06"
    assert clause(game, bid(game, 0, B, 45)) == ""


@pytest.mark.rule("1889-AUC-05", "1889-AUC-15")
def test_bids_are_told_in_the_auction_and_in_a_bid_off_and_the_buyer_gets_none_back() -> None:
    game = new_game()
    number = lot(game, C)
    assert game.apply(bid(game, 0, C, 45)) == [BidPlaced(0, number, 45)]
    game = bid_off_for_c()
    assert BidPlaced(2, number, 60) in game.apply(bid(game, 2, C, 60))
    events = pass_times(game, 2)
    assert {each.player for each in events if each.kind == "bid_returned"} == {0, 1}
    assert LotSold(2, number, 60) in events


@pytest.mark.rule("1889-AUC-15")
def test_who_passes_in_a_bid_off_gets_his_money_back_and_is_out() -> None:
    game = bid_off_for_c()
    events = game.apply(Pass(2))
    assert BidReturned(2, 2, 50) in events
    game.apply(bid(game, 0, C, 60))
    assert game.to_act.player == 1
    game.apply(bid(game, 1, C, 65))
    assert game.to_act.player == 0
    assert not is_admitted(game, bid(game, 2, C, 70))
    game.apply(Pass(0))
    assert cash(game) == [420, 355, 400, 390]
    play(game, Pass(0), Pass(1))
    assert clause(game, bid(game, 2, G, 400)) == ""


@pytest.mark.rule("1889-AUC-16")
def test_the_last_one_in_pays_his_bid_to_the_bank() -> None:
    game = bid_off_for_c()
    bank = game.view().bank
    play(game, bid(game, 2, C, 120), Pass(0), Pass(1))
    assert owner(game, C) == 2
    assert cash(game) == [420, 420, 280, 390]
    assert game.view().bank == bank + 120


@pytest.mark.rule("1889-AUC-16")
def test_a_highest_bidder_whom_nobody_raises_pays_his_reserve_bid() -> None:
    game = bid_off_for_c()
    play(game, Pass(2), Pass(0))
    assert (owner(game, C), game.players[1].cash) == (1, 365)


@pytest.mark.rule("1889-AUC-17")
def test_one_purchase_settles_a_chain_of_bids() -> None:
    game = new_game()
    play(game, bid(game, 0, B, 35), bid(game, 1, C, 45), bid(game, 2, E, 65), bid(game, 3, A, 20))
    assert [owner(game, symbol) for symbol in (A, B, C, D, E)] == [3, 0, 1, None, None]
    assert game.to_act.player == 0
    game.apply(bid(game, 0, D, 50))
    assert owner(game, E) == 2
    assert clause(game, bid(game, 1, F, 80)) == ""


@pytest.mark.rule("1889-AUC-17")
def test_bids_are_settled_after_a_bid_off_too() -> None:
    game = new_game()
    play(game, bid(game, 0, B, 35), bid(game, 1, B, 40), bid(game, 2, C, 45), bid(game, 3, A, 20))
    play(game, Pass(0))
    assert [owner(game, symbol) for symbol in (A, B, C)] == [3, 1, 2]


@pytest.mark.rule("1889-AUC-18")
def test_play_goes_on_left_of_the_last_action_turn_whoever_won_the_bid_off() -> None:
    game = bid_off_for_c()
    play(game, Pass(2), Pass(0))
    assert owner(game, C) == 1
    assert game.to_act == (0, -1, "auction")  # left of 3, who bought B
    other = new_game()
    play(other, bid(other, 0, B, 35), bid(other, 1, A, 20))
    assert other.to_act == (2, -1, "auction")  # left of 1, though 0 was the last to receive B


# The end


@pytest.mark.rule("1889-AUC-19")
def test_priority_goes_to_whoever_would_have_acted_next() -> None:
    game = new_game(2)
    play(game, bid(game, 0, A, 20), bid(game, 1, B, 30), bid(game, 0, C, 40), bid(game, 1, D, 50))
    events = game.apply(bid(game, 0, E, 60))
    assert events[-1] == StockRoundBegan(1)
    assert game.to_act == (1, -1, "stock")
    assert game.state.priority == 1


@pytest.mark.rule("1889-AUC-19")
def test_priority_after_a_last_bid_off_goes_left_of_the_last_action_turn() -> None:
    game = new_game(3)
    play(game, bid(game, 0, F, 85), bid(game, 1, F, 90), bid(game, 2, A, 20))
    play(game, bid(game, 0, B, 30), bid(game, 1, C, 40), bid(game, 2, D, 50), bid(game, 0, E, 60))
    assert game.to_act == (0, -1, "bid-off")
    play(game, Pass(0))
    assert owner(game, F) == 1
    assert game.to_act == (1, -1, "stock")
    assert is_admitted(game, par(game, 1, "AR", 65))
