"""Events of shares, presidencies and prices."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, Money, PlaceId, PlayerId


class Started(NamedTuple):
    """A player starts a company: buys its president's certificate at a par price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["started"] = "started"


class ParSet(NamedTuple):
    """A player sets a par price without buying the certificate."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["par_set"] = "par_set"


class ShareReceived(NamedTuple):
    """A player receives a share with a private."""

    player: PlayerId
    company: CompanyId
    kind: Literal["share_received"] = "share_received"


class ShareBought(NamedTuple):
    """A player buys a share."""

    player: PlayerId
    company: CompanyId
    source: PlaceId
    price: Money
    kind: Literal["share_bought"] = "share_bought"


class SharesSold(NamedTuple):
    """A player sells shares for `price` in total."""

    player: PlayerId
    company: CompanyId
    shares: int
    price: Money
    kind: Literal["shares_sold"] = "shares_sold"


class PresidentChanged(NamedTuple):
    """A player becomes president."""

    player: PlayerId
    company: CompanyId
    kind: Literal["president_changed"] = "president_changed"


class Floated(NamedTuple):
    """A company floats with `price` as its capital; 0 if each share pays when it is sold."""

    company: CompanyId
    price: Money
    kind: Literal["floated"] = "floated"


class StayedUnfloated(NamedTuple):
    """A company's first turn is due, but too few of its shares are sold for it to float."""

    company: CompanyId
    sold: int
    needed: int
    kind: Literal["stayed_unfloated"] = "stayed_unfloated"


class PriceMoved(NamedTuple):
    """A company's share price moves."""

    company: CompanyId
    old: Money
    new: Money
    kind: Literal["price_moved"] = "price_moved"


class SoldOut(NamedTuple):
    """A company is sold out at the end of a stock round: players hold all its shares."""

    company: CompanyId
    kind: Literal["sold_out"] = "sold_out"


class CompanyClosed(NamedTuple):
    """A company closes."""

    company: CompanyId
    kind: Literal["company_closed"] = "company_closed"


ShareEvent: TypeAlias = (
    Started
    | ParSet
    | ShareReceived
    | ShareBought
    | SharesSold
    | PresidentChanged
    | Floated
    | StayedUnfloated
    | PriceMoved
    | SoldOut
    | CompanyClosed
)
