"""Recap since the viewer's last move: a line for each player and each company, and the changes on the map.

It is made from the events that the viewer may see, so the amounts in a player's line add up to their change in cash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core import events
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, OwnerId, PlayerId, PrivateId, is_hidden
from tetsudo.engine.state.ownership import private_owner
from tetsudo.engine.state.state import cash_of, company_of_owner
from tetsudo.game.game import Game
from tetsudo.game.history import Moment
from tetsudo.language.labels import Labels
from tetsudo.language.log_sentences import Narrator
from tetsudo.web.play.panels.receipts import Flow, Ledger, items
from tetsudo.web.play.panels.undone_moves import undo_notices
from tetsudo.web.play.scene.scene import Scene

MAX_STEPS: Final = 60
"""Maximum number of moves to step through; earlier ones are only in the recap."""


class Change(NamedTuple):
    """Change of an amount ("+¥52"), or a new price, with its direction."""

    text: str
    way: str = ""  # "up" or "down"


class PlayerLine(NamedTuple):
    """A player's line: actions and receipts, and the changes in cash and net worth."""

    name: str
    is_own: bool
    said: str
    cash: Change
    worth: Change


class Deed(NamedTuple):
    """Short text of a company's action; `is_odd`: unusual, so highlighted."""

    text: str
    is_odd: bool = False


class CompanyLine(NamedTuple):
    """A company's line: its place in the order of operation (0 if it did not operate), its deeds, and its price."""

    number: int
    symbol: str
    deeds: list[Deed]
    before: str
    now: Change


class Step(NamedTuple):
    """A move to step through: its number, its version, and the hexes and companies it concerns."""

    number: int
    version: int
    hexes: list[str]
    companies: list[str]


class Recap(NamedTuple):
    """Contents of the recap panel."""

    heading: str
    players: list[PlayerLine]
    companies: list[CompanyLine]
    others: list[str]
    taken_back: list[str]
    hexes: list[tuple[str, str]]  # names, with the numbers of the companies that changed them
    steps: list[Step]


def recap_of(scene: Scene) -> Recap:
    """Recap since the viewer's last move."""
    game, before = scene.game, scene.game.earlier(scene.known_length)
    moments = game.moments(scene.known_length)
    doings = _RecapCollector(scene.labels, before, game)
    for moment in moments:
        doings.add(moment)
    return Recap(
        _heading(scene, len(moments)),
        list(_players(scene, before, doings)),
        list(_companies(game, before, doings)),
        doings.others,
        undo_notices(scene),
        [(game.setup.map.hexes[hex].name, "·".join(numbers)) for hex, numbers in doings.numbered_hexes()],
        [_step(scene, moment) for moment in moments[-MAX_STEPS:]],
    )


def _heading(scene: Scene, count: int) -> str:
    if not count:
        return _("No one has moved since you did.") if scene.own_seats else _("No one has moved yet.")
    if scene.is_past:
        return _("With this move")
    moves = ngettext("{count} move", "{count} moves", count).format(count=count)
    if not scene.known_length:
        return _("From the start: {moves}").format(moves=moves)
    if scene.own_seats and not scene.is_history_truncated:
        return _("Since you moved: {moves}").format(moves=moves)
    return _("The last {moves}").format(moves=moves) if count > 1 else _("The last move")


# Gathering


MAP_EVENTS: Final = frozenset(
    (
        *("tile_laid", "private_tile_laid", "token_placed", "private_token_placed", "token_returned"),
        *("tile_taken_back", "token_put_back", "token_replaced", "token_removed", "tile_lowered"),
        *("token_turned_down", "token_restored"),
    )
)
"""Events that change the look of a hex."""

GENERAL_EVENTS: Final = frozenset(
    ("phase_began", "train_rusted", "train_exported", "befell", "bank_broke", "game_ended", "private_closed")
)
"""Events outside the lines of players and companies, worded as in the log."""


@dataclass
class _CompanyRecap:
    """Deeds of a company."""

    number: int = 0
    deeds: list[Deed] = field(default_factory=list)


class _RecapCollector:
    """Collector of everything that a series of moves did."""

    def __init__(self, labels: Labels, before: Game, game: Game) -> None:
        self.labels = labels
        self.narrator = Narrator(labels.setup, before.names)
        self.ledger = Ledger(labels)
        self.states = (before.state, game.state)
        self.companies: dict[CompanyId, _CompanyRecap] = {}
        self.hexes: dict[HexId, list[CompanyId]] = {}
        self.flows: list[Flow] = []
        self.notes: dict[PlayerId, list[str]] = {}
        self.others: list[str] = []
        self.ran: dict[CompanyId, Money] = {}

    def add(self, moment: Moment) -> None:
        """Add the events of a move."""
        self.flows += self.ledger.flows(moment.events)
        is_start = any(isinstance(event, events.Started) for event in moment.events)
        for event in moment.events:
            if event.kind in GENERAL_EVENTS:
                self.others.append(self.narrator.sentence(event))
            if event.kind in MAP_EVENTS:
                self._mark(event)
            if isinstance(event, events.PrivateTileLaid):
                self._add_private_tile(event)
            elif not (is_start and isinstance(event, events.PresidentChanged)):
                self._note(event)
            self._add_company_event(event)

    def numbered_hexes(self) -> Iterator[tuple[HexId, list[str]]]:
        """Changed hexes, each with the numbers of the companies that changed it."""
        for hex, companies in self.hexes.items():
            doings = [self.companies[company] for company in dict.fromkeys(companies) if company in self.companies]
            yield hex, [str(doing.number) for doing in doings if doing.number]

    def _mark(self, event: Event) -> None:
        if isinstance(event, events.PrivateTileLaid):
            company = company_of_owner(self.states[0], self._owner(event.private))
        else:
            company = getattr(event, "into", getattr(event, "company", NOBODY))
        self.hexes.setdefault(event.hex, []).append(company)  # type: ignore[union-attr]

    def _owner(self, private: PrivateId) -> OwnerId:
        """Owner of a private, or its last owner before it closed."""
        owners = [private_owner(state, private) for state in self.states[::-1]]
        return owners[0] if owners[0] != NOBODY else owners[1]

    def _add_private_tile(self, event: events.PrivateTileLaid) -> None:
        owner, said = self._owner(event.private), self._place(event.tile, event.hex)
        company = company_of_owner(self.states[0], owner)
        if company != NOBODY:
            self._company_recap(company, event).deeds.append(Deed(said))
        elif owner != NOBODY:
            self.notes.setdefault(owner, []).append(said)

    def _note(self, event: Event) -> None:
        said = self._player_text(event)
        if said:
            self.notes.setdefault(event.player, []).append(said)  # type: ignore[union-attr]

    def _player_text(self, event: Event) -> str:
        """Text of a player's event that has no entry among the receipts; else ""."""
        match event:
            case events.BidPlaced(_player, lot, price):
                words = {"price": self.labels.money(price), "lot": self.labels.label("lot", lot)}
                return _("bids {price} for {lot}").format(**words)
            case events.ShareReceived(_player, company) | events.PrivateExchanged(_player, _, company):
                return _("receives {company}").format(company=self._symbol(company))
            case events.SharesExchanged(_player, company, shares):
                return _("receives {count} {company}").format(count=shares, company=self._symbol(company))
            case events.PresidentChanged(_player, company):
                return _("president of {company}").format(company=self._symbol(company))
            case _:
                return ""

    def _add_company_event(self, event: Event) -> None:
        company = getattr(event, "company", NOBODY)
        said = self._deed(event) if company != NOBODY else ""
        if said:
            self._company_recap(company, event).deeds.append(Deed(said, event.kind in UNUSUAL_EVENTS))

    def _company_recap(self, company: CompanyId, event: Event) -> _CompanyRecap:
        found = self.companies.setdefault(company, _CompanyRecap())
        if not found.number and type(event) in OPERATING_EVENTS:
            found.number = 1 + max(each.number for each in self.companies.values())
        return found

    def _deed(self, event: Event) -> str:
        """Short text of a company's action or change; "" if there is none."""
        labels = self.labels
        match event:
            case events.TileLaid(_company, hex, tile):
                return self._place(tile, hex)
            case events.TokenPlaced(_company, hex):
                return _("token in {hex}").format(hex=self._hex(hex))
            case events.PaidOut(_company, price) if price:
                return _("{price} paid").format(price=labels.money(price))
            case events.Withheld(_company, price):
                return _("{price} withheld").format(price=labels.money(price))
            case events.TrainBought(_company, train, _seller, price):
                words = {"train": labels.setup.trains[train].name, "price": labels.money(price)}
                return _("buys a {train} for {price}").format(**words)
            case events.TrainDiscarded(_company, train):
                return _("discards a {train}").format(train=labels.setup.trains[train].name)
            case _:
                return self._change(event)

    def _change(self, event: Event) -> str:
        """Short text of a change in a company's status; "" if there is none."""
        match event:
            case events.DidNotRun():
                return _("does not run")
            case events.Started(player):
                return _("started by {player}").format(player=self.labels.label("player", player))
            case events.ParSet(player):
                return _("par set by {player}").format(player=self.labels.label("player", player))
            case events.Floated():
                return _("floats")
            case events.CompanyClosed():
                return _("closes")
            case events.PrivateBought(_company, private):
                return _("buys {private}").format(private=self.labels.label("private", private))
            case events.Joined(_player, _company, into):
                return _("merges into {company}").format(company=self._symbol(into))
            case _:
                return ""

    def _place(self, tile: int, hex: HexId) -> str:
        return f"{self.labels.label('tile', tile)} {self._hex(hex)}"

    def _hex(self, hex: HexId) -> str:
        facts = self.labels.setup.map.hexes[hex]
        return facts.place or facts.name

    def _symbol(self, company: CompanyId) -> str:
        return self.labels.setup.companies[company].symbol


OPERATING_EVENTS: Final = (
    *(events.TileLaid, events.TokenPlaced, events.PaidOut, events.Withheld, events.DidNotRun, events.TrainBought),
    *(events.PrivateTileLaid, events.PrivateBought),
)
"""Events that only an operating company causes; the first one gives the company its number."""

UNUSUAL_EVENTS: Final = frozenset(("withheld", "did_not_run", "company_closed"))
"""Unusual events, highlighted among a company's deeds."""


# Lines


def _players(scene: Scene, before: Game, doings: _RecapCollector) -> Iterator[PlayerLine]:
    """Lines of the players who acted, or whose cash or net worth changed."""
    game, labels = scene.game, scene.labels
    found = items(doings.flows)
    worths = [{each.player: each.total for each in one.standings()} for one in (game, before)]
    for player, name in enumerate(game.names):
        own = list(found.get(player, {}).values())
        now, then = cash_of(game.state, player), cash_of(before.state, player)
        rest = _unreported_cash(now, then, sum(item.amount for item in own))
        if rest:  # a bankrupt player's cash
            own += items([Flow(player, "all", "", rest)])[player].values()
        said = _("; ").join([*(item.text(labels) for item in own), *dict.fromkeys(doings.notes.get(player, []))])
        cash, worth = change(labels, now, then), change(labels, worths[0][player], worths[1][player])
        if said or cash.way or worth.way:
            is_own = player in scene.own_seats
            yield PlayerLine(_("You") if is_own and len(scene.own_seats) == 1 else name, is_own, said, cash, worth)


def _unreported_cash(now: Money, before: Money, told: Money) -> Money:
    """Change in cash that no event reports: a bankrupt player's cash goes to the bank. 0 if amounts are hidden."""
    rest = now - before - told
    return 0 if is_hidden(now) or is_hidden(before) or is_hidden(told) else rest


def change(labels: Labels, now: Money, before: Money) -> Change:
    """Change of an amount; empty if it is hidden or unchanged."""
    if is_hidden(now) or is_hidden(before) or now == before:
        return Change("")
    return (
        Change(f"+{labels.money(now - before)}", "up") if now > before else Change(labels.money(now - before), "down")
    )


def _companies(game: Game, before: Game, doings: _RecapCollector) -> Iterator[CompanyLine]:
    """Lines of the companies that operated, in order; then those that changed otherwise."""
    lines = []
    for company in game.setup.companies:
        now, then = game.companies[company.symbol].price, before.companies[company.symbol].price
        doing = doings.companies.get(company.id, _CompanyRecap())
        if doing.deeds or now != then:
            lines.append(_company_line(doings.labels, doing, company.symbol, now, then))
    yield from sorted(lines, key=lambda line: line.number or len(game.setup.companies))


def _company_line(labels: Labels, doing: _CompanyRecap, symbol: str, now: Money, then: Money) -> CompanyLine:
    way = "" if not then or not now or now == then else "up" if now > then else "down"
    shown = Change(labels.money(now) if now else "", way)
    return CompanyLine(doing.number, symbol, doing.deeds, labels.money(then) if way else "", shown)


# Moves


def _step(scene: Scene, moment: Moment) -> Step:
    """A move with the hexes and companies to show on the map and the market."""
    setup = scene.game.setup
    hexes = dict.fromkeys(hex for event in moment.events for hex in _hexes(event))
    companies = dict.fromkeys(getattr(event, "company", NOBODY) for event in moment.events)
    return Step(
        moment.index + 1,
        scene.hot.path[moment.index],
        [setup.map.hexes[hex].name for hex in hexes],
        [setup.companies[company].symbol for company in companies if company != NOBODY],
    )


def _hexes(event: Event) -> Sequence[HexId]:
    if isinstance(event, events.TrainRan):
        return event.hexes
    return (event.hex,) if event.kind in MAP_EVENTS else ()  # type: ignore[union-attr]
