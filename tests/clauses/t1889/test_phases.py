"""Phases of 1889 and their effects, and the end of operating rounds (PHS, EOR)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    best_run,
    buy_private,
    buy_train,
    clause,
    code,
    companies_in,
    discard,
    empty_depot,
    end_stock_round,
    exchange,
    is_admitted,
    kinds,
    lay,
    lay_tile,
    leave_in_depot,
    operate,
    pass_times,
    place_marker,
    play,
    set_phase,
    skip_company_turn,
    start,
    stock_round,
    train_to_market,
)
from tetsudo.core.actions import Pass
from tetsudo.game.game import Game

ORDER = ("2", "3", "4", "5", "6", "D")


def sold(name: str, *, cash: int = 2000, **more: Any) -> Game:
    """AR (president: player 0) is about to buy the first train of a kind; all earlier kinds are sold out."""
    game = stock_round(**more)
    at = ORDER.index(name)
    set_phase(game, ORDER[at - 1])
    start(game, "AR", {0: 60}, cash=cash)
    empty_depot(game, *ORDER[:at])
    return operate(game, "AR", "trains")


def rounds_of(game: Game) -> int:
    """Number of operating rounds before the next stock round."""
    events = end_stock_round(game)
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    return kinds(events).count("operating_round_began")


# Start of a phase


@pytest.mark.rule("1889-PHS-01")
@pytest.mark.parametrize("name", ["3", "4", "5", "6", "D"])
def test_the_first_train_of_a_number_begins_its_phase(name: str) -> None:
    game = sold(name)
    before = game.view().phase
    events = play(game, buy_train(game, "AR", name))
    assert before == ORDER[ORDER.index(name) - 1]
    assert game.view().phase == name
    assert kinds(events).count("phase_began") == 1


@pytest.mark.rule("1889-PHS-01")
def test_only_the_first_does() -> None:
    game = sold("3")
    play(game, buy_train(game, "AR", "3"))
    events = play(game, buy_train(game, "AR", "3"))
    assert "phase_began" not in kinds(events)


@pytest.mark.rule("1889-PHS-01")
def test_one_turn_may_see_two_phases_begin() -> None:
    game = sold("3")
    leave_in_depot(game, "3", 1)
    play(game, buy_train(game, "AR", "3"), buy_train(game, "AR", "4"))
    assert game.view().phase == "4"
    assert game.companies["AR"].trains == ("3", "4")


# Tiles


@pytest.mark.rule("1889-PHS-02", "1889-PHS-03", "1889-PHS-04")
@pytest.mark.parametrize(
    ("in_phase", "green", "brown"),
    [
        ("2", False, False),
        ("3", True, False),
        ("4", True, False),
        ("5", True, True),
        ("6", True, True),
        ("D", True, True),
    ],
)
def test_the_colours_of_tiles(in_phase: str, green: bool, brown: bool) -> None:
    game = stock_round()
    set_phase(game, in_phase)
    start(game, "AR", {0: 60}, cash=100)
    operate(game, "AR")
    assert is_admitted(game, lay_tile(game, "AR", "K8", "57", 1))
    lay(game, "K8", "57", 1)
    assert is_admitted(game, lay_tile(game, "AR", "K8", "15", 1)) == green
    lay(game, "K8", "15", 1)
    assert is_admitted(game, lay_tile(game, "AR", "K8", "448", 1)) == brown


@pytest.mark.rule("1889-PHS-03", "1889-PHS-04")
@pytest.mark.parametrize(("name", "old", "new"), [("3", "57", "15"), ("5", "15", "448")])
def test_the_next_company_may_lay_the_new_colour_at_once(name: str, old: str, new: str) -> None:
    game = sold(name)
    start(game, "KU", {1: 60})
    lay(game, "C10", old, 1)
    play(game, buy_train(game, "AR", name))
    operate(game, "KU")
    assert is_admitted(game, lay_tile(game, "KU", "C10", new, 1))


@pytest.mark.rule("1889-PHS-02", "1889-PHS-03")
def test_a_house_rule_may_unlock_all_colours() -> None:
    game = stock_round(tile_colours="any")
    start(game, "AR", {0: 60})
    lay(game, "K8", "15", 1)
    operate(game, "AR")
    assert is_admitted(game, lay_tile(game, "AR", "K8", "448", 1))


# Trains


@pytest.mark.rule("1889-PHS-05")
@pytest.mark.parametrize(("in_phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)])
def test_the_train_limit(in_phase: str, limit: int) -> None:
    game = stock_round()
    set_phase(game, in_phase)
    start(game, "KU", {0: 60}, trains=("6",))
    start(game, "AR", {0: 60}, cash=100, trains=["5"] * (limit - 1))
    operate(game, "AR", "trains")
    assert code(game, buy_train(game, "AR", "6", "KU", 1)) == ""
    assign_train(game, "AR", "D")
    assert code(game, buy_train(game, "AR", "6", "KU", 1)) == "train_limit"


@pytest.mark.rule("1889-PHS-05")
@pytest.mark.parametrize(("name", "fleet"), [("4", ("3", "3", "3", "3")), ("5", ("4", "4", "3"))])
def test_when_the_limit_falls_everybody_discards_at_once(name: str, fleet: tuple[str, ...]) -> None:
    game = sold(name)
    start(game, "KO", {1: 60}, trains=fleet)
    play(game, buy_train(game, "AR", name))
    assert (game.to_act.player, game.to_act.doing) == (1, "discard")
    play(game, discard(game, "KO", "3"))
    assert len(game.companies["KO"].trains) == len(fleet) - 1
    assert game.to_act.player == 0  # AR's turn goes on
    assert "3" in game.view().on_sale


RUSTS = {"3": (), "4": ("2",), "5": (), "6": ("3",), "D": ("4",)}


@pytest.mark.rule("1889-PHS-06", "1889-PHS-07", "1889-PHS-08")
@pytest.mark.parametrize(("name", "gone"), RUSTS.items())
def test_old_trains_rust_wherever_they_are_and_nobody_is_paid(name: str, gone: tuple[str, ...]) -> None:
    """KO, KU and the market each own one of every earlier kind that has not rusted yet."""
    game = stock_round()
    at = ORDER.index(name)
    set_phase(game, ORDER[at - 1])
    start(game, "AR", {0: 60}, cash=1100)
    start(game, "KO", {1: 60}, cash=10)
    start(game, "KU", {2: 60}, cash=20)
    older = [each for each in ORDER[:at] if not any(each in RUSTS[past] for past in ORDER[1:at])]
    for each in older[-2:]:
        assign_train(game, "KO", each)
        assign_train(game, "KU", each)
        train_to_market(game, each)
    empty_depot(game, *ORDER[:at])
    operate(game, "AR", "trains")
    players = [each.cash for each in game.players]
    play(game, buy_train(game, "AR", name))
    left = tuple(each for each in older[-2:] if each not in gone)
    assert game.companies["KO"].trains == game.companies["KU"].trains == left
    assert {each for each in game.view().on_sale if each in ORDER[:at]} == set(left)
    assert (game.companies["KO"].cash, game.companies["KU"].cash) == (10, 20)
    assert [each.cash for each in game.players] == players


@pytest.mark.rule("1889-PHS-06", "1889-PHS-07")
def test_the_buyers_own_trains_rust_too() -> None:
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60}, cash=300, trains=("2", "2", "3"))
    empty_depot(game, "2", "3")
    operate(game, "AR", "trains")
    events = play(game, buy_train(game, "AR", "4"))
    assert game.companies["AR"].trains == ("3", "4")
    assert "train_discarded" not in kinds(events)  # briefly four trains; the 2-trains rust first
    assert game.to_act.doing != "discard"


@pytest.mark.rule("1889-PHS-08")
def test_5s_and_6s_stay_when_the_first_diesel_comes() -> None:
    game = sold("D")
    start(game, "KO", {1: 60}, trains=("5", "6"))
    train_to_market(game, "5")
    play(game, buy_train(game, "AR", "D"))
    assert game.companies["KO"].trains == ("5", "6")


@pytest.mark.rule("1889-PHS-09")
@pytest.mark.parametrize(
    ("in_phase", "name", "imabari"), [("4", "2", 30), ("5", "2", 60), ("5", "D", 100), ("D", "D", 100)]
)
def test_off_board_values_change_in_phase_5_and_for_diesels(in_phase: str, name: str, imabari: int) -> None:
    game = stock_round()
    set_phase(game, in_phase)
    start(game, "IR", {0: 60}, trains=(name,))
    lay(game, "E2", "5", 4)
    operate(game, "IR", "run")
    assert best_run(game) == imabari + 20


# Rounds


@pytest.mark.rule("1889-PHS-10", "1889-ESR-04", "1889-GEN-02")
@pytest.mark.parametrize(("in_phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_the_number_of_operating_rounds(in_phase: str, rounds: int) -> None:
    game = stock_round()
    set_phase(game, in_phase)
    start(game, "AR", {0: 60})
    assert rounds_of(game) == rounds


@pytest.mark.rule("1889-PHS-10")
def test_the_number_of_operating_rounds_is_an_option() -> None:
    game = stock_round(operating_rounds="3 1 1 1 1 1")
    start(game, "AR", {0: 60})
    assert rounds_of(game) == 3


@pytest.mark.rule("1889-PHS-11")
@pytest.mark.parametrize(("name", "now", "later"), [("3", 1, 2), ("5", 2, 3)])
def test_a_set_in_progress_is_not_lengthened(name: str, now: int, later: int) -> None:
    game = stock_round()
    set_phase(game, ORDER[ORDER.index(name) - 1])
    start(game, "AR", {0: 60}, cash=450)
    empty_depot(game, *ORDER[: ORDER.index(name)])
    events = end_stock_round(game)
    while game.to_act.doing != "trains":
        events += play(game, Pass(0))
    events += play(game, buy_train(game, "AR", name))
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    assert kinds(events).count("operating_round_began") == now
    assert rounds_of(game) == later


# Privates


@pytest.mark.rule("1889-PHS-12")
@pytest.mark.parametrize(("name", "before", "after"), [("3", False, True), ("4", True, True), ("5", True, False)])
def test_privates_are_bought_from_the_first_3_to_the_first_5(name: str, before: bool, after: bool) -> None:
    game = sold(name)
    assign_private(game, "SIR", 0)
    offer = buy_private(game, 0, "AR", "SIR", 80)
    assert is_admitted(game, offer) == before
    play(game, buy_train(game, "AR", name))
    assert is_admitted(game, offer) == after


@pytest.mark.rule("1889-PHS-13")
def test_the_first_5_closes_all_privates() -> None:
    game = sold("5")
    for player, symbol in enumerate(("TR", "MF", "ER", "DR")):
        assign_private(game, symbol, player)
    assign_private(game, "SMR", "AR")
    assign_private(game, "UTF", "AR")
    play(game, buy_train(game, "AR", "5"))
    assert all(each.is_closed for each in game.privates.values())
    assert not is_admitted(game, exchange(game, 3))


@pytest.mark.rule("1889-PHS-13", "1889-PRV-11", "1889-PRV-12")
def test_but_for_a_players_uno_takamatsu_ferry_which_then_pays_50() -> None:
    game = stock_round()
    set_phase(game, "4")
    start(game, "AR", {0: 60}, cash=450)
    empty_depot(game, "2", "3", "4")
    assign_private(game, "UTF", 2)
    assign_private(game, "SIR", 1)
    cash = game.players[2].cash
    end_stock_round(game)
    assert game.players[2].cash == cash + 30
    operate(game, "AR", "trains")
    play(game, buy_train(game, "AR", "5"))
    assert game.players[2].privates == ("UTF",)
    assert game.players[1].privates == ()
    end_stock_round(game)
    assert game.players[2].cash == cash + 30 + 50


@pytest.mark.rule("1889-PHS-13")
def test_other_first_trains_close_nothing() -> None:
    for name in ("3", "4", "6", "D"):
        game = sold(name)
        assign_private(game, "SIR", 1)
        play(game, buy_train(game, "AR", name))
        assert game.players[1].privates == ("SIR",)


@pytest.mark.rule("1889-PHS-13", "1889-TRK-19")
def test_closed_privates_block_nothing() -> None:
    game = sold("5")
    start(game, "KO", {1: 60})
    assign_private(game, "TR", 2)
    operate(game, "KO")
    assert clause(game, lay_tile(game, "KO", "K4", "440", 0)) == "1889-TRK-19"
    operate(game, "AR", "trains")
    play(game, buy_train(game, "AR", "5"))
    operate(game, "KO")
    assert clause(game, lay_tile(game, "KO", "K4", "440", 0)) == ""


# The end of an operating round


@pytest.mark.rule("1889-EOR-01", "1889-EOR-02")
def test_the_round_ends_when_every_floated_company_has_acted() -> None:
    game = stock_round()
    set_phase(game, "3")
    for player, symbol in enumerate(("AR", "KU", "SR")):
        start(game, symbol, {player: 60}, par=100 - 10 * player)
    start(game, "UR", {3: 40}, floated=False)
    events = end_stock_round(game)
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    shown = [each for each in kinds(events) if each in ("operating_round_began", "turn_began", "stock_round_began")]
    one_round = ["operating_round_began", "turn_began", "turn_began", "turn_began"]
    assert shown == [*one_round, *one_round, "stock_round_began"]
    assert companies_in(game, events) == ["AR", "KU", "SR"] * 2
    assert game.to_act.doing == "stock"


@pytest.mark.rule("1889-EOR-02")
def test_without_companies_the_round_is_over_at_once() -> None:
    game = stock_round()
    assign_private(game, "SIR", 1)
    cash = game.players[1].cash
    events = pass_times(game, 4)
    assert kinds(events)[-1] == "stock_round_began"
    assert kinds(events).count("operating_round_began") == 1
    assert game.players[1].cash == cash + 20
    assert game.to_act.doing == "stock"


@pytest.mark.rule("1889-EOR-03")
@pytest.mark.parametrize("stack", [("AR", "IR", "KU"), ("KU", "AR", "IR")])
def test_tokens_keep_their_order_in_the_stack(stack: tuple[str, str, str]) -> None:
    """At the bottom left, where markers of companies without earnings stay."""
    game = stock_round()
    set_phase(game, "5")
    for player, symbol in enumerate(("AR", "IR", "KU")):
        start(game, symbol, {player: 60}, cell=(6, 3))
    for symbol in stack:
        place_marker(game, symbol, (10, 0))
    events = end_stock_round(game)
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    assert companies_in(game, events) == list(stack) * 3
    assert game.view().operating_order == stack
