"""Random events for powers. The game waits for the result, and no player can act meanwhile."""

from __future__ import annotations

from typing import Final

from tetsudo.core import events
from tetsudo.core.actions import Action, Chance, Descriptor
from tetsudo.core.events import Log
from tetsudo.core.frames import PendingDieRoll
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State, pop, push

MAX_DIE_ROLLS: Final = 10_000
"""Maximum number of random events per power in a game."""


class DieRoll(Procedure[PendingDieRoll]):
    """Procedure that waits for a random result and passes it to the power that asked."""

    name = "chance"

    def actor(self, rules: Ruleset, state: State, frame: PendingDieRoll) -> PlayerId:
        return NOBODY

    def candidates(
        self, rules: Ruleset, state: State, frame: PendingDieRoll, player: PlayerId
    ) -> tuple[Descriptor, ...]:
        return ()

    def refusal(self, rules: Ruleset, state: State, frame: PendingDieRoll, action: Action) -> str:
        if type(action) is not Chance:
            return "chance_first"
        return "" if 1 <= action.result <= frame.sides else "chance_result"

    def perform(self, rules: Ruleset, state: State, frame: PendingDieRoll, action: Action, log: Log) -> None:
        assert isinstance(action, Chance)
        pop(state)
        log.append(events.Drawn(action.result, frame.sides))
        rules.powers.all[frame.power].drawn(rules, state, action.result, log)


def request_die_roll(state: State, power: Power[Ruleset], sides: int, number: int) -> None:
    """Ask for a random result for a power.

    `number` counts its results from 0. In a game, the same number always gives the same result.
    """
    push(state, PendingDieRoll(power.id, sides, number))
