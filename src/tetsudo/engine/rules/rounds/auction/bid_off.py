"""Bid-off among the bidders on the topmost lot (1889-AUC-13, 1889-AUC-14, 1889-AUC-15, 1889-AUC-16)."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Bid, Descriptor, Pass
from tetsudo.core.events import Log
from tetsudo.core.open_actions import Bids
from tetsudo.core.units import LotId, PlayerId
from tetsudo.engine.rules.flow.bounds import Bounds, breach, span
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import replace_top
from tetsudo.engine.rules.privates.lots import highest_bid, lowest_bid
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.bids import bid_of, bids_on, put_bid
from tetsudo.engine.state.state import State, pop


def first_speaker(rules: Ruleset, state: State, lot: LotId) -> PlayerId:
    """Player who opens a bid-off (1889-AUC-14, 1888*-AUC-13, 1890-9.1.4-d)."""
    bids = bids_on(state, lot)
    if rules.settings.bid_off_order != "clockwise":
        return bids.index(min(bid for bid in bids if bid))
    return _next_bidder(rules, state, lot, bids.index(max(bids)))


def _next_bidder(rules: Ruleset, state: State, lot: LotId, player: PlayerId) -> PlayerId:
    """Next bidder clockwise who is still in and below the highest bid: no player outbids themselves (1888-AUC-14)."""
    bids = bids_on(state, lot)
    highest = max(bids)
    following = rules.next_player(state, player)
    while not 0 < bids[following] < highest:
        following = rules.next_player(state, following)
    return following


def _bounds(rules: Ruleset, state: State, player: PlayerId, lot: LotId) -> Bounds:
    """Bounds of a player's raise."""
    return ((lowest_bid(rules, state, lot), "raise_low"),), ((highest_bid(rules, state, player, lot), "bid_cash"),)


class BidOff(Procedure[frames.BidOff]):
    """Bid-off among the bidders on the topmost lot.

    1889-AUC-13, 1889-AUC-14, 1889-AUC-15, 1889-AUC-16, 1888*-AUC-12, 1888N-AUC-23, 1888N-AUC-24, 1890-9.1.4-b.
    """

    name = "bid-off"

    def actor(self, rules: Ruleset, state: State, frame: frames.BidOff) -> PlayerId:
        return frame.player

    def candidates(self, rules: Ruleset, state: State, frame: frames.BidOff, player: PlayerId) -> Iterator[Descriptor]:
        yield rules.passing[player]
        yield Bids(player, frame.lot, *span(_bounds(rules, state, player, frame.lot)))

    def listing(self, rules: Ruleset, state: State, frame: frames.BidOff, player: PlayerId) -> list[Descriptor]:
        if player != frame.player:
            return []
        low, high = span(_bounds(rules, state, player, frame.lot))
        return [rules.passing[player], *([Bids(player, frame.lot, low, high)] if low <= high else [])]

    def refusal(self, rules: Ruleset, state: State, frame: frames.BidOff, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        if type(action) is Pass:
            return ""
        if type(action) is not Bid or action.lot != frame.lot:
            return "not_in_bid_off"
        return breach(_bounds(rules, state, action.player, frame.lot), action.price)

    def perform(self, rules: Ruleset, state: State, frame: frames.BidOff, action: Action, log: Log) -> None:
        lot = frame.lot
        if type(action) is Bid:
            put_bid(state, lot, action.player, action.price)
            log.append(events.BidPlaced(action.player, lot, action.price))
        else:
            # 1888*-AUC-16, 1890-9.1.4-f
            log.append(events.BidReturned(action.player, lot, bid_of(state, lot, action.player)))
            put_bid(state, lot, action.player, 0)
        left = [bidder for bidder, bid in enumerate(bids_on(state, lot)) if bid]
        if len(left) == 1:
            pop(state)  # the auction sells the lot to the only bidder
        elif rules.settings.bid_off_order == "lowest":
            replace_top(state, frames.BidOff(lot, first_speaker(rules, state, lot)))
        else:
            replace_top(state, frames.BidOff(lot, _next_bidder(rules, state, lot, action.player)))
