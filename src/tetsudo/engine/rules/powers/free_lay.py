"""Procedure that lays a private's tiles at once."""

from __future__ import annotations

from collections.abc import Iterable

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, Pass
from tetsudo.core.events import Log
from tetsudo.core.units import HexId, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State, pop


class FreeLay(Procedure[frames.FreeLay]):
    """Free lay: the seller of a private uses its tile at once (1889-PRV-07), or a use goes on after its first tile."""

    name = "free lay"

    def actor(self, rules: Ruleset, state: State, frame: frames.FreeLay) -> PlayerId:
        return frame.player

    def power(self, rules: Ruleset, frame: frames.FreeLay) -> LaysTile:
        """Power in use."""
        power = rules.powers.all[frame.power]
        assert isinstance(power, LaysTile)
        return power

    def candidates(self, rules: Ruleset, state: State, frame: frames.FreeLay, player: PlayerId) -> tuple[Pass]:
        return (Pass(player),)

    def candidates_on(
        self, rules: Ruleset, state: State, frame: frames.FreeLay, player: PlayerId, hex: HexId
    ) -> Iterable[Descriptor]:
        return self.power(rules, frame).candidates_on(rules, player, hex)

    def listing(self, rules: Ruleset, state: State, frame: frames.FreeLay, player: PlayerId) -> list[Descriptor]:
        if player != frame.player:
            return []
        lays = self.power(rules, frame).lays(rules, state, player, frame.laid)
        return [*lays, *super().listing(rules, state, frame, player)]

    def refusal(self, rules: Ruleset, state: State, frame: frames.FreeLay, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        power, laid = self.power(rules, frame), frame.laid
        if type(action) is Pass:
            return "" if _may_end_use(power, laid) else "must_lay_rest"
        if type(action) is not LayPrivateTile or action.private != power.private:
            return "only_free_lay"
        return power.lay_refusal(rules, state, action, laid)

    def perform(self, rules: Ruleset, state: State, frame: frames.FreeLay, action: Action, log: Log) -> None:
        power, laid = self.power(rules, frame), frame.laid
        pop(state)
        if not laid:
            power.remember(state, power.remembered(state) - 1)
        if type(action) is LayPrivateTile:
            power.perform_lay(rules, state, action, log, laid)
        else:
            log.append(events.Passed(action.player))


def may_be_interrupted(rules: Ruleset, frame: frames.FreeLay) -> bool:
    """True if other tiles may be laid before the rest of a use; no rule forbids it (1888*-CW-03)."""
    power = rules.powers.all[frame.power]
    assert isinstance(power, LaysTile)
    return power.when == "turn" and bool(frame.laid) and _may_end_use(power, frame.laid)


def _may_end_use(power: LaysTile, laid: tuple[int, ...]) -> bool:
    """True if a use may end without another tile."""
    return not laid or power.rest in ("may", "asked")
