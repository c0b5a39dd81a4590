"""What every procedure answers. A procedure holds nothing: its frame is in the state."""

from __future__ import annotations

from tetsudo.actions import Action, Descriptor
from tetsudo.events import Log
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import NOBODY, CompanyId, PlayerId


class Procedure:
    """Something that asks a player, on top of the stack."""

    name = ""

    def actor(self, rules: Ruleset, state: State) -> PlayerId:
        """Whom everybody waits for."""
        raise NotImplementedError

    def company(self, rules: Ruleset, state: State) -> CompanyId:
        """For which company; NOBODY if for none."""
        return NOBODY

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        """What a player may do here; nothing for those who are not asked."""
        raise NotImplementedError

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        """Why an action is refused; "" if it is not."""
        raise NotImplementedError

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        """Do what is not refused."""
        raise NotImplementedError

    def advance(self, rules: Ruleset, state: State, log: Log) -> bool:
        """Do what leaves no choice; whether anything was done."""
        return False
