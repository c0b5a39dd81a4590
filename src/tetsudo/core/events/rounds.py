"""Events of rounds and phases, and the end of the game."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.actions import Action
from tetsudo.core.units import CompanyId, PlayerId


class AuctionBegan(NamedTuple):
    """The opening auction begins or resumes."""

    kind: Literal["auction_began"] = "auction_began"


class StockRoundBegan(NamedTuple):
    """A stock round begins, in a turn of the game."""

    turn: int
    kind: Literal["stock_round_began"] = "stock_round_began"


class OperatingRoundBegan(NamedTuple):
    """An operating round begins."""

    turn: int
    round: int
    kind: Literal["operating_round_began"] = "operating_round_began"


class TurnBegan(NamedTuple):
    """A company's turn begins; the player is its president."""

    player: PlayerId
    company: CompanyId
    kind: Literal["turn_began"] = "turn_began"


class PhaseBegan(NamedTuple):
    """A phase begins."""

    phase: int
    kind: Literal["phase_began"] = "phase_began"


class PriorityMoved(NamedTuple):
    """A player takes the priority deal."""

    player: PlayerId
    kind: Literal["priority_moved"] = "priority_moved"


class BankBroke(NamedTuple):
    """The bank breaks."""

    kind: Literal["bank_broke"] = "bank_broke"


class GameEnded(NamedTuple):
    """The game is over; `reason` indexes `END_REASONS` of `engine/state/state.py`."""

    reason: int
    kind: Literal["game_ended"] = "game_ended"


class PositionCorrected(NamedTuple):
    """A player corrects the position; `correction` says how (`core/corrections.py`)."""

    player: PlayerId
    correction: Action
    kind: Literal["position_corrected"] = "position_corrected"


RoundEvent: TypeAlias = (
    AuctionBegan
    | StockRoundBegan
    | OperatingRoundBegan
    | TurnBegan
    | PhaseBegan
    | PriorityMoved
    | BankBroke
    | GameEnded
    | PositionCorrected
)
