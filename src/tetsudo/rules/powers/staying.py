"""Privates that stay when privates close."""

from __future__ import annotations

from typing import cast

from tetsudo.events import Event, Log
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.powers.power import Bearer, Power
from tetsudo.state import State
from tetsudo.units import NOBODY, Money


class StaysWithPlayer(Power):
    """Stays when privates close if a player has it, and pays another income (1889 PRV-11 to PRV-14)."""

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.later_income = cast("Money", data.values["income"])
        self.uses = 1

    def survives(self, state: State) -> bool:
        return self.owner(state) != NOBODY

    def survived(self, state: State, log: Log) -> None:
        state.uses[self.id] = 0
        log.append(Event("income_changed", (self.private, self.later_income)))

    def income(self, state: State, income: Money) -> Money:
        return income if state.uses[self.id] else self.later_income

    def may_be_sold(self, state: State) -> bool:
        return state.uses[self.id] > 0
