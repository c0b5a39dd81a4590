"""Events of minors: mergers and conversions."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tetsudo.core.events.event import AnyEvent
from tetsudo.core.units import CompanyId, HexId, Money, PlayerId, PrivateId, TrainId


class Joined(AnyEvent, frozen=True):
    """A minor merges into a company, bringing `price` of its cash."""

    player: PlayerId
    company: CompanyId
    into: CompanyId
    price: Money
    kind: ClassVar[Literal["joined"]] = "joined"


class CashTaken(AnyEvent, frozen=True):
    """A player takes the rest of the cash of a company that merges into another."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: ClassVar[Literal["cash_taken"]] = "cash_taken"


class SharesExchanged(AnyEvent, frozen=True):
    """A player receives shares in exchange for a minor."""

    player: PlayerId
    company: CompanyId
    shares: int
    kind: ClassVar[Literal["shares_exchanged"]] = "shares_exchanged"


class TrainTakenOver(AnyEvent, frozen=True):
    """A company takes over a train of a minor."""

    into: CompanyId
    train: TrainId
    company: CompanyId
    kind: ClassVar[Literal["train_taken_over"]] = "train_taken_over"


class TokenReplaced(AnyEvent, frozen=True):
    """A company's token replaces a minor's token."""

    company: CompanyId
    hex: HexId
    city: int
    into: CompanyId
    kind: ClassVar[Literal["token_replaced"]] = "token_replaced"


class TokenRemoved(AnyEvent, frozen=True):
    """A minor's token leaves the board."""

    company: CompanyId
    hex: HexId
    city: int
    kind: ClassVar[Literal["token_removed"]] = "token_removed"


class Converted(AnyEvent, frozen=True):
    """A player converts a minor into a private."""

    player: PlayerId
    company: CompanyId
    private: PrivateId
    kind: ClassVar[Literal["converted"]] = "converted"


MinorEvent: TypeAlias = Joined | CashTaken | SharesExchanged | TrainTakenOver | TokenReplaced | TokenRemoved | Converted
