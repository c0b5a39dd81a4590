"""Lots of the opening auction: unsold lots, prices and bids."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, LotId, Money, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.bids import bid_of, bids_on, discount_of, reduce_lot
from tetsudo.engine.state.ownership import private_owner
from tetsudo.engine.state.rows import column_sum
from tetsudo.engine.state.state import UNSTARTED, State, bank_of, cash_of, status_of


def is_unsold(rules: Ruleset, state: State, lot: LotId) -> bool:
    """True if the bank still owns a lot."""
    sold = rules.setup.lots[lot]
    if sold.company != NOBODY:
        return status_of(state, sold.company) == UNSTARTED
    return private_owner(state, sold.private) == bank_of(state)


def top_lot(rules: Ruleset, state: State) -> LotId:
    """Topmost unsold lot; NOBODY if all are sold."""
    bank, owners, status = bank_of(state), state.privates, state.status
    for lot, facts in enumerate(rules.setup.lots):  # same as `is_unsold`, three times as fast
        if owners[facts.private] == bank if facts.company == NOBODY else status[facts.company] == UNSTARTED:
            return lot
    return NOBODY


def reduce_lots(rules: Ruleset, state: State, log: Log) -> None:
    """Lower the price of each unsold lot that falls every turn (1890-9.3.1-a)."""
    for lot, facts in enumerate(rules.setup.lots):
        reduction = min(facts.falls, lot_price(rules, state, lot))
        if reduction and is_unsold(rules, state, lot):
            reduce_lot(state, lot, reduction)
            log.append(events.LotReduced(lot, lot_price(rules, state, lot)))


def is_given_away(rules: Ruleset, state: State, lot: LotId) -> bool:
    """True if falling prices have brought a lot to 0: the first player to act must take it (1890-9.3.1-b)."""
    return rules.setup.lots[lot].falls > 0 and lot_price(rules, state, lot) == 0


def lot_price(rules: Ruleset, state: State, lot: LotId) -> Money:
    """Price of a lot on top of the line-up, reductions deducted (1889-AUC-08, 1890-9.1.2-a)."""
    return rules.setup.lots[lot].price - discount_of(state, lot)


def held_by_bid(rules: Ruleset, state: State, lot: LotId, player: PlayerId) -> Money:
    """Amount that a player's bid on a lot holds back: the bid; 0 if they are outbid and only the highest one holds."""
    bid = bid_of(state, lot, player)
    return 0 if rules.frees_outbid and bid < max(bids_on(state, lot)) else bid


def cash_in_bids(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """Amount that a player's bids hold back.

    1889-AUC-05, 1888*-AUC-06, 1890-9.1.3.1-d, 1890-9.1.3.1-f, 1890-9.3-d.
    """
    if rules.frees_outbid:
        return sum(held_by_bid(rules, state, lot, player) for lot in range(len(rules.setup.lots)))
    return column_sum(state.bids, player, state.players)


def cash_outside_bids(rules: Ruleset, state: State, player: PlayerId) -> Money:
    """A player's cash, less what bids hold back in an unfinished auction."""
    return cash_of(state, player) - cash_in_bids(rules, state, player)


def lowest_bid(rules: Ruleset, state: State, lot: LotId) -> Money:
    """Minimum bid on a lot.

    1889-AUC-04, 1888*-AUC-04, 1888*-AUC-05, 1888*-AUC-14, 1890-9.1.3.1-a, 1890-9.1.3.1-b, 1890-9.1.3.1-c.
    """
    highest, bids = rules.setup.lots[lot].price - state.discounts[lot], state.bids
    place = lot * state.players
    for _player in range(state.players):  # faster than `max` of a part
        bid = bids[place]
        highest = max(highest, bid)
        place += 1
    return highest + rules.bid_step


def highest_bid(rules: Ruleset, state: State, player: PlayerId, lot: LotId) -> Money:
    """Maximum bid of a player on a lot (1889-AUC-06): their current bid there is returned.

    1888*-AUC-15, 1888*-AUC-25, 1890-9.1.4-g.
    """
    return cash_outside_bids(rules, state, player) + held_by_bid(rules, state, lot, player)
