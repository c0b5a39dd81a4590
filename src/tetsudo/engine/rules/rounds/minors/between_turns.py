"""Windows between the turns of an operating round, before the first and after the last.

Whatever is due between turns happens automatically. Then the players who may declare something are asked, one after
another. A player who passes is not asked again before the next declaration or turn or, at their request, for the rest
of this round and phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Convert, Descriptor, Join, Pass, PassRound
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import frame_below, replace_below, replace_top, top_frame
from tetsudo.engine.rules.rounds.minors.conversion import convert, convert_what_must
from tetsudo.engine.rules.rounds.minors.formation import begin_first_turn, declare, join, join_refusal, join_what_must
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.company_order import go_on
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, is_floated, pop, push


def between_turns(rules: Ruleset, state: State, log: Log) -> bool:
    """Handle what comes between two turns, with the operating round on top; True if anything did (1890-C.8.3-d)."""
    if join_what_must(rules, state, log) or convert_what_must(rules, state, log):
        return True
    passed = _silent(state, top_frame(state, frames.Operating))
    if _asked(rules, state, passed) == NOBODY:
        return False
    push(state, frames.Window(passed))
    return True


def _silent(state: State, round: frames.Operating) -> int:
    """Bits of the players who have passed for an operating round, as long as the phase lasts."""
    return round.silence.players if round.silence and round.silence.phase == state.phase else 0


def _declarations(rules: Ruleset, state: State) -> Iterator[Join | Convert]:
    """Declarations that each minor's owner might make, in the order of data."""
    for minor in rules.member_of:
        yield Join(president_of(state, minor), minor)
    for minor in rules.conversions:
        yield Convert(president_of(state, minor), minor)


def _declaration_refusal(rules: Ruleset, state: State, action: Join | Convert) -> str:
    """Refusal code of a declaration now, even if it is not the player's turn to declare; "" if allowed."""
    forming = isinstance(state.stack[-1], frames.Forming)
    if isinstance(action, Join):
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


def _asked(rules: Ruleset, state: State, passed: int) -> PlayerId:
    """First player who may declare something and has not passed; NOBODY if none."""
    for action in _declarations(rules, state):
        if not _declaration_refusal(rules, state, action) and not passed >> action.player & 1:
            return action.player
    return NOBODY


Asking: TypeAlias = frames.Window | frames.Forming


class Window(Procedure[Asking]):
    """Window in which owners of minors declare a merger or a conversion, or pass."""

    name = "window"
    passes: ClassVar[tuple[type[Action], ...]] = (Pass, PassRound)

    def actor(self, rules: Ruleset, state: State, frame: Asking) -> PlayerId:
        return _asked(rules, state, frame.passed)

    def candidates(self, rules: Ruleset, state: State, frame: Asking, player: PlayerId) -> list[Descriptor]:
        return [
            *(each for each in _declarations(rules, state) if each.player == player),
            *(kind(player) for kind in self.passes),
        ]

    def refusal(self, rules: Ruleset, state: State, frame: Asking, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        if type(action) in self.passes:
            return ""
        return _declaration_refusal(rules, state, action) if isinstance(action, Join | Convert) else "not_in_window"

    def perform(self, rules: Ruleset, state: State, frame: Asking, action: Action, log: Log) -> None:
        if isinstance(action, Join):
            self.declared(rules, state, log, action.company)
            return
        if isinstance(action, Convert):
            pop(state)
            convert(rules, state, log, action.company)
            return
        bit = 1 << action.player
        replace_top(state, frame._replace(passed=frame.passed | bit))
        if isinstance(action, PassRound):
            round = frame_below(state, frames.Operating)
            silence = frames.Silence(state.phase, _silent(state, round) | bit)
            replace_below(state, round._replace(silence=silence))
        happened = events.PassedRound if isinstance(action, PassRound) else events.Passed
        log.append(happened(action.player))

    def declared(self, rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
        """Merge a minor. Players who passed only this window are then asked again."""
        pop(state)
        declare(rules, state, log, minor)

    def advance(self, rules: Ruleset, state: State, frame: Asking, log: Log) -> bool:
        if self.actor(rules, state, frame) != NOBODY:
            return False
        pop(state)
        go_on(rules, state, log)
        return True


class Formation(Window):
    """Formation of a company: other minors merge at once or when asked, then it takes a turn out of order."""

    name = "forming"
    passes = (Pass,)

    def company(self, rules: Ruleset, state: State, frame: Asking) -> CompanyId:
        assert isinstance(frame, frames.Forming)
        return frame.company

    def declared(self, rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
        join(rules, state, log, minor)

    def advance(self, rules: Ruleset, state: State, frame: Asking, log: Log) -> bool:
        if join_what_must(rules, state, log):  # 1890-C.8.4-w
            return True
        if self.actor(rules, state, frame) != NOBODY:
            return False
        company = self.company(rules, state, frame)
        pop(state)
        begin_first_turn(rules, state, log, company)
        return True
