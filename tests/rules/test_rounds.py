"""Sequence of turns and rounds if no player can act."""

from __future__ import annotations

from tests.builders import stock_round
from tetsudo.core.actions import Pass
from tetsudo.engine.rules.turn_order.round_sequence import MAX_TURNS
from tetsudo.engine.state.state import END_REASONS


def test_a_game_without_a_limit_of_turns_ends_where_nobody_can_do_anything() -> None:
    game = stock_round(3, cash=0, turn_limit=0)
    game.apply(Pass(0))
    assert (game.is_over, END_REASONS[game.state.ended]) == (True, "turns")
    assert game.state.turn == MAX_TURNS
