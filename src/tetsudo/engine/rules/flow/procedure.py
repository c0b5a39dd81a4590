"""Interface of procedures. A procedure is stateless: its frame on the stack holds the state."""

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
    """A procedure on top of the stack, which asks a player for a decision. Each method receives its frame."""

    name: ClassVar[str] = ""

    def activity(self, rules: Ruleset, frame: F) -> str:
        """Name of the current activity, in a word or two."""
        return self.name

    def actor(self, rules: Ruleset, state: State, frame: F) -> PlayerId:
        """Player to act; NOBODY if none."""
        raise NotImplementedError

    def company(self, rules: Ruleset, state: State, frame: F) -> CompanyId:
        """Company for which the player acts; NOBODY if none."""
        return NOBODY

    def candidates(self, rules: Ruleset, state: State, frame: F, player: PlayerId) -> Iterable[Descriptor]:
        """Actions that a player might try here, legal or not: for each thing, an action or a range of amounts.

        Actions on a hex of the map come hex by hex (`candidates_on`).
        """
        raise NotImplementedError

    def candidates_on(
        self, rules: Ruleset, state: State, frame: F, player: PlayerId, hex: HexId
    ) -> Iterable[Descriptor]:
        """Actions that a player might try on a hex here, legal or not."""
        return ()

    def listing(self, rules: Ruleset, state: State, frame: F, player: PlayerId) -> list[Descriptor]:
        """Legal actions of a player here: the candidates that are not refused.

        A procedure with a faster method has a test that checks it against this one.
        """
        return [
            each
            for each in self.candidates(rules, state, frame, player)
            if not self.refusal(rules, state, frame, each.example())
        ]

    def refusal(self, rules: Ruleset, state: State, frame: F, action: Action) -> str:
        """Refusal code of an action; "" if it is legal."""
        raise NotImplementedError

    def perform(self, rules: Ruleset, state: State, frame: F, action: Action, log: Log) -> None:
        """Apply a legal action."""
        raise NotImplementedError

    def advance(self, rules: Ruleset, state: State, frame: F, log: Log) -> bool:
        """Perform a forced step, if there is one. Return True if anything was done."""
        return False
