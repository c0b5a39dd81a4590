"""Events of the opening auction, and passes."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import LotId, Money, PlayerId, PrivateId


class Passed(NamedTuple):
    """A player passes."""

    player: PlayerId
    kind: Literal["passed"] = "passed"


class AutoPassed(NamedTuple):
    """A player passes automatically, with no other legal action."""

    player: PlayerId
    kind: Literal["auto_passed"] = "auto_passed"


class PassedRound(NamedTuple):
    """A player passes for the rest of this operating round."""

    player: PlayerId
    kind: Literal["passed_round"] = "passed_round"


class BidPlaced(NamedTuple):
    """A player bids."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: Literal["bid"] = "bid"


class LotSold(NamedTuple):
    """A lot goes to a player."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: Literal["lot_sold"] = "lot_sold"


class LotReduced(NamedTuple):
    """The price of a lot is reduced to `price`."""

    lot: LotId
    price: Money
    kind: Literal["lot_reduced"] = "lot_reduced"


class BidReturned(NamedTuple):
    """A bid is returned to its player."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: Literal["bid_returned"] = "bid_returned"


class PrivateDealt(NamedTuple):
    """A private is dealt to a player, who pays for it."""

    player: PlayerId
    private: PrivateId
    price: Money
    kind: Literal["private_dealt"] = "private_dealt"


AuctionEvent: TypeAlias = (
    Passed | AutoPassed | PassedRound | BidPlaced | LotSold | LotReduced | BidReturned | PrivateDealt
)
