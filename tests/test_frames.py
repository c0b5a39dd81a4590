"""Frames of the stack, and events: distinct by kind even with equal values, written and read."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.walks import TITLES, choose, new_numbered_game
from tetsudo.core import events, frames
from tetsudo.core.errors import BadInput
from tetsudo.core.frames import Block, ForcedSale, Operating, RoundPasses, Turn, numbers
from tetsudo.game.position import read, write


@pytest.mark.parametrize("title", TITLES)
def test_frames_are_read_as_they_are_written(title: str) -> None:
    game, chance = new_numbered_game(2, title), Random(2)
    while not game.is_over and game.length < 600:
        assert tuple(frames.read(numbers(frame)) for frame in game.state.stack) == game.state.stack
        game.apply(choose(game.legal_actions(), chance))


@pytest.mark.parametrize(
    ("frame", "written"),
    [
        (Turn(1, 2, 1, 0, 5, (33, 44)), (4, 1, 2, 1, 0, 5, 33, 44)),
        (Operating(3), (3, 3)),
        (Operating(3, RoundPasses(1, 6)), (3, 3, 1, 6)),
        (ForcedSale(1, (Block(2, 3), Block(0, 1))), (8, 1, 2, 3, 0, 1)),
        (frames.Discard(), (5,)),
    ],
)
def test_a_frame_is_written_as_numbers_without_nests(frame: frames.Frame, written: tuple[int, ...]) -> None:
    assert numbers(frame) == written
    assert frames.read(written) == frame


@pytest.mark.parametrize("written", [(0, 1), (3,), (3, 4, 1), (3, 4, 1, 2, 3), (5, 1), (8, 1, 2), (12,), (-1,)])
def test_numbers_that_are_no_frame_are_refused(written: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="frame"):
        frames.read(written)


@pytest.mark.parametrize("stack", ["3", "0.1", "99.1", "3.0/8.1.2"])
def test_a_position_with_such_numbers_is_bad_input(stack: str) -> None:
    text = write(new_numbered_game(0))
    with pytest.raises(BadInput, match="stack"):
        read(f"{text.rpartition(' stack=')[0]} stack={stack}")


def test_kinds_with_the_same_values_are_not_equal() -> None:
    assert len({frames.Auction(1, 0), frames.BidOff(1, 0)}) == 2
    assert len({events.Passed(1), events.AutoPassed(1), events.PassedRound(1)}) == 3
    assert len({events.Ran(0, 50), events.Withheld(0, 50), events.PaidOut(0, 50)}) == 3


def test_an_event_tells_its_values_by_name() -> None:
    assert events.data(events.PriceMoved(2, 70, 80)) == {"company": 2, "old": 70, "new": 80}
    assert events.data(events.BankBroke()) == {}
    assert events.KINDS["ran"] is events.Ran
