"""Dividends and the resulting price moves in 1889 (DIV)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_train,
    clause,
    companies_in,
    dividend,
    end_stock_round,
    is_admitted,
    kinds,
    lay,
    operate,
    play,
    run,
    skip_company_turn,
    start,
    stock_round,
)
from tetsudo.core.actions import HALF, PAY, WITHHOLD, Pass, RunRoutes
from tetsudo.game.game import Game


def earned_100(cell: tuple[int, int] = (0, 3)) -> Game:
    """IR has run for 100. Player 0 has 50 %, 1 has 20 %, the market 10 %; 20 % are unsold."""
    game = stock_round()
    start(game, "IR", {0: 50, 1: 20}, market=10, cell=cell, trains=("5",))
    lay(game, "E2", "5", 4)
    lay(game, "F3", "57", 2)
    lay(game, "G4", "6", 2)
    lay(game, "H3", "9", 1)
    lay(game, "I2", "57", 1)
    operate(game, "IR", "run")
    play(game, run(game, "IR", ("5", "E2 F3 G4 H3 I2 J1")))
    assert game.to_act.doing == "dividend"
    return game


@pytest.mark.rule("1889-DIV-01")
def test_all_is_paid_or_all_is_kept() -> None:
    game = earned_100()
    assert is_admitted(game, dividend(game, "IR", PAY))
    assert is_admitted(game, dividend(game, "IR", WITHHOLD))
    assert clause(game, dividend(game, "IR", HALF)) == "1889-DIV-01"
    assert clause(game, Pass(0)) == "1889-DIV-01"


@pytest.mark.rule("1889-DIV-01")
def test_what_is_kept_goes_to_the_treasury() -> None:
    game = earned_100()
    players = [each.cash for each in game.players]
    bank = game.view().bank
    play(game, dividend(game, "IR", WITHHOLD))
    assert game.companies["IR"].cash == 100
    assert [each.cash for each in game.players] == players
    assert game.view().bank == bank - 100


@pytest.mark.rule("1889-DIV-02", "1889-DIV-03", "1889-DIV-04")
def test_the_books_example_of_100() -> None:
    game = earned_100()
    before = [each.cash for each in game.players]
    bank = game.view().bank
    play(game, dividend(game, "IR", PAY))
    received = [each.cash - cash for each, cash in zip(game.players, before, strict=True)]
    assert received == [50, 20, 0, 0]
    assert game.companies["IR"].cash == 10  # for the share in the market
    assert game.view().bank == bank - 80  # nothing for the 20 % in the IPO


@pytest.mark.rule("1889-DIV-05", "1889-DIV-08")
@pytest.mark.parametrize(
    ("cell", "after", "price"),
    [
        ((0, 3), (0, 4), 110),
        ((7, 1), (7, 2), 50),
        ((2, 11), (1, 11), 225),  # end of the row: up
        ((5, 6), (4, 6), 90),
        ((10, 3), (9, 3), 45),
        ((1, 14), (0, 14), 350),
        ((0, 14), (0, 14), 350),  # top right corner: stays
    ],
)
def test_dividends_move_the_token_right_or_up(cell: tuple[int, int], after: tuple[int, int], price: int) -> None:
    game = earned_100(cell)
    play(game, dividend(game, "IR", PAY))
    assert game.companies["IR"].cell == after
    assert game.companies["IR"].price == price


WITHHELD = [
    ((0, 3), (0, 2), 90),
    ((5, 6), (5, 5), 75),
    ((0, 0), (1, 0), 70),  # far left: down
    ((9, 0), (10, 0), 10),
    ((10, 0), (10, 0), 10),  # bottom left corner: stays
]


@pytest.mark.rule("1889-DIV-06")
@pytest.mark.parametrize(("cell", "after", "price"), WITHHELD)
def test_keeping_moves_the_token_left_or_down(cell: tuple[int, int], after: tuple[int, int], price: int) -> None:
    game = earned_100(cell)
    play(game, dividend(game, "IR", WITHHOLD))
    assert game.companies["IR"].cell == after
    assert game.companies["IR"].price == price


@pytest.mark.rule("1889-DIV-06")
@pytest.mark.parametrize(("cell", "after", "price"), WITHHELD)
def test_a_company_that_can_not_run_moves_left_too(cell: tuple[int, int], after: tuple[int, int], price: int) -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, cell=cell)
    end_stock_round(game)
    events = skip_company_turn(game)
    assert "did_not_run" in kinds(events)
    assert game.companies["AR"].cell == after
    assert game.companies["AR"].price == price


@pytest.mark.rule("1889-DIV-06")
def test_a_run_of_nothing_is_no_dividend() -> None:
    game = stock_round(idle_runs=True)
    start(game, "AR", {0: 60}, par=100, trains=("2",))
    lay(game, "K8", "57", 1)
    operate(game, "AR", "run")
    events = play(game, RunRoutes(0, game.companies["AR"].id, ()))
    assert "paid_out" not in kinds(events)
    assert game.companies["AR"].price == 90


@pytest.mark.rule("1889-DIV-07")
def test_a_company_that_has_operated_does_not_act_again_in_the_round() -> None:
    """SR (100) pays; AR (90) pays and would move ahead of companies yet to act, but it has acted."""
    game = stock_round()
    for player, (symbol, par) in enumerate([("SR", 100), ("AR", 90), ("KU", 80)]):
        start(game, symbol, {player: 60}, par=par)
    assign_train(game, "AR", "2")
    lay(game, "K8", "57", 1)
    events = end_stock_round(game)
    events += skip_company_turn(game)
    events += play(game, Pass(1), run(game, "AR", ("2", "K8 L7")), dividend(game, "AR", PAY))
    assert game.companies["AR"].price == 100
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    assert companies_in(game, events) == ["SR", "AR", "KU"]
