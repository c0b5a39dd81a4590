"""1888, both editions: operating rounds, phases, exports, the end (OR, ACT, DIV, PHS, EXP, END)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import astuple

from tests.builders import (
    assign_private,
    assign_train,
    buy,
    buy_train,
    clause,
    code,
    companies_in,
    company,
    discard,
    dividend,
    end_stock_round,
    kinds,
    lay,
    lay_tile,
    leave_in_bank,
    leave_in_depot,
    operate,
    place_marker,
    play,
    run,
    sell,
    set_cash,
    set_phase,
    set_treasury,
    skip_company_turn,
    start,
    stock_round,
    token,
)
from tests.clauses.t1888.boards import round_beijing, train_step
from tetsudo.core.actions import WITHHOLD, BuyTrain, Pass
from tetsudo.core.frames import Operating
from tetsudo.engine.rules.shares.market_cells import operating_order
from tetsudo.engine.rules.turn_order.round_sequence import end_operating_round
from tetsudo.engine.state.ownership import company_trains, move_train, train_count
from tetsudo.engine.state.state import FLOATED, OPERATING_ROUND, SCRAPPED, STOCK_ROUND, companies_with_status
from tetsudo.game.game import Game


def in_depot(game: Game, name: str) -> int:
    kind = next(each.id for each in game.setup.trains if each.name == name)
    return train_count(game.state, kind, game.state.companies)


# Rounds and turns


@pytest.mark.rule(
    "1888*-OR-05", "1888*-OR-06", "1888*-OR-07", "1888*-OR-08", "1888*-OR-10", "1888*-PAR-07", "1888*-PRV-06",
    "1888*-MKT-02",
)  # fmt: skip
def test_privates_pay_then_companies_act_by_price(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 60}, par=95, cash=100)
    start(game, "SSL", {1: 60}, par=90, cash=100)
    start(game, "CDL", {2: 60}, par=90, cash=100)  # under SSL
    start(game, "HJR", {3: 30}, par=85, floated=False)
    place_marker(game, "JHR", (2, 3))  # also 90, under both
    start(game, "LYR", {3: 60}, par=75, cash=100)
    place_marker(game, "LYR", (3, 4))  # 90, further right
    assign_private(game, "KT", 1)
    assign_private(game, "FC", "SSL")
    before = game.players[1].cash
    events = end_stock_round(game)
    assert kinds(events)[-4:] == ["operating_round_began", "income", "income", "turn_began"]
    assert game.players[1].cash == before + 5
    assert game.companies["SSL"].cash == 130
    assert game.to_act.company == game.setup.company("LYR").id
    order = [game.setup.companies[each].symbol for each in companies_with_status(game.state, FLOATED)]
    assert set(order) == {"JHR", "SSL", "CDL", "LYR"}
    assert [game.setup.companies[each].symbol for each in operating_order(game.ruleset, game.state)] == [
        "LYR", "SSL", "CDL", "JHR",
    ]  # fmt: skip


@pytest.mark.rule("1888*-OR-01", "1888*-CO-03", "1888*-GEN-03")
def test_the_director_alone_decides(title: str) -> None:
    game = train_step(title)
    assert code(game, BuyTrain(1, 0, 0, game.state.companies, 80, -1)) == "not_president"
    assert not game.legal_actions(1)


@pytest.mark.rule("1888*-SET-05", "1888*-GEN-03", "1888*-BUY-05")
def test_what_a_company_has_is_not_its_directors_nor_another_companys(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 50}, par=95, cash=2000)
    set_cash(game, 0, 94)
    assert code(game, buy(game, 0, "JHR")) == "cash"
    set_cash(game, 0, 2000)
    set_treasury(game, "JHR", 79)
    start(game, "SSL", {0: 60}, par=90, cash=2000, trains=["2"])
    game = operate(game, "JHR", "trains")
    play(game, buy_train(game, "JHR", "2"))  # a forced purchase: the director adds 1, SSL nothing
    assert (game.players[0].cash, game.companies["SSL"].cash, game.companies["JHR"].cash) == (1999, 2000, 0)
    assert game.companies["SSL"].trains == ("2",)


@pytest.mark.rule("1888*-OR-02", "1888*-OR-03", "1888*-OR-04")
@pytest.mark.parametrize(("name", "rounds"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("7", 3)])
def test_rounds_of_a_set_by_phase(title: str, name: str, rounds: int) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 60}, par=95, cash=100)
    set_phase(game, name)
    end_stock_round(game)
    assert game.state.operating_rounds == rounds


@pytest.mark.rule("1888*-OR-09", "1888*-OR-11")
def test_each_company_has_one_turn(title: str) -> None:
    game = stock_round(title=title, home_tiles=False)
    start(game, "JHR", {0: 60}, par=95, cash=500, trains=["2"])
    start(game, "SSL", {1: 60}, par=90, cash=500, trains=["2"])
    events = end_stock_round(game)
    while game.state.round == OPERATING_ROUND:
        events += skip_company_turn(game)
    assert companies_in(game, events) == ["JHR", "SSL"]


@pytest.mark.rule("1888*-ACT-01", "1888*-TRN-01", "1888*-ACT-06")
def test_the_order_of_a_turn(title: str) -> None:
    game = round_beijing(title)
    start(game, "JHR", {0: 60}, par=95, cash=500, trains=["2"])
    game = operate(game, "JHR")
    assert game.setup.settings.steps[:5] == ("track", "token", "run", "dividend", "trains")
    assert code(game, buy_train(game, "JHR", "2")) == "not_this_step"
    assert code(game, dividend(game, "JHR")) == "not_this_step"
    play(game, Pass(0))
    assert code(game, lay_tile(game, "JHR", "D8", "9", 0)) == "not_this_step"


@pytest.mark.rule(
    "1888*-DIV-01", "1888*-DIV-02", "1888*-DIV-03", "1888*-DIV-04", "1888*-CO-07", "1888*-REV-05", "1888*-MKT-07"
)
def test_paying_out(title: str) -> None:
    game = round_beijing(title)
    start(game, "JHR", {0: 50, 1: 20}, par=95, market=20, trains=["3"], tokens=[])
    token(game, "JHR", "C9", 1)
    game = operate(game, "JHR", "run")
    play(game, run(game, "JHR", ("3", "C9 D10 D12")))  # 90
    bank = game.view().bank
    play(game, dividend(game, "JHR"))
    assert [player.cash for player in game.players] == [645, 618, 600, 600]
    assert (game.companies["JHR"].cash, game.view().bank) == (18, bank - 81)
    assert game.companies["JHR"].price == 100


@pytest.mark.rule("1888*-DIV-05", "1888*-DIV-06", "1888*-MKT-08", "1888*-REV-07", "1888*-ACT-05")
def test_retaining(title: str) -> None:
    game = round_beijing(title)
    start(game, "JHR", {0: 60}, par=95, trains=["3"], tokens=[])
    token(game, "JHR", "C9", 1)
    game = operate(game, "JHR", "run")
    play(game, run(game, "JHR", ("3", "C9 D10 D12")))
    assert code(game, Pass(0)) == "must_distribute"
    assert code(game, dividend(game, "JHR", 2)) == "no_half"
    play(game, dividend(game, "JHR", WITHHOLD))
    assert (game.companies["JHR"].cash, game.companies["JHR"].price) == (90, 90)


# Phases and exports


@pytest.mark.rule(
    "1888-PHS-03", "1888N-PHS-03", "1888-PHS-04", "1888N-PHS-04", "1888*-PHS-05", "1888-PHS-07", "1888N-PHS-07"
)
def test_what_phases_bring_and_take(title: str) -> None:
    game = train_step(title, cash=9000)
    for name, scrapped in (("2", ""), ("3", ""), ("4", "2"), ("5", ""), ("6", "3"), ("D", "4")):
        for each in ("2", "3", "4", "5", "6"):
            if each < name:
                leave_in_depot(game, each, 0)
        fleet = company_trains(game.state, company(game, "JHR"))
        for kind in fleet:
            move_train(game.state, kind, company(game, "JHR"), game.state.companies + SCRAPPED)
        if scrapped:
            assign_train(game, "JHR", scrapped)
        if name == "D" and title == "1888n":
            leave_in_depot(game, "6", 0)
        events = play(game, buy_train(game, "JHR", name))
        assert ("train_rusted" in kinds(events)) == bool(scrapped)
        assert game.companies["JHR"].trains == (name,)
        if game.to_act.doing != "trains":
            set_treasury(game, "JHR", 9000)
            game = operate(game, "JHR", "trains")


def set_over(title: str, **more: Any) -> Game:
    """The last operating round of a set, after all companies have acted."""
    game = stock_round(title=title, **more)
    game.state.round, game.state.operating_round, game.state.operating_rounds = OPERATING_ROUND, 1, 1
    game.state.stack = (Operating(),)
    return game


@pytest.mark.rule("1888-EXP-01", "1888-EXP-02")
def test_the_prototype_exports_from_the_first_sale_on() -> None:
    game = set_over("1888")
    end_operating_round(game.ruleset, game.state, [])
    assert in_depot(game, "2") == 7
    game = set_over("1888")
    start(game, "JHR", {0: 60}, par=95, trains=["2"])
    end_operating_round(game.ruleset, game.state, [])
    assert in_depot(game, "2") == 5


@pytest.mark.rule("1888N-EXP-01", "1888*-EXP-04", "1888*-EXP-05", "1888N-PHS-03")
def test_the_published_edition_exports_after_every_set() -> None:
    game = set_over("1888n")
    log: list = []
    end_operating_round(game.ruleset, game.state, log)
    assert kinds(log) == ["train_exported", "phase_began", "stock_round_began"]
    assert (in_depot(game, "2"), game.setup.phases[game.state.phase].name) == (6, "2")
    assert game.state.trains[game.state.companies + 2] == 1  # removed from the game
    assert game.state.trains[game.state.companies + 1] == 0


@pytest.mark.rule("1888N-EXP-01", "1888-EXP-02")
def test_once_a_set_not_once_a_round(title: str) -> None:
    game = set_over(title)
    start(game, "JHR", {0: 60}, par=95, trains=["2"])
    game.state.operating_rounds = 2
    end_operating_round(game.ruleset, game.state, [])
    assert in_depot(game, "2") == 6


@pytest.mark.rule("1888*-EXP-04", "1888*-PHS-01", "1888*-PHS-05")
def test_an_export_begins_a_phase_and_scraps_trains(title: str) -> None:
    game = set_over(title)
    start(game, "JHR", {0: 60}, par=95, trains=["2", "3", "3", "3", "3"][:4])
    start(game, "SSL", {1: 60}, par=95, trains=["3", "3"])
    assign_train(game, "SSL", "3")
    leave_in_depot(game, "2", 0)
    leave_in_depot(game, "3", 0)
    set_phase(game, "3")
    end_operating_round(game.ruleset, game.state, [])
    assert game.setup.phases[game.state.phase].name == "4"
    assert game.companies["JHR"].trains == ("3", "3", "3")
    assert game.state.round == STOCK_ROUND


@pytest.mark.rule("1888*-TRN-27", "1888*-EXP-04")
def test_trains_above_the_new_limit_are_discarded_before_the_stock_round(title: str) -> None:
    game = set_over(title)
    start(game, "JHR", {0: 60}, par=95, trains=["3", "3", "3", "3"])
    leave_in_depot(game, "2", 0)
    leave_in_depot(game, "3", 0)
    set_phase(game, "3")
    end_operating_round(game.ruleset, game.state, [])
    assert game.to_act == (0, game.setup.company("JHR").id, "discard")
    play(game, discard(game, "JHR", "3"))
    assert game.to_act.doing == "stock"


@pytest.mark.rule("1888*-EXP-03")
def test_fives_are_not_exported(title: str) -> None:
    game = set_over(title)
    for name in ("2", "3", "4"):
        leave_in_depot(game, name, 0)
    set_phase(game, "4")
    end_operating_round(game.ruleset, game.state, [])
    assert in_depot(game, "5") == 3


# The market, and the end


@pytest.mark.rule("1888*-MKT-10", "1888N-MKT-11", "1888N-MKT-14")
def test_sold_out_companies_rise_in_operating_order(title: str) -> None:
    game = stock_round(title=title, home_tiles=False)
    start(game, "ZDR", {0: 60, 1: 40}, par=90, cash=500)
    start(game, "JHR", {0: 60, 1: 40}, par=85, cash=500)
    place_marker(game, "JHR", (0, 4))  # the top of its column
    events = end_stock_round(game)
    risen = [astuple(each) for each in events if each.kind == "sold_out"]
    assert risen == [(company(game, "JHR"),), (company(game, "ZDR"),)]
    assert game.companies["ZDR"].cell == (1, 3)
    assert game.companies["JHR"].cell == (0, 4)


@pytest.mark.rule("1888*-MKT-10", "1888N-MKT-11", "1888*-MKT-02")
def test_who_rises_first_lies_on_top_of_who_follows(title: str) -> None:
    game = stock_round(title=title, home_tiles=False)
    for symbol, place in (("JHR", (3, 3)), ("SSL", (4, 3)), ("CDL", (2, 3))):
        start(game, symbol, {0: 60, 1: 40}, par=85, cell=place, cash=500)
    events = end_stock_round(game)
    risen = [astuple(each) for each in events if each.kind == "sold_out"]
    order = ("CDL", "JHR", "SSL")  # 90, 85, 80, not the order of the title
    assert risen == [(company(game, symbol),) for symbol in order]
    assert [game.companies[symbol].cell for symbol in order] == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.rule("1888*-MKT-02", "1888*-OR-07")
def test_a_marker_that_enters_an_occupied_cell_goes_under_what_is_there(title: str) -> None:
    game = stock_round(title=title)
    start(game, "SSL", {1: 40, 0: 20}, par=85, cash=500)
    start(game, "JHR", {0: 50, 1: 20}, par=90, cash=500)
    play(game, sell(game, 0, "JHR", 1))  # from 90 down to 85, SSL's cell
    order = [game.setup.companies[each].symbol for each in operating_order(game.ruleset, game.state)]
    assert order == ["SSL", "JHR"]
    play(game, sell(game, 0, "SSL", 1), sell(game, 0, "JHR", 1))
    order = [game.setup.companies[each].symbol for each in operating_order(game.ruleset, game.state)]
    assert order == ["SSL", "JHR"]


@pytest.mark.rule("1888*-MKT-01")
def test_privates_have_no_price_on_the_market(title: str) -> None:
    game = stock_round(title=title)
    assert not any(cell >= 0 for cell in game.state.cell)
    assert set(game.companies) == {"JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR"}


def idle_to_the_end(game: Game) -> None:
    while not game.is_over:
        skip_company_turn(game)


@pytest.mark.rule("1888*-END-01", "1888*-END-05", "1888*-END-06")
def test_when_the_bank_is_out_the_set_is_finished(title: str) -> None:
    game = round_beijing(title)
    start(game, "JHR", {0: 60}, par=95, trains=["3"], cash=500, tokens=[])
    token(game, "JHR", "C9", 1)
    game = operate(game, "JHR", "run")
    leave_in_bank(game, 10)
    events = play(game, run(game, "JHR", ("3", "C9 D10 D12")), dividend(game, "JHR"))
    assert "bank_broke" in kinds(events)
    assert game.view().bank == 10 - 54
    assert not game.is_over
    idle_to_the_end(game)
    assert game.end_reason == "bank"


@pytest.mark.rule("1888*-END-01")
def test_a_bank_with_exactly_nothing_left_is_not_out_unless_it_is_agreed(title: str) -> None:
    for options, broke in (({}, False), ({"bank_breaks_at_zero": True}, True)):
        game = stock_round(title=title, **options)
        start(game, "JHR", {0: 50, 1: 20}, par=95, cash=500, trains=["2"])
        leave_in_bank(game, 95)
        assert ("bank_broke" in kinds(play(game, sell(game, 0, "JHR", 1)))) == broke
        assert game.view().bank == 0
        assert ("bank_broke" in kinds(play(game, sell(game, 0, "JHR", 1)))) == (not broke)


@pytest.mark.rule("1888*-END-07")
def test_a_bank_that_is_out_in_a_stock_round_leaves_a_whole_set(title: str) -> None:
    game = stock_round(title=title, home_tiles=False)
    start(game, "JHR", {0: 50, 1: 20}, par=95, cash=500, trains=["2"])
    leave_in_bank(game, 10)
    events = play(game, sell(game, 0, "JHR", 1))
    assert "bank_broke" in kinds(events)
    end_stock_round(game)
    assert not game.is_over
    idle_to_the_end(game)
    assert game.end_reason == "bank"


@pytest.mark.rule("1888*-FIN-01", "1888-FIN-02", "1888N-FIN-02", "1888N-FIN-03", "1888-FIN-04", "1888*-GEN-01")
def test_final_totals(title: str) -> None:
    game = stock_round(title=title)
    start(game, "JHR", {0: 60}, par=95, cash=500, trains=["2"])
    start(game, "SSL", {1: 50}, par=70)
    place_marker(game, "SSL", (6, 4))  # 75
    assign_private(game, "FC", 1)
    assign_private(game, "KT", "JHR")
    worth = {each.player: each.total for each in game.standings()}
    assert worth == {0: 600 + 6 * 95, 1: 600 + 5 * 75 + (150 if title == "1888n" else 0), 2: 600, 3: 600}


@pytest.mark.rule("1888*-GEN-01")
def test_equals_win_together(title: str) -> None:
    game = stock_round(title=title)
    game.state.ended = 1
    assert game.winners() == ("P0", "P1", "P2", "P3")


def test_refusals_name_the_editions_own_clauses(title: str) -> None:
    game = train_step(title)
    assert clause(game, Pass(0)) == {"1888": "1888-TRN-03", "1888n": "1888N-TRN-03"}[title]
    lay(game, "D10", "6", 2)
