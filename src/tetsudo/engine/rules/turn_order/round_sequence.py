"""Sequence of rounds: a stock round, its operating rounds, the next turn, the end of the game.

A turn is a stock round and the operating rounds after it (1889-GEN-02).
"""

from __future__ import annotations

from typing import Final

from tetsudo.core import events, frames
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules.privates.income import pay_privates
from tetsudo.engine.rules.privates.lots import reduce_lots, top_lot
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import operating_order
from tetsudo.engine.rules.tiles_and_tokens.tokens import place_due_homes, place_homes
from tetsudo.engine.rules.trains.depot import export_train, over_train_limit
from tetsudo.engine.rules.turn_order.float_on_first_turn import may_operate
from tetsudo.engine.state.state import (
    AUCTION_ROUND,
    BANK_BROKE,
    LAST_TURN,
    OPERATING_ROUND,
    STOCK_ROUND,
    State,
    push,
    set_turn_numbers,
)

MAX_TURNS: Final = 1000
"""Maximum number of turns, even without a turn limit: if no player can act, turns follow each other automatically."""


def _begin_game_turn(rules: Ruleset, state: State, log: Log) -> None:
    """Start the game's next turn, with a stock round or, while lots are left, with the auction.

    The auction comes before the first turn, or belongs to it and to the turns in which it continues; then some lots are
    cheaper than in the turn before (1890-9.3.1-a).

    1890-9.3-c.
    """
    if top_lot(rules, state) == NOBODY:
        state.turn += 1
        begin_stock_round(rules, state, log)
        return
    state.round = AUCTION_ROUND
    state.operating_round = 0
    state.stack = (frames.Auction(state.priority, 0),)
    log.append(events.AuctionBegan())
    if rules.settings.auction_turn:
        state.turn += 1
        reduce_lots(rules, state, log)  # 1890-9.3.1-a


def begin_stock_round(rules: Ruleset, state: State, log: Log) -> None:
    """Start the turn's stock round with the holder of the priority deal (1890-3.12.2-a)."""
    state.round = STOCK_ROUND
    state.operating_round = 0
    state.stack = (frames.Stock(state.priority),)  # 1889-SR-01, 1888*-SR-08, 1890-8.1-a
    log.append(events.StockRoundBegan(state.turn))


def begin_operating_rounds(rules: Ruleset, state: State, log: Log) -> None:
    """Start a set of operating rounds; their number is fixed now.

    1889-ESR-04, 1889-PHS-10, 1889-PHS-11, 1888*-GEN-02, 1888*-OR-02, 1888*-OR-03, 1888*-OR-04, 1890-5-q, 1890-5-ab,
    1890-10-b.
    """
    state.operating_rounds = rules.setup.phases[state.phase].operating_rounds
    state.operating_round = 0
    _begin_round(rules, state, log)


def _begin_round(rules: Ruleset, state: State, log: Log) -> None:
    state.round = OPERATING_ROUND  # 1890-3.12.2-a
    state.operating_round += 1
    state.stack = (frames.Operating(),)
    log.append(events.OperatingRoundBegan(state.turn, state.operating_round))
    # 1889-EOR-03, 1890-10.8-a
    set_turn_numbers(state, [0 if may_operate(rules, state, company) else NOBODY for company in range(state.companies)])
    pay_privates(rules, state, log)  # 1888*-OR-05
    place_due_homes(rules, state, log)
    if rules.settings.home_tokens == "round":
        for company in operating_order(rules, state):
            place_homes(rules, state, log, company)


def _is_last_turn(rules: Ruleset, state: State) -> bool:
    """True if the turn is the last one that the rules allow (1890-5-d)."""
    return state.turn >= (rules.settings.turn_limit or MAX_TURNS)


def is_last_set(rules: Ruleset, state: State) -> bool:
    """True in operating rounds after which the game ends (1889-END-02, 1888*-END-01, 1890-13.3-a, 1890-13.4-a)."""
    return state.round == OPERATING_ROUND and (state.broken > 0 or _is_last_turn(rules, state))


def end_operating_round(rules: Ruleset, state: State, log: Log) -> None:
    """Start the next round of the set or the next turn, or end the game.

    1889-END-02, 1889-EOR-02, 1888*-END-01, 1888*-END-05, 1888*-END-07, 1890-10.8-c, 1890-13.3-a, 1890-13.3-b,
    1890-13.4-a.
    """
    if state.operating_round < state.operating_rounds:
        _begin_round(rules, state, log)
        return
    export_train(rules, state, log)
    if state.broken or _is_last_turn(rules, state):
        state.ended = BANK_BROKE if state.broken else LAST_TURN
        log.append(events.GameEnded(state.ended))
        return
    set_turn_numbers(state, [0] * state.companies)
    _begin_game_turn(rules, state, log)
    if over_train_limit(rules, state):  # the export has started a phase
        push(state, frames.Discard())
