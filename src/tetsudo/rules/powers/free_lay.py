"""The procedure in which a private's tiles are laid at once."""

from __future__ import annotations

from tetsudo import events, frames
from tetsudo.actions import Action, Descriptor, LayPrivateTile, Pass
from tetsudo.events import Log
from tetsudo.rules.flow.procedure import Procedure
from tetsudo.rules.flow.stack import top_frame
from tetsudo.rules.powers.lays_tile import LaysTile
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State, pop
from tetsudo.units import PlayerId


class FreeLay(Procedure):
    """The seller of a private may use its tile at once (1889-PRV-07), or more tiles follow the first of a use."""

    name = "free lay"

    def actor(self, rules: Ruleset, state: State) -> PlayerId:
        return top_frame(state, frames.FreeLay).player

    def power(self, rules: Ruleset, state: State) -> LaysTile:
        """The power that is used."""
        power = rules.powers.all[top_frame(state, frames.FreeLay).power]
        assert isinstance(power, LaysTile)
        return power

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if player != self.actor(rules, state):
            return []
        power, laid = self.power(rules, state), top_frame(state, frames.FreeLay).laid
        found: list[Descriptor] = [*power.lays(rules, state, player, laid)]
        return [*found, Pass(player)] if _may_stop(power, laid) else found

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        if action.player != self.actor(rules, state):
            return "not_your_turn"
        power, laid = self.power(rules, state), top_frame(state, frames.FreeLay).laid
        if isinstance(action, Pass):
            return "" if _may_stop(power, laid) else "must_lay_rest"
        if not isinstance(action, LayPrivateTile) or action.private != power.private:
            return "only_free_lay"
        return power.lay_refusal(rules, state, action, laid)

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        power, laid = self.power(rules, state), top_frame(state, frames.FreeLay).laid
        pop(state)
        if not laid:
            state.uses[power.id] -= 1
        if isinstance(action, LayPrivateTile):
            power.put(rules, state, action, log, laid)
        else:
            log.append(events.Passed(action.player))


def _may_stop(power: LaysTile, laid: tuple[int, ...]) -> bool:
    """Whether a use may lay no more."""
    return not laid or power.rest in ("may", "asked")
