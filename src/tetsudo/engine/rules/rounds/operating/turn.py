"""Operating rounds: each company's turn, step by step.

The next to act is the highest company that has not acted, determined anew after each turn. A turn goes through the
title's steps; a step with nothing to do is skipped automatically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tetsudo.core import events
from tetsudo.core.actions import Action, Bankrupt, BuyPrivate, Convert, Descriptor, DiscardTrain, Join, Pass
from tetsudo.core.events import Log
from tetsudo.core.frames import Operating, Turn
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId
from tetsudo.engine.rules.emergency.bankruptcy import bankrupt_refusal, go_bankrupt
from tetsudo.engine.rules.emergency.funds import must_buy_after_sale
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.flow.step import Step, next_step
from tetsudo.engine.rules.flow.visibility import public_state
from tetsudo.engine.rules.rounds.minors.between_turns import run_between_turns
from tetsudo.engine.rules.rounds.minors.conversion import convert, convert_refusal
from tetsudo.engine.rules.rounds.minors.formation import declare, join_refusal
from tetsudo.engine.rules.rounds.operating.buy_privates import (
    PrivateStep,
    offer_refusal,
    private_candidates,
    private_offers,
    propose_private,
)
from tetsudo.engine.rules.rounds.operating.buy_trains import TrainStep
from tetsudo.engine.rules.rounds.operating.choose_home import HomeStep
from tetsudo.engine.rules.rounds.operating.dividend import DividendStep
from tetsudo.engine.rules.rounds.operating.lay_track import TrackStep
from tetsudo.engine.rules.rounds.operating.place_token import TokenStep
from tetsudo.engine.rules.rounds.operating.run import RunStep
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.trains.depot import must_buy
from tetsudo.engine.rules.turn_order.company_order import end_turn, start_next_turn
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, is_floated

STEPS: Final[dict[str, Step]] = {
    step.name: step
    for step in (HomeStep(), TrackStep(), TokenStep(), RunStep(), DividendStep(), TrainStep(), PrivateStep())
}
"""Steps that a title may put in a turn, by the name that its data use."""


class OperatingRound(Procedure[Operating]):
    """Operating round: starts the next company's turn, or ends the round."""

    name = "operating"

    def actor(self, rules: Ruleset, state: State, frame: Operating) -> PlayerId:
        return NOBODY

    def candidates(self, rules: Ruleset, state: State, frame: Operating, player: PlayerId) -> tuple[Descriptor, ...]:
        return ()

    def refusal(self, rules: Ruleset, state: State, frame: Operating, action: Action) -> str:
        return "not_your_turn"

    def advance(self, rules: Ruleset, state: State, frame: Operating, log: Log) -> bool:
        if rules.has_windows and run_between_turns(rules, state, log):
            return True
        start_next_turn(rules, state, log)
        return True


class CompanyTurn(Procedure[Turn]):
    """A company's turn: its president goes through the steps (1889-OR-07, 1889-OR-08)."""

    name = "turn"

    def actor(self, rules: Ruleset, state: State, frame: Turn) -> PlayerId:
        # 1889-BUY-13, 1888*-CO-03, 1888*-GEN-03, 1888*-OR-01, 1890-3.4-a, 1890-11.4.1-a
        return president_of(state, frame.company)

    def company(self, rules: Ruleset, state: State, frame: Turn) -> CompanyId:
        return frame.company

    def activity(self, rules: Ruleset, frame: Turn) -> str:
        return self.step(rules, frame).name

    def step(self, rules: Ruleset, frame: Turn) -> Step:
        """Current step."""
        return STEPS[rules.steps[frame.step]]

    def candidates(self, rules: Ruleset, state: State, frame: Turn, player: PlayerId) -> Iterator[Descriptor]:
        yield Pass(player)
        yield from self.step(rules, frame).candidates(rules, state, frame.company, player)
        yield from private_candidates(rules, state, frame.company, player)
        yield from _declarations(rules, frame.company, player)

    def candidates_on(
        self, rules: Ruleset, state: State, frame: Turn, player: PlayerId, hex: HexId
    ) -> Iterable[Descriptor]:
        return self.step(rules, frame).candidates_on(rules, state, frame.company, player, hex)

    def listing(self, rules: Ruleset, state: State, frame: Turn, player: PlayerId) -> list[Descriptor]:
        company = frame.company
        if player != president_of(state, company):
            return []
        step = self.step(rules, frame)
        found = step.listing(rules, state, company, player)
        found += private_offers(rules, state, company, player)
        if not step.pass_refusal(rules, state, company):
            found.append(rules.passing[player])
        if company in rules.joining_in_turn and not _join_refusal(rules, state, company, company):
            found.append(Join(player, company))
        if not convert_refusal(rules, state, company):
            found.append(Convert(player, company))
        if not bankrupt_refusal(rules, state, company):
            found.append(Bankrupt(player, company))
        return found

    def refusal(self, rules: Ruleset, state: State, frame: Turn, action: Action) -> str:
        company = frame.company
        if action.player != president_of(state, company):
            return "not_president"
        if type(action) is Join:
            return _join_refusal(rules, state, company, action.company)
        step = self.step(rules, frame)
        if type(action) is Pass:
            return step.pass_refusal(rules, state, company)
        if getattr(action, "company", company) != company and type(action) not in step.actions_of_others:
            return "not_its_turn"  # 1888*-TRN-23, 1888*-TRN-24
        if type(action) in step.actions:
            return step.refusal(rules, state, company, action)
        if type(action) is BuyPrivate:
            return offer_refusal(rules, state, company, action)
        if type(action) is Bankrupt:
            return bankrupt_refusal(rules, state, company)
        if type(action) is Convert:
            return convert_refusal(rules, state, company)
        return "no_discard" if type(action) is DiscardTrain else "not_this_step"  # 1888*-TRN-25

    def perform(self, rules: Ruleset, state: State, frame: Turn, action: Action, log: Log) -> None:
        if not frame.begun:
            replace_top(state, frame.after_start())
        company = frame.company
        step = self.step(rules, frame)
        if type(action) is Pass:
            log.append(events.StepPassed(action.player, company, frame.step))
            next_step(state)
        elif type(action) is BuyPrivate:
            propose_private(rules, state, log, action)
        elif type(action) is Join:
            end_turn(rules, state, log)
            declare(rules, state, log, action.company)
        elif type(action) is Convert:
            convert(rules, state, log, action.company)
        elif type(action) is Bankrupt:
            go_bankrupt(rules, state, log, company)
        else:
            step.perform(rules, state, company, action, log)

    def advance(self, rules: Ruleset, state: State, frame: Turn, log: Log) -> bool:
        company, number = frame.company, frame.step
        if not is_floated(state, company):  # 1890-7.4-i, 1890-11.4.2-d
            end_turn(rules, state, log)
            return True
        if number == len(rules.steps):
            _end_unless_train_is_due(rules, state, log, company)
            return True
        step = STEPS[rules.steps[number]]
        if step.perform_forced(rules, state, company, log):
            return True
        if step.has_decision(rules, public_state(rules, state), company):
            return False
        step.skip(rules, state, company, log)
        next_step(state)
        return True


def _declarations(rules: Ruleset, company: CompanyId, player: PlayerId) -> Iterator[Action]:
    """Declarations that the president of a company might make at any point of its turn."""
    if company in rules.joining_in_turn:
        yield Join(player, company)
    if company in rules.conversions:
        yield Convert(player, company)
    yield Bankrupt(player, company)


def _join_refusal(rules: Ruleset, state: State, company: CompanyId, joining: CompanyId) -> str:
    """Refusal code for the merger of the company in turn, or of another, now; "" if allowed."""
    if rules.settings.joins != "turn":
        return "join_between_turns"
    if joining != company:
        return "not_its_turn"
    return "sale_pays_bank" if must_buy_after_sale(rules, state, company) else join_refusal(rules, state, company)


def _end_unless_train_is_due(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """End a turn, or return to the train step if a later tile means that the company must buy a train."""
    if must_buy(rules, state, company):
        replace_top(state, top_frame(state, Turn).at_step(rules.steps.index("trains")))
    else:
        end_turn(rules, state, log)
