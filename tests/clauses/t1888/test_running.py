"""1888, both editions: routes and revenue (DEF, RUN, REV, HS)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    best_run,
    clause,
    code,
    dividend,
    lay,
    operate,
    play,
    run,
    set_phase,
    start,
    stock_round,
    token,
)
from tests.clauses.t1888.boards import by_the_mountain, round_beijing, run_revenue, to_baotou, to_the_harbour
from tetsudo.core.actions import PAY, WITHHOLD
from tetsudo.game.game import Game


def running(game: Game, symbol: str, *trains: str, at: str = "", tokens: list[str] | None = None) -> Game:
    start(game, symbol, {0: 60}, par=95, trains=trains, tokens=tokens)
    if at:
        hex, _, city = at.partition(":")
        token(game, symbol, hex, int(city or 0))
    return operate(game, symbol, "run")


def jhr(title: str, *trains: str, **options: Any) -> Game:
    """JHR in Beijing's east side."""
    return running(round_beijing(title, **options), "JHR", *trains, at="C9:1", tokens=[])


@pytest.mark.rule("1888*-RUN-12", "1888*-REV-01", "1888*-DEF-01", "1888*-RUN-05")
def test_a_route_earns_its_stops_and_the_bonus_of_home_and_destination(title: str) -> None:
    game = jhr(title, "3")
    assert run_revenue(game, "JHR", ("3", "C9 D10 D12")) == 30 + 20 + 10 + 30
    assert run_revenue(game, "JHR", ("3", "C9 D10")) == 50
    assert best_run(game) == 90


@pytest.mark.rule("1888*-RUN-20", "1888*-RUN-12")
def test_only_the_companys_own_pair_pays(title: str) -> None:
    game = running(round_beijing(title), "HJR", "3", at="D10", tokens=[])
    assert run_revenue(game, "HJR", ("3", "C9 D10 D12")) == 60


@pytest.mark.rule("1888*-RUN-12")
def test_the_bonus_is_paid_to_each_train_that_has_both(title: str) -> None:
    game = stock_round(title=title, best_run=False)
    lay(game, "G11", "14", 0)  # Zibo
    lay(game, "F12", "3", 0)
    lay(game, "G13", "3", 1)
    game = running(game, "ZDR", "2", "2", at="G11", tokens=[])
    assert run_revenue(game, "ZDR", ("2", "G11 F12")) == 30 + 10 + 40


@pytest.mark.rule("1888*-RUN-02", "1888*-RUN-04")
def test_a_train_makes_as_many_stops_as_its_number(title: str) -> None:
    game = jhr(title, "2")
    assert code(game, run(game, "JHR", ("2", "C9 D10 D12"))) == "route_long"
    game = jhr(title, "4")
    assert run_revenue(game, "JHR", ("4", "C9 D10 D12 C13")) == 110


@pytest.mark.rule("1888*-RUN-03")
def test_a_d_train_has_no_limit(title: str) -> None:
    game = jhr(title, "D")
    assert best_run(game) == 110


@pytest.mark.rule("1888*-DEF-02", "1888*-DEF-03", "1888*-TOK-02", "1888N-RUN-19")
def test_a_route_has_two_stops_and_an_own_token(title: str) -> None:
    game = jhr(title, "3")
    assert code(game, run(game, "JHR", ("3", "C9"))) == "route_short"
    assert code(game, run(game, "JHR", ("3", "D10 D12"))) == "route_token"
    assert code(game, run(game, "JHR", ("3", "C9 D10 E9"))) == "route_track"


@pytest.mark.rule("1888*-RUN-01", "1888*-RUN-09", "1888*-DEF-04")
def test_each_train_runs_once_and_shares_no_track(title: str) -> None:
    game = jhr(title, "3")
    assert code(game, run(game, "JHR", ("3", "C9 D10"), ("3", "C9 D10"))) == "route_train"
    game = jhr(title, "2", "2")
    assert code(game, run(game, "JHR", ("2", "C9 D10"), ("2", "D10 C9"))) == "route_reuse"


@pytest.mark.rule("1888*-RUN-10", "1888*-DEF-08")
def test_trains_may_meet_at_a_stop(title: str) -> None:
    game = round_beijing(title)
    game = running(game, "JHR", "2", "2", at="D10", tokens=[])
    token(game, "JHR", "C9", 1)
    assert run_revenue(game, "JHR", ("2", "C9 D10"), ("2", "D10 D12")) == 50 + 30


@pytest.mark.rule("1888*-DEF-05", "1888*-DEF-07")
def test_crossing_tracks_are_apart(title: str) -> None:
    game = round_beijing(title)
    lay(game, "C7", "20", 0)  # Beijing to C5, crossed by D6 to B8
    lay(game, "C5", "L41", 0)
    lay(game, "D6", "9", 0)
    lay(game, "E5", "57", 0)
    lay(game, "B8", "7", 0)
    lay(game, "B6", "2", 1)
    game = running(game, "JZR", "2", "2", at="C9", tokens=[])
    token(game, "JZR", "E5")
    assert code(game, run(game, "JZR", ("2", "C9 C7 D6 E5"))) == "route_track"
    assert run_revenue(game, "JZR", ("2", "C9 C7 C5"), ("2", "E5 D6 C7 B8 B6")) == 30 + 30


@pytest.mark.rule("1888*-DEF-06", "1888*-RUN-11", "1888*-TOK-12")
def test_nobody_reverses_at_a_junction(title: str) -> None:
    game = round_beijing(title)
    lay(game, "C7", "23", 1)  # stem to C5; branches to Beijing and D8
    lay(game, "C5", "L41", 0)
    lay(game, "D8", "8", 2)
    lay(game, "D10", "14", 1)
    game = running(game, "JZR", "3", at="C9", tokens=[])
    assert code(game, run(game, "JZR", ("3", "C9 C7 D8 D10"))) == "route_track"
    assert not game.ruleset.atlas.network(game.state).reach(game.setup.company("JZR").id).cities[1:]


@pytest.mark.rule("1888*-DEF-10", "1888*-DEF-11", "1888*-TOK-03", "1888*-TOK-04", "1888N-TOK-14")
def test_a_full_city_may_be_an_end_and_is_not_passed(title: str) -> None:
    """Two other companies' stations fill a two-slot city, so SSL runs to it but not through."""
    game = round_beijing(title, best_run=False)
    lay(game, "D10", "14", 1)  # two slots; to Beijing, Tangshan
    start(game, "CDL", {1: 60}, par=90, tokens=["D10"])
    game = running(game, "SSL", "4", at="C13", tokens=[])
    assert run_revenue(game, "SSL", ("4", "C13 D12 D10 C9")) == 20 + 10 + 30 + 30
    start(game, "JHR", {2: 60}, par=90, tokens=["D10"])
    game.state.network = None
    assert code(game, run(game, "SSL", ("4", "C13 D12 D10 C9"))) == "route_blocked"
    assert run_revenue(game, "SSL", ("4", "C13 D12 D10")) == 60


@pytest.mark.rule("1888*-RUN-07", "1888*-RUN-08")
def test_beijing_to_beijing(title: str) -> None:
    game = round_beijing(title)
    lay(game, "C7", "7", 4)
    lay(game, "D8", "8", 2)
    lay(game, "D10", "5", 1)
    game = running(game, "JHR", "3", at="C9:1", tokens=[])
    assert run_revenue(game, "JHR", ("3", "C9 D10 D8 C7 C9")) == 30 + 20 + 30


@pytest.mark.rule("1888*-RUN-06", "1888*-DEF-09")
def test_baotou_is_one_place_with_two_ways_in(title: str) -> None:
    game = running(to_baotou(title), "TJL", "5", at="C3", tokens=[])
    assert code(game, run(game, "TJL", ("5", "A1 B2 C3 B4 A3"))) == "route_stop_twice"
    assert run_revenue(game, "TJL", ("5", "A1 B2 C3")) == 40 + 10 + 20
    assert run_revenue(game, "TJL", ("5", "C3 B4 A3")) == 60
    assert best_run(game) == 70


@pytest.mark.rule("1888*-DEF-09", "1888*-RUN-13")
def test_off_board_places_are_ends(title: str) -> None:
    game = stock_round(title=title, best_run=False)
    lay(game, "H12", "8", 0)  # Xuzhou's side to G11
    lay(game, "G11", "57", 2)
    game = running(game, "ZDR", "3", at="G11", tokens=[])
    assert run_revenue(game, "ZDR", ("3", "G11 H12 I11")) == 20 + 30
    assert all(game.setup.faces[game.setup.map.hexes[game.setup.map.by_name[name]].printed].nodes[0].is_end
               for name in ("A1", "A3", "A19", "H2", "H16", "I11"))  # fmt: skip


@pytest.mark.rule("1888*-DEF-09", "1888*-MAP-06", "1888*-REV-02")
def test_changchun_is_an_end_even_of_its_own_company(title: str) -> None:
    game = stock_round(title=title, best_run=False)
    lay(game, "B18", "8858", 0)  # Shenyang to Changchun
    lay(game, "B20", "8858", 1)  # Benxi to Changchun
    game = running(game, "CDL", "4", at="A19", tokens=[])
    assert run_revenue(game, "CDL", ("4", "A19 B18")) == 20 + 40
    assert code(game, run(game, "CDL", ("4", "B18 A19 A17"))) == "route_through_end"
    assert run_revenue(game, "CDL", ("4", "A19 A17")) == 40
    for name, value in (("3", 30), ("5", 40), ("7", 50)):
        set_phase(game, name)
        assert run_revenue(game, "CDL", ("4", "A19 A17")) == value + 20


@pytest.mark.rule("1888*-RUN-13", "1888*-RUN-14", "1888*-RUN-15", "1888*-DEF-12")
def test_the_harbour_takes_no_range_but_makes_a_route(title: str) -> None:
    game = running(to_the_harbour(title), "LYR", "2", at="H14", tokens=[])
    assert run_revenue(game, "LYR", ("2", "H14 H16")) == 30
    assert run_revenue(game, "LYR", ("2", "G11 H12 H14 H16")) == 20 + 20 + 10
    assert best_run(game) == 50
    assert code(game, run(game, "LYR", ("2", "G11 H12 H14 H16 H14"))) == "route_stop_twice"
    assert code(game, run(game, "LYR", ("2", "H16"))) == "route_short"


# The mountain


@pytest.mark.rule("1888*-HS-06", "1888*-RUN-16")
def test_the_mountain_takes_range_and_may_be_an_end_or_not(title: str) -> None:
    game = running(by_the_mountain(title), "TJL", "2", at="C3", tokens=[])
    assert run_revenue(game, "TJL", ("2", "C3 C5")) == 20
    assert code(game, run(game, "TJL", ("2", "C3 C5 D6 E7"))) == "route_long"
    game = running(by_the_mountain(title), "TJL", "3", at="C3", tokens=[])
    assert run_revenue(game, "TJL", ("3", "C3 C5 D6 E7")) == 30


@pytest.mark.rule("1888N-HS-09", "1888*-REV-06", "1888*-REV-08", "1888*-RUN-17")
@pytest.mark.parametrize("payout", [PAY, WITHHOLD])
def test_a_train_that_calls_brings_the_treasury_forty(title: str, payout: int) -> None:
    game = by_the_mountain(title, best_run=False)
    lay(game, "B6", "2", 0)
    game = running(game, "TJL", "2", "3", at="C3", tokens=[])
    play(game, run(game, "TJL", ("2", "C3 C5")))
    before = game.players[0].cash
    play(game, dividend(game, "TJL", payout))
    assert game.players[0].cash - before == (12 if payout == PAY else 0)  # 60 % of 20
    assert game.companies["TJL"].cash == 40 + (0 if payout == PAY else 20)


@pytest.mark.rule("1888*-HS-05", "1888*-RUN-17")
def test_two_trains_bring_twice_as_much(title: str) -> None:
    game = by_the_mountain(title, best_run=False)
    lay(game, "D6", "8", 2)  # from the mountain to Tianjin
    lay(game, "D8", "9", 1)
    lay(game, "D10", "57", 1)
    game = running(game, "TJL", "2", "2", at="C3", tokens=[])
    token(game, "TJL", "D10")
    assert code(game, run(game, "TJL", ("2", "C3 C5"), ("2", "C3 C5"))) == "route_reuse"
    play(game, run(game, "TJL", ("2", "C3 C5"), ("2", "D10 D8 D6 C5")))
    play(game, dividend(game, "TJL"))
    assert game.companies["TJL"].cash == 80


@pytest.mark.rule("1888*-HS-05")
def test_a_train_that_runs_through_the_mountain_brings_it_once(title: str) -> None:
    game = running(by_the_mountain(title), "TJL", "3", at="C3", tokens=[])
    play(game, run(game, "TJL", ("3", "C3 C5 D6 E7")))
    play(game, dividend(game, "TJL"))
    assert game.companies["TJL"].cash == 40


@pytest.mark.rule("1888*-REV-03", "1888*-ACT-04")
def test_the_highest_revenue_is_compulsory(title: str) -> None:
    game = jhr(title, "3")
    assert code(game, run(game, "JHR", ("3", "C9 D10"))) == "run_not_best"
    assert code(game, run(game, "JHR", ("3", "C9 D10 D12"))) == ""
    free = jhr(title, "3", best_run=False)
    assert code(free, run(free, "JHR", ("3", "C9 D10"))) == ""


@pytest.mark.rule("1888*-ACT-04")
def test_running_is_compulsory_even_where_the_highest_revenue_is_not(title: str) -> None:
    game = jhr(title, "3")
    assert clause(game, run(game, "JHR")).endswith("-ACT-04")
    free = jhr(title, "3", best_run=False)
    assert clause(free, run(free, "JHR")).endswith("-ACT-04")
    idle = jhr(title, "3", best_run=False, idle_runs=True)
    assert clause(idle, run(idle, "JHR")) == ""


@pytest.mark.rule("1888-REV-04", "1888N-REV-04")
def test_to_call_at_the_mountain_or_not_is_the_directors_choice(title: str) -> None:
    game = running(by_the_mountain(title), "TJL", "2", at="C3", tokens=[])
    assert run_revenue(game, "TJL", ("2", "C3 B2")) == 30
    assert code(game, run(game, "TJL", ("2", "C3 B2"))) == ""
    assert code(game, run(game, "TJL", ("2", "C3 C5"))) == ""  # 20, and 40 for the treasury
    game = running(by_the_mountain(title), "TJL", "3", at="C3", tokens=[])
    assert code(game, run(game, "TJL", ("3", "A1 B2 C3"))) == ""  # 70, the best run without the mountain
    assert code(game, run(game, "TJL", ("3", "B2 C3"))) == "run_not_best"
    assert code(game, run(game, "TJL", ("3", "B2 C3 C5"))) == ""  # 30, the best run with it
    assert code(game, run(game, "TJL", ("3", "C3 C5"))) == "run_not_best"
