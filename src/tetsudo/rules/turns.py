"""How a company's turn begins and ends, in its order or out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tetsudo.events import Event, Log
from tetsudo.rules import frames
from tetsudo.rules.tokens import place_homes
from tetsudo.state import State, pop, president_of, push

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset
    from tetsudo.units import CompanyId


def begin_turn(rules: Ruleset, state: State, log: Log, company: CompanyId, special: int = 0) -> None:
    """Let a company act; the operating round is on top. `special`: 1 for a turn out of order.

    It does not act again in the round.
    """
    begun = state.stack[-1][frames.TURNS] + 1
    frames.replace_top(state, frames.OPERATING, begun)
    state.acted[company] = begun
    state.revenue = 0
    log.append(Event("turn_began", (president_of(state, company), company)))
    if rules.numbers.home_tokens == "turn":
        place_homes(rules, state, log, company)
    push(state, (frames.TURN, company, 0, 0, special, 0))


def end_turn(state: State) -> None:
    """A company's turn is over."""
    state.declined.clear()
    state.sold[:] = [0] * state.players
    state.revenue = 0
    pop(state)
