"""Windows between the turns of an operating round, before the first and after the last.

Whatever is due between turns happens automatically. Then the players who may declare something are asked, one after
another. A player who passes is not asked again before the next declaration or turn or, at their request, for the rest
of this round and phase.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Convert, Descriptor, Join, Pass, PassRound
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import frame_below, replace_below, replace_top, top_frame
from tetsudo.engine.rules.rounds.minors.conversion import convert, convert_due_minors
from tetsudo.engine.rules.rounds.minors.formation import begin_first_turn, declare, join, join_due_minors, join_refusal
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.company_order import start_next_turn
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, is_floated, pop, push


def run_between_turns(rules: Ruleset, state: State, log: Log) -> bool:
    """Handle what comes between two turns, with the operating round on top; True if anything did (1890-C.8.3-d)."""
    if join_due_minors(rules, state, log) or convert_due_minors(rules, state, log):
        return True
    passed = _round_passes(state, top_frame(state, frames.Operating))
    if _next_declarer(rules, state, passed) == NOBODY:
        return False
    push(state, frames.Window(passed))
    return True


def _round_passes(state: State, round: frames.Operating) -> int:
    """Bits of the players who have passed for an operating round, as long as the phase lasts."""
    return round.silence.players if round.silence and round.silence.phase == state.phase else 0


def _declarations(rules: Ruleset, state: State) -> list[Join | Convert]:
    """Declarations that the owner of each operating minor might make, in the order of data."""
    found: list[Join | Convert] = []
    for minor in rules.member_of:
        if is_floated(state, minor):
            found.append(Join(president_of(state, minor), minor))
    for minor in rules.conversions:
        if is_floated(state, minor):
            found.append(Convert(president_of(state, minor), minor))
    return found


def _declaration_refusal(rules: Ruleset, state: State, action: Join | Convert) -> str:
    """Refusal code of a declaration now, even if it is not the player's turn to declare; "" if allowed."""
    forming = isinstance(state.stack[-1], frames.FormationWindow)
    if type(action) is Join:
        code = join_refusal(rules, state, action.company)
        is_asked = forming or rules.settings.joins == "between"
    else:
        code = "" if action.company in rules.conversions and is_floated(state, action.company) else "not_in_window"
        is_asked = not forming and rules.settings.conversions == "round"
    if code:
        return code
    if president_of(state, action.company) != action.player:
        return "not_president"
    return "" if is_asked else "not_in_window"


def _next_declarer(rules: Ruleset, state: State, passed: int) -> PlayerId:
    """First player who may declare something and has not passed; NOBODY if none."""
    for action in _declarations(rules, state):
        if not _declaration_refusal(rules, state, action) and not passed >> action.player & 1:
            return action.player
    return NOBODY


AnyWindow: TypeAlias = frames.Window | frames.FormationWindow


class Window(Procedure[AnyWindow]):
    """Window in which owners of minors declare a merger or a conversion, or pass."""

    name = "window"
    passes: ClassVar[tuple[type[Action], ...]] = (Pass, PassRound)

    def actor(self, rules: Ruleset, state: State, frame: AnyWindow) -> PlayerId:
        return _next_declarer(rules, state, frame.passed)

    def candidates(self, rules: Ruleset, state: State, frame: AnyWindow, player: PlayerId) -> list[Descriptor]:
        return [
            *(each for each in _declarations(rules, state) if each.player == player),
            *(kind(player) for kind in self.passes),
        ]

    def refusal(self, rules: Ruleset, state: State, frame: AnyWindow, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        if type(action) in self.passes:
            return ""
        return _declaration_refusal(rules, state, action) if isinstance(action, Join | Convert) else "not_in_window"

    def perform(self, rules: Ruleset, state: State, frame: AnyWindow, action: Action, log: Log) -> None:
        if type(action) is Join:
            self.merge(rules, state, log, action.company)
            return
        if type(action) is Convert:
            pop(state)
            convert(rules, state, log, action.company)
            return
        bit = 1 << action.player
        replace_top(state, frame.replaced(passed=frame.passed | bit))
        if type(action) is PassRound:
            round = frame_below(state, frames.Operating)
            silence = frames.RoundPasses(state.phase, _round_passes(state, round) | bit)
            replace_below(state, frames.Operating(round.turns, silence))
        happened = events.PassedRound if type(action) is PassRound else events.Passed
        log.append(happened(action.player))

    def merge(self, rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
        """Merge a minor. Players who passed only this window are then asked again."""
        pop(state)
        declare(rules, state, log, minor)

    def advance(self, rules: Ruleset, state: State, frame: AnyWindow, log: Log) -> bool:
        if self.actor(rules, state, frame) != NOBODY:
            return False
        pop(state)
        start_next_turn(rules, state, log)
        return True


class FormationWindow(Window):
    """Formation of a company: other minors merge at once or when asked, then it takes a turn out of order."""

    name = "forming"
    passes = (Pass,)

    def company(self, rules: Ruleset, state: State, frame: AnyWindow) -> CompanyId:
        assert isinstance(frame, frames.FormationWindow)
        return frame.company

    def merge(self, rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
        join(rules, state, log, minor)

    def advance(self, rules: Ruleset, state: State, frame: AnyWindow, log: Log) -> bool:
        if join_due_minors(rules, state, log):  # 1890-C.8.4-w
            return True
        if self.actor(rules, state, frame) != NOBODY:
            return False
        company = self.company(rules, state, frame)
        pop(state)
        begin_first_turn(rules, state, log, company)
        return True
