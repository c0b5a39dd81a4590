"""Players' receipts and payments, gathered from events into recap items with sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tetsudo.core import events
from tetsudo.core.events import Event
from tetsudo.core.units import Money, PlayerId
from tetsudo.language.labels import Labels
from tetsudo.web.common.language import join_list

Sort: TypeAlias = str
"""Category of an item: one of `SORTS`."""


class Flow(NamedTuple):
    """Money that a player receives, or pays if negative, with its source and the number of shares."""

    player: PlayerId
    sort: Sort
    what: str
    amount: Money
    shares: int = 1


@dataclass
class Item:
    """A player's receipts or payments of one sort: amounts and counts by source."""

    sort: Sort
    parts: dict[str, Money] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def amount(self) -> Money:
        """Total amount."""
        return sum(self.parts.values())

    def text(self, labels: Labels) -> str:
        """Display text."""
        if self.sort in LIST_TEXTS:
            return str(LIST_TEXTS[self.sort]).format(
                list=join_list(f"{what} {labels.money(amount)}" for what, amount in self.parts.items())
            )
        return join_list(self._sentences(labels))

    def _sentences(self, labels: Labels) -> Iterator[str]:
        one, many = ITEM_TEXTS[self.sort]
        for what, amount in self.parts.items():
            count = self.counts[what]
            said = many if count > 1 and many else one
            yield str(said).format(what=what, count=count, amount=labels.money(abs(amount)))


Words: TypeAlias = str | Promise

LIST_TEXTS: Final[dict[Sort, Words]] = {
    "dividends": _("dividends {list}"),
    "incomes": _("privates {list}"),
}
"""Display texts of sorts shown as a list of sources and amounts."""

ITEM_TEXTS: Final[dict[Sort, tuple[Words, Words]]] = {
    "sale": (_("sells {what} {amount}"), _("sells {count} {what} {amount}")),
    "handed": (_("sells {what} {amount}"), ""),
    "start": (_("starts {what} {amount}"), ""),
    "purchase": (_("buys {what} {amount}"), _("buys {count} {what} {amount}")),
    "lot": (_("buys {what} {amount}"), ""),
    "help": (_("gives {what} {amount}"), ""),
    "cash": (_("cash of {what} {amount}"), ""),
    "due": (_("pays {amount} of debt"), ""),
    "seized": (_("the bank takes {amount}"), ""),
    "all": (_("all cash goes to the bank, {amount}"), ""),
}
"""Display texts of all other sorts: singular and plural."""

SORTS: Final = (*LIST_TEXTS, *ITEM_TEXTS)
"""All sorts in display order."""


class Ledger:
    """Converter from events to the players' flows."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.setup = labels.setup

    def flows(self, told: Iterable[Event]) -> Iterator[Flow]:
        """Players' receipts and payments in some events, first to last."""
        payer = ""
        for event in told:
            payer = self._payer(event, payer)
            yield from (flow for flow in self._common_flows(event, payer) if flow.player < self.setup.players)

    def _payer(self, event: Event, before: str) -> str:
        """Company whose dividends are being paid after this event."""
        return self._symbol(event.company) if isinstance(event, events.PaidOut) else before

    def _common_flows(self, event: Event, payer: str) -> list[Flow]:
        match event:
            case events.Received(owner, price):
                return [Flow(owner, "dividends", payer, price)]
            case events.Income(private, owner, price):
                return [Flow(owner, "incomes", self.setup.privates[private].mark, price)]
            case events.SharesSold(player, company, shares, price):
                return [Flow(player, "sale", self._symbol(company), price, shares)]
            case events.ShareBought(player, company, _source, price):
                return [Flow(player, "purchase", self._symbol(company), -price)]
            case events.Started(player, company, price):
                return [Flow(player, "start", self._symbol(company), -price * self._president_shares(company))]
            case _:
                return self._rare_flows(event)

    def _rare_flows(self, event: Event) -> list[Flow]:
        match event:
            case events.LotSold(player, lot, price):
                return [Flow(player, "lot", self.setup.lots[lot].name, -price)]
            case events.PrivateDealt(player, private, price):
                return [Flow(player, "lot", self._private(private), -price)]
            case events.PrivateBought(_company, private, owner, price):
                return [Flow(owner, "handed", self._private(private), price)]
            case events.PrivateTaken(player, private, owner, price):
                name = self._private(private)
                return [Flow(player, "lot", name, -price), Flow(owner, "handed", name, price)]
            case events.PresidentContributed(player, company, price):
                return [Flow(player, "help", self._symbol(company), -price)]
            case events.CashTaken(player, company, price):
                return [Flow(player, "cash", self._symbol(company), price)]
            case events.DuePaid(player, price):
                return [Flow(player, "due", "", -price)]
            case events.ProceedsSeized(player, price):
                return [Flow(player, "seized", "", -price)]
            case _:
                return []

    def _symbol(self, company: int) -> str:
        return self.setup.companies[company].symbol

    def _private(self, private: int) -> str:
        return self.setup.privates[private].name

    def _president_shares(self, company: int) -> int:
        """Number of shares in the president's certificate."""
        return self.setup.companies[company].president_shares


def items(flows: Iterable[Flow]) -> dict[PlayerId, dict[Sort, Item]]:
    """Items by player and sort, in the order of `SORTS`."""
    found: dict[PlayerId, dict[Sort, Item]] = {}
    for flow in flows:
        item = found.setdefault(flow.player, {}).setdefault(flow.sort, Item(flow.sort))
        item.parts[flow.what] = item.parts.get(flow.what, 0) + flow.amount
        item.counts[flow.what] = item.counts.get(flow.what, 0) + flow.shares
    return {player: {sort: own[sort] for sort in SORTS if sort in own} for player, own in found.items()}
