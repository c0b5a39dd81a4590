"""Forced train purchases in 1889: the president's cash, shares, and bankruptcy (EMR)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    bankrupt,
    buy_private,
    buy_train,
    clause,
    code,
    empty_depot,
    is_admitted,
    kinds,
    lay,
    operate,
    play,
    sell,
    set_cash,
    set_phase,
    set_treasury,
    start,
    stock_round,
    train_to_market,
)
from tetsudo.core.actions import Answer, Bankrupt, Pass
from tetsudo.core.events import PresidentContributed
from tetsudo.core.open_actions import Sales
from tetsudo.engine.state.rows import with_value
from tetsudo.game.game import Game


def forced(
    *,
    cash: int = 0,
    president: int = 0,
    in_phase: str = "2",
    gone: str = "",
    step: str = "trains",
    holders: Mapping[int, int] | None = None,
    variants: Sequence[str] = (),
) -> Game:
    """AR has a route and no train. `cash`: AR's treasury; `president`: cash of player 0, its president."""
    game = stock_round(variants=variants)
    set_phase(game, in_phase)
    start(game, "AR", holders or {0: 60}, cash=cash)
    lay(game, "K8", "57", 1)
    empty_depot(game, *gone.split())
    set_cash(game, 0, president)
    return operate(game, "AR", step)


@pytest.mark.rule("1889-EMR-01", "1889-EMR-04", "1889-EMR-07")
def test_the_president_adds_what_the_treasury_lacks() -> None:
    game = forced(cash=50, president=100)
    bank = game.view().bank
    events = play(game, buy_train(game, "AR", "2"))
    assert PresidentContributed(0, game.companies["AR"].id, 30) in events
    assert game.companies["AR"].trains == ("2",)
    assert (game.companies["AR"].cash, game.players[0].cash) == (0, 70)
    assert game.view().bank == bank + 80


@pytest.mark.rule("1889-EMR-01", "1889-EMR-04")
def test_a_treasury_that_suffices_pays_alone() -> None:
    game = forced(cash=80, president=100)
    play(game, buy_train(game, "AR", "2"))
    assert (game.companies["AR"].cash, game.players[0].cash) == (0, 100)


@pytest.mark.rule("1889-EMR-02")
def test_the_cheapest_train_of_depot_and_market_is_taken() -> None:
    game = forced(president=2000, in_phase="6", gone="2 3 4")
    train_to_market(game, "5")
    empty_depot(game, "5")
    assert game.view().on_sale == ("6", "D", "5")
    assert clause(game, buy_train(game, "AR", "6")) == "1889-EMR-02"
    assert clause(game, buy_train(game, "AR", "D")) == "1889-EMR-02"
    play(game, buy_train(game, "AR", "5", "market"))
    assert game.players[0].cash == 2000 - 450


@pytest.mark.rule("1889-EMR-02")
def test_between_6_and_diesel_the_6_is_taken() -> None:
    game = forced(president=2000, in_phase="6", gone="2 3 4 5")
    assert clause(game, buy_train(game, "AR", "D")) == "1889-EMR-02"
    assert clause(game, buy_train(game, "AR", "6")) == ""


@pytest.mark.rule("1889-EMR-02", "1889-EMR-03")
def test_no_help_for_the_train_of_another_company() -> None:
    game = forced(cash=10, president=500)
    start(game, "KU", {0: 60}, trains=("2",))
    assert not is_admitted(game, buy_train(game, "AR", "2", "KU", 80))
    assert not is_admitted(game, buy_train(game, "AR", "2", "KU", 11))
    # a purchase from its own treasury ends the obligation
    assert is_admitted(game, buy_train(game, "AR", "2", "KU", 10))
    play(game, buy_train(game, "AR", "2", "KU", 10))
    assert game.players[0].cash == 500


@pytest.mark.rule("1889-EMR-03")
def test_no_help_where_the_treasury_could_buy_a_train() -> None:
    game = forced(cash=500, president=2000, in_phase="6", gone="2 3 4")
    train_to_market(game, "5")
    empty_depot(game, "5")
    assert clause(game, buy_train(game, "AR", "6")) == "1889-EMR-03"
    set_treasury(game, "AR", 1100)
    assert clause(game, buy_train(game, "AR", "6")) == ""  # with its own money it may choose
    assert clause(game, buy_train(game, "AR", "D")) == ""


@pytest.mark.rule("1889-EMR-03")
@pytest.mark.parametrize("why", ["has a train", "has no route"])
def test_no_help_without_a_duty(why: str) -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, cash=50, trains=("2",) if why == "has a train" else ())
    if why == "has a train":
        lay(game, "K8", "57", 1)
    operate(game, "AR", "trains", settle=False)
    assert clause(game, buy_train(game, "AR", "2")) == "1889-EMR-03"


@pytest.mark.rule("1889-EMR-04")
def test_shares_are_sold_last() -> None:
    """The president's cash plus the treasury makes 80, which is enough: no sale is legal."""
    game = forced(cash=30, president=50)
    start(game, "SR", {1: 40, 0: 20})
    assert clause(game, sell(game, 0, "SR")) == "1889-EMR-04"
    set_cash(game, 0, 49)
    assert clause(game, buy_train(game, "AR", "2")) == "1889-EMR-04"
    assert clause(game, sell(game, 0, "SR")) == ""


@pytest.mark.rule("1889-EMR-05", "1889-EMR-07", "1889-EMR-09")
def test_sales_by_the_usual_rules() -> None:
    """300 for the first 4-train: the treasury has 20, the president 30. SR at 100 (two), then KU at 70 (one)."""
    game = forced(cash=20, president=30, in_phase="3", gone="2 3")
    start(game, "SR", {1: 40, 0: 30}, par=100, market=30)
    start(game, "KU", {2: 40, 0: 20}, par=70)
    assert not is_admitted(game, sell(game, 0, "SR", 3))  # the market would hold 60 % of SR
    play(game, sell(game, 0, "SR", 2))
    assert game.players[0].cash == 30 + 2 * 100
    assert game.companies["SR"].cell == (2, 3)  # two down: 80
    assert game.companies["SR"].in_market == 50
    assert not is_admitted(game, sell(game, 0, "SR"))
    assert is_admitted(game, sell(game, 0, "KU"))
    play(game, sell(game, 0, "KU"))
    assert game.companies["KU"].price == 65
    play(game, buy_train(game, "AR", "4"))
    assert game.companies["AR"].trains == ("4",)
    assert game.companies["AR"].cash == 0
    assert game.players[0].cash == 20 + 30 + 200 + 70 - 300


@pytest.mark.rule("1889-EMR-05", "1889-SEL-12")
def test_one_block_of_a_company_a_turn_here_too() -> None:
    game = forced(in_phase="3", gone="2 3")
    start(game, "SR", {1: 40, 0: 30})
    play(game, sell(game, 0, "SR", 1))
    assert clause(game, sell(game, 0, "SR", 1)) == "1889-SEL-12"


@pytest.mark.rule("1889-EMR-05")
def test_shares_sold_in_an_emergency_may_be_bought_in_the_next_stock_round() -> None:
    game = forced()
    start(game, "SR", {1: 40, 0: 30}, market=10)
    play(game, sell(game, 0, "SR", 1), buy_train(game, "AR", "2"))
    assert game.to_act.doing == "stock"
    assert not any(game.state.sold)


@pytest.mark.rule("1889-EMR-06")
@pytest.mark.parametrize(
    ("others", "most"),
    [
        ({1: 20}, 2),  # from 40 to 20: a tie keeps the presidency
        ({1: 30}, 1),
        ({1: 40}, 0),
        ({1: 10}, 2),  # the president's certificate itself cannot be sold
        ({1: 20, 2: 30}, 1),
        ({}, 2),
    ],
)
def test_no_sale_costs_a_presidency_of_another_company(others: dict[int, int], most: int) -> None:
    game = forced(in_phase="6", gone="2 3 4 5")
    start(game, "SR", {0: 40, **others})
    for count in range(1, 5):
        assert is_admitted(game, sell(game, 0, "SR", count)) == (count <= most)
        if count > most:
            assert clause(game, sell(game, 0, "SR", count)) == "1889-EMR-06"


@pytest.mark.rule("1889-EMR-06")
@pytest.mark.parametrize(("other", "most"), [(0, 4), (20, 4), (30, 3), (40, 2)])
def test_nor_of_the_company_that_buys(other: int, most: int) -> None:
    game = forced(in_phase="6", gone="2 3 4 5", holders={0: 60, **({1: other} if other else {})})
    for count in range(1, 7):
        assert is_admitted(game, sell(game, 0, "AR", count)) == (count <= most)


@pytest.mark.rule("1889-EMR-06")
def test_the_company_that_buys_keeps_its_president() -> None:
    game = forced(holders={0: 60, 1: 40})
    play(game, sell(game, 0, "AR", 1))  # 100 for 80
    president = game.companies["AR"].president
    assert president is not None
    assert president.id == 0
    assert game.companies["AR"].price == 90


@pytest.mark.rule("1889-EMR-06", "1889-OR-07")
def test_only_the_president_sells() -> None:
    game = forced()
    start(game, "SR", {2: 40, 1: 30, 0: 20})
    assert is_admitted(game, sell(game, 0, "SR"))
    assert not is_admitted(game, sell(game, 1, "SR"))


@pytest.mark.rule("1889-EMR-07")
def test_the_purchase_waits_until_all_is_there() -> None:
    game = forced(cash=20, president=30)
    start(game, "SR", {1: 40, 0: 20})
    assert code(game, buy_train(game, "AR", "2")) == "emergency_cash"
    assert clause(game, Pass(0)) == "1889-TRN-02"
    play(game, sell(game, 0, "SR"))
    assert clause(game, Pass(0)) == "1889-TRN-02"
    play(game, buy_train(game, "AR", "2"))
    assert game.companies["AR"].trains == ("2",)


@pytest.mark.rule("1889-EMR-08", "1889-END-01")
def test_who_can_not_pay_is_bankrupt_and_the_game_ends() -> None:
    """20 in the treasury, 30 in cash, one share at 20: 10 short of 80."""
    game = forced(cash=20, president=30, holders={0: 40, 1: 40})
    start(game, "SR", {1: 40, 0: 10}, cell=(9, 0))
    assert is_admitted(game, bankrupt(game, "AR"))
    assert clause(game, Pass(0)) == "1889-TRN-02"
    events = play(game, bankrupt(game, "AR"))
    assert kinds(events)[-2:] == ["bankrupt", "game_ended"]
    assert game.is_over
    assert game.end_reason == "bankrupt"
    assert game.companies["AR"].trains == ()


@pytest.mark.rule("1889-EMR-08")
def test_who_can_pay_may_not_go_bankrupt() -> None:
    game = forced(cash=20, president=30)
    start(game, "SR", {1: 40, 0: 10}, cell=(8, 0))  # a share at 30 makes it 80
    assert clause(game, bankrupt(game, "AR")) == "1889-EMR-08"
    set_cash(game, 0, 60)
    assert clause(game, bankrupt(game, "AR")) == "1889-EMR-08"


@pytest.mark.rule("1889-EMR-08")
def test_nor_who_has_no_duty() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, trains=("2",))
    start(game, "KU", {0: 60})
    for each in range(4):
        set_cash(game, each, 0)
    operate(game, "AR", "trains", settle=False)
    assert code(game, bankrupt(game, "AR")) == "bankrupt_no_duty"
    operate(game, "KU", "trains", settle=False)  # no route
    assert clause(game, bankrupt(game, "KU")) == "1889-EMR-08"


@pytest.mark.rule("1889-EMR-08")
def test_with_nothing_to_sell_bankruptcy_is_the_only_way() -> None:
    game = forced(holders={0: 40, 1: 40})
    listed = game.legal_actions()
    assert listed == [bankrupt(game, "AR")]


@pytest.mark.rule("1889-EMR-08")
def test_shares_that_may_not_be_sold_do_not_save_from_bankruptcy() -> None:
    """Shares sell at 100, but the market is full of SR, and KU's presidency would pass to player 1."""
    game = forced(holders={0: 40, 1: 40})
    start(game, "SR", {1: 30, 0: 20}, market=50)
    start(game, "KU", {0: 40, 1: 40})
    assert game.legal_actions() == [bankrupt(game, "AR")]


@pytest.mark.rule("1889-EMR-08")
def test_bankruptcy_is_declared_when_the_train_must_be_bought() -> None:
    game = forced(holders={0: 40, 1: 40}, step="track")
    assert code(game, bankrupt(game, "AR")) == "bankrupt_when"
    assert clause(game, bankrupt(game, "AR")) == "1889-EMR-08"


@pytest.mark.rule("1889-EMR-08")
def test_as_on_18xx_games_it_may_be_declared_from_the_start_of_the_turn() -> None:
    game = forced(holders={0: 40, 1: 40}, step="track", variants=("18xx.games",))
    play(game, bankrupt(game, "AR"))
    assert game.end_reason == "bankrupt"


@pytest.mark.rule("1889-EMR-09")
@pytest.mark.parametrize(("price", "cell", "most"), [(100, (0, 3), 2), (75, (3, 3), 3), (200, (2, 11), 1)])
def test_no_more_is_sold_than_the_train_needs(price: int, cell: tuple[int, int], most: int) -> None:
    """180 for a 3-train: two shares at 100, three at 75, or one at 200."""
    game = forced(in_phase="2", gone="2")
    start(game, "SR", {1: 40, 0: 40}, cell=cell)
    assert game.companies["SR"].price == price
    for count in (1, 2, 3, 4):
        assert clause(game, sell(game, 0, "SR", count)) == ("" if count <= most else "1889-EMR-09")


@pytest.mark.rule("1889-EMR-09")
def test_what_is_over_stays_with_the_president() -> None:
    game = forced(in_phase="2", gone="2")
    start(game, "SR", {1: 40, 0: 40})
    play(game, sell(game, 0, "SR", 2))
    assert clause(game, sell(game, 0, "AR")) == "1889-EMR-04"  # enough
    play(game, buy_train(game, "AR", "3"))
    assert game.players[0].cash == 2 * 100 - 180
    assert game.companies["AR"].cash == 0


@pytest.mark.rule("1889-EMR-01", "1889-PHS-06")
def test_a_company_whose_trains_rust_in_anothers_turn_must_buy_in_its_own() -> None:
    game = stock_round()
    set_phase(game, "3")
    start(game, "SR", {1: 60}, cash=300)
    start(game, "AR", {0: 60}, par=70, trains=("2",))
    lay(game, "K8", "57", 1)
    empty_depot(game, "2", "3")
    set_cash(game, 0, 300)
    operate(game, "SR", "trains")
    play(game, buy_train(game, "SR", "4"))
    assert game.companies["AR"].trains == ()
    assert game.to_act.company == game.companies["AR"].id
    play(game, Pass(0))
    assert clause(game, Pass(0)) == "1889-TRN-02"
    play(game, buy_train(game, "AR", "4"))
    assert game.players[0].cash == 0


@pytest.mark.rule("1889-TRN-05", "1889-EMR-02")
def test_an_offer_declined_leaves_the_duty() -> None:
    game = forced(cash=10, president=100)
    start(game, "KU", {1: 60}, trains=("2",))
    play(game, buy_train(game, "AR", "2", "KU", 10), Answer(1, 0))
    assert clause(game, Pass(0)) == "1889-TRN-02"
    assert not is_admitted(game, buy_train(game, "AR", "2", "KU", 10))
    play(game, buy_train(game, "AR", "2"))
    assert game.companies["AR"].trains == ("2",)


# Sales must leave the money within reach


def blocks(game: Game) -> dict[str, list[int]]:
    """Legal block sizes by company for player 0; `legal_actions` and `apply` agree."""
    listed = [each for each in game.legal_actions(0) if isinstance(each, Sales)]
    found = {}
    for each in game.setup.companies:
        counts = [count for count in range(1, 10) if is_admitted(game, sell(game, 0, each.symbol, count))]
        if counts:
            found[each.symbol] = counts
    assert {game.setup.companies[offer.company].symbol for offer in listed} == found.keys()
    return found


def three_hundred_short(**shares: tuple[int, int]) -> Game:
    """Player 0, without cash, needs 300 for AR's 4-train. `shares`: number of sellable shares and price, by company."""
    rows = {100: (0, 3), 90: (1, 3), 70: (4, 3)}
    game = forced(in_phase="3", gone="2 3", holders={0: 20, 1: 20, 2: 20})
    for symbol, (count, price) in shares.items():
        start(game, symbol, {1: 40, 0: 10 * count}, cell=rows[price])
        assert game.companies[symbol].price == price
    return game


@pytest.mark.rule("1889-EMR-08", "1889-EMR-05")
def test_no_block_is_so_small_that_the_money_can_not_be_raised_any_more() -> None:
    """Three shares at 100 pay the 300; only one block per company may be sold in a turn."""
    game = three_hundred_short(SR=(3, 100))
    assert blocks(game) == {"SR": [3]}
    assert code(game, sell(game, 0, "SR", 0)) == code(game, sell(game, 0, "SR", 4)) == "emergency_sale"
    refusal = game.why_not(sell(game, 0, "SR", 2))
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.remedy) == ("sale_short", "1889-EMR-08", "Sell at least 3.")
    assert code(game, bankrupt(game, "AR")) == "bankrupt_can_pay"
    play(game, sell(game, 0, "SR", 3))
    assert code(game, bankrupt(game, "AR")) == "bankrupt_can_pay"
    play(game, buy_train(game, "AR", "4"))
    assert (game.companies["AR"].trains, game.players[0].cash) == (("4",), 0)


@pytest.mark.rule("1889-EMR-08", "1889-EMR-09")
def test_the_least_block_is_what_leaves_the_rest_enough() -> None:
    """SR brings 300, KU 140. At least two SR must go, since KU brings only 140; any number of KU may, but after one,
    230 are still needed."""
    game = three_hundred_short(SR=(3, 100), KU=(2, 70))
    assert blocks(game) == {"SR": [2, 3], "KU": [1, 2]}
    play(game, sell(game, 0, "KU"))
    assert blocks(game) == {"SR": [3]}
    play(game, sell(game, 0, "SR", 3))
    assert game.players[0].cash == 370
    other = three_hundred_short(SR=(3, 100), KU=(2, 70))
    play(other, sell(other, 0, "KU", 2))
    assert blocks(other) == {"SR": [2]}
    last = three_hundred_short(SR=(3, 100), KU=(2, 70))
    play(last, sell(last, 0, "SR", 2))
    assert blocks(last) == {"KU": [2]}


@pytest.mark.rule("1889-EMR-08")
def test_who_can_not_pay_anyway_sells_what_he_likes_or_is_bankrupt_at_any_time() -> None:
    """Three shares at 90 are 30 short."""
    game = three_hundred_short(SR=(3, 90))
    assert blocks(game) == {"SR": [1, 2, 3]}
    assert is_admitted(game, bankrupt(game, "AR"))
    play(game, sell(game, 0, "SR", 1))
    assert game.legal_actions() == [bankrupt(game, "AR")]


@pytest.mark.rule("1889-EMR-08")
def test_as_on_18xx_games_one_may_sell_too_little() -> None:
    game = forced(in_phase="3", gone="2 3", holders={0: 20, 1: 20, 2: 20}, variants=["18xx.games"])
    start(game, "SR", {1: 40, 0: 30})
    assert blocks(game) == {"SR": [1, 2, 3]}
    play(game, sell(game, 0, "SR"))
    assert [each for each in game.legal_actions() if isinstance(each, Bankrupt)] == [bankrupt(game, "AR")]


# Proceeds of a sale may only buy a bank train


def with_a_train_to_be_had(variants: Sequence[str] = ()) -> Game:
    """AR has 10 and needs 180; player 0 is also president of KU, which has a 3-train; another is in the market."""
    game = forced(cash=10, in_phase="3", gone="2", holders={0: 60, 1: 20}, variants=variants)
    start(game, "KU", {0: 60}, par=70, trains=("3",))
    start(game, "SR", {1: 40, 0: 30})
    train_to_market(game, "3")
    assign_private(game, "SIR", 1)
    assign_private(game, "TR", 0)
    return game


@pytest.mark.rule("1889-EMR-02", "1889-EMR-03", "1889-EMR-07")
@pytest.mark.parametrize("variants", [[], ["18xx.games"]])
@pytest.mark.parametrize("count", [1, 2])
def test_after_a_sale_no_train_of_another_company_is_bought(count: int, variants: list[str]) -> None:
    game = with_a_train_to_be_had(variants)
    for price in (1, 10):
        assert is_admitted(game, buy_train(game, "AR", "3", "KU", price))  # from the treasury alone
    play(game, sell(game, 0, "SR", count))  # 100 is not enough, 200 is
    for price in (1, 10):
        assert clause(game, buy_train(game, "AR", "3", "KU", price)) == "1889-EMR-02"
        assert code(game, buy_train(game, "AR", "3", "KU", price)) == "sale_pays_bank"
    for seller in ("depot", "market"):
        assert is_admitted(game, buy_train(game, "AR", "3", seller)) == (count == 2)
    if count == 2:
        play(game, buy_train(game, "AR", "3", "market"))
        assert (game.companies["AR"].cash, game.players[0].cash) == (0, 200 - 170)


@pytest.mark.rule("1889-EMR-04", "1889-EMR-07")
@pytest.mark.parametrize("variants", [[], ["18xx.games"]])
def test_nor_does_the_treasury_pay_for_a_private_before_the_train(variants: list[str]) -> None:
    """The treasury's 10 go towards the train; on 18xx.games they may still buy a private."""
    game = with_a_train_to_be_had(variants)
    tr = buy_private(game, 0, "AR", "TR", 10)
    assert is_admitted(game, tr)
    play(game, sell(game, 0, "SR", 2))
    assert code(game, tr) == ("" if variants else "sale_pays_bank")


@pytest.mark.rule("1889-TRN-09", "1889-EMR-02")
def test_what_is_not_forced_is_bought_of_anybody_after_the_forced_train() -> None:
    """The turn in which SR was sold goes on, with a 3-train bought and money in the treasury again."""
    game = with_a_train_to_be_had()
    assign_train(game, "AR", "3")
    game.state.sold = with_value(game.state.sold, 0, 1 << game.companies["SR"].id)
    assert is_admitted(game, buy_train(game, "AR", "3", "KU", 5))
    assert is_admitted(game, buy_private(game, 0, "AR", "TR", 10))


@pytest.mark.rule("1889-SEL-07", "1889-EMR-05")
def test_in_the_operating_round_of_the_first_turn_shares_are_sold_for_a_train() -> None:
    """The ban on sales covers only the first stock round."""
    game = forced()
    game.state.turn = 1
    play(game, sell(game, 0, "AR"), buy_train(game, "AR", "2"))
    assert game.companies["AR"].trains == ("2",)
