"""The procedures that ask somebody other than the one whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tetsudo.actions import Action, Answer, Descriptor, LayPrivateTile, Pass
from tetsudo.events import Event, Log
from tetsudo.rules import frames
from tetsudo.rules.offers import TAKE, accept, decline
from tetsudo.rules.powers.lays_tile import LaysTile
from tetsudo.rules.procedure import Procedure
from tetsudo.state import State, pop
from tetsudo.units import NOBODY, CompanyId, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


class Offer(Procedure):
    """The owner of a private or train says yes or no (1889 PBY-05, TRN-05)."""

    name = "offer"

    def actor(self, rules: Ruleset, state: State) -> PlayerId:
        return state.stack[-1][frames.ANSWERING]

    def company(self, rules: Ruleset, state: State) -> CompanyId:
        frame = state.stack[-1]
        return NOBODY if frame[frames.WHAT] == TAKE else frame[frames.BUYER]

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        return [Answer(player, 1), Answer(player, 0)] if player == self.actor(rules, state) else []

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        if action.player != self.actor(rules, state):
            return "not_your_turn"
        return "" if isinstance(action, Answer) else "must_answer"

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Answer)
        if action.accept:
            accept(rules, state, log)
        else:
            decline(state, log, action.player)


class FreeLay(Procedure):
    """The seller of a private may use its tile at once (1889 PRV-07), or more tiles follow the first of a use."""

    name = "free lay"

    def actor(self, rules: Ruleset, state: State) -> PlayerId:
        return state.stack[-1][frames.LAYER]

    def power(self, rules: Ruleset, state: State) -> LaysTile:
        """The power that is used."""
        power = rules.powers[state.stack[-1][frames.POWER]]
        assert isinstance(power, LaysTile)
        return power

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if player != self.actor(rules, state):
            return []
        power, laid = self.power(rules, state), state.stack[-1][frames.HEXES :]
        found: list[Descriptor] = [*power.lays(rules, state, player, laid)]
        return [*found, Pass(player)] if _may_stop(power, laid) else found

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        if action.player != self.actor(rules, state):
            return "not_your_turn"
        power, laid = self.power(rules, state), state.stack[-1][frames.HEXES :]
        if isinstance(action, Pass):
            return "" if _may_stop(power, laid) else "must_lay_rest"
        if not isinstance(action, LayPrivateTile) or action.private != power.private:
            return "only_free_lay"
        return power.lay_refusal(rules, state, action, laid)

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        power, laid = self.power(rules, state), state.stack[-1][frames.HEXES :]
        pop(state)
        if not laid:
            state.uses[power.id] -= 1
        if isinstance(action, LayPrivateTile):
            power.put(rules, state, action, log, laid)
        else:
            log.append(Event("passed", (action.player,)))


def _may_stop(power: LaysTile, laid: tuple[int, ...]) -> bool:
    """Whether a use may lay no more."""
    return not laid or power.rest in ("may", "asked")
