"""1890: Kinki as a normal company, whose home tokens are placed as phases begin (C.10.11, in scenario D)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    buy,
    code,
    company,
    kinds,
    lay,
    operate,
    par,
    place_token,
    play,
    set_phase,
    start,
    take_turn,
)
from tests.clauses.t1890.tables import table
from tetsudo.core.events import Event, Log
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.turn_order.round_sequence import begin_operating_rounds
from tetsudo.game.game import Game


def normal(in_phase: str = "1", *, floated: bool = True, **more: Any) -> Game:
    """Scenario D in a phase; Kinki belongs to player 0 and has no token yet."""
    game = table("D", in_phase, **more)
    start(game, "KN", {0: 60}, par=80, cash=300, floated=floated, tokens=[])
    return game


def begin(game: Game) -> Log:
    """Start the operating rounds of the turn; the events before the first decision."""
    log: list[Event] = []
    begin_operating_rounds(game.ruleset, game.state, log)
    return log


def homes(game: Game) -> tuple[str, ...]:
    """Hexes with Kinki's tokens."""
    return game.companies["KN"].tokens


@pytest.mark.rule("1890-C.10.11-a")
def test_there_are_no_minors_but_kobe_electric_and_kinki_has_all_its_certificates_on_offer() -> None:
    game = table("D")
    assert [each.symbol for each in game.setup.companies if each.kind == "minor"] == ["KER"]
    assert game.companies["KN"].in_offering == 100


@pytest.mark.rule("1890-C.10.11-a")
def test_kinki_starts_with_five_shares_and_ten_times_par() -> None:
    game = table("D", cash=1000)
    take_turn(game, par(game, 0, "KN", 80))
    take_turn(game, buy(game, 1, "KN"))
    take_turn(game, buy(game, 2, "KN"))
    assert game.companies["KN"].cash == 0
    take_turn(game, buy(game, 3, "KN"))
    assert game.companies["KN"].cash == 10 * 80


@pytest.mark.rule("1890-C.10.11-b")
def test_two_of_its_tokens_are_paid_for() -> None:
    game = normal()
    begin(game)
    assert game.companies["KN"].token_prices_left == (0, 0, 0, 40, 100)
    operate(game, "KN", "token", settle=False)
    lay(game, "H15", "57", 1)
    assert code(game, place_token(game, "KN", "H15")) == ""
    play(game, place_token(game, "KN", "H15"))
    assert game.companies["KN"].cash == 260


@pytest.mark.rule("1890-C.10.11-c", "1890-C.10.11-d")
@pytest.mark.parametrize(
    ("in_phase", "names"),
    [
        ("1", ("H13",)),
        ("2", ("H13", "J15")),
        ("3", ("H13", "J15", "H19")),
        ("4", ("H13", "J15", "H19", "B17")),
        ("6", ("H13", "J15", "H19", "B17")),
    ],
)
def test_all_tokens_that_are_due_come_at_the_start_of_a_round(in_phase: str, names: tuple[str, ...]) -> None:
    game = normal(in_phase)
    log = begin(game)
    assert homes(game) == names
    assert kinds(log)[:2] == ["operating_round_began", "token_placed"]
    assert game.companies["KN"].cash == 300


@pytest.mark.rule("1890-C.10.11-c", "1890-C.10.11-d")
def test_one_comes_only_with_the_first_round_after_its_phase_has_begun() -> None:
    game = normal("1")
    begin(game)
    set_phase(game, "2")
    assert homes(game) == ("H13",)
    begin(game)
    assert homes(game) == ("H13", "J15")


@pytest.mark.rule("1890-C.10.11-c", "1890-C.10.11-d")
def test_its_first_turn_brings_no_other_home_token() -> None:
    game = normal("1")
    begin(game)
    engine.settle(game.ruleset, game.state, [])
    assert game.to_act == (0, company(game, "KN"), "track")
    assert homes(game) == ("H13",)


@pytest.mark.rule("1890-C.10.11-d")
def test_none_comes_before_kinki_operates() -> None:
    game = normal("3", floated=False)
    begin(game)
    assert homes(game) == ()


@pytest.mark.rule("1890-C.10.11-e")
def test_a_space_is_kept_for_each() -> None:
    """Kashiwara has one slot: it is reserved for Kinki, though its token comes in phase 2."""
    game = normal("1")
    start(game, "NK", {1: 60}, par=70, cash=500, tokens=["I12"])
    lay(game, "J13", "8", 2)  # from Osaka Minami to Kashiwara
    operate(game, "NK", "token", settle=False)
    assert code(game, place_token(game, "NK", "J15")) == "city_reserved"


@pytest.mark.rule("1890-C.10.11-f")
def test_a_home_needs_no_connection() -> None:
    game = normal("2")
    begin(game)
    assert homes(game) == ("H13", "J15")  # no track connects them


@pytest.mark.rule("1890-C.10.11-f")
def test_under_the_other_reading_it_waits_until_it_is_connected() -> None:
    game = normal("2", connected_homes=True)
    begin(game)
    assert homes(game) == ("H13",)
    lay(game, "H15", "6", 5)
    lay(game, "I16", "9", 2)
    begin(game)
    assert homes(game) == ("H13",)
    lay(game, "J17", "7", 1)  # track from Osaka Higashi to Kashiwara
    begin(game)
    assert homes(game) == ("H13", "J15")


@pytest.mark.rule("1890-C.10.11-g")
def test_three_2_trains_and_all_3_3_are_left_out() -> None:
    counts = {each.name: each.count for each in table("D").setup.trains}
    assert counts["2"] == 9 - 3
    assert "3+3" not in counts
