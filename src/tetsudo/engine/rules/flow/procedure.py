"""What every procedure answers. A procedure holds nothing: its frame is on the stack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from tetsudo.core.actions import Action, Descriptor
from tetsudo.core.events import Log
from tetsudo.core.frames import Frame
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State

F = TypeVar("F", bound=Frame)


class Procedure(Generic[F]):
    """Something that asks a player, on top of the stack; each question comes with its frame."""

    name: ClassVar[str] = ""

    def doing(self, rules: Ruleset, frame: F) -> str:
        """What is being done, in a word or two."""
        return self.name

    def actor(self, rules: Ruleset, state: State, frame: F) -> PlayerId:
        """Whom everybody waits for."""
        raise NotImplementedError

    def company(self, rules: Ruleset, state: State, frame: F) -> CompanyId:
        """For which company; NOBODY if for none."""
        return NOBODY

    def candidates(self, rules: Ruleset, state: State, frame: F, player: PlayerId) -> Iterable[Descriptor]:
        """What a player might try here, refused or not: an action, or a range of amounts, for each thing.

        What is put on a hex of the map comes hex by hex (`candidates_on`).
        """
        raise NotImplementedError

    def candidates_on(
        self, rules: Ruleset, state: State, frame: F, player: PlayerId, hex: HexId
    ) -> Iterable[Descriptor]:
        """What a player might try to put on a hex here, refused or not."""
        return ()

    def listing(self, rules: Ruleset, state: State, frame: F, player: PlayerId) -> list[Descriptor]:
        """What a player may do here: the candidates that are not refused.

        A procedure that finds them in a faster way has a test that holds it to this one.
        """
        return [
            each
            for each in self.candidates(rules, state, frame, player)
            if not self.refusal(rules, state, frame, each.example())
        ]

    def refusal(self, rules: Ruleset, state: State, frame: F, action: Action) -> str:
        """Why an action is refused; "" if it is not."""
        raise NotImplementedError

    def perform(self, rules: Ruleset, state: State, frame: F, action: Action, log: Log) -> None:
        """Do what is not refused."""
        raise NotImplementedError

    def advance(self, rules: Ruleset, state: State, frame: F, log: Log) -> bool:
        """Do what leaves no choice; whether anything was done."""
        return False
