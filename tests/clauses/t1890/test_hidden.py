"""1890, C.10.1 and C.10.2: hidden cash, treasuries and train prices, and the viewers from whom they are hidden.

Player 0 is president of Nankai, player 1 of Hankyu, player 2 of no company; player 3 has no part in the deals.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import buy, company, new_game, operate, play, set_cash, start
from tests.clauses.t1890.hidden import CASH, PRICES, first_hidden_game, offer, second_hidden_game
from tests.clauses.t1890.tables import join_akashi, table
from tetsudo.core.actions import Answer, Bid, BuyTrain, Pass
from tetsudo.core.errors import BadInput, HiddenAmount
from tetsudo.core.events import PresidentContributed, TrainBought
from tetsudo.core.open_actions import Bids
from tetsudo.core.units import HIDDEN, NOBODY, is_hidden
from tetsudo.draw.text.rows import company_rows, player_rows, position_text
from tetsudo.engine.state.rows import row_of
from tetsudo.engine.state.state import LAST_TURN, bank_of, cash_of, treasury
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.game.unavailable import refused_actions
from tetsudo.language.log_sentences import narrate

ONLOOKER = NOBODY


def two_companies(*variants: str, **options: Any) -> Game:
    """Nankai, with 300, has a 3-train; Hankyu, with 200, has a 4-train and is in its train step in phase 3."""
    game = table("C", "3", variants=variants, **options)
    start(game, "NK", {0: 50}, cash=300, trains=["3"])
    start(game, "HK", {1: 50, 0: 10}, cash=200, trains=["4"])
    return operate(game, "HK", "trains")


def log(game: Game, player: int) -> list[str]:
    """The log of the last action as a player reads it."""
    return narrate(game.setup, game.names, game.seen_by(player).latest_events)


# Cash


@pytest.mark.rule("1890-C.10.1-a")
def test_everybody_sees_only_his_own_cash() -> None:
    game = table("C", variants=CASH, cash=500)
    set_cash(game, 1, 730)
    view = game.view(1)
    assert (view.players[1].cash, view.players[1].worth) == (730, 730)
    assert repr(view.players) == "(<P0: ¥?>, <P1: ¥730>, <P2: ¥?>, <P3: ¥?>)"
    for other in (0, 2, 3):
        with pytest.raises(HiddenAmount, match=f"What P{other} has is hidden"):
            _ = view.players[other].cash
        with pytest.raises(HiddenAmount):
            _ = view.players[other].worth
    assert repr(game.view(ONLOOKER).players).count("¥?") == 4
    assert [row.cash for row in player_rows(game.seen_by(1))] == [HIDDEN, 730, HIDDEN, HIDDEN]
    assert all(is_hidden(row.worth) == (row.name != "P1") for row in player_rows(game.seen_by(1)))
    assert [player.cash for player in game.players] == [500, 730, 500, 500]  # the game itself shows all


@pytest.mark.rule("1890-C.10.1-a", "1890-2.1-a")
def test_cash_is_open_in_the_usual_game() -> None:
    game = table("C", cash=500)
    assert [player.cash for player in game.view(2).players] == [500] * 4
    assert game.seen_by(2) is game
    assert game.view(ONLOOKER).bank == 12_500 - 4 * 500


@pytest.mark.rule("1890-C.10.1-a")
def test_what_is_left_in_the_bank_is_hidden_too_since_the_rest_is_what_the_others_have() -> None:
    game = two_companies(*CASH)
    for player in (0, 1, ONLOOKER):
        with pytest.raises(HiddenAmount):
            _ = game.view(player).bank
        assert "bank ¥? ·" in position_text(game.seen_by(player))
    assert (game.view(ONLOOKER).company("NK").cash, game.view(0).company("HK").cash) == (300, 200)


@pytest.mark.rule("1890-C.10.1-a")
def test_bids_are_public_and_their_bounds_are_not() -> None:
    game = new_game(4, title="1890", scenario="C", variants=CASH)  # 630 each
    play(game, Bid(0, 1, 45))
    lots = [offer for offer in game.view(1).legal_actions() if isinstance(offer, Bids)]
    assert {offer.high for offer in lots if offer.low < offer.high} == {630}  # of player 1's own cash
    assert game.view(0).legal_actions() == game.view(ONLOOKER).legal_actions() == []
    too_much = Bid(1, 5, 10_000)  # more than player 1 has, but others cannot know that
    assert game.view(1).why_not(too_much) is not None
    assert game.view(0).why_not(too_much) is None
    assert "P0 bids ¥45" in " ".join(log(game, 2))


@pytest.mark.rule("1890-C.10.1-a")
def test_who_can_buy_nothing_is_asked_all_the_same() -> None:
    for variants, waits_for in ((CASH, 1), ((), 2)):
        game = table("C", variants=variants, cash=500)
        start(game, "NK", {0: 50}, floated=False)
        set_cash(game, 1, 0)
        play(game, Pass(0))
        assert game.to_act.player == waits_for  # skipping the player would reveal that they cannot pay 100


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_all_lies_open_when_the_game_is_over() -> None:
    game = two_companies(*CASH, *PRICES)
    play(game, offer(game, 150), Answer(0, 1))
    assert "for ¥?" in " ".join(log(game, 2))
    game.state.ended = LAST_TURN
    assert "for ¥150" in " ".join(log(game, 2))
    assert game.view(2).company("NK").cash == 450
    assert game.view(ONLOOKER).players[0].cash == cash_of(game.state, 0)
    assert game.view(2).bank == cash_of(game.state, bank_of(game.state))


# Treasuries and prices


@pytest.mark.rule("1890-2.2-b")
def test_a_treasury_may_be_for_its_president_only() -> None:
    game = two_companies(hidden_treasuries=True)
    assert game.view(0).company("NK").cash == 300
    for player in (1, 2, ONLOOKER):
        with pytest.raises(HiddenAmount, match="What NK has is hidden"):
            _ = game.view(player).company("NK").cash
    shown = {row.symbol: row.cash for row in company_rows(game.seen_by(1)) if row.status == "floated"}
    assert shown == {"NK": HIDDEN, "HK": 200}
    play(game, offer(game, 150), Answer(0, 1))
    assert "for ¥150" in " ".join(log(game, 2))  # prices paid for trains are not hidden along with treasuries


@pytest.mark.rule("1890-C.10.2-a")
@pytest.mark.parametrize("player", [0, 1])
def test_the_presidents_of_both_companies_know_the_price_of_a_train(player: int) -> None:
    game = two_companies(*PRICES)
    play(game, offer(game, 150))
    assert "asks P0 to agree to ¥150" in " ".join(log(game, player))
    waiting = game.view(player).offer
    assert waiting is not None
    assert waiting.price == 150
    play(game, Answer(0, 1))
    assert log(game, player) == ["Hankyū Railways buys a 3-train from Nankai Electric Railway for ¥150."]
    own = ("NK", 450) if player == 0 else ("HK", 50)
    assert game.view(player).company(own[0]).cash == own[1]


@pytest.mark.rule("1890-C.10.2-a")
@pytest.mark.parametrize("player", [2, 3, ONLOOKER])
def test_others_hear_of_the_deal_and_not_of_its_price(player: int) -> None:
    game = two_companies(*PRICES)
    play(game, offer(game, 150))
    assert "asks P0 to agree to ¥?" in " ".join(log(game, player))
    waiting = game.view(player).offer
    assert waiting is not None
    assert (waiting.name, waiting.price) == ("3", HIDDEN)
    play(game, Answer(0, 1))
    assert log(game, player) == ["Hankyū Railways buys a 3-train from Nankai Electric Railway for ¥?."]
    seen = game.seen_by(player)
    assert [action.price for action in seen.actions if isinstance(action, BuyTrain)] == [HIDDEN]
    assert [event.price for event in seen.events if isinstance(event, TrainBought)] == [HIDDEN]
    assert seen.companies["HK"].trains == ("3", "4")  # the deal itself is public
    for symbol in ("NK", "HK"):  # treasuries would reveal the price
        with pytest.raises(HiddenAmount):
            _ = seen.companies[symbol].cash
    assert [each.cash for each in seen.players] == [500] * 4


@pytest.mark.rule("1890-C.10.2-a")
def test_what_was_declined_is_known_to_the_two() -> None:
    game = two_companies(*PRICES)
    play(game, offer(game, 150), Answer(0, 0))
    prices = [game.seen_by(player).state.declined[3] for player in (0, 1, 2, ONLOOKER)]
    assert prices == [150, 150, HIDDEN, HIDDEN]
    assert game.view(1).why_not(offer(game, 150)) is not None
    assert game.view(1).why_not(offer(game, 151)) is None


@pytest.mark.rule("1890-C.10.2-a")
def test_what_the_bank_sells_has_a_public_price() -> None:
    game = two_companies(*PRICES)
    action = next(each for each in game.legal_actions() if isinstance(each, BuyTrain))
    play(game, action)
    assert f"for ¥{action.price}" in " ".join(log(game, ONLOOKER))


@pytest.mark.rule("1890-C.10.2-a", "1890-2.2-b")
def test_a_new_president_sees_what_the_company_has_and_not_what_it_once_paid() -> None:
    game = two_companies(*PRICES)
    play(game, offer(game, 150), Answer(0, 1))
    game.state.president = row_of([2 if place == 0 else place for place in game.state.president])
    assert game.view(2).company("NK").cash == 450
    assert "for ¥?" in narrate(game.setup, game.names, game.view(2).events)[-1]
    assert "for ¥150" in narrate(game.setup, game.names, game.view(1).events)[-1]
    with pytest.raises(HiddenAmount):
        _ = game.view(0).company("NK").cash


@pytest.mark.rule("1890-C.10.2-a", "1890-2.2-b")
def test_a_step_is_not_passed_over_for_want_of_money() -> None:
    """Skipping it would reveal that the company has little money."""
    for variants, waits in ((PRICES, True), ((), False)):
        game = table("C", "3", variants=variants)
        start(game, "NK", {0: 50}, cash=0, trains=["3", "3"])
        operate(game, "NK", "trains")
        assert (game.to_act.company == company(game, "NK") and game.to_act.doing == "trains") == waits


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
@pytest.mark.parametrize(
    ("variants", "known_to"),
    [((), {0, 1, 2, -1}), (CASH, {0, 1, 2, -1}), (PRICES, {0, 1, 2, -1}), (CASH + PRICES, {1})],
)
def test_what_a_president_gives_is_known_where_either_purse_is_seen(
    variants: tuple[str, ...], known_to: set[int]
) -> None:
    game = table("C", "3", variants=variants, cash=900)
    start(game, "SY", {1: 50}, cash=30, tokens=["F3"])
    join_akashi(game)
    operate(game, "SY", "trains")
    cheapest = next(each for each in game.legal_actions() if isinstance(each, BuyTrain))
    assert cheapest.price == 80
    play(game, cheapest)
    given = [event for event in game.latest_events if isinstance(event, PresidentContributed)]
    assert [event.price for event in given] == [50]
    for player in (0, 1, 2, ONLOOKER):
        seen = [event.price for event in game.seen_by(player).latest_events if isinstance(event, PresidentContributed)]
        assert (seen == [50]) == (player in known_to)


# A viewer's copy of a game


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_what_somebody_sees_cannot_be_written() -> None:
    game = two_companies(*CASH, *PRICES)
    for write in (game.seen_by(0).record, game.seen_by(0).position, game.seen_by(ONLOOKER).position):
        with pytest.raises(BadInput, match="This game has hidden cash"):
            write()
    assert position.read(game.position()).state == game.state


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_looking_ahead_and_back_shows_no_more() -> None:
    game = two_companies(*CASH, *PRICES)
    play(game, offer(game, 150), Answer(0, 1))
    view = game.view(1)
    then = view.preview(Pass(1))
    for seen in (view, view.clone(), then):
        with pytest.raises(HiddenAmount):
            _ = seen.players[0].cash
        with pytest.raises(HiddenAmount):
            _ = seen.company("NK").cash
    assert then.company("HK").cash == 50
    back = game.seen_by(2).earlier(0)
    assert is_hidden(treasury(back.state, company(game, "NK")))
    again = game.seen_by(2).clone()
    again.undo()
    assert is_hidden(cash_of(again.state, 0))
    assert again.state.stack[-1] == game.seen_by(2).earlier(1).state.stack[-1]


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_refusals_are_worked_out_from_what_the_player_knows() -> None:
    game = table("C", variants=CASH, cash=40)
    start(game, "NK", {1: 50}, floated=False)
    said = game.view(0).why_not(buy(game, 0, "NK"))
    assert said is not None
    assert "¥40" in said.sentence
    assert {each.refusal.code for each in refused_actions(game.seen_by(0), 0)} == {
        each.refusal.code for each in refused_actions(game, 0)
    }


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_what_might_be_is_drawn_from_what_is_known() -> None:
    """Playout copies keep everything the viewer sees, and the total amount of money."""
    one, other = first_hidden_game(), second_hidden_game()
    for player in (2, ONLOOKER):
        for secret in range(20):
            game = one.view(player).what_if(secret)
            assert game.state == other.view(player).what_if(secret).state
            assert sum(game.state.cash) == 12_500
            assert all(0 <= amount < 12_500 for amount in game.state.cash)
            assert (cash_of(game.state, 2) == 400) or player == ONLOOKER
    assert len({one.view(2).what_if(secret).digest() for secret in range(20)}) == 20
    assert isinstance(game, Game)
    play(game, Pass(1))
    assert game.players[0].cash == cash_of(game.state, 0)  # no amounts are hidden in it


@pytest.mark.rule("1890-C.10.2-a")
def test_an_offer_whose_price_is_hidden_has_some_price_in_what_might_be() -> None:
    game = two_companies(*PRICES)
    play(game, offer(game, 150))
    made = game.view(2).what_if(5)
    assert isinstance(made, Game)
    play(made, Answer(0, 1))
    assert 0 <= treasury(made.state, company(made, "HK")) < HIDDEN >> 1
    assert position.read(made.position()).state == made.state
