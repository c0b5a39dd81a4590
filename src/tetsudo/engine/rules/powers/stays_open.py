"""Powers of privates that stay open when privates close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, Money, TrainId
from tetsudo.engine.model.power_spec import PRIVATE, Amount, ClosingPhase, Company, Key
from tetsudo.engine.model.templates import EMPTY_PHRASE, Part, Phrase, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.privates.income import close_private
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State


class _StaysOpenBase(Power[Ruleset]):
    """Base of powers that keep a private open. From then on its income may differ, and no company may buy it."""

    belongs_to = (PRIVATE,)
    at_first = 1  # 0 once it has stayed open
    income: Money  # from then on; NOBODY: unchanged

    def settle(self, setup: Setup) -> None:
        usual = setup.privates[self.private].income
        self.later_income = NOBODY if self.income == usual else self.income

    def survived(self, state: State, log: Log) -> None:
        self.remember(state, 0)
        if self.later_income != NOBODY:
            log.append(events.IncomeChanged(self.private, self.later_income))

    def private_income(self, state: State, income: Money) -> Money:
        return income if self.remembered(state) or self.later_income == NOBODY else self.later_income  # 1890-C.8.1-e

    def may_be_sold(self, state: State) -> bool:
        return self.remembered(state) > 0  # 1890-C.8.1-f


class StaysOpen(_StaysOpenBase):
    """Power to stay open when privates close, until the company named in `closes_with`, if any, buys a train."""

    kind = "stays_open"
    help = "The private never closes with the others, and cannot be sold once they have."
    sentence = "It stays open when privates close{later}.{closes}"
    owners = ("any",)

    income: Annotated[Amount, Key("what it pays from then on, if not what it did")] = NOBODY
    closes_with: Annotated[Company, Key("the company that closes it by buying a train")] = NOBODY

    def survives(self, state: State) -> bool:
        return True

    def after_train(
        self, rules: Ruleset, state: State, company: CompanyId, train: TrainId, seller: int, log: Log
    ) -> None:
        if company == self.closes_with:
            close_private(rules, state, log, self.private)  # 1890-C.8.1-p

    def words(self, setup: Setup) -> Mapping[str, Part]:
        later = Phrase(", and then pays {income} and cannot be sold to a company", income=Value("money", self.income))
        closes = Phrase(" It closes when {company} buys a train.", company=Value("company", self.closes_with))
        return {
            "later": EMPTY_PHRASE if self.income == NOBODY else later,
            "closes": EMPTY_PHRASE if self.closes_with == NOBODY else closes,
        }


class StaysWithPlayer(_StaysOpenBase):
    """Power to stay open from a phase on, if a player owns the private then.

    If privates close in an earlier phase, it closes with them (1889-PRV-11, 1889-PRV-12, 1889-PRV-13, 1889-PRV-14).
    """

    kind = "stays_with_player"
    help = "The private does not close if a player has it as a phase begins; then it cannot be sold."
    sentence = "It stays open if a player owns it when phase {phase} begins; then it pays {income} and cannot be sold."
    owners = ("player",)

    phase: Annotated[ClosingPhase, Key("which one: one that closes privates; in an earlier one it closes with them")]
    income: Annotated[Amount, Key("what it pays from then on")]

    def survives(self, state: State) -> bool:
        return state.phase >= self.phase and self.owner(state) != NOBODY
