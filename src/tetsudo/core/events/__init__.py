"""Events of a game, the source of the log, the page and the plots.

Each kind of event has the same field names as the actions, so both share one table of names. Its `kind` is the word for
it. `language/log_sentences.py` turns events into log sentences in each language.
"""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

from tetsudo.core.actions import Action
from tetsudo.core.events.assets import (
    AssetEvent,
    IncomeChanged,
    OfferDeclined,
    OfferMade,
    PresidentContributed,
    PrivateBought,
    PrivateClosed,
    PrivateExchanged,
    PrivateTaken,
    ProceedsSeized,
    TakeAsked,
    TakeDeclined,
    TrainBought,
    TrainDiscarded,
    TrainExported,
    TrainRusted,
    TrainTradedIn,
    WentBankrupt,
)
from tetsudo.core.events.auction import (
    AuctionEvent,
    AutoPassed,
    BidPlaced,
    BidReturned,
    CompanyDrawn,
    LotReduced,
    LotSold,
    Passed,
    PassedRound,
    PrivateDealt,
)
from tetsudo.core.events.minors import (
    CashTaken,
    Converted,
    Joined,
    MinorEvent,
    SharesExchanged,
    TokenRemoved,
    TokenReplaced,
    TrainTakenOver,
)
from tetsudo.core.events.rounds import (
    AuctionBegan,
    BankBroke,
    GameEnded,
    OperatingRoundBegan,
    PhaseBegan,
    PositionCorrected,
    PriorityMoved,
    RoundEvent,
    StockRoundBegan,
    TurnBegan,
)
from tetsudo.core.events.shares import (
    CompanyClosed,
    Floated,
    ParSet,
    PresidentChanged,
    PriceMoved,
    ShareBought,
    ShareEvent,
    ShareReceived,
    SharesSold,
    SoldOut,
    Started,
    StayedUnfloated,
)
from tetsudo.core.events.turns import (
    Befell,
    DidNotRun,
    Drawn,
    DuePaid,
    Granted,
    Income,
    Insolvent,
    Owed,
    PaidOut,
    PassageBought,
    PrivateTileLaid,
    PrivateTokenPlaced,
    PrivateTokenWaits,
    Ran,
    Received,
    RevenueChanged,
    StepPassed,
    Subsidised,
    TerrainPaid,
    TileLaid,
    TileLowered,
    TileTakenBack,
    TokenPlaced,
    TokenPutBack,
    TokenRestored,
    TokenReturned,
    TokenTurnedDown,
    TokenWaits,
    TrainRan,
    TurnEvent,
    Valued,
    Withheld,
)

__all__ = [
    "Event", "KINDS", "Log", "Value", "AuctionBegan", "StockRoundBegan", "OperatingRoundBegan", "TurnBegan",
    "PhaseBegan", "PriorityMoved", "BankBroke", "GameEnded", "PositionCorrected", "Passed", "AutoPassed",
    "PassedRound", "BidPlaced", "LotSold", "LotReduced", "BidReturned", "PrivateDealt", "CompanyDrawn", "Started",
    "ParSet", "ShareReceived", "ShareBought", "SharesSold", "PresidentChanged", "Floated", "StayedUnfloated",
    "PriceMoved",
    "SoldOut", "CompanyClosed", "Joined", "CashTaken", "SharesExchanged", "TrainTakenOver", "TokenReplaced",
    "TokenRemoved", "Converted", "Income", "TileLaid", "TerrainPaid", "PrivateTileLaid", "TokenPlaced",
    "PrivateTokenPlaced", "TokenReturned", "TileTakenBack", "TokenPutBack", "TokenWaits", "PrivateTokenWaits",
    "PassageBought", "Granted", "Drawn", "Valued", "Befell", "TileLowered", "TokenTurnedDown", "TokenRestored",
    "RevenueChanged", "Owed", "DuePaid", "Insolvent", "TrainRan", "Ran", "Subsidised", "DidNotRun", "PaidOut",
    "Received", "Withheld", "StepPassed", "TrainBought", "TrainTradedIn", "TrainDiscarded", "TrainRusted",
    "TrainExported", "PresidentContributed", "ProceedsSeized", "PrivateBought", "PrivateTaken", "TakeAsked",
    "TakeDeclined", "PrivateClosed", "PrivateExchanged", "IncomeChanged", "OfferMade", "OfferDeclined",
    "WentBankrupt", "data", "fields_of",
]  # fmt: skip

Value: TypeAlias = int | tuple[int, ...] | Action

Event: TypeAlias = RoundEvent | AuctionEvent | ShareEvent | MinorEvent | TurnEvent | AssetEvent

Log: TypeAlias = list[Event]

KINDS: Final[dict[str, type[Event]]] = {kind.kind: kind for kind in get_args(Event)}
"""Every kind of event by its word."""


def fields_of(kind: type[Event]) -> tuple[str, ...]:
    """Names of the values of a kind of event."""
    return kind.__struct_fields__


def data(event: Event) -> dict[str, Value]:
    """Values of an event by name."""
    return {name: getattr(event, name) for name in event.__struct_fields__}
