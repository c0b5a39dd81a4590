"""Order of companies' turns, and the start and end of a turn, in order or out of order."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.frames import Operating, Turn
from tetsudo.core.units import CompanyId
from tetsudo.engine.rules.flow.stack import current_turn, replace_top, top_frame
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import ends_game, operating_order, price_of
from tetsudo.engine.rules.tiles_and_tokens.tokens import place_homes
from tetsudo.engine.rules.turn_order.float_on_first_turn import float_or_skip
from tetsudo.engine.rules.turn_order.round_sequence import end_operating_round
from tetsudo.engine.state.ownership import clear_sales, president_of
from tetsudo.engine.state.state import (
    PRICE_REACHED,
    State,
    clear_declined,
    is_floated,
    pop,
    push,
    set_turn_number,
    turn_in_round,
)


def start_next_turn(rules: Ruleset, state: State, log: Log) -> None:
    """Start the next company's turn, or end the operating round, which is on top.

    To be called once nothing is left to do between turns.

    1889-EOR-01, 1888*-OR-09, 1890-10.3-e, 1890-10.8-a.
    """
    for company in operating_order(rules, state, rules.least_asked):
        if turn_in_round(state, company):
            continue
        if is_floated(state, company) or float_or_skip(rules, state, log, company):
            begin_turn(rules, state, log, company)
            return
    end_operating_round(rules, state, log)


def begin_turn(rules: Ruleset, state: State, log: Log, company: CompanyId, special: int = 0) -> None:
    """Start a company's turn; the operating round is on top. `special`: 1 for a turn out of order.

    The company does not act again in the round.
    """
    round = top_frame(state, Operating)
    begun = round.turns + 1
    replace_top(state, Operating(begun, round.silence))
    set_turn_number(state, company, begun)  # 1889-DIV-07, 1888*-OR-11, 1890-C.8.4-ab
    state.revenue = 0
    log.append(events.TurnBegan(president_of(state, company), company))
    if rules.settings.home_tokens == "turn":
        place_homes(rules, state, log, company)  # 1888*-HOM-01, 1888*-TOK-06, 1890-10.4.1-a
    push(state, Turn(company, special=special))


def is_special(state: State) -> bool:
    """True if the current turn is out of order."""
    turn = current_turn(state)
    return turn is not None and bool(turn.special)


def end_turn(rules: Ruleset, state: State, log: Log) -> None:
    """End a company's turn, and the game if the company has reached a price that ends it.

    1890-C.10.5-a.
    """
    company = top_frame(state, Turn).company
    for power in rules.powers.after_turns:
        power.turn_ended(state)
    clear_declined(state)
    clear_sales(state)
    state.revenue = 0
    pop(state)
    if ends_game(rules, price_of(rules, state, company)):
        state.ended = PRICE_REACHED
        log.append(events.GameEnded(state.ended))
