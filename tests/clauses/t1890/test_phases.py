"""Phases of 1890: their start, rusting, limits, colours, off-board values, rounds (5, 10-b)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    best_run,
    buy_private,
    buy_train,
    clause,
    code,
    company,
    discard,
    empty_depot,
    end_stock_round,
    kinds,
    lay,
    lay_tile,
    leave_in_depot,
    operate,
    play,
    skip_company_turn,
    start,
    train_to_market,
)
from tests.clauses.t1890.tables import PHASES, TRAINS, assign_minor, join_akashi, put_in_depot, table
from tetsudo.core.actions import LayTile, Pass
from tetsudo.game.game import Game

AFTER = dict(zip(TRAINS, PHASES, strict=True))
"""Phase that the first train of a kind starts; the first phase starts with the game."""


def sold(name: str, *, scenario: str = "C", cash: int = 3000) -> Game:
    """Sanyo (player 0) is about to buy the first train of a kind; all earlier kinds are gone."""
    at = TRAINS.index(name)
    game = table(scenario, PHASES[at - 1])
    start(game, "SY", {0: 60}, cash=cash)
    empty_depot(game, *TRAINS[:at])
    return game


@pytest.mark.rule(
    "1890-5-a", "1890-5-b", "1890-5-e", "1890-5-l", "1890-5-r", "1890-5-w", "1890-5-ae", "1890-5-aj", "1890-12.4-c",
    "1890-IV-a", "1890-C.6-a",
)  # fmt: skip
@pytest.mark.parametrize("name", TRAINS[1:])
def test_the_first_train_of_a_kind_begins_its_phase_at_once(name: str) -> None:
    game = operate(sold(name), "SY", "trains")
    before = game.view().phase
    events = play(game, buy_train(game, "SY", name))
    assert (before, game.view().phase) == (PHASES[TRAINS.index(name) - 1], AFTER[name])
    assert kinds(events).count("phase_began") == 1


@pytest.mark.rule("1890-5-c")
def test_several_phases_may_begin_in_one_round_and_turn() -> None:
    game = sold("2+2")
    leave_in_depot(game, "2+2", 1)
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "2+2"), buy_train(game, "SY", "3"))
    assert game.view().phase == "2"
    assert game.state.operating_round == 1


@pytest.mark.rule("1890-A.6-a", "1890-B.6-a", "1890-D.6-a")
@pytest.mark.parametrize(
    ("scenario", "phases"),
    [("A", "1 2 3 4 5 6"), ("B", "1 2 3 4 5 6"), ("D", "1 1.5 2 3 4 5 6"), ("C", " ".join(PHASES))],
)
def test_half_phases_are_where_their_trains_are(scenario: str, phases: str) -> None:
    assert " ".join(phase.name for phase in table(scenario).setup.phases) == phases


RUSTED = [("4", "2"), ("5", "2+2"), ("6", "3"), ("6", "3+3"), ("D", "4")]


@pytest.mark.rule("1890-5-v", "1890-5-ac", "1890-5-ah", "1890-5-ak", "1890-12.6-b")
@pytest.mark.parametrize(("name", "old"), RUSTED)
def test_old_trains_leave_the_game_wherever_they_are(name: str, old: str) -> None:
    """From a company, from a minor and from the market; they leave the game."""
    game = sold(name)
    for _ in range(3):  # none is left in the depot
        put_in_depot(game, old)
    start(game, "NK", {1: 60}, trains=[old])
    assign_minor(game, "KER", 2, trains=[old])
    train_to_market(game, old)
    operate(game, "SY", "trains")
    events = play(game, buy_train(game, "SY", name))
    assert kinds(events).count("train_rusted") == (2 if name == "6" else 1)
    assert game.companies["NK"].trains == game.companies["KER"].trains == ()
    assert old not in game.view().on_sale


@pytest.mark.rule("1890-5-v")
@pytest.mark.parametrize("name", ["2+2", "3", "3+3"])
def test_nothing_rusts_before_the_first_four(name: str) -> None:
    game = operate(sold(name), "SY", "trains")
    assert "train_rusted" not in kinds(play(game, buy_train(game, "SY", name)))


@pytest.mark.rule("1890-A.8.4-h")
@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
def test_the_other_reading_of_the_limit_of_jr(scenario: str) -> None:
    """6 in phase 1 and 4 in phases 2 and 3, as 8.4 says; all else is unchanged."""
    other, usual = table(scenario, variants=["jr-4"]).setup, table(scenario).setup
    jr, kobe = other.company("JR"), other.company("KER")
    assert [each.name for each in other.phases] == [each.name for each in usual.phases]
    for each, before in zip(other.phases, usual.phases, strict=True):
        assert each.limit_of(kobe) == before.limit_of(kobe)
        wanted = 3 if each.name in ("4", "5", "6") else 6 if each.name in ("1", "1.5") else 4
        assert each.limit_of(jr) == wanted


LIMITS = {
    "1": (2, 4, 6), "1.5": (2, 4, 6), "2": (2, 4, 6), "2.5": (2, 4, 6), "3": (1, 3, 4),
    "4": (1, 2, 3), "5": (1, 2, 3), "6": (1, 2, 3),
}  # fmt: skip
"""Limits of a minor, a corporation and JR (clause 5-h, 5-o, 5-t, 5-z)."""


@pytest.mark.rule("1890-5-h", "1890-5-o", "1890-5-t", "1890-5-z", "1890-12.2-a", "1890-A.8.4-h")
@pytest.mark.parametrize("in_phase", PHASES)
@pytest.mark.parametrize(("symbol", "which"), [("KER", 0), ("SY", 1), ("JR", 2)])
def test_train_limits(in_phase: str, symbol: str, which: int) -> None:
    """With one train less than the limit, it may buy one more, then no more."""
    limit = LIMITS[in_phase][which]
    game = table("C", in_phase)
    on_sale = "5" if in_phase in ("4", "5", "6") else "4"
    empty_depot(game, *TRAINS[: TRAINS.index(on_sale)])
    if symbol == "KER":
        assign_minor(game, symbol, 0, cash=2000)
    else:
        start(game, symbol, {0: 60}, cash=2000)
    for _ in range(limit - 1):
        assign_train(game, symbol, "D")
    game.state.phase = PHASES.index(in_phase)
    start(game, "NK", {0: 60}, trains=[on_sale])  # sells its own, so that no phase starts
    operate(game, symbol, "trains")
    assert code(game, buy_train(game, symbol, on_sale, "NK", 1)) == ""
    assign_train(game, symbol, "D")
    assert clause(game, buy_train(game, symbol, on_sale, "NK", 1)) == "1890-12.2-a"


@pytest.mark.rule("1890-12.2-b", "1890-12.2-c", "1890-5-t")
def test_what_exceeds_a_lower_limit_goes_to_the_market_at_once_as_the_president_chooses() -> None:
    """Phase 3: Nankai keeps three of four trains, the minor one of two; both presidents choose."""
    game = sold("4")
    start(game, "NK", {1: 60}, trains=["4", "4", "5", "5"])
    assign_minor(game, "KER", 2, trains=["4", "5"])
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "4"))
    assert game.to_act.doing == "discard"
    assert clause(game, Pass(game.to_act.player)) == "1890-12.2-b"
    assert code(game, discard(game, "SY", "4")) == "no_discard"
    assert code(game, discard(game, "NK", "6")) == "no_such_train"
    play(game, discard(game, "KER", "4"), discard(game, "NK", "5"))
    assert game.companies["KER"].trains == ("5",)
    assert game.companies["NK"].trains == ("4", "4", "5")
    assert sorted(game.view().on_sale) == ["4", "5", "6"]  # both from the market, and one from the depot
    assert game.to_act.company == company(game, "SY")


@pytest.mark.rule("1890-12.2-d")
def test_trains_rust_before_the_limit_is_looked_at() -> None:
    """The minor has two trains in phase 2; the 2-train rusts as phase 3 starts, and the new limit is one."""
    game = table("C", "2")
    start(game, "SY", {0: 60}, cash=3000)
    assign_minor(game, "KER", 2, trains=["2", "3"])
    empty_depot(game, "2", "2+2", "3", "3+3")
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "4"))
    assert game.to_act.doing == "trains"
    assert game.companies["KER"].trains == ("3",)


COLOURS = {
    "1": "yellow",
    "1.5": "yellow",
    "2": "green",
    "2.5": "green",
    "3": "green",
    "4": "brown",
    "5": "brown",
    "6": "brown",
}


@pytest.mark.rule("1890-5-f", "1890-5-m", "1890-5-x", "1890-5-af")
@pytest.mark.parametrize("in_phase", PHASES)
@pytest.mark.parametrize(("colour", "old", "new"), [("green", "57", "15"), ("brown", "15", "193")])
def test_colours_of_tiles(in_phase: str, colour: str, old: str, new: str) -> None:
    """Akashi is yellow or green and may be upgraded to the next colour only from its phase on."""
    game = table("C", in_phase)
    start(game, "SY", {0: 60})
    lay(game, "F3", "57", 1)
    if old != "57":
        lay(game, "F3", old, _fitting(game, old))
    operate(game, "SY")
    listed = {game.setup.tiles[each.tile].name for each in game.legal_actions() if isinstance(each, LayTile)}
    allowed = PHASES.index(in_phase) >= PHASES.index("2" if colour == "green" else "4")
    assert (new in listed) == allowed
    if not allowed:
        assert clause(game, lay_tile(game, "SY", "F3", new)) == "1890-5-f"


def _fitting(game: Game, name: str) -> int:
    """A rotation in which a tile preserves the track of Akashi's yellow tile."""
    setup = game.setup
    number = next(tile.id for tile in setup.tiles if tile.name == name)
    wanted = 1 << 1 | 1 << 4
    return next(turn for turn in range(6) if setup.faces[setup.face_of[number, turn]].exits & wanted == wanted)


@pytest.mark.rule("1890-5-k", "1890-5-ad", "1890-5-al")
@pytest.mark.parametrize(
    ("in_phase", "value"),
    [("1", 40), ("1.5", 40), ("2", 40), ("2.5", 40), ("3", 40), ("4", 50), ("5", 50), ("6", 70)],
)
def test_off_board_values(in_phase: str, value: int) -> None:
    """Himeji and Akashi (20): a 5-train also calls at Kobe (30)."""
    game = table("C", in_phase)
    join_akashi(game)
    start(game, "SY", {0: 60}, trains=["5"])
    operate(game, "SY", "run")
    assert best_run(game) == value + 20 + 30


ROUNDS = {"1": 1, "1.5": 1, "2": 2, "2.5": 2, "3": 2, "4": 3, "5": 3, "6": 3}


def rounds_of(game: Game) -> int:
    """Number of operating rounds before the next stock round."""
    events = end_stock_round(game)
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    return kinds(events).count("operating_round_began")


@pytest.mark.rule("1890-5-j", "1890-5-u", "1890-5-ai")
@pytest.mark.parametrize("in_phase", PHASES)
def test_rounds_of_a_game_turn(in_phase: str) -> None:
    game = table("C", in_phase)
    start(game, "SY", {0: 60}, cash=100)
    assert rounds_of(game) == ROUNDS[in_phase]


@pytest.mark.rule("1890-5-q", "1890-5-ab", "1890-10-b", "1890-10.8-c")
@pytest.mark.parametrize(("name", "now", "later"), [("3", 1, 2), ("5", 2, 3)])
def test_more_rounds_begin_with_the_next_game_turn(name: str, now: int, later: int) -> None:
    game = sold(name, cash=500)
    events = end_stock_round(game)
    while game.to_act.doing != "trains":
        events += play(game, Pass(game.to_act.player))
    events += play(game, buy_train(game, "SY", name))
    assert game.view().phase == AFTER[name]
    while "stock_round_began" not in kinds(events):
        events += skip_company_turn(game)
    assert kinds(events).count("operating_round_began") == now
    assert game.state.turn == 3
    assert rounds_of(game) == later


@pytest.mark.rule("1890-5-i", "1890-5-p", "1890-10.9-a")
@pytest.mark.parametrize("in_phase", PHASES)
def test_companies_buy_privates_in_phases_two_and_three(in_phase: str) -> None:
    game = table("C", in_phase)
    start(game, "SY", {0: 60}, cash=100)
    assign_private(game, "KT", 1)
    operate(game, "SY")
    refused = clause(game, buy_private(game, 0, "SY", "KT", 40))
    assert refused == ("" if in_phase in ("2", "2.5", "3") else "1890-5-p")


@pytest.mark.rule("1890-5-aa", "1890-7.4-a", "1890-A.8.1-d")
@pytest.mark.parametrize(("scenario", "staying"), [("A", []), ("B", []), ("C", ["HN", "OM"]), ("D", ["HN", "OM"])])
def test_privates_close_as_phase_four_begins(scenario: str, staying: list[str]) -> None:
    """Owned by a player, a company or the bank."""
    game = table(scenario, "3")
    start(game, "SY", {0: 60}, cash=3000)
    for number, private in enumerate(each for each in game.setup.privates if not each.late and each.symbol != "KE"):
        assign_private(game, private.symbol, "SY" if number % 2 else 1)
    empty_depot(game, *(each.name for each in game.setup.trains if each.price < 450))
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "5"))
    assert [symbol for symbol, each in game.privates.items() if each.owner is not None] == staying


@pytest.mark.rule("1890-5-ag", "1890-12.4-b")
@pytest.mark.parametrize(("in_phase", "listed"), [("4", False), ("5", True), ("6", True)])
def test_d_trains_are_sold_beside_the_sixes(in_phase: str, listed: bool) -> None:
    game = table("C", in_phase)
    empty_depot(game, "2", "2+2", "3", "3+3", "4", "5")
    start(game, "SY", {0: 60}, cash=3000)
    operate(game, "SY", "trains")
    assert ("D" in game.view().on_sale) == listed
    assert clause(game, buy_train(game, "SY", "D")) == ("" if listed else "1890-12.4-a")
    assert code(game, buy_train(game, "SY", "6")) == ""
