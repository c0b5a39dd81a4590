"""Interface of the steps of a company's turn: their decisions, and when they are skipped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from tetsudo.core.actions import Action, Descriptor
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State


class Step:
    """A step of a company's turn. It is stateless: the turn's frame records the progress."""

    name: ClassVar[str] = ""
    actions: ClassVar[tuple[type[Action], ...]] = ()  # accepted in this step
    actions_of_others: ClassVar[tuple[type[Action], ...]] = ()  # those that may name another company

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        """True if the president has a decision to make here."""
        return bool(self.listing(rules, state, company, NOBODY))

    def perform_forced(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> bool:
        """Perform forced actions before the step asks. Return True if anything was done."""
        return False

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        """Apply the consequences of skipping the step."""

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        """Refusal code for ending the step, with or without actions done; "" if allowed (1890-10.3-g)."""
        return ""

    def candidates(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterable[Descriptor]:
        """Actions that the president might try in this step, legal or not, except those on a hex."""
        return ()

    def candidates_on(
        self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId, hex: HexId
    ) -> Iterable[Descriptor]:
        """Actions that the president might try on a hex in this step, legal or not."""
        return ()

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        """Legal actions of the president in this step: the candidates that are not refused."""
        return [
            each
            for each in self.candidates(rules, state, company, player)
            if not self.refusal(rules, state, company, each.example())
        ]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        """Refusal code of one of its actions; "" if it is legal."""
        return "not_this_step"

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        """Apply one of its actions."""
        raise NotImplementedError


def next_step(state: State) -> None:
    """Advance the turn on top to its next step."""
    turn = top_frame(state, Turn)
    replace_top(state, turn.at_step(turn.step + 1))
