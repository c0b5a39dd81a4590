"""A second implementation of 1890's variant C.10.9: the companies that operate, and the payment for each one's shares.

`Reading` follows random games alongside the engine. It uses the rulebook and the events: purchases, starts, and the
turns that began. It counts sold shares and payments itself; from the position it reads only prices, the phase, the
trains in the depot and treasuries, at the moment of each event.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest

from tests.properties.conservation import assert_conserved
from tests.properties.walks import MAX_ACTIONS, Walk, listings_of
from tetsudo.core import events
from tetsudo.core.events import Event
from tetsudo.engine.rules import engine
from tetsudo.engine.state.state import DEPOT, OPERATING_ROUND, State, treasury
from tetsudo.game.game import Game
from tetsudo.game.record import new

pytestmark = pytest.mark.pure  # needs positions in the middle of an action

VARIANT = "early-floats"
SCENARIOS = ("A", "B", "C", "D", "normal-kinki")
FEW_TRAINS = {
    "A": "2 2 1 1 1", "B": "2 2 1 1 1", "C": "2 1 1 1 1 1 2", "D": "2 1 1 1 1 2", "normal-kinki": "2 1 1 1 1 2",
}  # fmt: skip
"""Train counts with which phase 5 starts while companies are still unstarted."""

COMES_WITH_A_PRIVATE = {"HS": 1, "KH": 1}
"""Attached shares of Hanshin and Keihan; A has no Keihan, and B none of the privates that the Subway needs."""

ON_OFFER_OF_KINKI = 4
"""Shares of Kinki that are not reserved for a minor."""


class Reading:
    """The rulebook's account of one game, from its first event; `log` is the engine's event log."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.state
        self.sold: dict[str, int] = {}  # shares sold by started companies, from the IPO or with a private
        self.paid: dict[str, int] = defaultdict(int)  # for shares of companies that do not operate yet
        self.par: dict[str, int] = {}
        self.operating: set[str] = set()
        self.has_all: set[str] = set()  # paid ten times par
        self.done: set[str] = set()  # turn in the round is over or has begun, or asked in vain
        self.forming: set[str] = set()
        self.started_before: set[str] = set()
        self.next: Callable[[], None] | None = None  # condition to check before the next event
        self.seen: Counter[str] = Counter()

    # Facts from the position

    @property
    def is_late(self) -> bool:
        """True in phase 5 and later."""
        return float(self.game.setup.phases[self.state.phase].name) >= 5

    def name(self, company: int) -> str:
        return self.game.setup.companies[company].symbol

    def id(self, symbol: str) -> int:
        return self.game.setup.company(symbol).id

    def cash(self, symbol: str) -> int:
        return treasury(self.state, self.id(symbol))

    def is_formed_of_minors(self, symbol: str) -> bool:
        return symbol == "KN" and any(company.symbol == "OER" for company in self.game.setup.companies)

    def wanted(self, symbol: str) -> int:
        """Number of shares required: the first number of the train on offer; five for JR, and later for all."""
        if self.is_late or symbol == "JR":
            return 5
        depot = self.state.companies + DEPOT
        stride = self.state.companies + 3
        left = [train.name for train in self.game.setup.trains if self.state.trains[train.id * stride + depot]]
        found = re.match(r"\d+", left[0])
        assert found, left
        return int(found[0])

    def rank(self, symbol: str) -> tuple[object, ...]:
        """Minors by number; then by price, column from the right, and in a cell those that operate first."""
        company = self.id(symbol)
        cell = self.state.cell[company]
        if cell < 0:
            return (0, company)
        market = self.game.setup.market
        is_lower = symbol not in self.operating
        return (1, -market.prices[cell], -market.columns[cell], is_lower, self.state.depth[company])

    # Events

    def append(self, event: Event) -> None:
        """Handle the next event; the position is as at that moment in the engine."""
        self.settle()
        happened = getattr(self, f"on_{event.kind}", None)
        if happened:
            happened(event)

    def settle(self) -> None:
        if self.next:
            self.next()
            self.next = None

    def pays(self, symbol: str, amount: int) -> None:
        """Expect a company's treasury to rise by exactly this amount before the next event."""
        before = self.cash(symbol)

        def check() -> None:
            assert self.cash(symbol) == before + amount, (symbol, amount, before, self.cash(symbol))

        self.next = check

    def is_paid(self, symbol: str) -> bool:
        """True if a company is paid for its shares."""
        if symbol in self.operating:
            return symbol not in self.has_all
        return not self.is_late and not self.is_formed_of_minors(symbol)

    def on_started(self, event: events.Started) -> None:
        symbol = self.name(event.company)
        attached = COMES_WITH_A_PRIVATE.get(symbol, 0)
        assert symbol not in self.sold
        self.sold[symbol], self.par[symbol] = 2 + attached, event.price
        if not self.is_late:
            self.paid[symbol] = (2 + attached) * event.price
        self.seen["late start"] += self.is_late

    def on_par_set(self, event: events.ParSet) -> None:
        symbol = self.name(event.company)
        self.par[symbol] = event.price
        if self.is_formed_of_minors(symbol):
            self.sold[symbol] = 0
        else:
            assert symbol == "OS"
            self.sold[symbol] = 2
            self.paid[symbol] = 0 if self.is_late else 2 * event.price

    def on_share_bought(self, event: events.ShareBought) -> None:
        symbol = self.name(event.company)
        if event.source != self.state.players:  # the IPO is the first owner after the players
            self.pays(symbol, 0)
            return
        assert event.price == self.par[symbol]
        self.sold[symbol] += 1
        if not self.is_paid(symbol):
            self.pays(symbol, 0)
            return
        self.pays(symbol, event.price)
        self.seen["paid"] += 1
        if symbol not in self.operating:
            self.paid[symbol] += event.price

    def on_floated(self, event: events.Floated) -> None:
        symbol = self.name(event.company)
        company = self.game.setup.companies[event.company]
        if company.kind == "minor":
            self.operating.add(symbol)
            return
        if self.is_formed_of_minors(symbol):
            assert self.sold[symbol] <= ON_OFFER_OF_KINKI
            assert event.price == (4 if self.is_late else self.sold[symbol]) * self.par[symbol]
            self.operating.add(symbol)
            self.forming.add(symbol)
            if self.is_late:
                self.has_all.add(symbol)
            self.seen["formed"] += 1
            return
        assert self.sold[symbol] >= self.wanted(symbol)
        assert self.cash(symbol) == self.paid[symbol]
        if self.is_late:
            assert event.price == 10 * self.par[symbol] - self.paid[symbol]
            self.has_all.add(symbol)
            self.seen["late"] += 1
            self.seen["late with shares paid before"] += self.paid[symbol] > 0
        else:
            assert event.price == 0
            assert self.state.round == OPERATING_ROUND
        if self.state.round != OPERATING_ROUND:
            self.operating.add(symbol)

    def on_operating_round_began(self, event: events.OperatingRoundBegan) -> None:
        self.round_ends()
        self.done = set()
        self.started_before = set(self.sold) | self.operating

    def on_stock_round_began(self, event: events.StockRoundBegan) -> None:
        self.round_ends()

    def round_ends(self) -> None:
        """Check that every company had a turn or was asked in vain."""
        waiting = {each for each in self.started_before - self.done if not self.is_formed_of_minors(each)}
        assert not waiting, waiting
        self.started_before = set()

    def on_stayed_unfloated(self, event: events.StayedUnfloated) -> None:
        symbol = self.name(event.company)
        assert symbol not in self.operating | self.done
        assert (event.sold, event.needed) == (self.sold[symbol], self.wanted(symbol))
        assert event.sold < event.needed
        self.assert_next(symbol)
        self.done.add(symbol)
        self.seen["stayed"] += 1

    def on_turn_began(self, event: events.TurnBegan) -> None:
        symbol = self.name(event.company)
        if symbol in self.forming:
            self.forming.remove(symbol)  # its special turn
        else:
            self.assert_next(symbol)
            if symbol not in self.operating:
                assert self.sold[symbol] >= self.wanted(symbol)
                self.operating.add(symbol)
                self.seen["first turn"] += 1
        self.done.add(symbol)

    def assert_next(self, symbol: str) -> None:
        """Check that a company is the next in order of all that operate or might."""
        asked = {each for each in self.sold if not self.is_formed_of_minors(each)} | self.operating
        waiting = asked & self.started_before - self.done
        assert min(waiting, key=self.rank) == symbol, (symbol, sorted(waiting, key=self.rank))

    def on_company_closed(self, event: events.CompanyClosed) -> None:
        symbol = self.name(event.company)
        self.sold.pop(symbol, None)
        for group in (self.operating, self.started_before, self.forming):
            group.discard(symbol)

    def after_action(self) -> None:
        """Check that companies that do not operate hold only the payments for their shares."""
        self.settle()
        for symbol in self.sold.keys() - self.operating:
            assert self.cash(symbol) == (0 if self.is_formed_of_minors(symbol) else self.paid[symbol])
        engine_says = {self.name(n) for n, status in enumerate(self.state.status) if status == 2}
        assert engine_says == self.operating


def begin(number: int) -> Game:
    """A game of the variant: the scenarios in turn, every second one with few trains."""
    name = SCENARIOS[number % len(SCENARIOS)]
    scenario, more = ("C", (name,)) if name == "normal-kinki" else (name, ())
    options: dict[str, int | str] = {"turn_limit": 40}
    if number // len(SCENARIOS) % 2:
        options["train_counts"] = FEW_TRAINS[name]
    players = [f"P{player}" for player in range(2 + number // 3 % 3)]
    return new("1890", players, seed=number, variants=(VARIANT, *more), options=options, scenario=scenario)


def read_along(number: int) -> Counter[str]:
    """Play a random game alongside its reading; counts of the cases seen."""
    game = begin(number)
    walk, reading = Walk(number, game), Reading(game)
    while not game.is_over:
        assert game.length < MAX_ACTIONS
        action = walk.decide(game, listings_of(game))
        reading.state = game.state.clone()
        engine.perform(game.ruleset, reading.state, action, reading)  # type: ignore[arg-type]
        reading.after_action()
        game.apply(action)
        assert game.state == reading.state
        assert_conserved(game)
    return reading.seen


@pytest.mark.parametrize("number", range(10))
def test_companies_operate_and_are_paid_as_the_rulebook_says(number: int) -> None:
    read_along(number)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_games_are_as_the_rulebook_says(block: int) -> None:
    for number in range(10 + block, 210, 20):
        read_along(number)
