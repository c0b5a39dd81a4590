"""Power of a private that closes as a company buys a train."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, TrainId
from tetsudo.engine.model.power_spec import PRIVATE, Company, Draw, Key, drawn_company
from tetsudo.engine.model.templates import Part, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.privates.income import close_private
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State


class ClosesWithTrain(Power[Ruleset]):
    """Power, or rather weakness: the private closes as a company buys its first train, if it has not closed before."""

    kind = "closes_with_train"
    help = "The private closes as a company buys its first train, or with the others if that is earlier."
    sentence = "It closes when {company} buys a train."
    belongs_to = (PRIVATE,)
    owners = ("any",)

    company: Annotated[Company, Key("which one", needed=True, unless="draw")] = NOBODY
    draw: Annotated[Draw, Key("or that of which of the title's draws")] = NOBODY

    def settle(self, setup: Setup) -> None:
        if self.draw != NOBODY and setup.drawn:
            self.company = setup.drawn[self.draw]

    def words(self, setup: Setup) -> Mapping[str, Part]:
        company = Value("company", self.company) if self.draw == NOBODY else drawn_company(setup, self.draw)
        return {"company": company}

    def after_train(
        self, rules: Ruleset, state: State, company: CompanyId, train: TrainId, seller: int, log: Log
    ) -> None:
        if company == self.company:
            close_private(rules, state, log, self.private)
