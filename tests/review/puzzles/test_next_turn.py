"""Forced purchases of the next company are asked only within one operating round."""

from __future__ import annotations

import pytest

from tetsudo.core.frames import Turn
from tetsudo.engine.state.rows import row_of
from tetsudo.engine.state.state import State
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.review import puzzles
from tetsudo.review.puzzles.kinds.bankruptcy import MAX_BUYS
from tetsudo.review.puzzles.kinds.next_turn import duty_after


def waiting_game() -> Game:
    """Position of a shipped puzzle about the next company's train."""
    asked = next(each for each in puzzles.puzzles_of("1889") if each.kind == "bankruptcy")
    return position.read(asked.position)


def others_have_acted(state: State, company: int) -> None:
    """Let every other company have had its turn in this round."""
    state.acted = row_of([each if at == company or each < 0 else each or 1 for at, each in enumerate(state.acted)])


def test_the_next_company_must_be_in_the_same_round() -> None:
    game = waiting_game()
    frame, state = game.state.stack[-1], game.state
    assert type(frame) is Turn
    buys = next(number for number in range(MAX_BUYS + 1) if duty_after(game, number, waits=True))
    others_have_acted(state, frame.company)
    state.operating_rounds = state.operating_round + 1
    with pytest.raises(ValueError, match="another operating round"):
        duty_after(game, buys, waits=True)
