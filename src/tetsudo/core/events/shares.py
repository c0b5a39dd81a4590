"""Events of shares, presidencies and prices."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tetsudo.core.events.event import AnyEvent
from tetsudo.core.units import CompanyId, Money, PlaceId, PlayerId


class Started(AnyEvent, frozen=True):
    """A player starts a company: buys its president's certificate at a par price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: ClassVar[Literal["started"]] = "started"


class ParSet(AnyEvent, frozen=True):
    """A player sets a par price without buying the certificate."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: ClassVar[Literal["par_set"]] = "par_set"


class ShareReceived(AnyEvent, frozen=True):
    """A player receives a share with a private."""

    player: PlayerId
    company: CompanyId
    kind: ClassVar[Literal["share_received"]] = "share_received"


class ShareBought(AnyEvent, frozen=True):
    """A player buys a share."""

    player: PlayerId
    company: CompanyId
    source: PlaceId
    price: Money
    kind: ClassVar[Literal["share_bought"]] = "share_bought"


class SharesSold(AnyEvent, frozen=True):
    """A player sells shares for `price` in total."""

    player: PlayerId
    company: CompanyId
    shares: int
    price: Money
    kind: ClassVar[Literal["shares_sold"]] = "shares_sold"


class PresidentChanged(AnyEvent, frozen=True):
    """A player becomes president."""

    player: PlayerId
    company: CompanyId
    kind: ClassVar[Literal["president_changed"]] = "president_changed"


class Floated(AnyEvent, frozen=True):
    """A company floats with `price` as its capital; 0 if each share pays when it is sold."""

    company: CompanyId
    price: Money
    kind: ClassVar[Literal["floated"]] = "floated"


class StayedUnfloated(AnyEvent, frozen=True):
    """A company's first turn is due, but too few of its shares are sold for it to float."""

    company: CompanyId
    sold: int
    needed: int
    kind: ClassVar[Literal["stayed_unfloated"]] = "stayed_unfloated"


class PriceMoved(AnyEvent, frozen=True):
    """A company's share price moves."""

    company: CompanyId
    old: Money
    new: Money
    kind: ClassVar[Literal["price_moved"]] = "price_moved"


class SoldOut(AnyEvent, frozen=True):
    """A company is sold out at the end of a stock round: players hold all its shares."""

    company: CompanyId
    kind: ClassVar[Literal["sold_out"]] = "sold_out"


class CompanyClosed(AnyEvent, frozen=True):
    """A company closes."""

    company: CompanyId
    kind: ClassVar[Literal["company_closed"]] = "company_closed"


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
