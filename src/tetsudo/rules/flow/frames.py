"""The frames of the stack: which procedure, and what its ints mean.

A frame is a tuple; a procedure that learns something replaces its frame.
"""

from __future__ import annotations

from typing import Final

from tetsudo.state import Frame, State

AUCTION: Final = 0  # player to act, passes in a row
BID_OFF: Final = 1  # lot, player to act
STOCK: Final = 2  # player to act, passes in a row, 1 if bought, bits sold in this turn, 1 if sold before buying
OPERATING: Final = 3  # companies that have begun their turn in this round; phase, bits of players silent in both
TURN: Final = 4  # company, step, 1 once something was done, 1 if out of order, subsidy of the run; hexes laid in it
DISCARD: Final = 5  # nothing
FREE_LAY: Final = 6  # power, player; hexes on which it has laid tiles in this use
OFFER: Final = 7  # company or player who buys, what (see `offers`), which, seller, price, player who answers
FORCED_SALE: Final = 8  # company; then by pairs a company whose shares are to be sold, and how many
WINDOW: Final = 9  # bits of the players who have passed
FORMING: Final = 10  # bits of the players who have passed, company that begins to operate
SET_PAR: Final = 11  # company, player who sets it, 1 if he receives the president's certificate

# Places in the frames.
PLAYER: Final = 1
PASSES: Final = 2
BOUGHT: Final = 3
TURN_SOLD: Final = 4
SOLD_FIRST: Final = 5
LOT: Final = 1
SPEAKER: Final = 2
COMPANY: Final = 1
STEP: Final = 2
BEGUN: Final = 3
SPECIAL: Final = 4
SUBSIDY: Final = 5
LAID: Final = 6
POWER: Final = 1
LAYER: Final = 2
HEXES: Final = 3
BUYER: Final = 1
WHAT: Final = 2
ANSWERING: Final = 6
CHOSEN: Final = 2
CHOOSER: Final = 2
TAKES: Final = 3
TURNS: Final = 1
PHASE: Final = 2
SILENT: Final = 3
PASSED: Final = 1
FORMED: Final = 2


def turn_of(state: State, company: int) -> Frame:
    """The frame of a company's turn that goes on, with whatever upon it; empty if it is not its turn."""
    return next((frame for frame in reversed(state.stack) if frame[:2] == (TURN, company)), ())


def replace_top(state: State, *frame: int) -> None:
    """Put another frame in place of the one on top."""
    state.stack[-1] = frame


def with_value(frame: Frame, place: int, value: int) -> Frame:
    """A frame with one of its ints changed."""
    return (*frame[:place], value, *frame[place + 1 :])
