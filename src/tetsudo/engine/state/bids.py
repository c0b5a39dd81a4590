"""Bids on the lots of the auction in a position, and price reductions of the lots."""

from __future__ import annotations

from tetsudo.core.units import LotId, Money, PlayerId
from tetsudo.engine.state.rows import values_of, with_value
from tetsudo.engine.state.state import State


def bid_of(state: State, lot: LotId, player: PlayerId) -> Money:
    """Bid of a player on a lot; 0 for none."""
    return state.bids[lot * state.players + player]


def bids_on(state: State, lot: LotId) -> tuple[int, ...]:
    """Bids on a lot, by player; 0 for none."""
    return values_of(state.bids[lot * state.players : (lot + 1) * state.players])


def put_bid(state: State, lot: LotId, player: PlayerId, price: Money) -> None:
    """Set a player's bid on a lot; 0: none."""
    state.bids = with_value(state.bids, lot * state.players + player, price)


def discount_of(state: State, lot: LotId) -> Money:
    """Price reduction of a lot."""
    return state.discounts[lot]


def reduce_lot(state: State, lot: LotId, amount: Money) -> None:
    """Reduce the price of a lot by an amount."""
    state.discounts = with_value(state.discounts, lot, state.discounts[lot] + amount)
