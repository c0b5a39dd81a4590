"""Trains that rusted before they earned their price.

Trains of one kind are alike, so a company's trains of a kind are counted together, from the first to the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tetsudo.core.actions import RunRoutes
from tetsudo.core.events import (
    Event,
    TrainBought,
    TrainDiscarded,
    TrainRan,
    TrainRusted,
    TrainTakenOver,
    TrainTradedIn,
    Valued,
)
from tetsudo.core.units import CompanyId, Money, TrainId
from tetsudo.engine.rules.trains.run_income import subsidies_of
from tetsudo.engine.state.board import faces_on
from tetsudo.engine.state.ownership import president_of, train_count
from tetsudo.review.findings.kinds import TrainRustedUnpaid
from tetsudo.review.findings.past import Past, Step


def rusted_trains(past: Past) -> Iterator[TrainRustedUnpaid]:
    """Trains that rusted before their kind had earned the company what it paid for it."""
    ledger = _Ledger(past)
    for step in past.steps:
        yield from ledger.enter(step)


class _Ledger:
    """Prices and earnings of each company's trains of each kind."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._price: Counter[tuple[CompanyId, TrainId]] = Counter()
        self._earned: Counter[tuple[CompanyId, TrainId]] = Counter()

    def enter(self, step: Step) -> list[TrainRustedUnpaid]:
        """Enter a move, and return what rusted in it."""
        found: list[TrainRustedUnpaid] = []
        held = self._holdings(step)
        if isinstance(step.action, RunRoutes):
            self._enter_subsidies(step, step.action)
        for event in step.events:
            self._enter_event(event)
            self._move_train(step, event, held)
            if isinstance(event, TrainRusted):
                found += self._rusted(step, event.train, held)
        self._enter_trade_in(step)
        return found

    def _holdings(self, step: Step) -> Counter[tuple[CompanyId, TrainId]]:
        """Trains of each company before a move; empty if nothing rusts in it."""
        if not any(isinstance(event, TrainRusted) for event in step.events):
            return Counter()
        trains, companies = range(len(self._past.rules.setup.trains)), range(step.before.companies)
        return Counter(
            {(company, train): train_count(step.before, train, company) for company in companies for train in trains}
        )

    def _enter_event(self, event: Event) -> None:
        match event:
            case TrainBought(company=company, train=train, seller=seller, price=price):
                self._price[company, train] += price
                self._earned[seller, train] += price  # of another company; the bank's are never read
            case TrainRan(company=company, train=train, price=price):
                self._earned[company, train] += price
            case Valued(company=company, price=price, calls=calls):
                for train in range(len(self._past.rules.setup.trains)):  # a die roll does not say for which train
                    self._earned[company, train] += price * calls
            case _:
                pass

    def _move_train(self, step: Step, event: Event, held: Counter[tuple[CompanyId, TrainId]]) -> None:
        match event:
            case TrainBought(company=company, train=train, seller=seller):
                held[company, train] += 1
                held[seller, train] -= 1
            case TrainTradedIn(company=company, train=train) | TrainDiscarded(company=company, train=train):
                held[company, train] -= 1
            case TrainTakenOver(into=into, company=company, train=train):
                held[into, train] += 1
                held[company, train] -= 1
            case _:
                pass

    def _enter_subsidies(self, step: Step, action: RunRoutes) -> None:
        amounts = subsidies_of(self._past.rules, faces_on(step.before), action.routes)
        for route, amount in zip(action.routes, amounts, strict=True):
            self._earned[action.company, route.train] += amount

    def _enter_trade_in(self, step: Step) -> None:
        """Enter the discount of a trade-in as earned by the train traded in."""
        traded = next((event for event in step.events if isinstance(event, TrainTradedIn)), None)
        bought = next((event for event in step.events if isinstance(event, TrainBought)), None)
        if traded and bought:
            discount = self._past.rules.setup.trains[bought.train].price - bought.price
            self._earned[traded.company, traded.train] += discount

    def _rusted(
        self, step: Step, train: TrainId, held: Counter[tuple[CompanyId, TrainId]]
    ) -> Iterator[TrainRustedUnpaid]:
        """Findings about a kind that rusts."""
        clause = self._past.finding_clause("train_rusted_unpaid")
        for company in range(step.before.companies):
            price: Money = self._price[company, train]
            earned: Money = self._earned[company, train]
            count = held[company, train]
            if count > 0 and earned < price:
                player = president_of(step.before, company)
                yield TrainRustedUnpaid(player, company, step.move, clause, train, count, price, earned)
