"""Mechanisms of 1890's variants, in a title with 20 % shares: an ending by price, payouts by phase, and others."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

import tetsudo
from tests.builders import code, dividend, end_stock_round, new_game, operate, play, set_phase, start, stock_round
from tests.properties.test_promises import assert_saved_is_loaded, ends_of
from tests.properties.test_promises import play as play_and_hold
from tetsudo.core.actions import PAY, WITHHOLD
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.game.record import new
from tetsudo.titles.data import discovery

FOLDER: Final = Path(__file__).parents[1] / "titles" / "valley"
AT_180: Final = (0, 10)
BELOW_200: Final = (1, 11)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the title known to these tests only."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    tetsudo.add_title(FOLDER)


def table(**more: Any) -> Game:
    return stock_round(2, title="valley", cash=0, variants=["short"], **more)


def earned(cell: tuple[int, int]) -> Game:
    """Alder has earned 50; Brook is yet to act."""
    game = table()
    start(game, "ALD", {0: 60}, cell=cell)
    start(game, "BRK", {1: 60}, par=60)
    operate(game, "ALD", "dividend", settle=False)
    game.state.revenue = 50
    return game


@pytest.mark.parametrize(("cell", "price", "is_over"), [(AT_180, 200, True), ((0, 9), 180, False)])
def test_a_turn_in_which_the_price_is_reached_is_the_last(cell: tuple[int, int], price: int, is_over: bool) -> None:
    game = earned(cell)
    events = play(game, dividend(game, "ALD", PAY))
    assert game.company("ALD").price == price
    assert [each.kind for each in events].count("turn_began") == int(not is_over)
    assert (game.is_over, game.end_reason) == (is_over, "price" if is_over else "")


def test_a_stock_round_at_whose_end_it_is_reached_is_the_last() -> None:
    """Alder is sold out, and rises from 180 to 200."""
    game = table()
    start(game, "ALD", {0: 60, 1: 40}, cell=BELOW_200)
    events = end_stock_round(game)
    assert [each.kind for each in events][-1] == "game_ended"
    assert (game.company("ALD").price, game.end_reason) == (200, "price")
    assert read(write(game)).state == game.state


def test_what_becomes_of_a_revenue_may_depend_on_the_phase() -> None:
    """From phase 4 on Alder withholds everything; Brook may still choose."""
    for in_phase, choices in (("3", {PAY, WITHHOLD}), ("4", {WITHHOLD}), ("6", {WITHHOLD})):
        game = earned((0, 3))
        set_phase(game, in_phase)
        legal = {payout for payout in (PAY, WITHHOLD) if code(game, dividend(game, "ALD", payout)) == ""}
        assert legal == choices


def test_a_tile_may_lie_in_some_places_only_and_others_of_its_colour_there_too() -> None:
    game = table()
    network, setup = game.ruleset.atlas, game.setup

    def after(hex_name: str) -> set[str]:
        """Green tiles that may replace a yellow city, in any rotation."""
        hex, yellow = setup.map.by_name[hex_name], next(tile.id for tile in setup.tiles if tile.name == "6")
        faces = {setup.face_of[yellow, rotation] for rotation in range(6)}
        return {setup.faces[new].name for face in faces for new in network.lays(hex, face)}

    assert "12" in after("B3")
    assert "12" not in after("C6")
    assert after("B3") - {"12"} >= {"14", "15"}


def test_the_first_player_may_start_with_less() -> None:
    """30 of 300 less, which stay in the bank."""
    game = new_game(3, title="valley", variants=["short"])
    assert [each.cash for each in game.players] == [270, 300, 300]
    assert game.view().bank == 4000 - 870


@pytest.mark.parametrize("number", range(6))
def test_random_games_keep_every_promise(number: int) -> None:
    names = [f"P{player}" for player in range(2 + number % 3)]
    game = play_and_hold(number, 10, 9, new("valley", names, seed=number, variants=["short"]))
    assert game.end_reason in ends_of(game)
    assert_saved_is_loaded(game)
