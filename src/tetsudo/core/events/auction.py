"""Events of the opening auction, and passes."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tetsudo.core.events.event import AnyEvent
from tetsudo.core.units import CompanyId, LotId, Money, PlayerId, PrivateId


class Passed(AnyEvent, frozen=True):
    """A player passes."""

    player: PlayerId
    kind: ClassVar[Literal["passed"]] = "passed"


class AutoPassed(AnyEvent, frozen=True):
    """A player passes automatically, with no other legal action."""

    player: PlayerId
    kind: ClassVar[Literal["auto_passed"]] = "auto_passed"


class PassedRound(AnyEvent, frozen=True):
    """A player passes for the rest of this operating round."""

    player: PlayerId
    kind: ClassVar[Literal["passed_round"]] = "passed_round"


class BidPlaced(AnyEvent, frozen=True):
    """A player bids."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: ClassVar[Literal["bid"]] = "bid"


class LotSold(AnyEvent, frozen=True):
    """A lot goes to a player."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: ClassVar[Literal["lot_sold"]] = "lot_sold"


class LotReduced(AnyEvent, frozen=True):
    """The price of a lot is reduced to `price`."""

    lot: LotId
    price: Money
    kind: ClassVar[Literal["lot_reduced"]] = "lot_reduced"


class BidReturned(AnyEvent, frozen=True):
    """A bid is returned to its player."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: ClassVar[Literal["bid_returned"]] = "bid_returned"


class PrivateDealt(AnyEvent, frozen=True):
    """A private is dealt to a player, who pays for it."""

    player: PlayerId
    private: PrivateId
    price: Money
    kind: ClassVar[Literal["private_dealt"]] = "private_dealt"


class CompanyDrawn(AnyEvent, frozen=True):
    """A company is drawn as the game is set up, for powers that refer to it."""

    company: CompanyId
    kind: ClassVar[Literal["company_drawn"]] = "company_drawn"


AuctionEvent: TypeAlias = (
    Passed | AutoPassed | PassedRound | BidPlaced | LotSold | LotReduced | BidReturned | PrivateDealt | CompanyDrawn
)
