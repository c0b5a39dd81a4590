"""Par price set outside a share purchase: at once, by the buyer of a private or minor."""

from __future__ import annotations

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Descriptor, Par
from tetsudo.core.events import Log
from tetsudo.core.units import CompanyId, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.floating import set_par, take_presidency
from tetsudo.engine.state.state import State, pop


class SetPar(Procedure[frames.SetPar]):
    """Choice of one company's par price by one player; the president's certificate may come with it, free.

    1890-9.4-a, 1890-9.4-b, 1890-C.8.1-k.
    """

    name = "par"

    def actor(self, rules: Ruleset, state: State, frame: frames.SetPar) -> PlayerId:
        return frame.player

    def company(self, rules: Ruleset, state: State, frame: frames.SetPar) -> CompanyId:
        return frame.company

    def candidates(self, rules: Ruleset, state: State, frame: frames.SetPar, player: PlayerId) -> list[Descriptor]:
        return [Par(player, frame.company, par) for par in rules.pars[frame.company]]

    def refusal(self, rules: Ruleset, state: State, frame: frames.SetPar, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        company = frame.company
        if type(action) is not Par or action.company != company:
            return "must_set_par"
        return "" if action.price in rules.pars[company] else "par_price"

    def perform(self, rules: Ruleset, state: State, frame: frames.SetPar, action: Action, log: Log) -> None:
        assert isinstance(action, Par)
        with_presidency = frame.presidency
        pop(state)
        set_par(rules, state, log, action.company, action.price)
        log.append(events.ParSet(action.player, action.company, action.price))
        if with_presidency:
            take_presidency(rules, state, log, action.player, action.company)
