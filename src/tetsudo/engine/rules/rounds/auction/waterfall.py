"""Opening auction: lots in a row, reserve bids, bid-offs.

The topmost lot is bought at its price; bids reserve the others. If the new topmost lot has bids, it is settled at once:
sold to the only bidder, or by a bid-off among its bidders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tetsudo.core import events, frames
from tetsudo.core.actions import Action, Bid, Descriptor, Pass
from tetsudo.core.events import Log
from tetsudo.core.open_actions import Bids
from tetsudo.core.units import NOBODY, LotId, Money, PlayerId
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import replace_top
from tetsudo.engine.rules.privates.income import pay_privates
from tetsudo.engine.rules.privates.lots import (
    cash_outside_bids,
    held_by_bid,
    highest_bid,
    is_given_away,
    lot_price,
    lowest_bid,
    top_lot,
)
from tetsudo.engine.rules.rounds.auction.bid_off import first_speaker
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.shares.floating import start_minor
from tetsudo.engine.rules.tiles_and_tokens.tokens import place_homes
from tetsudo.engine.rules.trains.depot import export_train
from tetsudo.engine.rules.turn_order.round_sequence import begin_operating_rounds, begin_stock_round
from tetsudo.engine.state.bids import bids_on, put_bid, reduce_lot
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.state import State, push

_BIDS: Final = Bids  # where compiled, a constant of this module is not looked up by its name


class Auction(Procedure[frames.Auction]):
    """Opening auction: players in turn buy the topmost lot, reserve another, or pass.

    1889-AUC-02, 1888*-AUC-02, 1890-9.1-a, 1890-9.1-b, 1890-9.1.1-a, 1890-9.1.1-b, 1890-9.1.3-a.
    """

    name = "auction"

    def actor(self, rules: Ruleset, state: State, frame: frames.Auction) -> PlayerId:
        return frame.player

    def candidates(self, rules: Ruleset, state: State, frame: frames.Auction, player: PlayerId) -> list[Descriptor]:
        return [Pass(player), *_bids(rules, state, player)]

    def listing(self, rules: Ruleset, state: State, frame: frames.Auction, player: PlayerId) -> list[Descriptor]:
        if player != frame.player:
            return []
        found: list[Descriptor] = [rules.passing[player]]
        top, free = top_lot(rules, state), cash_outside_bids(rules, state, player)
        for lot in range(top, len(rules.setup.lots)):
            low, high = _span(rules, state, lot, top, free + held_by_bid(rules, state, lot, player))
            if low <= high:
                found.append(_BIDS(player, lot, low, high))
        return found

    def refusal(self, rules: Ruleset, state: State, frame: frames.Auction, action: Action) -> str:
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        if type(action) is Pass:
            return ""
        if type(action) is not Bid:
            return "not_in_auction"
        top = top_lot(rules, state)
        if action.lot < top:
            return "lot_sold"
        low, high = _span(rules, state, action.lot, top, highest_bid(rules, state, action.player, action.lot))
        if low <= action.price <= high:
            return ""
        if action.lot == top and action.price != low:
            return "lot_on_top"
        return "bid_low" if action.price < low else "bid_cash"

    def perform(self, rules: Ruleset, state: State, frame: frames.Auction, action: Action, log: Log) -> None:
        following = rules.next_player(state, action.player)
        if type(action) is not Bid:
            log.append(events.Passed(action.player))
            replace_top(state, frames.Auction(following, frame.passes + 1))  # 1889-AUC-07, 1888*-AUC-03
            return
        replace_top(state, frames.Auction(following, 0))  # 1889-AUC-18, 1888*-AUC-18, 1890-9.1.4-i
        is_purchase = action.lot == top_lot(rules, state)
        if is_purchase or rules.settings.auction_turn:
            state.priority = following
        if is_purchase:
            _sell_lot(rules, state, log, action.player, action.lot, action.price)  # 1889-AUC-03
        else:
            # 1888*-AUC-07, 1888*-AUC-08, 1890-9.1.3-b, 1890-9.1.3.1-e
            put_bid(state, action.lot, action.player, action.price)
            log.append(events.BidPlaced(action.player, action.lot, action.price))

    def advance(self, rules: Ruleset, state: State, frame: frames.Auction, log: Log) -> bool:
        top = top_lot(rules, state)
        player, passes = frame.player, frame.passes
        if top == NOBODY:
            state.priority = player  # 1889-AUC-19, 1888*-AUC-22, 1890-9.2-d
            state.turn += not rules.settings.auction_turn
            # 1889-GEN-04, 1889-SET-02, 1888*-AUC-22, 1888*-GEN-02, 1888*-SET-06, 1890-9.2-a
            begin_stock_round(rules, state, log)
            return True
        if is_given_away(rules, state, top):
            state.priority = rules.next_player(state, player)
            replace_top(state, frames.Auction(state.priority, 0))
            _sell_lot(rules, state, log, player, top, 0)
            return True
        # 1889-AUC-11, 1889-AUC-17, 1888*-AUC-10, 1888*-AUC-17, 1890-9.1.2-b, 1890-9.1.4-a, 1890-9.1.4-h
        bidders = [bidder for bidder, bid in enumerate(bids_on(state, top)) if bid]
        if len(bidders) == 1:  # 1889-AUC-12, 1888*-AUC-11, 1890-9.1.4-c
            _sell_lot(rules, state, log, bidders[0], top, bids_on(state, top)[bidders[0]])
            return True
        if bidders:
            push(state, frames.BidOff(top, first_speaker(rules, state, top)))
            return True
        if passes >= state.players:
            _all_passed(rules, state, log, top, player)
            return True
        return False


def _bids(rules: Ruleset, state: State, player: PlayerId) -> Iterator[Bids]:
    """Range of a player's bids for each lot; an empty range where no bid is possible."""
    top = top_lot(rules, state)
    for lot in range(top, len(rules.setup.lots)):
        low, high = _span(rules, state, lot, top, highest_bid(rules, state, player, lot))
        yield Bids(player, lot, low, high)


def _span(rules: Ruleset, state: State, lot: LotId, top: LotId, cash: Money) -> tuple[Money, Money]:
    """Lowest and highest bid with this much cash: the exact price of the topmost lot, or a bid on another.

    The second is lower than the first if there is none.
    """
    if lot == top:
        price = lot_price(rules, state, lot)
        return price, price if price <= cash else cash
    return lowest_bid(rules, state, lot), cash


def _all_passed(rules: Ruleset, state: State, log: Log, top: LotId, player: PlayerId) -> None:
    """Handle a pass by all players: lower the topmost lot, or pay sold privates (1889-AUC-08, 1889-AUC-09,
    1889-AUC-10)."""
    replace_top(state, frames.Auction(player, 0))
    if rules.settings.auction_turn:  # 1890-9.3-a, 1890-9.3-b
        begin_operating_rounds(rules, state, log)
        return
    if top > 0:
        _interrupt(rules, state, log)
        return
    if lot_price(rules, state, top) > 0:
        reduce_lot(state, top, min(rules.bid_step, lot_price(rules, state, top)))  # 1888*-AUC-20
        log.append(events.LotReduced(top, lot_price(rules, state, top)))
        if lot_price(rules, state, top) > 0 or rules.settings.forced_lot == "round":
            return
    if rules.settings.forced_lot == "priority":  # 1888*-AUC-21
        player = state.priority
        state.priority = rules.next_player(state, player)
    replace_top(state, frames.Auction(rules.next_player(state, player), 0))
    _sell_lot(rules, state, log, player, top, 0)


def _interrupt(rules: Ruleset, state: State, log: Log) -> None:
    """Pay the income of sold privates: in an operating round, or as if one had been held (1888*-AUC-19)."""
    if rules.settings.all_pass == "round":
        begin_operating_rounds(rules, state, log)
        return
    pay_privates(rules, state, log)
    export_train(rules, state, log)


def _sell_lot(rules: Ruleset, state: State, log: Log, player: PlayerId, lot: LotId, price: Money) -> None:
    """Sell a lot to a player, and return the other bids on it (1889-AUC-15, 1889-AUC-16)."""
    for other, bid in enumerate(bids_on(state, lot)):
        if bid and other != player:
            log.append(events.BidReturned(other, lot, bid))
        put_bid(state, lot, other, 0)
    pay_bank(state, player, price)
    log.append(events.LotSold(player, lot, price))
    sold = rules.setup.lots[lot]
    if sold.company == NOBODY:
        give_private(state, sold.private, player)  # 1890-7.1-a
    else:
        start_minor(rules, state, log, player, sold.company)
        place_homes(rules, state, log, sold.company)  # 1890-7.2-d
    for power in rules.powers.of_lot[lot]:
        power.bought(rules, state, log)
