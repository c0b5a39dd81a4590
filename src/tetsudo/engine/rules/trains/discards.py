"""Discarding of trains above the limit (1889-TRN-10)."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, DiscardTrain
from tetsudo.core.events import Log
from tetsudo.core.frames import Discard
from tetsudo.core.units import CompanyId, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.trains.depot import over_train_limit
from tetsudo.engine.state.ownership import company_trains, move_train, president_of, train_count
from tetsudo.engine.state.state import DISCARDED, State, pop


class Discards(Procedure[Discard]):
    """Discard: companies over the train limit discard trains, in any order (1889-TRN-10, 1888*-TRN-27, 1890-12.2-b)."""

    name = "discard"

    def actor(self, rules: Ruleset, state: State, frame: Discard) -> PlayerId:
        return president_of(state, over_train_limit(rules, state)[0])

    def company(self, rules: Ruleset, state: State, frame: Discard) -> CompanyId:
        return over_train_limit(rules, state)[0]

    def candidates(self, rules: Ruleset, state: State, frame: Discard, player: PlayerId) -> list[Descriptor]:
        return [
            DiscardTrain(player, company, train)
            for company in over_train_limit(rules, state)
            for train in dict.fromkeys(company_trains(state, company))
        ]

    def refusal(self, rules: Ruleset, state: State, frame: Discard, action: Action) -> str:
        if type(action) is not DiscardTrain:
            return "must_discard"
        if action.company not in over_train_limit(rules, state):
            return "no_discard"
        if president_of(state, action.company) != action.player:
            return "not_president"
        return "" if train_count(state, action.train, action.company) else "no_such_train"

    def perform(self, rules: Ruleset, state: State, frame: Discard, action: Action, log: Log) -> None:
        assert isinstance(action, DiscardTrain)
        move_train(state, action.train, action.company, state.companies + DISCARDED)  # 1890-3.12.3-a, 1890-12.2-c
        log.append(events.TrainDiscarded(action.company, action.train))

    def advance(self, rules: Ruleset, state: State, frame: Discard, log: Log) -> bool:
        if over_train_limit(rules, state):
            return False
        pop(state)
        return True
