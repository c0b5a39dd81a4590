"""Companies that form from minors."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, Money, PlayerId, PrivateId, TrainId


class Joined(NamedTuple):
    """A minor becomes part of a company, which has `price` of its cash."""

    player: PlayerId
    company: CompanyId
    into: CompanyId
    price: Money
    kind: Literal["joined"] = "joined"


class CashTaken(NamedTuple):
    """A player has what a company that becomes part of another leaves of its cash."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["cash_taken"] = "cash_taken"


class SharesExchanged(NamedTuple):
    """A player receives shares for a minor."""

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
    """A company's token takes the place of a minor's."""

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
    """A player turns a minor into a private."""

    player: PlayerId
    company: CompanyId
    private: PrivateId
    kind: Literal["converted"] = "converted"


MinorEvent: TypeAlias = Joined | CashTaken | SharesExchanged | TrainTakenOver | TokenReplaced | TokenRemoved | Converted
