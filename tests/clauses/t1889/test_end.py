"""End of the game and the winner in 1889 (END)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    bankrupt,
    clause,
    companies_in,
    dividend,
    empty_depot,
    end_stock_round,
    kinds,
    lay,
    leave_in_bank,
    operate,
    play,
    run,
    sell,
    set_cash,
    set_phase,
    skip_company_turn,
    start,
    stock_round,
)
from tetsudo.core.actions import Pass
from tetsudo.engine.state.state import BANK_BROKE
from tetsudo.game.game import Game
from tetsudo.titles.loader import title_info


def to_the_end(game: Game) -> list[str]:
    """Play idle turns until a stock round or the end; returns the kinds of events."""
    events = [] if game.to_act.doing != "stock" else end_stock_round(game)
    while not game.is_over and "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    return kinds(events)


def paying(bank: int, *, in_phase: str = "2", **more: Any) -> Game:
    """AR is about to pay 40 to its shareholders (24 to player 0, 8 to player 1), with `bank` left in the bank."""
    game = stock_round(**more)
    set_phase(game, in_phase)
    start(game, "AR", {0: 60, 1: 20}, par=100, trains=("2",))
    start(game, "KU", {2: 60}, par=70)
    lay(game, "K8", "57", 1)
    leave_in_bank(game, bank)
    operate(game, "AR", "run")
    play(game, run(game, "AR", ("2", "K8 L7")))
    return game


@pytest.mark.rule("1889-END-01")
def test_a_bankruptcy_ends_the_game_at_once() -> None:
    game = stock_round()
    set_phase(game, "5")
    start(game, "AR", {0: 40, 1: 40})
    start(game, "KU", {2: 60}, par=70)
    lay(game, "K8", "57", 1)
    set_cash(game, 0, 0)
    operate(game, "AR", "trains")
    events = play(game, bankrupt(game, "AR"))
    assert "turn_began" not in kinds(events)  # KU gets no more turns
    assert game.is_over
    assert game.end_reason == "bankrupt"
    assert game.to_act.player == -1
    assert game.legal_actions(2) == []
    assert clause(game, Pass(2)) == "1889-END-01"


@pytest.mark.rule("1889-END-04", "1889-END-01")
@pytest.mark.parametrize(("choice", "total"), [({}, 337), ({"variants": ["18xx.games"]}, 190)])
def test_a_bankrupt_keeps_what_he_has(choice: dict[str, Any], total: int) -> None:
    """17 in cash, two of four shares sold at 65, two left at 55, and a private of 80; or the cash goes to the bank."""
    game = stock_round(**choice)
    set_phase(game, "5")
    start(game, "AR", {0: 40}, par=65)
    assign_private(game, "SIR", 0)
    lay(game, "K8", "57", 1)
    set_cash(game, 0, 17)
    operate(game, "AR", "trains")
    empty_depot(game, "2", "3", "4")
    play(game, bankrupt(game, "AR"))
    worth = next(each for each in game.standings() if each.player == 0)
    assert (worth.shares, worth.privates, worth.total) == (110, 80, total)
    assert game.players[0].cash == total - 190
    assert game.view().bank == 7000 - sum(each.cash for each in game.players)


@pytest.mark.parametrize("title", ["1888", "1888n", "1889", "1890"])
def test_what_becomes_of_a_bankrupts_cash_is_an_option_of_every_title(title: str) -> None:
    option = title_info(title).option("bankrupt_cash")
    assert option.choices == ("bank", "kept")
    assert option.default == ("kept" if title in ("1889", "1888n") else "bank")


@pytest.mark.rule("1889-END-02", "1889-END-03")
def test_the_bank_breaks_in_the_middle_of_a_payment_and_pays_all() -> None:
    """30 are left: player 0 gets 24, and player 1's 8 break the bank."""
    game = paying(30)
    cash = [each.cash for each in game.players]
    events = play(game, dividend(game, "AR"))
    assert [each.cash - before for each, before in zip(game.players, cash, strict=True)] == [24, 8, 0, 0]
    assert kinds(events).count("bank_broke") == 1
    assert game.view().bank == -2
    assert not game.is_over


@pytest.mark.rule("1889-END-02")
@pytest.mark.parametrize(("in_phase", "rounds"), [("2", 1), ("3", 2), ("5", 3)])
def test_then_the_set_of_operating_rounds_is_finished(in_phase: str, rounds: int) -> None:
    game = paying(0, in_phase=in_phase, idle_runs=True)
    game.state.operating_rounds = rounds
    play(game, dividend(game, "AR"))
    shown = to_the_end(game)
    assert shown.count("operating_round_began") == rounds - 1
    assert "stock_round_began" not in shown
    assert shown[-1] == "game_ended"
    assert game.end_reason == "bank"


@pytest.mark.rule("1889-END-02")
def test_with_money_left_the_game_goes_on() -> None:
    game = paying(40)
    play(game, dividend(game, "AR"))
    assert game.view().bank == 8
    assert "stock_round_began" in to_the_end(game)
    assert not game.is_over


@pytest.mark.rule("1889-END-02")
@pytest.mark.parametrize("at_zero", [False, True])
def test_exactly_nothing_left_is_an_option(at_zero: bool) -> None:
    game = paying(32, bank_breaks_at_zero=at_zero)
    events = play(game, dividend(game, "AR"))
    assert game.view().bank == 0
    assert ("bank_broke" in kinds(events)) == at_zero
    to_the_end(game)
    assert game.is_over == at_zero


@pytest.mark.rule("1889-END-02")
def test_a_bank_that_has_broken_stays_so() -> None:
    """Money that returns to the bank does not save the game."""
    game = paying(30)
    play(game, dividend(game, "AR"))
    set_cash(game, 3, 0)
    assert game.view().bank > 0
    to_the_end(game)
    assert game.end_reason == "bank"


@pytest.mark.rule("1889-END-02", "1889-END-03")
def test_a_bank_that_breaks_in_a_stock_round() -> None:
    """The stock round is completed and its operating rounds are played: two in phase 3."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60, 1: 20}, par=100)
    leave_in_bank(game, 150)
    assert "bank_broke" in kinds(play(game, sell(game, 0, "AR", 2)))
    assert not game.is_over
    events = end_stock_round(game)
    assert companies_in(game, events) == ["AR"]
    shown = to_the_end(game)
    assert kinds(events).count("operating_round_began") + shown.count("operating_round_began") == 2
    assert game.end_reason == "bank"


@pytest.mark.rule("1889-END-03")
def test_after_it_broke_the_bank_pays_on() -> None:
    game = paying(0, in_phase="3")
    game.state.operating_rounds = 2
    assign_private(game, "SIR", 2)
    play(game, dividend(game, "AR"))
    cash = game.players[2].cash
    while game.state.operating_round == 1:
        skip_company_turn(game)
    assert game.players[2].cash == cash + 20
    assert game.view().bank == -32 - 20


@pytest.mark.rule("1889-END-04", "1889-END-05", "1889-PRV-14")
def test_worth_is_cash_shares_at_market_and_privates_at_face() -> None:
    game = stock_round()
    start(game, "AR", {0: 60, 1: 20}, par=100, cell=(0, 4), cash=900, trains=("2",))  # 110
    start(game, "KU", {1: 40}, par=90, cell=(7, 4), cash=500, floated=False)  # 60
    for player, cash in enumerate((10, 20, 30, 40)):
        set_cash(game, player, cash)
    assign_private(game, "UTF", 0)  # 150
    assign_private(game, "SMR", "AR")  # a company's: counts for no player
    assign_private(game, "DR", 2)  # 60
    assert [each.worth for each in game.players] == [
        10 + 6 * 110 + 150,
        20 + 2 * 110 + 4 * 60,
        30 + 60,
        40,
    ]


@pytest.mark.rule("1889-END-04")
def test_that_privates_count_is_an_option() -> None:
    game = stock_round(final_privates=False)
    set_cash(game, 0, 10)
    assign_private(game, "UTF", 0)
    assert game.players[0].worth == 10


@pytest.mark.rule("1889-END-05")
def test_what_companies_have_counts_for_nobody() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, par=100)
    before = [each.worth for each in game.players]
    set_cash(game, game.setup.players + game.companies["AR"].id, 3000)
    assign_private(game, "UTF", "AR")
    assert [each.worth for each in game.players] == before


@pytest.mark.rule("1889-END-06", "1889-GEN-01")
def test_the_richest_wins() -> None:
    game = paying(0)
    for player, cash in enumerate((100, 500, 20, 80)):
        set_cash(game, player, cash)
    game.state.broken = 1
    play(game, dividend(game, "AR"))
    assert game.result() is None
    to_the_end(game)
    # AR ends at 110 (100, paid), KU at 65 (70, nothing earned).
    assert game.result() == {"P0": 124 + 660, "P1": 508 + 220, "P2": 20 + 390, "P3": 80}
    assert list(game.result() or {}) == ["P0", "P1", "P2", "P3"]


@pytest.mark.rule("1889-END-06")
def test_the_standings_are_sorted() -> None:
    game = stock_round()
    for player, cash in enumerate((100, 500, 20, 80)):
        set_cash(game, player, cash)
    assert [each.player for each in game.standings()] == [1, 0, 3, 2]


def test_a_house_rule_may_end_the_game_after_some_turns() -> None:
    game = stock_round(turn=2, turn_limit=2)
    start(game, "AR", {0: 60})
    to_the_end(game)
    assert game.end_reason == "turns"
    game = stock_round(turn=2, turn_limit=3)
    start(game, "AR", {0: 60})
    to_the_end(game)
    assert not game.is_over


@pytest.mark.rule("1889-GEN-01")
def test_the_richest_win_together_when_they_are_equal() -> None:
    game = stock_round(3, cash=500)
    assert game.winners() == ()
    game.state.ended = BANK_BROKE
    assert game.winners() == ("P0", "P1", "P2")
    set_cash(game, 1, 510)
    assert game.winners() == ("P1",)
