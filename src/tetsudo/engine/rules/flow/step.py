"""A step of a company's turn: what it asks, and when it asks nothing."""

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
    """One step. It holds nothing; the turn's frame says how far it has come."""

    name: ClassVar[str] = ""
    actions: ClassVar[tuple[type[Action], ...]] = ()  # that it takes
    actions_of_others: ClassVar[tuple[type[Action], ...]] = ()  # that name another company

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        """Whether the president has anything to decide here."""
        return bool(self.listing(rules, state, company, NOBODY))

    def before(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> bool:
        """Do what leaves no choice before it asks; whether anything was done."""
        return False

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        """What happens when it does not wait."""

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        """Why the president may not end it, with nothing done or nothing more (1890-10.3-g)."""
        return ""

    def candidates(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterable[Descriptor]:
        """What the president might try in this step, refused or not, but for what is put on a hex."""
        return ()

    def candidates_on(
        self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId, hex: HexId
    ) -> Iterable[Descriptor]:
        """What the president might try to put on a hex in this step, refused or not."""
        return ()

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        """What the president may do in this step: the candidates that are not refused."""
        return [
            each
            for each in self.candidates(rules, state, company, player)
            if not self.refusal(rules, state, company, each.example())
        ]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        """Why one of its actions is refused."""
        return "not_this_step"

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        """Do one of its actions."""
        raise NotImplementedError


def next_step(state: State) -> None:
    """The step on top is done."""
    turn = top_frame(state, Turn)
    replace_top(state, turn.at(turn.step + 1))
