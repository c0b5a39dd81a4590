"""1890: powers of companies: Takarazuka, land, the Tigers, the subway's passage through Osaka (C.8.4)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    best_run,
    company,
    end_stock_round,
    is_admitted,
    kinds,
    lay,
    lay_private,
    lay_tile,
    lays_on,
    operate,
    play,
    run,
    set_phase,
    start,
    stock_round,
)
from tetsudo.core.events import Event
from tetsudo.engine.state.rows import tuple_with_value, with_value
from tetsudo.engine.state.state import record_run
from tetsudo.game.game import Game


def full(*companies: str, scenario: str = "C", cash: int = 1000) -> Game:
    """A stock round; the companies have floated and own only a treasury and their home tokens."""
    game = stock_round(3, title="1890", scenario=scenario, cash=1000)
    for symbol in companies:
        start(game, symbol, {1: 60}, cash=cash)
    return game


def further_token(game: Game, symbol: str, hex_name: str) -> None:
    """Place a company's first token after its one home token."""
    place = game.setup.map.by_name[hex_name] * 8
    game.state.tokens = tuple_with_value(game.state.tokens, game.ruleset.tokens_from[company(game, symbol)] + 1, place)
    game.state.network = None


def granted(events: list[Event]) -> list[int]:
    """Extra payments by the bank to treasuries."""
    return [each.price for each in events if each.kind == "granted"]


def earned(events: list[Event]) -> list[int]:
    """Revenues of the runs."""
    return [each.price for each in events if each.kind == "ran"]


# Hankyu


@pytest.mark.rule("1890-C.8.4-an", "1890-D.8.4-e")
@pytest.mark.parametrize(("scenario", "more"), [("C", 40), ("D", 0), ("A", 0), ("B", 0)])
def test_hankyu_is_paid_40_a_round_for_its_token_in_takarazuka(scenario: str, more: int) -> None:
    game = full("HK", scenario=scenario)
    further_token(game, "HK", "D9")
    end_stock_round(game)
    assert game.companies["HK"].cash == 1000 + more


@pytest.mark.rule("1890-C.8.4-an")
def test_nobody_else_is() -> None:
    game = full("HK", "HS")
    further_token(game, "HS", "D9")
    end_stock_round(game)
    assert [game.companies[each].cash for each in ("HK", "HS")] == [1000, 1000]


@pytest.mark.rule("1890-C.8.4-ap", "1890-D.8.4-e")
@pytest.mark.parametrize(("scenario", "more"), [("C", 10), ("D", 0), ("A", 0)])
def test_each_yellow_tile_of_hankyu_brings_10(scenario: str, more: int) -> None:
    game = full("HK", scenario=scenario)
    operate(game, "HK")
    events = play(game, lay_tile(game, "HK", "E12", "57", 1))
    assert granted(events) == [more] * bool(more)
    assert game.companies["HK"].cash == 1000 + more


@pytest.mark.rule("1890-C.8.4-ap")
def test_a_green_tile_brings_nothing_nor_does_another_companys() -> None:
    game = full("HK", "HS")
    set_phase(game, "2")
    lay(game, "E12", "57", 1)
    operate(game, "HK")
    assert granted(play(game, lay_tile(game, "HK", "E12", "15", 1))) == []
    operate(game, "HS")
    assert granted(play(game, lay_tile(game, "HS", "F9", "57", 1))) == []


@pytest.mark.rule("1890-C.8.4-ap")
def test_the_tile_that_arima_lays_for_hankyu_counts() -> None:
    game = full("HK")
    assign_private(game, "AR", "HK")
    set_phase(game, "2")
    operate(game, "HK")
    events = play(game, lay_private(game, 1, "AR", "D7", "58", 0))
    assert granted(events) == [10]


# Hanshin


def tigers(scenario: str = "C", *, brown: bool = True, trains: tuple[str, ...] = ("2",)) -> Game:
    """Hanshin is about to run. Brown Nishinomiya 40; next to it Ashiya 20 and Itami 20, Kobe 50 beyond Ashiya."""
    game = stock_round(3, title="1890", scenario=scenario, cash=1000)
    start(game, "HS", {1: 60}, trains=trains)
    set_phase(game, "4")
    lay(game, "F9", "465" if brown else "15", 3 if brown else 1)
    lay(game, "F7", "57", 1)
    lay(game, "E10", "57", 0)
    lay(game, "F5", "820")
    return operate(game, "HS", "run")


@pytest.mark.rule("1890-C.8.4-al", "1890-D.8.4-f")
@pytest.mark.parametrize(("scenario", "more"), [("C", 10), ("D", 0)])
def test_a_run_to_brown_nishinomiya_earns_10_more_and_10_for_the_treasury(scenario: str, more: int) -> None:
    game = tigers(scenario)
    assert best_run(game) == 60 + more
    events = play(game, run(game, "HS", ("2", "F9 F7")))
    assert earned(events) == [60 + more]
    assert granted(events) == [more] * bool(more)
    assert game.companies["HS"].cash == more
    assert game.state.revenue == 60 + more


@pytest.mark.rule("1890-C.8.4-al")
def test_before_it_is_brown_nothing_comes() -> None:
    """Green Nishinomiya 30 and Ashiya 20."""
    game = tigers(brown=False)
    events = play(game, run(game, "HS", ("2", "F9 F7")))
    assert (earned(events), granted(events)) == ([50], [])


@pytest.mark.rule("1890-C.8.4-am")
def test_it_comes_once_however_many_trains_run_there() -> None:
    game = tigers(trains=("2", "2"))
    assert best_run(game) == 130
    events = play(game, run(game, "HS", ("2", "F9 F7"), ("2", "F9 E10")))
    assert (earned(events), granted(events)) == ([130], [10])


@pytest.mark.rule("1890-C.8.4-al")
def test_another_company_that_runs_to_brown_nishinomiya_has_nothing_of_it() -> None:
    """Nishinomiya 40 and Ashiya 20."""
    game = tigers()
    start(game, "SY", {2: 60}, trains=["2"], tokens=["F7"])
    operate(game, "SY", "run")
    assert best_run(game) == 70, "to Kobe"
    events = play(game, run(game, "SY", ("2", "F7 F9")))
    assert (earned(events), granted(events)) == ([60], [])


@pytest.mark.rule("1890-C.8.4-al")
def test_a_run_that_leaves_nishinomiya_out_has_nothing_of_it() -> None:
    """Ashiya 20 and Kobe 50 earn as much as Nishinomiya 40, Ashiya 20 and the Tigers' 10."""
    game = tigers()
    further_token(game, "HS", "F7")
    assert best_run(game) == 70
    events = play(game, run(game, "HS", ("2", "F7 F5")))
    assert (earned(events), granted(events)) == ([70], [])


@pytest.mark.rule("1890-C.8.4-al")
def test_of_two_runs_that_earn_the_same_the_one_to_nishinomiya_is_better() -> None:
    """Ashiya 20 and Kobe 50, or Nishinomiya 40, a green Itami 30 and the 10."""
    game = tigers()
    lay(game, "E10", "12", 4)
    further_token(game, "HS", "F7")
    assert best_run(game) == 80


@pytest.mark.rule("1890-C.8.4-am")
def test_two_trains_share_the_10() -> None:
    """A 3-train through Nishinomiya and Ashiya to Kobe 110, a 2-train to Itami 60, and 10 once."""
    game = tigers(trains=("2", "3"))
    further_token(game, "HS", "F7")
    assert best_run(game) == 180


# Osaka Subway


def osaka(colour: str, scenario: str = "C") -> Game:
    """The subway at Osaka Nishi; Osaka Kita full of other tokens, Suita beyond it; all in one colour."""
    game = full("OS", "HK", "HS", "SY", scenario=scenario)
    set_phase(game, "4")
    if colour == "brown":
        lay(game, "H11", "839", 4)
        lay(game, "G12", "833", 1)
    else:
        lay(game, "H11", "12", 3)
        lay(game, "G12", "823", 1)
    lay(game, "F13", "57", 0)
    for symbol in ("HK", "HS", "SY"):
        further_token(game, symbol, "G12")
    return game


@pytest.mark.rule("1890-C.8.4-g", "1890-10.5.2-h")
@pytest.mark.parametrize("scenario", ["C", "D"])
def test_the_subway_passes_full_cities_of_brown_osaka(scenario: str) -> None:
    """Nishi 50, Kita 80, Suita 20."""
    game = osaka("brown", scenario)
    kind = next(each.id for each in game.setup.trains if each.name == "3")
    game.state.trains = with_value(game.state.trains, kind * (game.state.companies + 3) + company(game, "OS"), 1)
    operate(game, "OS", "run")
    assert best_run(game) == 150
    assert is_admitted(game, run(game, "OS", ("3", "H11 G12 F13")))


@pytest.mark.rule("1890-C.8.4-g")
def test_it_lays_beyond_them_too() -> None:
    game = osaka("brown")
    operate(game, "OS")
    assert lays_on(game, "OS", "F13")


@pytest.mark.rule("1890-C.8.4-g")
def test_green_tiles_stop_it_like_any_other() -> None:
    game = osaka("green")
    operate(game, "OS")
    assert not lays_on(game, "OS", "F13")


@pytest.mark.rule("1890-C.8.4-g", "1890-10.5.2-h")
def test_others_do_not_pass_there() -> None:
    game = osaka("brown")
    start(game, "NK", {2: 60}, cash=1000)
    lay(game, "I12", "831", 4)
    operate(game, "NK")
    assert lays_on(game, "NK", "H13")
    assert not lays_on(game, "NK", "F13")


@pytest.mark.rule("1890-C.8.4-g")
def test_outside_of_osaka_the_subway_is_blocked() -> None:
    """Suita's one slot has another company's token: nothing beyond it is reached."""
    game = osaka("brown")
    further_token(game, "HK", "F13")
    lay(game, "E14", "210")
    operate(game, "OS")
    assert lays_on(game, "OS", "F13")
    assert not lays_on(game, "OS", "E14")


@pytest.mark.rule("1890-C.8.4-g")
def test_it_passes_brown_osaka_minami_too() -> None:
    """Its two slots have Nankai's and Hankyu's tokens; beyond it is J13."""
    game = full("OS", "NK", "HK")
    set_phase(game, "4")
    lay(game, "H11", "839", 4)
    lay(game, "I12", "831", 4)
    further_token(game, "HK", "I12")
    operate(game, "OS")
    assert lays_on(game, "OS", "J13")


@pytest.mark.rule("1890-C.8.4-g")
def test_brown_cities_outside_of_osaka_block_the_subway_too() -> None:
    game = osaka("brown")
    lay(game, "F13", "193", 3)
    for symbol in ("HK", "HS"):
        further_token(game, symbol, "F13")
    lay(game, "E14", "210")
    operate(game, "OS")
    assert not lays_on(game, "OS", "E14")


@pytest.mark.rule("1890-10.3.1.2-d", "1890-C.8.1-h")
def test_blocks_are_lifted_by_a_phase() -> None:
    game = full("NK")
    assign_private(game, "HN", 0)
    set_phase(game, "3")
    operate(game, "NK")
    assert not lays_on(game, "NK", "I12")
    set_phase(game, "4")
    assert lays_on(game, "NK", "I12")


@pytest.mark.rule("1890-10.3.1.2-d", "1890-C.8.1-o")
def test_blocks_are_lifted_by_the_subways_first_turn() -> None:
    game = full("OS", "JR")
    assign_private(game, "OM", 0)
    set_phase(game, "2")
    operate(game, "JR")
    assert not lays_on(game, "JR", "G12")
    operate(game, "OS")
    assert lays_on(game, "OS", "H11")
    operate(game, "JR")
    record_run(game.state, company(game, "OS"), 0)
    assert lays_on(game, "JR", "G12")


@pytest.mark.rule("1890-C.8.4-an")
def test_the_log_tells_what_was_paid() -> None:
    game = full("HK")
    further_token(game, "HK", "D9")
    assert "granted" in kinds(end_stock_round(game))
