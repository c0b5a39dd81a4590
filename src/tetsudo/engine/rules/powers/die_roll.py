"""Chance decides for a power: it is waited for, and nobody can do anything meanwhile."""

from __future__ import annotations

from typing import Final

from tetsudo.core import events
from tetsudo.core.actions import Action, Chance, Descriptor
from tetsudo.core.events import Log
from tetsudo.core.frames import Draw
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State, pop, push

MOST_DRAWS: Final = 10_000
"""No power asks chance more often in a game."""


class Drawing(Procedure[Draw]):
    """Waits for what chance decides, and tells it to the power that has asked."""

    name = "chance"

    def actor(self, rules: Ruleset, state: State, frame: Draw) -> PlayerId:
        return NOBODY

    def candidates(self, rules: Ruleset, state: State, frame: Draw, player: PlayerId) -> tuple[Descriptor, ...]:
        return ()

    def refusal(self, rules: Ruleset, state: State, frame: Draw, action: Action) -> str:
        if not isinstance(action, Chance):
            return "chance_first"
        return "" if 1 <= action.result <= frame.sides else "chance_result"

    def perform(self, rules: Ruleset, state: State, frame: Draw, action: Action, log: Log) -> None:
        assert isinstance(action, Chance)
        pop(state)
        log.append(events.Drawn(action.result, frame.sides))
        rules.powers.all[frame.power].drawn(rules, state, action.result, log)


def ask_chance(state: State, power: Power[Ruleset], sides: int, number: int) -> None:
    """Let chance decide for a power, for the `number`-th time, from 0 on: the same one of a game is always the same."""
    push(state, Draw(power.id, sides, number))
