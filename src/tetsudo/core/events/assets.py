"""Events of trains and privates: purchases, trades, closings."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tetsudo.core.events.event import AnyEvent
from tetsudo.core.units import CompanyId, Money, OwnerId, PlayerId, PrivateId, TrainId


class TrainBought(AnyEvent, frozen=True):
    """A company buys a train."""

    company: CompanyId
    train: TrainId
    seller: int
    price: Money
    kind: ClassVar[Literal["train_bought"]] = "train_bought"


class TrainTradedIn(AnyEvent, frozen=True):
    """A company trades in a train as part of the price."""

    company: CompanyId
    train: TrainId
    kind: ClassVar[Literal["train_traded_in"]] = "train_traded_in"


class TrainDiscarded(AnyEvent, frozen=True):
    """A company discards a train."""

    company: CompanyId
    train: TrainId
    kind: ClassVar[Literal["train_discarded"]] = "train_discarded"


class TrainRusted(AnyEvent, frozen=True):
    """A kind of train rusts."""

    train: TrainId
    kind: ClassVar[Literal["train_rusted"]] = "train_rusted"


class TrainExported(AnyEvent, frozen=True):
    """A train leaves the depot unsold."""

    train: TrainId
    kind: ClassVar[Literal["train_exported"]] = "train_exported"


class PresidentContributed(AnyEvent, frozen=True):
    """A president pays the missing part of a train's price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: ClassVar[Literal["president_contributed"]] = "president_contributed"


class ProceedsSeized(AnyEvent, frozen=True):
    """The bank seizes the proceeds of a forced sale."""

    player: PlayerId
    price: Money
    kind: ClassVar[Literal["proceeds_seized"]] = "proceeds_seized"


class PrivateBought(AnyEvent, frozen=True):
    """A company buys a private."""

    company: CompanyId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: ClassVar[Literal["private_bought"]] = "private_bought"


class PrivateTaken(AnyEvent, frozen=True):
    """A player buys a private in a stock round."""

    player: PlayerId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: ClassVar[Literal["private_taken"]] = "private_taken"


class TakeAsked(AnyEvent, frozen=True):
    """A player offers another player a price for a private."""

    player: PlayerId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: ClassVar[Literal["take_asked"]] = "take_asked"


class TakeDeclined(AnyEvent, frozen=True):
    """The owner of a private declines to sell it."""

    owner: OwnerId
    private: PrivateId
    kind: ClassVar[Literal["take_declined"]] = "take_declined"


class PrivateClosed(AnyEvent, frozen=True):
    """A private closes."""

    private: PrivateId
    kind: ClassVar[Literal["private_closed"]] = "private_closed"


class PrivateExchanged(AnyEvent, frozen=True):
    """A private is exchanged for a share."""

    player: PlayerId
    private: PrivateId
    company: CompanyId
    kind: ClassVar[Literal["private_exchanged"]] = "private_exchanged"


class IncomeChanged(AnyEvent, frozen=True):
    """A private's income changes to `price`."""

    private: PrivateId
    price: Money
    kind: ClassVar[Literal["income_changed"]] = "income_changed"


class OfferMade(AnyEvent, frozen=True):
    """A company makes an offer to a player, at a price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: ClassVar[Literal["offer_made"]] = "offer_made"


class OfferDeclined(AnyEvent, frozen=True):
    """A player declines a company's offer."""

    player: PlayerId
    company: CompanyId
    kind: ClassVar[Literal["offer_declined"]] = "offer_declined"


class WentBankrupt(AnyEvent, frozen=True):
    """A player goes bankrupt."""

    player: PlayerId
    company: CompanyId
    kind: ClassVar[Literal["bankrupt"]] = "bankrupt"


AssetEvent: TypeAlias = (
    TrainBought
    | TrainTradedIn
    | TrainDiscarded
    | TrainRusted
    | TrainExported
    | PresidentContributed
    | ProceedsSeized
    | PrivateBought
    | PrivateTaken
    | TakeAsked
    | TakeDeclined
    | PrivateClosed
    | PrivateExchanged
    | IncomeChanged
    | OfferMade
    | OfferDeclined
    | WentBankrupt
)
