"""What every procedure answers. A procedure holds nothing: its frame is on the stack."""

from __future__ import annotations

from typing import Generic, TypeVar

from tetsudo.actions import Action, Descriptor
from tetsudo.events import Log
from tetsudo.frames import Frame
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State
from tetsudo.units import NOBODY, CompanyId, PlayerId

F = TypeVar("F", bound=Frame)


class Procedure(Generic[F]):
    """Something that asks a player, on top of the stack; each question comes with its frame."""

    name = ""

    def doing(self, rules: Ruleset, frame: F) -> str:
        """What is being done, in a word or two."""
        return self.name

    def actor(self, rules: Ruleset, state: State, frame: F) -> PlayerId:
        """Whom everybody waits for."""
        raise NotImplementedError

    def company(self, rules: Ruleset, state: State, frame: F) -> CompanyId:
        """For which company; NOBODY if for none."""
        return NOBODY

    def listing(self, rules: Ruleset, state: State, frame: F, player: PlayerId) -> list[Descriptor]:
        """What a player may do here; nothing for those who are not asked."""
        raise NotImplementedError

    def refusal(self, rules: Ruleset, state: State, frame: F, action: Action) -> str:
        """Why an action is refused; "" if it is not."""
        raise NotImplementedError

    def perform(self, rules: Ruleset, state: State, frame: F, action: Action, log: Log) -> None:
        """Do what is not refused."""
        raise NotImplementedError

    def advance(self, rules: Ruleset, state: State, frame: F, log: Log) -> bool:
        """Do what leaves no choice; whether anything was done."""
        return False
