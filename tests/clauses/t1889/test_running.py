"""Running trains in 1889 (RUN). Expected revenues are added up by hand from tiles and map."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    best_run,
    buy_train,
    clause,
    code,
    empty_depot,
    is_admitted,
    kinds,
    lay,
    operate,
    play,
    run,
    set_phase,
    start,
    stock_round,
)
from tetsudo.core.actions import Pass
from tetsudo.core.errors import IllegalAction
from tetsudo.core.events import Ran
from tetsudo.core.open_actions import Runs, Wish
from tetsudo.game.game import Game

COAST = ("F1", "E2", "F3", "G4", "I2", "J1")
"""Imabari 30, Matsuyama 20, Saijo 20, Niihama 20, Marugame 20, Sakaide 20: the stops of `coast`."""
AMOUNTS = (30, 20, 20, 20, 20, 20)


def coast(*trains: str, in_phase: str = "2", tokens: tuple[str, ...] = ("E2",)) -> Game:
    """IR runs along the north coast, from Imabari through Matsuyama to Sakaide."""
    game = stock_round()
    set_phase(game, in_phase)
    start(game, "IR", {0: 60}, trains=trains, tokens=tokens)
    lay(game, "E2", "5", 4)
    lay(game, "F3", "57", 2)
    lay(game, "G4", "6", 2)
    lay(game, "H3", "9", 1)
    lay(game, "I2", "57", 1)
    return operate(game, "IR", "run", settle=False)


def along(first: int, last: int) -> str:
    """The hexes between two stops of the coast, including H3."""
    return " ".join(COAST[first : last + 1]).replace("G4 I2", "G4 H3 I2")


@pytest.mark.rule("1889-RUN-01")
def test_a_company_with_trains_runs_them() -> None:
    game = coast("2")
    assert clause(game, Pass(0)) == "1889-RUN-01"
    events = play(game, run(game, "IR", ("2", "F1 E2")))
    assert Ran(game.companies["IR"].id, 30 + 20) in events
    assert game.to_act.doing == "dividend"


@pytest.mark.rule("1889-RUN-01", "1889-RUN-15")
def test_a_company_that_could_run_does_not_leave_all_its_trains_at_home() -> None:
    """RUN-15 lets the president choose among routes, not skip the run."""
    game = coast("2", "3")
    assert clause(game, run(game, "IR")) == "1889-RUN-01"
    assert clause(game, run(game, "IR", ("2", "F1 E2"))) == ""  # not the best run, and with only one of two trains
    (runs,) = (offer for offer in game.legal_actions() if isinstance(offer, Runs))
    with pytest.raises(IllegalAction) as refused:
        runs.through([Wish(train, idle=True) for train in runs.fleet])
    assert refused.value.clause == "1889-RUN-01"


@pytest.mark.parametrize("choice", [{"idle_runs": True}, {"variants": ["18xx.games"]}])
def test_an_option_lets_all_trains_stay_at_home(choice: dict[str, Any]) -> None:
    game = stock_round(**choice)
    start(game, "IR", {0: 60}, trains=("2",))
    lay(game, "E2", "5", 4)
    operate(game, "IR", "run", settle=False)
    events = play(game, run(game, "IR"))
    assert Ran(game.companies["IR"].id, 0) in events


@pytest.mark.rule("1889-RUN-01")
def test_each_train_runs_once() -> None:
    game = coast("2", "3")
    twice = run(game, "IR", ("2", "F1 E2"), ("2", "E2 F3"))
    assert code(game, twice) == "route_train"
    assert code(game, run(game, "IR", ("4", "F1 E2"))) == "route_train"
    assert code(game, run(game, "IR", ("2", "F1 E2"), ("3", "E2 F3 G4"))) == ""


@pytest.mark.rule("1889-RUN-01")
def test_without_trains_or_without_a_route_nothing_runs() -> None:
    game = coast()
    events = operate(game, "IR").events
    assert game.to_act.doing == "track"
    events = play(game, Pass(0))
    assert "did_not_run" in kinds(events)
    game = stock_round()
    start(game, "IR", {0: 60}, trains=("2",))
    operate(game, "IR")
    assert "did_not_run" in kinds(play(game, Pass(0)))


@pytest.mark.rule("1889-RUN-02")
def test_a_route_has_two_revenue_centres_and_does_not_jump() -> None:
    game = coast("6")
    assert clause(game, run(game, "IR", ("6", "E2"))) == "1889-RUN-02"
    assert clause(game, run(game, "IR", ("6", "E2 G4"))) == "1889-RUN-02"
    assert clause(game, run(game, "IR", ("6", "E2 D3"))) == "1889-RUN-02"
    assert clause(game, run(game, "IR", ("6", "E2 F3 G4 H3"))) == "1889-RUN-02"  # ends outside any stop
    assert clause(game, run(game, "IR", ("6", "E2 F3"))) == ""


@pytest.mark.rule("1889-RUN-03")
def test_one_centre_has_the_companys_token() -> None:
    game = coast("3")
    assert clause(game, run(game, "IR", ("3", along(2, 4)))) == "1889-RUN-03"
    assert clause(game, run(game, "IR", ("3", along(1, 3)))) == ""
    assert clause(game, run(game, "IR", ("3", along(0, 2)))) == ""


@pytest.mark.rule("1889-RUN-03")
def test_every_route_has_a_token_of_its_own() -> None:
    game = coast("2", "2")
    assert clause(game, run(game, "IR", ("2", "F1 E2"), ("2", "F3 G4"))) == "1889-RUN-03"


def blocked() -> Game:
    """SR has a token in Saijo and two trains; Matsuyama, next to it, is full with IR's token."""
    game = coast()
    start(game, "SR", {1: 60}, trains=("3", "3"), tokens=("F3",))
    return operate(game, "SR", "run", settle=False)


@pytest.mark.rule("1889-RUN-04")
@pytest.mark.parametrize("hexes", ["F3 E2", "E2 F3", "G4 F3 E2"])
def test_a_route_may_end_in_a_full_city(hexes: str) -> None:
    game = blocked()
    assert code(game, run(game, "SR", ("3", hexes))) == ""


@pytest.mark.rule("1889-RUN-04")
@pytest.mark.parametrize("hexes", ["F3 E2 F1", "F1 E2 F3"])
def test_but_not_pass_it_in_whatever_order_it_is_named(hexes: str) -> None:
    game = blocked()
    assert clause(game, run(game, "SR", ("3", hexes))) == "1889-RUN-04"


@pytest.mark.rule("1889-RUN-04")
def test_a_city_with_an_own_token_or_a_free_slot_is_passed() -> None:
    game = coast("3")
    start(game, "SR", {1: 60}, tokens=("F3",))
    assert code(game, run(game, "IR", ("3", "F1 E2 F3"))) == ""  # a full city with its own token
    game = blocked()
    lay(game, "E2", "15", 4)  # a second slot
    assert code(game, run(game, "SR", ("3", "F3 E2 F1"))) == ""


def kochi(*trains: str) -> Game:
    """TR in Kochi. F7 forks from Kochi to Saijo (F3) and through E6 to Matsuyama (E2); E8 leads to E6 too."""
    game = stock_round()
    start(game, "TR", {0: 60}, trains=trains)
    lay(game, "F7", "24", 0)
    lay(game, "F5", "9", 0)
    lay(game, "F3", "57", 0)
    lay(game, "E8", "8", 3)
    lay(game, "E4", "9", 0)
    lay(game, "E2", "5", 0)
    return operate(game, "TR", "run", settle=False)


@pytest.mark.rule("1889-RUN-05")
def test_two_trains_do_not_share_a_hexside() -> None:
    game = kochi("2", "2")
    lay(game, "E6", "8", 3)  # from F7
    north, west = ("2", "F9 F7 F5 F3"), ("2", "F9 F7 E6 E4 E2")
    assert code(game, run(game, "TR", north)) == code(game, run(game, "TR", west)) == ""
    assert clause(game, run(game, "TR", north, west)) == "1889-RUN-05"
    assert clause(game, run(game, "TR", west, north)) == "1889-RUN-05"
    assert best_run(game) == 30 + 20  # one train stays at home


@pytest.mark.rule("1889-RUN-05")
def test_two_trains_do_not_run_the_same_track() -> None:
    game = coast("2", "3")
    assert clause(game, run(game, "IR", ("2", "E2 F3"), ("3", "F1 E2 F3"))) == "1889-RUN-05"
    assert best_run(game) == (20 + 20 + 20) + (30 + 20)  # E2 F3 G4 and F1 E2


@pytest.mark.rule("1889-RUN-05")
@pytest.mark.parametrize("number", ["3", "D"])
def test_one_train_does_not_use_a_hexside_twice(number: str) -> None:
    """From Kochi through G8 and G6 to Niihama, round into G6 again, and over the same hexside and G8 to Ikeda."""
    game = stock_round()
    start(game, "TR", {0: 60}, trains=(number,))
    lay(game, "G8", "25", 3)  # from the north to Kochi and to H9
    lay(game, "G6", "24", 0)  # from the south to Niihama and to F5
    lay(game, "G4", "5", 0)
    lay(game, "F5", "7", 4)
    lay(game, "H9", "7", 2)
    lay(game, "H7", "57", 0)
    operate(game, "TR", "run", settle=False)
    assert code(game, run(game, "TR", (number, "F9 G8 G6 G4"))) == ""
    assert code(game, run(game, "TR", (number, "F9 G8 G6 F5 G4"))) == ""
    assert clause(game, run(game, "TR", (number, "F9 G8 G6 G4 F5 G6 G8 H9 H7"))) == "1889-RUN-05"


@pytest.mark.rule("1889-RUN-06")
def test_trains_meet_in_a_city_on_different_track() -> None:
    game = kochi("2", "2")
    lay(game, "E6", "9", 0)  # from E8
    both = run(game, "TR", ("2", "F9 F7 F5 F3"), ("2", "F9 E8 E6 E4 E2"))
    assert code(game, both) == ""
    assert best_run(game) == (30 + 20) + (30 + 20)


@pytest.mark.rule("1889-RUN-06")
def test_trains_cross_on_track_that_does_not_join() -> None:
    game = kochi("2", "2")
    lay(game, "F7", "20", 0)  # 0-3 crossing 1-4
    lay(game, "E8", "7", 4)  # from Kochi, curving to the south-west of F7
    lay(game, "G6", "8", 1)
    lay(game, "G4", "57", 0)
    both = run(game, "TR", ("2", "F9 F7 F5 F3"), ("2", "F9 E8 F7 G6 G4"))
    assert code(game, both) == ""
    assert best_run(game) == (30 + 20) + (30 + 20)


@pytest.mark.rule("1889-RUN-07", "1889-RUN-10")
@pytest.mark.parametrize("stops", [2, 3, 4, 5, 6])
def test_a_train_makes_as_many_stops_as_its_number(stops: int) -> None:
    game = coast(str(stops))
    full = run(game, "IR", (str(stops), along(0, stops - 1)))
    assert code(game, full) == ""
    assert best_run(game) == sum(AMOUNTS[:stops])
    if stops < 6:
        assert clause(game, run(game, "IR", (str(stops), along(0, stops)))) == "1889-RUN-07"
    assert code(game, run(game, "IR", (str(stops), "E2 F3"))) == ""  # fewer stops are allowed


@pytest.mark.rule("1889-RUN-08")
def test_towns_count_and_are_not_skipped() -> None:
    game = stock_round()
    start(game, "AR", {0: 60}, trains=("2",))
    lay(game, "K8", "57", 1)
    lay(game, "J9", "58", 4)  # Komatsujima: Tokushima to the south
    lay(game, "J11", "5", 2)  # Anan
    operate(game, "AR", "run", settle=False)
    assert code(game, run(game, "AR", ("2", "K8 J9"))) == ""
    assert code(game, run(game, "AR", ("2", "K8 J9 J11"))) == "route_long"
    assert code(game, run(game, "AR", ("2", "K8 J11"))) == "route_track"
    game = stock_round()
    start(game, "AR", {0: 60}, trains=("3",))
    lay(game, "K8", "57", 1)
    lay(game, "J9", "58", 4)
    lay(game, "J11", "5", 2)
    operate(game, "AR", "run", settle=False)
    assert best_run(game) == 20 + 20 + 10  # Naruto, Tokushima, Komatsujima = Tokushima, Komatsujima, Anan
    assert code(game, run(game, "AR", ("3", "K8 J9 J11"))) == ""


@pytest.mark.rule("1889-RUN-09", "1889-RUN-12")
def test_a_diesel_runs_any_length() -> None:
    game = coast("D", in_phase="D")
    assert code(game, run(game, "IR", ("D", along(0, 5)))) == ""
    assert best_run(game) == 100 + 20 + 20 + 20 + 20 + 80


@pytest.mark.rule("1889-RUN-10")
def test_the_books_example_190() -> None:
    """Kotohira 60, Takamatsu 40, Tokushima 30, Ikeda 20, Niihama 40."""
    game = stock_round()
    set_phase(game, "5")
    start(game, "AR", {0: 60}, trains=("5",))
    lay(game, "I4", "439", 0)
    lay(game, "J3", "8", 5)
    lay(game, "K4", "440", 0)
    lay(game, "K6", "9", 0)
    lay(game, "K8", "15", 1)
    lay(game, "I8", "8", 2)
    lay(game, "H7", "57", 2)
    lay(game, "G6", "8", 3)
    lay(game, "G4", "448", 4)
    operate(game, "AR", "run", settle=False)
    action = run(game, "AR", ("5", "I4 J3 K4 K6 K8 J7 I8 H7 G6 G4"))
    assert Ran(game.companies["AR"].id, 190) in play(game, action)


@pytest.mark.rule("1889-RUN-11", "1889-PHS-09")
@pytest.mark.parametrize(("in_phase", "imabari"), [("2", 30), ("3", 30), ("4", 30), ("5", 60), ("6", 60), ("D", 60)])
def test_off_board_pays_yellow_first_and_brown_from_phase_5(in_phase: str, imabari: int) -> None:
    game = coast("2", in_phase=in_phase)
    assert best_run(game) == imabari + 20
    assert Ran(game.companies["IR"].id, imabari + 20) in play(game, run(game, "IR", ("2", "E2 F1")))


@pytest.mark.rule("1889-RUN-11", "1889-PHS-09")
def test_the_brown_value_counts_at_once_with_the_first_5_train() -> None:
    game = coast("2", in_phase="4", tokens=("I2",))
    assert best_run(game) == 20 + 20  # Marugame and Sakaide
    start(game, "AR", {1: 60}, cash=450)
    empty_depot(game, "2", "3", "4")
    operate(game, "AR", "trains")
    play(game, buy_train(game, "AR", "5"))
    start(game, "SR", {0: 60}, trains=("5",), tokens=("E2",))
    operate(game, "SR", "run", settle=False)
    assert Ran(game.companies["SR"].id, 60 + 20) in play(game, run(game, "SR", ("5", "F1 E2")))


@pytest.mark.rule("1889-RUN-12", "1889-PHS-09")
@pytest.mark.parametrize("in_phase", ["5", "6", "D"])
def test_a_diesel_collects_the_grey_value_in_any_phase(in_phase: str) -> None:
    game = coast("D", "5", in_phase=in_phase)
    amounts = play(game, run(game, "IR", ("D", "F1 E2"), ("5", along(1, 5))))
    ran = [each.price for each in amounts if each.kind == "train_ran"]
    assert ran == [100 + 20, 20 + 20 + 20 + 20 + 40]  # the 5-train has the brown value of Sakaide


@pytest.mark.rule("1889-RUN-13")
def test_an_off_board_location_ends_a_route() -> None:
    """Imabari has track to Matsuyama and to Saijo; no train runs through it."""
    game = coast("3")
    lay(game, "F3", "57", 0)
    assert clause(game, run(game, "IR", ("3", "E2 F1 F3"))) == "1889-RUN-13"
    assert code(game, run(game, "IR", ("3", "E2 F1"))) == ""


@pytest.mark.rule("1889-RUN-14")
def test_a_centre_counts_once_on_a_route() -> None:
    """Marugame and Kotohira are connected directly and through J3: a train may not return to its start."""
    game = stock_round()
    start(game, "SR", {0: 60}, trains=("3", "D"))
    lay(game, "I2", "5", 5)
    lay(game, "J3", "7", 1)
    lay(game, "I4", "492", 0)
    operate(game, "SR", "run", settle=False)
    assert clause(game, run(game, "SR", ("3", "I2 I4 J3 I2"))) == "1889-RUN-14"
    assert clause(game, run(game, "SR", ("D", "I2 I4 J3 I2"))) == "1889-RUN-14"
    assert code(game, run(game, "SR", ("3", "I2 I4"), ("D", "I2 J3 I4"))) == ""  # two trains may


@pytest.mark.rule("1889-RUN-15")
def test_the_president_chooses_the_routes() -> None:
    game = coast("4")
    assert best_run(game) == 30 + 20 + 20 + 20
    less = run(game, "IR", ("4", "E2 F3"))
    assert is_admitted(game, less)
    assert Ran(game.companies["IR"].id, 40) in play(game, less)


@pytest.mark.rule("1889-RUN-15")
def test_the_best_run_is_found_for_several_trains() -> None:
    game = coast("2", "5", in_phase="3")
    assert best_run(game) == (30 + 20) + (20 + 20 + 20 + 20 + 20)
    best = next(each for each in game.legal_actions() if isinstance(each, Runs)).best()
    assert Ran(game.companies["IR"].id, 150) in play(game, best)
