"""A step of a company's turn: what it asks, and when it asks nothing."""

from __future__ import annotations

from tetsudo.actions import Action, Descriptor
from tetsudo.events import Log
from tetsudo.frames import Turn
from tetsudo.rules.flow.stack import replace_top, top_frame
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import CompanyId, PlayerId


class Step:
    """One step. It holds nothing; the turn's frame says how far it has come."""

    name = ""
    actions: tuple[type[Action], ...] = ()  # that it takes
    actions_of_others: tuple[type[Action], ...] = ()  # that name another company
    must = "must_choose"  # why it may not be passed

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        """Whether the president has anything to decide here."""
        raise NotImplementedError

    def before(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> bool:
        """Do what leaves no choice before it asks; whether anything was done."""
        return False

    def skip(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        """What happens when it does not wait."""

    def may_pass(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        """Whether the president may do nothing (more) here (1890-10.3-g)."""
        return True

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        """What the president may do in this step."""
        raise NotImplementedError

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        """Why one of its actions is refused."""
        raise NotImplementedError

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        """Do one of its actions."""
        raise NotImplementedError


def next_step(state: State) -> None:
    """The step on top is done."""
    turn = top_frame(state, Turn)
    replace_top(state, turn.at(turn.step + 1))
