"""1888, both editions: buying trains, and forced purchases (TRN, EMR)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    bankrupt,
    buy_train,
    code,
    discard,
    is_admitted,
    kinds,
    lay_private,
    leave_in_depot,
    operate,
    play,
    sell,
    set_cash,
    set_phase,
    start,
    stock_round,
    train_to_market,
)
from tests.clauses.t1888.boards import train_step
from tetsudo.core.actions import Answer, Pass
from tetsudo.core.open_actions import Sales, TrainOffers
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.game.game import Game


@pytest.mark.rule("1888*-TRN-05", "1888*-TRN-20", "1888*-TRN-28", "1888*-TRN-02", "1888*-PHS-01", "1888*-PHS-02")
def test_trains_in_order_at_their_price(title: str) -> None:
    game = train_step(title)
    assert game.setup.phases[game.state.phase].name == "1"
    assert code(game, buy_train(game, "JHR", "3")) == "train_order"
    assert code(game, buy_train(game, "JHR", "2", price=79)) == "train_price"
    bank = game.view().bank
    events = play(game, buy_train(game, "JHR", "2"), buy_train(game, "JHR", "2"))
    assert (game.companies["JHR"].cash, game.view().bank) == (1840, bank + 160)
    assert kinds(events).count("phase_began") == 1


@pytest.mark.rule("1888*-TRN-03", "1888*-TRN-04")
def test_a_company_must_own_a_train_even_without_a_route(title: str) -> None:
    game = train_step(title)
    assert code(game, Pass(0)) == "must_buy_train"
    play(game, buy_train(game, "JHR", "2"))
    assert code(game, Pass(0)) == ""


@pytest.mark.rule("1888-TRN-12")
def test_in_the_prototype_ds_come_with_the_first_six() -> None:
    game = train_step("1888", cash=3000)
    for name, left in (("2", 0), ("3", 0), ("4", 0), ("5", 0), ("6", 2)):
        leave_in_depot(game, name, left)
    set_phase(game, "5")
    assert code(game, buy_train(game, "JHR", "D")) == "train_order"
    play(game, buy_train(game, "JHR", "6"))
    assert code(game, buy_train(game, "JHR", "6")) == code(game, buy_train(game, "JHR", "D")) == ""


@pytest.mark.rule("1888N-TRN-12")
def test_in_the_published_edition_ds_come_after_all_sixes() -> None:
    game = train_step("1888n", cash=3000)
    for name, left in (("2", 0), ("3", 0), ("4", 0), ("5", 0), ("6", 2)):
        leave_in_depot(game, name, left)
    set_phase(game, "5")
    play(game, buy_train(game, "JHR", "6"))
    assert code(game, buy_train(game, "JHR", "D")) == "train_order"
    leave_in_depot(game, "6", 0)
    assert code(game, buy_train(game, "JHR", "D")) == ""


@pytest.mark.rule("1888*-TRN-13", "1888*-TRN-14", "1888*-TRN-11", "1888*-PHS-08")
@pytest.mark.parametrize(("old", "reason"), [("3", "trade_in"), ("4", ""), ("5", ""), ("6", "")])
def test_trading_in_for_a_d(title: str, old: str, reason: str) -> None:
    game = train_step(title)
    assign_train(game, "JHR", old)
    assign_train(game, "JHR", "5")
    for name in ("2", "3", "4", "5", "6"):
        leave_in_depot(game, name, 0)
    set_phase(game, "6")
    assert code(game, buy_train(game, "JHR", "D")) == "train_limit"
    assert code(game, buy_train(game, "JHR", "D", price=700, trade_in=old)) == reason
    if reason:
        return
    play(game, buy_train(game, "JHR", "D", trade_in=old))
    assert game.companies["JHR"].trains == ("5", "D")
    assert game.companies["JHR"].cash == 1300
    assert game.setup.phases[game.state.phase].name == "7"
    start(game, "SSL", {1: 60}, par=90, cash=1000)
    game = operate(game, "SSL", "trains")
    assert code(game, buy_train(game, "SSL", old, "market")) == ("no_such_train" if old == "4" else "")


@pytest.mark.rule("1888*-TRN-15", "1888*-TRN-16", "1888*-TRN-17", "1888*-TRN-18", "1888-TRN-29")
@pytest.mark.parametrize(("name", "limit"), [("1", 4), ("3", 4), ("4", 3), ("5", 2), ("7", 2)])
def test_train_limits(title: str, name: str, limit: int) -> None:
    game = train_step(title)
    set_phase(game, name)
    for _ in range(limit):
        assign_train(game, "JHR", "3")
    assert code(game, buy_train(game, "JHR", "2")) == "train_limit"
    assert {game.ruleset.train_limit(game.state, 0)} == {limit}


@pytest.mark.rule("1888*-TRN-19", "1888*-TRN-27", "1888*-PHS-06")
def test_the_example_of_a_five_bought_with_a_three_and_a_four(title: str) -> None:
    game = train_step(title)
    assign_train(game, "JHR", "3")
    assign_train(game, "JHR", "4")
    for name in ("2", "3", "4"):
        leave_in_depot(game, name, 0)
    set_phase(game, "4")
    play(game, buy_train(game, "JHR", "5"))
    assert game.to_act.doing == "discard"
    cash = game.companies["JHR"].cash
    play(game, discard(game, "JHR", "3"))
    assert game.companies["JHR"].trains == ("4", "5")
    assert game.companies["JHR"].cash == cash


@pytest.mark.rule("1888*-TRN-18")
def test_at_the_limit_nothing_is_bought_even_if_it_scrapped_trains(title: str) -> None:
    game = train_step(title)
    for name in ("2", "2", "2"):
        assign_train(game, "JHR", name)
    for name in ("2", "3"):
        leave_in_depot(game, name, 0)
    assign_train(game, "JHR", "3")
    set_phase(game, "3")
    assert code(game, buy_train(game, "JHR", "4")) == "train_limit"


@pytest.mark.rule("1888*-TRN-21", "1888*-TRN-22", "1888*-TRN-23", "1888*-TRN-24", "1888*-PHS-04")
def test_trains_between_companies_from_phase_three(title: str) -> None:
    game = stock_round(title=title)
    start(game, "SSL", {1: 60}, par=90, cash=50, trains=["2", "2"])
    start(game, "JHR", {0: 60}, par=95, cash=300)
    game = operate(game, "JHR", "trains")
    set_phase(game, "2")
    assert code(game, buy_train(game, "JHR", "2", "SSL", 100)) == "train_phase"
    assert not any(isinstance(each, TrainOffers) for each in game.legal_actions())
    set_phase(game, "3")
    assert code(game, buy_train(game, "JHR", "2", "SSL", 0)) == "train_offer_price"
    play(game, buy_train(game, "JHR", "2", "SSL", 1), Answer(1, 1))
    assert (game.companies["JHR"].trains, game.companies["SSL"].cash) == (("2",), 51)
    assert code(game, buy_train(game, "SSL", "2", "JHR", 1)) == "not_president"
    assert code(stock_18xx(title), buy_train(stock_18xx(title), "JHR", "2", "SSL", 100)) == ""


def stock_18xx(title: str) -> Game:
    game = stock_round(title=title, variants=["18xx.games"])
    start(game, "SSL", {1: 60}, par=90, cash=50, trains=["2", "2"])
    start(game, "JHR", {0: 60}, par=95, cash=300)
    return operate(game, "JHR", "trains")


@pytest.mark.rule("1888*-TRN-25", "1888*-TRN-26")
def test_trains_are_neither_sold_to_the_bank_nor_scrapped_by_choice(title: str) -> None:
    game = train_step(title)
    assign_train(game, "JHR", "2")
    assert code(game, discard(game, "JHR", "2")) == "no_discard"
    assert not any(each.kind == "discard_train" for each in game.legal_actions())


@pytest.mark.rule("1888*-TRN-30")
def test_pool_trains_cost_their_printed_price(title: str) -> None:
    game = train_step(title)
    set_phase(game, "4")
    train_to_market(game, "4")
    assert code(game, buy_train(game, "JHR", "4", "market")) == ""
    assert code(game, buy_train(game, "JHR", "4", "market", 299)) == "train_price"


# Emergencies


def poor(title: str, treasury_: int, cash: int, held: int = 60, **more: Any) -> Game:
    """JHR must buy a train for 500; its director has `cash`, and `held` percent of JHR."""
    game = stock_round(title=title, **more)
    start(game, "JHR", {0: held}, par=95, cash=treasury_)
    for name in ("2", "3", "4"):
        leave_in_depot(game, name, 0)
    set_cash(game, 0, cash)
    set_phase(game, "5")
    return operate(game, "JHR", "trains")


@pytest.mark.rule("1888*-EMR-01", "1888*-EMR-04", "1888*-EMR-05", "1888*-EMR-09")
def test_treasury_then_the_directors_cash_then_sales(title: str) -> None:
    game = poor(title, 300, 250)
    assert code(game, sell(game, 0, "JHR", 1)) == "sale_not_needed"
    play(game, buy_train(game, "JHR", "5"))
    assert (game.companies["JHR"].cash, game.players[0].cash) == (0, 50)
    game = poor(title, 300, 900)
    assign_train(game, "JHR", "5")
    assert code(game, buy_train(game, "JHR", "5")) == "train_cash"  # the director helps with one train only


@pytest.mark.rule("1888*-EMR-02", "1888*-EMR-03", "1888*-EMR-10")
def test_the_cheapest_train_of_the_bank(title: str) -> None:
    game = poor(title, 300, 900)
    train_to_market(game, "5")
    leave_in_depot(game, "5", 0)
    start(game, "SSL", {1: 60}, par=90, trains=["6"])
    assert code(game, buy_train(game, "JHR", "6")) == "emergency_cheapest"
    assert code(game, buy_train(game, "JHR", "6", "SSL", 301)) == "train_offer_price"
    assert code(game, buy_train(game, "JHR", "5", "market")) == ""


@pytest.mark.rule("1888*-EMR-06", "1888*-EMR-07", "1888*-SEL-04")
def test_forced_sales_change_no_director(title: str) -> None:
    game = poor(title, 300, 0)
    start(game, "SSL", {0: 40, 1: 30}, par=90)
    start(game, "CDL", {1: 40, 0: 30}, par=90)
    assert code(game, sell(game, 0, "SSL", 1)) == ""
    assert code(game, sell(game, 0, "SSL", 2)) == "emergency_sale"
    play(game, sell(game, 0, "SSL", 1))
    assert game.companies["SSL"].price == 85
    other = poor(title, 300, 0, variants=["18xx.games"])
    start(other, "SSL", {0: 40, 1: 30}, par=90)
    assert code(other, sell(other, 0, "SSL", 2)) == ""


@pytest.mark.rule("1888N-EMR-08", "1888*-END-01", "1888*-END-02", "1888*-END-04", "1888-END-03", "1888N-END-03")
def test_a_director_who_cannot_pay_is_bankrupt_and_the_game_ends(title: str) -> None:
    """The director has sold every legal share; the prototype then counts only unsold shares, the published edition also
    the proceeds and cash."""
    game = poor(title, 0, 100)
    start(game, "SSL", {1: 60}, par=90)
    assert code(operate(poor(title, 0, 120), "JHR", "trains"), bankrupt(game, "JHR")) == "bankrupt_can_pay"
    assert code(game, bankrupt(game, "JHR")) == ""
    play(game, bankrupt(game, "JHR"))
    assert (game.is_over, game.end_reason) == (True, "bankrupt")
    assert not game.legal_actions()
    worth = {each.player: each for each in game.standings()}
    # Four shares are sold at 95 and the price falls by four cells, to 75.
    assert worth[0].shares == 2 * 75
    assert worth[0].cash == (0 if title == "1888" else 100 + 4 * 95)
    assert worth[1].total == 600 + 6 * 90


@pytest.mark.rule("1888*-EMR-09", "1888*-EMR-05")
def test_no_more_shares_are_sold_than_the_train_takes(title: str) -> None:
    game = poor(title, 300, 0)  # 200 short; a share of JHR brings 95
    assert code(game, sell(game, 0, "JHR", 3)) == ""
    assert code(game, sell(game, 0, "JHR", 4)) == "sale_excess"


def blocks(game: Game, symbol: str) -> list[int]:
    """Legal block sizes of a company's shares for player 0; `legal_actions` and `apply` agree."""
    return [count for count in range(1, 10) if code(game, sell(game, 0, symbol, count)) == ""]


@pytest.mark.rule("1888N-EMR-08", "1888*-END-01", "1888*-EMR-06", "1888*-EMR-09")
@pytest.mark.parametrize(
    ("needed", "held", "may"),
    [
        (285, 30, [3]),  # 3 x 95; one by one 95 + 90 + 85 = 270, and 95 + 2 x 90 = 2 x 95 + 85 = 275
        (275, 30, [1, 2, 3]),
        (276, 30, [3]),
        (286, 30, [1, 2, 3]),  # cannot be raised at all
        (365, 40, [1, 3, 4]),  # 95 + 3 x 90 and 3 x 95 + 80 are 365, but 2 x 95 + 2 x 85 = 360
        (366, 40, [4]),
        (381, 40, [1, 2, 3, 4]),
    ],
)
def test_no_sale_at_falling_prices_puts_the_money_out_of_reach(
    title: str, needed: int, held: int, may: list[int]
) -> None:
    game = poor(title, 500 - needed, 0, held=20)
    start(game, "SSL", {1: 50, 0: held}, par=95)
    assert blocks(game, "SSL") == may
    hopeless = needed > held // 10 * 95
    assert code(game, bankrupt(game, "JHR")) == ("" if hopeless else "bankrupt_can_pay")
    short = next((count for count in range(1, 5) if count not in may and count < max(may)), None)
    if short:
        refusal = game.why_not(sell(game, 0, "SSL", short))
        assert refusal is not None
        assert refusal.clause == ("1888N-EMR-08" if title == "1888n" else "1888-END-01")
        least = next(count for count in may if count > short)
        assert refusal.remedy == f"Sell at least {least}."
    preset = poor(title, 500 - needed, 0, held=20, variants=["18xx.games"])
    start(preset, "SSL", {1: 50, 0: held}, par=95)
    assert blocks(preset, "SSL") == list(range(1, held // 10 + 1))


@pytest.mark.rule("1888N-EMR-08", "1888*-END-01")
def test_what_is_left_after_a_first_sale_is_still_enough(title: str) -> None:
    """With 365 needed: one share at 95, then three at 90 in one block."""
    game = poor(title, 135, 0, held=20)
    start(game, "SSL", {1: 50, 0: 40}, par=95)
    play(game, sell(game, 0, "SSL", 1))
    assert blocks(game, "SSL") == [3]
    play(game, sell(game, 0, "SSL", 3), buy_train(game, "JHR", "5"))
    assert (game.companies["JHR"].trains, game.players[0].cash) == (("5",), 0)


@pytest.mark.rule("1888N-EMR-08", "1888*-EMR-07", "1888*-SEL-04")
def test_what_may_not_be_sold_is_not_counted_on(title: str) -> None:
    """SSL would bring 3 x 95, but the market takes only two; CDL 2 x 95, but selling two would cost the
    directorship."""
    game = poor(title, 500 - 285, 0, held=20)
    start(game, "SSL", {1: 30, 0: 30}, par=95, market=30)
    start(game, "CDL", {0: 40, 1: 30}, par=95)
    assert (blocks(game, "SSL"), blocks(game, "CDL")) == ([2], [1])


@pytest.mark.rule("1888*-EMR-02")
def test_after_a_sale_no_train_of_another_company(title: str) -> None:
    game = poor(title, 300, 0)
    start(game, "SSL", {0: 60}, par=90, trains=["5"])
    train_to_market(game, "5")
    assert code(game, buy_train(game, "JHR", "5", "SSL", 300)) == ""  # from the treasury alone, before any sale
    play(game, sell(game, 0, "JHR", 1))
    assert code(game, buy_train(game, "JHR", "5", "SSL", 300)) == "sale_pays_bank"
    play(game, sell(game, 0, "JHR", 2))  # 95 + 2 x 90
    for price in (1, 300):
        refusal = game.why_not(buy_train(game, "JHR", "5", "SSL", price))
        assert refusal is not None
        assert refusal.clause.endswith("-EMR-02")
    assert not [each for each in game.legal_actions() if isinstance(each, TrainOffers | Sales)]
    play(game, buy_train(game, "JHR", "5", "market"))
    assert game.players[0].cash == 75


@pytest.mark.rule("1888*-EMR-02")
@pytest.mark.parametrize(("pays", "refused"), [(True, "sale_pays_bank"), (False, "")])
def test_after_a_sale_no_private_lay_that_costs_anything(title: str, pays: bool, refused: str) -> None:
    """No private in the book pays for terrain; one of a custom title may."""
    game = poor(title, 300, 0)
    assign_private(game, "CW", "JHR")
    power = game.ruleset.powers.of_private[game.privates["CW"].id][0]
    assert isinstance(power, LaysTile)
    power.pays = pays
    lay = lay_private(game, 0, "CW", "D6", "9", 1)
    assert code(game, lay) == ""
    play(game, sell(game, 0, "JHR", 1))
    assert code(game, lay) == refused
    assert is_admitted(game, lay) == (not refused)


@pytest.mark.rule("1888*-SEL-01", "1888*-EMR-06")
def test_in_the_operating_round_of_the_first_turn_shares_are_sold_for_a_train(title: str) -> None:
    game = poor(title, 450, 0)
    game.state.turn = 1
    play(game, sell(game, 0, "JHR", 1), buy_train(game, "JHR", "5"))
    assert game.companies["JHR"].trains == ("5",)
