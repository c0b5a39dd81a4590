"""Connection on the map of 1889: reach of a company from its tokens (CON)."""

from __future__ import annotations

import pytest

from tests.builders import (
    clause,
    code,
    lay,
    lay_tile,
    lays_on,
    operate,
    place_token,
    run,
    set_phase,
    start,
    stock_round,
)
from tetsudo.game.game import Game


def token_step(game: Game, symbol: str) -> Game:
    """The company's token step, even if there is no room for a token."""
    return operate(game, symbol, "token", settle=False)


@pytest.mark.rule("1889-CON-01")
def test_a_path_leads_from_an_own_token_over_track_that_meets() -> None:
    game = stock_round()
    start(game, "TR", {0: 60}, cash=40)
    lay(game, "F7", "9", 0)  # Kochi north
    lay(game, "F5", "9", 0)
    lay(game, "F3", "57", 0)  # Saijo
    lay(game, "G4", "57", 0)  # Niihama, next to it, has no track to it
    assert code(token_step(game, "TR"), place_token(game, "TR", "F3")) == ""
    assert clause(game, place_token(game, "TR", "G4")) == "1889-TOK-04"


@pytest.mark.rule("1889-CON-01")
def test_a_path_ends_where_track_does_not_meet() -> None:
    game = stock_round()
    start(game, "TR", {0: 60}, cash=40)
    lay(game, "F7", "9", 0)
    lay(game, "F5", "8", 1)  # north-east to south-west, not connected to the track from Kochi
    lay(game, "F3", "57", 0)
    assert code(token_step(game, "TR"), place_token(game, "TR", "F3")) == "token_unconnected"


def loop(first: str, rotation: int) -> Game:
    """AR in Niihama; to its south G6, from which a loop leads over G8, F7 and F5 back to G6.

    On F7, track from F5 leads to Kochi, and track from G8 leads to F5.
    """
    game = stock_round()
    start(game, "AR", {0: 60}, cash=100, tokens=("G4",))
    lay(game, "G4", "57", 0)
    lay(game, "G6", first, rotation)
    lay(game, "G8", "7", 2)
    lay(game, "F7", "24", 3)
    lay(game, "F5", "7", 5)
    return token_step(game, "AR")


@pytest.mark.rule("1889-CON-01")
def test_track_is_not_used_twice() -> None:
    """From Niihama south, round the loop and into G6 again: Kochi lies beyond the same track in reverse."""
    game = loop("24", 0)  # from the north and from the north-west to the south
    assert code(game, place_token(game, "AR", "F9")) == "token_unconnected"


def test_the_same_loop_run_the_other_way_round() -> None:
    game = loop("7", 2)  # from the north to the north-west
    assert code(game, place_token(game, "AR", "F9")) == ""


def fork(rotation: int, tile: str = "23") -> Game:
    """TR in Kochi; to its north F7 with tile 23, a fork with a straight and a curved arm."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "TR", {0: 60}, cash=200, trains=("2",))
    lay(game, "F7", tile, rotation)
    return game


@pytest.mark.rule("1889-CON-03")
def test_from_the_stem_of_a_fork_both_arms_are_reached() -> None:
    game = operate(fork(0), "TR")  # stem to the south, arms to the north and the north-east
    assert {("9", 0), ("8", 0)} <= lays_on(game, "TR", "F5")
    assert ("9", 1) in lays_on(game, "TR", "G6")


@pytest.mark.rule("1889-CON-03")
def test_from_one_arm_of_a_fork_the_other_is_not_reached() -> None:
    game = operate(fork(3), "TR")  # stem to the north, arms to the south and the south-west
    assert lays_on(game, "TR", "F5")
    assert code(game, lay_tile(game, "TR", "E8", "9", 1)) == "track_unconnected"
    assert code(game, lay_tile(game, "TR", "E8", "9", 2)) == ""  # straight from Kochi, past the fork


@pytest.mark.rule("1889-CON-03")
@pytest.mark.parametrize(("tile", "rotation", "found"), [("23", 3, "route_track"), ("7", 0, "")], ids=["fork", "curve"])
def test_a_train_does_not_turn_back_in_a_fork(tile: str, rotation: int, found: str) -> None:
    game = fork(rotation, tile)
    lay(game, "E8", "9", 1)  # from the south-west of F7 on to the south-west
    lay(game, "D9", "9", 1)
    lay(game, "C10", "57", 1)
    operate(game, "TR", "run", settle=False)
    assert code(game, run(game, "TR", ("2", "F9 F7 E8 D9 C10"))) == found


def between(slots: int) -> Game:
    """SR with a token in Saijo; to the west Matsuyama, with IR's token in its one slot or with a free slot, and D3
    beyond."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "IR", {1: 60})
    start(game, "SR", {0: 60}, cash=500, tokens=("F3",), trains=("3",))
    lay(game, "E2", "6", 5) if slots == 1 else lay(game, "E2", "15", 4)
    lay(game, "F3", "57", 2)
    lay(game, "D3", "9", 1)  # from Matsuyama to Ozu
    return game


@pytest.mark.rule("1889-CON-02")
def test_a_city_full_of_others_tokens_blocks() -> None:
    game = operate(between(1), "SR")
    assert not lays_on(game, "SR", "D3")
    assert code(game, lay_tile(game, "SR", "D3", "24", 4)) == "track_unconnected"


@pytest.mark.rule("1889-CON-02")
def test_a_city_with_a_free_slot_or_an_own_token_does_not_block() -> None:
    assert lays_on(operate(between(2), "SR"), "SR", "D3")
    own = between(1)
    operate(own, "IR")
    assert code(own, lay_tile(own, "IR", "D3", "24", 4)) == ""


@pytest.mark.rule("1889-CON-04")
def test_track_tokens_and_trains_need_connection() -> None:
    game = stock_round()
    start(game, "TR", {0: 60}, cash=200, trains=("2",))
    lay(game, "F3", "57", 2)
    lay(game, "G4", "57", 2)
    lay(game, "F7", "9", 0)  # a separate start, so that each step has something to do
    lay(game, "F5", "9", 0)
    operate(game, "TR")
    assert clause(game, lay_tile(game, "TR", "H3", "9", 1)) == "1889-TRK-13"
    assert clause(token_step(game, "TR"), place_token(game, "TR", "F3")) == "1889-TOK-04"
    operate(game, "TR", "run", settle=False)
    assert clause(game, run(game, "TR", ("2", "F3 G4"))) == "1889-RUN-03"
