"""1890, sections 8.3, 8.4 and 11.2: privates traded between players, late ones bought from the bank. Scenario C."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    buy,
    clause,
    code,
    kinds,
    new_game,
    pass_times,
    play,
    private,
    sell,
    set_cash,
    start,
    stock_round,
)
from tetsudo.core.actions import Answer, BuyPrivate, BuyShare, Pass, TakePrivate
from tetsudo.core.open_actions import PrivateTakes
from tetsudo.core.units import NOBODY
from tetsudo.engine.state.ownership import give_private, move_president
from tetsudo.engine.state.state import CLOSED, OUT, bank_of, set_status
from tetsudo.game import position
from tetsudo.game.game import Game

LATE = {"KF": 200, "KR": 240, "KO": 280, "SB": 320}


def table(*, turn: int = 2, cash: int = 400, scenario: str = "C", **options: Any) -> Game:
    """Three players; player 1 has the private at 110, and the bank has the late privates."""
    game = stock_round(3, title="1890", scenario=scenario, turn=turn, cash=cash, **options)
    assign_private(game, "HT", 1)
    for symbol in LATE if scenario == "C" else ():
        give_private(game.state, private(game, symbol), bank_of(game.state))
    for minor, kind in enumerate(game.ruleset.is_minor):
        if kind:
            set_status(game.state, minor, CLOSED)
            move_president(game.state, minor, game.state.players + OUT)
    return game


def take(game: Game, player: int, symbol: str, price: int) -> TakePrivate:
    return TakePrivate(player, private(game, symbol), price)


@pytest.mark.rule("1890-8.4-b", "1890-8.3-b")
def test_a_player_buys_a_private_of_another_who_agrees_as_the_purchase_of_his_turn() -> None:
    game = table()
    start(game, "NK", {2: 20, 0: 10})
    assert "take_asked" in kinds(play(game, take(game, 0, "HT", 75)))
    assert (game.to_act.player, game.to_act.doing, game.legal_actions(0)) == (1, "offer", [])
    offer = game.view(1).offer
    assert offer is not None
    assert (offer.buyer, offer.company, offer.name, offer.price, offer.player) == (0, "", "HT", 75, 1)
    assert position.read(game.position()).state == game.state
    game.apply(Answer(1, 1))
    assert [player.cash for player in game.players] == [325, 475, 400]
    assert (game.players[0].privates, game.players[1].privates) == (("HT",), ())
    assert (game.to_act.player, game.state.priority) == (0, 1)
    assert clause(game, buy(game, 0, "NK")) == clause(game, take(game, 0, "KF", 200)) == "1890-8.2-a"
    assert code(game, Pass(0)) == ""


@pytest.mark.rule("1890-8.3-b")
def test_an_owner_who_declines_keeps_it_and_is_asked_again_only_at_a_better_price() -> None:
    game = table()
    play(game, take(game, 0, "HT", 75))
    assert game.to_act == (1, NOBODY, "offer")
    play(game, Answer(1, 0))
    assert (game.players[1].privates, game.to_act.player, game.players[0].cash) == (("HT",), 0, 400)
    assert code(game, take(game, 0, "HT", 75)) == "offer_declined"
    assert PrivateTakes(0, private(game, "HT"), 76, 400) in game.legal_actions()
    events = play(game, Pass(0))  # a declined offer is no purchase
    assert kinds(events)[0] == "passed"
    assert (game.state.priority, game.to_act.player) == (0, 1)
    assert code(game, take(game, 1, "HT", 75)) == "trade_with_players"
    pass_times(game, 1)
    assert code(game, take(game, 2, "HT", 1)) == ""


@pytest.mark.rule("1890-8.3-b")
def test_each_owner_who_declines_has_declined_for_his_own_private_only() -> None:
    game = table()
    assign_private(game, "AR", 2)
    play(game, take(game, 0, "HT", 75), Answer(1, 0), take(game, 0, "AR", 30), Answer(2, 0))
    least = {"HT": 76, "AR": 31}
    for symbol, price in least.items():
        assert code(game, take(game, 0, symbol, price - 1)) == "offer_declined"
        assert code(game, take(game, 0, symbol, price)) == ""
    play(game, take(game, 0, "AR", 40), Answer(2, 0), take(game, 0, "HT", 90), Answer(1, 0))
    assert code(game, take(game, 0, "AR", 40)) == code(game, take(game, 0, "HT", 90)) == "offer_declined"
    assert code(game, take(game, 0, "AR", 41)) == code(game, take(game, 0, "HT", 91)) == ""


@pytest.mark.rule("1890-8.3-b", "1890-8.3-a", "1890-11.1.3-a")
def test_the_price_is_what_both_agree_on_from_nothing_to_all_and_the_seller_does_not_begin() -> None:
    game = table()
    assert PrivateTakes(0, private(game, "HT"), 0, 400) in game.legal_actions()
    assert clause(game, take(game, 0, "HT", -1)) == "1890-8.3-b"
    assert code(game, take(game, 0, "HT", 401)) == "cash"
    game.apply(Pass(0))
    assert not [each for each in game.legal_actions(1) if getattr(each, "private", -1) == private(game, "HT")]
    assert code(game, BuyPrivate(1, 0, private(game, "HT"), 110)) == "private_in_stock_round"


@pytest.mark.rule("1890-11.1.3-a", "1890-8.3-b")
@pytest.mark.parametrize("price", [0, 400])
def test_a_private_is_given_away_or_sold_for_all_that_the_buyer_has(price: int) -> None:
    game = table()
    play(game, take(game, 0, "HT", price))
    assert position.read(game.position()).state == game.state
    game.apply(Answer(1, 1))
    assert [player.cash for player in game.players] == [400 - price, 400 + price, 400]
    assert game.players[0].privates == ("HT",)


@pytest.mark.rule("1890-11.1.3-a")
def test_who_declines_a_gift_is_asked_again_for_money_only() -> None:
    game = table()
    play(game, take(game, 0, "HT", 0), Answer(1, 0))
    assert PrivateTakes(0, private(game, "HT"), 1, 400) in game.legal_actions()
    assert code(game, take(game, 0, "HT", 0)) == "offer_declined"


@pytest.mark.rule("1890-8.4-b")
def test_at_a_table_where_offers_are_agreed_nobody_is_asked() -> None:
    game = table(offers="agreed")
    start(game, "NK", {2: 20, 0: 10})
    game.apply(take(game, 0, "HT", 1))
    assert (game.players[0].privates, game.to_act.player) == (("HT",), 0)


@pytest.mark.rule("1890-8.3.2-c", "1890-8.4.1-c")
def test_in_the_first_turn_no_private_changes_hands() -> None:
    game = table(turn=1)
    assert clause(game, take(game, 0, "HT", 100)) == "1890-8.3.2-c"
    assert clause(game, take(game, 0, "KF", 200)) == "1890-8.4.1-c"


@pytest.mark.rule("1890-8.3.2-c")
def test_under_the_other_reading_players_trade_privates_in_the_first_turn_too() -> None:
    game = table(turn=1, private_trades="always")
    assert code(game, take(game, 0, "HT", 100)) == ""
    assert clause(game, take(game, 0, "KF", 200)) == "1890-8.4.1-c"
    assert code(table(private_trades="none"), take(game, 0, "HT", 100)) == "private_in_stock_round"


@pytest.mark.rule("1890-11.2-a", "1890-11.2-g", "1890-11.2-c", "1890-C.8.2-a", "1890-7.1-a")
def test_a_late_private_is_bought_from_the_bank_at_its_face_value_in_any_order() -> None:
    game = table()
    assert {each.id: (each.price, each.late) for each in game.setup.privates if each.symbol in LATE} == {
        private(game, symbol): (price, True) for symbol, price in LATE.items()
    }
    assert clause(game, take(game, 0, "SB", 319)) == clause(game, take(game, 0, "SB", 321)) == "1890-11.2-g"
    start(game, "NK", {2: 20, 0: 10})
    bank = game.view().bank
    game.apply(take(game, 0, "SB", 320))
    assert (game.players[0].privates, game.players[0].cash, game.players[0].certificates) == (("SB",), 80, 2)
    assert (game.view().bank, game.state.priority) == (bank + 320, 1)
    assert clause(game, take(game, 0, "KF", 200)) == "1890-8.2-a"
    game.apply(Pass(0))
    assert code(game, take(game, 1, "KF", 200)) == ""


@pytest.mark.rule("1890-11.2-d", "1890-8.3-a")
def test_a_late_private_is_never_sold_again() -> None:
    game = table()
    assign_private(game, "KF", 1)
    assert clause(game, take(game, 0, "KF", 200)) == "1890-11.2-d"
    facts = game.setup.privates[private(game, "KF")]
    assert (facts.low, facts.high) == (0, 0)


@pytest.mark.rule("1890-11.2-b", "1890-8.4.1-c")
def test_late_privates_are_no_lots_of_the_auction() -> None:
    game = new_game(3, title="1890", scenario="C")
    assert not {each.symbol for each in game.setup.lots} & set(LATE)
    assert code(game, take(game, 0, "KF", 200)) == "not_in_auction"


@pytest.mark.rule("1890-8.4.1-d")
def test_nothing_is_bought_back_from_a_company() -> None:
    game = table()
    start(game, "NK", {1: 50})
    assign_private(game, "HT", "NK")
    assert clause(game, take(game, 0, "HT", 110)) == "1890-8.4.1-d"


@pytest.mark.rule("1890-8.4.1-d")
def test_players_buy_no_shares_of_each_other() -> None:
    game = table()
    nankai = start(game, "NK", {1: 50})
    assert clause(game, BuyShare(0, nankai, 1)) == "1890-8.4.1-d"


@pytest.mark.rule("1890-6.2-a", "1890-11.1-b", "1890-8.4.1-b")
def test_a_private_needs_room_below_the_certificate_limit() -> None:
    game = table()  # three players: limit 18 certificates
    start(game, "NK", {0: 60})  # 5
    start(game, "HK", {0: 60})  # 5
    start(game, "SY", {0: 60})  # 5
    start(game, "JR", {0: 40})  # 3
    assert game.players[0].certificates == 18
    assert clause(game, take(game, 0, "HT", 50)) == clause(game, take(game, 0, "KF", 200)) == "1890-6.2-a"
    assert not [each for each in game.legal_actions() if isinstance(each, PrivateTakes)]
    game.apply(sell(game, 0, "JR"))
    assert code(game, take(game, 0, "KF", 200)) == ""


@pytest.mark.rule("1890-8.4-b")
def test_what_a_player_cannot_pay_is_not_offered() -> None:
    game = table()
    set_cash(game, 0, 250)
    offered = [each for each in game.legal_actions() if isinstance(each, PrivateTakes)]
    assert {(each.private, each.low, each.high) for each in offered} == {
        (private(game, "HT"), 0, 250),
        (private(game, "KF"), 200, 200),
        (private(game, "KR"), 240, 240),
    }
    assert code(game, take(game, 0, "KO", 280)) == "cash"


@pytest.mark.rule("1890-A.8.2-a")
def test_other_scenarios_have_no_late_privates() -> None:
    for scenario in "ABD":
        game = table(scenario=scenario)
        offered = [each.private for each in game.legal_actions() if isinstance(each, PrivateTakes)]
        assert offered == [private(game, "HT")]


@pytest.mark.rule("1890-6.2-a")
def test_who_is_above_a_limit_sells_before_he_buys_a_private() -> None:
    game = table()
    start(game, "NK", {0: 70, 1: 20})  # 60 is the most
    assert code(game, take(game, 0, "HT", 50)) == code(game, take(game, 0, "KF", 200)) == "must_sell"
    game.apply(sell(game, 0, "NK"))
    assert code(game, take(game, 0, "KF", 200)) == ""
