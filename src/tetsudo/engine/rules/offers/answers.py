"""Procedure that asks the owner of a private or train to answer an offer."""

from __future__ import annotations

from tetsudo.core import frames
from tetsudo.core.actions import Action, Answer, Descriptor
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.offers.offers import accept, decline
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State


class Offer(Procedure[frames.Offer]):
    """Offer: the owner of a private or train accepts or declines (1889-PBY-05, 1889-TRN-05)."""

    name = "offer"

    def actor(self, rules: Ruleset, state: State, frame: frames.Offer) -> PlayerId:
        return frame.answering

    def company(self, rules: Ruleset, state: State, frame: frames.Offer) -> CompanyId:
        offer = frame
        return NOBODY if offer.what == frames.TAKE else offer.buyer

    def candidates(self, rules: Ruleset, state: State, frame: frames.Offer, player: PlayerId) -> list[Descriptor]:
        return [*rules.answering[player]]

    def listing(self, rules: Ruleset, state: State, frame: frames.Offer, player: PlayerId) -> list[Descriptor]:
        return [*rules.answering[player]] if player == frame.answering else []

    def refusal(self, rules: Ruleset, state: State, frame: frames.Offer, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        return "" if type(action) is Answer else "must_answer"

    def perform(self, rules: Ruleset, state: State, frame: frames.Offer, action: Action, log: Log) -> None:
        assert isinstance(action, Answer)
        if action.accept:
            accept(rules, state, log)
        else:
            decline(state, log, action.player)
