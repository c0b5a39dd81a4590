"""The opening auction, and passing."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import LotId, Money, PlayerId, PrivateId


class Passed(NamedTuple):
    """A player passes."""

    player: PlayerId
    kind: Literal["passed"] = "passed"


class AutoPassed(NamedTuple):
    """A player passes since he can do nothing."""

    player: PlayerId
    kind: Literal["auto_passed"] = "auto_passed"


class PassedRound(NamedTuple):
    """A player declares nothing more in this operating round."""

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
    """A lot is cheaper from now on; `price` is the new one."""

    lot: LotId
    price: Money
    kind: Literal["lot_reduced"] = "lot_reduced"


class BidReturned(NamedTuple):
    """A bid comes back to its player."""

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
