"""The rules of thumb with other habits: save for a train, sell before it rusts, buy more trains."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random

import pytest

from tests.builders import empty_depot, operate, set_cash, start, stock_round
from tetsudo.bots.heuristics.parameters import (
    BUILDER,
    JOINER,
    RUSHER,
    SAVER,
    SAVING_BUILDER,
    SELLER,
    USUAL,
    WITHHOLDER,
    Habits,
)
from tetsudo.bots.heuristics.policy import Policy, can_afford_token
from tetsudo.core.actions import PAY, WITHHOLD, Action, Answer, Bid, BuyShare, BuyTrain, Dividend, Par, Pass, SellShares
from tetsudo.core.open_actions import TrainOffers
from tetsudo.engine.state.ownership import ipo_of
from tetsudo.engine.state.state import bank_cash, record_run
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table


def chosen(game: Game, habits: Habits) -> Action:
    player = game.to_act.player
    return Policy(game.ruleset, Random(1), habits).choose(game.state, player, game.legal_actions())


def paying(cash: int, habits: Habits) -> int:
    """Payout of AR's revenue of 80 from its 2-train, when the next train costs 180."""
    game = stock_round()
    start(game, "AR", {0: 60}, cash=cash, trains=("2",))
    empty_depot(game, "2")
    operate(game, "AR", "dividend", settle=False)
    game.state.revenue = 80
    company = game.company("AR").id
    offers = [Dividend(0, company, payout) for payout in (WITHHOLD, PAY)]
    action = Policy(game.ruleset, Random(1), habits).choose(game.state, 0, offers)
    assert isinstance(action, Dividend)
    return action.payout


@pytest.mark.parametrize("cash", [0, 20, 60, 100, 180])
def test_a_saver_keeps_up_to_three_runs(cash: int) -> None:
    """A train costs 180; a run brings 80, three runs 240. With 180 there is no need to save."""
    assert paying(cash, SAVER) == (PAY if cash == 180 else WITHHOLD)
    assert paying(cash, replace(SAVER, keeps=2)) == (WITHHOLD if 20 <= cash < 180 else PAY)


@pytest.mark.parametrize(("cash", "expected"), [(99, PAY), (100, WITHHOLD), (179, WITHHOLD), (180, PAY)])
def test_a_withholder_keeps_what_pays_the_next_train(cash: int, expected: int) -> None:
    assert paying(cash, WITHHOLDER) == expected
    assert paying(cash, USUAL) == PAY


@pytest.mark.parametrize(("trains", "expected"), [(("3", "3"), WITHHOLD), (("3", "3", "3"), PAY)])
def test_nothing_is_kept_for_a_train_for_which_there_is_no_room(trains: tuple[str, ...], expected: int) -> None:
    """In phase 4 the train limit is three; 3-trains will rust, and the next train costs 450."""
    game = stock_round()
    start(game, "AR", {0: 60}, cash=400, trains=trains)
    empty_depot(game, "2", "3", "4")
    game.state.phase = 2
    operate(game, "AR", "dividend", settle=False)
    game.state.revenue = 80
    offers = [Dividend(0, game.company("AR").id, payout) for payout in (WITHHOLD, PAY)]
    action = Policy(game.ruleset, Random(1), WITHHOLDER).choose(game.state, 0, offers)
    assert action == Dividend(0, game.company("AR").id, expected)


@pytest.mark.parametrize(
    ("trains", "cash", "usual", "saving"),
    [
        (("3",), 89, PAY, PAY),
        (("3",), 90, PAY, WITHHOLD),
        (("3",), 329, PAY, WITHHOLD),
        (("3",), 330, WITHHOLD, WITHHOLD),
        (("3", "5"), 329, PAY, PAY),
        (("3", "5"), 330, WITHHOLD, WITHHOLD),
    ],
)
def test_three_runs_are_kept_for_a_train_that_stays_if_there_is_none(
    trains: tuple[str, ...], cash: int, usual: int, saving: int
) -> None:
    """A 5-train costs 450 and never rusts; a run brings 120, three runs 360."""
    game = stock_round()
    start(game, "AR", {0: 60}, cash=cash, trains=trains)
    empty_depot(game, "2", "3", "4")
    game.state.phase = 2
    operate(game, "AR", "dividend", settle=False)
    game.state.revenue = 120
    company = game.company("AR").id
    offers = [Dividend(0, company, payout) for payout in (WITHHOLD, PAY)]
    for habits, payout in ((BUILDER, usual), (SAVING_BUILDER, saving)):
        assert Policy(game.ruleset, Random(1), habits).choose(game.state, 0, offers) == Dividend(0, company, payout)


@pytest.mark.parametrize("cash", [20, 60, 99])
def test_one_run_alone_is_kept_for_a_train_that_rusts(cash: int) -> None:
    assert paying(cash, SAVING_BUILDER) == PAY
    assert paying(100, SAVING_BUILDER) == WITHHOLD


@pytest.mark.parametrize(("trains", "sells"), [(("2",), True), (("3",), False), (("5",), False)])
def test_a_seller_leaves_a_company_before_its_trains_rust(trains: tuple[str, ...], sells: bool) -> None:
    """4-trains are on sale for 300 and rust 2-trains; 3-trains rust with the first 6-train, 5-trains never."""
    game = stock_round(player=1, cash=0)
    start(game, "AR", {0: 60, 1: 20}, cash=50, trains=trains)
    empty_depot(game, "2", "3")
    company = game.company("AR").id
    record_run(game.state, company, 60)
    action = chosen(game, SELLER)
    assert (action == SellShares(1, company, 2)) == sells
    assert isinstance(chosen(game, USUAL), Pass)


@pytest.mark.parametrize(("habits", "expected"), [(RUSHER, BuyTrain), (USUAL, Pass)])
def test_a_rusher_wants_more_trains(habits: Habits, expected: type[Action]) -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, cash=200, trains=("3", "3"))
    empty_depot(game, "2")
    assert isinstance(chosen(operate(game, "AR", "trains"), habits), expected)


@pytest.mark.parametrize(
    ("players", "cash", "joins"), [(4, 100, True), (3, 100, True), (2, 100, False), (4, 40, False)]
)
def test_a_company_that_floats_by_the_money_of_all_is_joined_unless_two_play(
    players: int, cash: int, joins: bool
) -> None:
    """AR lacks two shares at 100. Two players do not have 200; three have 300 together; four with 40 each have 160."""
    game = stock_round(players, turn=1, player=1, cash=cash)
    start(game, "AR", {0: 30}, floated=False)
    wanted = BuyShare(1, game.company("AR").id, ipo_of(game.state))
    if cash < 100:
        set_cash(game, 1, 100)  # P1 can pay for one share, but all players together not for two
        for other in (0, 2, 3):
            set_cash(game, other, 30)
    assert (chosen(game, JOINER) == wanted) == joins
    assert isinstance(chosen(game, USUAL), Pass)


@pytest.mark.parametrize(("part", "joins"), [(0.77, True), (0.78, False)])
def test_a_company_is_joined_where_players_begin_with_little_more_than_what_floats_one(
    part: float, joins: bool
) -> None:
    """The cheapest company costs 325, which is 77.4 % of the 420 that each of four players starts with."""
    game = stock_round(turn=1, player=1, cash=100)
    start(game, "AR", {0: 30}, floated=False)
    wanted = BuyShare(1, game.company("AR").id, ipo_of(game.state))
    assert (chosen(game, Habits(joins=part)) == wanted) == joins


def test_who_can_float_a_company_alone_does_so_also_where_nothing_has_floated() -> None:
    """AR lacks two shares at 100. IR lacks one, and gets help if nothing has floated after a whole turn."""
    game = stock_round(turn=2, player=0, cash=200)
    start(game, "AR", {0: 30}, floated=False)
    start(game, "IR", {1: 40}, floated=False)
    assert chosen(game, USUAL) == BuyShare(0, game.company("AR").id, ipo_of(game.state))
    set_cash(game, 0, 199)
    assert chosen(game, USUAL) == BuyShare(0, game.company("IR").id, ipo_of(game.state))


@pytest.mark.parametrize(("cash", "turn", "begins"), [(420, 1, True), (320, 1, False), (320, 2, True), (325, 1, True)])
def test_who_cannot_float_a_company_alone_begins_none_in_the_first_turn(cash: int, turn: int, begins: bool) -> None:
    """The lowest par is 65 and five shares float a company: 325."""
    game = stock_round(4, turn=turn, player=0, cash=cash)
    assert isinstance(chosen(game, USUAL), Par if begins else Pass)


def test_no_train_is_given_away_however_much_is_offered() -> None:
    """In playouts, other players used to sell trains that they would keep at the table."""
    game = stock_round()
    start(game, "AR", {0: 60}, cash=900)
    start(game, "IR", {1: 60}, trains=("3", "3"))
    empty_depot(game, "2")
    operate(game, "AR", "trains")
    offer = next(offer for offer in game.legal_actions() if isinstance(offer, TrainOffers))
    game.apply(offer.at(900))
    assert game.to_act.player == 1
    assert chosen(game, USUAL) == Answer(1, 0)


@pytest.mark.parametrize(("started", "begins"), [(("AR",), True), (("AR", "IR"), False)])
def test_a_builder_begins_no_third_company(started: tuple[str, ...], begins: bool) -> None:
    game = stock_round(player=0, cash=600)
    for symbol in started:
        start(game, symbol, {0: 60}, trains=("2",))
        record_run(game.state, game.company(symbol).id, 100)
    assert isinstance(chosen(game, USUAL), Par)
    assert isinstance(chosen(game, BUILDER), Par) == begins


@pytest.mark.parametrize(("left", "begins"), [(2000, True), (1000, False), (500, False)])
def test_a_builder_begins_no_company_when_the_bank_is_soon_empty(left: int, begins: bool) -> None:
    """AR pays 200, growing 15 % each round: 200, 230, 264, 304 add up to 998, so that 500 last two rounds, 1,000 four,
    2,000 six."""
    game = stock_round(player=0, cash=600)
    start(game, "AR", {1: 60}, trains=("2",))
    record_run(game.state, game.company("AR").id, 200)
    set_cash(game, 3, 600 + bank_cash(game.state) - left)
    assert bank_cash(game.state) == left
    assert isinstance(chosen(game, USUAL), Par)
    assert isinstance(chosen(game, BUILDER), Par) == begins


def test_a_builder_buys_shares_by_three_runs_others_by_five() -> None:
    """A share of AR costs 90 and pays 10; one of IR costs 65 and pays 16.5. Over three runs AR brings 30 and rises by
    35, IR 49.5 and 15; over five, AR 50 and 65, IR 82.5 and 35."""
    game = stock_round(player=1, cash=100)
    for symbol, par, run in (("AR", 90, 100), ("IR", 65, 165)):
        start(game, symbol, {0: 60}, par=par, trains=("2",))
        record_run(game.state, game.company(symbol).id, run)
    offering = ipo_of(game.state)
    assert chosen(game, BUILDER) == BuyShare(1, game.company("AR").id, offering)
    assert chosen(game, USUAL) == BuyShare(1, game.company("IR").id, offering)


@pytest.mark.parametrize(
    ("cash", "habits", "begins"),
    [
        (374, BUILDER, False),
        (375, BUILDER, True),
        (325, USUAL, True),
        (349, replace(BUILDER, par=0.7), False),
        (350, replace(BUILDER, par=0.7), True),
    ],
)
def test_a_builder_begins_another_company_at_three_quarters_of_the_highest_par(
    cash: int, habits: Habits, begins: bool
) -> None:
    """The highest par is 100 and five shares float a company: 375 at 75, 350 at 70, 325 at the lowest par, 65."""
    game = stock_round(player=0, cash=cash)
    start(game, "AR", {0: 50}, trains=("2",))
    assert isinstance(chosen(game, habits), Par) == begins


@pytest.mark.parametrize(
    ("cash", "sold"), [(134, 0), (135, 3), (214, 3), (215, 2), (294, 2), (295, 1), (374, 1), (375, 0)]
)
def test_a_builder_sells_as_few_shares_as_pay_another_company(cash: int, sold: int) -> None:
    """The company costs 375, and a share of IR brings 80."""
    game = stock_round(player=0, cash=cash)
    start(game, "AR", {0: 50}, trains=("2",))
    start(game, "IR", {1: 60, 0: 30}, par=80, trains=("2",))
    action = chosen(game, BUILDER)
    assert isinstance(action, SellShares) == (sold > 0)
    assert not isinstance(chosen(game, USUAL), SellShares)
    if isinstance(action, SellShares):
        assert action == SellShares(0, game.company("IR").id, sold)
        game.apply(action)
        par = chosen(game, BUILDER)
        assert isinstance(par, Par)
        assert par.price >= 75


@pytest.mark.parametrize(("cash", "sells"), [(274, False), (275, True)])
def test_a_builder_keeps_half_of_a_company_that_is_his(cash: int, sells: bool) -> None:
    """With 60 % of AR, one share is surplus; it brings 100, and another company costs 375."""
    game = stock_round(player=0, cash=cash)
    start(game, "AR", {0: 60}, trains=("2",))
    assert (chosen(game, BUILDER) == SellShares(0, game.company("AR").id, 1)) == sells


@pytest.mark.parametrize(
    ("cash", "sold"),
    [(325, None), (324, "IR"), (245, "IR"), (244, "KO"), (235, "KO"), (144, "IR"), (65, "IR"), (64, None)],
)
def test_what_brings_least_is_sold_first_where_that_is_enough(cash: int, sold: str | None) -> None:
    """P0 runs no company; the lowest par is 65, so a company costs 325. A share of IR, which no longer runs, brings 80;
    two of KO 180. A player who needs both sells the share that earns least first, then the rest."""
    game = stock_round(player=0, cash=cash)
    start(game, "IR", {1: 60, 0: 10}, par=80)
    start(game, "KO", {1: 60, 0: 20}, par=90, trains=("2",))
    record_run(game.state, game.company("KO").id, 100)
    action = chosen(game, BUILDER)
    if sold is None:
        assert not isinstance(action, SellShares)
    else:
        assert action == SellShares(0, game.company(sold).id, 1)


@pytest.mark.parametrize(
    ("table", "cash", "most", "is_bought"),
    [
        (Table("1890", 5, "D"), 181, 0.5, False),
        (Table("1890", 5, "D"), 182, 0.5, True),
        (Table("1890", 5, "D"), 182, inf, False),
        (Table("1890", 7, "D"), 300, 0.5, True),
        (Table("1890", 7, "C"), 300, 0.5, False),
        (Table("1889", 4), 342, 0.5, False),
    ],
)
def test_less_is_kept_in_the_auction_where_lots_bring_more_and_there_are_companies_for_all(
    table: Table, cash: int, most: float, is_bought: bool
) -> None:
    """The cheapest lot costs 20. Five shares at the lowest par, 65, float a company: half of 325, rounded down to 162,
    is kept. Seven players start with 360 and keep at most 288, half of which is 144; scenario D has eight companies, C
    just seven. Lots of 1889 are privates that pay."""
    game = table.game(1)
    set_cash(game, game.to_act.player, cash)
    action = chosen(game, Habits(kept_of_lots=most))
    assert isinstance(action, Bid) == is_bought


@pytest.mark.parametrize(
    ("cash", "trains", "affords"), [(39, ("2",), False), (40, ("2",), True), (539, (), False), (540, (), True)]
)
def test_a_token_leaves_the_money_for_a_train_to_who_has_none(
    cash: int, trains: tuple[str, ...], affords: bool
) -> None:
    """AR's next token costs 40, and 500 are reserved for a train."""
    game = stock_round()
    company = start(game, "AR", {0: 60}, cash=cash, trains=trains)
    assert can_afford_token(game.ruleset, game.state, company) == affords


@pytest.mark.parametrize(
    ("cash", "held", "run", "swaps"),
    [(10, 40, 100, True), (9, 40, 100, False), (10, 30, 100, False), (10, 40, 0, False)],
)
def test_a_builder_who_may_hold_no_more_sells_what_brings_less(cash: int, held: int, run: int, swaps: bool) -> None:
    """With four players the limit is 14 certificates: five of AR and five of IR, half of which is kept, and four of KO,
    which has no train. A share of KO brings 80, and one of SR costs 90."""
    game = stock_round(player=0, cash=cash)
    for symbol in ("AR", "IR"):
        start(game, symbol, {0: 60}, trains=("2",))
        record_run(game.state, game.company(symbol).id, 100)
    start(game, "KO", {1: 40, 0: held}, par=80)
    start(game, "SR", {1: 60}, par=90, trains=("2",))
    record_run(game.state, game.company("SR").id, run)
    sale = SellShares(0, game.company("KO").id, 1)
    assert (chosen(game, BUILDER) == sale) == swaps
    assert not isinstance(chosen(game, USUAL), SellShares)
    if swaps:
        game.apply(sale)
        assert chosen(game, BUILDER) == BuyShare(0, game.company("SR").id, ipo_of(game.state))
