"""Events of rounds and phases, and the end of the game."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tetsudo.core.actions import Action
from tetsudo.core.events.event import AnyEvent
from tetsudo.core.units import CompanyId, PlayerId


class AuctionBegan(AnyEvent, frozen=True):
    """The opening auction begins or resumes."""

    kind: ClassVar[Literal["auction_began"]] = "auction_began"


class StockRoundBegan(AnyEvent, frozen=True):
    """A stock round begins, in a turn of the game."""

    turn: int
    kind: ClassVar[Literal["stock_round_began"]] = "stock_round_began"


class OperatingRoundBegan(AnyEvent, frozen=True):
    """An operating round begins."""

    turn: int
    round: int
    kind: ClassVar[Literal["operating_round_began"]] = "operating_round_began"


class TurnBegan(AnyEvent, frozen=True):
    """A company's turn begins; the player is its president."""

    player: PlayerId
    company: CompanyId
    kind: ClassVar[Literal["turn_began"]] = "turn_began"


class PhaseBegan(AnyEvent, frozen=True):
    """A phase begins."""

    phase: int
    kind: ClassVar[Literal["phase_began"]] = "phase_began"


class PriorityMoved(AnyEvent, frozen=True):
    """A player takes the priority deal."""

    player: PlayerId
    kind: ClassVar[Literal["priority_moved"]] = "priority_moved"


class BankBroke(AnyEvent, frozen=True):
    """The bank breaks."""

    kind: ClassVar[Literal["bank_broke"]] = "bank_broke"


class GameEnded(AnyEvent, frozen=True):
    """The game is over; `reason` indexes `END_REASONS` of `engine/state/state.py`."""

    reason: int
    kind: ClassVar[Literal["game_ended"]] = "game_ended"


class PositionCorrected(AnyEvent, frozen=True):
    """A player corrects the position; `correction` says how (`core/corrections.py`)."""

    player: PlayerId
    correction: Action
    kind: ClassVar[Literal["position_corrected"]] = "position_corrected"


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
