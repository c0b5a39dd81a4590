"""Moves of a finished game, each with the positions around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.events import Log, TurnBegan
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, CompanyId, OwnerId, TrainId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.game.game import Game
from tetsudo.titles.data.clauses import clauses_of_findings


class Step(NamedTuple):
    """A move: its index in the record, its action and events, and the positions before and after it."""

    move: int
    action: Action
    events: Log
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Past:
    """Rules and moves of a finished game. `end`: final position."""

    rules: Ruleset
    steps: tuple[Step, ...]
    end: State
    payments: dict[int, Counter[OwnerId]] = field(default_factory=dict, compare=False)
    """Payments of moves that were asked for already."""

    def clause(self, code: str) -> str:
        """Clause of the title's rules behind a refusal code; "" if there is none."""
        return self.rules.setup.clauses.get(code, "")

    def finding_clause(self, kind: str) -> str:
        """Clause of the title's rules behind a kind of finding that is no refusal; "" if there is none."""
        return clauses_of_findings(self.rules.setup.title).get(kind, "")


def past_of(game: Game) -> Past:
    """Past of a finished game. Raises BadInput if the game is still running, or does not know all of its past."""
    if not game.is_over:
        raise BadInput("This game is still running. Review it once it is over.")
    if game.known_from:
        raise BadInput("The history of this game begins at action {first}.", first=game.known_from)
    moments = game.moments()
    if any(moment.before is None for moment in moments):
        *_, game = game.replay()
        moments = game.moments()
    positions = [moment.before for moment in moments if moment.before is not None]
    after = [*positions[1:], game.state]
    steps = (
        Step(moment.index, moment.action, moment.events, before, then)
        for moment, before, then in zip(moments, positions, after, strict=True)
    )
    return Past(game.ruleset, tuple(steps), game.state)


def turn_at(past: Past, step: Step) -> tuple[CompanyId, str]:
    """Company in turn and the name of its step at the decision of a move; NOBODY and "" outside of turns."""
    frame = step.before.stack[-1]
    return (frame.company, past.rules.settings.steps[frame.step]) if isinstance(frame, Turn) else (NOBODY, "")


def company_turns(past: Past) -> Iterator[tuple[CompanyId, list[Step]]]:
    """Turns of companies in order, each with the moves decided in it, those of other procedures left out."""
    current: dict[CompanyId, list[Step]] = {}
    turns: list[tuple[CompanyId, list[Step]]] = []
    for step in past.steps:
        company, _ = turn_at(past, step)
        if company != NOBODY:
            if company not in current:
                current[company] = []
                turns.append((company, current[company]))
            current[company].append(step)
        for event in step.events:
            if isinstance(event, TurnBegan):
                current.pop(event.company, None)
    yield from turns


def has_rusted(past: Past, state: State, train: TrainId) -> bool:
    """True if a kind of train has rusted by a position."""
    rusted_by = past.rules.setup.trains[train].rusted_by
    return rusted_by != NOBODY and past.rules.phase_of_train[rusted_by] <= state.phase
