"""What players pay and receive, by the events that tell of it: each as an item of a recap, with its sum."""

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
from tetsudo.web.common.language import listed

Sort: TypeAlias = str
"""What an item is: one of `SORTS`."""


class Flow(NamedTuple):
    """Money that a player receives, or pays if it is below nothing; for what, how often (shares)."""

    player: PlayerId
    sort: Sort
    what: str
    amount: Money
    shares: int = 1


@dataclass
class Item:
    """All that came to a player by one sort of thing: by what, with the amount."""

    sort: Sort
    parts: dict[str, Money] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def amount(self) -> Money:
        """All of it."""
        return sum(self.parts.values())

    def text(self, labels: Labels) -> str:
        """What people read of it."""
        if self.sort in LISTED:
            return str(LISTED[self.sort]).format(
                list=listed(f"{what} {labels.money(amount)}" for what, amount in self.parts.items())
            )
        return listed(self._sentences(labels))

    def _sentences(self, labels: Labels) -> Iterator[str]:
        one, many = SAID[self.sort]
        for what, amount in self.parts.items():
            count = self.counts[what]
            said = many if count > 1 and many else one
            yield str(said).format(what=what, count=count, amount=labels.money(abs(amount)))


Words: TypeAlias = str | Promise

LISTED: Final[dict[Sort, Words]] = {
    "dividends": _("dividends {list}"),
    "incomes": _("privates {list}"),
}
"""What people read of a sort of item that is told as a list of what brought how much."""

SAID: Final[dict[Sort, tuple[Words, Words]]] = {
    "sale": (_("sells {what} {amount}"), _("sells {count} {what} {amount}")),
    "handed": (_("sells {what} {amount}"), ""),
    "start": (_("starts {what} {amount}"), ""),
    "purchase": (_("buys {what} {amount}"), _("buys {count} {what} {amount}")),
    "lot": (_("buys {what} {amount}"), ""),
    "help": (_("gives {what} {amount}"), ""),
    "cash": (_("cash of {what} {amount}"), ""),
    "due": (_("pays {amount} of what was owed"), ""),
    "seized": (_("the bank takes {amount}"), ""),
    "all": (_("all cash goes to the bank, {amount}"), ""),
}
"""What people read of any other: of one (thing, share, payment) and of many."""

SORTS: Final = (*LISTED, *SAID)
"""In the order in which they are told."""


class Ledger:
    """The flows of a game's players."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.setup = labels.setup

    def flows(self, told: Iterable[Event]) -> Iterator[Flow]:
        """What players pay and receive in some events, first to last."""
        payer = ""
        for event in told:
            payer = self._payer(event, payer)
            yield from (flow for flow in self._of(event, payer) if flow.player < self.setup.players)

    def _payer(self, event: Event, before: str) -> str:
        """The company that pays dividends until another does."""
        return self._symbol(event.company) if isinstance(event, events.PaidOut) else before

    def _of(self, event: Event, payer: str) -> list[Flow]:
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
                return [Flow(player, "start", self._symbol(company), -price * self._of_president(company))]
            case _:
                return self._of_rarer(event)

    def _of_rarer(self, event: Event) -> list[Flow]:
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

    def _of_president(self, company: int) -> int:
        """How many shares a president's certificate is."""
        return self.setup.companies[company].president_shares


def items(flows: Iterable[Flow]) -> dict[PlayerId, dict[Sort, Item]]:
    """What came to each player, by sorts, in their order."""
    found: dict[PlayerId, dict[Sort, Item]] = {}
    for flow in flows:
        item = found.setdefault(flow.player, {}).setdefault(flow.sort, Item(flow.sort))
        item.parts[flow.what] = item.parts.get(flow.what, 0) + flow.amount
        item.counts[flow.what] = item.counts.get(flow.what, 0) + flow.shares
    return {player: {sort: own[sort] for sort in SORTS if sort in own} for player, own in found.items()}
