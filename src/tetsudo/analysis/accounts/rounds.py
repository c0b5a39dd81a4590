"""Rounds of a game, each with the standing at its end, the players' cash flows and the companies' runs.

A round's standing is that of the position after its last action, at the first decision of the next round. So it
includes payments at the start of the next round (privates' income). Cash flows count for the round that paid them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tetsudo.analysis.accounts.cash_flow import OTHER, Flow, flows
from tetsudo.core.events import DidNotRun, Event, PaidOut, Ran, RevenueChanged, Withheld
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, is_hidden
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.turn_order.net_worth import Worth, worth
from tetsudo.engine.state.state import FLOATED, STARTED, State, bank_cash, status_of, treasury
from tetsudo.game.game import Game

START: Final = "start"
AUCTION: Final = "auction"
STOCK: Final = "stock"
OPERATING: Final = "operating"

KINDS: Final = (AUCTION, STOCK, OPERATING)
"""Kinds of rounds, indexed by `State.round`; START is an additional kind."""

ROUND_BY_EVENT: Final = {"auction_began": AUCTION, "stock_round_began": STOCK, "operating_round_began": OPERATING}
"""Kind of round that an event begins."""

PAY: Final = "pay"
HALF: Final = "half"
WITHHOLD: Final = "withhold"
NONE: Final = "none"
"""Uses of a revenue; NONE: there was none."""


class Standing(NamedTuple):
    """Standing at a moment: players in seat order, companies in the title's. Amounts may be hidden (`is_hidden`)."""

    worths: tuple[Worth, ...]
    prices: tuple[Money | None, ...]  # None for a company without a price
    treasuries: tuple[Money | None, ...]  # None for a company that is not started, or closed
    bank: Money


class Run(NamedTuple):
    """Run of a company: its revenue, the amount paid out, the amount kept, and each player's dividend by seat."""

    company: CompanyId
    revenue: Money
    paid: Money
    kept: Money
    got: tuple[Money, ...]

    @property
    def payout(self) -> str:
        """Use of the revenue: PAY, HALF, WITHHOLD or NONE."""
        if not self.revenue:
            return NONE
        if not self.paid:
            return WITHHOLD
        return HALF if self.kept else PAY


class Round(NamedTuple):
    """Round from action number `start` to action number `end`.

    `turn` and `number` as in "Operating round 2.1", or 0. `course`: net worth of every player after each action; empty
    if anything is hidden. The first `at_once` flows came at the start of the round.
    """

    kind: str
    turn: int
    number: int
    start: int
    end: int
    standing: Standing
    flows: tuple[Flow, ...]
    runs: tuple[Run, ...]
    course: tuple[tuple[Money, ...], ...]
    at_once: int

    def received(self, player: PlayerId, source: str) -> Money:
        """Amount a player received from a source; negative if paid."""
        return sum(flow.amount for flow in self.flows if flow.player == player and flow.source == source)


class Accounts(NamedTuple):
    """Rounds of a game, beginning with its start, its number of actions, and the players' opening cash.

    The opening cash is the cash before any payment.
    """

    rounds: tuple[Round, ...]
    length: int
    opening: tuple[Money, ...]

    def received(self, player: PlayerId, source: str) -> Money:
        """Amount a player received from a source in all rounds."""
        return sum(each.received(player, source) for each in self.rounds)

    def cut_to(self, length: int) -> Accounts:
        """Part of the accounts that stays valid if the game is cut to `length` actions, up to a round's start."""
        if length >= self.length:
            return self
        at = max(at for at, each in enumerate(self.rounds) if each.start <= length)
        last = self.rounds[at]
        cut = last._replace(end=last.start, flows=last.flows[: last.at_once], runs=(), course=())
        return Accounts((*self.rounds[:at], cut), last.start, self.opening)


def accounts(game: Game, known: Accounts | None = None) -> Accounts:
    """Accounts of a game, as its viewer knows it.

    `known`: accounts of the same game with fewer actions; then the game only needs to know its later actions.
    """
    ledger = _Ledger(game) if known is None else _Ledger(game, known)
    moments = game.moments(ledger.length)
    for at, moment in enumerate(moments):
        after = moments[at + 1].before if at + 1 < len(moments) else game.state
        ledger.enter(moment.index + 1, moment.events, after)
    return ledger.to_accounts()


def standing_of(rules: Ruleset, state: State) -> Standing:
    """Standing in a position."""
    companies = range(state.companies)
    return Standing(
        tuple(worth(rules, state, player) for player in range(state.players)),
        tuple(price_of(rules, state, company) or None for company in companies),
        tuple(
            treasury(state, company) if status_of(state, company) in (STARTED, FLOATED) else None
            for company in companies
        ),
        bank_cash(state),
    )


@dataclass
class _OpenRound:
    """Unfinished round, with the fields of `Round`."""

    kind: str
    turn: int
    number: int
    start: int
    flows: list[Flow] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    course: list[tuple[Money, ...]] = field(default_factory=list)
    at_once: int = 0

    def close(self, end: int, standing: Standing) -> Round:
        """Finished round."""
        counts = (self.start, end, standing)
        return Round(
            self.kind,
            self.turn,
            self.number,
            *counts,
            tuple(self.flows),
            tuple(self.runs),
            tuple(self.course),
            self.at_once,
        )


class _Ledger:
    """Accounts in progress, updated action by action."""

    def __init__(self, game: Game, known: Accounts | None = None) -> None:
        self._game = game
        self._payer = NOBODY
        self._closed: list[Round] = []
        if known is None:
            self._enter_start()
            return
        *closed, last = known.rounds
        self._closed += closed
        self._open = [_reopen(last)]
        self.length, self._opening = known.length, known.opening
        self._cash = [
            opening + sum(flow.amount for each in known.rounds for flow in each.flows if flow.player == player)
            for player, opening in enumerate(known.opening)
        ]

    def _enter_start(self) -> None:
        """Enter everything before the first action."""
        first = self._game.earlier(0)
        self._open = [_OpenRound(START, 0, 0, 0)]
        self.length = 0
        self._cash = [0] * first.setup.players
        self._read(0, first.latest_events)
        if len(self._open) == 1:  # the game starts in the middle of a round
            state = first.state
            self._open.append(_OpenRound(KINDS[state.round], state.turn, state.operating_round, 0))
        standing = standing_of(first.ruleset, first.state)
        self._opening = tuple(has.cash - self._cash[has.player] for has in standing.worths)
        self._cash = [has.cash for has in standing.worths]
        self._settle(standing)

    def enter(self, number: int, events: Sequence[Event], after: State | None) -> None:
        """Enter the events of the `number`-th action, and the position after it, if known."""
        self.length = number
        self._read(number, events)
        rules = self._game.ruleset
        if after is not None and not self._game.eyes:
            self._open[0].course.append(tuple(worth(rules, after, player).total for player in range(after.players)))
        if len(self._open) > 1:
            state = after if after is not None else self._game.earlier(number).state
            self._settle(standing_of(rules, state))

    def to_accounts(self) -> Accounts:
        """Accounts, with the current round as it stands."""
        standing = standing_of(self._game.ruleset, self._game.state)
        self._balance(standing)
        last = self._open[0].close(self.length, standing)
        return Accounts((*self._closed, last), self.length, self._opening)

    def _read(self, number: int, events: Sequence[Event]) -> None:
        """Enter events in order; those that begin a round open one."""
        for event in events:
            if event.kind in ROUND_BY_EVENT:
                turn, round = getattr(event, "turn", 0), getattr(event, "round", 0)
                self._open.append(_OpenRound(ROUND_BY_EVENT[event.kind], turn, round, number))
                continue
            self._note_run(event)
            for flow in flows(self._game.ruleset, event, self._payer):
                self._open[-1].flows.append(flow)
                self._cash[flow.player] += flow.amount
                self._note_dividend(flow)

    def _note_run(self, event: Event) -> None:
        """Enter the change of a company's revenue by an event."""
        if isinstance(event, Ran | DidNotRun):
            revenue = event.price if isinstance(event, Ran) else 0
            self._open[-1].runs.append(Run(event.company, revenue, 0, 0, (0,) * self._game.setup.players))
        elif isinstance(event, RevenueChanged):
            self._change_run(event.company, revenue=event.new)
        elif isinstance(event, PaidOut):
            self._payer = event.company
            self._change_run(event.company, paid=event.price)
        elif isinstance(event, Withheld):
            self._change_run(event.company, kept=event.price)

    def _change_run(self, company: CompanyId, **changed: Money) -> None:
        """Change the last run of a company."""
        runs = self._open[-1].runs
        for at in range(len(runs) - 1, -1, -1):
            if runs[at].company == company:
                runs[at] = runs[at]._replace(**changed)  # type: ignore[arg-type]
                return

    def _note_dividend(self, flow: Flow) -> None:
        runs = self._open[-1].runs
        if flow.company == NOBODY or not runs or runs[-1].company != flow.company or flow.amount < 0:
            return
        got = list(runs[-1].got)
        got[flow.player] += flow.amount
        runs[-1] = runs[-1]._replace(got=tuple(got))

    def _settle(self, standing: Standing) -> None:
        """Close the rounds that the last action ended: all open rounds but the last."""
        self._balance(standing)
        *ended, last = self._open
        self._closed += [each.close(self.length, standing) for each in ended]
        last.at_once = len(last.flows)
        self._open = [last]

    def _balance(self, standing: Standing) -> None:
        """Enter the differences between players' cash and the events."""
        for has in standing.worths:
            more = has.cash - self._cash[has.player]
            if more and not is_hidden(more):
                self._open[0].flows.append(Flow(has.player, OTHER, more))
                self._cash[has.player] = has.cash


def _reopen(last: Round) -> _OpenRound:
    return _OpenRound(
        last.kind,
        last.turn,
        last.number,
        last.start,
        list(last.flows),
        list(last.runs),
        list(last.course),
        last.at_once,
    )
