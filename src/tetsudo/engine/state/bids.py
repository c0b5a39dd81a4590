"""What is bid on the lots of the auction in a position, and what was taken off their prices."""

from __future__ import annotations

from tetsudo.core.units import LotId, Money, PlayerId
from tetsudo.engine.state.state import Row, State, replaced


def bid_of(state: State, lot: LotId, player: PlayerId) -> Money:
    """A player's bid on a lot; 0 for none."""
    return state.bids[lot * state.players + player]


def bids_on(state: State, lot: LotId) -> Row:
    """The bids on a lot, by player; 0 for none."""
    return state.bids[lot * state.players : (lot + 1) * state.players]


def bids_of(state: State, player: PlayerId) -> Row:
    """A player's bids, by lot; 0 for none."""
    return state.bids[player :: state.players]


def put_bid(state: State, lot: LotId, player: PlayerId, price: Money) -> None:
    """Let a player's bid on a lot be an amount; 0: none."""
    state.bids = replaced(state.bids, lot * state.players + player, price)


def discount_of(state: State, lot: LotId) -> Money:
    """What was taken off the price of a lot."""
    return state.discounts[lot]


def lower_lot(state: State, lot: LotId, amount: Money) -> None:
    """Take an amount off the price of a lot."""
    state.discounts = replaced(state.discounts, lot, state.discounts[lot] + amount)
