"""Sources and uses of players' cash, read from events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from tetsudo.core.events import (
    CashTaken,
    DuePaid,
    Event,
    Income,
    LotSold,
    PresidentContributed,
    PrivateBought,
    PrivateDealt,
    PrivateTaken,
    ProceedsSeized,
    Received,
    ShareBought,
    SharesSold,
    Started,
)
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset

DIVIDENDS: Final = "dividends"
PRIVATES: Final = "privates"
SALES: Final = "sales"
PURCHASES: Final = "purchases"
DEALS: Final = "deals"
MINORS: Final = "minors"
TRAINS: Final = "trains"
OTHER: Final = "other"

SOURCES: Final[Mapping[str, str]] = {
    DIVIDENDS: "Dividends",
    PRIVATES: "Income of privates",
    SALES: "Shares sold",
    PURCHASES: "Shares bought",
    DEALS: "Privates and minors traded",
    MINORS: "Cash of minors",
    TRAINS: "Paid for trains and dues",
    OTHER: "Other",
}
"""Names of the sources and uses of players' cash. "Other" covers changes without an event, as in a bankruptcy."""


class Flow(NamedTuple):
    """Amount a player received or, if negative, paid. `company`: payer of the dividend, or company of the shares."""

    player: PlayerId
    source: str
    amount: Money
    company: CompanyId = NOBODY


def flows(rules: Ruleset, event: Event, payer: CompanyId) -> Iterator[Flow]:
    """Changes of players' cash by an event. `payer`: the company that is paying a dividend."""
    read = READERS.get(event.kind)
    if read is not None:
        yield from (flow for flow in read(rules, event, payer) if 0 <= flow.player < rules.setup.players)


def _dividend_flow(rules: Ruleset, event: Received, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.owner, DIVIDENDS, event.price, payer)


def _income_flow(rules: Ruleset, event: Income, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.owner, PRIVATES, event.price)


def _sale_flow(rules: Ruleset, event: SharesSold, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.player, SALES, event.price, event.company)


def _purchase_flow(rules: Ruleset, event: ShareBought, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.player, PURCHASES, -event.price, event.company)


def _start_flow(rules: Ruleset, event: Started, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.player, PURCHASES, -event.price * rules.president_shares[event.company], event.company)


def _lot_flow(rules: Ruleset, event: LotSold | PrivateDealt, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.player, DEALS, -event.price)


def _private_sale_flow(rules: Ruleset, event: PrivateBought, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.owner, DEALS, event.price)


def _private_deal_flows(rules: Ruleset, event: PrivateTaken, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.player, DEALS, -event.price)
    yield Flow(event.owner, DEALS, event.price)


def _payment_flow(
    rules: Ruleset, event: PresidentContributed | ProceedsSeized | DuePaid, payer: CompanyId
) -> Iterator[Flow]:
    yield Flow(event.player, TRAINS, -event.price)


def _minor_cash_flow(rules: Ruleset, event: CashTaken, payer: CompanyId) -> Iterator[Flow]:
    yield Flow(event.player, MINORS, event.price)


READERS: Final[Mapping[str, Callable[[Ruleset, Any, CompanyId], Iterator[Flow]]]] = {
    "received": _dividend_flow,
    "income": _income_flow,
    "shares_sold": _sale_flow,
    "share_bought": _purchase_flow,
    "started": _start_flow,
    "lot_sold": _lot_flow,
    "private_dealt": _lot_flow,
    "private_bought": _private_sale_flow,
    "private_taken": _private_deal_flows,
    "president_contributed": _payment_flow,
    "proceeds_seized": _payment_flow,
    "due_paid": _payment_flow,
    "cash_taken": _minor_cash_flow,
}
"""Reader of each kind of event that changes players' cash."""
