"""1890's variant C.10.9 read a second time: which companies operate, and what each was paid for its shares.

`Reading` follows random games beside the engine. It knows the rulebook's words and what is told of a game: who started
or bought what, whose turn began. What is sold and paid it counts itself; of the position it reads only prices, phase,
the trains in the depot and the money of companies, at the moment at which each event happens.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest

from tests.properties.conservation import assert_conserved
from tests.properties.walks import MOST_ACTIONS, Walk, listings_of
from tetsudo.core import events
from tetsudo.core.events import Event
from tetsudo.engine.rules import engine
from tetsudo.engine.state.state import DEPOT, OPERATING_ROUND, State, treasury
from tetsudo.game.game import Game
from tetsudo.game.record import new

pytestmark = pytest.mark.pure  # it looks at positions in the middle of an action

VARIANT = "early-floats"
SCENARIOS = ("A", "B", "C", "D", "normal-kinki")
FEW_TRAINS = {
    "A": "2 2 1 1 1", "B": "2 2 1 1 1", "C": "2 1 1 1 1 1 2", "D": "2 1 1 1 1 2", "normal-kinki": "2 1 1 1 1 2",
}  # fmt: skip
"""So that phase 5 begins while companies wait to be started."""

COMES_WITH_A_PRIVATE = {"HS": 1, "KH": 1}
"""Shares of Hanshin and Keihan; A has no Keihan, and B none of the privates that the Subway needs."""

ON_OFFER_OF_KINKI = 4
"""Shares of Kinki that no minor waits for."""


class Reading:
    """What the rulebook says of one game, from its first event on; `log` is what the engine writes to."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.state
        self.sold: dict[str, int] = {}  # shares of companies that are started, from the offering or with a private
        self.paid: dict[str, int] = defaultdict(int)  # for shares of companies that do not operate
        self.par: dict[str, int] = {}
        self.operating: set[str] = set()
        self.has_all: set[str] = set()  # that were paid ten times par
        self.done: set[str] = set()  # whose turn in the round is over or has begun, or that were asked in vain
        self.forming: set[str] = set()
        self.started_before: set[str] = set()
        self.next: Callable[[], None] | None = None  # what must hold when anything else happens
        self.seen: Counter[str] = Counter()

    # What the position says

    @property
    def is_late(self) -> bool:
        """Phase 5 and later."""
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
        """The shares that must be sold: the first number of the train on offer; five of JR, and later of all."""
        if self.is_late or symbol == "JR":
            return 5
        depot = self.state.companies + DEPOT
        stride = self.state.companies + 3
        left = [train.name for train in self.game.setup.trains if self.state.trains[train.id * stride + depot]]
        found = re.match(r"\d+", left[0])
        assert found, left
        return int(found[0])

    def rank(self, symbol: str) -> tuple[object, ...]:
        """Minors by number; then the dearest, the furthest right, and in a cell those that operate above the others."""
        company = self.id(symbol)
        cell = self.state.cell[company]
        if cell < 0:
            return (0, company)
        market = self.game.setup.market
        is_lower = symbol not in self.operating
        return (1, -market.prices[cell], -market.columns[cell], is_lower, self.state.depth[company])

    # What happens

    def append(self, event: Event) -> None:
        """The next event; positions are as the engine has made them before it goes on."""
        self.settle()
        happened = getattr(self, f"on_{event.kind}", None)
        if happened:
            happened(event)

    def settle(self) -> None:
        if self.next:
            self.next()
            self.next = None

    def pays(self, symbol: str, amount: int) -> None:
        """A company must have so much more, and nothing else, when anything else happens."""
        before = self.cash(symbol)

        def check() -> None:
            assert self.cash(symbol) == before + amount, (symbol, amount, before, self.cash(symbol))

        self.next = check

    def is_paid(self, symbol: str) -> bool:
        """Whether a company gets what its shares bring."""
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
        if event.source != self.state.players:  # the offering is the first place after the players
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
        """Everybody had a turn, or was asked in vain."""
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
            self.forming.remove(symbol)  # its turn out of order
        else:
            self.assert_next(symbol)
            if symbol not in self.operating:
                assert self.sold[symbol] >= self.wanted(symbol)
                self.operating.add(symbol)
                self.seen["first turn"] += 1
        self.done.add(symbol)

    def assert_next(self, symbol: str) -> None:
        """It is the first in order of all that operate or might."""
        asked = {each for each in self.sold if not self.is_formed_of_minors(each)} | self.operating
        waiting = asked & self.started_before - self.done
        assert min(waiting, key=self.rank) == symbol, (symbol, sorted(waiting, key=self.rank))

    def on_company_closed(self, event: events.CompanyClosed) -> None:
        symbol = self.name(event.company)
        self.sold.pop(symbol, None)
        for group in (self.operating, self.started_before, self.forming):
            group.discard(symbol)

    def after_action(self) -> None:
        """Nothing but what was paid for shares is with companies that do not operate."""
        self.settle()
        for symbol in self.sold.keys() - self.operating:
            assert self.cash(symbol) == (0 if self.is_formed_of_minors(symbol) else self.paid[symbol])
        engine_says = {self.name(n) for n, status in enumerate(self.state.status) if status == 2}
        assert engine_says == self.operating


def begin(number: int) -> Game:
    """A game of the variant: each scenario in turn, every second one with few trains."""
    name = SCENARIOS[number % len(SCENARIOS)]
    scenario, more = ("C", (name,)) if name == "normal-kinki" else (name, ())
    options: dict[str, int | str] = {"turn_limit": 40}
    if number // len(SCENARIOS) % 2:
        options["train_counts"] = FEW_TRAINS[name]
    players = [f"P{player}" for player in range(2 + number // 3 % 3)]
    return new("1890", players, seed=number, variants=(VARIANT, *more), options=options, scenario=scenario)


def read_along(number: int) -> Counter[str]:
    """Play a random game beside its reading; what came up in it."""
    game = begin(number)
    walk, reading = Walk(number, game), Reading(game)
    while not game.is_over:
        assert game.length < MOST_ACTIONS
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
