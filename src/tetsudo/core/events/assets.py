"""Events of trains and privates: purchases, trades, closings."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, Money, OwnerId, PlayerId, PrivateId, TrainId


class TrainBought(NamedTuple):
    """A company buys a train."""

    company: CompanyId
    train: TrainId
    seller: int
    price: Money
    kind: Literal["train_bought"] = "train_bought"


class TrainTradedIn(NamedTuple):
    """A company trades in a train as part of the price."""

    company: CompanyId
    train: TrainId
    kind: Literal["train_traded_in"] = "train_traded_in"


class TrainDiscarded(NamedTuple):
    """A company discards a train."""

    company: CompanyId
    train: TrainId
    kind: Literal["train_discarded"] = "train_discarded"


class TrainRusted(NamedTuple):
    """A kind of train rusts."""

    train: TrainId
    kind: Literal["train_rusted"] = "train_rusted"


class TrainExported(NamedTuple):
    """A train leaves the depot unsold."""

    train: TrainId
    kind: Literal["train_exported"] = "train_exported"


class PresidentContributed(NamedTuple):
    """A president pays the missing part of a train's price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["president_contributed"] = "president_contributed"


class ProceedsSeized(NamedTuple):
    """The bank seizes the proceeds of a forced sale."""

    player: PlayerId
    price: Money
    kind: Literal["proceeds_seized"] = "proceeds_seized"


class PrivateBought(NamedTuple):
    """A company buys a private."""

    company: CompanyId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["private_bought"] = "private_bought"


class PrivateTaken(NamedTuple):
    """A player buys a private in a stock round."""

    player: PlayerId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["private_taken"] = "private_taken"


class TakeAsked(NamedTuple):
    """A player offers another player a price for a private."""

    player: PlayerId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["take_asked"] = "take_asked"


class TakeDeclined(NamedTuple):
    """The owner of a private declines to sell it."""

    owner: OwnerId
    private: PrivateId
    kind: Literal["take_declined"] = "take_declined"


class PrivateClosed(NamedTuple):
    """A private closes."""

    private: PrivateId
    kind: Literal["private_closed"] = "private_closed"


class PrivateExchanged(NamedTuple):
    """A private is exchanged for a share."""

    player: PlayerId
    private: PrivateId
    company: CompanyId
    kind: Literal["private_exchanged"] = "private_exchanged"


class IncomeChanged(NamedTuple):
    """A private's income changes to `price`."""

    private: PrivateId
    price: Money
    kind: Literal["income_changed"] = "income_changed"


class OfferMade(NamedTuple):
    """A company makes an offer to a player, at a price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["offer_made"] = "offer_made"


class OfferDeclined(NamedTuple):
    """A player declines a company's offer."""

    player: PlayerId
    company: CompanyId
    kind: Literal["offer_declined"] = "offer_declined"


class WentBankrupt(NamedTuple):
    """A player goes bankrupt."""

    player: PlayerId
    company: CompanyId
    kind: Literal["bankrupt"] = "bankrupt"


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
