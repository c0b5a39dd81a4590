"""Events of minors: mergers and conversions."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, Money, PlayerId, PrivateId, TrainId


class Joined(NamedTuple):
    """A minor merges into a company, bringing `price` of its cash."""

    player: PlayerId
    company: CompanyId
    into: CompanyId
    price: Money
    kind: Literal["joined"] = "joined"


class CashTaken(NamedTuple):
    """A player takes the rest of the cash of a company that merges into another."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["cash_taken"] = "cash_taken"


class SharesExchanged(NamedTuple):
    """A player receives shares in exchange for a minor."""

    player: PlayerId
    company: CompanyId
    shares: int
    kind: Literal["shares_exchanged"] = "shares_exchanged"


class TrainTakenOver(NamedTuple):
    """A company takes over a train of a minor."""

    into: CompanyId
    train: TrainId
    company: CompanyId
    kind: Literal["train_taken_over"] = "train_taken_over"


class TokenReplaced(NamedTuple):
    """A company's token replaces a minor's token."""

    company: CompanyId
    hex: HexId
    city: int
    into: CompanyId
    kind: Literal["token_replaced"] = "token_replaced"


class TokenRemoved(NamedTuple):
    """A minor's token leaves the board."""

    company: CompanyId
    hex: HexId
    city: int
    kind: Literal["token_removed"] = "token_removed"


class Converted(NamedTuple):
    """A player converts a minor into a private."""

    player: PlayerId
    company: CompanyId
    private: PrivateId
    kind: Literal["converted"] = "converted"


MinorEvent: TypeAlias = Joined | CashTaken | SharesExchanged | TrainTakenOver | TokenReplaced | TokenRemoved | Converted
