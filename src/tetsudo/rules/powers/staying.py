"""Privates that stay when privates close."""

from __future__ import annotations

from typing import cast

from tetsudo import events
from tetsudo.events import Log
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.privates.income import close_private
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import NOBODY, CompanyId, Money


class StaysOpen(Power):
    """Stays when privates close; from then on it may pay another income, and no company buys it.

    It closes when the company that it `closes_with` buys a train, where data name one.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.first_income = setup.privates[bearer.private].income
        self.later_income = cast("Money", data.values.get("income", self.first_income))
        self.closes_with = cast("CompanyId", data.values.get("closes_with", NOBODY))
        self.uses = 1

    def survives(self, state: State) -> bool:
        return True

    def survived(self, state: State, log: Log) -> None:
        state.uses[self.id] = 0
        if self.later_income != self.first_income:
            log.append(events.IncomeChanged(self.private, self.later_income))

    def income(self, state: State, income: Money) -> Money:
        return income if state.uses[self.id] else self.later_income

    def may_be_sold(self, state: State) -> bool:
        return state.uses[self.id] > 0

    def after_train(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        if company == self.closes_with:
            close_private(state, log, self.private)


class StaysWithPlayer(StaysOpen):
    """The same from a `phase` on, but only if a player has it then.

    Where privates close in an earlier phase too, it closes with them. 1889-PRV-11, 1889-PRV-12, 1889-PRV-13,
    1889-PRV-14.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.phase = cast("int", data.values["phase"])

    def survives(self, state: State) -> bool:
        return state.phase >= self.phase and self.owner(state) != NOBODY
