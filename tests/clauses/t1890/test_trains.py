"""Trains of 1890: trains on sale, trade-ins, trades between companies, the obligation to own one (12)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    buy_train,
    clause,
    code,
    company,
    empty_depot,
    is_admitted,
    kinds,
    lay,
    leave_in_depot,
    operate,
    play,
    set_cash,
    start,
    token,
    train_to_market,
)
from tests.clauses.t1890.tables import TRAINS, assign_minor, join_akashi, put_in_depot, table
from tetsudo.core.actions import Answer, DiscardTrain, LayPrivateTile, Pass
from tetsudo.engine.state.ownership import has_train
from tetsudo.game.game import Game

PRICES = {"2": 80, "2+2": 120, "3": 180, "3+3": 230, "4": 300, "5": 450, "6": 630, "D": 1100}


def buying(in_phase: str = "1", *, cash: int = 2000, scenario: str = "C", trains: tuple[str, ...] = ()) -> Game:
    """Sanyo (player 0) in its train step; all trains of earlier phases are gone."""
    game = table(scenario, in_phase)
    names = [each.name for each in game.setup.trains]
    trigger = game.setup.phases[game.state.phase].trigger
    empty_depot(game, *names[: max(trigger, 0)])
    start(game, "SY", {0: 60}, cash=cash)
    for name in trains:
        put_in_depot(game, name)
        assign_train(game, "SY", name)
    return operate(game, "SY", "trains")


@pytest.mark.rule("1890-12.1-d", "1890-10.7-a", "1890-4.2.2-b", "1890-12.4-d")
@pytest.mark.parametrize("name", TRAINS)
def test_prices(name: str) -> None:
    game = buying(cash=PRICES[name])
    empty_depot(game, *TRAINS[: TRAINS.index(name)])
    if name == "D":
        game.state.phase = 6
    bank = game.view().bank
    play(game, buy_train(game, "SY", name, price=PRICES[name]))
    assert (game.companies["SY"].cash, game.view().bank) == (0, bank + PRICES[name])


@pytest.mark.rule("1890-12.4-a")
def test_a_kind_is_sold_out_before_the_next_is_sold() -> None:
    game = buying()
    leave_in_depot(game, "2", 1)
    assert clause(game, buy_train(game, "SY", "2+2")) == "1890-12.4-a"
    play(game, buy_train(game, "SY", "2"))
    assert code(game, buy_train(game, "SY", "2+2")) == ""


@pytest.mark.rule("1890-10.7-a", "1890-10.3-g")
def test_any_number_of_trains_within_the_limit_or_none() -> None:
    game = buying()
    assert is_admitted(game, Pass(0))
    for _ in range(4):
        play(game, buy_train(game, "SY", "2"))
    assert game.companies["SY"].trains == ("2",) * 4
    assert game.to_act.doing == "stock", "at the limit its turn, the last one, is over"


@pytest.mark.rule("1890-12.4-e")
def test_a_train_runs_in_the_next_turn_at_the_earliest() -> None:
    game = table()
    join_akashi(game)
    start(game, "SY", {0: 60}, cash=100)
    events = play(operate(game, "SY"), Pass(0))
    assert game.to_act.doing == "trains", "there was nothing to run"
    events = play(game, buy_train(game, "SY", "2"))
    assert "ran" not in kinds(events)


@pytest.mark.rule("1890-12-b")
def test_no_train_is_given_away() -> None:
    game = buying(trains=("2", "2"))
    assert clause(game, DiscardTrain(0, company(game, "SY"), 0)) == "1890-12-b"


@pytest.mark.rule("1890-12-a")
def test_minors_and_corporations_buy_trains() -> None:
    game = table()
    assign_minor(game, "KER", 0, cash=100)
    operate(game, "KER", "trains")
    play(game, buy_train(game, "KER", "2"))
    assert game.companies["KER"].trains == ("2",)


# D-trains


@pytest.mark.rule("1890-12.4.1-a")
@pytest.mark.parametrize("old", ["5", "6"])
def test_a_d_costs_800_with_a_trade_in(old: str) -> None:
    game = buying("6", cash=1100, trains=(old,))
    play(game, buy_train(game, "SY", "D", trade_in=old))
    assert (game.companies["SY"].cash, game.companies["SY"].trains) == (300, ("D",))


@pytest.mark.rule("1890-12.4.1-a")
@pytest.mark.parametrize("old", ["3", "3+3"])
def test_other_trains_are_not_traded_in(old: str) -> None:
    game = buying("5", trains=(old,))
    assert clause(game, buy_train(game, "SY", "D", price=800, trade_in=old)) == "1890-12.4.1-a"


@pytest.mark.rule("1890-12.4.1-b", "1890-12.4.1-c", "1890-5-ak")
def test_a_four_is_traded_for_the_first_d_and_rusts() -> None:
    game = buying("5", trains=("4", "6"))
    play(game, buy_train(game, "SY", "D", trade_in="4"))
    assert game.companies["SY"].trains == ("6", "D")
    assert "4" not in game.view().on_sale


@pytest.mark.rule("1890-12.4.1-c")
def test_a_train_that_was_traded_in_lies_in_the_market() -> None:
    game = buying("6", trains=("5",))
    play(game, buy_train(game, "SY", "D", trade_in="5"))
    assert code(game, buy_train(game, "SY", "5", "market")) == ""
    play(game, buy_train(game, "SY", "5", "market"))
    assert game.companies["SY"].cash == 2000 - 800 - 450


@pytest.mark.rule("1890-12.4.1-d")
def test_a_company_at_the_limit_may_still_trade_in() -> None:
    game = buying("6", trains=("5", "6"))
    assert clause(game, buy_train(game, "SY", "D")) == "1890-12.2-a"
    play(game, buy_train(game, "SY", "D", trade_in="6"))
    assert game.companies["SY"].trains == ("5", "D")


# The market and other companies


@pytest.mark.rule("1890-12.4.2-b", "1890-12.2-c")
def test_a_train_of_the_market_costs_what_is_printed() -> None:
    game = buying("2")
    train_to_market(game, "3")
    assert clause(game, buy_train(game, "SY", "3", "market", 179)) == "1890-12.4.2-b"
    play(game, buy_train(game, "SY", "3", "market", 180))
    assert game.companies["SY"].cash == 2000 - 180


@pytest.mark.rule("1890-12.4.2-a", "1890-12.4.2-d")
@pytest.mark.parametrize("in_phase", ["1", "2", "4", "6"])
@pytest.mark.parametrize(("price", "refused"), [(0, True), (1, False), (300, False), (301, True)])
def test_another_companys_train_costs_what_both_agree(in_phase: str, price: int, refused: bool) -> None:
    """In any phase, at least 1, and at most the treasury (300)."""
    game = table("C", in_phase)
    start(game, "SY", {0: 60}, cash=300)
    start(game, "HK", {0: 20}, trains=["6"])
    operate(game, "SY", "trains")
    action = buy_train(game, "SY", "6", "HK", price)
    assert clause(game, action) == ("1890-12.4.2-a" if refused else "")


@pytest.mark.rule("1890-12.4.2-c")
def test_the_other_president_must_agree() -> None:
    game = buying(cash=300)
    start(game, "HK", {1: 20}, trains=["2"])
    play(game, buy_train(game, "SY", "2", "HK", 50))
    assert (game.to_act.player, game.to_act.doing) == (1, "offer")
    play(game, Answer(1, 0))
    assert not has_train(game.state, company(game, "SY"))
    play(game, buy_train(game, "SY", "2", "HK", 60), Answer(1, 1))
    assert (game.companies["SY"].trains, game.companies["HK"].cash) == (("2",), 60)


@pytest.mark.rule("1890-12.4.2-c")
def test_one_president_of_both_is_not_asked() -> None:
    game = buying(cash=300)
    assign_minor(game, "KER", 0, trains=["2"])
    play(game, buy_train(game, "SY", "2", "KER", 50))
    assert (game.companies["SY"].trains, game.companies["KER"].cash) == (("2",), 50)


# The obligation


def trainless(*, joined: bool = True, in_phase: str = "1") -> Game:
    """Sanyo, with 500 and no train, in its train step."""
    game = table("C", in_phase)
    if joined:
        join_akashi(game)
    start(game, "SY", {0: 60}, cash=500, cell=(1, 4))
    return game


@pytest.mark.rule("1890-12.3-a")
def test_with_a_route_a_company_must_own_a_train() -> None:
    game = operate(trainless(), "SY", "trains")
    assert clause(game, Pass(0)) == "1890-12.3-a"
    play(game, buy_train(game, "SY", "2"))
    assert is_admitted(game, Pass(0))


@pytest.mark.rule("1890-12.3-b")
def test_without_a_route_it_need_not() -> None:
    assert is_admitted(operate(trainless(joined=False), "SY", "trains"), Pass(0))


@pytest.mark.rule("1890-12.3-b")
def test_a_city_of_another_that_is_full_is_still_an_end_of_a_route() -> None:
    """Kobe's only slot has JR's token; Akashi is connected to no other city."""
    game = trainless(joined=False)
    lay(game, "F3", "6", _from_akashi_to_kobe(game))
    start(game, "JR", {1: 60})
    operate(game, "SY", "trains")
    assert clause(game, Pass(0)) == "1890-12.3-a"


def _from_akashi_to_kobe(game: Game) -> int:
    """The rotation in which the curve at Akashi has exits to the east and the north."""
    setup = game.setup
    number = next(tile.id for tile in setup.tiles if tile.name == "6")
    return next(turn for turn in range(6) if setup.faces[setup.face_of[number, turn]].exits == 1 << 4 | 1 << 2)


@pytest.mark.rule("1890-12.3-c")
def test_where_no_train_is_on_sale_there_is_no_duty() -> None:
    game = trainless()
    empty_depot(game, *TRAINS)
    events = play(operate(game, "SY"), Pass(0))
    assert game.companies["SY"].trains == ()
    assert "did_not_run" in kinds(events)


@pytest.mark.rule("1890-12.3-f")
def test_a_minor_has_the_duty_too() -> None:
    game = table("C")
    lay(game, "H15", "57", 1)
    assign_minor(game, "OER", 0, cash=200)
    operate(game, "OER", "trains")
    assert clause(game, Pass(0)) == "1890-12.3-a"


@pytest.mark.rule("1890-12.3-a", "1890-A.8.1-c")
def test_a_route_that_is_made_after_the_train_step_asks_for_a_train() -> None:
    """Hankyu's only way out is through Arima, where its private lays the missing tile."""
    game = table("C", "2")
    start(game, "HK", {0: 60}, cash=300, tokens=[])
    token(game, "HK", "D9")
    lay(game, "D9", "57", 1)  # west to Arima, east to no track
    assign_private(game, "AR", "HK")
    set_cash(game, 0, 0)
    operate(game, "HK", "trains")
    assert is_admitted(game, Pass(0))
    play(game, Pass(0))
    assert game.to_act.doing == "privates"
    lays = [each for each in game.legal_actions() if isinstance(each, LayPrivateTile)]
    straight = next(each for each in lays if game.setup.faces[game.setup.face_of[each.tile, each.rotation]].exits == 18)
    play(game, straight)
    assert game.to_act.doing == "trains"
    assert clause(game, Pass(0)) == "1890-12.3-a"
